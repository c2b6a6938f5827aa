"""Straight stairs along +y. `at` is the centre of the foot of the first riser."""

from typing import Annotated

from ...core.value_rules import Count, Height, ImpossibleShape, Length, OneOf
from ..geometry.extrusion_and_loft import Face, Point2, box, extrusion
from ..geometry.shape import Shape, from_faces
from .registry import part

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
) -> Shape:
    """Build a flight of `steps` risers, each `rise` high and `run` deep. The top tread is `landing` metres longer than `run`.

    style: "closed" is a solid, "surface" has only treads and risers, "open" has treads on beams with air between them
    Raises ImpossibleShape if the rise is too low for open treads.
    """
    if style == "open" and rise <= TREAD_THICKNESS:
        raise ImpossibleShape(f"rise = {rise:g}: open treads are {TREAD_THICKNESS} thick, so a rise must be more")
    faces = {"closed": closed_flight, "surface": sheet_flight, "open": open_flight}[style](rise, run, steps, width, landing)
    text = f"rise {short(rise)}\nrun {short(run)}"
    return from_faces(faces).with_sign(text, (-width / 2 - 0.5, 0.0, 0.9))


def short(length: float) -> str:
    """Return a length [m] as text with two or three decimals. The leading 0 is left out: .18 for 0.18, .20 for 0.2."""
    text = f"{length:.3f}"
    return (text[:-1] if text.endswith("0") else text).removeprefix("0")


def climbing_line(rise: float, run: float, steps: int, landing: float) -> list[Point2]:
    """Return the points (y, z) [m] of treads and risers, from the foot of the first riser to the end of the top tread.

    rise, run, landing: [m]
    """
    line = [(0.0, 0.0)]
    for step in range(steps):
        line += [(step * run, (step + 1) * rise), ((step + 1) * run, (step + 1) * rise)]
    line[-1] = (steps * run + landing, steps * rise)
    return line


def walked_roles(steps: int, landing: float) -> list[str]:
    """Return the role of each riser and tread, from the bottom to the top.

    The last tread has the role "landing" if its additional length `landing` [m] is above 0.
    """
    return ["riser", "tread"] * (steps - 1) + ["riser", "landing" if landing else "tread"]


def closed_flight(rise: float, run: float, steps: int, width: float, landing: float) -> list[Face]:
    """Return the faces of a solid flight of stairs. All lengths are in metres."""
    line = climbing_line(rise, run, steps, landing)
    roles = walked_roles(steps, landing)
    foot = (line[-1][0], 0.0)
    return extrusion([foot, *line[::-1]], -width / 2, width / 2, ["side", *roles[::-1], "side"], "side")


def sheet_flight(rise: float, run: float, steps: int, width: float, landing: float) -> list[Face]:
    """Return the faces of treads and risers only. Sides, back and bottom are open. All lengths are in metres."""
    line, w = climbing_line(rise, run, steps, landing), width / 2
    quads = [[(-w, *a), (w, *a), (w, *b), (-w, *b)] for a, b in zip(line, line[1:])]
    return list(zip(quads, walked_roles(steps, landing)))


def open_flight(rise: float, run: float, steps: int, width: float, landing: float) -> list[Face]:
    """Return the faces of treads with air between them, on two beams. Two legs support the end of a landing.

    All lengths are in metres.
    """
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
    """Return the faces of a sloping beam under the treads, from the floor to the last tread. Its centre line is at `x` [m].

    rise, run: of a step [m]
    steps: number of steps
    """
    top, reach = steps * rise - TREAD_THICKNESS, steps * run
    deep = min(0.2, top / 2)
    profile = [(0.0, 0.0), (reach * deep / top, 0.0), (reach, top - deep), (reach, top)]
    return extrusion(profile, x - 0.05, x + 0.05, ["side"] * 4, "side")
