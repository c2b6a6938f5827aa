"""Scenario E. Along walls: what goes into a wall is lost, what goes along it stays, and nothing is gained."""

from math import cos, hypot, pi, radians, sin, tan

import pytest

from game.collision import Pass
from game.simulation import Ground
from tests.simulation.driving import grounds, on_slope, path, run, settled, simulate, walk, ways
from tests.simulation.scenes import floor, quad, slope, staircase, wall

RATES = (60, 120, 240, 360)
SKIN = 1e-4


@pytest.mark.parametrize("hz", RATES)
def test_along_a_wall_keeps_what_goes_along(hz):
    sim = settled(simulate(floor(), wall(0.0, 0.4 + SKIN), hz=hz, speed=6.0))
    records = run(sim, hz, walk(5.0, 1.0, 6.0))
    assert grounds(records) == {Ground.FLOOR}
    for record in records:
        assert record.after.velocity == pytest.approx((5.0, 0.0, 0.0), abs=0.01)
    assert sim.state.position == pytest.approx((5.0, 0.0, 0.9 + SKIN), abs=0.01)


@pytest.mark.parametrize("turn", [0, 17, 45, 90, 133])
def test_along_a_wall_that_is_turned(turn):
    angle = radians(turn)
    ahead, right = (-sin(angle), cos(angle)), (cos(angle), sin(angle))
    sim = settled(simulate(floor(), wall(ahead[0] * (0.4 + SKIN), ahead[1] * (0.4 + SKIN), angle), speed=6.0))
    wish = (5.0 * right[0] + ahead[0], 5.0 * right[1] + ahead[1])
    run(sim, 60, walk(*wish, 6.0))
    assert sim.state.position[:2] == pytest.approx((5.0 * right[0], 5.0 * right[1]), abs=0.01)


def assert_never_faster(records, speed, hz=60):
    """No tick moves farther over the ground than the wish, by one part in a hundred."""
    for record in records:
        (x, y, _), (u, v, _) = record.before.position, record.after.position
        assert hypot(u - x, v - y) <= 1.01 * speed / hz
        assert hypot(*record.after.velocity[:2]) <= 1.01 * speed


@pytest.mark.parametrize("scene", ["floor", "no floor", "stairs"])
@pytest.mark.parametrize("degrees", range(1, 90))
def test_no_angle_of_the_wall_makes_faster(degrees, scene):
    """The wall is `degrees` off the path and 5 cm away, on a floor, in the air, and on stairs. The player follows it."""
    angle = radians(degrees)
    x, y = cos(angle) * 0.45, sin(angle) * 0.45 - 1.5
    parts = {"floor": [floor()], "no floor": [], "stairs": [staircase(10, 0.18, 0.28, 30.0)]}[scene]
    sim = settled(simulate(*parts, wall(x, y, angle - pi / 2), feet=(0.0, -1.5, 0.0)))
    records = run(sim, 90, walk(0.0, 5.0))
    assert_never_faster(records, 5.0)
    assert min(record.after.velocity[0] for record in records) < -2.5 * sin(angle) * cos(angle)


@pytest.mark.parametrize("degrees", [1, 10, 30, 45, 60, 80, 89])
def test_speed_along_the_wall_is_the_cosine(degrees):
    """The wish goes ahead, the wall is `degrees` off it; contact from the start."""
    angle = radians(degrees)
    x, y = cos(angle) * (0.4 + SKIN), sin(angle) * (0.4 + SKIN)
    sim = settled(simulate(floor(), wall(x, y, angle - pi / 2)))
    records = run(sim, 60, walk(0.0, 5.0))
    for record in records[5:]:
        assert hypot(*record.after.velocity[:2]) == pytest.approx(5.0 * cos(angle), abs=0.01)
    for way in ways(records[5:]):
        assert way * 60 == pytest.approx(5.0 * cos(angle), abs=0.02)


@pytest.mark.parametrize("degrees, heading, way", [(40, 2.38, 5.75), (44.5, 5.91, 6.14), (30, 0.6, 0.9)])
@pytest.mark.parametrize("hz", [30, 240])
def test_a_slope_beside_a_wall_makes_no_faster_and_no_step(degrees, heading, way, hz):
    x, y = -sin(heading), cos(heading)
    sim = settled(on_slope(degrees, slope(degrees), wall(0.7 * x, 0.7 * y, heading), hz=hz))
    records = run(sim, hz, walk(5.0 * cos(way), 5.0 * sin(way)))
    assert_never_faster(records, 5.0, hz)
    for record in records:
        assert record.after.ground == Ground.FLOOR
        assert Pass.STEP_FORWARD not in {iteration.pass_ for iteration in record.trace.iterations}


