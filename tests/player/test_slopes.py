"""Scenario B. Standing and walking on slopes: nothing creeps up to the limit, everything slides above it.

| slope          | no input                                    | walking                                                    |
|----------------|---------------------------------------------|------------------------------------------------------------|
| 1 .. 50        | no tick moves, nor does a minute            | the wish, along the slope or seen from above               |
| 51 .. 75       | g sin T down the slope, from the first tick | pushing uphill adds nothing                                |
| limit T        |                                             | T is climbed, T - 1 is slid down, to whatever side it leans |
"""

from math import cos, radians, sin, tan

import numpy as np
import pytest

from game.simulation import Ground, Intent
from tests.simulation.driving import GRAVITY, apart, grounds, height_on, on_slope, path, run, settled, simulate, walk
from tests.simulation.scenes import floor, quad, slope, turned

FLAT_ENOUGH = (5, 15, 25, 35, 45, 50)
TOO_STEEP = (55, 65, 75)
RATES = (30, 60, 120, 240)


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("degrees", FLAT_ENOUGH)
def test_first_tick_on_a_slope_does_not_move(degrees, hz):
    sim = on_slope(degrees, slope(degrees), hz=hz)
    before = sim.state.position
    settled(sim)
    assert sim.state.ground == Ground.FLOOR
    assert apart(before, sim.state.position) < 1e-5


@pytest.mark.parametrize("degrees", range(1, 50, 2))
def test_standing_a_minute_on_a_slope_does_not_creep(degrees):
    sim = settled(on_slope(degrees, slope(degrees)))
    before = sim.state.position
    records = run(sim, 3600)
    assert grounds(records) == {Ground.FLOOR}
    assert apart(before, sim.state.position) < 1e-4


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("degrees", TOO_STEEP)
def test_first_tick_on_a_steep_slope_slides(degrees, hz):
    sim = settled(on_slope(degrees, slope(degrees), hz=hz))
    s, c, step = sin(radians(degrees)), cos(radians(degrees)), GRAVITY / hz
    assert sim.state.ground == Ground.STEEP
    assert sim.state.velocity == pytest.approx((0.0, -step * s * c, -step * s * s), abs=1e-5)


@pytest.mark.parametrize("degrees", TOO_STEEP)
def test_a_second_of_sliding_is_a_second_on_the_inclined_plane(degrees):
    sim = on_slope(degrees, slope(degrees))
    before = sim.state.position
    run(sim, 60)
    way = 0.5 * GRAVITY * sin(radians(degrees))
    assert apart(before, sim.state.position) == pytest.approx(way, rel=1e-3)


@pytest.mark.parametrize("hz", [30, 60, 120, 240, 360, 480])
@pytest.mark.parametrize("degrees", [51, 55, 60, 65, 70, 75, 80, 85, 89])
@pytest.mark.parametrize("wish", [(0.0, 0.0), (3.0, 3.0)], ids=["idle", "pushing"])
def test_a_slide_never_flickers(degrees, wish, hz):
    """A sliding player is on the slope in every tick, at every rate, and never in the air."""
    sim = on_slope(degrees, slope(degrees), hz=hz)
    records = run(sim, hz, walk(*wish))
    first = next(number for number, record in enumerate(records) if record.after.ground == Ground.STEEP)
    assert first < 0.05 * hz
    assert grounds(records[first:]) == {Ground.STEEP}


@pytest.mark.parametrize("degrees", TOO_STEEP)
def test_a_slide_over_an_edge_is_a_fall(degrees):
    sim = on_slope(degrees, slope(degrees, length=1.0), y=-0.5)
    records = run(sim, 60)
    assert [record.after.ground for record in records] == sorted((r.after.ground for r in records), key=lambda g: g == Ground.AIR)
    assert records[-1].after.ground == Ground.AIR


@pytest.mark.parametrize("degrees", TOO_STEEP)
def test_pushing_up_a_steep_slope_adds_nothing(degrees):
    idle, pushing = (on_slope(degrees, slope(degrees)) for _ in range(2))
    run(idle, 60)
    run(pushing, 60, walk(0.0, 2.0))
    assert apart(idle.state.position, pushing.state.position) < 1e-4
    assert apart(idle.state.velocity, pushing.state.velocity) < 1e-4


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("keep", [False, True], ids=["along the slope", "seen from above"])
@pytest.mark.parametrize("degrees", FLAT_ENOUGH)
@pytest.mark.parametrize("way", [2.0, -2.0], ids=["up", "down"])
def test_walking_a_slope_follows_the_wish(degrees, keep, hz, way):
    sim = settled(on_slope(degrees, slope(degrees), hz=hz, keep_horizontal_speed=keep))
    x, y, z = sim.state.position
    records = run(sim, 1.5 * hz, walk(0.0, way))
    ahead = 1.5 * way * (1.0 if keep else cos(radians(degrees)))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position == pytest.approx((x, y + ahead, z + ahead * tan(radians(degrees))), abs=1e-4)


