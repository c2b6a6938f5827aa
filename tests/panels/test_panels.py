"""Panels over the scene, in the software renderer: they are drawn in their places and removed again."""

from types import SimpleNamespace

import numpy as np
import pytest
from panda3d.core import NodePath

from game.app.menu.menu_model import Menu, MenuPage, MenuRow
from game.app.menu.menu_panel import MenuPanel, MenuState
from game.app.panels.help_panel import MODES, HelpPanel, mode_rows
from game.app.panels.race_panels import TimerPanel
from game.explain.tick_overlay import Switches, legend
from game.panels.bindings import BINDINGS
from game.panels.canvas import Canvas, line_width, set_text_size
from game.panels.hud_panel import HintPanel, HudPanel, MessagePanel, NumbersPanel, SpaceTitles
from game.panels.theme import CODE, SCROLLED, TEXT, unit_of
from game.pictures.offscreen import Studio
from tests.explain.hand_made import record, simulation

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def studio():
    with Studio(SIZE) as studio:
        yield studio


@pytest.fixture
def empty(studio):
    return studio.pixels().astype(int)


def changed(studio, empty):
    """Mask (height, width) of the pixels that differ from the empty picture."""
    return (np.abs(studio.pixels().astype(int) - empty) > 8).any(axis=2)


def test_numbers_are_monospaced_and_text_is_not():
    assert line_width("0" * 64, CODE, 15) / 64 == pytest.approx(9.0)
    assert line_width("iiii", TEXT, 16) < 0.6 * line_width("mmmm", TEXT, 16)
    assert line_width("iiii", CODE, 16) == line_width("mmmm", CODE, 16)


def hud_of(studio, switches):
    hud = HudPanel(studio.overlay, SIZE)
    hud.show(simulation(), record(), legend(switches, record()))
    return hud


def test_hud_draws_numbers_left_legend_right(studio, empty):
    hud = hud_of(studio, Switches.all())
    seen = changed(studio, empty)
    assert seen[20:200, 20:400].mean() > 0.9 and seen[20:200, -150:-20].mean() > 0.9
    assert not seen[480:].any() and not seen[:, 500:1000].any(), "the middle is free"
    hud.remove()
    assert not changed(studio, empty).any()


def test_a_long_title_of_a_level_ends_in_the_box_of_the_numbers():
    root = NodePath("window")
    panel = NumbersPanel(root, SIZE)
    for title in "Stairs", "A level with an endless title " * 12:
        panel.show((title, (("tick", "1"), ("position", "0.000")), 10.0))
        (shown,) = (path for path in root.findAllMatches("**/+TextNode") if path.node().getText().startswith(title[:5]))
        assert shown.getTightBounds(root)[1].x < 406.0 and shown.node().getText().endswith("…") == (len(title) > 20)


LONG = "the memory is full: recorded 120.0 s in out/recording-001.txt, and some more words"


