"""Panels that are shown at the same time do not overlap, in no window: their rectangles are computed, nothing is drawn."""

from itertools import combinations, product
from types import SimpleNamespace

import pytest
from panda3d.core import NodePath

from game.app.panels.race_panels import TimerPanel
from game.app.panels.timeline_panel import TimelinePanel
from game.app.panels.user_interface import PLAYING, presses_to_usual
from game.app.session.play_session import Session
from game.app.session.race import RaceResult
from game.app.session.saved_progress import BestRun
from game.app.teaching.teaching_views import BEGIN
from game.collision import Rules
from game.explain.tick_overlay import Switches, legend
from game.level import load_level
from game.level.contents.volume import Checkpoint, Finish, Volume
from game.panels.canvas import set_text_size
from game.panels.hud_panel import MARGIN, DistancePanel, HintPanel, HudPanel, MessagePanel
from game.panels.panel import hide_overlapped, overlap, rectangles_of
from game.panels.side_panel import SidePanel
from game.panels.tick_and_iteration_content import tick_sheet
from game.simulation import Intent, Simulation, Twins
from tests.app.small_level import write_small_level

SMALL = (640, 360)
SIZES = ((1280, 720), (1920, 1080), SMALL)
MESSAGE = "the memory is full: recorded 120.0 s in out/recording-001.txt, and some more words"
TOGETHER = ({"timeline", "timeline front"}, {"side", "timeline"}, {"side", "timeline front"})  # layers: their texts are apart


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    """(Session paused in front of the first step, its Twins): the tick with the most iterations."""
    session = Session(Simulation(load_level(str(write_small_level(tmp_path_factory.mktemp("level"))))))
    twins = Twins(session.sim, ("fauerby", "no climb steps"))
    for _ in range(80):
        session.advance(1 / 60, lambda: Intent((0.0, 1.0)))
        twins.update()
    busiest = max(session.sim.history, key=lambda record: len(record.trace.iterations))
    session.show_tick(session.state.tick - busiest.tick)
    return session, twins


def shown(root, size):
    """{name: its rectangles} of the canvases that are to be seen. None overlaps another one's."""
    hide_overlapped(root, size[1])
    found = {c.getName(): rectangles_of(root, c) for c in root.getChildren() if not c.isHidden() and c.getName() != "crosshair"}
    found = {name: rectangles for name, rectangles in found.items() if rectangles}
    pairs = [pair for pair in combinations(found, 2) if set(pair) not in TOGETHER]
    assert not [(a, b) for a, b in pairs if any(overlap(*both) for both in product(found[a], found[b]))]
    for name, (left, right, top, bottom) in ((name, one) for name, rectangles in found.items() for one in rectangles):
        assert left >= 0 and right <= size[0] + 3 and top >= 0 and bottom <= size[1] + 3, name
    return set(found)


def timer(root, size, session):
    """The clock of a finished run, with its card. Return its lower end [units]."""
    level = SimpleNamespace(volumes=[Volume("checkpoint", Checkpoint(), (0, 0, 0), 0.0, 1.0)])
    finish, splits = Finish(10.0, 20.0, 30.0), tuple((number, 3.0 * number) for number in range(4))
    best = BestRun("0", 62.35, 0.05, (), splits)
    tracker = SimpleNamespace(
        finish=finish, best=best, ghost=best, rival=None, ghost_name="gold", level=level, reason="",
        result=RaceResult(59.4, splits, best, "", finish)
    )
    panel = TimerPanel(root, size)
    panel.show(session.state.replace(started=0, finished=3564), 60, tracker)
    return panel.bottom


@pytest.mark.parametrize("size", SIZES)
def test_playing_with_everything_asked_for(walked, size):
    (session, twins), root = walked, NodePath("window")
    below = timer(root, size, session)
    HudPanel(root, size).show(session.sim, session.record, legend(Switches.all(), session.record), top=below + MARGIN)
    MessagePanel(root, size).show((MESSAGE, 0.0, 1.0, 1.0))
    HintPanel(root, size).show((PLAYING, "0:20", "printed rules (Fauerby's paper)", presses_to_usual(Rules.named("fauerby"))))
    DistancePanel(root, size).put(twins, session.record, session.newest, 60)
    found = shown(root, size)
    assert found >= {"message", "timer"} and (size == SMALL or found >= {"hud", "legend"})


@pytest.mark.parametrize("text", [1.0, 1.25])
@pytest.mark.parametrize("message", [BEGIN, MESSAGE])
def test_messages_and_key_hints_leave_the_plot_of_the_twins_visible(walked, message, text):
    """The plot was in their place, and was hidden for as long as each of them was shown."""
    (session, twins), root, size = walked, NodePath("window"), (1280, 720)
    set_text_size(root, text)
    MessagePanel(root, size).show((message, 0.0, 1.0, 1.0))
    HintPanel(root, size).show(("", "0:20", "", ""))
    hud = HudPanel(root, size)
    hud.show(session.sim, session.record if text == 1.0 else None, ())
    DistancePanel(root, size).put(twins, session.record, session.newest, 60, hud.bottom)
    assert shown(root, size) >= {"message", "distances"} | ({"hud"} if text == 1.0 else set())


@pytest.mark.parametrize("size", SIZES)
def test_walking_shows_a_hint_alone(walked, size):
    root = NodePath("window")
    HudPanel(root, size).show(walked[0].sim, None, ())
    HintPanel(root, size).show((PLAYING, "", "", ""))
    assert shown(root, size) == {"hint"}


@pytest.mark.parametrize("size", SIZES)
def test_paused(walked, size):
    (session, twins), root = walked, NodePath("window")
    SidePanel(root, size).show(tick_sheet(session, legend(Switches.all(), session.record), True, twins))
    TimelinePanel(root, size).show(session)
    timer(root, size, session)
    MessagePanel(root, size).show((MESSAGE, 0.0, 0.66, 0.9))
    assert shown(root, size) >= {"side", "timeline", "timeline front", "message"}
