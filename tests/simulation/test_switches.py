"""The two switches of the rules that are the player's: what each changes in a walk."""

from dataclasses import replace
from math import pi

import pytest

from game.collision import Rules
from game.level import load_level
from game.simulation import Ground, Intent, PlayerParams, Simulation

MODERN = Rules.modern()
FORWARD = Intent((0.0, 1.0))


def stairs(switch, on, **params):
    return Simulation(load_level("stairs"), PlayerParams(**params), replace(MODERN, **{switch: on}))


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