@pytest.mark.parametrize("wide", [800, 1280, 1920])
def test_a_long_message_keeps_to_the_free_area_of_a_paused_game(wide):
    size = (wide, wide * 9 // 16)
    with Studio(size) as studio:
        empty = studio.pixels().astype(int)
        MessagePanel(studio.overlay, size).show((LONG, 0.0, 2 / 3, 0.9))
        seen = changed(studio, empty)
    rows, columns = seen.any(axis=1).nonzero()[0], seen.any(axis=0).nonzero()[0]
    assert columns[-1] < wide * 2 / 3 and rows[-1] < 0.9 * size[1] and abs(columns.mean() - wide / 3) < 3


def test_a_hint_fades(studio, empty):
    hint = HintPanel(studio.overlay, SIZE)
    hint.show(("H  keys", "", "", ""))
    bright = np.abs(studio.pixels().astype(int) - empty).max()
    hint.fade(0.3)
    assert 0 < np.abs(studio.pixels().astype(int) - empty).max() < bright
    hint.remove()


def test_titles_return_their_lower_end(studio, empty):
    titles = SpaceTitles(studio.overlay, SIZE)
    titles.put((0.0, 1.0), (0.4, 0.5, 0.9), minkowski=True)
    rows = changed(studio, empty).any(axis=1).nonzero()[0]
    assert rows[-1] < titles.bottom
    titles.remove()


def test_the_clock_of_a_timed_run_goes_with_its_level(studio, empty):
    timer, state = TimerPanel(studio.overlay, SIZE), SimpleNamespace(started=0, tick=60, finished=-1, checkpoint=-1)
    finish, level = SimpleNamespace(gold=30.0, silver=40.0, bronze=60.0), SimpleNamespace(volumes=())
    tracker = SimpleNamespace(finish=finish, best=None, ghost=None, level=level, reason="", delta=lambda checkpoint: -0.3)
    timer.show(state, 60, tracker)
    assert changed(studio, empty).any(axis=0).nonzero()[0].max() < SIZE[0] / 3, "it is not over the way ahead"
    timer.show(state, 60, SimpleNamespace(finish=None))
    assert not changed(studio, empty).any()
    timer.remove()


def test_hud_is_hidden_and_shown(studio, empty):
    hud = hud_of(studio, Switches())
    hud.visible = False
    assert not changed(studio, empty).any()
    hud.visible = True
    assert changed(studio, empty).any()
    hud.remove()


@pytest.mark.parametrize("size, text_size", [((1280, 720), 1.0), ((640, 360), 1.0), ((1280, 720), 1.25), ((1920, 1080), 2.0)])
def test_help_shows_every_key_inside_its_sheet(studio, empty, size, text_size):
    root = studio.overlay.attachNewNode("larger")
    set_text_size(root, text_size)
    sheet = HelpPanel(root, size)
    shown, seen = set(), 0
    sheet.show_next_page()
    while sheet.visible:
        (page,) = (page for page in root.findAllMatches("**/help") if not page.isHidden())
        low, high = page.getTightBounds(root)
        assert low.x >= 0 and high.x <= size[0] and -size[1] <= low.z and high.z <= 0
        texts = page.findAllMatches("**/+TextNode")
        assert min(path.getScale().x for path in texts) >= 8, "letters of less pixels cannot be read"
        shown |= {path.node().getText() for path in texts}
        seen += 1
        sheet.show_next_page()
    assert all(binding.does in shown and binding.shown in shown for binding in BINDINGS)
    assert seen <= (1 if size[1] >= 720 else 2)
    sheet.remove()
    root.removeNode()


@pytest.mark.parametrize("size", [(1280, 720), (640, 360), (800, 600)])
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.title)
def test_help_begins_with_the_keys_of_the_present_mode(studio, size, mode):
    root = studio.overlay.attachNewNode("window")
    help_panel = HelpPanel(root, size)
    help_panel.mode = mode
    help_panel.show_next_page()
    (page,) = (page for page in root.findAllMatches("**/help") if not page.isHidden())
    low, high = page.getTightBounds(root)
    assert low.x >= 0 and high.x <= size[0] and -size[1] <= low.z and high.z <= 0
    shown = {path.node().getText() for path in page.findAllMatches("**/+TextNode")}
    assert {does for _, does in mode_rows(mode)} <= shown and f"Keys {mode.title}" in shown
    help_panel.show_next_page()
    (page,) = (page for page in root.findAllMatches("**/help") if not page.isHidden())
    assert BINDINGS[0].does in {path.node().getText() for path in page.findAllMatches("**/+TextNode")}, "then all keys"
    help_panel.remove()
    root.removeNode()


def test_text_grows_as_far_as_panels_fit():
    assert [unit_of((1280, 720), size) for size in (1.0, 1.25, 2.0)] == pytest.approx([1.0, 1.25, 1.28])
    assert [unit_of((1920, 1080), size) for size in (1.0, 1.25, 2.0)] == pytest.approx([1.5, 1.875, 1.92])
    assert unit_of((1280, 720), 2.0, SCROLLED) == pytest.approx(1.5, abs=1e-3), "larger, the keys below a lesson meet"
    assert unit_of((640, 360), 2.0) == unit_of((640, 360), 1.0), "no smaller than it was"


@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (2560, 1440)])
def test_menu_rows_are_found_under_the_pointer(studio, size):
    menu = Menu(lambda: None)
    menu.open(MenuPage("Page", tuple(MenuRow(f"row {number}", value=lambda: "on") for number in range(30))))
    panel = MenuPanel(studio.overlay, size)
    panel.show(MenuState.of(menu))
    found = [panel.row_at(200, y) for y in range(size[1])]
    rows = sorted({row for row in found if row is not None})
    assert rows == list(range(len(rows))) and len(rows) >= 3
    assert panel.row_at(size[0] - 1, size[1] // 2) is None
    panel.remove()


def test_a_long_menu_scrolls_to_its_focus(studio):
    menu = Menu(lambda: None)
    menu.open(MenuPage("Page", tuple(MenuRow(f"row {number}") for number in range(40))), focus=39)
    panel = MenuPanel(studio.overlay, (640, 360))
    panel.show(MenuState.of(menu))
    texts = {path.node().getText() for path in panel.canvas.root.findAllMatches("**/+TextNode")}
    assert "row 39" in texts and "row 0" not in texts
    panel.remove()


def test_text_grows_with_the_window(studio):
    assert Canvas(studio.overlay, (1280, 720)).scale == 1.0
    assert Canvas(studio.overlay, (3840, 2160)).scale == 3.0


def test_every_page_of_the_help_says_which_keys_close_it(studio):
    for sheet_mode in (MODES[0], None):
        root = studio.overlay.attachNewNode("window")
        help_panel = HelpPanel(root, (640, 360))
        help_panel.mode = sheet_mode
        help_panel.show_next_page()
        while help_panel.visible:
            (page,) = (page for page in root.findAllMatches("**/help") if not page.isHidden())
            assert any("Esc: close" in path.node().getText() for path in page.findAllMatches("**/+TextNode"))
            help_panel.show_next_page()
        help_panel.remove()
        root.removeNode()
