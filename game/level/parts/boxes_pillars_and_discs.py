"""Simple solids: floor, box, pillar, disc, and the desk of an exhibit."""

import math
from typing import Annotated

from ...core.elementary_functions import cos, sin
from ...core.value_rules import Degrees, ImpossibleShape, Length, Number, Size2, Size3, Whole
from ..contents.exhibit_place import DESK_DEPTH, DESK_HIGH, DESK_LOW
from ..contents.part_shape import Face, PartShape, Point3, box, circle, from_faces, loft
from . import part

Sides = Annotated[int, Whole(3, 64)]
Turn = Annotated[float, Number(1.0, 360.0, "degrees")]


@part("floor", top="floor", side="floor")
def floor(size: Size2 = (10.0, 10.0), thickness: Length = 0.2) -> PartShape:
    """Build a rectangular slab. `at` is the centre of its top.

    size: [width, depth] along x and y [m]
    """
    (width, depth) = size
    return from_faces(box((-width / 2, -depth / 2, -thickness), (width / 2, depth / 2, 0.0)))


@part("box", top="stone", side="stone")
def block(size: Size3 = (1.0, 1.0, 1.0)) -> PartShape:
    """Build a box. `at` is the centre of its bottom.

    size: [width, depth, height] along x, y and z [m]
    """
    width, depth, height = size
    return from_faces(box((-width / 2, -depth / 2, 0.0), (width / 2, depth / 2, height)))


@part("pillar", top="stone", side="stone")
def pillar(radius: Length = 0.4, height: Length = 3.0, sides: Sides = 8, top_radius: Length = 0.0) -> PartShape:
    """Build a vertical column. `at` is the centre of its bottom. A `top_radius` above 0 makes it a truncated cone."""
    lower, upper = circle(radius, sides, 0.0), circle(top_radius or radius, sides, height)
    return from_faces(loft(lower, upper, "side", "top", "side"))


@part("disc", top="floor", side="stone")
def disc(
    inner: Annotated[float, Number(0.0, 1e4, "m")] = 0.0,
    outer: Length = 3.0,
    start: Degrees = 0.0,
    angle: Turn = 360.0,
    thickness: Length = 0.2,
    sides: Sides = 16,
) -> PartShape:
    """Build a round slab, a ring with a hole of radius `inner`, or a sector of `angle` degrees from `start`. `at` is the centre
    of its top.

    start: first angle [degrees], counter-clockwise from +x
    Raises ImpossibleShape if `inner` is not less than `outer`.
    """
    if inner >= outer:
        raise ImpossibleShape(f"inner = {inner:g} must be less than outer = {outer:g}")
    return from_faces(sector(inner, outer, (-thickness, 0.0), math.radians(start), math.radians(angle), sides))


def sector(inner: float, outer: float, levels: tuple[float, float], start: float, angle: float, sides: int) -> list[Face]:
    """Return the faces of a slab between two radii and two heights [m], from an angle on [rad], with `sides` flat sides."""
    whole = angle > math.tau - 1e-9
    low, high = levels
    angles = [start + angle * i / sides for i in range(sides + 1)]
    faces: list[Face] = []
    for a, b in zip(angles, [*angles[1:-1], angles[0] if whole else angles[-1]]):
        faces += sector_piece(inner, outer, low, high, a, b)
    if not whole:
        faces.append((radial(inner, outer, angles[0], low, high), "side"))
        faces.append((radial(inner, outer, angles[-1], low, high)[::-1], "side"))
    return faces


def sector_piece(inner: float, outer: float, low: float, high: float, a: float, b: float) -> list[Face]:
    """Return the top, bottom, outer side and, unless `inner` is 0, the inner side of a slab between the angles a and b [rad]."""
    top = ring_quad(inner, outer, high, a, b)
    faces = [(top, "top"), (ring_quad(inner, outer, low, a, b)[::-1], "side")]
    faces.append(([at(outer, a, low), at(outer, b, low), at(outer, b, high), at(outer, a, high)], "side"))
    if inner > 0.0:
        faces.append(([at(inner, b, low), at(inner, a, low), at(inner, a, high), at(inner, b, high)], "side"))
    return faces


def ring_quad(inner: float, outer: float, z: float, a: float, b: float) -> list[Point3]:
    """Return the corners of a flat part of a ring or, if `inner` is 0, of a disc between the angles a < b [rad]."""
    middle = [at(inner, a, z)] if inner == 0.0 else [at(inner, b, z), at(inner, a, z)]
    return [*middle, at(outer, a, z), at(outer, b, z)]


def radial(first: float, second: float, angle: float, low: float, high: float) -> list[Point3]:
    """Return the corners of a vertical face along a radius, whose front is clockwise of it if `first` is the inner radius."""
    return [at(first, angle, low), at(second, angle, low), at(second, angle, high), at(first, angle, high)]


def at(radius: float, angle: float, z: float) -> Point3:
    return radius * cos(angle), radius * sin(angle), z


@part("desk", top="slate", side="wood")
def desk(width: Length = 2.0) -> PartShape:
    """Build a desk with a slanted top, as exhibits have. `at` is the centre of the desk's bottom. A visitor at the desk looks
    along +y, towards the higher edge of the top.
    """
    half, deep = width / 2.0, DESK_DEPTH / 2.0
    outline = ((-half, -deep), (half, -deep), (half, deep), (-half, deep))
    lower = [(x, y, 0.0) for x, y in outline]
    upper = [(x, y, DESK_LOW if y < 0.0 else DESK_HIGH) for x, y in outline]
    return from_faces(loft(lower, upper, "side", "top", "side"))
