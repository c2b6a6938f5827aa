"""Twins in the window's own terms: switched on and off, given other rules, seen in a picture."""

from functools import partial

import numpy as np
import pytest

from game.collision import Rules
from game.overlay import Switches
from game.simulation import Intent, Simulation, Twins
from game.view.pictures.photographer import Photographer, View
from game.view.teaching.twin_manager import TwinManager
from game.view.time_control import Session

from ..small_level import write_small_level


@pytest.fixture
def sim(tmp_path):
    from game.level import load_level

    return Simulation(load_level(write_small_level(tmp_path)))


def test_off_until_wanted(sim):
    manager, session = TwinManager(), Session(sim)
    manager.follow()
    assert manager.twins is None
    assert manager.toggle(session) == "twins: fauerby and thebigh"
    session.step(Intent)
    manager.follow()
    assert len(manager.twins.between(session.record, session.part)) == 2
    assert manager.toggle(session) == "twins: off" and manager.twins is None


def test_other_rules(sim):
    manager, session = TwinManager(), Session(sim)
    manager.choose(0, -1, session)
    assert manager.choices == ["modern", "thebigh"] and manager.twins is None
    manager.toggle(session)
    manager.choose(1, 1, session)
    assert [twin.choice for twin in manager.twins.all] == ["modern", "no exact contact"]
    manager.choices[0] = "no climb steps, no gravity lands"  # as a lesson may have it
    manager.choose(0, 1, session)
    assert manager.choices[0] == "modern"


def test_they_follow_what_the_session_shows(sim):
    manager, session = TwinManager(), Session(sim)
    manager.toggle(session)
    for _ in range(30):
        session.step(partial(Intent, (0.0, 1.0)))
        manager.follow()
    newest = manager.twins.between(session.record, session.part)
    session.scrub(-10)
    shown = manager.twins.between(session.record, session.part)
    assert shown[0][1].tick == 20 and shown[0][0] == shown[0][1].position and newest[0][1].tick == 30


def test_a_picture_shows_them(sim):
    twins = Twins(sim, ("no climb steps", "modern"))
    for _ in range(40):
        record = sim.tick(Intent((0.0, 1.0)))
    twins.follow()
    pictures = []
    for shown in (None, twins):
        with Photographer(sim, (640, 360), Switches.none(), hud=False, view=View(twins=shown)) as photographer:
            pictures.append(np.asarray(photographer.picture(record, third_person=True), int))
    changed = np.abs(pictures[0] - pictures[1]).max(axis=2) > 40
    assert changed[240:, :270].mean() > 0.5  # the plot, in a low window's corner
    assert changed[:200].sum() > 200  # and the twins themselves


def test_on_another_branch_they_walk_that_branch_and_back_again(sim):
    """The player's rules change under the last ticks, and are undone: the twins' own ways are not touched by it."""
    manager, session = TwinManager(), Session(sim)
    manager.toggle(session)
    for _ in range(60):
        session.step(partial(Intent, (0.0, 1.0)))
    manager.follow()
    before = manager.twins.at(session.newest)
    session.scrub(-20)
    session.branch(rules=Rules.fauerby())
    manager.follow()
    branched = manager.twins.at(session.newest)
    assert branched.states == before.states and branched.distances != before.distances
    session.undo()
    manager.follow()
    assert manager.twins.at(session.newest) == before


def test_while_time_stands_they_walk_the_same_run_by_other_rules(sim):
    manager, session = TwinManager(), Session(sim)
    for _ in range(30):
        session.step(partial(Intent, (0.0, 1.0)))
    session.scrub(-20)
    manager.toggle(session)  # beside the player as it is shown, in tick 10
    moments = manager.twins.span(0, 99)
    assert [moment.record.tick for moment in moments] == list(range(11, 31))
    manager.choose(0, 1, session)
    again = manager.twins.span(0, 99)
    assert manager.twins.start is session.state and len(again) == 20
    assert [moment.states[1] for moment in again] == [moment.states[1] for moment in moments]
