"""Lesson "espace": the two parts of the algorithm, sums and bases of vectors, a ramp in two spaces."""

from math import atan2, degrees, dist
from typing import Annotated

import numpy as np

from ...collision import Ellipsoid
from ...collision.ellipsoid_and_espace import to_espace
from ...core.value_rules import OneOf, Point, Size3
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.motion_and_contacts import contact_of
from ..tools.registry import Axis, Tick, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, PLANE, SOLID, SvgSheet
from ..tools.tick_paths import PathView

FACTORS = {"e": ((4, 2), (1, 1)), "b": ((2, 1), (2, 2))}  # coordinates of the drawn vector, and the lengths of the basis vectors


# Measures


@measure
def apart(run: Run) -> float:
    """Return the distance [m] between the player and a twin after the tick."""
    return dist(run.record().after.position, run.of(1).record().after.position)


@measure
def radius(run: Run, axis: Axis) -> float:
    """Return a radius of the player's body [m]."""
    return run.simulation.params.radii["xyz".index(axis)]


@measure
def coordinate(run: Run, point: Point, basis: Size3, axis: Axis) -> float:
    """Return a coordinate of a point in the basis along the axes whose vectors are as long as `basis`, as the solver does it."""
    return to_espace(Ellipsoid(basis).space, point)["xyz".index(axis)]


# Drawings


@drawing
def body_radii(run: Run) -> Svg:
    """Draw the player's body from the side, with its radii [m]."""
    across, _, up = run.simulation.params.radii
    sheet = SvgSheet((-2.2 * across, -up, 2.2 * across, up), height=230, margin=8)
    sheet.circle((0.0, 0.0), (across, up), BODY, fill=BODY, opacity=0.12)
    sheet.arrow((0.0, 0.0), (across, 0.0), text=f"{across:g} m", towards=(1, 0))
    sheet.arrow((0.0, 0.0), (0.0, up))
    sheet.letter((-across, up / 2), f"{up:g} m", INK, (-1, 0))  # outside, because it is wider than the room beside the arrow
    sheet.dot((0.0, 0.0))
    return sheet.svg(f"An ellipsoid with the radii {across:g} m and {up:g} m.")


@drawing
def two_parts(run: Run) -> Svg:
    """Draw detection and response as two boxes, with the results that each passes to the other, such as a contact's fraction."""
    iteration = contact_of(run)
    sheet = SvgSheet((0.0, 0.0, 400.0, 190.0), 400, 190, margin=0)
    for left, name, colour in ((6.0, "detection", PLANE), (264.0, "response", PLANE)):
        sheet.rectangle((left, 70.0, left + 130.0, 120.0), colour, 1.6, fill=colour, opacity=0.14)
        sheet.letter((left + 65.0, 95.0), name, INK, (0, 0))
    sheet.arrow((140.0, 105.0), (260.0, 105.0))
    for height, words in ((176.0, "contact: yes"), (154.0, f"fraction: {iteration.fraction:.2f}"), (132.0, "where: the point")):
        sheet.letter((200.0, height), words, CONTACT if height < 140.0 else INK, (0, 0))
    sheet.path([(329.0, 70.0), (329.0, 34.0), (71.0, 34.0)], AFTER, 2.0)
    sheet.arrow((71.0, 34.0), (71.0, 68.0), AFTER)
    sheet.letter((200.0, 34.0), "new displacement", AFTER, (0, -1))
    return sheet.svg("Detection hands over whether, how far and where there is a contact; response returns a new displacement.")


@drawing
def vector_sum(run: Run, first: Tick = 1, second: Tick = 0) -> Svg:
    """Draw the displacements X and Y of the ticks `first` and `second` from above, with their sum, and twice X."""
    view = PathView(run.records[0].before.heading, above=True)
    moved = [np.subtract(run.record(tick).after.position, run.record(tick).before.position) for tick in (first, second)]
    x, y = (np.array(view.of(vector)) for vector in moved)
    x, y = x / np.linalg.norm(x), y / np.linalg.norm(x)
    tips = [(0.0, 0.0), tuple(x), tuple(x + y), tuple(2.0 * x)]
    offset = np.array((1.9, 0.0))
    xs, ys = zip(*tips)
    sheet = SvgSheet((min(xs) - 0.2, min(ys), max(xs) + offset[0] + 0.3, max(ys)), height=200, margin=18)
    for start, end, name, colour, towards in (
        ((0.0, 0.0), x, "$X$", BEFORE, (-1, 0)),
        (x, x + y, "$Y$", BEFORE, (0, 1)),
        ((0.0, 0.0), x + y, "$X + Y$", AFTER, (1, -0.4)),
        (offset, offset + x, "$X$", BEFORE, (-1, 0)),
        (offset + (0.25, 0.0), offset + (0.25, 0.0) + 2.0 * x, "$2 X$", AFTER, (1, 0)),
    ):
        sheet.arrow(tuple(start), tuple(end), colour, 2.6, text=name, towards=towards, part=0.5)
    return sheet.svg("Two displacements, their sum, and a multiple of the first one.")


