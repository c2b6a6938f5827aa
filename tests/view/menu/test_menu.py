"""The menu as data: focus goes round, rows act and change, back leads out."""

import pytest

from game.view.menu.menu import Menu, Page, Row
from game.view.menu.menu_panel import wrapped


@pytest.fixture
def log():
    return []


@pytest.fixture
def menu(log):
    menu = Menu(lambda: log.append("closed"))
    menu.open(
        Page(
            "first",
            (
                Row("do", activate=lambda: log.append("done")),
                Row("number", change=lambda direction: log.append(direction)),
                Row("deeper", activate=lambda: menu.open(Page("second", (Row("only"),)))),
            ),
        )
    )
    return menu


def test_focus_goes_round(menu):
    menu.move(-1)
    assert menu.focus == 2
    menu.move(1)
    assert menu.focus == 0


def test_enter_does_and_left_right_change(menu, log):
    menu.activate()
    menu.change(1)
    menu.focus_on(1)
    menu.change(-1)
    menu.activate()
    assert log == ["done", -1, 1]


def test_back_leads_through_the_pages_and_out(menu, log):
    menu.focus_on(2)
    menu.activate()
    assert menu.page.title == "second" and menu.focus == 0
    menu.activate()
    menu.back()
    assert menu.page.title == "first" and menu.focus == 2 and log == []
    menu.back()
    assert not menu.is_open and log == ["closed"]


def test_close_leaves_all_pages(menu, log):
    menu.focus_on(2)
    menu.activate()
    menu.close()
    assert not menu.is_open and log == ["closed"]


def test_wrapped_lines_are_short_and_lose_no_word():
    text = "one two three four five six seven"
    lines = wrapped(text, 10)
    assert all(len(line) <= 10 for line in lines) and " ".join(lines) == text
