"""Simple volumes around points: the least sphere, the box along the axes (AABB) and boxes in any direction (OBB).

Source: Tang's lecture, bounding volumes. A volume completely contains its body, so two bodies whose volumes are apart are apart.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ...core.argument_checks import float_rows
from .convex_hull import Polyhedron

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

FITS = ("least", "covariance")
Box = tuple[np.ndarray, np.ndarray, np.ndarray]  # centre (3,) [m], axes (3, 3), half sides (3,) [m]
# Relative; by which a point may be outside a sphere. Smaller: rounding makes the search go on; larger: the sphere is larger.
OUTSIDE = 1e-13
# Relative; below which a least box is not better. Smaller: rounding turns a box along the axes; larger: the box is not the least.
BETTER = 1e-12
MOST_PAIRS = 20_000  # of edges whose boxes are all tried. Fewer: the box of a round body is larger by per mille; more: seconds
TRIED = 8  # boxes that are improved. Fewer: the result is larger; more: slower
CHUNK = 1 << 14  # boxes at once. Fewer: slower; more: memory
PARALLEL = 1e-12  # squared sine of an angle. Smaller: an axis of rounding separates boxes; larger: real axes are not tried
# Gap of boxes that counts as a touch, relative to their size. Smaller: boxes that touch are apart by rounding; larger: real gaps
# are lost.
TOUCHING = 1e-14
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
    rows = np.unique(rows - origin, axis=0)
    support = [0]
    centre, radius = rows[0], 0.0
    while True:
        distances = np.linalg.norm(rows - centre, axis=1)
        far = int(distances.argmax())
        if distances[far] <= radius * (1.0 + OUTSIDE):
            break
        found = least_sphere(rows, support, far)
        if found is None or found[1] <= radius:
            break
        centre, radius, support = found
    return centre + origin, float(np.linalg.norm(rows - centre, axis=1).max())


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
            radius = float(np.linalg.norm(rows[new] - centre))
            if best is not None and radius >= best[1]:
                continue
            if np.linalg.norm(rows[support] - centre, axis=1).max() <= radius * (1.0 + OUTSIDE):
                best = centre, radius, [new, *some]
    return best


def centre_through(points: np.ndarray) -> np.ndarray | None:
    """Return the centre (3,) of the least sphere through 2 to 4 points (k, 3), or None without one."""
    edges = points[1:] - points[0]
    try:
        weights = np.linalg.solve(2.0 * edges @ edges.T, (edges * edges).sum(axis=1))
    except np.linalg.LinAlgError:
        return None
    centre = points[0] + weights @ edges
    return centre if np.isfinite(centre).all() else None


# The box in any direction


def obb(points: ArrayLike, fit: str = "least") -> Box:
    """Return a box around points (n, 3) [m] in any direction: centre (3,) [m], axes (3, 3) unit rows, half sides (3,) [m].

    fit: "least" for a small volume, never larger than that of the box along the axes. "covariance" for axes along the principal
    directions of the points, as it is usually done.
    The axes are right-handed. "covariance" depends on how many points are where. For a cube all directions are principal ones,
    so its box is as wide as it happens, up to three times the volume and more.
    "least" tries the box along the axes and the boxes with a side on a face of the hull, or on two of its edges. Then it turns
    the best of them about each of their axes as long as this makes them smaller.
    Raises ValueError as `aabb` does, and for an unknown fit.
    Source: Tang's lecture, box bounding volumes. O'Rourke, Finding minimal enclosing boxes (1985).
    """
    rows = float_rows("points", points)
    if fit not in FITS:
        raise ValueError(f"fit must be {' or '.join(FITS)}, not {fit!r}")
    origin = rows[0]
    local = rows - origin
    if fit == "covariance":
        centred = local - local.mean(axis=0)
        axes = np.linalg.eigh(centred.T @ centred)[1].T
    else:
        axes = least_axes(Polyhedron(local))
        if np.ptp(local @ axes.T, axis=0).prod() > np.ptp(local, axis=0).prod():
            axes = np.eye(3)  # of a body without thickness only rounding has a volume
    axes = right_handed(axes)
    along = local @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    return (0.5 * (low + high)) @ axes + origin, axes, 0.5 * (high - low)


def right_handed(axes: np.ndarray) -> np.ndarray:
    """Return axes (3, 3) whose last row is the cross product of the others."""
    return np.array([axes[0], axes[1], np.cross(axes[0], axes[1])])


def least_axes(hull: Polyhedron) -> np.ndarray:
    """Return the axes (3, 3) of the least box around a hull that was found."""
    rows = hull.vertices - hull.vertices[0]
    edges = rows[hull.edges[:, 1]] - rows[hull.edges[:, 0]]
    edges = edges / np.linalg.norm(edges, axis=1)[:, None]
    if hull.dimension == 0:
        return np.eye(3)
    if hull.dimension == 1:
        return frames(across(edges), edges)[0]
    tried = [np.eye(3)[None], flush_with_faces(hull, edges)]
    if hull.dimension == 3 and len(edges) * (len(edges) - 1) // 2 <= MOST_PAIRS:
        i, j = np.triu_indices(len(edges), 1)
        normals = np.cross(edges[i], edges[j])
        lengths = np.linalg.norm(normals, axis=1)
        i, j, normals = i[lengths > 1e-9], j[lengths > 1e-9], normals[lengths > 1e-9] / lengths[lengths > 1e-9, None]
        tried += [frames(normals, edges[i]), frames(normals, edges[j])]
    candidates = np.concatenate(tried)
    sizes = box_sizes(rows, candidates, hull.dimension)
    best, least = candidates[0], sizes[0]
    for k in np.argsort(sizes, kind="stable")[:TRIED].tolist():
        axes, size = turned_smaller(rows, edges, candidates[k], sizes[k], hull.dimension)
        if size < least * (1.0 - BETTER):
            best, least = axes, size
    return best


def flush_with_faces(hull: Polyhedron, edges: np.ndarray) -> np.ndarray:
    """Return the axes (k, 3, 3) of boxes with one side on a face, and another on an edge of the outline seen along its normal.

    edges: (e, 3), unit vectors
    """
    found = []
    for normal in hull.normals if hull.dimension == 3 else hull.normals[:1]:
        sides = hull.normals @ normal
        outline = edges[sides[hull.edge_faces[:, 0]] * sides[hull.edge_faces[:, 1]] <= 1e-9]
        found.append(frames_about(normal, outline))
    return np.concatenate(found)


def frames_about(normal: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return axes (k, 3, 3) with a unit normal (3,) as first row, and the second along each edge (e, 3) as seen along it."""
    flat = edges - np.outer(edges @ normal, normal)
    lengths = np.linalg.norm(flat, axis=1)
    flat = flat[lengths > 1e-9] / lengths[lengths > 1e-9, None]
    return frames(np.broadcast_to(normal, flat.shape), flat)


