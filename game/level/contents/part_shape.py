"""Shapes: triangles with roles, and closed solids made by extrusion and loft."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...core.elementary_functions import cos, cos_sin, product, sin
from ...core.right_forward_up_frame import WORLD, frame_at
from ...core.vec3 import Vector, vec
from .level import Material, Sign
from .mesh_pictures_and_colours import MeshLook, joined_looks
from .polygon_triangulation import triangulate

# Points closer than this are one point. Smaller: quarter turns leave seams; larger: thin parts collapse.
WELD = 1e-9  # [m]


@dataclass(frozen=True)
class PartShape:
    """Triangles with one role each, such as "tread" or "riser". The level file gives each role a material."""

    vertices: np.ndarray  # (v, 3) float64 [m]
    triangles: np.ndarray  # (t, 3) int64, counter-clockwise seen from outside
    roles: np.ndarray  # (t,) text
    sign: Sign | None = None  # text with the part's measures
    own_materials: dict[str, Material] = field(default_factory=dict)  # {role: material}, of a mesh file
    part: str = ""  # kind of part
    look: MeshLook | None = None  # textures and vertex colours of a mesh file
    drawn_as: "PartShape | None" = None  # the drawn triangles, if they are not the solid ones
    notes: tuple[str, ...] = ()  # for the user, about how a mesh file was read

    def placed(self, at: Sequence[float], heading: float = 0.0) -> "PartShape":
        """Return the shape rotated by `heading` [rad, counter-clockwise from above] and then moved by `at` (3,) [m]."""
        cosine, sine = cos_sin(heading)
        turn = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])
        vertices = product(self.vertices, turn) + np.asarray(at, dtype=float)
        drawn_as, sign = self.drawn_as and self.drawn_as.placed(at, heading), self.sign
        if sign:
            sign = replace(sign, at=vec(product(sign.at, turn) + np.asarray(at, dtype=float)), heading=sign.heading + heading)
        return replace(self, vertices=vertices, sign=sign, drawn_as=drawn_as)

    def oriented(self, up: Vector) -> "PartShape":
        """Return the shape rotated by the smallest rotation from +z to the unit vector `up`. The sign moves but stays upright."""
        turn = np.array(frame_at(up) or WORLD)
        sign = self.sign and replace(self.sign, at=vec(product(self.sign.at, turn)))
        drawn_as = self.drawn_as and self.drawn_as.oriented(up)
        return replace(self, vertices=product(self.vertices, turn), sign=sign, drawn_as=drawn_as)

    def mirrored(self) -> "PartShape":
        """Return the shape with left and right exchanged. Sign, look and `drawn_as` are not mirrored."""
        return replace(self, vertices=self.vertices * (-1.0, 1.0, 1.0), triangles=self.triangles[:, ::-1])

    def with_sign(self, text: str, position: Sequence[float], height: float = 0.2) -> "PartShape":
        """Return the shape with a sign of lines separated by "\\n", each `height` [m] high, that is read by looking along +y."""
        return replace(self, sign=Sign(text, vec(position), math.pi, height))


def from_faces(faces: Iterable[tuple[Sequence[Sequence[float]], str]]) -> PartShape:
    """Build a shape from flat polygons, counter-clockwise from outside, and their roles. Points equal to WELD are one.

    faces: at least one (points (n, 3) [m], role). Raises ValueError for a polygon that `triangulate` refuses.
    """
    points: list[tuple[float, ...]] = []
    triangles: list[tuple[int, int, int]] = []
    roles: list[str] = []
    for polygon, role in faces:
        corners = triangulate(polygon)
        triangles += [(a + len(points), b + len(points), c + len(points)) for a, b, c in corners]
        roles += [role] * len(corners)
        points += [tuple(point) for point in polygon]
    return welded(np.array(points, dtype=float), np.array(triangles, dtype=np.int64), np.array(roles))


def welded(points: np.ndarray, triangles: np.ndarray, roles: np.ndarray) -> PartShape:
    """Return a shape in which points (p, 3) [m] that are equal when rounded to WELD are one vertex."""
    grid = np.round(points / WELD).astype(np.int64)
    _, first, inverse = np.unique(grid, axis=0, return_index=True, return_inverse=True)
    return PartShape(points[first], inverse.reshape(-1)[triangles], roles)


def join(shapes: Iterable[PartShape]) -> PartShape:
    """Join one or more shapes without merging their vertices. Only vertices, triangles, roles and looks are kept."""
    shapes = list(shapes)
    starts = np.cumsum([0] + [len(shape.vertices) for shape in shapes[:-1]])
    triangles = [shape.triangles + start for shape, start in zip(shapes, starts)]
    return PartShape(
        np.concatenate([shape.vertices for shape in shapes]),
        np.concatenate(triangles),
        np.concatenate([shape.roles for shape in shapes]),
        look=joined_looks([shape.look for shape in shapes], [len(shape.triangles) for shape in shapes]),
    )


Point2 = tuple[float, float]
Point3 = tuple[float, float, float]
Face = tuple[list[Point3], str]


def extrusion(profile: Sequence[Point2], low: float, high: float, roles: Sequence[str], cap: str) -> list[Face]:
    """Return the faces of a profile (y, z) [m], counter-clockwise seen from +x, extruded from x = low to x = high.

    roles: roles[i] is that of the side face that starts at profile[i]; cap: that of both end faces
    """
    near = [(low, y, z) for y, z in profile]
    far = [(high, y, z) for y, z in profile]
    count = len(profile)
    sides = [([near[i - 1], near[i], far[i], far[i - 1]], roles[i - 1]) for i in range(count)]
    return [*sides, (near[::-1], cap), (far, cap)]


def box(low: Point3, high: Point3, top: str = "top", side: str = "side") -> list[Face]:
    """Return the six faces of a box between its lowest and highest corner [m]. `side` is the role of all but the top one."""
    (_, y0, z0), (_, y1, z1) = low, high
    return extrusion([(y0, z0), (y1, z0), (y1, z1), (y0, z1)], low[0], high[0], [side, side, top, side], side)


def loft(lower: Sequence[Point3], upper: Sequence[Point3], side: str, top: str, bottom: str) -> list[Face]:
    """Return the faces of a solid between two outlines [m] with as many points each, counter-clockwise seen from above."""
    return [*band(lower, upper, side), (list(upper), top), (list(lower)[::-1], bottom)]


def band(lower: Sequence[Point3], upper: Sequence[Point3], role: str) -> list[Face]:
    """Return the side faces between two closed outlines with as many points each, counter-clockwise seen from above."""
    return [([lower[i - 1], lower[i], upper[i], upper[i - 1]], role) for i in range(len(lower))]


def circle(radius: float, sides: int, z: float, start: float = 0.0) -> list[Point3]:
    """Return the corners [m] of a regular polygon around z, counter-clockwise seen from above, from the angle `start` [rad]."""
    angles = [start + math.tau * i / sides for i in range(sides)]
    return [(radius * cos(a), radius * sin(a), z) for a in angles]
