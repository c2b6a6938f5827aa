"""Branches of a run: going on at an older tick, other rules at a tick, and undoing both."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from game.app.session.play_session import MOST, Session
from game.collision import Rules
from game.core.input_errors import InputError
from game.explain.rule_explanations import CLIMBS
from game.level import load_level
from game.simulation import Intent, Recording, Simulation, parse_script


@pytest.fixture(scope="module")
def stairs():
    return load_level("stairs")


@pytest.fixture
def session(stairs):
    """Paused, half way up."""
    session = Session(Simulation(stairs))
    intents = parse_script("20 forward=1\n60 heading=4 forward=1 right=0.2 run\n1 forward=1 jump\n40 forward=1").intents()
    for intent in intents:
        session.step(partial(Intent, *intent))
    return session


def run_of(session):
    return session.sim.state_hash(), session.state, session.cursor, len(session.sim.history), session.rules


def test_going_on_at_an_older_tick_can_be_undone(session):
    session.scrub(-30)
    before = run_of(session)
    session.resume()
    for _ in range(50):
        session.advance(1 / 60, Intent)
    session.undo()
    assert session.paused and run_of(session) == before
    session.show_tick(0)
    assert session.state.tick == 121


def test_other_rules_play_the_tick_shown_and_all_after_it_again(session):
    old = list(session.sim.history)
    session.scrub(-40)
    session.branch(rules=Rules.fauerby())
    new = list(session.sim.history)
    assert session.cursor == 40 and len(new) == len(old)
    assert all(a is b for a, b in zip(old[:80], new))
    assert session.record.rules == session.rules == session.params.on(Rules.fauerby())
    assert [record.intent for record in new] == [record.intent for record in old]
    assert new[80].before == old[80].before and new[-1].after.position != old[-1].after.position


def test_it_is_what_would_have_happened(session, stairs):
    """The branch is the run of a player with the other rules from that tick on."""
    session.scrub(-40)
    session.branch(rules=Rules.thebigh())
    other = Simulation(stairs)
    for number, record in enumerate(session.sim.history):
        if number == 80:
            other.set_rules(Rules.thebigh())
        other.tick(record.intent)
    assert other.state_hash() == session.sim.state_hash()
    recording = Recording.of(session.sim)
    assert recording.verify(stairs) == (True, session.sim.state_hash())


@pytest.mark.parametrize("seed", range(4))
def test_every_undo_brings_back_the_run_as_it_was_and_redo_the_one_undone(session, seed):
    """Through random branches of all kinds, in the order in which they were made, and forward again."""
    random, seen = Random(seed), []
    for _ in range(MOST):
        session.show_tick(random.randrange(1, len(session.sim.history)))
        seen.append((run_of(session), session.branches.forks))
        kind = random.choice(("rules", "params", "hz", "go on"))
        if kind == "rules":
            session.branch(rules=random.choice((Rules.fauerby(), Rules.thebigh())))
        elif kind == "params":
            session.branch(params=replace(session.params, radii=(0.3, 0.3, random.uniform(0.6, 1.0))))
        elif kind == "hz":
            session.branch(hz=random.choice((30, 120, 240)))
        else:
            session.resume()
        session.step(lambda: Intent((0.0, 1.0)))
    undone = []
    while seen:
        undone.append((run_of(session), session.branches.forks))
        assert session.undo() and (run_of(session), session.branches.forks) == seen.pop()
    assert not session.undo()
    while undone:
        assert session.redo() and (run_of(session), session.branches.forks) == undone.pop()
    assert not session.redo()


def test_a_new_branch_leaves_nothing_to_redo(session):
    session.branch(rules=Rules.fauerby())
    session.undo()
    session.branch(rules=Rules.thebigh())
    assert not session.redo() and session.undo() and session.redo()


@pytest.mark.parametrize("name", ["stairs", "platforms", "lab"])
def test_a_start_again_can_be_undone_as_often_as_it_was_made(name):
    """The key sheet promised it, and after R the message was "there is no run before this one"."""
    session = Session(Simulation(load_level(name)))
    start, walked, seen = session.sim.level.spawn.at, Intent((0.0, 1.0)), []
    begins = session.restart, lambda: session.begin_at(start, 90.0), lambda: session.move_eye_to((0, 0, 2), 1.0)
    for begin in begins:
        for _ in range(20):
            session.advance(1 / 60, lambda: walked)
        session.branch(rules=Rules.fauerby())
        session.show_tick(3)
        seen.append((run_of(session), session.branches.forks))
        begin()
        assert session.live and not session.sim.history and session.branches.forks == ()
        session.restart()
    assert session.undo() and session.paused, "a run without ticks is nothing to go back to"
    for before in reversed(seen):
        assert (run_of(session), session.branches.forks) == before
        ticks = len(session.sim.history)
        session.resume()
        session.step(lambda: walked)
        assert len(session.sim.history) == ticks - 3 + 1 and session.undo() and session.undo() == (before is not seen[0])


def test_only_so_many_branches_are_kept(session):
    for _ in range(MOST + 3):
        session.branch(rules=Rules.fauerby())
    assert len(session.branches) == MOST


def test_while_playing_rules_change_from_the_next_tick_on(session):
    session.resume()
    newest = session.record
    session.branch(rules=Rules.fauerby())
    assert session.record is newest and session.live and not len(session.branches)
    session.advance(1 / 60, Intent)
    assert session.record.rules == session.rules == session.params.on(Rules.fauerby())


def test_a_run_that_starts_again_has_left_no_other(session):
    session.branch(rules=Rules.fauerby())
    session.restart()
    assert session.branches.forks == () and session.undo() and session.branches.forks != ()


def test_forks_are_the_ticks_where_the_run_left_another(session):
    session.show_tick(40)
    session.branch(rules=Rules.fauerby())
    session.show_tick(20)
    session.resume()
    assert session.branches.forks == (80, 101)
    session.pause()
    session.show_tick(50)
    session.resume()
    assert session.branches.forks == (51,)


# Another tick rate


def test_another_rate_plays_the_same_time_again(session):
    session.show_tick(40)
    shown, newest = session.state, session.sim.state
    session.branch(hz=120)
    assert session.sim.hz == 120 and session.state.tick == 2 * shown.tick and session.sim.state.tick == 2 * newest.tick
    assert session.sim.state.position == pytest.approx(newest.position, abs=0.3)


def test_a_rate_that_no_tick_remembered_has_is_refused(stairs):
    session = Session(Simulation(stairs, history=20))
    for _ in range(50):
        session.step(Intent)
    before = run_of(session)
    with pytest.raises(InputError, match="61 ticks a second: no remembered tick"):
        session.branch(hz=61)
    with pytest.raises(InputError, match="between 30 and 480"):
        session.branch(hz=20)
    assert run_of(session) == before and not len(session.branches)


def test_a_refused_rate_leaves_what_can_be_redone(session):
    session.branch(rules=Rules.fauerby())
    branched = run_of(session)
    session.undo()
    with pytest.raises(InputError):
        session.branch(hz=20)
    session.redo()
    assert run_of(session) == branched


def test_a_trial_without_a_rule_ends_with_the_run_as_it_was(session):
    session.scrub(-70)
    before = run_of(session)
    far = session.begin_trial(CLIMBS)
    assert session.trial is CLIMBS and not session.rules.climb_steps and far > 0.3, "without steps it is slower"
    session.end_trial()
    assert session.trial is None and run_of(session) == before


def test_playing_on_ends_a_trial(session):
    """Later stairs were climbed without steps, and nothing said why."""
    session.scrub(-70)
    session.begin_trial(CLIMBS)
    session.resume()
    assert session.live and session.trial is None and session.sim.rules.climb_steps


@pytest.mark.parametrize("change", [
    lambda session: session.restart(),
    lambda session: session.begin_at((0.0, 0.0, 0.0), 0.0),
    lambda session: session.move_eye_to((0.0, 0.0, 2.0), 0.0),
    lambda session: session.branch(rules=replace(Rules.modern(), keep_planes=False)),
    lambda session: session.branch(hz=30),
    lambda session: (session.undo(), session.redo()),
    lambda session: (session.end_trial(), session.redo()),
])  # fmt: skip
def test_nothing_leaves_a_rule_off_after_a_trial(session, change):
    """After a restart in the middle of a trial, the rule was off for good."""
    session.scrub(-70)
    session.begin_trial(CLIMBS)
    change(session)
    session.end_trial()
    assert session.trial is None and session.rules.climb_steps
    session.resume()
    assert session.rules.climb_steps
