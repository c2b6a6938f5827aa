"""Checks of a run in any cave (caves.py) by an oracle without the solver: no body in a wall, and none outside.

The depth of a body is worked out here from closest points in eSpace; that it left the cave, from the solid angle of the shell.
In a mover it may be deeper than its skin only where a search finds no free place near: as far as the movers that touch it go in
this tick, or any other up to LEAP. And a walk is the same in the same world, cut, turned or scaled.
"""

import sys
import time
from dataclasses import replace
from itertools import count
from math import pi

import numpy as np

from game.collision.engine.orientation_frame import frame_at
from game.simulation import Simulation
from game.simulation.environment.respawn import was_teleported
from game.simulation.movers.pushing import CRUSH_DEPTH

from .caves import cave, direction, intents, level_of, mover, params_of, pick, volume

SAME = 1e-6  # [m] that two walks may be apart and be the same
TOUCH = 1e-7  # [m] that rounding may leave a body in a face, a thousandth of the skin
LEAP = 0.5  # [least radii] that a slow mover may make a body leap out of a wedge. Less: ways out are missed; more: a leap is seen
SEARCHES, DESCENT = 100, 40  # places from which a way out is searched for; pushes of each. Fewer: free places are missed

# The oracle


def depth(triangles, position, radii, axes=None):
    """Penetration [m] of an ellipsoid into triangles (t, 3, 3): the way out along the contact's normal. axes: rows (3, 3)"""
    return float(contacts(triangles, position, radii, np.eye(3) if axes is None else axes)[0].max(initial=-np.inf))


def contacts(triangles, position, radii, axes):
    """(depth [m] of an ellipsoid in each triangle (t,), normal along which it has to go that far (t, 3))."""
    nearest = closest((triangles - position) @ axes.T / radii)
    distances = np.linalg.norm(nearest, axis=1)
    normals = -nearest / np.maximum(distances, 1e-300)[:, None] / radii
    sizes = np.linalg.norm(normals, axis=1)
    return (1.0 - distances) / sizes, normals / sizes[:, None] @ axes


def is_shut_in(standing, moving, place, far, body):
    """True if a search finds no free place within `far` [m], with a straight way there that does not lead into what stands.

    standing, moving: triangles (t, 3, 3); body: (radii, axes). It begins at random places, and goes out of the deepest contact.
    """
    rng, room = np.random.default_rng(5), max(body[0]) + 3.0 * far
    near = [part[overlaps(part, place, room)] for part in (standing, moving)]
    everything = np.concatenate(near)
    for _ in range(SEARCHES):
        way = rng.normal(size=3)
        there = place + way / np.linalg.norm(way) * far * rng.random() ** (1.0 / 3.0)
        for _ in range(DESCENT):
            depths, normals = contacts(everything, there, *body)
            worst = depths.argmax()
            if depths[worst] <= 0.0:
                break
            there = there + normals[worst] * (depths[worst] + 1e-9)
        else:
            continue
        steps = [place + part * (there - place) for part in np.linspace(0.0, 1.0, 9)]
        if np.linalg.norm(there - place) <= far and all(depth(near[0], step, *body) <= TOUCH for step in steps):
            return False
    return True


def overlaps(triangles, place, room):
    """True for each triangle (t, 3, 3) whose box comes within `room` [m] of a place along every axis."""
    return ((triangles.min(axis=1) < place + room) & (triangles.max(axis=1) > place - room)).all(axis=1)


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
    """The winding number of a closed shell (t, 3, 3) around a point: the sum of its solid angles over that of a sphere."""
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


def start(rng, world, radii):
    """A free place (3,) [m] of a body within the shell, or None."""
    for _ in range(300):
        place = rng.random(3) * world.size
        if abs(winding(world.shell, place)) > 0.99 and depth(world.triangles, place, radii) < -0.002:
            return place
    return None


def faults(seed, ticks=300, kind="cave"):
    """(ticks done, the deepest in what stands [m], [(tick, what, how much), ...]) of a seed.

    kind: "cave", or "moving" for one with movers, volumes and gravity along any direction
    """
    rng = np.random.default_rng([seed, 13])
    world, params = cave(rng), params_of(rng)
    place = start(rng, world, params.radii if kind == "cave" else (max(params.radii),) * 3)
    if place is None:
        return 0, -np.inf, []
    sim, tick, deepest = simulation(rng, world, params, place, kind), 0, -np.inf
    sim.teleport(tuple(place.tolist()))
    for tick, intent in enumerate(intents(rng, ticks), 1):
        record = sim.tick(intent)
        before, after = record.before, record.after
        if was_teleported(before, after) and before.returns == after.returns and not is_home_free(world, sim):
            break
        deep, found = faults_of_tick(world, record)
        deepest = max(deepest, deep)
        if found:
            return tick, deepest, [(tick, *fault) for fault in found]
    return tick, deepest, []


def simulation(rng, world, params, place, kind):
    """The Simulation of a seed's world."""
    hz, feet = int(rng.choice([30, 60, 60, 120, 480])), tuple((place - (0.0, 0.0, params.feet)).tolist())
    if kind == "cave":
        return Simulation(level_of(world.triangles), params, hz=hz)
    movers = tuple(mover(rng, world.size) for _ in range(rng.integers(0, 5)))
    volumes = tuple(volume(rng, world.size, feet) for _ in range(rng.integers(0, 5)))
    gravity = direction(rng) if rng.random() < 0.3 else None
    return Simulation(level_of(world.triangles, feet, movers, volumes, gravity), params, hz=hz)


def is_home_free(world, sim):
    """True if a body has room within the shell where the level's spawn puts it: where gravity is turned, it may have none."""
    feet = np.array(sim.level.spawn.feet)
    home = feet + np.array(sim.up_at(tuple(feet.tolist()))) * sim.params.feet
    return abs(winding(world.shell, home)) > 0.99 and depth(world.triangles, home, (max(sim.params.radii),) * 3) < 0.0


