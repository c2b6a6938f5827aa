"""Hostile worlds from seeds, and an oracle that is not the solver: whether a body is in a wall, or has left its cave.

A cave is a watertight shell with closed solids and open sheets in it. Players are of any shape and wish for anything. The depth
of a body is worked out here from closest points in eSpace; that it has left the cave, from the solid angle of the shell.
"""

import sys
import time
from dataclasses import replace
from itertools import count, product
from math import pi, radians
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from game.collision import TriangleMesh
from game.collision.engine.frames import frame_at
from game.level.gravity_direction import Down
from game.level.motion import Motion, Waypoint
from game.level.mover import Mover
from game.level.volume import Conveyor, Gravity, Kill, Portal, TurnedGravity, Volume, Water, Wind
from game.simulation import Intent, PlayerParams, Simulation
from game.simulation.environment.respawn import was_put_back
from game.simulation.movers.pushing import CRUSHED

SAME = 1e-6  # [m] that two walks may be apart and be the same
TOUCH = 1e-7  # [m] that rounding may leave a body in a face, a thousandth of the skin


class Cave(NamedTuple):
    """shell (t, 3, 3): watertight; triangles (n, 3, 3): with all that is in it [m]; size (3,) [m]"""

    shell: np.ndarray
    triangles: np.ndarray
    size: np.ndarray


# Worlds


def cave(rng):
    """Cells of a grid joined at random, its nodes moved, filled with solids and sheets."""
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
    """The corners (4, 3) of one face of a cell, in the same turn on all faces seen from inside of it."""
    ring = [np.insert(pair, axis, step) + cell for pair in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return ring[::-1] if (step == 1) != (axis == 1) else ring


def solid(rng):
    """A closed prism, frustum or plate of 3 to 8 sides, upright or turned anyhow."""
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
    """An open triangle, sliver, ramp, book or flight of stairs."""
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
    """A random rotation (3, 3)."""
    turned, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return turned * np.linalg.det(turned)


def level_of(triangles, feet=(0.0, 0.0, 0.0), movers=(), volumes=(), gravity=None):
    """What Simulation needs of a level."""
    mesh = TriangleMesh(triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3))
    spawn = SimpleNamespace(feet=feet, heading=0.0)
    return SimpleNamespace(name="cave", hash="0", mesh=mesh, spawn=spawn, movers=movers, volumes=volumes, gravity=gravity)


def mover(rng, size):
    """A box on its way through a cave, most of them turning."""
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
    """A box or cylinder of a cave in which something is different."""
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
    """Gravity along any direction."""
    way = rng.normal(size=3)
    return Down(direction=tuple((way / np.linalg.norm(way)).tolist()))


# Players


def params_of(rng):
    """PlayerParams of any kind: wider than deep, with high steps, steep slopes, quick."""
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
    return float(rng.choice(choices))


def intents(rng, count):
    """So many Intents: straight, spinning, jumping, crouching."""
    told, heading = [], 0.0
    while len(told) < count:
        angle, size = rng.uniform(0.0, 2.0 * pi), rng.choice([0.0, 0.3, 1.0, 1.0, 1.0, 5.0])
        wish = (float(size * np.cos(angle)), float(size * np.sin(angle)))
        jump, run, crouch = (bool(rng.random() < part) for part in (0.25, 0.3, 0.2))
        spin, looks = rng.choice([0.0, 0.0, 0.3 * rng.normal()]), rng.random() < 0.5
        for _ in range(rng.choice([1, 2, 5, 20, 60])):
            heading += spin
            told.append(Intent(wish, jump, run, crouch, float(heading) if looks else None))
    return told[:count]


def start(rng, world, radii):
    """A free place (3,) [m] of a body within the shell, or None."""
    for _ in range(300):
        place = rng.random(3) * world.size
        if abs(winding(world.shell, place)) > 0.99 and depth(world.triangles, place, radii) < -0.002:
            return place
    return None


# The oracle


def depth(triangles, position, radii, axes=None):
    """How deep [m] an ellipsoid is in triangles (t, 3, 3): how far it has to go along the contact's normal. axes: rows (3, 3)."""
    corners = (triangles - position) @ (np.eye(3) if axes is None else axes).T / radii
    nearest = closest(corners)
    distances = np.linalg.norm(nearest, axis=1)
    normals = nearest / np.maximum(distances, 1e-300)[:, None]
    return float(((1.0 - distances) / np.linalg.norm(normals / radii, axis=1)).max())


