"""Solids made from a profile: ramps, waves, pipes, bridges, gates, corners and funnels."""

import math
from typing import Annotated

from ...core.elementary_functions import cos, sin, tan
from ...core.value_rules import Count, Height, ImpossibleShape, Length, Number, Slope, Whole
from ..contents.limits import MOST_CORNERS, require
from ..contents.part_shape import Face, PartShape, Point2, Point3, box, extrusion, from_faces, join, loft
from . import part

Segments = Annotated[int, Whole(2, 200)]


@part("ramp", top="ramp", side="ramp_side", landing="stone")
def ramp(angle: Slope = 30.0, height: Length = 2.0, width: Length = 2.0, landing: Height = 0.0) -> PartShape:
    """Build a slope of `angle` degrees from `at` along +y up to `height`, with a flat top of the length `landing`.

    `at` is the centre of the lower edge. With `landing` 0 there is no flat top.
    """
    reach = height / tan(math.radians(angle))
    profile, roles = [(0.0, 0.0), (reach + landing, 0.0), (reach + landing, height)], ["side", "side"]
    if landing:
        profile, roles = [*profile, (reach, height)], [*roles, "landing"]
    faces = extrusion(profile, -width / 2, width / 2, [*roles, "top"], "side")
    return from_faces(faces).with_sign(f"{angle:g}\u00b0", (-width / 2 - 0.4, 0.0, 0.9), 0.3)


@part("wedge", top="red", side="dark_red")
def wedge(length: Length = 2.0, width: Length = 2.0, low: Height = 0.0, high: Length = 1.0) -> PartShape:
    """Build a block with a sloping top. It is `length` long along +y, `low` high at its start and `high` at its end.

    `at` is the centre of its near edge on the floor.
    """
    profile, roles = [(0.0, 0.0), (length, 0.0), (length, high)], ["side", "side"]
    if low:
        profile, roles = [*profile, (0.0, low)], [*roles, "top"]
    faces = extrusion(profile, -width / 2, width / 2, [*roles, "side" if low else "top"], "side")
    return from_faces(faces)


@part("overhang", under="violet", side="stone")
def overhang(angle: Slope = 45.0, height: Length = 2.5, width: Length = 3.0) -> PartShape:
    """Build an upside-down ramp. The underside is `height` above `at` and descends along +y at `angle` degrees to the floor."""
    reach = height / tan(math.radians(angle))
    faces = extrusion([(reach, 0.0), (reach, height), (0.0, height)], -width / 2, width / 2, ["side", "side", "under"], "side")
    return from_faces(faces).with_sign(f"under {angle:g}\u00b0", (0.0, -0.1, height + 0.3))


@part("bumps", top="teal", side="stone")
def bumps(
    count: Count = 4, length: Length = 2.0, height: Length = 0.3, width: Length = 3.0, segments: Segments = 12, base: Length = 0.1
) -> PartShape:
    """Build `count` smooth waves along +y, each `length` long and `height` high, on a slab of thickness `base`.

    `at` is the centre of the near edge of the slab's bottom. Each wave has `segments` flat segments.
    """
    require(count * segments, MOST_CORNERS, "corners of one side", "give it fewer segments")
    turns = [math.tau * i / segments for i in range(count * segments + 1)]
    line = [(i * length / segments, height * (1.0 - cos(turn)) / 2.0 + base) for i, turn in enumerate(turns)]
    profile = [(0.0, 0.0), (count * length, 0.0), *line[::-1]]
    roles = ["side", "side", *["top"] * (len(line) - 1), "side"]
    return from_faces(extrusion(profile, -width / 2, width / 2, roles, "side"))


@part("half_pipe", top="ramp", side="stone")
def half_pipe(
    radius: Length = 3.0,
    length: Length = 8.0,
    flat: Height = 2.0,
    angle: Annotated[float, Number(10.0, 90.0, "degrees")] = 90.0,
    rim: Length = 1.0,
    segments: Segments = 10,
    base: Length = 0.05,
) -> PartShape:
    """Build a trough along +y: two quarter pipes of `angle` degrees with a `flat` floor between them and a `rim` to stand on.

    `at` is the centre of the near edge of its bottom, `base` metres below the flat floor. There is a rim on both sides.
    """
    bend = [math.radians(angle) * i / segments for i in range(segments + 1)]
    right = [(flat / 2 + radius * sin(a), base + radius * (1.0 - cos(a))) for a in bend]
    side, top = right[-1][0] + rim, right[-1][1]
    line = [(side, top), *right[::-1], *[(-x, z) for x, z in right[0 if flat else 1 :]], (-side, top)]
    roles = ["side", "side", *["top"] * (len(line) - 1), "side"]
    faces = extrusion([(-side, 0.0), (side, 0.0), *line], -length / 2, length / 2, roles, "side")
    return from_faces(crossways(faces)).placed((0.0, length / 2, 0.0))