def frames(normals: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return axes (k, 3, 3) of unit normals (k, 3) and unit edges (k, 3) at right angles to them."""
    edges = edges - (edges * normals).sum(axis=1)[:, None] * normals  # against rounding
    edges = edges / np.linalg.norm(edges, axis=1)[:, None]
    return np.stack((normals, edges, np.cross(normals, edges)), axis=1)


def across(directions: np.ndarray) -> np.ndarray:
    """Return a unit vector at right angles to each direction (k, 3)."""
    sides = np.cross(directions, np.eye(3)[np.abs(directions).argmin(axis=1)])
    return sides / np.linalg.norm(sides, axis=1)[:, None]


def box_sizes(rows: np.ndarray, axes: np.ndarray, dimension: int) -> np.ndarray:
    """Return the volume [m3] of the box around points (n, 3) along each of several axes (k, 3, 3).

    For points in a plane (dimension 2) it is the surface [m2] instead, because each volume is 0.
    """
    found = []
    for first in range(0, len(axes), CHUNK):
        along = axes[first : first + CHUNK] @ rows.T
        x, y, z = (along.max(axis=2) - along.min(axis=2)).T
        found.append(x * y * z if dimension == 3 else x * y + y * z + z * x)
    return np.concatenate(found)


def turned_smaller(
    rows: np.ndarray, edges: np.ndarray, axes: np.ndarray, size: float, dimension: int
) -> tuple[np.ndarray, float]:
    """Turn a box about each of its axes until a side lies on an edge, as long as this makes it smaller. Returns (axes, size).

    rows: points (n, 3) [m]; edges: (e, 3), unit vectors; axes: (3, 3) of the box; size: as in `box_sizes`
    """
    is_better = True
    while is_better:
        is_better = False
        for axis in axes:
            turned = frames_about(axis, edges)
            if len(turned) == 0:  # all edges are parallel to it
                continue
            sizes = box_sizes(rows, turned, dimension)
            k = int(sizes.argmin())
            if sizes[k] < size * (1.0 - BETTER):
                axes, size, is_better = turned[k], float(sizes[k]), True
                break
    return axes, size


def obb_overlap(one: Box, other: Box) -> bool:
    """True if two boxes, as `obb` returns them, touch or overlap.

    They are apart if, and only if, they are apart along one of 15 axes: three of each box, and nine cross products.
    Raises ValueError for boxes of another form. Source: Gottschalk, Lin, Manocha, OBBTree (1996).
    """
    (centre, axes, half), (other_centre, other_axes, other_half) = checked("one", one), checked("other", other)
    offset = other_centre - centre
    crossed = np.cross(axes[:, None], other_axes[None]).reshape(9, 3)
    crossed = crossed[(crossed * crossed).sum(axis=1) > PARALLEL]
    tried = np.vstack((axes, other_axes, crossed / np.linalg.norm(crossed, axis=1)[:, None]))
    reach = np.abs(tried @ axes.T) @ half + np.abs(tried @ other_axes.T) @ other_half
    size = float(half.max() + other_half.max() + np.abs(offset).max())
    gap = TOUCHING * size + ROUNDING * float(np.abs(centre).max() + np.abs(other_centre).max())
    return bool((np.abs(tried @ offset) <= reach + gap).all())


def checked(name: str, box: Box) -> Box:
    """Return a box as arrays. Raises ValueError with the argument's name for another form."""
    try:
        centre, axes, half = (np.asarray(part, np.float64) for part in box)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a box (centre, axes, half sides)") from None
    if centre.shape != (3,) or axes.shape != (3, 3) or half.shape != (3,):
        shapes = f"{centre.shape}, {axes.shape}, {half.shape}"
        raise ValueError(f"{name} must be (centre (3,), axes (3, 3), half sides (3,)), not {shapes}")
    if not (np.isfinite(centre).all() and np.isfinite(axes).all() and np.isfinite(half).all() and (half >= 0.0).all()):
        raise ValueError(f"{name} must be finite, with half sides of 0 or more")
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
    Source: Gomez, who announces tests for boxes.
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
