"""Scenario G. Corridors: passed at full speed as long as the body fits, refused without a tremble when it does not.

| way                | passed at full speed       | refused, at rest           |
|--------------------|----------------------------|----------------------------|
| width (body .80)   | 2.0, 1.0, .9, .82          | .799, .79, .6, .1          |
| height (body 1.80) | 2.5, 2.0, 1.9, 1.82, 1.801 | 1.799, 1.79, 1.6, 1.2      |
| door frames        | wider and higher than .80 by 1.80, also half beside them, where the round body is led in |
"""

from math import pi

import pytest

from game.simulation import Ground
from tests.simulation.driving import grounds, path, run, settled, simulate, walk, ways
from tests.simulation.scenes import box, floor, quad, wall

WIDTHS = (2.0, 1.0, 0.9, 0.82)
RATES = (30, 60, 240)


def corridor(width, length=30.0):
    """Two solid walls along y from y = 0 on, a free place before them."""
    half = 0.5 * width
    return box((-half - 1, 0, -1), (-half, length, 4)), box((half, 0, -1), (half + 1, length, 4))


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("speed", [5.0, 8.0])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("aside", [0.0, 0.5, 1.0])
def test_passes_a_corridor_at_full_speed(width, aside, speed, hz):
    """Straight through, in the middle, aside, and a skin from the wall."""
    x = aside * (width / 2 - 0.4 - 1e-4)
    sim = settled(simulate(floor(), *corridor(width), feet=(x, -1.0, 0.0), speed=speed, hz=hz))
    records = run(sim, hz, walk(0.0, speed, speed))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position == pytest.approx((x, speed - 1.0, 0.9 + 1e-4), abs=1e-4)


@pytest.mark.parametrize("width", WIDTHS)
def test_rubs_along_a_corridor_at_nearly_full_speed(width):
    """Entered a little askew, the wish 10 degrees off: it slides along the wall."""
    sim = settled(simulate(floor(), *corridor(width), feet=(0.0, 0.5, 0.0)))
    records = run(sim, 60, walk(0.868, 4.924))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[1] > 0.5 + 0.98 * 4.924


def bend(width):
    """A corridor along y that turns right into one along x."""
    h = 0.5 * width
    inner = box((h, -5, -1), (20, 10 - h, 4))
    outer = box((-h - 1, -5, -1), (-h, 10 + h + 1, 4)), box((-h, 10 + h, -1), (20, 10 + h + 1, 4))
    return inner, *outer


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("width", WIDTHS)
def test_goes_round_a_corner(width, hz):
    sim = settled(simulate(floor(), *bend(width), feet=(0.0, 5.0, 0.0), hz=hz))
    records = run(sim, 2 * hz, walk(3.5, 3.5))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[0] > 2.0
    assert max(ways(records)) < 5.0 / hz * 1.01


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("width", [0.799, 0.79, 0.6, 0.1])
@pytest.mark.parametrize("aside", [0.0, 0.02])
def test_refuses_a_corridor_too_narrow(width, aside, hz):
    sim = settled(simulate(floor(), *corridor(width), feet=(aside, -1.0, 0.0), hz=hz))
    records = run(sim, 3 * hz, walk(0.0, 5.0))
    assert max(ways(records[hz:])) < 1e-4
    assert sim.state.position[1] < 0.0


def ceiling(height, length=30.0):
    return quad((-5, 0, height), (-5, length, height), (5, length, height), (5, 0, height))


@pytest.mark.parametrize("height", [2.5, 2.0, 1.9, 1.82, 1.801])
def test_passes_under_a_low_ceiling_at_full_speed(height):
    sim = settled(simulate(floor(), ceiling(height), feet=(0.0, -1.0, 0.0)))
    records = run(sim, 60, walk(0.0, 5.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position == pytest.approx((0.0, 4.0, 0.9 + 1e-4), abs=1e-4)


@pytest.mark.parametrize("height", [1.799, 1.79, 1.6, 1.2])
def test_refuses_a_ceiling_too_low(height):
    sim = settled(simulate(floor(), box((-5, 0, height), (5, 5, 4)), feet=(0.0, -1.0, 0.0)))
    records = run(sim, 180, walk(0.0, 5.0))
    assert max(ways(records[60:])) < 1e-4
    assert sim.state.position[1] < 0.0
    assert sim.state.position[2] == pytest.approx(0.9 + 1e-4, abs=1e-4)


def door(width, height, thickness=0.2):
    """A wall across the way at y = 0 with an opening."""
    h = 0.5 * width
    return (
        box((-5, 0, -1), (-h, thickness, 4)),
        box((h, 0, -1), (5, thickness, 4)),
        box((-h, 0, height), (h, thickness, 4)),
    )


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("width, height", [(0.9, 2.0), (0.82, 2.1), (1.2, 1.85), (0.82, 1.82)])
@pytest.mark.parametrize("aside", [0.0, 0.9, 1.0])
def test_a_door_frame_does_not_catch(width, height, aside, hz):
    x = aside * (width / 2 - 0.4 - 1e-4)
    sim = settled(simulate(floor(), *door(width, height), feet=(x, -1.0, 0.0), hz=hz))
    records = run(sim, hz, walk(0.0, 5.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[1] == pytest.approx(4.0, abs=1e-3)


@pytest.mark.parametrize("aside", [0.1, 0.2, 0.3])
def test_a_door_frame_is_slid_around(aside):
    """Half beside a door it is led into it by the round body."""
    sim = settled(simulate(floor(), *door(0.9, 2.0), feet=(0.05 + aside, -1.0, 0.0)))
    run(sim, 120, walk(0.0, 5.0))
    assert sim.state.position[1] > 2.0


def test_walls_of_a_corridor_do_not_pull_aside():
    sim = settled(simulate(floor(), wall(-0.41, 0.0, pi / 2), wall(0.41, 0.0, -pi / 2)))
    assert {x for x, _, _ in path(run(sim, 240, walk(0.0, 5.0)))} == {0.0}