def closest(corners):
    """The points (t, 3) of triangles (t, 3, 3) nearest to the origin: of the foot, if it is inside, and of three edges."""
    points, squares = np.zeros((len(corners), 3)), np.full(len(corners), np.inf)
    after = corners[:, (1, 2, 0)]
    for begin, along in zip(np.moveaxis(corners, 1, 0), np.moveaxis(after - corners, 1, 0)):
        part = np.clip(-dots(begin, along) / np.maximum(dots(along, along), 1e-300), 0.0, 1.0)
        place = begin + part[:, None] * along
        nearer = dots(place, place) < squares
        points, squares = np.where(nearer[:, None], place, points), np.where(nearer, dots(place, place), squares)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = dots(normal, normal)
    foot = normal * (dots(corners[:, 0], normal) / np.maximum(area, 1e-300))[:, None]
    around = np.cross(corners - foot[:, None], after - foot[:, None])
    inside = (area > 0.0) & (np.einsum("tij,tj->ti", around, normal) >= 0.0).all(axis=1)
    return np.where(inside[:, None], foot, points)


def dots(a, b):
    return np.einsum("ij,ij->i", a, b)


def winding(shell, place):
    """How often a closed shell (t, 3, 3) goes round a place: the sum of its solid angles, over a whole sphere's."""
    a, b, c = np.moveaxis(shell - place, 1, 0)
    x, y, z = (np.linalg.norm(corner, axis=1) for corner in (a, b, c))
    above = np.einsum("ij,ij->i", a, np.cross(b, c))
    below = x * y * z + (a * b).sum(1) * z + (b * c).sum(1) * x + (c * a).sum(1) * y
    return 2.0 * float(np.arctan2(above, below).sum()) / (4.0 * pi)


def axes_of(body, frame):
    """The rows (3, 3) along which a body stands: its own right, forward and up in the world."""
    c, s = np.cos(body.heading), np.sin(body.heading)
    upright = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    return upright if frame is None else upright @ np.array(frame)


# Runs


def faults(seed, ticks=300, kind="cave"):
    """(ticks done, [(tick, what, how much), ...]) of a seed.

    kind: "cave", or "moving" for one with movers, volumes and gravity along any direction
    """
    rng = np.random.default_rng([seed, 13])
    world, params = cave(rng), params_of(rng)
    place = start(rng, world, params.radii if kind == "cave" else (max(params.radii),) * 3)
    if place is None:
        return 0, []
    sim, tick = simulation(rng, world, params, place, kind), 0
    sim.teleport(tuple(place.tolist()))
    for tick, intent in enumerate(intents(rng, ticks), 1):
        found = faults_of_tick(world, sim.tick(intent), kind)
        if found:
            return tick, [(tick, *fault) for fault in found]
    return tick, []


def simulation(rng, world, params, place, kind):
    """The Simulation of a seed's world."""
    hz, feet = int(rng.choice([30, 60, 60, 120, 480])), tuple((place - (0.0, 0.0, params.feet)).tolist())
    if kind == "cave":
        return Simulation(level_of(world.triangles), params, hz=hz)
    movers = tuple(mover(rng, world.size) for _ in range(rng.integers(0, 5)))
    volumes = tuple(volume(rng, world.size, feet) for _ in range(rng.integers(0, 5)))
    gravity = direction(rng) if rng.random() < 0.3 else None
    return Simulation(level_of(world.triangles, feet, movers, volumes, gravity), params, hz=hz)


def faults_of_tick(world, record, kind):
    """[(what, how much), ...] of one tick, by the oracle."""
    before, after, body = record.before, record.after, record.body
    place = np.array(after.position)
    if not np.isfinite([*place, *after.velocity, *after.fall, *after.walk]).all():
        return [("no number", 0.0)]
    if abs(winding(world.shell, place)) < 0.95 or before.returns != after.returns:
        return [("escaped", winding(world.shell, place))]
    if was_put_back(before, after) or record.ride.crushed_by is not None or before.frame != after.frame:
        return []
    deep = depth(world.triangles, place, body.radii, axes_of(body, after.frame))
    squeezed = CRUSHED * min(body.radii) if record.ride.blows else 0.0
    was = depth(world.triangles, np.array(before.position), body.radii, axes_of(body, after.frame)) if kind == "moving" else 0.0
    return [("deep", deep)] if deep > max(TOUCH, squeezed, was) else []


# The same walk in the same world, given otherwise


