"""The contenders of a measurement: Glissade and its peers, each as a loop over moves of a Track.

Functions that return Contenders return {name: Contender}. Call number i makes the move i % PLACES. The parameter `peers` is True
to include other engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ...collision import Ellipsoid, collide_and_slide, sweep
from ...other_engines import bullet, panda, rapier
from .timing import Contender
from .walking_moves import BODY, PLACES, TICK, Track, drop_to_ground

GRAVITY = (0.0, 0.0, -9.81 * TICK * TICK)  # [m] of one tick
SPHERE = Ellipsoid((0.4, 0.4, 0.4))
MOST_FOR_PANDA = 200_000  # triangles; a million Panda3D polygons take a minute to make, with no new result
Contenders = dict[str, Contender]
OURS = "Glissade"


def pairs_of(rows: Iterable, others: Iterable) -> Callable[[int, int], list]:
    """Return a function of (first, count) that makes a list of pairs of tuples, from two arrays with a row for each place.

    rows, others: (PLACES, k) and (PLACES, l)
    """
    rows, others = np.array(rows), np.array(others)

    def pairs(first: int, count: int) -> list:
        places = np.arange(first, first + count) % PLACES
        return list(zip(map(tuple, rows[places].tolist()), map(tuple, others[places].tolist())))

    return pairs


def steppers(track: Track, peers: bool) -> Contenders:
    """Return the Contenders that make full steps on a Track. Glissade's are: gather, move pass, gravity pass."""
    mesh = track.mesh

    def steps(moves: list) -> None:
        for start, displacement in moves:
            collide_and_slide(mesh, BODY, start, displacement, GRAVITY)

    found = {OURS: Contender(pairs_of(track.starts, track.displacements), steps)}
    if peers:
        for name, walker in walkers(track).items():
            found[name] = Contender(pairs_of(track.starts, track.velocities), step_loop(walker))
    return found


def step_loop(walker) -> Callable[[list], None]:
    """Return a function that puts a peer's character at each start of a list of (start, velocity) and makes one step.

    walker: the character, as from `walkers`
    """

    def steps(moves: list) -> None:
        for start, velocity in moves:
            walker.teleport(start)
            walker.step(velocity)

    return steps


def walkers(track: Track) -> dict:
    """Return {name: character} of the installed peers, on the mesh of a Track.

    Panda3D is left out if the mesh has more than MOST_FOR_PANDA triangles.
    """
    mesh, start = (track.vertices, track.triangles), track.starts[0]
    found: dict[str, Any] = {"Bullet character": bullet.BulletCharacter(bullet.BulletWorld(*mesh), start)}
    if rapier.installed():
        found["Rapier move_shape x 2"] = rapier.RapierCharacter(rapier.RapierWorld(*mesh), start)
    if len(track.triangles) <= MOST_FOR_PANDA:
        found["Panda3D octree pusher"] = panda.PandaPusher(panda.octree(*mesh), start)
    return found


def body_sweepers(track: Track, peers: bool) -> Contenders:
    """Return the Contenders that sweep a body .8 m wide and 1.8 m high: an ellipsoid, or a peer's capsule."""
    return sweepers(track, peers, BODY, "capsule", track.starts)


def sphere_sweepers(track: Track, peers: bool) -> Contenders:
    """Return the Contenders that sweep a sphere. Each sweep begins GAP above the ground below a position of the Track."""
    return sweepers(track, peers, SPHERE, "sphere", drop_to_ground(track.mesh, SPHERE, track.starts, BODY.radii[2]))


def sweepers(track: Track, peers: bool, body: Ellipsoid, kind: str, starts: list) -> Contenders:
    """Return the Contenders that sweep a body by the displacement of one tick, the sum of walk and gravity.

    kind: shape of the body in the other engines, "sphere" or "capsule"
    starts: centres of the body (3,) [m]
    """
    mesh, moves = track.mesh, np.array(track.displacements) + GRAVITY

    def sweeps(pairs: list) -> None:
        for start, displacement in pairs:
            sweep(mesh, body, start, displacement)

    found = {OURS: Contender(pairs_of(starts, moves), sweeps)}
    if peers:
        world = bullet.BulletWorld(track.vertices, track.triangles)
        found[f"Bullet {kind}"] = Contender(pairs_of(starts, starts + moves), bullet.BulletSweep(world, kind).sweep)
        if rapier.installed():
            colliders = rapier.RapierWorld(track.vertices, track.triangles)
            found[f"Rapier {kind}"] = Contender(pairs_of(starts, moves), rapier.RapierSweep(colliders, kind).sweep)
    return found
