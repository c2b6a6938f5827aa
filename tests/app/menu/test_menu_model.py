"""The menu as data: the focus wraps, rows activate and change, back closes pages."""

import pytest

from game.app.menu.menu_model import Menu, MenuPage, MenuRow


@pytest.fixture
def log():
    return []


@pytest.fixture
def menu(log):
    menu = Menu(lambda: log.append("closed"))
    menu.open(
        MenuPage(
            "first",
            (
                MenuRow("do", activate=lambda: log.append("done")),
                MenuRow("number", change=lambda direction: log.append(direction)),
                MenuRow("deeper", activate=lambda: menu.open(MenuPage("second", (MenuRow("only"),)))),
            ),
        )
    )
    return menu


def test_the_focus_wraps(menu):
    menu.move(-1)
    assert menu.focus == 2
    menu.move(1)
    assert menu.focus == 0


def test_enter_activates_and_left_and_right_change(menu, log):
    menu.activate()
    menu.change(1)
    menu.focus_on(1)
    menu.change(-1)
    menu.activate()
    assert log == ["done", -1, 1]


def test_right_opens_a_page_behind_an_arrow(log):
    """A newcomer pressed the Right key at a row that ends with ">"."""
    rows = MenuRow("Levels", lambda: ">", lambda: log.append("opened")), MenuRow("Quit", activate=lambda: log.append("quit"))
    menu = Menu(lambda: None)
    menu.open(MenuPage("title", rows))
    menu.change(-1)
    menu.change(1)
    menu.focus_on(1)
    menu.change(1)
    assert log == ["opened"]


def test_back_closes_one_page_after_the_other(menu, log):
    menu.focus_on(2)
    menu.activate()
    assert menu.page.title == "second" and menu.focus == 0
    menu.activate()
    menu.back()
    assert menu.page.title == "first" and menu.focus == 2 and log == []
    menu.back()
    assert not menu.is_open and log == ["closed"]


def test_a_front_page_is_left_by_its_own_row(log):
    """Esc on the front page dropped a newcomer into a level that was not chosen."""
    menu = Menu(lambda: log.append("closed"))
    stay = MenuPage("sure?", (MenuRow("Stay", activate=menu.back),))
    menu.open(MenuPage("front", (MenuRow("start"), MenuRow("Quit", activate=lambda: menu.open(stay))), leave=1))
    assert menu.way_back == "quit"
    menu.back()
    assert menu.page is stay and menu.way_back == "back"
    menu.activate()
    assert menu.page.title == "front" and menu.focus == 0 and log == []


def test_close_closes_all_pages(menu, log):
    menu.focus_on(2)
    menu.activate()
    menu.close()
    assert not menu.is_open and log == ["closed"]
