"""A triangle expanded by the unit sphere (a Minkowski sum): the surface at distance 1 from the triangle, as facets.

The surface consists of the triangle moved to both sides, half cylinders around the edges, and pieces of a sphere at the corners.
The paper's three tests (3.3, 3.4: face, edge, corner) find the first point of the centre's path on these surfaces.
All lengths are in eSpace [radii]. `middle` (3,) and `reach` are the centre and the radius of the region that is drawn.
"""

from functools import cache

import numpy as np

from ...collision import Feature
from ..geometry import unit_meshes
from . import triangle_clipping

CELL = 0.4  # [radii] size of facets. Smaller: slower; larger: borders are ragged
LONG = 0.8  # [radii] length of facets along a straight edge
AROUND = 10  # facets around a half cylinder. Fewer: it looks angular; more: slower


def parts(triangle, middle, reach):
    """Return [(Feature, facets (n, 3, 3)), ...] of the expanded Triangle within `reach` of `middle` (3,)."""
    face = flat(triangle, middle, reach)
    edges = [half_cylinder(triangle, number, middle, reach) for number in range(3)]
    corners = [piece_of_sphere(triangle, number, middle, reach) for number in range(3)]
    faces = [face + triangle.normal, face - triangle.normal]
    expanded = (Feature.FACE, faces), (Feature.EDGE, edges), (Feature.CORNER, corners)
    return [(feature, near(np.concatenate(pieces), middle, reach)) for feature, pieces in expanded]


def near(pieces, middle, reach):
    """Return the facets (n, 3, 3) whose centroids are within `reach` of `middle` (3,)."""
    return pieces[np.linalg.norm(pieces.mean(axis=1) - middle, axis=1) < reach]


def flat(triangle, middle, reach):
    """Return small facets (n, 3, 3) of the triangle itself.

    The result contains all that are within `reach` of `middle` (3,), and some farther ones.
    """
    one = unit(triangle.sides[0])
    axes = np.array([one, np.cross(triangle.normal, one)])
    foot = middle - (middle - triangle.corners[0]) @ triangle.normal * triangle.normal
    cells = int(np.ceil(2.0 * reach / CELL))
    pieces = foot + (triangle_clipping.grid(cells, cells) - 0.5) * 2.0 * reach @ axes
    for side in range(3):
        pieces, _, _ = triangle_clipping.clipped(pieces, (pieces - triangle.corners[side]) @ triangle.inwards[side])
    return pieces


def half_cylinder(triangle, side, middle, reach):
    """Return facets (n, 3, 3) of the outer half of the cylinder around edge number `side`, 0..2.

    triangle: Triangle; middle: (3,); reach: the result contains all facets that are nearer to `middle` than this
    """
    start, along = triangle.corners[side], triangle.sides[side]
    span = within_reach(start, along, middle, reach + 1.0)
    if span is None:
        return np.empty((0, 3, 3))
    outwards = -unit(triangle.inwards[side])
    cells = triangle_clipping.grid(int(np.ceil((span[1] - span[0]) * np.linalg.norm(along) / LONG)), AROUND)
    turn, part = np.pi * cells[..., 1:], span[0] + (span[1] - span[0]) * cells[..., :1]
    return start + part * along + np.cos(turn) * triangle.normal + np.sin(turn) * outwards


def within_reach(start, along, middle, reach):
    """Return the fractions (first, last), 0..1, between which a segment is within `reach` of `middle`.

    Return None if no point of the segment is.
    start: (3,); along: (3,), vector from the start to the end of the segment
    """
    squared = along @ along
    foot = (middle - start) @ along / squared
    half = reach**2 - ((start + foot * along - middle) ** 2).sum()
    low, high = foot - np.sqrt(max(half, 0.0) / squared), foot + np.sqrt(max(half, 0.0) / squared)
    return (max(0.0, low), min(1.0, high)) if half > 0.0 and low < 1.0 and high > 0.0 else None


def piece_of_sphere(triangle, number, middle, reach):
    """Return facets (n, 3, 3) of the piece of the sphere around corner `number`, 0..2, that belongs to the expanded surface.

    Its points are nearer to that corner than to the rest of the triangle. A sphere farther than `reach` from `middle` has none.
    """
    corner, pieces = triangle.corners[number], ball()
    if np.linalg.norm(corner - middle) > reach + 1.0:
        return np.empty((0, 3, 3))
    for away in (-triangle.sides[number], triangle.sides[number - 1]):
        pieces, _, _ = triangle_clipping.clipped(pieces, pieces @ away)
    return corner + on_sphere(pieces)


def borders(triangle, middle, reach):
    """Return the seams between face, edges and corners: segments (n, 2, 3), and their directions (n, 3).

    A direction is the unit vector along the surface towards the edge's or the corner's side of the seam.
    triangle: Triangle; reach: only segments nearer to `middle` (3,) than this count
    """
    found = [lines for side in range(3) for lines in (*straight(triangle, side, middle, reach), *arcs(triangle, side))]
    segments, directions = (np.concatenate(group) for group in zip(*found))
    close = np.linalg.norm(segments.mean(axis=1) - middle, axis=1) < reach
    return segments[close], directions[close]


def straight(triangle, side, middle, reach):
    """Yield the two straight seams between the face and edge number `side`, 0..2: segments (n, 2, 3) and directions (n, 3).

    A direction is the unit vector along the surface towards the edge's side of the seam.
    triangle: Triangle; reach: parts of the seams that are farther from `middle` (3,) than this may be left out
    """
    start, along, outwards = triangle.corners[side], triangle.sides[side], -unit(triangle.inwards[side])
    span = within_reach(start, along, middle, reach + 1.0) or (0.0, 0.0)
    parts = np.linspace(*span, 2 + int((span[1] - span[0]) * np.linalg.norm(along) / CELL))[:, None]
    for normal in (triangle.normal, -triangle.normal):
        points = start + parts * along + normal
        yield np.stack([points[:-1], points[1:]], axis=1), np.tile(outwards, (len(points) - 1, 1))


def arcs(triangle, side):
    """Yield the half circles between edge number `side`, 0..2, and its two corners: segments (n, 2, 3) and directions (n, 3).

    A direction is the unit vector along the surface towards the corner's side of the seam.
    """
    along, outwards = unit(triangle.sides[side]), -unit(triangle.inwards[side])
    turn = np.linspace(0.0, np.pi, 2 * AROUND + 1)[:, None]
    arc = np.cos(turn) * triangle.normal + np.sin(turn) * outwards
    for corner, direction in ((triangle.corners[side], -along), (triangle.corners[(side + 1) % 3], along)):
        points = corner + arc
        yield np.stack([points[:-1], points[1:]], axis=1), np.tile(direction, (len(points) - 1, 1))


def unit(vector):
    return vector / np.linalg.norm(vector)


@cache
def ball():
    """Return the unit sphere as facets (n, 3, 3)."""
    return on_sphere(triangle_clipping.quartered(unit_meshes.ball().reshape(-1, 3, 3)))


def on_sphere(points):
    return points / np.linalg.norm(points, axis=-1, keepdims=True)


def on_surface(points, triangle):
    """Move points (..., 3) near the expanded surface of a Triangle onto it, to distance 1 from the triangle."""
    rows = points.reshape(-1, 3)
    return triangle.nearest(rows).reshape(points.shape) + triangle.away(points)
