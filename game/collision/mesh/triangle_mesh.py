"""A mesh of triangles: checked, cleaned of triangles without area, and sorted into its tree. And triangles moved to a pose."""

from __future__ import annotations

from functools import cached_property
from threading import local
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.argument_checks import float_rows, index_rows, ray_lengths, surface_numbers
from ...core.input_errors import shown
from ...core.jit import called_often, machine_code
from ...core.vec3 import get3, put3
from . import bvh
from .bvh import cast_rays, sort_in_space
from .closed_shells import ClosedShells
from .panda_nodes import geometry_nodes, node_pieces

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ...core.vec3 import Vector


# Most triangles or rays for the interpreter, 75 us each. Fewer: a level waits for the compiler (3 s); more: it waits for longer
# without it.
MOST_INTERPRETED = 2**15


class TriangleMesh:
    """Triangles that a body can collide with.

    vertices: (v, 3) float, finite [m]; triangles: (t, 3) int, counter-clockwise seen from outside; surfaces: (t,) int, a number
    for each that callers may use, such as a material, or None for zeros; nodes, corners, order: of the Tree (bvh.py)
    Triangles without area are not in the tree, and `dropped` counts them. A contact's triangle number is the row in `triangles`.
    Several threads may use one mesh at the same time. It can be copied and pickled. Raises ValueError with the name of an invalid
    argument and its first bad row, and if no triangle has an area.
    """

    # The latest body of a sweep, and of a step with its rules. Then the machine code, the addresses of its tree and its scratch
    # arrays, and the bound call, which keeps these in memory. See public_api.call_and_bind.
    bound_sweep: tuple = (None,) * 5
    bound_step: tuple = (None,) * 6

    def __init__(self, vertices: ArrayLike, triangles: ArrayLike, surfaces: ArrayLike | None = None):
        self.vertices = float_rows("vertices", vertices)
        self.triangles = index_rows(triangles, len(self.vertices))
        self.surfaces = surface_numbers(surfaces, len(self.triangles))
        self.scratch = local()  # scratch arrays of the queries, for each thread; see public_api.nearby_for
        with machine_code(len(self.triangles) > MOST_INTERPRETED):
            self.order = sort_in_space(self.vertices, self.triangles)
            self.dropped = len(self.triangles) - len(self.order)
            if len(self.order) == 0:
                raise ValueError(f"triangles: none of the {self.dropped} has an area")
            self.corners = bvh.ordered_corners(self.vertices, self.triangles, self.order)
            self.nodes = bvh.build_nodes(self.corners)

    @classmethod
    def of_node(cls, node: Any) -> TriangleMesh:
        """Return the mesh of a Panda3D NodePath and all nodes below it, in its topmost ancestor's coordinates.

        Of a level of detail or a switch only the first child counts. Raises ValueError if there are no triangles.
        """
        pieces = [piece for below in geometry_nodes(node) for piece in node_pieces(below)]
        if not pieces:
            raise ValueError(f"node: no triangles in {node!r}")
        starts = np.cumsum([0] + [len(vertices) for vertices, _, _ in pieces])
        triangles = [rows + start for (_, rows, _), start in zip(pieces, starts)]
        return cls(np.concatenate([vertices for vertices, _, _ in pieces]), np.concatenate(triangles))

    @classmethod
    def from_trimesh(cls, mesh: Any) -> TriangleMesh:
        """Return the mesh of a trimesh.Trimesh, or of a trimesh.Scene. Raises ValueError as TriangleMesh."""
        if hasattr(mesh, "to_mesh"):  # a scene
            mesh = mesh.to_mesh()
        if not hasattr(mesh, "vertices") or not hasattr(mesh, "faces"):
            raise ValueError(f"mesh must be a Trimesh or a Scene of trimesh, not {shown(mesh)}")
        return cls(mesh.vertices, mesh.faces)

    def __getstate__(self) -> dict:
        working = "scratch", "bound_sweep", "bound_step", "closed_shells"
        return {name: value for name, value in vars(self).items() if name not in working}

    def __setstate__(self, state: dict) -> None:
        vars(self).update(state, scratch=local())

    @cached_property
    def closed_shells(self) -> ClosedShells:
        return ClosedShells(self.vertices, self.triangles)

    @cached_property
    def bounds(self) -> tuple[Vector, Vector]:
        """The bounding box of the triangles that have an area, as two corners (low, high), each (3,) [m]."""
        corners = self.corners.reshape(-1, 3)
        return tuple(corners.min(axis=0).tolist()), tuple(corners.max(axis=0).tolist())

    @cached_property
    def rows(self) -> np.ndarray:
        """The row in `corners` of each row of `triangles`, (t,) int, or -1 for a triangle that was dropped."""
        rows = np.full(len(self.triangles), -1, np.int64)
        rows[np.where(self.order >= 0, self.order, ~self.order)] = np.arange(len(self.order))
        return rows

    @property
    def memory(self) -> int:
        """The memory of the mesh's own arrays, without the scratch arrays of queries [bytes]."""
        arrays = (self.vertices, self.triangles, self.surfaces, self.nodes, self.order, self.corners)
        return sum(array.nbytes for array in arrays)

    def raycast(self, origins: ArrayLike, directions: ArrayLike, lengths: ArrayLike) -> np.ndarray:
        """Return the distance (n,) from each ray's origin to the first triangle it hits, from either side, or inf.

        origins, directions: (n, 3) [m]; lengths: (n,) or one number, the greatest distances. Distances are multiples of the
        direction's length. Raises ValueError with the name of an invalid argument.
        """
        origins, directions = float_rows("origins", origins), float_rows("directions", directions)
        if len(directions) != len(origins):
            raise ValueError(f"directions must have a row an origin: {len(directions)} rows, {len(origins)} origins")
        lengths = ray_lengths("lengths", lengths, len(origins))
        distances = np.empty(len(origins))
        with machine_code(len(origins) > MOST_INTERPRETED):
            cast_rays(self.nodes, self.corners, origins, directions, lengths, distances)
        return distances


@called_often
def place_triangles(corners: np.ndarray, origin: Vector, c: float, s: float, placed: np.ndarray) -> None:
    """Rotate triangles (n, 9) [m] about z by cosine and sine, then translate them, to `placed` (n, 9) [m]."""
    for triangle in range(corners.shape[0]):
        for corner in range(0, 9, 3):
            x, y, z = get3(corners, triangle, corner)
            there = origin[0] + c * x - s * y, origin[1] + s * x + c * y, origin[2] + z
            put3(placed, triangle, corner, there)
