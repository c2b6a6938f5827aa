"""Switches of the rules in a walk: the two that are the player's, and gravity in one pass with the way."""

from dataclasses import replace
from math import pi, radians, sin

import pytest

from game.collision import Rules
from game.simulation import Ground, Intent, PlayerParams, Simulation
from tests.shipped_levels import shipped
from tests.simulation.driving import GRAVITY, apart, on_slope, simulate
from tests.simulation.scenes import slope, staircase

MODERN = Rules.modern()
TOGETHER = replace(MODERN, separate_gravity=False)
FORWARD = Intent((0.0, 1.0))


def stairs(switch, on, **params):
    return Simulation(shipped("stairs"), PlayerParams(**params), replace(MODERN, **{switch: on}))


def test_climb_steps():
    """Up the ten steps and down again: with it on the floor in every tick, without it in the air between treads."""
    grounds = {}
    for on in (True, False):
        sim = stairs("climb_steps", on)
        up = [sim.tick(FORWARD).after.ground for _ in range(85)]
        down = [sim.tick(Intent((0.0, -1.0))).after.ground for _ in range(85)]
        grounds[on] = up + down
    assert set(grounds[True]) == {Ground.FLOOR}
    assert grounds[False].count(Ground.AIR) > 10


@pytest.mark.parametrize("on, half_width", [(True, 0.2), (False, 0.7)])
def test_turn_body(on, half_width):
    """A body wider than deep looks along the wall of the hall at x = 24 that it walks at: turned, it comes closer."""
    sim = stairs("turn_body", on, radii=(0.7, 0.2, 0.9))
    sim.begin_at((20.0, -6.0, 0.0), heading=-90.0)
    for _ in range(120):
        sim.tick(Intent((1.0, 0.0), heading=-pi / 2))
    assert 24.0 - sim.state.position[0] == pytest.approx(half_width, abs=1e-3)


def speed_on_slope(degrees, rules, hz, wish):
    """[m/s] along the slope, after the first tick, in which the floor is found."""
    sim = Simulation(on_slope(degrees, slope(degrees)).level, rules=rules, hz=hz)
    sim.teleport(on_slope(degrees, slope(degrees)).state.position)
    starts = [sim.tick(Intent((0.0, wish))).after.position for _ in range(hz + 1)]
    return apart(starts[0], starts[-1])


@pytest.mark.parametrize("hz", [30, 60])
@pytest.mark.parametrize("degrees", [20.0, 30.0, 40.0])
def test_gravity_in_one_pass_slows_up_a_slope_and_slides_down(degrees, hz):
    """Each tick it takes a fall from rest, half g times the tick squared, along the slope; by itself it lands."""
    lost = 0.5 * GRAVITY / hz * sin(radians(degrees))
    assert speed_on_slope(degrees, MODERN, hz, 1.0) == pytest.approx(5.0, abs=1e-6)
    assert speed_on_slope(degrees, TOGETHER, hz, 1.0) == pytest.approx(5.0 - lost, abs=1e-6)
    assert speed_on_slope(degrees, MODERN, hz, 0.0) == pytest.approx(0.0, abs=1e-9)
    assert speed_on_slope(degrees, TOGETHER, hz, 0.0) == pytest.approx(lost, abs=1e-6)


def ticks_up_stairs(rules, pull):
    """Number of ticks for twenty steps without stepping up. gravity [m/s2]"""
    level = simulate(staircase(20, 0.18, 0.28), feet=(0.0, -0.5, 0.0)).level
    sim = Simulation(level, PlayerParams(gravity=pull), replace(rules, climb_steps=False))
    while sim.state.position[1] < 5.5 and sim.state.tick < 600:
        sim.tick(FORWARD)
    return sim.state.tick


def test_gravity_in_one_pass_slows_up_stairs():
    """The paper's constant gravity is visible in a tick if it is ten times ours; ours is hardly visible."""
    assert ticks_up_stairs(TOGETHER, 100.0) > 1.12 * ticks_up_stairs(MODERN, 100.0)
    assert ticks_up_stairs(TOGETHER, GRAVITY) < 1.02 * ticks_up_stairs(MODERN, GRAVITY)
