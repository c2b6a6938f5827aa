"""Scenario M. Time step: the same walk at any tick rate ends in the same place."""

from math import radians, sin

import pytest

from tests.simulation.driving import apart, height_on, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, join, slope, staircase, wall

RATES = (30, 60, 120, 240)

SCENES = {
    "flat": ([floor()], (0.0, 0.0, 0.0)),
    "uphill": ([slope(30)], (0.0, 0.0, height_on(30) - 0.9)),
    "downhill": ([slope(-30)], (0.0, 0.0, height_on(30) - 0.9)),
    "upstairs": ([staircase(20, 0.18, 0.28, 40.0)], (0.0, -1.0, 0.0)),
    "downstairs": (
        [floor(-5.0), stairs_down := join(*(box((-20, i * 0.28, -5), (20, (i + 1) * 0.28, -0.18 * i)) for i in range(20)))],
        (0.0, 0.1, 0.0),
    ),
    "along a wall": ([floor(), wall(0.0, 0.6, radians(20))], (0.0, 0.0, 0.0)),
}


def end_of_walk(scene, hz, wish):
    parts, feet = SCENES[scene]
    sim = settled(simulate(*parts, feet=feet, hz=hz))
    start = sim.state.position
    run(sim, 1.2 * hz, walk(*wish))
    return start, sim.state.position


@pytest.mark.parametrize("wish", [(0.0, 3.0), (1.0, 2.5)])
@pytest.mark.parametrize("scene", SCENES)
def test_every_rate_ends_in_the_same_place(scene, wish):
    start, reference = end_of_walk(scene, 480, wish)
    for hz in RATES:
        _, end = end_of_walk(scene, hz, wish)
        assert apart(end, reference) < 0.02 * apart(start, reference)


@pytest.mark.parametrize("hz", RATES)
def test_a_running_jump_lands_in_the_same_place(hz):
    sim = settled(simulate(floor(), hz=hz))
    run(sim, 1, walk(0.0, 5.0, jump=True))
    run(sim, 2 * hz - 1, walk(0.0, 5.0))
    assert sim.state.position == pytest.approx((0.0, 10.0, 0.9 + 1e-4), abs=1e-6)


@pytest.mark.parametrize("hz", RATES)
def test_acceleration_is_the_same_at_every_rate(hz):
    """From rest to 5 m/s at 10 m/s2: half a second, 1.25 m; a tick more or less by the rate."""
    sim = settled(simulate(floor(), hz=hz, acceleration=10.0))
    run(sim, hz, walk(0.0, 5.0))
    assert sim.state.velocity == pytest.approx((0.0, 5.0, 0.0))
    assert sim.state.position[1] == pytest.approx(1.25 + 2.5, abs=5.0 / hz)


def test_sliding_down_a_steep_slope_is_the_same_at_every_rate():
    ends = []
    for hz in (*RATES, 480):
        sim = simulate(slope(60), feet=(0.0, 0.0, height_on(60) - 0.9), hz=hz)
        run(sim, hz)
        ends.append(sim.state.position)
    way = 0.5 * 9.81 * sin(radians(60))
    assert all(apart(end, ends[-1]) < 0.02 * way for end in ends)
