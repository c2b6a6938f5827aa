"""Bridges on arches, and gates with round tops."""

import math
from typing import Annotated

from ...core.elementary_functions import cos, sin
from ...core.value_rules import Height, ImpossibleShape, Length, Whole
from ..contents.shape import Point2, Shape, box, extrusion, from_faces, join
from .extruded_profiles import crossways
from .registry import part

Segments = Annotated[int, Whole(2, 64)]


@part("bridge", top="stone", side="stone", under="stone", parapet="pale")
def bridge(
    length: Length = 8.0,
    width: Length = 2.4,
    thickness: Length = 0.3,
    arch: Height = 1.5,
    parapet: Height = 0.9,
    segments: Segments = 10,
) -> Shape:
    """Build a level deck along +y on an arch. The arch reaches `arch` metres further down at both ends than in the middle. `at`
    is the centre of the near edge of the deck's top. Both sides of the deck have parapets, unless `parapet` is 0.

    thickness: of the deck in the middle [m]
    parapet: height of the parapets [m]
    segments: number of flat pieces of the arch
    """
    curve = arch_curve(length, arch, segments)
    profile = [(y, z - thickness - arch) for y, z in curve] + [(length, 0.0), (0.0, 0.0)]
    roles = ["under"] * (len(curve) - 1) + ["side", "top", "side"]
    solids = [extrusion(profile, -width / 2, width / 2, roles, "side")]
    for side in (-1.0, 1.0) if parapet else ():
        middle = side * (width / 2 - 0.1)
        solids.append(box((middle - 0.1, 0.0, 0.0), (middle + 0.1, length, parapet), "parapet", "parapet"))
    return join(map(from_faces, solids))


@part("arch", side="red", top="red", under="dark_red")
def arch(
    width: Length = 3.0,
    height: Length = 3.5,
    frame: Length = 0.8,
    depth: Length = 0.8,
    segments: Segments = 12,
) -> Shape:
    """Build a gate to walk through along y. Its opening has the width `width` and a round top at `height`. The wall beside and
    above the opening is `frame` wide, and `depth` thick along y. `at` is the centre of the opening on the floor.

    segments: number of flat pieces of the round top
    Raises ImpossibleShape if `height` is not more than half the width.
    """
    radius = width / 2
    if height <= radius:
        raise ImpossibleShape(f"height = {height:g} must be more than half the width, {radius:g}")
    turns = [math.pi * i / segments for i in range(segments + 1)]
    round_top = [(radius * cos(a), height - radius + radius * sin(a)) for a in turns]
    out, top = radius + frame, height + frame
    profile = [(radius, 0.0), (out, 0.0), (out, top), (-out, top), (-out, 0.0), (-radius, 0.0), *round_top[::-1]]
    roles = ["side", "side", "top", "side", "side", *["under"] * (segments + 2)]
    faces = extrusion(profile, -depth / 2, depth / 2, roles, "side")
    return from_faces(crossways(faces))


def arch_curve(length: float, arch: float, segments: int) -> list[Point2]:
    """Return points (y, z) [m] of half an ellipse that is `arch` metres high in the middle, or of a straight line if `arch` is 0.

    length: distance between the ends [m]
    segments: number of straight lines along the curve
    """
    if arch == 0.0:
        return [(0.0, 0.0), (length, 0.0)]
    turns = [math.pi * i / segments for i in range(segments + 1)]
    return [(length * (1.0 - cos(a)) / 2, arch * sin(a)) for a in turns]
