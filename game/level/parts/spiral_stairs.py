"""Spiral stairs around a column at `at`. They start at the +x side of the column, or at its -x side if `winding` is "right"."""

import math
from typing import Annotated

from ...core.value_rules import NOTHING, Count, ImpossibleShape, Length, Number, OneOf
from ..geometry.extrusion_and_loft import Face, circle, loft
from ..geometry.shape import Shape, from_faces, join
from .boxes_pillars_and_discs import at, ring_quad
from .registry import part
from .stairs import short

Turn = Annotated[float, Number(1.0, 60.0, "degrees")]


@part("spiral_stairs", tread="tread", riser="riser", side="stone", column="red")
def spiral_stairs(
    rise: Length = 0.18,
    turn: Turn = 15.0,
    steps: Count = 24,
    inner: Length = 0.5,
    outer: Length = 2.2,
    thickness: Length = 0.2,
    column: Annotated[float, Number(0.0, 1e4, "m")] = 1.0,
    winding: Annotated[str, OneOf(("left", "right"))] = "left",
) -> Shape:
    """Build spiral stairs of `steps` steps, each over `turn` degrees, between two radii. The column rises `column` metres above
    the last step. With 0 there is no column.

    winding: "left" climbs counter-clockwise from the +x side, "right" clockwise from the -x side
    The solid under the first steps reaches the floor. Raises ImpossibleShape if `inner` is not less than `outer`.
    """
    if inner >= outer:
        raise ImpossibleShape(f"inner = {inner:g} must be less than outer = {outer:g}")
    faces = [face for step in range(steps) for face in step_faces(step, steps, rise, math.radians(turn), inner, outer, thickness)]
    middle = column_faces(inner, math.radians(turn), steps * rise + column) if column else []
    shape = join(from_faces(solid) for solid in (faces, middle) if solid)
    walked = math.radians(turn) * (inner + outer) / 2
    shape = shape if winding == "left" else shape.mirrored()
    return shape.with_sign(f"rise {short(rise)}\nrun {short(round(walked, 2))}", (outer + 0.5, 0.0, 0.9))


def column_faces(radius: float, turn: float, height: float) -> list[Face]:
    """Return the faces of the column. It is 2 % wider than the inner radius of the stairs, so that no gap is visible.

    radius: inner radius of the stairs [m]
    turn: angle of a step [rad]
    height: of the column [m]
    """
    sides = max(3, min(24, round(math.tau / turn)))
    return loft(circle(radius * 1.02, sides, 0.0), circle(radius * 1.02, sides, height), "column", "column", "column")


def step_faces(i: int, steps: int, rise: float, turn: float, inner: float, outer: float, thickness: float) -> list[Face]:
    """Return the faces of step i: tread, riser, underside, both round sides, and an end face unless it has no height.

    The end face reaches up to the underside of the next step, or to the tread of the last step. The faces share all points with
    those of the steps before and after.
    rise: height of a step [m]
    turn: angle of a step [rad]
    inner, outer: radii [m]
    thickness: distance from the previous tread down to the underside [m]
    """
    a, b = i * turn, (i + 1) * turn
    top, bottom = (i + 1) * rise, underside(i, rise, thickness)
    faces = [(ring_quad(inner, outer, top, a, b), "tread"), (ring_quad(inner, outer, bottom, a, b)[::-1], "side")]
    faces.append((radial(inner, outer, a, i * rise, top), "riser"))
    last = i == steps - 1
    above = top if last else underside(i + 1, rise, thickness)
    if above > bottom:
        faces.append((radial(outer, inner, b, bottom, above), "side"))
    left = unique([bottom, i * rise, top])
    right = unique([bottom, top] if last else [bottom, above, top])
    faces.append(([*rising(outer, a, left[:1]), *rising(outer, b, right), *rising(outer, a, left[:0:-1])], "side"))
    faces.append(([*rising(inner, b, right[:1]), *rising(inner, a, left), *rising(inner, b, right[:0:-1])], "side"))
    return faces


def underside(i: int, rise: float, thickness: float) -> float:
    """Return the height of the underside of step i [m], which is never below the floor, and 0 if it is nearer to it than NOTHING.

    rise, thickness: as for `step_faces` [m]
    """
    height = i * rise - thickness
    return height if height > NOTHING else 0.0


def unique(levels: list[float]) -> list[float]:
    """Return the heights without repeats, in the same order."""
    return list(dict.fromkeys(levels))


def rising(radius: float, angle: float, levels: list[float]) -> list:
    """Return the points (x, y, z) [m] of a vertical line at a radius [m] and an angle [rad], at the given heights [m]."""
    return [at(radius, angle, z) for z in levels]


def radial(first: float, second: float, angle: float, low: float, high: float) -> list:
    """Return the corners of a vertical face along a radius, from the radius `first` to the radius `second` [m].

    The face looks down the stairs if `first` is the inner radius.
    angle: direction of the face from the axis [rad]
    low, high: heights of its lower and its upper edge [m]
    """
    return [at(first, angle, low), at(second, angle, low), at(second, angle, high), at(first, angle, high)]
