"""The Intents of single steps in a pause, and of a run that waits for the player."""

from types import SimpleNamespace

import pytest

from game.app.player_controls import Intents
from game.app.session.play_session import Session
from game.scene.look_and_spring_arm import Look
from game.simulation import Intent, Simulation
from tests.simulation.scenes import floor, level_of


def test_a_step_after_the_newest_tick_says_which_keys_it_repeats():
    """A newcomer had let all keys go before the step, and wondered why the player walked on."""
    session, shown = Session(Simulation(level_of(floor()))), []
    intents = Intents(session, None, None, None, shown.append)
    for intent, keys in (
        (Intent((0.0, 1.0)), "walk"),
        (Intent((1.0, 0.0), jump=True, run=True), "run, jump"),
        (Intent(run=True, crouch=True), "crouch"),
        (Intent(), "none"),
    ):
        session.advance(1.0 / 60.0, lambda intent=intent: intent)
        session.step(intents.repeat_last)
        assert session.record.intent == intent and shown.pop().endswith(f"the tick before: {keys}")
        session.scrub(-1)
        session.step(intents.repeat_last)
        assert not shown, "a stored tick is only shown"
        session.resume()


def test_a_step_of_a_script_repeats_nothing():
    session, shown = Session(Simulation(level_of(floor()))), []
    intents = Intents(session, None, None, None, shown.append)
    intents.play([Intent((0.0, 1.0))] * 3)
    session.pause()
    session.step(intents.repeat_last)
    assert session.record.intent.wish == (0.0, 1.0) and shown == []


@pytest.mark.parametrize("wish, keys", [((0.0, 1.0), ()), ((0.0, 0.0), ("jump",))])
def test_time_waits_until_the_player_wants_to_walk(wish, keys):
    """A newcomer left a lesson, and the clock of the run went on before a key was pressed."""
    session, held = Session(Simulation(level_of(floor()))), [(0.0, 0.0), ("run", "crouch")]
    controls = SimpleNamespace(wish=lambda heading: held[0], down=lambda key: key in held[1], clear_taps=lambda: None)
    intents = Intents(session, controls, Look(), SimpleNamespace(pop_actions=tuple), None)

    def ticks_of(frames):
        return sum(session.advance(1.0 / 60.0, intents.next) for _ in range(frames))

    assert ticks_of(30) >= 29
    intents.wait_for_walking()
    assert ticks_of(30) == 0 and session.live
    held[:] = wish, keys
    assert 1 <= ticks_of(2) <= 3
    held[:] = (0.0, 0.0), ()
    assert ticks_of(30) >= 29, "then it goes on"
    intents.wait_for_walking()
    intents.play(None)
    assert ticks_of(30) >= 29, "another level does not wait"
