"""Scenarios B and E. A slope that one can walk on ends at a face that is too steep, along a crease that is not level.

| crease                           | wish             | what happens                                    |
|----------------------------------|------------------|-------------------------------------------------|
| of 20 .. 49 and 51 .. 65 degrees | into the steep   | on the floor in every tick, evenly along the    |
|                                  | face, askew      | crease, no tick longer than the wish            |
"""

from math import cos, radians, sin, tan

import numpy as np
import pytest

from game.simulation import Ground

from ..driving import grounds, height_on, path, run, settled, simulate, walk, ways
from ..scenes import join, quad

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
