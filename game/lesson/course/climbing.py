"""Lesson "climbing": the normals at a step's edge, edges that are too steep, the round bottom."""

from math import atan, atan2, cos, degrees, sin, sqrt, tan
from typing import Annotated

import numpy as np

from ...collision import Iteration
from ...core.value_rules import OneOf, Yes
from ..tools.latex_to_svg import Svg
from ..tools.level_section import draw_body, draw_level
from ..tools.motion_and_contacts import contact_of
from ..tools.pages import Run
from ..tools.registry import Tick, Twin, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, T1, WIDTH, SvgSheet
from ..tools.tick_paths import PathView

ARROW = 0.22  # [m], a unit normal as drawn


# Measures


@measure
def climbed(run: Run, since: Tick = 0, until: Tick = 0, twin: Twin = 0) -> float:
    """Return the gain in height [m] from the tick `since` to the tick `until`, of the player or of a twin."""
    own = run.of(twin)
    return own.record(until).after.position[2] - own.state(since).position[2]


@measure
def round_bottom(run: Run, part: Annotated[str, OneOf(("height", "width"))], ball: Yes = False) -> float:
    """Return the "height" or half the "width" [m] of the round bottom, or of a ball's, up to the slope limit."""
    params = run.simulation.params
    width = min(params.radii[:2])
    height = width if ball else params.radii[2]
    angle = atan(tan(params.max_slope) * width / height)
    return height * (1.0 - cos(angle)) if part == "height" else width * sin(angle)


# Drawings


@drawing
def edge_contact(run: Run, tick: Tick = 0, letters: Annotated[str, OneOf(("normals", "height", "slide"))] = "normals") -> Svg:
    """Draw the body's round bottom at the first contact of the move pass, which must be with an edge."""
    record = run.record(tick)
    view, iteration = PathView(record.before.heading, above=False), contact_of(run, "move", tick, 0)
    centre = np.array(iteration.start) + iteration.fraction * np.array(iteration.displacement)
    (x, y), (middle, height) = view.of(iteration.point), view.of(centre)
    feet = height - run.simulation.params.radii[2]
    wide = 0.25 if letters == "slide" else 0.0
    sheet = SvgSheet((x - 0.65 - wide, feet - 0.09, x + 0.3 + wide, y + 0.3 + wide), margin=8)
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, centre)
    if letters == "normals":
        for normal, name, colour, side in (
            (iteration.normal, "$n$", NORMAL, (-1, 0)),
            (iteration.face_normal, "$N$", FAINT, (1, 0)),
        ):
            right, up = view.of(normal)
            tip = (x + ARROW * right, y + ARROW * up)
            sheet.arrow((x, y), tip, colour, 2.6)
            sheet.letter(tip, name, colour, side)
    elif letters == "height":
        sheet.path([(middle, y), (x, y)], FAINT, 1.2, dashed=True)
        sheet.measure((middle, feet), (middle, y), "$h$", INK)
        sheet.letter((middle, feet), "lowest point", BODY, (0, -1))
        sheet.dot((middle, feet), BODY, 4.0)
    else:
        draw_slide(sheet, view, iteration)
    sheet.dot((x, y), CONTACT, 4.0)
    return sheet.svg("The round bottom of the body at the edge of a step.")


def draw_slide(sheet: SvgSheet, view: PathView, iteration: Iteration) -> None:
    """Draw the sliding plane with its angle, and the displacement left before and after the projection, equally enlarged."""
    (x, y), (right, up) = view.of(iteration.point), view.of(iteration.normal)
    along, tilt = (up, -right), atan2(-right, up)
    plane = [(x - 0.3 * along[0], y - 0.3 * along[1]), (x + 0.52 * along[0], y + 0.52 * along[1])]
    sheet.path(plane, PLANE, 2.0)
    sheet.letter(plane[1], "sliding plane", PLANE, (1, -0.4))
    rest = np.array(iteration.start) + iteration.displacement - iteration.end
    for vector, name, colour, towards in (
        (rest, "displacement", BEFORE, (0.4, -1)),
        (np.array(iteration.next_displacement), "projected", AFTER, (1, -0.8)),
    ):
        across, high = view.of(vector * 0.3 / np.linalg.norm(rest))
        sheet.arrow((x, y), (x + across, y + high), colour, 2.8)
        sheet.letter((x + across, y + high), name, colour, towards)
    sheet.arc((x, y), 0.13, 0.0, tilt, f"{degrees(tilt):.1f}°", PLANE)


@drawing
def edge_words(run: Run) -> Svg:
    """Draw the body at two edges that are too steep by n but have a walkable tread: one lower than a climb, one higher."""
    params, rules = run.simulation.params, run.simulation.rules
    across, radius = params.radii[0], params.radii[2]
    sheet = SvgSheet((-0.75, -0.14, 1.65, 0.86), WIDTH, 190, margin=4)
    for left, height, words in ((-0.3, 0.18, "by its triangle alone"), (0.9, 0.45, "and a high edge")):
        e_z = 1.0 - height / radius
        edge = (left + across * sqrt(1.0 - e_z * e_z), height)
        normal = np.array((-sqrt(1.0 - e_z * e_z) / across, e_z / radius))
        normal /= np.linalg.norm(normal)
        end = left + 0.7
        surface = [(left - 0.42, 0.0), (edge[0], 0.0), edge, (end, height)]
        sheet.path([(left - 0.42, -0.1), *surface, (end, -0.1)], "none", fill=SOLID, opacity=0.28, closed=True)
        sheet.path(surface, SOLID, 2.4)
        angles = np.linspace(-np.pi, 0.0, 60)
        sheet.path([(left + across * np.cos(a), radius * (1.0 + np.sin(a))) for a in angles], BODY)
        limit = rules.climb
        sheet.path([(left - 0.42, limit), (end, limit)], T1, 1.2, dashed=True)
        for tip, name, colour, side in ((normal, "$n$", NORMAL, (-1, 0)), (np.array((0.0, 1.0)), "$N$", FAINT, (2, 0))):
            place = (edge[0] + 0.16 * tip[0], edge[1] + 0.16 * tip[1])
            sheet.arrow(edge, place, colour, 2.4)
            sheet.letter(place, name, colour, side)
        sheet.dot(edge, CONTACT, 4.0)
        sheet.letter((left + 0.14, 0.0), words, INK, (0, -1))
        sheet.letter((left, 0.62), f"$n_z = {normal[1]:.2f}$", NORMAL, (0, 0))
    sheet.letter((0.4, limit), f"{limit:g} m", T1, (-1, 1))
    return sheet.svg("Two edges that are walkable by the tread alone. The second is higher than a step.")
