"""Convex bodies: their sums, distance and depth, and simple volumes around them.

Polyhedron            the convex hull of points: vertices, edges, faces (convex_hull.py)
minkowski_sum, minkowski_difference, gjk, penetration, depth_along   two bodies (gjk_and_depth.py)
bounding_sphere, aabb, obb, obb_overlap, sweep_boxes                 volumes around points (bounding_volumes.py)
"""

from .bounding_volumes import OrientedBox, aabb, bounding_sphere, obb, obb_overlap, sweep_boxes, times_along
from .convex_hull import Polyhedron
from .gjk_and_depth import Bisection, Closest, Simplex, depth_along, gjk, minkowski_difference, minkowski_sum, penetration

__all__ = [
    "Bisection",
    "Closest",
    "OrientedBox",
    "Polyhedron",
    "Simplex",
    "aabb",
    "bounding_sphere",
    "depth_along",
    "gjk",
    "minkowski_difference",
    "minkowski_sum",
    "obb",
    "obb_overlap",
    "penetration",
    "sweep_boxes",
    "times_along",
]
