"""Random hostile worlds and players from seeds. A cave is a watertight shell with closed solids and open sheets in it.

The conditions that must hold in them are checked in cave_hunt.py. The argument `rng` is a numpy random generator.
"""

from itertools import product
from math import pi, radians
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from game.collision import TriangleMesh
from game.level.contents.mover import Motion, Mover, Waypoint
from game.level.contents.volume import Conveyor, Down, Gravity, Kill, Portal, TurnedGravity, Volume, Water, Wind
from game.simulation import Intent, PlayerParams


class Cave(NamedTuple):
    """A random world.

    shell: (t, 3, 3), its watertight outer surface [m]
    triangles: (n, 3, 3), all triangles, those of the shell included [m]
    size: (3,), lengths of the box around it [m]
    """

    shell: np.ndarray
    triangles: np.ndarray
    size: np.ndarray


# Worlds


def cave(rng):
    """Return a random Cave: cells of a grid joined at random, with its nodes moved, filled with solids and sheets."""
    cells, side = rng.integers(2, 6, 3), rng.uniform((1.6, 1.6, 2.2), (4.0, 4.0, 5.0))
    at, hollow = cells // 2, set()
    for _ in range(rng.integers(4, 40)):
        hollow.add(tuple(at.tolist()))
        axis = rng.integers(3)
        at = at.copy()
        at[axis] = np.clip(at[axis] + rng.choice([-1, 1]), 0, cells[axis] - 1)
    moved = rng.choice([0.0, 0.02, 0.1, 0.25]) * rng.uniform(-1.0, 1.0, (*(cells + 1), 3))
    quads = []
    for cell, axis, step in product(sorted(hollow), range(3), (0, 1)):
        beyond = list(cell)
        beyond[axis] += 2 * step - 1
        if tuple(beyond) not in hollow:
            quads.append(face_of(cell, axis, step))
    nodes = np.array(quads)  # (q, 4, 3)
    corners = (nodes + moved[tuple(nodes.reshape(-1, 3).T)].reshape(nodes.shape)) * side
    cuts = np.where((rng.random(len(corners)) < 0.5)[:, None], (0, 1, 2, 0, 2, 3), (1, 2, 3, 1, 3, 0))
    shell = np.take_along_axis(corners, cuts[:, :, None], axis=1).reshape(-1, 3, 3)
    size = cells * side
    inside = [solid(rng) for _ in range(rng.integers(0, 10))] + [sheet(rng) for _ in range(rng.integers(0, 10))]
    filling = [part + rng.uniform(0.0, 1.0, 3) * size for part in inside]
    triangles = np.concatenate([shell, *filling])
    turned = rng.random(len(triangles)) < 0.3
    triangles[turned] = triangles[turned][:, ::-1]
    return Cave(shell, triangles[rng.permutation(len(triangles))], size)


