"""The Intents of single steps in a pause."""

from game.simulation import Intent, Simulation
from game.view.input.intent_source import Intents
from game.view.play_session import Session
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
