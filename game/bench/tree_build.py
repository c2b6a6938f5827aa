"""What a mesh costs before the first step: time to build it and memory to keep it."""

from __future__ import annotations

from game.collision import TriangleMesh
from game.collision.mesh import bvh
from game.collision.mesh.bvh_build import sorted_in_space

from .meshes import terrain
from .peers import bullet, rapier
from .speed import SIZES
from .tables import Table
from .timing import seconds


def building_table(peers: bool, sizes: tuple[int, ...] = SIZES) -> Table:
    """Seconds for the tree, for the whole mesh, and for the peers' shapes; bytes a triangle."""
    columns = ("mesh", "triangles", "tree [s]", "all [s]", "bytes a triangle")
    columns += ("Bullet shape [s]", "Bullet all [s]", "Rapier all [s]", "1 : Bullet shape") if peers else ()
    rows = [building_row(size, peers) for size in sizes]
    return Table("Building a mesh", columns, rows, "Best of three. Memory: vertices, triangles, surfaces, corners and tree.")


def building_row(size: int, peers: bool) -> tuple:
    course = terrain(size)
    mesh = TriangleMesh(course.vertices, course.triangles)
    whole = min(seconds(lambda: TriangleMesh(course.vertices, course.triangles)) for _ in range(3))
    tree = min(tree_seconds(mesh) for _ in range(3))
    row = (course.name, len(course.triangles), tree, whole, mesh.memory / len(course.triangles))
    return row + peer_seconds(course, tree) if peers else row


def tree_seconds(mesh: TriangleMesh) -> float:
    """Sorting the triangles into the tree and making its boxes, without checking what the caller gave."""

    def build() -> None:
        order = sorted_in_space(mesh.vertices, mesh.triangles)
        bvh.build_nodes(bvh.ordered_corners(mesh.vertices, mesh.triangles, order))

    return seconds(build)


def peer_seconds(course, tree: float) -> tuple:
    worlds = [bullet.BulletWorld(course.vertices, course.triangles) for _ in range(3)]
    shape = min(world.shape_seconds for world in worlds)
    rapier_seconds = None
    if rapier.installed():
        rapier_seconds = min(rapier.RapierWorld(course.vertices, course.triangles).build_seconds for _ in range(3))
    return shape, min(world.build_seconds for world in worlds), rapier_seconds, shape / tree
