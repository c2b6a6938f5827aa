"""Triangles of the shapes, built from a unit tube, ball, box and disc, and the lines of unit rings.

Three successive vertices are a triangle. Points and lines become triangles too, because the software renderer ignores their
thickness. Discs and Triangles are transparent, so that the level shows through them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import dist

import numpy as np

from ..core.shapes import Arrow, Balls, Boxes, Disc, Faces, Lines, Point, Polyline, Rings, Shape, Skin, Triangles
from ..core.vec3 import VectorLike, triangle_normals

DISC_SIDES = 48
RIM = 0.035  # width of a disc's rim, in parts of its radius
RING_PARTS = 48


def circle(parts: int) -> np.ndarray:
    angles = np.linspace(0.0, 2.0 * np.pi, parts + 1)
    return np.column_stack([np.cos(angles), np.sin(angles)])


@cache
def tube(sides: int) -> np.ndarray:
    """Return the vertices (6 * sides, 3) of a unit tube along z, from z = 0 to z = 1. Its ends are open."""
    around = circle(sides)
    low = np.column_stack([around, np.zeros(len(around))])
    high = np.column_stack([around, np.ones(len(around))])
    return np.stack([low[:-1], low[1:], high[1:], low[:-1], high[1:], high[:-1]], axis=1).reshape(-1, 3)


@cache
def ball(times: int = 1) -> np.ndarray:
    """Return the vertices (24 * 4 ** times, 3) of the unit sphere: an octahedron, subdivided `times` times."""
    x, y, z = np.eye(3)
    faces = [(a * x, b * y, c * z) for a in (1, -1) for b in (1, -1) for c in (1, -1)]
    for _ in range(times):
        parts = [part for face in faces for part in quarters_of(*face)]
        faces = [tuple(corner / np.linalg.norm(corner) for corner in part) for part in parts]
    return np.array(faces).reshape(-1, 3)


@cache
def unit_box() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return corners (8, 3), unit normals (6, 3) of sides, corners of a side's six vertices (6, 6) of the box from -1 to 1."""
    corners, normals, triangles = np.array(list(product((-1.0, 1.0), repeat=3))), [], []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            quad = np.zeros((4, 3))
            quad[:, axis] = sign
            quad[:, (axis + 1) % 3], quad[:, (axis + 2) % 3] = (-1, 1, 1, -1), (-1, -1, 1, 1)
            normals.append(np.eye(3)[axis] * sign)
            triangles += [(quad[number] > 0) @ (4, 2, 1) for number in (0, 1, 2, 0, 2, 3)]
    return corners, np.array(normals), np.array(triangles).reshape(6, 6)


