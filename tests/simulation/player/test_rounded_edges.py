"""Edges as people model them: rounded, bevelled, leaning. They are climbed up to step_up at every rate and pace, by any body."""

from math import cos, inf, pi, radians, sin, tan

import numpy as np
import pytest

from game.collision.engine.right_forward_up_frame import to_frame
from game.level.gravity_direction import Down
from game.simulation import Ground, Intent, Simulation

from ..driving import grounds, run, simulate
from ..scenes import join, level_of, quad, turned

HALF = 6.0  # of the width [m]
# The shape of a riser at y = 0 from z = 0 to `rise`: points (y, z) from the foot to the top.
EDGES = {
    "sharp": lambda rise: [(0.0, 0.0), (0.0, rise)],
    "rounded by 5 mm": lambda rise: rounded(rise, 0.005),
    "rounded by 2 cm": lambda rise: rounded(rise, 0.02),
    "rounded by 3 cm": lambda rise: rounded(rise, 0.03),
    "bevel of 60 degrees": lambda rise: [(0.0, 0.0), (0.0, rise - 0.02), (0.02 / tan(radians(60)), rise)],
    "bevel of 75 degrees": lambda rise: [(0.0, 0.0), (0.0, rise - 0.03), (0.03 / tan(radians(75)), rise)],
    "leaning by 10 degrees": lambda rise: [(0.0, 0.0), (rise * tan(radians(10)), rise)],
    "leaning by 25 degrees": lambda rise: [(0.0, 0.0), (rise * tan(radians(25)), rise)],
    "leaning by 39 degrees": lambda rise: [(0.0, 0.0), (rise * tan(radians(39)), rise)],
    "quarter of a log": lambda rise: rounded(rise, rise),
}
UPRIGHT = [name for name in EDGES if not name.startswith(("leaning", "quarter"))]  # which fit on a tread of 30 cm
RATES = [(30, 1.0), (60, 1.0), (60, 0.2), (120, 0.1), (240, 1.0), (480, 1.0)]  # ticks a second, pace


def rounded(rise, radius, parts=8):
    angles = [0.5 * pi * k / parts for k in range(parts + 1)]
    return [(0.0, 0.0), *((radius - radius * cos(angle), rise - radius + radius * sin(angle)) for angle in angles)]


def steps(edge, rise, count=1, run=0.3, heading=0.0):
    """Steps with such edges from y = 0 on, turned by `heading`."""
    risers = [(y + k * run, z + k * rise) for k in range(count) for y, z in EDGES[edge](rise)]
    profile = [(-20.0, 0.0), *risers, (20.0, count * rise)]
    squares = [quad((-HALF, y, z), (HALF, y, z), (HALF, v, w), (-HALF, v, w)) for (y, z), (v, w) in zip(profile, profile[1:])]
    return turned(join(*squares), heading)


def climbed(sim, height, way, pace, seconds=0.6):
    """Greatest height of the feet, walking at this pace until `height` is reached, or for a time that depends on the pace."""
    feet, top = sim.params.radii[2], -inf
    for _ in range(int(seconds / pace * sim.hz)):
        top = max(top, sim.tick(Intent((way[0] * pace, way[1] * pace))).after.position[2] - feet)
        if top > height - 0.01:
            break
    return top


@pytest.mark.parametrize("hz, pace", RATES)
@pytest.mark.parametrize("edge", EDGES)
def test_climbed_at_every_rate_and_pace_by_every_body(edge, hz, pace):
    for rise in (0.18, 0.3, 0.4):
        for half, heading in ((0.3, 0.0), (0.4, 0.7), (0.5, 2.4)):
            way = -sin(heading), cos(heading)
            count = 3 if edge in UPRIGHT else 1
            start = -0.7 * way[0], -0.7 * way[1], 0.0
            sim = simulate(steps(edge, rise, count, heading=heading), feet=start, hz=hz, radii=(half, half, 0.9))
            height = count * rise
            assert climbed(sim, height, way, pace) > height - 0.01, (rise, half)


@pytest.mark.parametrize("hz, pace", RATES)
@pytest.mark.parametrize("edge", ["sharp", "rounded by 5 mm", "rounded by 3 cm", "bevel of 75 degrees", "leaning by 10 degrees"])
def test_never_above_step_up(edge, hz, pace):
    for rise, step_up in ((0.43, 0.4), (0.6, 0.4), (0.3, 0.25), (0.25, 0.2)):
        sim = simulate(steps(edge, rise), feet=(0.0, -0.7, 0.0), hz=hz, step_up=step_up)
        assert climbed(sim, rise, (0.0, 1.0), pace) < rise - 0.02, (rise, step_up)


