"""Lesson "skin": the gap at a contact, by angle and by tick, and the look-ahead."""

from math import inf
from typing import Annotated

import numpy as np

from ...collision import sweep
from ...core.value_rules import OneOf, Whole
from ...explain.triangle_test_replay import sweep_of
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.motion_and_contacts import alone, centre_at_contact, contact_of, sweeps_of
from ..tools.registry import Tick, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, XY, SvgSheet
from ..tools.sweep_and_slide_sections import cut_basis

LONGEST_GAP = 0.1  # [m], a gap is measured up to this length
MILLIMETRES = 1000.0
FULL = 2.0  # [degrees] of a path to a wall, from which on the look-ahead keeps the full skin (collision/response.py)
# Gap over the path's length, below which the gap is enlarged more. Smaller: it is only a line; larger: true angles are lost.
FLAT = 0.2
LEVEL = 1e-3  # [mm] of a path across the plane: shorter ones are straight towards it


# Measures


@measure
def snap(run: Run, part: Annotated[str, OneOf(("gap", "raised"))]) -> float:
    """Return the "gap" that the tick's snap finds above its contact's plane [mm], or the height by which the body is "raised"."""
    iteration = contact_of(run, "gravity")
    if part == "raised":
        return MILLIMETRES * (iteration.end[2] - iteration.start[2])
    return MILLIMETRES * iteration.fraction * -iteration.displacement[2] * iteration.normal[2]


@measure
def sweep_beyond(run: Run) -> float:
    """Return the length [eSpace] by which the solver sweeps farther than the displacement of a sweep."""
    found = sweep_of(run.record().trace, sweeps_of(run)[0])
    return found.reach - found.length if found else 0.0


@measure
def kept_back(run: Run) -> float:
    """Return the distance along the displacement between the end of the sweep and the contact [mm]."""
    iteration = contact_of(run)
    return 1000.0 * float(np.linalg.norm(centre_at_contact(iteration) - iteration.end))


@measure
def gap(run: Run, tick: Tick = 0) -> float:
    """Return the gap [mm] along the normal between the body after a tick and the touched triangle, inf if it is over 100 mm."""
    iteration = contact_of(run, tick=tick)
    inwards = tuple(-LONGEST_GAP * n for n in iteration.normal)
    hit = sweep(alone(run, iteration.triangle), run.simulation.body, run.record(tick).after.position, inwards)
    return 1000.0 * LONGEST_GAP * hit.fraction if hit else inf


@measure
def least_gap(run: Run) -> float:
    """Return the smallest `gap` [mm] of the whole script, to the first triangle that the move pass touched in a tick."""
    return min(gaps(run))


