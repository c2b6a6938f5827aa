"""The speed of a step, a sweep and the making of a mesh beside other engines, on a small level and on growing terrain.

Contenders are loops over moves of a Track. Call number i makes the move i % PLACES. `peers`: with other engines
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..collision import Ellipsoid, TriangleMesh, collide_and_slide, sweep
from ..collision.mesh import bvh
from ..collision.mesh.bvh import sort_in_space
from ..other_engines import bullet, panda, rapier
from .harness.timing import BLOCK, Contender, ResultTable, interleaved, seconds, typical, typical_ratio, walk_ratio
from .harness.walking_moves import (
    BODY,
    PLACES,
    TICK,
    Course,
    Track,
    drop_to_ground,
    scattered_track,
    small_level,
    terrain,
    tour_track,
    walking_track,
)

GRAVITY = (0.0, 0.0, -9.81 * TICK * TICK)  # [m] of one tick
SPHERE = Ellipsoid((0.4, 0.4, 0.4))
MOST_FOR_PANDA = 200_000  # triangles; a million Panda3D polygons take a minute to make, with no new result
Contenders = dict[str, Contender]
OURS = "Glissade"


def pairs_of(rows: ArrayLike, others: ArrayLike) -> Callable[[int, int], list]:
    """Return a function of (first, count) that makes a list of pairs of tuples, from two arrays with a row for each place."""
    left, right = np.array(rows), np.array(others)

    def pairs(first: int, count: int) -> list:
        places = np.arange(first, first + count) % PLACES
        return list(zip(map(tuple, left[places].tolist()), map(tuple, right[places].tolist())))

    return pairs


def steppers(track: Track, peers: bool) -> Contenders:
    """Return those that make full steps. Glissade's are: gather, move pass, gravity pass."""
    mesh = track.mesh

    def steps(moves: list) -> None:
        for start, displacement in moves:
            collide_and_slide(mesh, BODY, start, displacement, GRAVITY)

    found = {OURS: Contender(pairs_of(track.starts, track.displacements), steps)}
    if peers:
        for name, walker in walkers(track).items():
            found[name] = Contender(pairs_of(track.starts, track.velocities), step_loop(walker))
    return found


def step_loop(walker: Any) -> Callable[[list], None]:
    """Return a function that puts a peer's character at each start of a list of (start, velocity) and makes one step."""

    def steps(moves: list) -> None:
        for start, velocity in moves:
            walker.teleport(start)
            walker.step(velocity)

    return steps


def walkers(track: Track) -> dict[str, Any]:
    """Return {name: character} of the installed peers. Panda3D is left out if the mesh has more than MOST_FOR_PANDA triangles."""
    mesh, start = (track.vertices, track.triangles), track.starts[0]
    found: dict[str, Any] = {"Bullet character": bullet.BulletCharacter(bullet.BulletWorld(*mesh), start)}
    if rapier.installed():
        found["Rapier move_shape x 2"] = rapier.RapierCharacter(rapier.RapierWorld(*mesh), start)
    if len(track.triangles) <= MOST_FOR_PANDA:
        found["Panda3D octree pusher"] = panda.PandaPusher(panda.octree(*mesh), start)
    return found


def body_sweepers(track: Track, peers: bool) -> Contenders:
    """Return those that sweep a body .8 m wide and 1.8 m high: an ellipsoid, or a peer's capsule."""
    return sweepers(track, peers, BODY, "capsule", track.starts)


def sphere_sweepers(track: Track, peers: bool) -> Contenders:
    """Return those that sweep a sphere, from GAP above the ground below a position of the Track."""
    return sweepers(track, peers, SPHERE, "sphere", drop_to_ground(track.mesh, SPHERE, track.starts, BODY.radii[2]))


def sweepers(track: Track, peers: bool, body: Ellipsoid, kind: str, starts: list) -> Contenders:
    """Return those that sweep a body, for others a "sphere" or "capsule", by walk and gravity of one tick."""
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


SIZES = (10_000, 100_000, 1_000_000)
ROUNDS = 15  # walks of each contender; fewer: the median varies
SMALL_LEVEL = "playground"
TrackContenders = Callable[[Track, bool], Contenders]
METHOD = (
    f"Medians of {ROUNDS} interleaved walks over all {PLACES} places, called from Python. Typical place: the median of the\n"
    f"ratios in blocks of {BLOCK} places. In the mean over a walk, expensive places weigh most."
)