@pytest.mark.parametrize("degrees", FLAT_ENOUGH)
def test_walking_across_a_slope_stays_level(degrees):
    sim = settled(on_slope(degrees, slope(degrees)))
    _, y, z = sim.state.position
    records = run(sim, 90, walk(5.0, 0.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position == pytest.approx((7.5, y, z), abs=1e-4)


@pytest.mark.parametrize("heading", [0.0, 0.7, 2.0, 4.4])
@pytest.mark.parametrize("degrees", [*range(20, 61, 5), 80])
def test_the_slope_limit_is_inclusive(degrees, heading):
    """45 is climbed at limit 45, not at 44, wherever it leads."""
    for limit, climbs in ((degrees, True), (degrees - 0.01, False), (degrees - 1, False)):
        sim = on_slope(degrees, turned(slope(degrees), heading), max_slope=radians(limit))
        records = run(sim, 60, walk(-2.0 * sin(heading), 2.0 * cos(heading)))
        assert grounds(records) == {Ground.FLOOR if climbs else Ground.STEEP}
        rise = records[-1].after.position[2] - records[0].before.position[2]
        assert rise == pytest.approx(2.0 * sin(radians(degrees)), abs=0.05) if climbs else rise < 0.0


@pytest.mark.parametrize("degrees", [55, 65, 75, 89])
@pytest.mark.parametrize("speed", [0.5, 5.0, 8.0])
def test_a_steep_slope_is_not_climbed_from_a_floor(degrees, speed):
    sim = settled(on_slope(0, floor(high=(200.0, 200.0)), slope(degrees), y=-3.0, speed=8.0))
    records = run(sim, 400, walk(0.0, speed, 8.0))
    rest = 0.9 + 1e-4
    assert max(z for _, _, z in path(records)) < rest + 1e-4
    assert grounds(records) == {Ground.FLOOR}
    assert len({round(y, 6) for _, y, _ in path(records[-50:])}) == 1


def test_slopes_through_other_bodies():
    for radii in ((0.3, 0.3, 0.9), (0.5, 0.5, 0.5), (0.9, 0.9, 0.4)):
        sim = settled(on_slope(30, slope(30), radii=radii))
        run(sim, 60, walk(0.0, 2.0))
        x, y, z = sim.state.position
        assert z == pytest.approx(y * tan(radians(30)) + height_on(30, radii), abs=1e-4)


def test_shape_of_every_walked_point_is_the_line_above_the_slope():
    sim = settled(on_slope(45, slope(45)))
    for _, y, z in path(run(sim, 60, walk(3.0, 3.0))):
        assert z == pytest.approx(y + height_on(45), abs=1e-6)


def tilted_square(degrees, heading, place, store, facets, size=4.0):
    """A square ramp that rises towards `heading`, its middle at `place`, of facets^2 squares, its corners as stored."""
    s, angle = 0.5 * size, radians(degrees)
    edges = [-s + size * k / facets for k in range(facets + 1)]
    squares = []
    for x, u in zip(edges, edges[1:]):
        for y, v in zip(edges, edges[1:]):
            corners = [(a, b * cos(angle), b * sin(angle)) for a, b in ((x, y), (u, y), (u, v), (x, v))]
            squares.append(turned(quad(*corners), heading))
    return store(np.concatenate(squares) + np.array(place))


STORES = {
    "float32": lambda corners: corners.astype(np.float32).astype(float),
    "4 decimals": lambda corners: np.round(corners, 4),
    "6 decimals": lambda corners: np.round(corners, 6),
}


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("degrees, over", [(50.0, 0.0), (45.0, 0.0), (30.0, 0.0), (45.02, 0.02), (50.05, 0.05)])
@pytest.mark.parametrize("place", [(0.0, 0.0, 0.0), (137.31, 52.77, 4.4), (-987.1, 901.3, 0.7)])
def test_the_slope_limit_is_inclusive_in_every_file(store, degrees, over, place):
    for k in range(9):
        heading = radians(40 * k + 7)
        ramp = tilted_square(degrees, heading, place, STORES[store], 1)
        feet = np.array(place) + (0.3 * sin(heading), -0.3 * cos(heading), 0.0)
        sim = simulate(ramp, feet=feet, max_slope=radians(degrees - over))
        sim.teleport(tuple(feet + (0.0, 0.0, height_on(degrees) - 0.3 * tan(radians(degrees)))))
        run(sim, 4)
        before = sim.state.position[2]
        run(sim, 10, walk(-sin(heading), cos(heading), 1.0))
        if over:
            assert sim.state.ground == Ground.STEEP
        else:
            assert sim.state.ground == Ground.FLOOR
            assert sim.state.position[2] - before == pytest.approx(10 / 60 * 5.0 * sin(radians(degrees)), abs=0.01)


@pytest.mark.parametrize("degrees", [30, 45, 50])
@pytest.mark.parametrize("place", [(0.0, 0.0, 0.0), (93.4, -71.3, 0.0)])
def test_a_ramp_of_many_facets_is_climbed_at_the_limit(degrees, place):
    for heading in (0.0, 0.6, 2.2, 4.0):
        ramp = tilted_square(degrees, heading, place, STORES["float32"], 10)
        down = 1.2 * cos(radians(degrees))
        feet = np.array(place) + (down * sin(heading), -down * cos(heading), 0.0)
        sim = simulate(ramp, feet=feet, max_slope=radians(degrees))
        sim.teleport(tuple(feet + (0.0, 0.0, height_on(degrees) - 1.2 * sin(radians(degrees)))))
        records = run(settled(sim), 24, walk(-sin(heading), cos(heading), 1.0))
        assert grounds(records) == {Ground.FLOOR}
        climbed = records[-1].after.position[2] - records[0].before.position[2]
        assert climbed == pytest.approx(2.0 * sin(radians(degrees)), abs=0.01)


def across(points, feet, **options):
    """A player at `feet` in front of strips through the points (y, z), which fill their width."""
    ends = [(-20.0, points[0][1]), *points, (60.0, points[-1][1])]
    strips = [quad((-70.0, a, b), (70.0, a, b), (70.0, c, d), (-70.0, c, d)) for (a, b), (c, d) in zip(ends, ends[1:])]
    return settled(simulate(*strips, feet=feet, **options))


@pytest.mark.parametrize("heading", [0.0, 30.0, 60.0, 78.0])
@pytest.mark.parametrize("hz, part", [(30, 1.0), (60, 1.0), (60, 0.3), (240, 1.0)])
@pytest.mark.parametrize("limit, down, up", [
    (50, 44, 44), (50, 45, 45), (50, 46, 46), (50, 42, 49), (50, 49, 42), (50, 50, 50), (60, 35, 58), (75, 30, 70),
])  # fmt: skip
def test_a_ditch_between_two_slopes_is_no_trap(limit, down, up, hz, part, heading):
    """A displacement down a slope has no part that leads up another one at a right angle to it."""
    depth, height = 2.0 * tan(radians(down)), 2.0 * tan(radians(up))
    sim = across([(0.0, 0.0), (2.0, -depth), (4.0, height - depth)], (0.0, -1.0, 0.0), hz=hz, max_slope=radians(limit))
    seconds = 12.0 / sim.params.speed / part / cos(radians(heading))
    run(sim, seconds * hz, Intent((part * sin(radians(heading)), part * cos(radians(heading)))))
    assert sim.state.position[1] > 4.2 and sim.state.ground == Ground.FLOOR


@pytest.mark.parametrize("height", [0.2, 0.3, 0.33, 0.36, 0.38, 0.4])
@pytest.mark.parametrize("degrees", [30, 43, 45, 47, 50])
def test_a_kerb_across_a_slope_is_climbed_on_the_way_down(degrees, height):
    fall = -tan(radians(degrees))
    points = [(-9.0, -9.0 * fall), (2.0, 2.0 * fall), (2.0, 2.0 * fall + height), (11.0, 11.0 * fall + height)]
    for hz, part in [(30, 1.0), (60, 0.3), (240, 1.0)]:
        sim = across(points, (0.0, 0.0, 0.5), hz=hz)
        run(sim, hz)
        run(sim, 6.0 / sim.params.speed / part * hz, Intent((0.0, part)))
        assert sim.state.position[1] > 2.8, (hz, part)