@measure
def widest_gap(run: Run) -> float:
    """Return the largest `gap` [mm] in the second half of the ticks in which the move pass has a contact."""
    found = gaps(run)
    return max(found[len(found) // 2 :])


def gaps(run: Run) -> list[float]:
    """Return the gap [mm] to the first contact after each tick whose move pass had one, in the order of ticks."""
    ticks = [record.tick for record in run.records if any(iteration.hit for iteration in sweeps_of(run, tick=record.tick))]
    return [gap(run, tick) for tick in ticks]


# Drawings


@drawing
def gap_section(run: Run) -> Svg:
    """Draw the end of a sweep at a contact, enlarged until the gap is visible: the body stops before the contact."""
    iteration = contact_of(run)
    along, up = cut_basis(iteration.displacement, iteration.normal)
    left_over = MILLIMETRES * (centre_at_contact(iteration) - iteration.end)
    across, height = float(along @ left_over), -float(up @ left_over)
    straight, is_flat = across < LEVEL, height < FLAT * across
    times = max(1, round(0.5 * across / height)) if is_flat else 1  # the enlargement across the wall
    size, gap_width = max(across, times * height), height
    height = times * height
    sheet = SvgSheet((-across - 0.45 * size, -0.16 * size, (0.7 if is_flat else 0.45) * size, height + 0.4 * size))
    left, _, right, top = sheet.box
    sheet.wall((left, 0.0), (right, 0.0), 0.5 * size)
    sheet.rectangle((left, height, right, top), "none", fill=BODY, opacity=0.18)
    sheet.path([(left, height), (right, height)], BODY, 2.0)
    stop = (-across, height)
    sheet.arrow((stop[0] - 0.35 * across, stop[1] + 0.35 * height), stop, BEFORE)
    sheet.path([stop, (0.0, 0.0)], BEFORE, 1.4, dashed=True)
    at = 0.3 * size if straight else 0.12 * size
    sheet.line((at, 0.0), (at, height), INK, 1.2, text=f"gap {gap_width:.2g} mm", towards=(1, 0), part=0.5)
    if not straight:
        back, slope = float(np.hypot(across, gap_width)), float(np.arctan2(height, across))
        sheet.letter((stop[0] / 2, height / 2), f"stay back {back:.2g} mm", BEFORE, (-1, -0.6) if is_flat else (-1.2, 0))
        angle = float(np.degrees(np.arctan2(gap_width, across)))
        sheet.arc((0.0, 0.0), 0.4 * size, np.pi - slope, np.pi, "", BEFORE)
        sheet.letter((-0.4 * size, 0.4 * size * np.sin(slope / 2)), f"α = {angle:.0f}°", BEFORE, (-1, 0))
    if is_flat:
        sheet.letter((right, top), f"enlarged {times} times more across the wall", FAINT, (-1, -1))
    sheet.dot((0.0, 0.0), CONTACT, 4.0, text="contact", towards=(-1 if straight else 0.6, -1))
    sheet.letter((left, top), "body", BODY, (1, -1))
    sheet.letter((left, 0.0), "wall", FAINT, (1, -1))
    return sheet.svg(f"The body stops {gap_width:.2g} mm in front of the wall.")


@drawing
def raised_skin(run: Run) -> Svg:
    """Draw the gap that the snap of the tick finds, and the body raised by the rest of the skin, enlarged."""
    iteration = contact_of(run, "gravity")
    found = MILLIMETRES * iteration.fraction * -iteration.displacement[2] * iteration.normal[2]
    raised = MILLIMETRES * (iteration.end[2] - iteration.start[2])
    skin = found + raised
    sheet = SvgSheet((-1.1 * skin, -0.25 * skin, 1.1 * skin, 1.35 * skin), height=170)
    left, _, right, top = sheet.box
    sheet.wall((left, 0.0), (right, 0.0), 0.5 * skin)
    sheet.rectangle((left, skin, right, top), "none", fill=BODY, opacity=0.18)
    sheet.path([(left, skin), (right, skin)], BODY, 2.0)
    sheet.path([(left, found), (right, found)], FAINT, 1.4, dashed=True)
    sheet.arrow((0.0, found), (0.0, skin), AFTER, 2.4, text=f"raised {raised:.3f} mm", towards=(1, 0), part=0.5)
    sheet.letter((left, found), f"before: gap {found:.3f} mm", FAINT, (1, 1))
    sheet.letter((left, top), "body", BODY, (1, -1))
    sheet.letter((left, 0.0), "plane of the contact", FAINT, (1, -1))
    return sheet.svg(f"The body is raised by {raised:.3f} mm.")


@drawing
def gap_curve(run: Run) -> Svg:
    """Draw the gap at a wall [mm] over the angle of approach: a sine as printed, a constant from 2 degrees on as repaired."""
    degrees = np.linspace(0.0, 90.0, 91)
    printed = 1000.0 * 0.005 * run.simulation.params.radii[0] * np.sin(np.radians(degrees))
    skin = 1000.0 * run.simulation.rules.skin
    sheet = SvgSheet((0.0, 0.0, 90.0, 2.2), stretched=True, margin=30)
    sheet.arrow((0.0, 0.0), (96.0, 0.0))
    sheet.arrow((0.0, 0.0), (0.0, 2.4))
    sheet.path(list(zip(degrees.tolist(), printed.tolist())), BEFORE, 2.2)
    sheet.path([(FULL, skin), (90.0, skin)], CONTACT, 2.2)
    sheet.path([(0.0, 0.0), (FULL, skin)], CONTACT, 1.4, dashed=True)
    sheet.letter((64.0, 0.95), "as printed: 2 mm · sin(angle)", BEFORE, (0, 0))
    sheet.letter((90.0, skin), f"repaired: {skin:.1f} mm from {FULL:g}° on", CONTACT, (-1.4, 1))
    sheet.letter((0.0, 2.3), "gap [mm]", INK, (1, 0))
    sheet.letter((45.0, 0.0), "angle to the wall", INK, (0, -1))
    sheet.letter((90.0, 0.0), "90°", INK, (0, -1))
    sheet.letter((0.0, 0.0), "0°", INK, (0, -1))
    return sheet.svg("The gap against the angle: a sine for the printed rule, a constant for the repaired rule.")


@drawing
def gap_ticks(run: Run, since: Tick, until: Tick, places: Annotated[int, Whole(1, 4)] = 3) -> Svg:
    """Draw the gap [mm] at the first contact after each tick from `since`, 1 or more, to `until`, with `places` decimals."""
    ticks = range(since, until + 1)
    gaps = [gap(run, tick) for tick in ticks]
    top = 1.25 * max(gaps)
    sheet = SvgSheet((since - 0.5, 0.0, until + 2.0, top), stretched=True, margin=28)
    sheet.arrow((since - 0.5, 0.0), (until + 2.0, 0.0))
    sheet.arrow((since - 0.5, 0.0), (since - 0.5, 1.08 * top))
    sheet.letter((since - 0.5, top), "gap [mm]", INK, (1, 0.4))
    sheet.letter((until, 0.0), f"ticks {since} to {until}", INK, (-1, -1))
    sheet.path(list(zip(ticks, gaps)), CONTACT, 1.6)
    for tick, height in zip(ticks, gaps):
        sheet.dot((tick, height), CONTACT, 3.6)
    for height in (min(gaps), max(gaps)):
        sheet.path([(since - 0.5, height), (until + 0.5, height)], FAINT, 1.0, dashed=True)
        sheet.letter((until + 0.5, height), f"{height:.{places}f}", INK, (1, 0))
    return sheet.svg(f"The gap goes from {min(gaps):.3f} to {max(gaps):.3f} mm, and back.")


@drawing
def look_ahead(run: Run) -> Svg:
    """Draw a sweep that ends inside the skin of a plane. Only a longer sweep finds the contact, and the t' at which to stop."""
    sheet = SvgSheet((-0.3, -0.5, 4.6, 1.75), margin=6)
    left, _, right, _ = sheet.box
    skin, slope, contact = 0.55, -0.38, (4.1, 0.0)  # enlarged, as is the angle to the wall

    def on_path(height: float) -> XY:
        return contact[0] + height / slope, height

    start, end, stop = on_path(1.45), on_path(0.26), on_path(skin)
    sheet.wall((left, 0.0), (right, 0.0), 0.4)
    sheet.line((left, skin), (right, skin), FAINT, 1.2, dashed=True, text="one skin from the wall", towards=(1, -1), part=0)
    sheet.path([end, contact], BEFORE, 1.6, dashed=True)
    sheet.arrow(start, end, BEFORE, 2.4)
    for point, words, colour, towards in (
        (start, "start", INK, (0, 1)),
        (end, "end of $v$", BEFORE, (-1, -0.8)),
        (contact, "contact, t > 1", CONTACT, (-0.8, -1)),
        (stop, "stops here: t'", BODY, (1, 1)),
    ):
        sheet.dot(point, colour, 4.0, text=words, towards=towards)
    return sheet.svg("The sweep is longer than v. Its contact lies ahead, and the body stops one skin before the plane.")
