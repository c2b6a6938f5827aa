"""Twins in the window's own terms: switched on and off, given other rules, seen in a picture."""

from functools import partial

import numpy as np
import pytest

from game.collision import Rules
from game.overlay import Switches
from game.simulation import Intent, Simulation, Twins
from game.view.pictures.photographer import Photographer
from game.view.session import Session
from game.view.teaching.twin_manager import TwinKeeper

from ..small_level import write_small_level


@pytest.fixture
def sim(tmp_path):
    from game.level import load_level

    return Simulation(load_level(write_small_level(tmp_path)))


def test_off_until_wanted(sim):
    keeper, session = TwinKeeper(), Session(sim)
    keeper.follow()
    assert keeper.twins is None and keeper.between(session) is None
    assert keeper.toggle(session) == "twins: fauerby and thebigh"
    session.step(Intent)
    keeper.follow()
    assert len(keeper.between(session)) == 2
    assert keeper.toggle(session) == "twins: off" and keeper.twins is None


def test_other_rules(sim):
    keeper, session = TwinKeeper(), Session(sim)
    keeper.choose(0, -1, session)
    assert keeper.choices == ["modern", "thebigh"] and keeper.twins is None
    keeper.toggle(session)
    keeper.choose(1, 1, session)
    assert [twin.choice for twin in keeper.twins.all] == ["modern", "no exact contact"]
    keeper.choices[0] = "no climb steps, no gravity lands"  # as a lesson may have it
    keeper.choose(0, 1, session)
    assert keeper.choices[0] == "modern"


def test_they_follow_what_the_session_shows(sim):
    keeper, session = TwinKeeper(), Session(sim)
    keeper.toggle(session)
    for _ in range(30):
        session.step(partial(Intent, (0.0, 1.0)))
        keeper.follow()
    newest = keeper.between(session)
    session.scrub(-10)
    shown = keeper.between(session)
    assert shown[0][1].tick == 20 and shown[0][0] == shown[0][1].position and newest[0][1].tick == 30


def test_a_picture_shows_them(sim):
    twins = Twins(sim, ("no climb steps", "modern"))
    for _ in range(40):
        record = sim.tick(Intent((0.0, 1.0)))
    twins.follow()
    pictures = []
    for shown in (None, twins):
        with Photographer(sim, (640, 360), Switches.none(), hud=False, twins=shown) as photographer:
            pictures.append(np.asarray(photographer.picture(record, third_person=True), int))
    changed = np.abs(pictures[0] - pictures[1]).max(axis=2) > 40
    assert changed[240:, :270].mean() > 0.5  # the plot, in a low window's corner
    assert changed[:200].sum() > 200  # and somebody


def test_on_another_branch_they_walk_that_branch_and_back_again(sim):
    """The player's rules change under the last ticks, and are undone: the twins' own ways are not touched by it."""
    keeper, session = TwinKeeper(), Session(sim)
    keeper.toggle(session)
    for _ in range(60):
        session.step(partial(Intent, (0.0, 1.0)))
    keeper.follow()
    before = keeper.twins.at(session.newest)
    session.scrub(-20)
    session.branch(rules=Rules.fauerby())
    keeper.follow()
    branched = keeper.twins.at(session.newest)
    assert branched.states == before.states and branched.distances != before.distances
    session.undo()
    keeper.follow()
    assert keeper.twins.at(session.newest) == before


def test_while_time_stands_they_walk_the_same_run_by_other_rules(sim):
    keeper, session = TwinKeeper(), Session(sim)
    for _ in range(30):
        session.step(partial(Intent, (0.0, 1.0)))
    session.scrub(-20)
    keeper.toggle(session)  # beside the player as he is shown, in tick 10
    moments = keeper.twins.span(0, 99)
    assert [moment.record.tick for moment in moments] == list(range(11, 31))
    keeper.choose(0, 1, session)
    again = keeper.twins.span(0, 99)
    assert keeper.twins.start is session.state and len(again) == 20
    assert [moment.states[1] for moment in again] == [moment.states[1] for moment in moments]