def tracks(sizes: tuple[int, ...] = SIZES) -> list[Track]:
    """Return the Tracks of all measurements: the small level, then terrain of each size, along a circle and scattered."""
    found = [small_track()]
    for size in sizes:
        course = terrain(size)
        mesh = TriangleMesh(course.vertices, course.triangles)
        found.append(walking_track(course, mesh))
        scattered = scattered_track(course, mesh)
        found.append(scattered._replace(name="scattered"))
    return found


def small_track() -> Track:
    """Return the Track of the tour of the level SMALL_LEVEL, or of a small terrain if the level does not exist."""
    from ..level import level_names

    if SMALL_LEVEL in level_names():
        return tour_track(SMALL_LEVEL)
    course = small_level()
    return walking_track(course, TriangleMesh(course.vertices, course.triangles))


def against_peers(title: str, contenders: TrackContenders, measured: list[Track], peers: bool, note: str) -> ResultTable:
    """Return each contender's time on each Track [us], and its ratios to Glissade's: of whole walks, of the typical place."""
    times = [interleaved(contenders(track, peers), ROUNDS, PLACES) for track in measured]
    names = list(dict.fromkeys(name for found in times for name in found))
    rows = [("triangles", *(len(track.triangles) for track in measured))]
    rows += [(f"{name} [us]", *(typical(found[name]) if name in found else None for found in times)) for name in names]
    for name in names:
        for place, ratio in (("", walk_ratio), (", typical place", typical_ratio)) if name != OURS else ():
            ratios = [ratio(found[name], found[OURS]) if name in found else None for found in times]
            rows.append((f"{name} / {OURS}{place}", *ratios))
    return ResultTable(title, ("", *(track.name for track in measured)), rows, note)


def steps_table(measured: list[Track], peers: bool) -> ResultTable:
    note = f"{METHOD}\nA body .8 m wide and 1.8 m high walks at 5 m/s, 60 ticks a second."
    return against_peers("One full step: gather, move pass, gravity pass", steppers, measured, peers, note)


def sweeps_table(measured: list[Track], peers: bool) -> ResultTable:
    note = f"{METHOD}\nWalk and gravity are one displacement; the capsules of Bullet and Rapier are as wide and high."
    return against_peers("One sweep of an ellipsoid", body_sweepers, measured, peers, note)


def spheres_table(measured: list[Track], peers: bool) -> ResultTable:
    note = f"{METHOD}\nThe same moves, with spheres of .4 m radius on the same ground."
    return against_peers("One sweep of a sphere", sphere_sweepers, measured, peers, note)


def build_table(peers: bool, sizes: tuple[int, ...] = SIZES) -> ResultTable:
    """Return the build times [s] of our tree, our whole mesh and other engines' shapes, and the bytes per triangle."""
    columns: tuple[str, ...] = ("mesh", "triangles", "tree [s]", "whole mesh [s]", "bytes per triangle")
    columns += ("Bullet shape [s]", "Bullet in all [s]", "Rapier in all [s]", "Bullet shape / tree") if peers else ()
    rows = [build_row(size, peers) for size in sizes]
    return ResultTable("Building a mesh", columns, rows, "Best of three. Memory: vertices, triangles, surfaces, corners, tree.")


def build_row(size: int, peers: bool) -> tuple:
    course = terrain(size)
    mesh = TriangleMesh(course.vertices, course.triangles)
    whole = min(seconds(lambda: TriangleMesh(course.vertices, course.triangles)) for _ in range(3))
    tree = min(tree_seconds(mesh) for _ in range(3))
    row = (course.name, len(course.triangles), tree, whole, mesh.memory / len(course.triangles))
    return row + peer_seconds(course, tree) if peers else row


def tree_seconds(mesh: TriangleMesh) -> float:
    """Return the time to sort the triangles into the tree and make its boxes [s], without the validation of the input."""

    def build() -> None:
        order = sort_in_space(mesh.vertices, mesh.triangles)
        bvh.build_nodes(bvh.ordered_corners(mesh.vertices, mesh.triangles, order))

    return seconds(build)


def peer_seconds(course: Course, tree: float) -> tuple:
    """Return the build times of Bullet's shape, of Bullet and of Rapier [s], and the ratio of the first to `tree` [s]."""
    worlds = [bullet.BulletWorld(course.vertices, course.triangles) for _ in range(3)]
    shape = min(world.shape_seconds for world in worlds)
    rapier_seconds = None
    if rapier.installed():
        rapier_seconds = min(rapier.RapierWorld(course.vertices, course.triangles).build_seconds for _ in range(3))
    return shape, min(world.build_seconds for world in worlds), rapier_seconds, shape / tree
