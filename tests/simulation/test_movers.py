"""Movers near a position: one look at all of them gives the same result as testing each mover."""

from random import Random

import pytest

from game.simulation import Simulation
from tests.shipped_levels import shipped


@pytest.mark.parametrize("name", ["platforms", "gauntlet"])
def test_movers_that_meet_the_body_are_near(name):
    movers, random = Simulation(shipped(name)).movers, Random(5)
    found = 0
    for _ in range(200):
        tick, size = random.randrange(1, 5000), random.uniform(0.5, 4.0)
        x, y, z = movers.pose(random.randrange(len(movers.all)), tick)[:3]
        place, extents = (x + random.gauss(0, 3), y + random.gauss(0, 3), z + random.gauss(0, 2)), (size, size, 0.5 * size)
        near = movers.near(place, extents, tick)
        assert near == [number for number in range(len(movers.all)) if movers.may_meet(number, place, place, extents, tick)]
        found += len(near)
    assert found > 60
