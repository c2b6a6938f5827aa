"""Scenario H. Tessellation: how a flat floor or wall is cut into triangles is not with_feel."""

import numpy as np
import pytest

from game.simulation import Ground

from ..driving import apart, grounds, path, run, settled, simulate, walk
from ..scenes import box, floor, join, wall

REST = 0.9 + 1e-4


def grid(columns, rows, low=(-10.0, -10.0), high=(10.0, 10.0), seed=None):
    """A level floor of 2 * columns * rows triangles, the diagonals at random when there is a seed."""
    xs, ys = np.linspace(low[0], high[0], columns + 1), np.linspace(low[1], high[1], rows + 1)
    turns = np.zeros((columns, rows)) if seed is None else np.random.default_rng(seed).integers(0, 2, (columns, rows))
    parts = []
    for i in range(columns):
        for j in range(rows):
            a, b, c, d = ((xs[i], ys[j]), (xs[i + 1], ys[j]), (xs[i + 1], ys[j + 1]), (xs[i], ys[j + 1]))
            parts += [(a, b, c), (a, c, d)] if turns[i, j] == 0 else [(b, c, d), (b, d, a)]
    flat = np.array(parts)
    return np.concatenate([flat, np.zeros((*flat.shape[:2], 1))], axis=2)


def planks(count=60):
    """Strips across the way, each cut at another place: T-junctions everywhere, and slivers where the cuts nearly meet."""
    rng, parts = np.random.default_rng(4), []
    ys = np.linspace(-10.0, 10.0, count + 1)
    for low, high in zip(ys, ys[1:]):
        cuts = np.concatenate([[-10.0], np.sort(rng.uniform(-1.0, 1.0, 5)), [1.0 + 1e-5, 1.0 + 2e-5, 10.0]])
        parts += [floor(0.0, (x, low), (u, high)) for x, u in zip(np.sort(cuts), np.sort(cuts)[1:])]
    return join(*parts)


def fan():
    """Triangles from one corner to the points of a far edge: slivers of .0005 degrees at the corner."""
    xs = np.linspace(-10.0, 10.0, 401)
    return np.array([((0.0, -10.0, 0.0), (u, 10.0, 0.0), (x, 10.0, 0.0)) for x, u in zip(xs, xs[1:])])


FLOORS = {
    "1 a metre": grid(20, 20),
    "10 a metre": grid(10, 100),
    "1000 a metre": grid(20, 1000, (-1.0, -3.0), (1.0, 3.0)),
    "random diagonals": grid(40, 40, seed=1),
    "T-junctions and slivers": planks(),
}


def assert_unfelt(sim, records, smooth):
    """The path is that on the smooth scene, on the floor in every tick, and never upward."""
    assert grounds(records) == {Ground.FLOOR}
    assert max(apart(a, b) for a, b in zip(path(records), path(smooth))) < 1e-4
    assert all(r.after.position[2] <= r.before.position[2] + 1e-12 for r in records)


def walked(*parts, feet=(0.0, -2.0, 0.0), ticks=90, wish=(0.7, 2.0)):
    sim = settled(simulate(*parts, feet=feet))
    return sim, run(sim, ticks, walk(*wish))


@pytest.mark.parametrize("name", FLOORS)
@pytest.mark.parametrize("wish", [(0.0, 3.0), (0.5, 2.5)])
def test_a_tessellated_floor_is_a_floor(name, wish):
    sim, records = walked(FLOORS[name], wish=wish)
    _, smooth = walked(floor(), wish=wish)
    assert_unfelt(sim, records, smooth)


def test_a_fan_of_slivers_is_a_floor():
    sim, records = walked(fan(), feet=(0.0, -6.0, 0.0), ticks=120, wish=(0.3, 4.9))
    _, smooth = walked(floor(), feet=(0.0, -6.0, 0.0), ticks=120, wish=(0.3, 4.9))
    assert_unfelt(sim, records, smooth)


@pytest.mark.parametrize("name", FLOORS)
def test_ten_thousand_ticks_on_the_floor(name):
    """Wandering about the middle, at rest height and never upward to the last bit of it."""
    sim = settled(simulate(FLOORS[name]))
    for x, y in np.random.default_rng(7).normal(size=(10_000, 2)):
        px, py, before = sim.state.position
        after = sim.tick(walk(2.0 * x - 3.0 * px, 2.0 * y - 3.0 * py)).after
        assert after.ground == Ground.FLOOR and after.position[2] - before <= 1e-12
        assert abs(after.position[2] - REST) < 1e-9


@pytest.mark.parametrize("wish", [(4.0, 1.0), (0.5, 4.0), (2.0, 4.0)])
def test_a_wall_of_flush_boxes_is_a_wall(wish):
    boxes = [box((-3.0 + 0.5 * i, 1.0, -1.0), (-2.5 + 0.5 * i, 2.0, 3.0)) for i in range(30)]
    _, records = walked(floor(), *boxes, feet=(-2.0, 0.0, 0.0), wish=wish, ticks=120)
    sim, smooth = walked(floor(), wall(0.0, 1.0), feet=(-2.0, 0.0, 0.0), wish=wish, ticks=120)
    assert max(apart(a, b) for a, b in zip(path(records), path(smooth))) < 1e-4
    assert grounds(records) == {Ground.FLOOR}


@pytest.mark.parametrize("wish", [(4.0, 1.0), (1.0, 4.5)])
def test_a_floor_of_flush_boxes_is_a_floor(wish):
    boxes = [box((-3.0 + i, -3.0 + j, -1.0), (-2.0 + i, -2.0 + j, 0.0)) for i in range(12) for j in range(12)]
    _, records = walked(*boxes, feet=(-2.0, -2.0, 0.0), wish=wish, ticks=90)
    sim, smooth = walked(floor(), feet=(-2.0, -2.0, 0.0), wish=wish, ticks=90)
    assert_unfelt(sim, records, smooth)
