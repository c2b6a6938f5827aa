"""A mesh of triangles: checked, cleaned of triangles without area, and sorted into its tree."""

from functools import cached_property

import numpy as np

from . import bvh
from .checks import float_rows, index_rows, surface_numbers
from .rays import cast_rays

# Relative height (height / longest side) below which a triangle has no area. Smaller: rounding dirt passes for a triangle;
# larger: needles that are real would vanish, and with open edges a hole would open.
FLATTEST = 1e-13


class TriangleMesh:
    """Triangles that a body can collide with.

    vertices: (v, 3) float, finite [m]
    triangles: (t, 3) int, three different corners each; counter-clockwise seen from outside
    surfaces: (t,) int or None, a number a triangle that callers may use (material)
    Triangles without area are dropped, and `dropped` counts them; a contact's triangle number is the caller's own all the same.
    Raises ValueError that names the argument and the first bad row.
    """

    def __init__(self, vertices, triangles, surfaces=None):
        self.vertices = float_rows("vertices", vertices)
        self.triangles = index_rows("triangles", triangles, len(self.vertices))
        self.surfaces = surface_numbers("surfaces", surfaces, len(self.triangles))
        corners = self.vertices[self.triangles]
        solid = has_area(corners)
        self.dropped = int(len(solid) - np.count_nonzero(solid))
        if self.dropped == len(solid):
            raise ValueError(f"triangles: none of the {len(solid)} has an area")
        numbers = np.flatnonzero(solid) if self.dropped else np.arange(len(solid))
        if self.dropped:
            corners = corners[solid]
        self.nearby = None  # scratch room of the queries, made when first needed
        self._sort_into_tree(corners, numbers)

    def _sort_into_tree(self, corners, numbers):
        order = bvh.sorted_along_curve(corners)
        corners = corners[order]
        self.nodes = bvh.build_nodes(corners)
        flipped = sort_corners(corners)
        numbers = numbers[order].astype(np.int32)
        self.order = np.where(flipped, ~numbers, numbers)
        self.corners = corners.reshape(-1, 9)

    @cached_property
    def bounds(self):
        """(low, high): two corners of the box around the mesh, 3-tuples [m]."""
        corners = self.corners.reshape(-1, 3)
        return tuple(corners.min(axis=0).tolist()), tuple(corners.max(axis=0).tolist())

    @property
    def memory(self):
        """Bytes held, all told."""
        arrays = (self.vertices, self.triangles, self.surfaces, self.nodes, self.order, self.corners)
        return sum(array.nbytes for array in arrays)

    def raycast(self, origins, directions, lengths):
        """First hit of many rays, two-sided.

        origins, directions: (n, 3) [m]; directions need not be unit; lengths: (n,) or one number, in directions
        Returns (n,) distances in the same measure, inf where nothing is hit.
        """
        origins, directions = float_rows("origins", origins), float_rows("directions", directions)
        lengths = np.ascontiguousarray(np.broadcast_to(np.asarray(lengths, dtype=np.float64), len(origins)))
        distances = np.empty(len(origins))
        cast_rays(self.nodes, self.corners, origins, directions, lengths, distances)
        return distances


def has_area(corners):
    """Which triangles have an area to speak of. corners (t, 3, 3) -> (t,) bool."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    doubled = np.sqrt((np.cross(b - a, c - a) ** 2).sum(axis=1))
    longest = np.maximum(np.maximum(squares(b - a), squares(c - b)), squares(a - c))
    return doubled > FLATTEST * longest


def squares(vectors):
    return np.einsum("ij,ij->i", vectors, vectors)


def sort_corners(corners):
    """Sort the three corners of each triangle by x, y, z, in place; says which triangles changed their winding.

    A side shared by two triangles then is the same two points in the same order for both, so a contact with it has
    the same bits whichever of the two is asked, and whichever corner its author began with.
    corners (t, 3, 3) -> (t,) bool
    """
    flipped = np.zeros(len(corners), dtype=bool)
    for one, other in ((0, 1), (1, 2), (0, 1)):
        a, b = corners[:, one].copy(), corners[:, other].copy()
        same_x, same_y = a[:, 0] == b[:, 0], a[:, 1] == b[:, 1]
        swap = (a[:, 0] > b[:, 0]) | same_x & ((a[:, 1] > b[:, 1]) | same_y & (a[:, 2] > b[:, 2]))
        corners[swap, one], corners[swap, other] = b[swap], a[swap]
        flipped ^= swap
    return flipped