def face_of(cell, axis, step):
    """Return the corners (4, 3) of one face of a grid cell, in grid units. They run in the same sense on all faces.

    cell: (3,) integers; axis: 0..2, the face's normal; step: 0 for the lower face, 1 for the upper
    """
    ring = [np.insert(pair, axis, step) + cell for pair in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return ring[::-1] if (step == 1) != (axis == 1) else ring


def solid(rng):
    """Return the triangles (t, 3, 3) [m] of a closed prism, frustum or plate with 3 to 8 sides, upright or rotated."""
    corners, taper = rng.integers(3, 9), rng.choice([1.0, 0.5, 0.05])
    angles = np.arange(corners) * 2.0 * pi / corners + rng.uniform(0.0, pi)
    radius, height = 10.0 ** rng.uniform(-1.2, 0.2), 10.0 ** rng.uniform(-2.5, 0.3)
    low = np.column_stack([radius * np.cos(angles), radius * np.sin(angles), np.zeros(corners)])
    high = low * (taper, taper, 1.0) + (0.0, 0.0, height)
    after = np.roll(np.arange(corners), -1)
    sides = np.concatenate([np.stack([low, low[after], high[after]], 1), np.stack([low, high[after], high], 1)])
    caps = [[ring[0], *pair] for ring, turn in ((low, -1), (high, 1)) for pair in
            (ring[[k, k + 1]][::turn] for k in range(1, corners - 1))]  # fmt: skip
    return np.concatenate([sides, caps]) @ (rotation(rng) if rng.random() < 0.3 else np.eye(3))


def sheet(rng):
    """Return the triangles (t, 3, 3) [m] of an open shape: triangle, sliver, ramp, two planes at an angle, or stairs."""
    kind, wide = rng.integers(5), rng.uniform(0.4, 3.0)
    if kind == 0:
        return rng.normal(size=(1, 3, 3)) * 10.0 ** rng.uniform(-2.0, 0.3)
    if kind == 1:
        way = rng.normal(size=3)
        return np.array([[0.0 * way, way, 0.4 * way + rng.normal(size=3) * 10.0 ** rng.uniform(-10.0, -2.0)]])
    if kind == 2:
        slope = radians(rng.choice([rng.uniform(5.0, 85.0), 45.0, 49.9999, 50.0001]))
        path = [(-wide, 0.0), (-wide + 2.0 * wide * np.cos(slope), 2.0 * wide * np.sin(slope))]
    elif kind == 3:
        opening = 10.0 ** rng.uniform(-2.5, 0.2)
        path = [(2.0, 0.0), (0.0, 0.0), (2.0 * np.cos(opening), 2.0 * np.sin(opening))]
    else:
        rise, run = rng.uniform(0.05, 0.45), rng.uniform(0.05, 0.5)
        path = [(run * ((k + 1) // 2), rise * (k // 2)) for k in range(2 * rng.integers(3, 10))]
    points = np.array([(x, 0.0, z) for x, z in path])
    beside = points + (0.0, wide, 0.0)
    strips = [np.stack([points[:-1], points[1:], beside[1:]], 1), np.stack([points[:-1], beside[1:], beside[:-1]], 1)]
    angle = rng.uniform(0.0, 2.0 * pi)
    upright = np.array([[np.cos(angle), np.sin(angle), 0.0], [-np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
    return np.concatenate(strips) @ (upright if kind != 3 else rotation(rng))


def rotation(rng):
    """Return a random rotation matrix (3, 3)."""
    turned, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return turned * np.linalg.det(turned)


def level_of(triangles, feet=(0.0, 0.0, 0.0), movers=(), volumes=(), gravity=None):
    """Return a level with the attributes that a Simulation needs, from triangles (n, 3, 3) [m].

    feet: position of the spawn (3,) [m]
    movers, volumes: Movers and Volumes
    gravity: Down, or None for -z
    """
    mesh = TriangleMesh(triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3))
    spawn = SimpleNamespace(at=feet, heading=0.0)
    inside = {"movers": movers, "volumes": volumes, "gravity": gravity, "exhibits": ()}
    return SimpleNamespace(name="cave", hash="0", mesh=mesh, spawn=spawn, **inside)


def mover(rng, size):
    """Return a random Mover: a box that moves through a cave of a size (3,) [m], and turns in most cases."""
    x, y, z = rng.uniform(0.1, 1.2, 3)
    ring = np.array([(-x, -y), (x, -y), (x, y), (-x, y)])
    low, high = (np.column_stack([ring, np.full(4, height)]) for height in (-z, z))
    quads = [low[::-1], high] + [np.array([low[k], low[(k + 1) % 4], high[(k + 1) % 4], high[k]]) for k in range(4)]
    corners = np.concatenate([[quad[[0, 1, 2]], quad[[0, 2, 3]]] for quad in quads])
    path = [Waypoint()] + [
        Waypoint(tuple((2.0 * rng.normal(size=3)).tolist()), float(rng.normal()), float(rng.uniform(0.3, 3.0)))
        for _ in range(rng.integers(1, 4))
    ]
    at, turn = tuple((rng.random(3) * size).tolist()), float(rng.choice([0.0, 3.0 * rng.normal()]))
    motion = Motion(at, float(rng.uniform(0.0, 6.0)), tuple(path), 1.0, str(rng.choice(["loop", "ping-pong", "once"])), turn=turn)
    numbers = np.arange(36).reshape(-1, 3)
    return Mover("mover", corners.reshape(-1, 3), numbers, np.zeros(12, np.int64), motion, bool(rng.random() < 0.5))


def volume(rng, size, feet):
    """Return a random Volume in a cave of a size (3,) [m]: a box or cylinder with any effect.

    A portal leads to `feet` (3,) [m].
    """
    way, place = tuple((5.0 * rng.normal(size=3)).tolist()), tuple((rng.random(3) * size).tolist())
    down = Down(towards=place) if rng.random() < 0.5 else direction(rng)
    water = Water(way, *map(float, rng.uniform((0.0, 0.1, 0.0, 0.0), (3.0, 10.0, 6.0, 1.0))))
    gravities = Gravity(float(rng.uniform(-3.0, 3.0))), TurnedGravity(float(rng.uniform(0.2, 3.0)), down)
    effects = water, Wind(way), Conveyor(way[0]), *gravities, Kill(), Portal(feet, 1.0), Wind((0.0, 0.0, abs(way[1])))
    effect, box = effects[rng.integers(len(effects))], rng.random() < 0.5
    at, height = tuple((rng.uniform(-0.2, 1.0, 3) * size).tolist()), float(rng.uniform(0.3, 5.0))
    sides = tuple(rng.uniform(0.3, 6.0, 2).tolist()) if box else (0.0, 0.0)
    heading, radius = (float(rng.uniform(0.0, 6.0)), 0.0) if box else (0.0, float(rng.uniform(0.3, 4.0)))
    return Volume("volume", effect, at, heading, height, sides, radius)


def direction(rng):
    """Return a Down along a random direction."""
    way = rng.normal(size=3)
    return Down(direction=tuple((way / np.linalg.norm(way)).tolist()))


# Players


def params_of(rng):
    """Return random PlayerParams, with bodies wider than deep, high steps, steep slopes and high speeds."""
    across = rng.uniform(0.1, 0.7)
    odd = (across, across if rng.random() < 0.5 else rng.uniform(0.1, 0.7), rng.uniform(0.15, 1.2))
    radii = (0.4, 0.4, 0.9) if rng.random() < 0.4 else tuple(map(float, odd))
    feel = {"acceleration": 50.0, "friction": 30.0, "air_control": 0.4, "jump_release": 0.5} if rng.random() < 0.3 else {}
    return PlayerParams(
        radii=radii, speed=pick(rng, 2.5, 5.0, 20.0), run_speed=pick(rng, 8.0, 30.0, 200.0),
        gravity=pick(rng, 0.0, 9.81, 9.81, 40.0), jump_height=pick(rng, 0.0, 1.0, 1.0, 10.0),
        step_up=pick(rng, 0.0, 0.1, 0.4, 0.4, 1.0), step_down=pick(rng, 0.0, 0.5, 0.5, 1.5, 2.0, 3.0),
        max_slope=radians(pick(rng, 10.0, 50.0, 50.0, 80.0)), terminal_speed=pick(rng, 60.0, 500.0),
        crouch_height=pick(rng, 0.3, 0.6, 1.2), keep_horizontal_speed=bool(rng.random() < 0.3),
        skin=min(1e-4, 0.25 * min(radii)), **feel,
    )  # fmt: skip


def pick(rng, *choices):
    """Return one of the numbers at random."""
    return float(rng.choice(choices))


def intents(rng, count):
    """Return `count` random Intents: straight, turning, jumping, crouching."""
    inputs, heading = [], 0.0
    while len(inputs) < count:
        angle, size = rng.uniform(0.0, 2.0 * pi), rng.choice([0.0, 0.3, 1.0, 1.0, 1.0, 5.0])
        wish = (float(size * np.cos(angle)), float(size * np.sin(angle)))
        jump, run, crouch = (bool(rng.random() < part) for part in (0.25, 0.3, 0.2))
        spin, looks = rng.choice([0.0, 0.0, 0.3 * rng.normal()]), rng.random() < 0.5
        for _ in range(rng.choice([1, 2, 5, 20, 60])):
            heading += spin
            inputs.append(Intent(wish, jump, run, crouch, float(heading) if looks else None))
    return inputs[:count]
