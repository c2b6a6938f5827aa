"""Panels that are shown at the same time do not overlap, in no window: their rectangles are computed, nothing is drawn."""

from itertools import combinations, product
from types import SimpleNamespace

import pytest
from panda3d.core import NodePath

from game.lesson import lesson_names, load_lesson
from game.level import load_level
from game.level.volume import Checkpoint, Finish, Volume
from game.overlay import Switches
from game.simulation import Intent, Simulation, Twins
from game.view.panels.distance_panel import DistancePanel
from game.view.panels.hud.hud_panel import HudPanel
from game.view.panels.hud.key_hints import HIDDEN_POINTER, INSIDE, PAUSED, PLAYING
from game.view.panels.hud.status_line import Status
from game.view.panels.inspector_panel import InspectorPanel
from game.view.panels.layout.panel_priority import hide_overlapped, overlap, rectangles_of
from game.view.panels.timeline_panel import TimelinePanel
from game.view.race.best_runs import BestRun
from game.view.race.race_results import RaceResult
from game.view.race.timer_panel import TimerPanel
from game.view.teaching.lesson_panel import LessonPanel, Reading
from game.view.teaching.tick_inspector import BESIDE, TickInspector
from game.view.time_control import Session

from ..small_level import write_small_level

SMALL = (640, 360)
SIZES = ((1280, 720), (1920, 1080), SMALL)
MESSAGE = "the memory is full: recorded 120.0 s in out/recording-001.txt, and some more words"
TOGETHER = ({"timeline", "timeline front"},)  # two layers of one panel


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    """(Session paused in front of the first step, its TickInspector, its Twins): the tick with the most iterations."""
    session = Session(Simulation(load_level(str(write_small_level(tmp_path_factory.mktemp("level"))))))
    twins = Twins(session.sim, ("fauerby", "no climb steps"))
    for _ in range(80):
        session.advance(1 / 60, lambda: Intent((0.0, 1.0)))
        twins.follow()
    busiest = max(session.sim.history, key=lambda record: len(record.trace.steps))
    session.show_tick(session.state.tick - busiest.tick)
    inside = TickInspector(session, None, None)
    inside.toggle()
    inside.follow(0.0, False)
    inside.panel = BESIDE
    return session, inside, twins


def shown(root, size):
    """{name: its rectangles} of the canvases that are to be seen. None overlaps another one's."""
    hide_overlapped(root, size)
    found = {c.getName(): rectangles_of(root, c) for c in root.getChildren() if not c.isHidden() and c.getName() != "crosshair"}
    found = {name: rectangles for name, rectangles in found.items() if rectangles}
    pairs = [pair for pair in combinations(found, 2) if set(pair) not in TOGETHER]
    assert not [(a, b) for a, b in pairs if any(overlap(*both) for both in product(found[a], found[b]))]
    for name, (left, right, top, bottom) in ((name, one) for name, rectangles in found.items() for one in rectangles):
        assert left >= 0 and right <= size[0] and top >= 0
        assert bottom <= size[1] or (name, size) == ("inside", SMALL), "its words are cut off there; F3 makes it large"
    return set(found)


def timer(root, size, session):
    """The clock of a finished run, with its card."""
    level = SimpleNamespace(volumes=[Volume("checkpoint", Checkpoint(), (0, 0, 0), 0.0, 1.0)])
    finish, splits = Finish(10.0, 20.0, 30.0), tuple((number, 3.0 * number) for number in range(4))
    best = BestRun("0", 62.35, 0.05, (), splits)
    tracker = SimpleNamespace(finish=finish, best=best, level=level, result=RaceResult(59.4, splits, best, True, finish))
    TimerPanel(root, size).show(session.state._replace(started=0, finished=3564), 60, tracker)


def hud(root, size, session, switches, **status):
    panel = HudPanel(root, size)
    panel.show(session.sim, session.record, switches, Status(message=MESSAGE, **status))
    return panel


@pytest.mark.parametrize("size", SIZES)
def test_playing(walked, size):
    (session, _, twins), root = walked, NodePath("window")
    hud(root, size, session, Switches.all(), hint=PLAYING)
    timer(root, size, session)
    DistancePanel(root, size).show(twins, session.record, session.newest, 60)
    assert (shown(root, size) >= {"bottom", "timer"}) if size == SMALL else (len(shown(root, size)) == 6)


@pytest.mark.parametrize("size", SIZES)
def test_paused(walked, size):
    (session, _, twins), root = walked, NodePath("window")
    hud(root, size, session, Switches.all(), paused=True, hint="\n".join((PAUSED, HIDDEN_POINTER)))
    timer(root, size, session)
    TimelinePanel(root, size).show(session)
    DistancePanel(root, size).show(twins, session.record, session.newest, 60)
    assert (shown(root, size) >= {"timeline", "timeline front", "bottom"}) if size == SMALL else (len(shown(root, size)) == 9)


@pytest.mark.parametrize("size", SIZES)
def test_inside_a_tick(walked, size):
    (session, inside, twins), root = walked, NodePath("window")
    hud(root, size, session, Switches.all(), paused=True, iteration=0, hint="\n".join((PAUSED, INSIDE)))
    timer(root, size, session)
    TimelinePanel(root, size).show(session)
    DistancePanel(root, size).show(twins, session.record, session.newest, 60)
    InspectorPanel(root, size).show(inside)
    assert (shown(root, size) >= {"inside"}) if size == SMALL else (len(shown(root, size)) == 9)


@pytest.mark.parametrize("size", SIZES)
def test_a_lesson(walked, size):
    (session, inside, _), root = walked, NodePath("window")
    hud(root, size, session, Switches.all(), paused=True, iteration=0).set_numbers_visible(False)
    TimelinePanel(root, size).show(session)
    InspectorPanel(root, size).show(inside)
    pages = [Reading(lesson, number) for lesson in map(load_lesson, lesson_names()) for number in range(len(lesson.pages))]
    LessonPanel(root, size).show(max(pages, key=lambda reading: sum(map(len, reading.page.text))))
    assert shown(root, size) >= ({"lesson"} if size == SMALL else {"lesson", "inside", "timeline", "bottom"})
