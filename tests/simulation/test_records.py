"""Each record keeps what its own tick went by, whatever later ticks go by."""

from dataclasses import replace
from math import cos, radians

import pytest

from game.collision import Rules
from game.collision.rules import COMPILED_SWITCHES, SLOPE_ROUNDING
from game.core.input_errors import InputError
from game.core.vec3 import UP
from game.simulation import Ground, Intent, PlayerParams, Simulation
from game.simulation.view_smoothing import EyePrediction
from tests.simulation.driving import run, simulate, walk
from tests.simulation.scenes import floor, slope, stairs, wall

CHANGES = [
    lambda sim: sim.set_rules(replace(sim.rules, max_iterations=5)),
    lambda sim: sim.set_params(sim.params.with_feel("smooth")),
    lambda sim: sim.set_params(PlayerParams(radii=(0.5, 0.3, 0.8), max_slope=radians(40.0))),
    lambda sim: sim.set_rules(Rules.thebigh()),
    lambda sim: sim.set_params(PlayerParams(radii=(0.3, 0.3, 0.6), step_up=0.2, skin=2e-4)),
    lambda sim: sim.set_rules(Rules.fauerby()),
    lambda sim: sim.set_rules(Rules.modern()),
    lambda sim: sim.set_params(PlayerParams()),
]
INTENTS = [Intent((0.0, 1.0)), Intent((0.7, 0.7), heading=0.4), Intent((0.0, -1.0), crouch=True), Intent((0.0, 1.0), jump=True)]


def changing_run():
    """(simulation, [(rules, params, settings)] of each tick, copied at its end): up and down slopes and stairs."""
    sim, held = simulate(floor(), slope(20.0), stairs(6, 0.3, 0.4, start=6.0), wall(0.0, 9.0)), []
    for number in range(160):
        if number % 10 == 9:
            CHANGES[number // 10 % len(CHANGES)](sim)
        held.append((sim.rules, sim.params))
        record = sim.tick(INTENTS[number // 7 % len(INTENTS)])
        held[-1] += (record.trace.settings.copy(),)
    return sim, held


def test_records_keep_the_rules_parameters_and_settings_of_their_tick():
    sim, held = changing_run()
    floors = {tuple(settings[0]["floor_normal"]) for _, _, settings in held}
    assert len({rules for rules, _, _ in held}) > 5 and len(floors) > 3
    for record, (rules, params, settings) in zip(sim.history, held, strict=True):
        assert (record.rules, record.params) == (rules, params)
        assert record.trace.settings == settings


def test_the_settings_of_a_record_are_those_of_its_rules_and_state():
    sim, _ = changing_run()
    for record in sim.history:
        settings, before = record.trace.settings[0], record.before
        for name in (*COMPILED_SWITCHES, "skin", "very_close", "climb", "max_iterations"):
            assert settings[name] == getattr(record.rules, name)
        assert settings["walkable_cos"] == pytest.approx(cos(record.rules.max_slope + SLOPE_ROUNDING), abs=1e-12)
        if before.crouched == record.after.crouched == 0.0 and not record.rules.turn_body:
            assert tuple(settings["space"]) == record.body.space and tuple(settings["extents"]) == record.body.extents
        walks = before.ground == Ground.FLOOR and record.rules.climb_steps and not record.intent.jump
        if walks or before.ground != Ground.FLOOR:
            assert tuple(settings["floor_normal"]) == (before.normal if walks else UP)


def test_predictions_change_no_record():
    """The eyes look ahead with the same room to work in."""
    sim = simulate(floor(), slope(20.0))
    prediction = EyePrediction(sim, 0.5)
    for _ in range(40):
        record = sim.tick(walk(0.0, 5.0))
        settings = record.trace.settings.copy()
        prediction.mean_rise(record)
        assert record.trace.settings == settings


@pytest.mark.parametrize("history", [1.5, -1, 10**30, pytest.param(10**5000, id="long"), "many", None, float("nan")])
def test_a_history_that_is_no_number_of_records_is_refused(history):
    with pytest.raises(InputError, match="history must be a whole number of records, 0 to 1000000000$"):
        Simulation(simulate(floor()).level, history=history)


def test_no_history_is_one_record():
    sim = Simulation(simulate(floor()).level, history=0)
    run(sim, 3)
    assert [record.tick for record in sim.history] == [3]