def quarters_of(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> tuple[tuple[np.ndarray, ...], ...]:
    """Divide a triangle with three corners (3,) at the midpoints of its sides, into four triangles of such corners."""
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    return (a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)


@cache
def unit_disc() -> tuple[np.ndarray, np.ndarray]:
    """Return (inner disc, rim) of the unit disc as vertices (3 * DISC_SIDES, 2) and (6 * DISC_SIDES, 2)."""
    around = circle(DISC_SIDES)
    a, b = around[:-1], around[1:]
    inner_a, inner_b = a * (1.0 - RIM), b * (1.0 - RIM)
    fan = np.stack([np.zeros_like(a), inner_a, inner_b], axis=1).reshape(-1, 2)
    rim = np.stack([inner_a, a, b, inner_a, b, inner_b], axis=1).reshape(-1, 2)
    return fan, rim


@cache
def rings() -> np.ndarray:
    """Return the segments (3 * RING_PARTS, 2, 3) of three circles on the unit sphere, one around each axis."""
    around = circle(RING_PARTS)
    ring = np.column_stack([around, np.zeros(len(around))])
    turned = (ring, ring[:, (0, 2, 1)], ring[:, (2, 0, 1)])
    return np.concatenate([np.stack([points[:-1], points[1:]], axis=1) for points in turned])


VERTEX = np.dtype([("position", np.float32, 3), ("colour", np.uint8, 4)])
NOTHING = np.empty(0, VERTEX)
OPACITY = 0.3  # of a disc or a triangle
DIMMED = 0.3  # opacity of shapes behind the level. Smaller: not visible; larger: front and behind look alike
HEAD_LENGTH, HEAD_WIDTH = 0.28, 2.6  # of an arrow: at most this part of its length; times the shaft's radius
BORDER = 0.012  # [m], width of a triangle's border
MOST_OF_VIEW = 0.04  # [rad] radius of a point in the picture. Larger: one before the eye covers the picture; smaller: it is lost
FADED, CLEAR = 0.6, 1.5  # [m] from the eye: nearer, a disc that fades is not drawn; farther, it is drawn in full
# Most balls that are drawn with so many subdivisions. More: a picture of many takes long; fewer: large balls have corners.
FINE_BALLS = ((24, 3), (300, 2), (2000, 1))
CLOSE = 0.5  # [m] from the camera to a box of which all sides are drawn. Less: the near plane opens it
SIDE_LIGHT = 0.10  # how much darker a box's sides along y are than those along x: the box's edges show
LIFT = 0.004  # [m], distance of transparent triangles from the face that they lie on, which would flicker otherwise


@dataclass(eq=False)
class Tessellation:
    """The triangles of shapes: vertices (n,) of the dtype VERTEX, three successive ones for each triangle."""

    opaque: np.ndarray
    transparent: np.ndarray


def to_triangles(shapes: Iterable[Shape], eye: VectorLike | None = None, seen_from: VectorLike | None = None) -> Tessellation:
    """Return the triangles of shapes, without Ellipsoids and Labels. Points are smaller near the eye.

    eye: position of the camera (3,) [m], to which Discs and Triangles are moved off their plane. None: along their normals
    seen_from: position (3,) [m] of the only camera, which does not see the other sides of Boxes. None: all sides
    """
    rods: list[tuple[float, ...]] = []
    balls: list[tuple[float, ...]] = []
    transparent: list[np.ndarray] = []
    borders: list[np.ndarray] = []
    for shape in shapes:
        if isinstance(shape, Arrow):
            rods += arrow_rods(shape)
        elif isinstance(shape, Point):
            radius = shape.radius if eye is None else min(shape.radius, MOST_OF_VIEW * dist(shape.position, eye))
            balls.append((*shape.position, radius, *shape.colour))
        elif isinstance(shape, Polyline):
            rods += [(*a, *b, shape.radius, shape.radius, *shape.colour) for a, b in zip(shape.points, shape.points[1:])]
        elif isinstance(shape, Rings):
            ends = (rings() * shape.radii) @ shape.axes + np.array(shape.centre)
            rods += [(*a, *b, shape.radius, shape.radius, *shape.colour) for a, b in ends]
        elif isinstance(shape, Disc):
            add_disc(shape, eye, transparent, borders)
        elif isinstance(shape, Triangles):
            add_triangles(shape, eye, transparent, borders)
        elif isinstance(shape, Faces):
            borders.append(facet_vertices(shape))
        elif isinstance(shape, Skin):
            transparent.append(vertices(shape.corners.reshape(-1, 3), shape.colours.reshape(-1, 4)))
        elif isinstance(shape, Lines):
            borders.append(line_vertices(shape))
        elif isinstance(shape, Balls):
            borders.append(ball_vertices(shape))
        elif isinstance(shape, Boxes):
            borders.append(box_vertices(shape, seen_from))
    # Most layers of overlays are empty. The triangles of no rods and no balls took half a millisecond a frame.
    opaque = [make(stacked(rows)) for make, rows in ((tubes, rods), (spheres, balls)) if rows]
    return Tessellation(*(np.concatenate([NOTHING, *parts]) for parts in ([*opaque, *borders], transparent)))


def stacked(rows: Sequence[Sequence[float] | np.ndarray]) -> np.ndarray:
    """Return rows, or blocks of rows, of the same length as one array."""
    return np.concatenate([np.atleast_2d(row) for row in rows])


def vertices(positions: np.ndarray, colours: np.ndarray) -> np.ndarray:
    """Return vertices (n,) of the dtype VERTEX. positions: (n, 3) [m]; colours: (n, 4) with opacity"""
    packed = np.empty(len(positions), VERTEX)
    packed["position"] = positions
    packed["colour"] = np.clip(colours, 0.0, 1.0) * 255.0 + 0.5
    return packed


def arrow_rods(arrow: Arrow) -> list[tuple[float, ...]]:
    """Return [shaft, head]. Each is a rod (11,): start (3,), end (3,), radius at each end, all in [m], colour."""
    start, end = np.asarray(arrow.start, float), np.asarray(arrow.end, float)
    wide = arrow.radius * HEAD_WIDTH
    length = float(np.linalg.norm(end - start))
    neck = end - (end - start) * min(HEAD_LENGTH, 3.0 * wide / max(length, 1e-9))
    return [(*start, *neck, arrow.radius, arrow.radius, *arrow.colour), (*neck, *end, wide, 0.0, *arrow.colour)]


def line_vertices(lines: Lines) -> np.ndarray:
    widths, colours = np.full((len(lines.segments), 2), lines.radius), np.tile(lines.colour, (len(lines.segments), 1))
    return tubes(np.concatenate([lines.segments.reshape(-1, 6), widths, colours], axis=1), sides=3)


def tubes(rods: np.ndarray, sides: int = 6) -> np.ndarray:
    """Return the vertices (m,) of rods (n, 11), as from `arrow_rods`. sides: number of faces around each rod"""
    start, end, radii, colours = rods[:, :3], rods[:, 3:6], rods[:, 6:8], rods[:, 8:11]
    one, other = across(end - start)
    unit = tube(sides)  # (m, 3): cosine, sine, 0 at the start and 1 at the end
    side = one[:, None] * unit[:, 0, None] + other[:, None] * unit[:, 1, None]
    at = unit[:, 2]
    axis = start[:, None] * (1.0 - at)[:, None] + end[:, None] * at[:, None]
    radius = radii[:, :1] * (1.0 - at) + radii[:, 1:] * at
    return shaded(axis + side * radius[..., None], side[..., 2], colours)


def ball_vertices(balls: Balls) -> np.ndarray:
    times = next((times for most, times in FINE_BALLS if len(balls.centres) <= most), 0)
    return spheres(np.column_stack([balls.centres, balls.radii, balls.colours]), times)


def box_vertices(boxes: Boxes, seen_from: VectorLike | None) -> np.ndarray:
    """Return the vertices (m,) of Boxes. Each side has one brightness, which depends on its normal.

    seen_from: as in `to_triangles`. A box around the camera, or close to it, has all sides.
    """
    unit, normals, triangles = unit_box()
    points, normals = unit * boxes.halves[:, None], np.broadcast_to(normals, (len(boxes.centres), 6, 3))
    if boxes.axes is not None:
        points, normals = points @ boxes.axes, normals @ boxes.axes
    points = points + boxes.centres[:, None]
    is_seen = np.ones((len(points), 6), bool)
    if seen_from is not None:
        above = np.einsum("nsk,nk->ns", normals, np.asarray(seen_from) - boxes.centres) - np.repeat(boxes.halves, 2, axis=1)
        is_seen = (above > 0.0) | (above.max(axis=1, keepdims=True) < CLOSE)
    rows, sides = np.nonzero(is_seen)
    light = (normals[..., 2] - SIDE_LIGHT / 0.18 * np.abs(normals[..., 1]))[is_seen]
    # Colours of sides and positions of 8 corners take a third of the time of all vertices.
    packed = np.repeat(shaded(points[rows, :1], light[:, None], boxes.colours[rows]), 6)
    numbers = 8 * rows[:, None] + triangles[sides]
    packed["position"] = points.reshape(-1, 3).astype(np.float32).take(numbers.ravel(), axis=0)
    return packed


def facet_vertices(facets: Faces) -> np.ndarray:
    normals = triangle_normals(facets.corners)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    light = normals[:, 2] - SIDE_LIGHT / 0.18 * np.abs(normals[:, 1])
    return shaded(facets.corners, np.repeat(light[:, None], 3, axis=1), facets.colours)


def spheres(balls: np.ndarray, times: int = 1) -> np.ndarray:
    """Return the vertices (m,) of balls (n, 7): centre and radius [m], colour. `times`: subdivisions of an octahedron"""
    unit = ball(times)
    points = balls[:, None, :3] + unit * balls[:, 3, None, None]
    return shaded(points, np.broadcast_to(unit[:, 2], points.shape[:2]), balls[:, 4:7])


def shaded(points: np.ndarray, up: np.ndarray, colours: np.ndarray) -> np.ndarray:
    """Return vertices (n * m,) of points (n, m, 3) [m] with colours (n, 3). up: (n, m), z of the unit normals"""
    light = 0.82 + 0.18 * up
    rgba = np.ones((*points.shape[:2], 4))
    rgba[..., :3] = np.clip(colours[:, None] * light[..., None], 0.04, 0.97)
    return vertices(points.reshape(-1, 3), rgba.reshape(-1, 4))


def across(axes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return two arrays (n, 3) of unit vectors perpendicular to axes (n, 3), or to z for length 0, and to each other."""
    lengths = np.linalg.norm(axes, axis=1, keepdims=True)
    axes = np.where(lengths > 0, axes / np.where(lengths > 0, lengths, 1.0), (0.0, 0.0, 1.0))
    (x, y, z), one = axes.T, np.zeros((3, len(axes)))
    is_flat = np.abs(z) < 0.9
    one[0], one[1], one[2] = np.where(is_flat, y, 0.0), np.where(is_flat, -x, z), np.where(is_flat, 0.0, -y)  # times z or x
    one /= np.sqrt((one * one).sum(axis=0))
    i, j, k = one  # np.cross takes three times as long for few axes
    return one.T, np.stack([y * k - z * j, z * i - x * k, x * j - y * i], axis=1)


def add_disc(disc: Disc, eye: VectorLike | None, transparent: list[np.ndarray], borders: list[np.ndarray]) -> None:
    """Append the vertices of a Disc: its face to `transparent`, its rim to `borders`, or to `transparent` if it fades."""
    clear = min(max((dist(disc.centre, eye) - FADED) / (CLEAR - FADED), 0.0), 1.0) if disc.fades and eye is not None else 1.0
    if clear == 0.0:
        return
    normal = np.asarray(disc.normal, float)
    one, other = across(normal[None])
    fan, rim = unit_disc()
    centre = np.asarray(disc.centre, float) + lift(disc.centre, normal, eye)
    for unit, opacity, group in ((fan, OPACITY * clear, transparent), (rim, clear, transparent if disc.fades else borders)):
        points = centre + disc.radius * (unit[:, :1] * one + unit[:, 1:] * other)
        group.append(vertices(points, np.broadcast_to([*disc.colour, opacity], (len(points), 4))))


def add_triangles(shape: Triangles, eye: VectorLike | None, transparent: list[np.ndarray], borders: list[np.ndarray]) -> None:
    """Append the vertices of Triangles: the faces to `transparent`, and opaque borders to `borders`."""
    corners = np.asarray(shape.corners, float)
    normals = triangle_normals(corners)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    corners = corners + lift(corners.mean(axis=1), normals, eye)[:, None]
    frames = framed(corners)
    transparent.append(vertices(corners.reshape(-1, 3), repeated(shape.colours, OPACITY, 3)))
    borders.append(vertices(frames.reshape(-1, 3), repeated(shape.colours, 1.0, 18)))


def repeated(colours: np.ndarray, opacity: float, times: int) -> np.ndarray:
    return np.repeat(np.column_stack([colours, np.full(len(colours), opacity)]), times, axis=0)


def framed(corners: np.ndarray) -> np.ndarray:
    """Return the corners (n, 18, 3) [m] of the borders of triangles (n, 3, 3) [m], six triangles for each border."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - np.roll(corners, 1, axis=1), axis=2)  # opposite each corner
    around = np.maximum(sides.sum(axis=1), 1e-12)
    middle = (corners * sides[..., None]).sum(axis=1) / around[:, None]  # the incentre
    doubled = np.linalg.norm(triangle_normals(corners), axis=1)
    part = np.clip(BORDER * around / np.maximum(doubled, 1e-12), 0.0, 1.0)  # border over the inscribed circle's radius
    inner = corners + (middle[:, None] - corners) * part[:, None, None]
    following, inner_following = np.roll(corners, -1, axis=1), np.roll(inner, -1, axis=1)
    quads = np.stack([corners, following, inner_following, corners, inner_following, inner], axis=2)
    return quads.reshape(len(corners), 18, 3)


def lift(at: VectorLike, normals: np.ndarray, eye: VectorLike | None) -> np.ndarray:
    """Return displacements (..., 3) [m] by LIFT off the plane, to the side of the eye. at: [m]; normals: unit, (..., 3)"""
    if eye is None:
        return LIFT * normals
    towards = ((np.asarray(eye) - at) * normals).sum(axis=-1, keepdims=True)
    return np.where(towards < 0, -LIFT, LIFT) * normals
