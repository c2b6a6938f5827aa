"""The timeline: ticks and places, signs that share a place, what is under the pointer; and that the panel shows it."""

import numpy as np
import pytest

from game.app.action_handlers import GROUPS
from game.app.panels.timeline_panel import BUTTONS, LEAST_BAR, PADDING, SIGN, Layout, Scale, TimelinePanel, spot_at, spots_of
from game.app.session.play_session import Session
from game.explain.timeline_marks import Mark, MarkKind
from game.panels.theme import SCROLLED, unit_of
from game.pictures.offscreen import Studio
from game.simulation import Intent, Simulation

SIZES = [(853, 480), (1280, 720), (1706, 960)]


@pytest.mark.parametrize("oldest, newest, width", [(1, 300, 496.0), (5000, 12199, 496.0), (1, 3, 496.0)])
def test_a_tick_is_found_where_it_is_drawn(oldest, newest, width):
    scale = Scale(oldest, newest, width)
    step = max(1, (newest - oldest) // 50)
    assert all(scale.tick_at(scale.x_of(tick)) == tick for tick in range(oldest, newest + 1, step))
    assert scale.x_of(oldest) == 0.0 and scale.x_of(newest) == width
    assert (scale.tick_at(-50.0), scale.tick_at(width + 50.0)) == (oldest, newest)


def test_a_single_tick_has_a_place():
    assert Scale(4, 4, 496.0).x_of(4) == 0.0 and Scale(4, 4, 496.0).tick_at(100.0) == 4


def test_signs_never_cover_each_other_and_lose_no_mark():
    random = np.random.default_rng(5)
    ticks = np.sort(random.integers(1, 7200, 900))
    marks = [Mark(int(tick), MarkKind(int(kind)), "so") for tick, kind in zip(ticks, random.integers(0, 12, 900))]
    spots = spots_of(marks, Scale(1, 7200, 496.0))
    firsts = [Scale(1, 7200, 496.0).x_of(spot.ticks[0]) for spot in spots]
    assert min(b - a for a, b in zip(firsts, firsts[1:])) >= SIGN
    assert all(any(spot.ticks[0] <= mark.tick <= spot.ticks[1] for spot in spots) for mark in marks)


def test_the_most_important_mark_is_shown():
    marks = [Mark(10, MarkKind.STEP_UP, "up"), Mark(11, MarkKind.DIED, "died"), Mark(300, MarkKind.WALL, "wall")]
    first, second = spots_of(marks, Scale(1, 300, 496.0))
    assert (first.kind, second.kind) == (MarkKind.DIED, MarkKind.WALL)
    assert spot_at([first, second], second.x - 3.0) is second and spot_at([first, second], 250.0) is None
    assert spot_at([], 1.0) is None


@pytest.mark.parametrize("size", SIZES)
def test_every_button_and_the_bar_are_found_where_they_are_drawn(size):
    layout = Layout(*size, 64)
    for action, _, x, width in layout.buttons():
        assert layout.part_at(x + width / 2, layout.keys + 5) == ("" if action == "speed" else action)
    assert layout.part_at(layout.x + 50, layout.bar + 2) == "bar"
    assert layout.part_at(layout.x - 8, layout.top + 2) == ""
    assert layout.part_at(-3, layout.bar) is layout.part_at(size[0] / 2, layout.top - 3) is None
    assert layout.top + layout.height == size[1]


def test_a_narrow_window_has_fewer_buttons_but_a_bar():
    wide, narrow = Layout(1280, 720, 64), Layout(640, 360, 48)
    assert len(narrow.buttons()) < len(wide.buttons()) == len(BUTTONS) and narrow.inside >= LEAST_BAR - PADDING
    assert {"pause", "step", "scrub_back"} <= {action for action, *_ in narrow.buttons()}


def test_the_largest_text_leaves_all_buttons_there_and_the_menu_is_the_last_to_go():
    """A teacher with text at 150 % did not find the button of the menu."""
    for text_size in (1.0, 1.25, 1.5, 2.0):
        unit = unit_of((1280, 720), text_size, SCROLLED)
        assert Layout(1280 / unit, 720 / unit, 64).buttons()[-1][0] == "menu"
        assert len(Layout(1280 / unit, 720 / unit, 64).buttons()) == len(BUTTONS)
    assert [action for action, *_ in Layout(500, 360, 48).buttons()][-1] == "menu"


def test_every_button_does_something():
    assert all(any(hasattr(group, action) for group in GROUPS) for action, _, _ in BUTTONS if action != "speed")


# The panel


@pytest.fixture
def session(level):
    session = Session(Simulation(level))
    for _ in range(120):
        session.advance(1 / 60, lambda: Intent((0.0, 1.0)))
    session.pause()
    return session


def test_the_panel_shows_the_tick_and_what_is_under_the_pointer(studio, session):
    panel = TimelinePanel(studio.overlay, (1280, 720))
    assert panel.part_at(640, 690) is None, "it is hidden"
    session.show_tick(40)
    panel.show(session)
    assert {"TIME STANDS", "go on", f"tick {session.state.tick}   {session.state.tick / 60:.2f} s"} <= texts_of(panel._front)
    spot = panel._ground.spots[0]
    at = panel._layout.x + spot.x, panel._layout.bar
    panel.show(session, at)
    assert spot.words in texts_of(panel._front)
    assert panel.cursor_at(panel._layout.x + panel._scale.x_of(100)) == len(session.sim.history) - 100
    panel.remove()


def texts_of(panel):
    return {path.node().getText() for path in panel.canvas.root.findAllMatches("**/+TextNode")}


def test_only_the_front_is_drawn_while_nothing_is_added(studio, session):
    panel = TimelinePanel(studio.overlay, (1280, 720))
    panel.show(session)
    panel._ground.draw = lambda canvas, data: pytest.fail("drawn again")
    session.show_tick(50)
    panel.show(session)
    session.play_film(-1)
    session.advance(0.1, None)
    panel.show(session, (640, 690))
    assert "REWIND" in texts_of(panel._front)
    panel.remove()


def test_its_whole_is_inside_the_window_at_every_size(session):
    for size in ((640, 360), (1280, 720), (1920, 1080)):
        with Studio(size) as studio:
            panel = TimelinePanel(studio.overlay, size)
            panel.show(session)
            low, high = panel._ground.canvas.root.getTightBounds(studio.overlay)
            assert low.x >= 0 and high.x <= size[0] + 3 and low.z >= -size[1] - 3 and high.z <= 0
            panel.remove()


def test_it_is_hidden_and_emptied(studio, session):
    panel = TimelinePanel(studio.overlay, (1280, 720))
    panel.show(session)
    assert panel.visible
    panel.visible = False
    assert not panel.visible and panel.part_at(640, 690) is None
    panel.visible = True
    assert panel.visible
    panel.show(None)
    assert not panel.visible and not texts_of(panel._ground)
    panel.remove()
