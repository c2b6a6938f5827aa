"""Scenario K. A start inside a solid: out through the nearest face within ten ticks, never deeper meanwhile."""

from math import pi, radians, tan

import numpy as np
import pytest

from game.collision import depenetrate, overlap
from game.simulation import Ground, Intent, compiled_tick_driver
from game.simulation.recovery import crosses_surface
from tests.simulation.driving import apart, path, run, simulate, walk
from tests.simulation.scenes import box, floor, quad, turned, wall
from tests.simulation.test_gravity_direction import on_planet, planet

DEPTHS = (1e-6, 1e-4, 1e-2, 0.1, 0.32)
REST = 0.9 + 1e-4


def come_out(sim, position, ticks=10):
    """Place the player and play ticks until it is free. Returns the overlaps before the first tick and after each."""
    sim.teleport(position)
    depths = [overlap(sim.mesh, sim.body, position)]
    for _ in range(ticks):
        run(sim, 1)
        depths.append(overlap(sim.mesh, sim.body, sim.state.position))
    return depths


def assert_free(depths):
    assert depths[0] > 0.0
    assert depths[-1] < 1e-9
    assert all(after <= before + 1e-9 for before, after in zip(depths, depths[1:]))


@pytest.mark.parametrize("depth", DEPTHS)
def test_out_of_a_floor(depth):
    sim = simulate(floor())
    assert_free(come_out(sim, (0.0, 0.0, 0.9 - depth)))
    assert sim.state.position == pytest.approx((0.0, 0.0, REST), abs=1e-4)
    assert sim.state.ground == Ground.FLOOR


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0])
@pytest.mark.parametrize("depth", DEPTHS)
def test_out_of_a_wall(depth, turn):
    sim = simulate(floor(), turned(wall(0.0, 0.4), turn))
    y = np.array([0.0, depth]) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    assert_free(come_out(sim, (*y, REST)))
    assert sim.state.position == pytest.approx((0.0, 0.0, REST), abs=2e-4)


@pytest.mark.parametrize("depth", DEPTHS)
def test_out_of_a_box_by_its_nearest_face(depth):
    sim = simulate(floor(), box((-2.0, 0.4, 0.0), (2.0, 4.0, 3.0)))
    assert_free(come_out(sim, (0.3, depth, REST)))
    assert sim.state.position == pytest.approx((0.3, 0.0, REST), abs=2e-4)


@pytest.mark.parametrize("depth", DEPTHS)
def test_out_of_the_corner_of_a_room(depth):
    sim = simulate(floor(), wall(0.0, 0.4), wall(0.4, 0.0, -pi / 2))
    assert_free(come_out(sim, (depth, 0.7 * depth, 0.9 - 0.5 * depth)))
    assert sim.state.position == pytest.approx((0.0, 0.0, REST), abs=2e-4)


def crossed_slabs(degrees, half=10.0):
    """Two slabs through the y axis that lean by so many degrees to both sides."""
    rise = half * tan(radians(degrees))
    return [quad((-half, -20, -s * rise), (half, -20, s * rise), (half, 20, s * rise), (-half, 20, -s * rise)) for s in (1, -1)]


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("start", [0.01, 0.05, 0.08, 0.2, 0.9, 1.5])
def test_rises_out_of_crossed_slabs_and_walks_away(start, hz):
    sim = simulate(*crossed_slabs(75), hz=hz)
    sim.teleport((0.0, 0.0, start))
    places = path(run(sim, 2 * hz))
    heights = [start] + [z for _, _, z in places]
    assert all(after >= before - 1e-9 for before, after in zip(heights, heights[1:]))
    assert overlap(sim.mesh, sim.body, sim.state.position) < 1e-9
    assert max(abs(x) + abs(y) for x, y, _ in places) < 1e-3
    run(sim, hz, walk(0.0, 2.0))
    assert sim.state.position[1] == pytest.approx(2.0, abs=0.01)


def test_turning_a_body_that_is_not_round_beside_a_wall_stays_out_of_it():
    sim = simulate(floor(), wall(0.0, 0.35), radii=(0.6, 0.3, 0.9))
    for number in range(120):
        sim.tick(Intent((0.0, 1.0), heading=0.05 * number))
        assert overlap(sim.mesh, sim.body, sim.state.position) < 1e-3
    assert sim.state.position[1] < 0.05


@pytest.mark.parametrize("depth", [1e-6, 1e-3, 0.1])
def test_one_short_push_out_is_done_by_the_tick_itself_to_the_bit(depth, monkeypatch):
    """It is that of the recovery in Python, which is not called."""
    monkeypatch.setattr(compiled_tick_driver, "recovered_position", None)
    sim = simulate(floor(), wall(0.0, 0.4, 0.3))
    start = 0.3, depth + 0.3 * tan(0.3), 2.0
    sim.teleport(start)
    outside, is_free = depenetrate(sim.mesh, sim.body, start, sim.rules)
    assert is_free and outside != start and sim.tick(Intent()).trace.origin == outside


def test_a_push_that_leads_into_another_surface_is_left_to_the_recovery(monkeypatch):
    calls = []
    count = lambda nearby, position, rules, leap: calls.append(position) or position  # noqa: E731
    monkeypatch.setattr(compiled_tick_driver, "recovered_position", count)
    sim = simulate(wall(0.0, 0.4), wall(0.0, -0.4 + 1e-4, pi))
    sim.teleport((0.0, 1e-3, 2.0))
    sim.tick(Intent())
    assert calls == [(0.0, 1e-3, 2.0)]


def test_a_walk_round_a_planet_needs_no_recovery_in_python(monkeypatch):
    """A body that turns with the ground of a coarse planet starts many ticks up to a millimetre in it."""
    monkeypatch.setattr(compiled_tick_driver, "recovered_position", None)
    records = run(on_planet(planet(cuts=12), (0.6, 0.0, 0.8)), 300, walk(3.0, 4.0))
    assert any(apart(record.before.position, record.trace.origin) > record.params.skin for record in records)


def test_no_surface_crosses_a_line_without_length():
    """A push out of the level alone may end where it began, free of the movers, too."""
    nearby = simulate(floor()).nearby
    assert crosses_surface(nearby, (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)) and not crosses_surface(nearby, *2 * [(0.0, 0.0, 1.0)])
