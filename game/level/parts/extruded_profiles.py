"""Solids extruded from a profile: ramp, wedge, overhang, bumps, half pipe and crest."""

import math
from typing import Annotated

from ...core.elementary_functions import cos, sin, tan
from ...core.value_rules import Count, Height, Length, Number, Slope, Whole
from ..contents.limits import MOST_CORNERS, require
from ..contents.shape import Face, Point2, Shape, extrusion, from_faces
from .registry import part

Segments = Annotated[int, Whole(2, 200)]


@part("ramp", top="ramp", side="ramp_side", landing="stone")
def ramp(angle: Slope = 30.0, height: Length = 2.0, width: Length = 2.0, landing: Height = 0.0) -> Shape:
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
def wedge(length: Length = 2.0, width: Length = 2.0, low: Height = 0.0, high: Length = 1.0) -> Shape:
    """Build a block with a sloping top. It is `length` long along +y, `low` high at its start and `high` at its end.

    `at` is the centre of its near edge on the floor.
    """
    profile, roles = [(0.0, 0.0), (length, 0.0), (length, high)], ["side", "side"]
    if low:
        profile, roles = [*profile, (0.0, low)], [*roles, "top"]
    faces = extrusion(profile, -width / 2, width / 2, [*roles, "side" if low else "top"], "side")
    return from_faces(faces)


@part("overhang", under="violet", side="stone")
def overhang(angle: Slope = 45.0, height: Length = 2.5, width: Length = 3.0) -> Shape:
    """Build an upside-down ramp. The underside is `height` above `at` and descends along +y at `angle` degrees to the floor."""
    reach = height / tan(math.radians(angle))
    faces = extrusion([(reach, 0.0), (reach, height), (0.0, height)], -width / 2, width / 2, ["side", "side", "under"], "side")
    return from_faces(faces).with_sign(f"under {angle:g}\u00b0", (0.0, -0.1, height + 0.3))


@part("bumps", top="teal", side="stone")
def bumps(
    count: Count = 4,
    length: Length = 2.0,
    height: Length = 0.3,
    width: Length = 3.0,
    segments: Segments = 12,
    base: Length = 0.1,
) -> Shape:
    """Build `count` smooth waves along +y, each `length` long and `height` high, on a slab of thickness `base`.

    `at` is the centre of the near edge of the slab's bottom. Each wave has `segments` flat segments.
    """
    require(count * segments, MOST_CORNERS, "corners of one side", "give it fewer segments")
    line = [(i * length / segments, wave(i, segments, height) + base) for i in range(count * segments + 1)]
    profile = [(0.0, 0.0), (count * length, 0.0), *line[::-1]]
    roles = ["side", "side", *["top"] * (len(line) - 1), "side"]
    return from_faces(extrusion(profile, -width / 2, width / 2, roles, "side"))


def wave(i: int, segments: int, height: float) -> float:
    """Return the height [m] at point i, from 0, of waves that are `height` metres high and have `segments` segments each."""
    return height * (1.0 - cos(math.tau * i / segments)) / 2.0


@part("half_pipe", top="ramp", side="stone")
def half_pipe(
    radius: Length = 3.0,
    length: Length = 8.0,
    flat: Height = 2.0,
    angle: Annotated[float, Number(10.0, 90.0, "degrees")] = 90.0,
    rim: Length = 1.0,
    segments: Segments = 10,
    base: Length = 0.05,
) -> Shape:
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
def crest(up: Slope = 30.0, down: Slope = 30.0, height: Length = 1.5, flat: Height = 0.0, width: Length = 3.0) -> Shape:
    """Build a ramp up of `up` degrees, a top of length `flat`, and a ramp down of `down` degrees, along +y.

    `at` is the centre of the near edge on the floor.
    """
    rising, falling = (height / tan(math.radians(angle)) for angle in (up, down))
    line: list[Point2] = [(rising + flat, height), (rising, height)] if flat else [(rising, height)]
    profile = [(0.0, 0.0), (rising + flat + falling, 0.0), *line]
    faces = extrusion(profile, -width / 2, width / 2, ["side", *["top"] * (len(profile) - 1)], "side")
    return from_faces(faces).with_sign(f"{up:g}\u00b0 / {down:g}\u00b0", (-width / 2 - 0.5, 0.0, 0.9), 0.25)