def crossways(faces: list[Face]) -> list[Face]:
    """Rotate faces by -90 degrees about z. A profile in (y, z), extruded along x, is then in (x, z) and extruded along y."""
    return [([(y, -x, z) for x, y, z in points], role) for points, role in faces]


@part("crest", top="ramp", side="ramp_side")
def crest(up: Slope = 30.0, down: Slope = 30.0, height: Length = 1.5, flat: Height = 0.0, width: Length = 3.0) -> PartShape:
    """Build a ramp up of `up` degrees, a top of length `flat`, and a ramp down of `down` degrees, along +y.

    `at` is the centre of the near edge on the floor.
    """
    rising, falling = (height / tan(math.radians(angle)) for angle in (up, down))
    line: list[Point2] = [(rising + flat, height), (rising, height)] if flat else [(rising, height)]
    profile = [(0.0, 0.0), (rising + flat + falling, 0.0), *line]
    faces = extrusion(profile, -width / 2, width / 2, ["side", *["top"] * (len(profile) - 1)], "side")
    return from_faces(faces).with_sign(f"{up:g}\u00b0 / {down:g}\u00b0", (-width / 2 - 0.5, 0.0, 0.9), 0.25)


# Bridges on arches, and gates with round tops


@part("bridge", top="stone", side="stone", under="stone", parapet="pale")
def bridge(
    length: Length = 8.0,
    width: Length = 2.4,
    thickness: Length = 0.3,
    arch: Height = 1.5,
    parapet: Height = 0.9,
    segments: Annotated[int, Whole(2, 64)] = 10,
) -> PartShape:
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
    segments: Annotated[int, Whole(2, 64)] = 12,
) -> PartShape:
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
    """Return points (y, z) [m] of half an ellipse, `arch` metres high in the middle, or of a line if `arch` is 0."""
    if arch == 0.0:
        return [(0.0, 0.0), (length, 0.0)]
    turns = [math.pi * i / segments for i in range(segments + 1)]
    return [(length * (1.0 - cos(a)) / 2, arch * sin(a)) for a in turns]


# Corners between two walls, grooves between two slopes, and funnels: a faulty collision solver gets stuck in them

BASE = 0.02  # [m] of material under the lowest point: keeps the solid closed there


@part("v_corner", side="violet", top="pale")
def v_corner(
    angle: Annotated[float, Number(2.0, 178.0, "degrees")] = 45.0, length: Length = 2.5, height: Length = 2.2, wall: Length = 0.4
) -> PartShape:
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
    sides: Annotated[int, Whole(2, 32)] = 4, angle: Slope = 40.0, radius: Length = 2.5, hole: Height = 0.0, wall: Length = 0.3
) -> PartShape:
    """Build a bowl of `sides` slopes that descend to a flat bottom, or to a point if `hole` is 0. Two sides make a groove.

    `at` is the centre of the bowl's underside. A groove is parallel to y. The rim is `wall` wide. The height of the bowl follows
    from the other values.
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
    """Return the faces of a groove along y, from y = -`radius` to y = `radius`."""
    side, top = radius + wall, height + BASE
    valley = [(hole, BASE), (-hole, BASE)] if hole else [(0.0, BASE)]
    profile = [(-side, 0.0), (side, 0.0), (side, top), (radius, top), *valley, (-radius, top), (-side, top)]
    roles = ["side", "side", "side", *["top"] * (len(valley) + 1), "side", "side"]
    return crossways(extrusion(profile, -radius, radius, roles, "side"))


def bowl(sides: int, height: float, radius: float, hole: float, wall: float) -> list[Face]:

    def ring(inner: float, z: float) -> list[Point3]:
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
