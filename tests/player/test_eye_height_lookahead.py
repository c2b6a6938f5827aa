"""Eye prediction: what the solver says of the next moments is what then happens, and asking changes nothing."""

import pytest

from game.simulation import Ground, Intent
from game.simulation.view_smoothing import EyePrediction, eye_rise, mean
from tests.simulation.driving import run, settled, simulate, walk
from tests.simulation.scenes import box, floor, staircase, wall

AHEAD = walk(0.0, 5.0)


def climbing(hz=60, **options):
    return settled(simulate(staircase(8, 0.2, 0.3), feet=(0.0, -1.0, 0.0), hz=hz, **options))


def test_a_mean_height():
    assert mean([], 4) == 0.0
    assert mean([0.1] * 4, 4) == pytest.approx(0.2)
    assert mean([0.4], 4) == pytest.approx(0.4 * 3.5 / 4)


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_it_is_what_then_happens(hz):
    sim = climbing(hz)
    records = run(sim, 0.9 * hz, AHEAD)
    prediction, ticks = EyePrediction(sim, 0.16), round(0.16 * hz)
    climbs = [eye_rise(record.before, record.after, record.ride, record.params) for record in records]
    for i, record in enumerate(records[:-ticks]):
        assert prediction.mean_rise(record) == mean(climbs[i + 1 : i + 1 + ticks], ticks)
    assert sum(climbs) > 0.8


def test_a_correct_prediction_is_extended_by_one_tick(monkeypatch):
    sim = climbing()
    prediction, asked, ask = EyePrediction(sim, 0.16), [], sim.predict
    monkeypatch.setattr(sim, "predict", lambda *before: asked.append(before) or ask(*before))
    for intent, most in [(AHEAD, 10), (AHEAD, 1), (AHEAD, 1), (Intent(), 10), (Intent(), 1)]:
        record = sim.tick(intent)
        asked.clear()
        prediction.mean_rise(record)
        assert len(asked) == most


def test_asking_changes_nothing_of_the_run():
    hashes = []
    for watched in (False, True):
        sim = climbing()
        prediction = EyePrediction(sim, 0.16)
        for i in range(60):
            record = sim.tick(walk(1.0 if i % 7 else -1.0, 4.9))
            if watched:
                prediction.mean_rise(record)
        hashes.append((sim.state_hash(), len(sim.history)))
    assert hashes[0] == hashes[1]


def test_the_prediction_ends_at_the_end_of_the_floor():
    """A ledge of 3 m: the eyes only sink as far as the body does while it rolls over the edge."""
    sim = settled(simulate(floor(-3.0), box((-3.0, -5.0, -3.0), (3.0, 0.0, 0.0)), feet=(0.0, -1.0, 0.0)))
    found = [EyePrediction(sim, 0.16).mean_rise(record) for record in run(sim, 40, AHEAD)]
    assert sim.state.ground == Ground.AIR and found[-1] == 0.0
    assert -0.9 < min(found) < 0.0


def test_obstacles_stop_the_prediction():
    sim = settled(simulate(staircase(8, 0.2, 0.3), wall(0.0, -0.5), feet=(0.0, -1.0, 0.0)))
    assert {EyePrediction(sim, 0.16).mean_rise(record) for record in run(sim, 30, AHEAD)} == {0.0}


def test_changed_params_end_the_prediction():
    sim = climbing()
    records = run(sim, 8, AHEAD)
    assert EyePrediction(sim, 0.16).mean_rise(records[-1]) > 0.0
    sim.set_params(sim.params.with_feel("smooth"))
    assert EyePrediction(sim, 0.16).mean_rise(records[-1]) == 0.0