@drawing
def vector_in_bases(run: Run, bases: Annotated[str, OneOf(("e", "both"))] = "both") -> Svg:
    """Draw a vector as a sum of multiples of e1 and e2, and for "both" also of b1 and b2, which are twice as long."""
    names = ("e", "b") if bases == "both" else ("e",)
    step = 5.6
    sheet = SvgSheet((-0.6, -0.5, step * len(names) - 0.7, 2.9), height=190 if bases == "both" else 210, margin=8)
    for number, name in enumerate(names):
        left, ((across, up), lengths) = step * number, FACTORS[name]
        draw_grid(sheet, left, lengths)
        tip, turn = (left + across * lengths[0], up * lengths[1]), (left + across * lengths[0], 0.0)
        sheet.arrow((left, 0.0), turn, FAINT, 1.6, dashed=True)
        sheet.arrow(turn, tip, FAINT, 1.6, dashed=True)
        sheet.letter(((left + tip[0] + lengths[0]) / 2, 0.0), f"${across}\\,{name}_1$", INK, (0, -1))
        sheet.letter((tip[0], tip[1] / 2), f"${up}\\,{name}_2$", INK, (1, 0))
        sheet.arrow((left, 0.0), tip, AFTER, 2.6, text=f"$v$: ({across}, {up})", towards=(0, 1))
        sheet.arrow((left, 0.0), (left + lengths[0], 0.0), PLANE, 2.8)
        sheet.arrow((left, 0.0), (left, lengths[1]), PLANE, 2.8)
        sheet.letter((left + 0.5 * lengths[0], 0.0), f"${name}_1$", PLANE, (0, -1))
        sheet.letter((left, 0.6 * lengths[1]), f"${name}_2$", PLANE, (-1, 0))
        sheet.dot((left, 0.0))
        if bases == "both":
            sheet.letter((left, 0.0), "$O$", INK, (-1, -0.6))
            sheet.dot(tip, CONTACT, 4.0, text="$P$", towards=(1, 0))
    return sheet.svg("The same vector as a sum of multiples of short basis vectors, and of long ones.")


def draw_grid(sheet: SvgSheet, left: float, lengths: tuple[int, int]) -> None:
    """Draw a grid from (left, 0) to (left + 4, 2). lengths: distances between lines along x and along y"""
    for x in np.arange(0.0, 4.01, lengths[0]):
        sheet.path([(left + x, 0.0), (left + x, 2.0)], SOLID, 1.0)
    for y in np.arange(0.0, 2.01, lengths[1]):
        sheet.path([(left, y), (left + 4.0, y)], SOLID, 1.0)


@drawing
def ramp_in_both(run: Run) -> Svg:
    """Draw, from the side, the body on the ground after the tick, in the world and in eSpace, with the angles of the ground."""
    record, radii = run.record(), np.array(run.simulation.params.radii)
    view = PathView(record.before.heading, above=False)
    across, up = view.of(record.after.normal)
    sheet = SvgSheet((-0.3, -0.45, 7.6, 3.75), height=230, margin=6)
    for left, scales, title in ((1.2, np.ones(3), "world"), (5.5, 1.0 / radii, "eSpace")):
        body = radii * scales
        size = 1.1 / body[2]  # both bodies are drawn with the same height
        normal = np.array((across / scales[1], up / scales[2]))
        slope = -normal[0] / normal[1]
        half = body[[1, 2]] * size
        touch = -half * normal_part(half, normal)  # of the outline, from the centre
        foot = np.array((left - 1.35, 0.0))
        centre = np.array((left, (left - foot[0] + touch[0]) * slope - touch[1]))
        end = (foot[0] + 2.9, 2.9 * slope)
        sheet.path([tuple(foot), end, (end[0], 0.0)], "none", fill=SOLID, opacity=0.3, closed=True)
        sheet.path([tuple(foot), end], SOLID, 2.6)
        sheet.path([tuple(foot), (end[0], 0.0)], SOLID, 1.2)
        sheet.path(view.outline(body * size, tuple(centre)), BODY, fill=BODY, opacity=0.12, closed=True)
        sheet.dot(tuple(centre + touch), CONTACT, 4.0)
        angle = atan2(slope, 1.0)
        sheet.arc(tuple(foot), 0.8, 0.0, angle, f"{degrees(angle):.0f}°")
        sheet.letter((left + 0.1, 0.0), title, INK, (0, -1))
    return sheet.svg("The body on a ramp in the world and in eSpace, where the ramp is flatter.")


def normal_part(half: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Return the unit vector u (2,) so that half * u is the point of an ellipse with a given normal. half: half axes (2,)"""
    scaled = half * normal
    return scaled / np.linalg.norm(scaled)