def halved(triangles, rng):
    """Each triangle in four, cut at the middles of its sides."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    ab, bc, ca = (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0
    return np.concatenate([np.stack(part, 1) for part in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])


def parted(triangles, rng):
    """Each triangle in three, cut from a point inside of it."""
    middle = (triangles * rng.dirichlet((2.0, 2.0, 2.0), len(triangles))[:, :, None]).sum(axis=1)
    a, b, c = np.moveaxis(triangles, 1, 0)
    return np.concatenate([np.stack(part, 1) for part in ((a, b, middle), (b, c, middle), (c, a, middle))])


def notched(triangles, rng):
    """Half of the triangles in two, from a corner to a point of the side across, so that their neighbours have T-junctions."""
    cut = rng.random(len(triangles)) < 0.5
    a, b, c = np.moveaxis(triangles[cut], 1, 0)
    point = b + rng.uniform(0.1, 0.9, (len(b), 1)) * (c - b)
    return np.concatenate([triangles[~cut], np.stack([a, b, point], 1), np.stack([a, point, c], 1)])


CUTS = {"halved": halved, "parted": parted, "notched": notched}
LENGTHS = ("eye_height", "speed", "run_speed", "crouch_height", "crouch_speed", "acceleration", "friction", "gravity")
LENGTHS += ("jump_height", "terminal_speed", "step_up", "step_down", "skin")


def scaled(params, factor):
    """The same player in a world so many times as large."""
    lengths = {name: getattr(params, name) * factor for name in LENGTHS}
    return replace(params, radii=tuple(radius * factor for radius in params.radii), **lengths)


def path(triangles, params, hz, place, told, gravity=None):
    """The centres (n + 1, 3) of a walk."""
    sim = Simulation(level_of(triangles, gravity=gravity), params, hz=hz, history=1)
    sim.teleport(tuple(place.tolist()))
    return np.array([sim.state.position] + [sim.tick(intent).after.position for intent in told])


def difference(seed, change, ticks=150):
    """(how far [m] a walk comes to be from itself in a world that was cut, turned or scaled, in which tick); None: no such walk.

    change: a name of CUTS, "turned" or "scaled". (0.0, 0) also where eight starts some 1e-12 m apart do not agree.
    """
    rng = np.random.default_rng([seed, 17])
    world, params = cave(rng), params_of(rng)
    params = replace(params, speed=min(params.speed, 5.0), run_speed=8.0)
    place, hz, told = start(rng, world, params.radii), int(rng.choice([30, 60, 120])), intents(rng, ticks)
    if place is None:
        return None
    plain = path(world.triangles, params, hz, place, told)
    if change == "turned":
        gravity = direction(rng)
        basis = np.array(frame_at(gravity.up((0.0, 0.0, 0.0))))  # rows: right, forward, up
        other = path(world.triangles @ basis, params, hz, place @ basis, told, gravity) @ basis.T
    elif change == "scaled":
        factor = pick(rng, 0.25, 64.0)
        other = path(world.triangles * factor, scaled(params, factor), hz, place * factor, told) / factor
    else:
        other = path(CUTS[change](world.triangles, rng), params, hz, place, told)
    apart = np.abs(other - plain).max(axis=1)
    far = np.flatnonzero(apart > SAME)
    if not len(far):
        return 0.0, 0
    for _ in range(8):
        nudged = path(world.triangles, params, hz, place + 1e-12 * rng.normal(size=3), told)
        if (np.abs(nudged - plain).max(axis=1)[: far[0] + 1] > SAME).any():
            return 0.0, 0
    return float(apart[far[0]]), int(far[0])


if __name__ == "__main__":  # python -m tests.simulation.caves FIRST SECONDS: a long hunt, from a seed on
    first, end = int(sys.argv[1]), time.monotonic() + float(sys.argv[2])
    kinds, done, walks, found = ("cave", "moving"), 0, 0, 0
    for seed in count(first):
        if time.monotonic() > end:
            break
        for kind in kinds:
            ticks, wrong = faults(seed, kind=kind)
            done, found = done + ticks, found + len(wrong)
            for fault in wrong:
                print(f"seed {seed}, {kind}: {fault}", flush=True)
        for change in (*CUTS, "turned", "scaled"):
            apart = difference(seed, change)
            walks += apart is not None
            if apart and apart[0]:
                found += 1
                print(f"seed {seed}, {change}: {apart[0]:.3g} m apart in tick {apart[1]}", flush=True)
    print(f"seeds {first} to {seed - 1}: {done} ticks, {walks} walks made twice, {found} faults")
