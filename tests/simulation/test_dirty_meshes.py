"""Scenario P. Dirty meshes: no hole, no NaN, no stumble; what is dropped is counted."""

from math import isfinite

import numpy as np
import pytest

from game.collision import overlap
from game.simulation import Ground
from tests.simulation.driving import apart, path, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, join, staircase

RNG = np.random.default_rng(11)


def without_area(count=40):
    """Triangles of one point, of two, and of three in a line."""
    points = RNG.uniform(-3.0, 3.0, (count, 1, 3)) * np.array([1.0, 1.0, 0.3])
    ways = RNG.normal(size=(count, 1, 3))
    along = np.array([[0.0], [1.0], [2.0]]) * RNG.integers(0, 2, (count, 1, 1))
    return points + ways * along


def needles(count=200):
    """Flat on the floor, a metre long and .01 mm wide."""
    start = np.concatenate([RNG.uniform(-4.0, 4.0, (count, 2)), np.zeros((count, 1))], axis=1)
    angle = RNG.uniform(0.0, 2.0 * np.pi, count)
    way = np.stack([np.cos(angle), np.sin(angle), np.zeros(count)], axis=1)
    side = np.stack([-way[:, 1], way[:, 0], np.zeros(count)], axis=1) * 1e-5
    return np.stack([start, start + way, start + 0.5 * way + side], axis=1)


PLAIN = join(floor(), staircase(6, 0.2, 0.3), box((1.5, 1.0, 0.0), (2.5, 2.0, 2.0)))
DIRTY = {
    "without area": join(PLAIN, without_area()),
    "duplicates": join(PLAIN, PLAIN),
    "both windings": join(PLAIN, PLAIN[:, ::-1]),
    "one winding turned": join(PLAIN[:, ::-1]),
    "needles": join(PLAIN, needles()),
    "all of it": join(PLAIN, PLAIN[:, ::-1], without_area(), needles()),
}
WISHES = [(0.0, 4.0)] * 60 + [(4.0, 1.0)] * 30 + [(1.0, -4.0)] * 60


def walked(triangles):
    sim = settled(simulate(triangles, feet=(0.2, -1.5, 0.0)))
    return sim, [sim.tick(walk(*wish)) for wish in WISHES]


@pytest.mark.parametrize("kind", DIRTY)
def test_dirt_is_not_felt(kind):
    _, clean = walked(PLAIN)
    sim, records = walked(DIRTY[kind])
    assert [r.after.ground for r in records] == [r.after.ground for r in clean]
    assert max(apart(a, b) for a, b in zip(path(records), path(clean))) < 1e-4
    assert all(isfinite(x) for record in records for x in (*record.after.position, *record.after.velocity))


def test_triangles_without_area_are_counted():
    dirty = simulate(DIRTY["without area"]).mesh
    assert dirty.dropped == 40


@pytest.mark.parametrize("seed", range(4))
def test_open_edges_do_not_open_the_mesh_beside_them(seed):
    """A floor with a hole in it: past its rim the player stands, and falls only where its middle leaves the floor."""
    x, y = np.random.default_rng(seed).uniform(-0.35, 0.35, 2)
    rim = [floor(0.0, (-9, -9), (9, -1)), floor(0.0, (-9, 1), (9, 9)), floor(0.0, (-9, -1), (-1, 1)), floor(0.0, (1, -1), (9, 1))]
    sim = settled(simulate(*rim, floor(-6.0), feet=(-3.0 + x, y, 0.0)))
    while sim.state.ground == Ground.FLOOR and sim.state.tick < 200:
        run(sim, 1, walk(4.0, 0.0))
        assert overlap(sim.mesh, sim.body, sim.state.position) < 1e-9
    assert -1.0 <= sim.state.position[0] < -0.4
    run(sim, 120)
    assert sim.state.position[2] == pytest.approx(-6.0 + 0.9 + 1e-4, abs=1e-4)