@pytest.mark.parametrize("heading", range(0, 360, 45))
@pytest.mark.parametrize("degrees", [20, 40, 44.5, 49])
def test_a_wall_on_a_slope_makes_no_faster_along_the_slope(degrees, heading):
    """Whatever way is wished and however the wall turns it, up or down: no tick is longer than the wish."""
    angle = radians(heading)
    beside = slope(degrees), wall(-0.7 * sin(angle), 0.7 * cos(angle), angle)
    for way in range(0, 360, 20):
        sim = settled(on_slope(degrees, *beside))
        records = run(sim, 40, walk(5.0 * cos(radians(way)), 5.0 * sin(radians(way))))
        assert max(ways(records)) <= 5.0 / 60 * (1.0 + 1e-6)


def test_a_wall_gives_no_height():
    sim = settled(simulate(floor(), wall(0.0, 0.5)))
    heights = [z for _, _, z in path(run(sim, 300, walk(1.0, 4.0)))]
    assert max(heights) - min(heights) < 1e-9


@pytest.mark.parametrize("lean", [-15, -5, 5, 15])
def test_leaning_walls_stop_as_upright_ones_do(lean):
    """A wall that leans over the player or away from it, by degrees: no climbing, no pressing through the floor."""

    over = 20.0 * sin(radians(lean))
    slab = quad((-50, 0, 0), (50, 0, 0), (50, over, 20), (-50, over, 20))
    sim = settled(simulate(floor(), slab, feet=(0.0, -2.0, 0.0)))
    records = run(sim, 240, walk(1.0, 4.0))
    assert grounds(records) == {Ground.FLOOR}
    assert max(z for _, _, z in path(records)) < 0.9 + 2 * SKIN
    assert sim.state.velocity == pytest.approx((1.0, 0.0, 0.0), abs=0.01)


@pytest.mark.parametrize("hz", RATES)
def test_head_on_it_stops_at_once_and_stays(hz):
    sim = settled(simulate(floor(), wall(0.0, 1.0), hz=hz))
    records = run(sim, hz, walk(0.0, 5.0))
    assert sim.state.position[1] == pytest.approx(0.6 - SKIN, abs=1e-6)
    assert sim.state.velocity == (0.0, 0.0, 0.0)
    assert max(ways(records[hz // 2 :])) < 1e-9


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("degrees", [10, 30, 49])
@pytest.mark.parametrize("askew", [15, 45, 80, 170])
def test_stays_in_place_pressed_into_a_wall_on_a_slope(askew, degrees, hz):
    """The wish leads nowhere along the wall, seen from above: that the slope climbs towards the wall is no reason to drift."""
    angle = radians(askew)
    x, y = -sin(angle), cos(angle)
    sim = settled(on_slope(degrees, slope(degrees), wall(0.5 * x, 0.5 * y, angle), hz=hz))
    records = run(sim, hz, walk(5.0 * x, 5.0 * y))
    assert max(ways(records[hz // 2 :])) < 1e-6
    assert grounds(records) == {Ground.FLOOR}


@pytest.mark.parametrize("way", [30, 60, -20, -70])
def test_walks_along_a_wall_on_a_slope_to_the_wished_side(way):
    """The speed along the wall is the wish's part along it, seen from above, uphill and downhill."""
    angle, degrees = radians(40), 35
    x, y = -sin(angle), cos(angle)
    sim = settled(on_slope(degrees, slope(degrees), wall(0.7 * x, 0.7 * y, angle)))
    wish = 5.0 * (x * cos(radians(way)) - y * sin(radians(way))), 5.0 * (x * sin(radians(way)) + y * cos(radians(way)))
    record = run(sim, 60, walk(*wish))[-1]
    level = [(b - a) * 60 for a, b in zip(record.before.position, record.after.position)]
    climb = tan(radians(degrees)) * wish[1] / 5.0
    assert -y * level[0] + x * level[1] == pytest.approx(5.0 * sin(radians(way)) / hypot(1.0, climb), abs=0.01)
