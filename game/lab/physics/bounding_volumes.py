"""Simple volumes around points: the least sphere, the box along the axes (AABB) and boxes in any direction (OBB).

Source: Tang's lecture, bounding volumes. A volume completely contains its body, so two bodies whose volumes are apart are apart.
"""

from __future__ import annotations

from itertools import combinations
from math import copysign, sqrt
from typing import TYPE_CHECKING

import numpy as np

from ...core.argument_checks import FARTHEST, array_of, float_rows, one_of
from ...core.elementary_functions import product, solution
from ...core.vec3 import length
from .convex_hull import Polyhedron, across, cross_products, lengths, unit_rows
from .outline_and_delaunay import enlargement

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

FITS = ("least", "covariance")
OrientedBox = tuple[np.ndarray, np.ndarray, np.ndarray]  # centre (3,) [m], axes (3, 3), half sides (3,) [m]
# Relative; by which a point may be outside a sphere. Smaller: rounding makes the search go on; larger: the sphere is larger.
OUTSIDE = 1e-13
# Relative; below which a least box is not better. Smaller: rounding turns a box along the axes; larger: the box is not the least.
BETTER = 1e-12
MOST_PAIRS = 20_000  # of edges whose boxes are all tried. Fewer: the box of a round body is larger by per mille; more: seconds
SAME = 1e-9  # Relative; boxes whose sizes are nearer are one. Smaller: one box is tried often; larger: others are not tried
TRIED = 20  # boxes that are improved. Fewer: the result is larger; more: slower
CHUNK = 1 << 18  # points of boxes at once. Fewer: slower; more: memory
MOST_WORK = 10_000_000  # faces times edges and vertices. Less: the box of a very round body is larger; more: it takes seconds
ROUNDS = 12  # of Jacobi's rotations through a matrix. Fewer: directions are wrong in their last digits; more: only costs time
PARALLEL = 1e-12  # squared sine of an angle. Smaller: an axis of rounding separates boxes; larger: real axes are not tried
# Gap of boxes that counts as a touch, relative to their size. Smaller: boxes that touch are apart by rounding; larger: real gaps
# are lost.
TOUCH_GAP = 1e-14
ROUNDING = 2.0**-51  # of the coordinates of centres. Smaller: far from the origin boxes that touch are apart


