"""Corners between two walls, grooves between two slopes, and funnels. A faulty collision solver gets stuck in them."""

import math
from typing import Annotated

from ...core.elementary_functions import cos, sin, tan
from ...core.value_rules import Height, ImpossibleShape, Length, Number, Slope, Whole
from ..contents.shape import Face, Shape, extrusion, from_faces, loft
from .extruded_profiles import crossways
from .registry import part

BASE = 0.02  # [m] of material under the lowest point: keeps the solid closed there


@part("v_corner", side="violet", top="pale")
def v_corner(
    angle: Annotated[float, Number(2.0, 178.0, "degrees")] = 45.0,
    length: Length = 2.5,
    height: Length = 2.2,
    wall: Length = 0.4,
) -> Shape:
    """Build a block with a notch that opens towards -y: two walls of `length` that meet at `angle` degrees.

    `at` is the centre of the notch's opening. `wall` is the thickness [m] of the block beside and behind the notch.
    """
    half, depth = length * sin(math.radians(angle) / 2), length * cos(math.radians(angle) / 2)
    out = half + wall
    outline = [(-out, 0.0), (-half, 0.0), (0.0, depth), (half, 0.0), (out, 0.0), (out, depth + wall), (-out, depth + wall)]
    lower, upper = [(x, y, 0.0) for x, y in outline], [(x, y, height) for x, y in outline]
    return from_faces(loft(lower, upper, "side", "top", "side")).with_sign(f"{angle:g}\u00b0", (0.0, depth, height + 0.3), 0.25)


@part("funnel", top="violet", side="stone")
def funnel(
    sides: Annotated[int, Whole(2, 32)] = 4,
    angle: Slope = 40.0,
    radius: Length = 2.5,
    hole: Height = 0.0,
    wall: Length = 0.3,
) -> Shape:
    """Build a bowl of `sides` slopes that descend to a flat bottom, or to a point if `hole` is 0. Two sides make a groove.

    `at` is the centre of the bowl's underside. A groove is parallel to y. The rim is `wall` wide. The height of the bowl
    follows from the other values.
    angle: steepness of the slopes [degrees]
    radius, hole: horizontal distances from the axis to the top and to the bottom of each slope [m]
    Raises ImpossibleShape if `hole` is not less than `radius`.
    """
    if hole >= radius:
        raise ImpossibleShape(f"hole = {hole:g} must be less than radius = {radius:g}")
    height = (radius - hole) * tan(math.radians(angle))
    faces = groove(height, radius, hole, wall) if sides == 2 else bowl(sides, height, radius, hole, wall)
    return from_faces(faces).with_sign(f"{sides} \u00d7 {angle:g}\u00b0", (-radius - wall, -radius - wall, 0.9))


def groove(height: float, radius: float, hole: float, wall: float) -> list[Face]:
    """Return the faces of a groove along y, from y = -`radius` to y = `radius`. The parameters are those of `bowl`."""
    side, top = radius + wall, height + BASE
    valley = [(hole, BASE), (-hole, BASE)] if hole else [(0.0, BASE)]
    profile = [(-side, 0.0), (side, 0.0), (side, top), (radius, top), *valley, (-radius, top), (-side, top)]
    roles = ["side", "side", "side", *["top"] * (len(valley) + 1), "side", "side"]
    return crossways(extrusion(profile, -radius, radius, roles, "side"))


def bowl(sides: int, height: float, radius: float, hole: float, wall: float) -> list[Face]:
    """Return the faces of a funnel.

    sides: number of slopes
    height: of the slopes [m]
    radius, hole: horizontal distances from the axis to the top and to the bottom of each slope [m]
    wall: width of the rim [m]
    """

    def ring(inner: float, z: float) -> list:
        corner = inner / cos(math.pi / sides)
        angles = [math.tau * (i + 0.5) / sides + math.pi / 2 for i in range(sides)]
        return [(corner * cos(a), corner * sin(a), z) for a in angles]

    top = height + BASE
    ground, outer, inner, bottom = ring(radius + wall, 0.0), ring(radius + wall, top), ring(radius, top), ring(hole, BASE)
    faces = [(ground[::-1], "side")]
    for i in range(sides):
        faces += [([ground[i - 1], ground[i], outer[i], outer[i - 1]], "side")]
        faces += [([outer[i - 1], outer[i], inner[i], inner[i - 1]], "side")]
        lower = [bottom[i], bottom[i - 1]] if hole else [(0.0, 0.0, BASE)]
        faces += [([inner[i - 1], inner[i], *lower], "top")]
    return [*faces, (bottom, "top")] if hole else faces

