"""Scenario F. Corners, grooves and funnels: the player comes to rest in them, and does not tremble.

| place                                  | opening or tilt [degrees] | what happens                                           |
|----------------------------------------|---------------------------|--------------------------------------------------------|
| two walls, walked into for 10 s        | 5 .. 175                  | ten ticks after the contact no tick moves 1e-4         |
| a groove of two floors                 | 30 .. 80                  | rests, counts as standing, can be walked along         |
| a funnel of 2, 3, 4 slabs              | 40, 60, 75                | rests, counts as standing, can be jumped out of        |
"""

from math import cos, pi, radians, sin, tan

import numpy as np
import pytest

from game.collision import overlap
from game.simulation import Ground, Intent
from tests.simulation.driving import grounds, path, run, settled, simulate, walk, ways
from tests.simulation.scenes import floor, quad, turned, wall

OPENINGS = range(5, 180, 5)


def corner(degrees, turn=0.0):
    """Two walls that meet at the origin and open towards -y by so many degrees, turned about z."""
    half = radians(degrees) / 2
    left, right = (-20 * sin(half), -20 * cos(half)), (20 * sin(half), -20 * cos(half))
    a = quad((*left, -1), (0, 0, -1), (0, 0, 5), (*left, 5))
    b = quad((0, 0, -1), (*right, -1), (*right, 5), (0, 0, 5))
    return turned(a, turn), turned(b, turn)


def first_contact(records):
    """Index of the first tick that touched more than the floor."""
    return next(i for i, r in enumerate(records) if any(abs(c.normal[2]) < 0.5 for c in r.contacts))


@pytest.mark.parametrize("turn", [0.0, 0.3])
@pytest.mark.parametrize("degrees", OPENINGS)
def test_rests_in_a_corner(degrees, turn):
    reach = 0.4 / sin(radians(degrees) / 2)
    start = turned_point((0.0, -reach - 0.5), turn)
    sim = settled(simulate(floor(), *corner(degrees, turn), feet=(*start, 0.0)))
    records = run(sim, 600, walk(*turned_point((0.0, 5.0), turn)))
    assert max(ways(records[first_contact(records) + 10 :])) < 1e-4
    assert grounds(records) == {Ground.FLOOR}
    assert overlap(sim.mesh, sim.body, sim.state.position) < 1e-9


def turned_point(point, turn):
    x, y = point
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


@pytest.mark.parametrize("aside", [-2.0, -0.5, 0.5, 2.0])
@pytest.mark.parametrize("degrees", [20, 45, 60, 85])
def test_rests_in_an_acute_corner_reached_along_one_wall(degrees, aside):
    """The walls hold from both sides whatever the wish, as long as it goes into the corner."""
    reach = 0.4 / sin(radians(degrees) / 2)
    sim = settled(simulate(floor(), *corner(degrees), feet=(0.0, -reach - 1.0, 0.0)))
    records = run(sim, 300, walk(aside * tan(radians(degrees) / 2) * 0.4, 4.0))
    assert max(ways(records[150:])) < 1e-4


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("degrees", [30, 35, 40, 45, 49, 52, 55, 60, 65, 70, 75, 80])
def test_rests_in_a_groove_of_two_floors(degrees, hz):
    """A valley along y between two slopes of so many degrees."""
    rise = 20.0 * tan(radians(degrees))
    left = quad((-20, -20, rise), (0, -20, 0), (0, 20, 0), (-20, 20, rise))
    right = quad((0, -20, 0), (20, -20, rise), (20, 20, rise), (0, 20, 0))
    sim = simulate(left, right, feet=(0.05, 0.0, 2.5), hz=hz)
    records = run(sim, 10 * hz)
    assert grounds(records[-5 * hz :]) == {Ground.FLOOR}
    assert max(ways(records[-5 * hz :])) < 1e-4
    assert overlap(sim.mesh, sim.body, sim.state.position) < 1e-9
    _, y, _ = sim.state.position
    assert run(sim, hz, walk(0.0, 5.0))[-1].after.position[1] == pytest.approx(y + 5.0, abs=0.01)


def funnel(slabs, degrees):
    """So many slopes around the z axis that lead down to the origin."""
    half, rise = pi / slabs, 10.0 * tan(radians(degrees))
    side = 10.0 * tan(half) if slabs > 2 else 10.0
    if slabs == 2:
        slab = quad((10, -10, rise), (10, 10, rise), (0, 10, 0), (0, -10, 0))
    else:
        slab = [[(0, 0, 0), (10, -side, rise), (10, side, rise)]]
    return [turned(np.array(slab, dtype=float), 2 * half * i) for i in range(slabs)]


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("degrees", [40, 60, 75])
@pytest.mark.parametrize("slabs", [2, 3, 4])
def test_rests_in_a_funnel(slabs, degrees, hz):
    sim = simulate(*funnel(slabs, degrees), feet=(0.2, 0.1, 1.5), hz=hz)
    records = run(sim, 10 * hz)
    assert grounds(records[-5 * hz :]) == {Ground.FLOOR}
    assert max(ways(records[-5 * hz :])) < 1e-4


@pytest.mark.parametrize("slabs", [2, 3, 4])
def test_can_jump_out_of_a_steep_funnel(slabs):
    sim = simulate(*funnel(slabs, 60), feet=(0.0, 0.0, 1.5))
    run(sim, 300)
    low = sim.state.position[2]
    records = run(sim, 1, Intent(jump=True)) + run(sim, 60)
    assert max(z for _, _, z in path(records)) > low + 0.9


def test_a_wish_into_the_corner_of_a_room_is_given_up():
    sim = settled(simulate(floor(), wall(0.0, 2.0), wall(2.0, 0.0, -pi / 2)))
    run(sim, 120, walk(3.0, 4.0))
    assert sim.state.velocity == pytest.approx((0.0, 0.0, 0.0), abs=1e-6)
    assert sim.state.position[:2] == pytest.approx((1.6, 1.6), abs=1e-3)
