"""The contenders of a measurement: Glissade and its peers, each as a function of i that makes call number i.

Functions that return Contenders return {name: function of i}. Call number i makes the move i % PLACES. The parameter `peers`
is True to include other engines.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.collision import Ellipsoid, collide_and_slide, sweep
from game.other_engines import bullet, panda, rapier

from .walking_moves import BODY, PLACES, TICK, Track, drop_to_ground

GRAVITY = (0.0, 0.0, -9.81 * TICK * TICK)  # [m] of one tick
SPHERE = Ellipsoid((0.4, 0.4, 0.4))
MOST_FOR_PANDA = 200_000  # triangles; a million Panda3D polygons take a minute to make, with no new result
Contenders = dict[str, Callable[[int], object]]
OURS = "Glissade"


def steppers(track: Track, peers: bool) -> Contenders:
    """Return the Contenders that make full steps on a Track. Glissade's are: gather, move pass, gravity pass."""
    mesh, starts, moves = track.mesh, track.starts, track.displacements
    found: Contenders = {OURS: lambda i: collide_and_slide(mesh, BODY, starts[i % PLACES], moves[i % PLACES], GRAVITY)}
    if peers:
        for name, walker in walkers(track).items():
            found[name] = stepper(walker, track)
    return found


def stepper(walker, track: Track) -> Callable[[int], object]:
    """Return a function of i that puts a peer's character at position i % PLACES of a Track and makes one step.

    walker: the character, as from `walkers`
    """
    starts, velocities = track.starts, track.velocities

    def step(i: int) -> None:
        walker.teleport(starts[i % PLACES])
        walker.step(velocities[i % PLACES])

    return step


def walkers(track: Track) -> dict:
    """Return {name: character} of the installed peers, on the mesh of a Track.

    Panda3D is left out if the mesh has more than MOST_FOR_PANDA triangles.
    """
    mesh, start = (track.vertices, track.triangles), track.starts[0]
    found = {"Bullet character": bullet.BulletCharacter(bullet.BulletWorld(*mesh), start)}
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
    mesh, moves = track.mesh, [(x, y, GRAVITY[2]) for x, y, _ in track.displacements]
    found: Contenders = {OURS: lambda i: sweep(mesh, body, starts[i % PLACES], moves[i % PLACES])}
    if peers:
        for name, sweeper in sweeping_peers(track, kind, np.array(starts), np.array(moves)).items():
            found[name] = lambda i, sweeper=sweeper: sweeper.sweep(i % PLACES)
    return found


def sweeping_peers(track: Track, kind: str, starts: np.ndarray, moves: np.ndarray) -> dict:
    """Return {name: object} for Bullet and, if it is installed, for Rapier.

    The method sweep(i) of an object sweeps the body from starts[i] by moves[i].
    kind: "sphere" or "capsule", of the body's size
    starts, moves: positions and displacements (n, 3) [m]
    """
    mesh = (track.vertices, track.triangles)
    found = {f"Bullet {kind}": bullet.BulletSweep(bullet.BulletWorld(*mesh), kind, starts, moves)}
    if rapier.installed():
        found[f"Rapier {kind}"] = rapier.RapierSweep(rapier.RapierWorld(*mesh), kind, starts, moves)
    return found