def faults_of_tick(world, record):
    """(how deep in what stands [m], [(what, how much), ...]) of one tick, by the oracle; -inf where a body was put or crushed."""
    before, after, body = record.before, record.after, record.body
    place = np.array(after.position)
    if not np.isfinite([*place, *after.velocity, *after.fall, *after.walk]).all():
        return -np.inf, [("no number", 0.0)]
    if abs(winding(world.shell, place)) < 0.95 or before.returns != after.returns:
        return -np.inf, [("escaped", winding(world.shell, place))]
    if was_teleported(before, after) or record.ride.crushed_by is not None:
        return -np.inf, []
    here, movers = (body.radii, axes_of(body, after.frame)), record.movers
    deep, found = depth(world.triangles, place, *here), []
    if deep > TOUCH:
        found.append(("deep", deep))
    if movers:
        parts = [corners_of(mover, movers.pose(number, after.tick)) for number, mover in enumerate(movers.all)]
        depths = [depth(part, place, *here) for part in parts]
        squeezed, moving, skin = max(depths), np.concatenate(parts), record.params.skin
        if squeezed > CRUSH_DEPTH * min(body.radii):
            found.append(("not crushed", squeezed))
        if squeezed > skin:
            begun = [corners_of(mover, movers.pose(number, before.tick)) for number, mover in enumerate(movers.all)]
            ways = [np.linalg.norm(part - old, axis=2).max() for part, old in zip(parts, begun)]  # of each mover in this tick
            touching = max(way for way, part in zip(ways, depths) if part > -2.0 * skin)
            far = squeezed + max(touching, min(movers.fastest / movers.hz, LEAP * min(body.radii)))
            if not is_shut_in(world.triangles, moving, place, far, here):
                found.append(("in a mover", squeezed))
    return deep, found


def corners_of(mover, pose):
    """The triangles (t, 3, 3) of a mover in a pose."""
    return np.array([[pose.to_world(corner) for corner in triangle] for triangle in mover.corners.tolist()])


# The same walk in the same world, given otherwise


def halved(triangles, rng):
    """Each triangle in four, cut at the middles of its sides."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    ab, bc, ca = (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0
    return np.concatenate([np.stack(part, 1) for part in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])


def parted(triangles, rng):
    """Each triangle in three, cut from a point inside it."""
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


def path(triangles, params, hz, place, inputs, gravity=None):
    """The centres (n + 1, 3) of a walk."""
    sim = Simulation(level_of(triangles, gravity=gravity), params, hz=hz, history=1)
    sim.teleport(tuple(place.tolist()))
    return np.array([sim.state.position] + [sim.tick(intent).after.position for intent in inputs])


def difference(seed, change, ticks=150):
    """(how far [m] a walk comes to be from itself in a world that was cut, turned or scaled, in which tick); None: no such walk.

    change: a name of CUTS, "turned" or "scaled". (0.0, 0) also where eight starts some 1e-12 m apart do not agree.
    """
    rng = np.random.default_rng([seed, 17])
    world, params = cave(rng), params_of(rng)
    params = replace(params, speed=min(params.speed, 5.0), run_speed=8.0)
    place, hz, inputs = start(rng, world, params.radii), int(rng.choice([30, 60, 120])), intents(rng, ticks)
    if place is None:
        return None
    plain = path(world.triangles, params, hz, place, inputs)
    if change == "turned":
        gravity = direction(rng)
        basis = np.array(frame_at(gravity.up((0.0, 0.0, 0.0))))  # rows: right, forward, up
        other = path(world.triangles @ basis, params, hz, place @ basis, inputs, gravity) @ basis.T
    elif change == "scaled":
        factor = pick(rng, 0.25, 64.0)
        other = path(world.triangles * factor, scaled(params, factor), hz, place * factor, inputs) / factor
    else:
        other = path(CUTS[change](world.triangles, rng), params, hz, place, inputs)
    apart = np.abs(other - plain).max(axis=1)
    far = np.flatnonzero(apart > SAME)
    if not len(far):
        return 0.0, 0
    for _ in range(8):
        nudged = path(world.triangles, params, hz, place + 1e-12 * rng.normal(size=3), inputs)
        if (np.abs(nudged - plain).max(axis=1)[: far[0] + 1] > SAME).any():
            return 0.0, 0
    return float(apart[far[0]]), int(far[0])


if __name__ == "__main__":  # python -m tests.simulation.cave_hunt FIRST SECONDS: a long hunt, from a seed on
    first, end = int(sys.argv[1]), time.monotonic() + float(sys.argv[2])
    done, worst, walks, found = 0, -np.inf, dict.fromkeys((*CUTS, "turned", "scaled"), 0), 0
    for seed in count(first):
        if time.monotonic() > end:
            break
        for kind in ("cave", "moving"):
            ticks, deepest, wrong = faults(seed, kind=kind)
            done, worst, found = done + ticks, max(worst, deepest), found + len(wrong)
            for fault in wrong:
                print(f"seed {seed}, {kind}: {fault}", flush=True)
        for change in walks:
            apart = difference(seed, change)
            walks[change] += apart is not None
            if apart and apart[0]:
                found += 1
                print(f"seed {seed}, {change}: {apart[0]:.3g} m apart in tick {apart[1]}", flush=True)
        if seed % 100 == 99:
            print(f"to seed {seed}: {done} ticks, deepest {worst:.3g} m, walks made twice {walks}, {found} faults", flush=True)
    print(f"to seed {seed - 1}: {done} ticks, deepest {worst:.3g} m, walks made twice {walks}, {found} faults")
