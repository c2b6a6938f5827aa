"""Scenarios B and E. A slope that one can walk on ends at a face that is too steep, along a crease that is not level.

| crease                           | wish             | what happens                                    |
|----------------------------------|------------------|-------------------------------------------------|
| of 20 .. 49 and 51 .. 65 degrees | into the steep   | on the floor in every tick, evenly along the    |
|                                  | face, askew      | crease, no tick longer than the wish            |
"""

from math import cos, radians, sin, tan

import numpy as np
import pytest

from game.simulation import Ground, Intent
from tests.simulation.driving import grounds, height_on, path, run, settled, simulate, walk, ways
from tests.simulation.scenes import join, quad

SIZE = 40.0


def crease(floor_degrees, steep_degrees, askew):
    """(triangles, towards the steep face): a floor that rises towards +x, and a steep face that rises `askew` degrees off it."""
    a = radians(askew)
    floor = tan(radians(floor_degrees)) * np.array([1.0, 0.0])
    steep = tan(radians(steep_degrees)) * np.array([cos(a), sin(a)])
    towards = (steep - floor) / np.linalg.norm(steep - floor)
    line = SIZE * np.array([-towards[1], towards[0]])
    ends = (-line, line)

    def at(place, gradient):
        return (*place, float(place @ gradient))

    behind, beyond = [[at(end + way * SIZE * towards, slope) for end in ends] for way, slope in ((-1.0, floor), (1.0, steep))]
    first, last = (at(end, floor) for end in ends)
    return join(quad(behind[0], first, last, behind[1]), quad(first, beyond[0], beyond[1], last)), towards


@pytest.mark.parametrize("hz", [30, 60, 120, 360])
@pytest.mark.parametrize("floor_degrees, steep_degrees", [(20, 51), (30, 60), (40, 65), (45, 51), (49, 53)])
@pytest.mark.parametrize("askew, across, speed", [(5, 60, 1.0), (15, 20, 5.0), (60, -3, 5.0), (-20, -60, 8.0)])
def test_stays_on_the_floor_along_a_crease(askew, across, speed, floor_degrees, steep_degrees, hz):
    triangles, towards = crease(floor_degrees, steep_degrees, askew)
    sim, start, turn = simulate(triangles, hz=hz, speed=speed), -0.6 * towards, radians(across)
    sim.teleport((*start, start[0] * tan(radians(floor_degrees)) + height_on(floor_degrees)))
    x, y = towards
    wish = speed * (x * cos(turn) - y * sin(turn)), speed * (x * sin(turn) + y * cos(turn))
    records = run(settled(sim), hz * (0.8 + 1.2 / speed), walk(*wish, speed))
    assert grounds(records) == {Ground.FLOOR}
    assert max(ways(records)) * hz <= speed * 1.01
    late = np.diff(path(records), axis=0)[-hz // 3 :] * hz
    assert np.abs(late - late.mean(axis=0)).max() < 0.01 * speed


def ditch(sides, line, left=None, half=60.0, wide=4.0):
    """A V along x, its line falling towards +x by `line` degrees; `left`: degrees of the side at -y, without it as the other."""
    fall = half * tan(radians(line))
    ends = (-half, 0.0, fall), (half, 0.0, -fall)

    def side(y, degrees):
        up = np.array([0.0, y, abs(y) * tan(radians(degrees))])
        return quad(ends[0], ends[1], np.array(ends[1]) + up, np.array(ends[0]) + up)

    return join(side(wide, sides), side(-wide, sides if left is None else left))


def in_ditch(*sides, feet=(0.0, 0.0, 1.0), ticks=60, **options):
    sim = simulate(ditch(*sides), feet=feet, **options)
    run(sim, ticks)
    return sim


# Sides in degrees: of the V, of its line, and of the other side. 89.9 is the foot of a bank at a wall.
CARRIES = [(60, 0.01, None), (60, 1.0, None), (60, 20.0, None), (55, 49.0, None), (75, 30.0, 52), (65, 40.0, 89.9), (80, 5.0, 80)]


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("sides, line, left", CARRIES)
def test_two_steep_sides_carry(sides, line, left, hz):
    """It stands still, walks both ways along the crease at the wished speed, and jumps."""
    sim = in_ditch(sides, line, left, hz=hz, ticks=2 * hz)
    assert sim.state.ground == Ground.FLOOR
    place = sim.state.position
    assert grounds(run(sim, 5 * hz)) == {Ground.FLOOR}
    assert sim.state.position == pytest.approx(place, abs=1e-5)
    for way in (1.0, -1.0):
        before = sim.state.position
        assert grounds(run(sim, hz, walk(way, 0.0, 1.0))) == {Ground.FLOOR}
        moved = np.subtract(sim.state.position, before)
        assert moved == pytest.approx(5.0 * way * np.array([cos(radians(line)), 0.0, -sin(radians(line))]), abs=0.05)
    before = sim.state.position[2]
    assert max(place[2] for place in path(run(sim, hz // 2, Intent(jump=True)))) - before == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("radii", [(0.3, 0.3, 0.5), (0.5, 0.5, 0.5), (0.35, 0.2, 0.9)])
def test_a_minute_in_a_crease_does_not_creep(radii):
    sim = in_ditch(65, 35.0, None, radii=radii, ticks=120)
    place = sim.state.position
    run(sim, 3600)
    assert sim.state.ground == Ground.FLOOR
    assert sim.state.position == pytest.approx(place, abs=1e-4)


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("sides, line, left", [(60, 51.0, None), (70, 55.0, 62)])
def test_a_crease_that_is_too_steep_is_slid_down(sides, line, left, hz):
    sim = in_ditch(sides, line, left, hz=hz, ticks=hz // 2)
    before = sim.state.position
    records = run(sim, hz // 4)
    assert Ground.FLOOR not in grounds(records)
    assert sim.state.position[0] - before[0] > 0.5


@pytest.mark.parametrize("aside", [0.0, 25.0, -40.0])
def test_one_steep_side_does_not_carry(aside):
    """A body that falls across a steep side, towards nothing, slides on."""
    sim = simulate(ditch(60, 10.0)[:2], feet=(0.0, 1.5, 3.0))
    records = run(sim, 50, walk(cos(radians(aside)), sin(radians(aside)), 1.0))
    assert Ground.FLOOR not in grounds(records)
