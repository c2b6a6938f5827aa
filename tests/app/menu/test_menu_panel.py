"""The menu as it is drawn: all rows are in view, and nothing shines through them."""

from types import SimpleNamespace
from unittest.mock import MagicMock

import numpy as np
import pytest
from panda3d.core import NodePath

from game.app.menu.main_pages import MenuPages
from game.app.menu.menu_model import Menu, MenuPage, MenuRow
from game.app.menu.menu_panel import ABOUT, LEFT, ROWS_ABOUT, WIDTH, MenuPanel, MenuState, MenuView
from game.app.menu.settings_page import settings_page
from game.app.session.play_session import Session
from game.app.session.settings import Settings
from game.lesson import load_lesson
from game.panels.canvas import Canvas, set_text_size
from game.panels.lesson_panel import Reading
from game.pictures.offscreen import Studio
from game.simulation import Simulation
from tests.app.run_actions import run_actions
from tests.shipped_levels import shipped

SIZES = ((800, 600), (1280, 720), (1920, 1080))


def main_page(menu, lessons):
    """Open the main page of the lab, which has more rows than that of other levels."""
    program = MagicMock()
    program.interface.help.visible = False
    session, level_actions = Session(Simulation(shipped("lab"), history=1)), MagicMock(is_tutorial_done=False)
    run = run_actions(session=session, lessons=lessons, level_actions=level_actions)
    MenuPages(menu, run, None, None, program).menu()


def pause_page(menu):
    main_page(menu, SimpleNamespace(is_open=False))


def lesson_page(menu):
    main_page(menu, MagicMock(is_open=True, reading=Reading(load_lesson("espace"), 2)))


def front_page(menu):
    run = run_actions(progress=SimpleNamespace(last_level="river"))
    MenuPages(menu, run, None, None, MagicMock()).open_title()


@pytest.mark.parametrize("text_size", [1.0, 1.25])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("opened", [pause_page, lesson_page, front_page])
def test_all_rows_of_the_first_pages_are_in_view(opened, size, text_size):
    """A newcomer with text at 125 % did not find "Quit": it was below the lower edge."""
    menu, root = Menu(lambda: None), NodePath("window")
    opened(menu)
    set_text_size(root, text_size)
    panel = MenuPanel(root, size)
    panel.show(MenuState.of(menu))
    texts = [path for path in root.findAllMatches("**/+TextNode") if path.node().getText()]
    ends = dict(sorted((path.node().getText(), -path.getTightBounds(root)[0].z) for path in texts))  # of a row, not of the title
    lowest = (panel.canvas.height - ABOUT) * panel.canvas.scale
    for number, row in enumerate(menu.page.rows):
        assert 0.0 < ends[row.name] < lowest, row.name
        assert panel.row_at(LEFT, ends[row.name] - 6.0) == number


def test_long_texts_of_a_level_end_where_their_place_ends():
    """The title of a level of 360 letters ran across the whole picture."""
    menu, root, long = Menu(lambda: None), NodePath("window"), "word " * 80
    menu.open(MenuPage(long, (MenuRow(long, lambda: "value", about=long),)))
    panel = MenuPanel(root, (1280, 720))
    panel.show(MenuState.of(menu))
    texts = [path for path in root.findAllMatches("**/+TextNode") if "word" in path.node().getText()]
    assert len(texts) == 3 and all(path.node().getText().endswith("…") for path in texts)
    ends = [path.getTightBounds(root)[1].x for path in texts]
    assert max(ends) <= (LEFT + WIDTH) * panel.canvas.scale
    (about,) = (path for path in texts if "\n" in path.node().getText())
    (keys,) = (path for path in root.findAllMatches("**/+TextNode") if path.node().getText() == "choose")
    assert about.node().getText().count("\n") == ROWS_ABOUT - 1
    assert about.getTightBounds(root)[0].z - keys.getTightBounds(root)[1].z > 8.0, "the third line touched the keys"


def test_the_menu_keeps_its_keys_when_the_game_gets_and_loses_them():
    """The game's `accept` replaced that of the menu: the wheel moved no focus once an action had it."""
    menu, base = Menu(lambda: None), MagicMock()
    menu.open(MenuPage("Page", (MenuRow("one"), MenuRow("two"))))
    view = MenuView(base, menu, lambda message: None)
    view.build(NodePath("window"), (1280, 720))
    assert not base.accept.called
    view._keys.ignoreAll()


def test_the_row_for_full_screen_is_in_view_as_the_settings_are_opened():
    """A newcomer with a large screen did not find it: it was the last of 17 rows."""
    menu, root = Menu(lambda: None), NodePath("window")
    set_text_size(root, 1.25)
    program = MagicMock(settings=Settings(), sound_problem="")
    program.interface.text_scale = 1.25
    program.quality.text = "high"
    run = run_actions(session=Session(Simulation(shipped("lab"), history=1)), level_actions=MagicMock(look="own"))
    program.open_page = menu.open
    menu.open(settings_page(program, run))
    next(row for row in menu.page.rows if row.name == "Picture").activate()
    MenuPanel(root, (1280, 720)).show(MenuState.of(menu))
    assert "Full screen" in {path.node().getText() for path in root.findAllMatches("**/+TextNode")}


def test_rows_of_a_page_that_scrolls_keep_their_height():
    menu, root = Menu(lambda: None), NodePath("window")
    menu.open(MenuPage("Page", tuple(MenuRow(f"row {number}") for number in range(40))))
    panel = MenuPanel(root, (1280, 720))
    panel.show(MenuState.of(menu))
    assert panel.row_at(LEFT, 719 - ABOUT - 40) == 12


def test_nothing_of_the_world_shines_through_the_rows():
    """Signs of the lab were seen between the words of its pause menu."""
    menu, pictures = Menu(lambda: None), []
    menu.open(MenuPage("Page", (MenuRow("row"),)))
    with Studio((1280, 720)) as studio:
        world = Canvas(studio.overlay, studio.size, sort=-20)
        MenuPanel(studio.overlay, studio.size).show(MenuState.of(menu))
        for colour in (0.0, 1.0):
            world.box(0, 0, world.width, world.height, (colour, colour, colour, 1.0))
            pictures.append(studio.pixels()[:, : LEFT + WIDTH].astype(int))
    assert not np.abs(pictures[1] - pictures[0]).any()
