"""Scenario A. Falling and jumping over a level floor: closed forms of a parabola, at any tick rate."""

from math import sqrt

import pytest

from game.simulation import Ground, Intent
from tests.simulation.driving import GRAVITY, STILL, grounds, path, run, settled, simulate, walk
from tests.simulation.scenes import floor

RATES = (30, 60, 120, 240, 360, 480)
REST = 0.9 + 1e-4


def above(height, hz=60, **params):
    sim = simulate(floor(), hz=hz, **params)
    sim.teleport((0.0, 0.0, REST + height))
    return sim


@pytest.mark.parametrize("hz", RATES)
def test_falls_two_metres_and_rests(hz):
    sim = above(2.0, hz)
    assert sim.tick(STILL).after.ground == Ground.AIR
    run(sim, hz - 1)
    assert sim.state.ground == Ground.FLOOR
    assert sim.state.velocity == (0.0, 0.0, 0.0)
    assert sim.state.position == pytest.approx((0.0, 0.0, REST), abs=1e-6)


@pytest.mark.parametrize("hz", RATES)
def test_fall_is_the_exact_parabola(hz):
    sim = above(100.0, hz)
    for record in run(sim, hz):
        time = record.tick / hz
        assert record.after.position[2] == pytest.approx(REST + 100.0 - 0.5 * GRAVITY * time**2, abs=1e-9)
        assert record.after.velocity[2] == pytest.approx(-GRAVITY * time, abs=1e-9)


@pytest.mark.parametrize("hz", RATES)
def test_jump_of_one_metre_a_second(hz):
    sim = settled(simulate(floor(), hz=hz, jump_height=1.0 / (2.0 * GRAVITY)))
    before = sim.state.position
    first = sim.tick(Intent(jump=True)).after
    assert first.ground == Ground.AIR
    assert first.velocity == pytest.approx((0.0, 0.0, 1.0 - GRAVITY / hz), abs=1e-12)
    run(sim, hz)
    assert sim.state.ground == Ground.FLOOR
    assert sim.state.position == pytest.approx(before, abs=1e-6)


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("height", [0.3, 1.0, 2.5])
def test_jump_reaches_its_height(hz, height):
    sim = settled(simulate(floor(), hz=hz, jump_height=height))
    ground, flight = sim.state.position[2], 2.0 * sqrt(2.0 * height / GRAVITY)
    records = run(sim, 1, Intent(jump=True)) + run(sim, flight * hz)
    heights = [z - ground for _, _, z in path(records)]
    # The highest tick misses the vertex by at most half a tick of fall.
    assert height - 0.5 * GRAVITY * (0.5 / hz) ** 2 - 1e-9 <= max(heights) <= height + 1e-9


def test_held_jump_jumps_once():
    sim = settled(simulate(floor()))
    records = run(sim, 120, Intent(jump=True))
    assert sum(r.before.ground == Ground.FLOOR != r.after.ground for r in records) == 1


def test_jump_pressed_shortly_before_landing_is_remembered():
    sim = above(0.05)
    sim.tick(Intent(jump=True))
    assert max(z for _, _, z in path(run(sim, 40))) > REST + 0.9


def test_jump_pressed_long_before_landing_is_forgotten():
    sim = above(2.0)
    sim.tick(Intent(jump=True))
    assert grounds(run(sim, 60)[-20:]) == {Ground.FLOOR}


@pytest.mark.parametrize("hz", [60, 240])
@pytest.mark.parametrize("late, jumps", [(0.05, True), (0.15, False)])
def test_jump_just_after_leaving_a_ledge_still_counts(hz, late, jumps):
    sim = simulate(floor(0.0, high=(200.0, 0.0)), floor(-5.0), feet=(0.0, -1.0, 0.0), hz=hz)
    ahead = walk(0.0, 5.0)
    while sim.tick(ahead).after.ground == Ground.FLOOR or sim.state.tick == 1:
        pass
    left = run(sim, late * hz, ahead)
    height = sim.state.position[2]
    sim.tick(ahead._replace(jump=True))
    rise = max(z for _, _, z in path(run(sim, hz // 2, ahead))) - height
    assert grounds(left) == {Ground.AIR}
    assert (rise > 0.95) == jumps


def test_falling_ends_at_terminal_speed():
    sim = above(190.0, terminal_speed=20.0)
    assert run(sim, 300)[-1].after.velocity[2] == -20.0


def test_noise_of_standing_for_a_minute_is_nothing():
    sim = settled(simulate(floor()))
    assert set(path(run(sim, 3600))) == {sim.state.position}
