"""The cost of a mesh before the first step: time to build it, and memory."""

from __future__ import annotations

from ..collision import TriangleMesh
from ..collision.mesh import bvh
from ..collision.mesh.bvh import sort_in_space
from ..other_engines import bullet, rapier
from .harness.timing import ResultTable, seconds
from .harness.walking_moves import terrain
from .speed_against_peers import SIZES


def build_table(peers: bool, sizes: tuple[int, ...] = SIZES) -> ResultTable:
    """Return the ResultTable of build times [s] of our tree, our whole mesh and other engines' shapes, and of bytes per triangle.

    peers: True to measure other engines too
    sizes: requested numbers of triangles, one for each row
    """
    columns = ("mesh", "triangles", "tree [s]", "whole mesh [s]", "bytes per triangle")
    columns += ("Bullet shape [s]", "Bullet in all [s]", "Rapier in all [s]", "Bullet shape / tree") if peers else ()
    rows = [build_row(size, peers) for size in sizes]
    return ResultTable("Building a mesh", columns, rows, "Best of three. Memory: vertices, triangles, surfaces, corners, tree.")


def build_row(size: int, peers: bool) -> tuple:
    """Return the table row of terrain with about `size` triangles. `peers` is True to measure other engines too."""
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


def peer_seconds(course, tree: float) -> tuple:
    """Return the last cells of a row: build times of Bullet's shape, of Bullet and of Rapier [s], and a ratio.

    The ratio is the time of Bullet's shape divided by `tree`. Rapier's time is None if Rapier is not installed.
    course: Course with the mesh; tree: time to build our tree [s]
    """
    worlds = [bullet.BulletWorld(course.vertices, course.triangles) for _ in range(3)]
    shape = min(world.shape_seconds for world in worlds)
    rapier_seconds = None
    if rapier.installed():
        rapier_seconds = min(rapier.RapierWorld(course.vertices, course.triangles).build_seconds for _ in range(3))
    return shape, min(world.build_seconds for world in worlds), rapier_seconds, shape / tree
