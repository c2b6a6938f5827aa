"""Scenario H. Tessellation: how a flat floor or wall is cut into triangles is not felt."""

import numpy as np
import pytest

from game.collision import Rules
from game.collision.nearby import ROWS
from game.simulation import Ground, Intent, PlayerParams, Simulation
from tests.simulation.driving import apart, grounds, path, run, settled, simulate, walk, ways
from tests.simulation.scenes import box, floor, join, level_of, quad, wall

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


def valley(facet, radius=3.0, half=70.0):
    """A trough along x, its cross-section an arc of 2 * `half` degrees that ends at the facets' length."""
    angles = np.radians(np.linspace(-half, half, round(np.radians(2.0 * half) * radius / facet) + 1))
    arc = [(radius * np.sin(a), radius - radius * np.cos(a)) for a in angles]
    return join(*(quad((-3.0, *p), (3.0, *p), (3.0, *q), (-3.0, *q)) for p, q in zip(arc, arc[1:])))


def runner_in(facet, radius, hz, most):
    """A runner in a valley, half a second after it fell on its side."""
    feet = (0.0, -radius * np.sin(0.7), radius - radius * np.cos(0.7) + 0.35)
    sim = Simulation(level_of(valley(facet, radius), feet=feet), PlayerParams(), Rules(max_iterations=most), hz, history=10**4)
    run(sim, hz // 2)
    return sim


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("facet, radius", [(0.3, 3.0), (0.05, 5.0), (0.03, 3.0), (0.02, 3.0), (0.01, 3.0), (0.01, 4.0)])
def test_a_runner_keeps_its_speed_in_a_valley_of_facets(facet, radius, hz):
    sim = runner_in(facet, radius, hz, Rules().max_iterations)
    records = run(sim, hz // 2, Intent((0.0, 1.0), run=True))
    assert grounds(records) == {Ground.FLOOR}
    assert 2.0 * sum(ways(records)) == pytest.approx(8.0, abs=0.05)
    assert max(len(record.trace.iterations) for record in records) < ROWS


def test_more_iterations_change_nothing_where_fewer_end_the_pass():
    runs = [path(run(runner_in(0.3, 3.0, 60, most), 60, Intent((0.3, 1.0), run=True))) for most in (8, 16, 32)]
    assert runs[0] == runs[1] == runs[2]