@pytest.mark.parametrize("hz", [30, 60, 120, 480])
@pytest.mark.parametrize("degrees", [50.5, 55, 65, 80])
def test_a_ramp_that_is_too_steep_is_no_edge(degrees, hz):
    for high in (0.5, 1.0, 3.0):
        ramp = [(-20.0, 0.0), (0.0, 0.0), (high / tan(radians(degrees)), high), (20.0, high)]
        squares = [quad((-HALF, y, z), (HALF, y, z), (HALF, v, w), (-HALF, v, w)) for (y, z), (v, w) in zip(ramp, ramp[1:])]
        assert climbed(simulate(join(*squares), feet=(0.0, -0.7, 0.0), hz=hz), high, (0.1, 1.0), 0.9, 1.5) < 0.2


@pytest.mark.parametrize("hz, pace", [(30, 1.0), (60, 1.0), (60, 0.2), (240, 1.0)])
@pytest.mark.parametrize("edge", UPRIGHT)
def test_on_the_floor_in_every_tick_down(edge, hz, pace):
    for rise in (0.18, 0.3, 0.4):
        sim = simulate(steps(edge, rise, 3), feet=(0.0, 1.6, 3 * rise), hz=hz)
        run(sim, 0.1 * hz)
        assert grounds(run(sim, 0.6 * hz / pace, Intent((0.0, -pace)))) == {Ground.FLOOR}, rise


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_rests_on_a_rounded_edge_without_creeping(hz):
    sim = simulate(steps("rounded by 2 cm", 0.3), feet=(0.0, -0.7, 0.0), hz=hz)
    while sim.state.position[2] < 1.05:
        sim.tick(Intent((0.0, 0.3)))
    place = sim.state.position
    assert grounds(run(sim, 3 * hz)) == {Ground.FLOOR}
    assert sim.state.position == pytest.approx(place, abs=1e-4)


@pytest.mark.parametrize("limit", [30, 40, 60, 70])
@pytest.mark.parametrize("crouched", [False, True])
def test_other_slope_limits_and_crouched_bodies(limit, crouched):
    """The edges lean less than the limit allows, so that they are no ramps."""
    for edge in ("rounded by 2 cm", "bevel of 75 degrees"):
        for pace in (1.0, 0.3):
            sim = simulate(steps(edge, 0.25), feet=(0.0, -0.7, 0.0), max_slope=radians(limit))
            for _ in range(int(60 / pace)):
                sim.tick(Intent((0.0, pace), crouch=crouched))
            assert sim.state.position[2] - sim.params.at(sim.state.crouched).feet > 0.24, (edge, pace)


@pytest.mark.parametrize("pace", [1.0, 0.3])
@pytest.mark.parametrize("edge", ["rounded by 2 cm", "leaning by 25 degrees", "quarter of a log"])
def test_the_same_with_gravity_along_y(edge, pace):
    """The level is turned so that its z is the world's y, and its y the world's -z."""
    level = level_of(steps(edge, 0.3) @ np.array([(1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)]), feet=(0.0, 0.0, 0.7))
    level.gravity = Down((0.0, -1.0, 0.0))
    sim = Simulation(level)
    right, forward, _ = to_frame(sim.state.frame, (0.0, 0.0, -1.0))
    run(sim, 50 / pace, Intent((right * pace, forward * pace)))
    assert sim.state.position[1] == pytest.approx(1.2, abs=1e-3) and sim.state.ground == Ground.FLOOR


def test_the_round_bottom_climbs_by_itself():
    """Up to the height where the body is as steep as max_slope: rz (1 - cos e), tan e = tan(max_slope) r / rz."""
    for radii in ((0.4, 0.4, 0.9), (0.5, 0.5, 0.5), (0.3, 0.3, 0.9)):
        e = np.arctan(tan(radians(50)) * radii[0] / radii[2])
        alone = radii[2] * (1.0 - cos(e))
        for rise, wanted in ((alone - 0.005, True), (alone + 0.005, False)):
            sim = simulate(steps("sharp", rise), feet=(0.0, -0.7, 0.0), step_up=0.0, radii=radii)
            assert (climbed(sim, rise, (0.0, 1.0), 0.5, 2.0) > rise - 0.011) == wanted, (radii, rise)