def aabb(points: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return the box along the axes around points (n, 3) [m]: its least and its greatest corner (3,) [m].

    Raises ValueError for another shape, for numbers that are not finite, and for no points.
    """
    rows = float_rows("points", points)
    return rows.min(axis=0), rows.max(axis=0)


# The sphere


def bounding_sphere(points: ArrayLike) -> tuple[np.ndarray, float]:
    """Return the least sphere around points (n, 3) [m]: centre (3,) [m] and radius [m].

    At most four points on its surface determine it. In each step the farthest point outside comes to these four. The least sphere
    around them is found among all spheres through some of them. Its radius grows until no point is outside.
    Raises ValueError as `aabb` does. Source: Welzl, Smallest enclosing disks (1991), for the support of at most four points.
    """
    rows = float_rows("points", points)
    origin = rows[0]
    larger = enlargement(float(np.ptp(rows, axis=0).max()))
    rows = np.unique(np.ldexp(rows - origin, larger), axis=0)
    support = [0]
    centre, radius = rows[0], 0.0
    while True:
        distances = lengths(rows - centre)
        far = int(distances.argmax())
        if distances[far] <= radius * (1.0 + OUTSIDE):
            break
        found = least_sphere(rows, support, far)
        if found is None or found[1] <= radius:
            break
        centre, radius, support = found
    radius = float(lengths(rows - centre).max())
    return np.ldexp(centre, -larger) + origin, float(np.ldexp(radius, -larger))


def least_sphere(rows: np.ndarray, support: list[int], new: int) -> tuple[np.ndarray, float, list[int]] | None:
    """Return the least sphere around up to five points: centre, radius and the numbers of the points that determine it.

    rows: (n, 3) [m]; support: numbers of up to four points; new: number of one that lies on the sphere
    """
    best = None
    for count in range(1, min(len(support), 3) + 1):
        for some in combinations(support, count):
            centre = centre_through(rows[[new, *some]])
            if centre is None:
                continue
            radius = length(rows[new] - centre)
            if best is not None and radius >= best[1]:
                continue
            if lengths(rows[support] - centre).max() <= radius * (1.0 + OUTSIDE):
                best = centre, radius, [new, *some]
    return best


def centre_through(points: np.ndarray) -> np.ndarray | None:
    """Return the centre (3,) of the least sphere through 2 to 4 points (k, 3), or None without one."""
    edges = points[1:] - points[0]
    weights = solution(2.0 * product(edges, edges.T), (edges * edges).sum(axis=1))
    if weights is None:
        return None
    centre = points[0] + product(weights, edges)
    return centre if np.isfinite(centre).all() else None


# The box in any direction


def obb(points: ArrayLike, fit: str = "least") -> OrientedBox:
    """Return a box around points (n, 3) [m] in any direction: centre (3,) [m], axes (3, 3) unit rows, half sides (3,) [m].

    fit: "least" for a small volume, never larger than that of the box along the axes. "covariance" for axes along the principal
    directions of the points, as it is usually done.
    The axes are right-handed. "covariance" depends on how many points are where. For a cube all directions are principal ones,
    so its box is as wide as it happens, up to three times the volume and more.
    "least" tries the box along the axes and the boxes with a side on a face of the hull, or on two of its edges. Then it turns
    the best of them about each of their axes as long as this makes them smaller. Of a hull with very many edges it tries only
    sides on its largest faces.
    Raises ValueError as `aabb` does, and for an unknown fit.
    Source: Tang's lecture, box bounding volumes. O'Rourke, Finding minimal enclosing boxes (1985).
    """
    rows = float_rows("points", points)
    one_of("fit", fit, FITS)
    origin = rows[0]
    larger = enlargement(float(np.ptp(rows, axis=0).max()))
    local = np.ldexp(rows - origin, larger)
    if fit == "covariance":
        axes = principal_axes(local)
    else:
        axes = least_axes(Polyhedron(local))
        if np.ptp(product(local, axes.T), axis=0).prod() > np.ptp(local, axis=0).prod():
            axes = np.eye(3)  # of a body without thickness only rounding has a volume
    axes = np.array([axes[0], axes[1], cross_products(axes[0], axes[1])])  # right-handed
    along = product(local, axes.T)
    low, high = along.min(axis=0), along.max(axis=0)
    centre, half = np.ldexp(product(0.5 * (low + high), axes), -larger), np.ldexp(0.5 * (high - low), -larger)
    return centre + origin, axes, half


def principal_axes(points: np.ndarray) -> np.ndarray:
    """Return the principal directions of points (n, 3), as the rows of an array (3, 3). Computed by Jacobi's rotations.

    Not np.linalg.eigh: its rounding depends on the processor, and for a cube rounding chooses the directions.
    """
    centred = points - points.mean(axis=0)
    spread, axes = product(centred.T, centred).tolist(), np.eye(3).tolist()
    for p, q in ROUNDS * ((0, 1), (0, 2), (1, 2)):
        if spread[p][q] == 0.0:
            continue
        ratio = (spread[q][q] - spread[p][p]) / (2.0 * spread[p][q])
        tangent = copysign(1.0, ratio) / (abs(ratio) + sqrt(ratio * ratio + 1.0))
        c = 1.0 / sqrt(tangent * tangent + 1.0)
        s = tangent * c
        for rows in (spread, axes):
            one, other = rows[p], rows[q]
            rows[p], rows[q] = [c * x - s * y for x, y in zip(one, other)], [s * x + c * y for x, y in zip(one, other)]
        for row in spread:
            row[p], row[q] = c * row[p] - s * row[q], s * row[p] + c * row[q]
        spread[p][q] = spread[q][p] = 0.0
    return np.array(axes)


def least_axes(hull: Polyhedron) -> np.ndarray:
    """Return the axes (3, 3) of the least box around a hull that was found."""
    rows, edges = hull.vertices - hull.vertices[0], hull.directions
    if hull.dimension == 0:
        return np.eye(3)
    if hull.dimension == 1:
        return frames(across(edges), edges)[0]
    normals = largest_faces(hull)[: max(MOST_WORK // (len(rows) + len(edges)), 1)]
    sides = np.array([box_about(hull, rows, edges, normal)[0] for normal in normals])
    candidates = np.concatenate((np.eye(3)[None], frames(normals, sides)))
    if hull.dimension == 3 and len(edges) * (len(edges) - 1) // 2 <= MOST_PAIRS:
        i, j = np.triu_indices(len(edges), 1)
        normals = cross_products(edges[i], edges[j])
        span = lengths(normals) > 1e-9
        i, j, normals = i[span], j[span], unit_rows(normals[span])
        candidates = np.concatenate((candidates, frames(normals, edges[i]), frames(normals, edges[j])))
    sizes = box_sizes(rows, candidates, hull.dimension)
    best, least = candidates[0], sizes[0]
    order = np.argsort(sizes, kind="stable")
    is_other = np.diff(sizes[order], prepend=-1.0) > SAME * sizes[order]
    for k in order[is_other][:TRIED].tolist():
        axes, size = turned_smaller(hull, rows, edges, candidates[k], sizes[k])
        if size < least * (1.0 - BETTER):
            best, least = axes, size
    return best


def largest_faces(hull: Polyhedron) -> np.ndarray:
    """Return the normals (f, 3) of a hull's faces, those of the largest faces first, and only one of a polygon."""
    if hull.dimension == 2:
        return hull.normals[:1]
    areas = []
    for face, normal in zip(hull.faces, hull.normals):
        ring = hull.vertices[list(face)] - hull.vertices[face[0]]
        areas.append(float(product(cross_products(ring[:-1], ring[1:]).sum(axis=0), normal)))
    return hull.normals[np.argsort(-np.array(areas), kind="stable")]


def box_about(hull: Polyhedron, rows: np.ndarray, edges: np.ndarray, normal: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the least box with an axis along a unit normal (3,): another axis (3,), and the size, as in `box_sizes`.

    rows: the vertices (n, 3) [m]; edges: (e, 3), unit vectors
    A side lies on an edge of the outline that is seen along the normal (rotating calipers).
    """
    facing = product(hull.normals, normal)
    on_outline = facing[hull.edge_faces[:, 0]] * facing[hull.edge_faces[:, 1]] <= 1e-9
    sides = edges[on_outline]
    sides = sides - product(sides, normal)[:, None] * normal
    sides = unit_rows(sides[lengths(sides) > 1e-9])
    if len(sides) == 0:  # all edges are parallel to it
        return across(normal[None])[0], np.inf
    seen = np.zeros(len(rows), bool)
    seen[hull.edges[on_outline]] = True
    outline = rows[seen]
    x, y, z = normal.tolist()
    # The product of `turned` with a side is that of the outline with normal x side.
    turned = product(outline, np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0))))
    height, sizes = float(np.ptp(product(rows, normal))), []
    count = max(CHUNK // len(outline), 1)
    for first in range(0, len(sides), count):
        some = sides[first : first + count].T
        width, depth = np.ptp(product(outline, some), axis=0), np.ptp(product(turned, some), axis=0)
        sizes.append(height * width * depth if hull.dimension == 3 else height * (width + depth) + width * depth)
    found = np.concatenate(sizes)
    k = int(found.argmin())
    return sides[k], float(found[k])


def frames(normals: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return axes (k, 3, 3) of unit normals (k, 3) and unit edges (k, 3) at right angles to them."""
    edges = edges - (edges * normals).sum(axis=1)[:, None] * normals  # against rounding
    edges = unit_rows(edges)
    return np.stack((normals, edges, cross_products(normals, edges)), axis=1)


def box_sizes(rows: np.ndarray, axes: np.ndarray, dimension: int) -> np.ndarray:
    """Return the volume [m3] of the box around points (n, 3) along each of several axes (k, 3, 3).

    For points in a plane (dimension 2) it is the surface [m2] instead, because each volume is 0.
    """
    found = []
    count = max(CHUNK // len(rows), 1)
    for first in range(0, len(axes), count):
        along = product(axes[first : first + count], rows.T)
        x, y, z = (along.max(axis=2) - along.min(axis=2)).T
        found.append(x * y * z if dimension == 3 else x * y + y * z + z * x)
    return np.concatenate(found)


def turned_smaller(
    hull: Polyhedron, rows: np.ndarray, edges: np.ndarray, axes: np.ndarray, size: float
) -> tuple[np.ndarray, float]:
    """Turn a box about each of its axes until a side lies on an edge, as long as this makes it smaller. Returns (axes, size).

    rows: the vertices (n, 3) [m]; edges: (e, 3), unit vectors; axes: (3, 3) of the box; size: as in `box_sizes`
    """
    found = [box_about(hull, rows, edges, axis) for axis in axes]
    while True:
        k = min(range(3), key=lambda k: found[k][1])
        if found[k][1] >= size * (1.0 - BETTER):
            return axes, size
        axes, size = frames(axes[k][None], found[k][0][None])[0], found[k][1]
        found = [found[k], *(box_about(hull, rows, edges, axis) for axis in axes[1:])]  # the first is the one it was turned about


def obb_overlap(one: OrientedBox, other: OrientedBox) -> bool:
    """True if two boxes, as `obb` returns them, touch or overlap.

    They are apart if, and only if, they are apart along one of 15 axes: three of each box, and nine cross products.
    Raises ValueError for boxes of another form. Source: Gottschalk, Lin, Manocha, OBBTree (1996).
    """
    (centre, axes, half), (other_centre, other_axes, other_half) = checked("one", one), checked("other", other)
    offset = other_centre - centre
    crossed = np.cross(axes[:, None], other_axes[None]).reshape(9, 3)
    crossed = crossed[(crossed * crossed).sum(axis=1) > PARALLEL]
    tried = np.vstack((axes, other_axes, unit_rows(crossed)))
    reach = product(np.abs(product(tried, axes.T)), half) + product(np.abs(product(tried, other_axes.T)), other_half)
    size = float(half.max() + other_half.max() + np.abs(offset).max())
    gap = TOUCH_GAP * size + ROUNDING * float(np.abs(centre).max() + np.abs(other_centre).max())
    return bool((np.abs(product(tried, offset)) <= reach + gap).all())


def checked(name: str, box: OrientedBox) -> OrientedBox:
    """Return a box as arrays. Raises ValueError with the argument's name for another form."""
    try:
        centre, axes, half = (array_of(name, part, "iuf", "numbers").astype(np.float64) for part in box)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a box of numbers (centre, axes, half sides)") from None
    if centre.shape != (3,) or axes.shape != (3, 3) or half.shape != (3,):
        shapes = f"{centre.shape}, {axes.shape}, {half.shape}"
        raise ValueError(f"{name} must be (centre (3,), axes (3, 3), half sides (3,)), not {shapes}")
    if not all((np.abs(part) <= FARTHEST).all() for part in (centre, axes, half)) or (half < 0.0).any():  # NaN, too
        raise ValueError(f"{name} must be finite and within {FARTHEST:g} m, with half sides of 0 or more")
    if np.abs(axes @ axes.T - np.eye(3)).max() > 1e-6:
        raise ValueError(f"{name} must have unit axes at right angles")
    return centre, axes, half


# Boxes along the axes that move


def sweep_boxes(
    low: ArrayLike, high: ArrayLike, way: ArrayLike, other_low: ArrayLike, other_high: ArrayLike
) -> tuple[float, float, int] | None:
    """Return when a box along the axes that moves by `way` meets another one: (enter, leave, axis), or None for never.

    low, high, other_low, other_high: (3,) [m], corners of the boxes; way: (3,) [m], relative to the other box
    enter, leave: fractions 0..1 of the way between which they have a common point; axis: the one along which they meet last, with
    the normal of the contact
    Along each axis the boxes overlap from one time to another. They meet at the latest of the first ones, if no axis has parted
    before. Raises ValueError for another shape and for numbers that are not finite.
    Source: Gomez's article, which has it for spheres.
    """
    rows = (low, high, way, other_low, other_high)
    ends = [float_rows("a box or its way", np.reshape(np.asarray(row), (1, -1)))[0].tolist() for row in rows]
    enter, leave, axis = 0.0, 1.0, 0
    for k, along in enumerate(zip(*ends)):
        first, last = times_along(*along)
        if first > enter:
            enter, axis = first, k
        leave = min(leave, last)
    return (enter, leave, axis) if enter <= leave else None


def times_along(low: float, high: float, way: float, other_low: float, other_high: float) -> tuple[float, float]:
    """Return the fractions of a way between which two intervals overlap along an axis, the first after the last for never."""
    if way == 0.0:
        return (-np.inf, np.inf) if high >= other_low and low <= other_high else (np.inf, -np.inf)
    first, last = sorted(((other_low - high) / way, (other_high - low) / way))
    return first, last
