"""Stairs, straight and winding."""

import math
from typing import Annotated

from ...core.value_rules import NOTHING, Count, Height, ImpossibleShape, Length, Number, OneOf
from ..contents.part_shape import Face, PartShape, Point2, Point3, box, circle, extrusion, from_faces, join, loft
from . import part
from .boxes_pillars_and_discs import at, radial, ring_quad

Style = Annotated[str, OneOf(("closed", "surface", "open"))]
TREAD_THICKNESS = 0.06  # [m] of open treads


@part("stairs", tread="tread", riser="riser", side="stone", landing="stone")
def stairs(
    rise: Length = 0.18,
    run: Length = 0.28,
    steps: Count = 10,
    width: Length = 2.0,
    landing: Height = 0.0,
    style: Style = "closed",
) -> PartShape:
    """Build a flight of `steps` risers, each `rise` high and `run` deep. The top tread is `landing` metres longer than `run`.

    style: "closed" is a solid, "surface" has only treads and risers, "open" has treads on beams with air between them
    Raises ImpossibleShape if the rise is too low for open treads.
    """
    if style == "open" and rise <= TREAD_THICKNESS:
        raise ImpossibleShape(f"rise = {rise:g}: open treads are {TREAD_THICKNESS} thick, so a rise must be more")
    faces = {"closed": closed_flight, "surface": sheet_flight, "open": open_flight}[style](rise, run, steps, width, landing)
    text = f"rise {short(rise)} m\nrun {short(run)} m"
    return from_faces(faces).with_sign(text, (-width / 2 - 0.5, 0.0, 0.9))


def short(length: float) -> str:
    """Return a length [m] as text with two or three decimals and no leading 0: .18 for 0.18, .20 for 0.2."""
    text = f"{length:.3f}"
    return (text[:-1] if text.endswith("0") else text).removeprefix("0")


def climbing_line(rise: float, run: float, steps: int, landing: float) -> list[Point2]:
    """Return the points (y, z) [m] of treads and risers, from the foot of the first riser to the end of the top tread."""
    line = [(0.0, 0.0)]
    for step in range(steps):
        line += [(step * run, (step + 1) * rise), ((step + 1) * run, (step + 1) * rise)]
    line[-1] = (steps * run + landing, steps * rise)
    return line


def walked_roles(steps: int, landing: float) -> list[str]:
    return ["riser", "tread"] * (steps - 1) + ["riser", "landing" if landing else "tread"]


def closed_flight(rise: float, run: float, steps: int, width: float, landing: float) -> list[Face]:
    line = climbing_line(rise, run, steps, landing)
    roles = walked_roles(steps, landing)
    foot = (line[-1][0], 0.0)
    return extrusion([foot, *line[::-1]], -width / 2, width / 2, ["side", *roles[::-1], "side"], "side")


def sheet_flight(rise: float, run: float, steps: int, width: float, landing: float) -> list[Face]:
    """Return the faces of treads and risers only. Sides, back and bottom are open."""
    line, w = climbing_line(rise, run, steps, landing), width / 2
    quads = [[(-w, *a), (w, *a), (w, *b), (-w, *b)] for a, b in zip(line, line[1:])]
    return list(zip(quads, walked_roles(steps, landing)))


def open_flight(rise: float, run: float, steps: int, width: float, landing: float) -> list[Face]:
    """Return the faces of treads with air between them, on two beams. Two legs support the end of a landing."""
    w, length = width / 2, steps * run
    faces: list[Face] = []
    under = steps * rise - TREAD_THICKNESS
    for step in range(steps):
        top, end = (step + 1) * rise, (step + 1) * run + (landing if step == steps - 1 else 0.0)
        faces += box((-w, step * run, top - TREAD_THICKNESS), (w, end, top), "tread", "riser")
    for x in (-w * 0.7, w * 0.7):
        faces += beam(x, rise, run, steps)
        if landing:
            faces += box((x - 0.06, length + landing - 0.12, 0.0), (x + 0.06, length + landing, under), "side")
    return faces


def beam(x: float, rise: float, run: float, steps: int) -> list[Face]:
    """Return the faces of a sloping beam under the treads, from the floor to the last tread. Its centre line is at `x` [m]."""
    top, reach = steps * rise - TREAD_THICKNESS, steps * run
    deep = min(0.2, top / 2)
    profile = [(0.0, 0.0), (reach * deep / top, 0.0), (reach, top - deep), (reach, top)]
    return extrusion(profile, x - 0.05, x + 0.05, ["side"] * 4, "side")


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
) -> PartShape:
    """Build spiral stairs of `steps` steps, each over `turn` degrees, between two radii. The column rises `column` metres above
    the last step. With 0 there is no column.

    winding: "left" climbs counter-clockwise from the +x side, "right" clockwise from the -x side
    The solid under the first steps reaches the floor. Raises ImpossibleShape if `inner` is not less than `outer`.
    """
    if inner >= outer:
        raise ImpossibleShape(f"inner = {inner:g} must be less than outer = {outer:g}")
    faces = [face for step in range(steps) for face in step_faces(step, steps, rise, math.radians(turn), inner, outer, thickness)]
    solids = [faces, column_faces(inner, math.radians(turn), steps * rise + column)] if column else [faces]
    shape = join(map(from_faces, solids))
    walked = math.radians(turn) * (inner + outer) / 2
    shape = shape if winding == "left" else shape.mirrored()
    return shape.with_sign(f"rise {short(rise)} m\nrun {short(round(walked, 2))} m", (outer + 0.5, 0.0, 0.9))


def column_faces(radius: float, turn: float, height: float) -> list[Face]:
    """Return the faces of the column, 2 % wider than the inner radius of the stairs, so that no gap is visible."""
    sides = max(3, min(24, round(math.tau / turn)))
    return loft(circle(radius * 1.02, sides, 0.0), circle(radius * 1.02, sides, height), "column", "column", "column")


def step_faces(i: int, steps: int, rise: float, turn: float, inner: float, outer: float, thickness: float) -> list[Face]:
    """Return the faces of step i: tread, riser, underside, both round sides, and an end face unless it has no height.

    The end face reaches to the underside of the next step, or the last tread. All points are shared with the next steps. turn:
    angle of a step [rad]; thickness: from the previous tread down to the underside [m]
    """
    a, b = i * turn, (i + 1) * turn
    top, bottom = (i + 1) * rise, underside(i, rise, thickness)
    faces = [(ring_quad(inner, outer, top, a, b), "tread"), (ring_quad(inner, outer, bottom, a, b)[::-1], "side")]
    faces.append((radial(inner, outer, a, i * rise, top), "riser"))
    last = i == steps - 1
    above = top if last else underside(i + 1, rise, thickness)
    if above > bottom:
        faces.append((radial(outer, inner, b, bottom, above), "side"))
    left = list(dict.fromkeys([bottom, i * rise, top]))  # each height once
    right = list(dict.fromkeys([bottom, top] if last else [bottom, above, top]))
    faces.append(([*rising(outer, a, left[:1]), *rising(outer, b, right), *rising(outer, a, left[:0:-1])], "side"))
    faces.append(([*rising(inner, b, right[:1]), *rising(inner, a, left), *rising(inner, b, right[:0:-1])], "side"))
    return faces


def underside(i: int, rise: float, thickness: float) -> float:
    """Return the height of the underside of step i [m], never below the floor, and 0 if it is within NOTHING of it."""
    height = i * rise - thickness
    return height if height > NOTHING else 0.0


def rising(radius: float, angle: float, levels: list[float]) -> list[Point3]:
    return [at(radius, angle, z) for z in levels]
