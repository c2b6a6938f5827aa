"""Twins in the window's own terms: switched on and off, given other rules, seen in a picture."""

from functools import partial

import numpy as np
import pytest

from game.app.session.play_session import Session
from game.app.teaching.teaching_views import BEGIN, TwinManager
from game.collision import Rules
from game.explain.tick_overlay import Switches
from game.level import load_level
from game.other_engines import rapier
from game.pictures.photographer import Photographer, PictureView
from game.simulation import Intent, Simulation, Twins


@pytest.fixture
def sim(level):
    return Simulation(level)


def walk(session, manager, ticks):
    """Walk straight ahead, with twins that follow in each tick."""
    for _ in range(ticks):
        session.step(partial(Intent, (0.0, 1.0)))
        manager.update()


def test_off_until_wanted(sim):
    manager, session = TwinManager(), Session(sim)
    manager.update()
    assert manager.twins is None
    assert manager.toggle(session) == BEGIN
    session.step(Intent)
    manager.update()
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
    walk(session, manager, 30)
    newest = manager.twins.between(session.record, session.part)
    session.scrub(-10)
    shown = manager.twins.between(session.record, session.part)
    assert shown[0][1].tick == 20 and shown[0][0] == shown[0][1].position and newest[0][1].tick == 30


def test_a_picture_shows_them(sim):
    twins = Twins(sim, ("no climb steps", "modern"))
    for _ in range(40):
        record = sim.tick(Intent((0.0, 1.0)))
    twins.update()
    pictures = []
    for shown in (None, twins):
        with Photographer(sim, (640, 360), Switches.none(), hud=False, view=PictureView(twins=shown)) as photographer:
            pictures.append(np.asarray(photographer.picture(record, third_person=True), int))
    changed = np.abs(pictures[0] - pictures[1]).max(axis=2) > 40
    assert changed[20:140, 20:270].mean() > 0.5  # the plot, in a low window's corner
    assert changed[:, 300:].sum() > 200  # and the twins themselves


def test_on_another_branch_they_walk_that_branch_and_back_again(sim):
    """The player's rules change under the last ticks, and are undone: the twins' own ways are not touched by it."""
    manager, session = TwinManager(), Session(sim)
    manager.toggle(session)
    walk(session, manager, 60)
    before = manager.twins.at(session.newest)
    session.scrub(-20)
    session.branch(rules=Rules.fauerby())
    manager.update()
    branched = manager.twins.at(session.newest)
    assert branched.states == before.states and branched.distances != before.distances
    session.undo()
    manager.update()
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


def test_another_engine_is_a_twin_of_the_same_switch(sim):
    manager, session = TwinManager(), Session(sim)
    manager.configure(["Bullet", "modern"], wanted=False)
    assert manager.toggle(session) == BEGIN
    walk(session, manager, 30)
    path = [moment.states for moment in manager.twins.span(0, 20)]
    session.scrub(-10)
    assert manager.twins.between(session.record, session.part)[0][1].tick == 20
    session.resume()
    session.advance(1 / 60, partial(Intent, (1.0, 0.0)))
    manager.update()
    assert [moment.states for moment in manager.twins.span(0, 20)] == path, "the path so far stays as it was"
    fresh = manager.twins.at(session.newest).states[0]
    assert fresh.tick == sim.state.tick and fresh.position == pytest.approx(sim.state.position, abs=0.1)


def test_it_is_said_what_another_engine_does_not_meet():
    manager, session = TwinManager(), Session(Simulation(load_level("gauntlet")))
    manager.configure(["modern", "Bullet"], wanted=False)
    assert manager.toggle(session)  == BEGIN + ". Bullet: no movers or volumes"


def test_where_no_engine_can_walk_one_line_says_so(sim):
    manager, session = TwinManager(), Session(Simulation(load_level("planet")))
    manager.configure(["Bullet", "modern"], wanted=False)
    for _ in range(2):  # the key says it again
        assert manager.toggle(session).startswith("Bullet cannot walk in planet: its gravity") and manager.twins is None
    assert manager.choose(0, 2, session) == "" and manager.choices[0] == "modern" and len(manager.twins) == 2
    manager.configure(["Bullet", "modern"], wanted=True)
    manager.begin(session.sim)
    assert manager.problem and not manager.twins
    manager.begin(sim)
    assert len(manager.twins) == 2 and manager.problem == ""


def test_without_rapier_the_next_choice_goes_on(sim, monkeypatch):
    monkeypatch.setattr(rapier, "installed", lambda: False)
    manager, session = TwinManager(), Session(sim)
    manager.configure(["Bullet", "modern"], wanted=True)
    assert "pip install rapier3d" in manager.choose(0, 1, session) and manager.twins is None
    assert manager.choose(0, 1, session) == "" and len(manager.twins) == 2
