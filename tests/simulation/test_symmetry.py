"""Scenario N. Scale, place, mirror and order: the path is the same one, seen from elsewhere."""

import numpy as np
import pytest

from game.simulation import PlayerParams, Simulation
from tests.shipped_levels import shipped
from tests.simulation.driving import path, walk
from tests.simulation.scenes import WALKS, level_of, scene, turned


def walked(triangles, scale=1.0, place=(0.0, 0.0, 0.0), mirror=1.0, **params):
    """The path (n, 3), brought back to the plain scene's place and size."""
    lengths = {name: getattr(PlayerParams, name) * scale for name in ("speed", "gravity", "jump_height", "step_up", "step_down")}
    more = {"skin": PlayerParams.skin * scale, "terminal_speed": PlayerParams.terminal_speed * scale}
    sizes = PlayerParams(radii=tuple(r * scale for r in (0.4, 0.4, 0.9)), **lengths, **more, **params)
    sim = Simulation(level_of(triangles * scale * np.array([mirror, 1.0, 1.0]) + np.array(place)), sizes)
    sim.teleport(np.array([0.1 * mirror, -1.0, 0.95]) * scale + np.array(place))
    records = [sim.tick(walk(mirror * x, y, 1.0, jump=jump)) for x, y, ticks, jump in WALKS for _ in range(ticks)]
    return (np.array(path(records)) - np.array(place)) / scale * np.array([mirror, 1.0, 1.0]), sim


PLAIN = scene()


@pytest.mark.parametrize("scale", [0.01, 100.0])
def test_scaled_scene_gives_the_same_relative_path(scale):
    plain, _ = walked(PLAIN)
    scaled, _ = walked(PLAIN, scale)
    assert np.abs(plain - scaled).max() < 1e-6


@pytest.mark.parametrize("place", [(1e4, 0.0, 0.0), (-1e4, 1e4, 1e3)])
def test_moved_scene_gives_the_same_path(place):
    plain, _ = walked(PLAIN)
    moved, _ = walked(PLAIN, place=place)
    assert np.abs(plain - moved).max() < 1e-6


def test_mirrored_scene_and_wish_give_the_mirrored_path():
    plain, _ = walked(PLAIN)
    mirrored, _ = walked(PLAIN, mirror=-1.0)
    assert np.abs(plain - mirrored).max() < 1e-9


@pytest.mark.parametrize("seed", range(3))
def test_shuffled_triangles_give_the_same_bits(seed):
    rng = np.random.default_rng(seed)
    shuffled = rng.permutation(PLAIN)
    for triangle in range(len(shuffled)):
        shuffled[triangle] = np.roll(shuffled[triangle], rng.integers(3), axis=0)
    assert walked(PLAIN)[1].state_hash() == walked(shuffled)[1].state_hash()


@pytest.mark.parametrize("turn", [0.5, 2.0])
def test_turned_scene_and_wish_give_the_turned_path(turn):
    plain = walked(PLAIN)[0]
    sim = Simulation(level_of(turned(PLAIN, turn)))
    c, s = np.cos(turn), np.sin(turn)
    sim.teleport((0.1 * c + 1.0 * s, 0.1 * s - 1.0 * c, 0.95))
    wishes = [(x * c - y * s, x * s + y * c, ticks, jump) for x, y, ticks, jump in WALKS]
    records = [sim.tick(walk(x, y, 1.0, jump=jump)) for x, y, ticks, jump in wishes for _ in range(ticks)]
    assert np.abs(turned(np.array(path(records)), -turn) - plain).max() < 1e-6


def test_the_scene_is_really_walked():
    """The walks climb, jump and meet things: else the tests above prove little."""
    plain, sim = walked(PLAIN)
    assert np.ptp(plain[:, 2]) > 0.8
    assert np.ptp(plain[:, 0]) > 2.0
    assert sum(any(not c.walkable for c in record.contacts) for record in sim.history) > 20


def test_stairs_level_moved_away_gives_the_same_walk():
    level = shipped("stairs")
    triangles = level.vertices[level.triangles]
    ends = []
    for place in ((0.0, 0.0, 0.0), (1e4, -1e4, 0.0)):
        sim = Simulation(level_of(triangles + np.array(place)))
        sim.teleport(np.array([0.0, 0.0, 0.9001]) + np.array(place))
        for _ in range(120):
            sim.tick(walk(0.0, 5.0))
        ends.append(np.array(sim.state.position) - np.array(place))
    assert np.abs(ends[0] - ends[1]).max() < 1e-6
