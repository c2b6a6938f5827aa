"""Looking inside a tick: which iteration is chosen, that nothing is made twice, and that its panel fits the window."""

import numpy as np
import pytest

from game.level import load_level
from game.overlay import palette
from game.overlay.geometry.shapes import Polyline
from game.overlay.iteration_text import words_of
from game.overlay.triangle_picking import pick
from game.simulation import Intent, Simulation
from game.view.panels.canvas import Canvas
from game.view.panels.inspector_panel import WHOLE, InspectorPanel, draw_beside, that_fit
from game.view.pictures.offscreen import Studio
from game.view.teaching.tick_inspector import BESIDE, HIDDEN, LARGE, SWEEP_TIME, TickInspector
from game.view.time_control import Session

from ..small_level import write_small_level

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def level(tmp_path_factory):
    return load_level(str(write_small_level(tmp_path_factory.mktemp("level"))))


@pytest.fixture
def inside(level):
    """In front of the first step, which tick 24 meets."""
    session = Session(Simulation(level))
    for _ in range(26):
        session.sim.tick(Intent(wish=(0.0, 1.0)))
    session.show_tick(1)
    looking = TickInspector(session, None, None)
    looking.toggle()
    looking.follow(0.0, False)
    return looking


def session_of(inside):
    return inside._session


def test_it_pauses_and_begins_with_the_first_iteration(inside):
    assert session_of(inside).paused and inside.on and inside.number == 0 and inside.phase == 0.0


def test_the_sweep_is_played_and_then_stays(inside):
    inside.follow(SWEEP_TIME / 2, False)
    assert inside.phase == pytest.approx(0.5)
    inside.follow(SWEEP_TIME, False)
    still = inside.shapes
    assert inside.phase == 1.0
    inside.follow(SWEEP_TIME + 9.0, False)
    assert inside.shapes is still, "nothing changes, nothing is made again"
    inside.play()
    inside.follow(SWEEP_TIME + 10.0, False)
    assert inside.phase == 0.0


def test_it_goes_through_all_iterations_and_over_the_ends_of_the_tick(inside):
    session, first = session_of(inside), inside.tick
    count = len(first.steps)
    assert count > 2
    for number in range(1, count):
        inside.go(1)
        assert inside.number == number
    inside.go(1)
    inside.follow(0.0, False)
    assert session.cursor == 0 and inside.number == 0 and inside.tick is not first
    inside.go(-1)
    inside.follow(0.0, False)
    assert session.cursor == 1 and inside.number == count - 1


def test_an_iteration_can_be_chosen_by_number_from_outside(inside):
    inside.toggle()
    inside.choose(1)
    inside.follow(0.0, False)
    assert inside.on and inside.number == 1 and inside.phase == 0.0


def test_at_the_newest_tick_it_stays_at_the_last_iteration(inside):
    session_of(inside).show_tick(0)
    inside.follow(0.0, False)
    for _ in range(40):
        inside.go(1)
    assert inside.number == len(inside.tick.steps) - 1 and session_of(inside).cursor == 0


def test_it_is_gone_when_the_game_goes_on_or_it_is_switched_off(inside):
    session_of(inside).go_on()
    inside.follow(0.0, False)
    assert inside.tick is None and inside.shapes is None
    session_of(inside).pause()
    inside.follow(0.0, False)
    assert inside.tick is not None
    inside.toggle()
    inside.follow(0.0, False)
    assert inside.tick is None


def test_one_pick_after_the_other(inside):
    sim, x, y, z = session_of(inside).sim, *session_of(inside).state.position
    for aside in (0.0, 1.0):
        inside.picked = pick(sim, 1, (x + aside, y, z), (0.0, 0.0, -1.0))
        inside.follow(SWEEP_TIME, False)
        lines = [shape for shape in inside.shapes if isinstance(shape, Polyline)]
        border = [shape for shape in lines if shape.colour == palette.PICKED]
        assert len(border) == 1 and np.allclose(border[0].points[:3], inside.picked.corners)


# The panel


@pytest.fixture(scope="module")
def studio():
    with Studio(SIZE) as studio:
        yield studio


def bounds(path, root):
    low, high = path.getTightBounds(root)
    return low.x, high.x, -high.z, -low.z


def test_every_iteration_fits_in_its_column(studio, inside):
    while True:
        inside.follow(0.0, False)
        canvas = Canvas(studio.overlay, SIZE)
        draw_beside(canvas, words_of(inside.tick, inside.number))
        left, right, top, bottom = bounds(canvas.root, studio.overlay)
        assert left >= 1280 - 14 - 422 and right <= 1280 - 12 and top >= 12 and bottom <= 720 - 10
        canvas.remove()
        before = inside.number, session_of(inside).cursor
        inside.go(1)
        if (inside.number, session_of(inside).cursor) == before:
            break


@pytest.mark.parametrize(
    "panel, across, widest", [(HIDDEN, WHOLE, 30), (BESIDE, WHOLE, 640), (LARGE, WHOLE, 1280), (BESIDE, (0.0, 0.5), 960)]
)
def test_the_panel_is_beside_large_or_hidden(studio, inside, panel, across, widest):
    shown = InspectorPanel(studio.overlay, SIZE)
    inside.panel = panel
    shown.show(inside, across, below=92)
    roots = shown._iteration.canvas.root, shown._cross.canvas.root
    lefts, rights = zip(*(bounds(root, studio.overlay)[:2] for root in roots if root.getNumChildren()))
    assert max(rights) - min(lefts) <= widest
    assert shown.covers(1200, 30) == (panel != HIDDEN and across == WHOLE) and shown.covers(300, 300) == (panel == LARGE)
    shown.show(None)
    assert not shown.visible and not any(root.getNumChildren() for root in roots)
    shown.remove()


def test_it_is_drawn_once(studio, inside):
    shown = InspectorPanel(studio.overlay, SIZE)
    shown.show(inside)
    before = list(shown._iteration.canvas.root.getChildren())
    inside.follow(SWEEP_TIME, False)
    shown.show(inside)
    assert list(shown._iteration.canvas.root.getChildren()) == before
    shown.remove()


def test_words_that_do_not_fit_say_so():
    lines = [("", str(number)) for number in range(9)]
    assert that_fit(lines, 9) == lines
    assert [text for _, text in that_fit(lines, 3)] == ["0", "1", "... and 7 lines more, in a larger window"]
