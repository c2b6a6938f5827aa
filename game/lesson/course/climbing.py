"""Lesson "climbing": the normals at a step's edge, edges that are too steep, the flat part of the round bottom."""

from math import atan, atan2, cos, degrees, sin, sqrt, tan
from typing import Annotated

import numpy as np

from ...collision import Iteration
from ...core.value_rules import OneOf, Yes
from ...simulation import PlayerParams
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.level_section import cut_of, draw_body, draw_level, surfaces_of
from ..tools.motion_and_contacts import centre_at_contact, contact_of
from ..tools.registry import drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, T1, WIDTH, XY, SvgSheet
from ..tools.tick_paths import PathView

ARROW = 0.22  # [m], a unit normal as drawn


# Measures


@measure
def climbed(run: Run) -> float:
    """Return the gain in height [m] from the start to the tick."""
    return run.record().after.position[2] - run.state(0).position[2]


@measure
def greatest_rise(run: Run) -> float:
    """Return the greatest gain in height in one tick of the script [mm]."""
    return 1000.0 * max(record.after.position[2] - record.before.position[2] for record in run.records)


@measure
def round_bottom(run: Run, part: Annotated[str, OneOf(("height", "width"))], ball: Yes = False) -> float:
    """Return the "height" or half the "width" [m] of the round bottom, or of a ball's, up to the slope limit."""
    high, wide = flat_part(run.simulation.params, ball)
    return high if part == "height" else wide


def flat_part(params: PlayerParams, ball: bool = False) -> XY:
    """Return (height, half width) [m] of the bottom of a body, or of a ball as wide as it, up to the slope limit."""
    width = min(params.radii[:2])
    height = width if ball else params.radii[2]
    angle = atan(tan(params.max_slope) * width / height)
    return height * (1.0 - cos(angle)), width * sin(angle)


# Drawings


@drawing
def edge_contact(run: Run, letters: Annotated[str, OneOf(("normals", "height", "slide"))] = "normals") -> Svg:
    """Draw the body's round bottom at the first contact of the move pass, which must be with an edge."""
    record = run.record()
    view, iteration = PathView(record.before.heading, above=False), contact_of(run)
    centre = centre_at_contact(iteration)
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
            sheet.arrow((x, y), (x + ARROW * right, y + ARROW * up), colour, 2.6, text=name, towards=side)
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
    sheet.letter(plane[1], "sliding plane", PLANE, (1, -1))
    rest = np.array(iteration.start) + iteration.displacement - iteration.end
    for vector, name, colour, towards in (
        (rest, "displacement", BEFORE, (0.4, -1)),
        (np.array(iteration.next_displacement), "projected", AFTER, (-1.2, 0.4)),
    ):
        across, high = view.of(vector * 0.3 / np.linalg.norm(rest))
        sheet.arrow((x, y), (x + across, y + high), colour, 2.8, text=name, towards=towards)
    sheet.arc((x, y), 0.13, 0.0, tilt, f"{degrees(tilt):.1f}°", PLANE)


@drawing
def flat_bottom(run: Run) -> Svg:
    """Draw the body at the kerb that the tick's move pass meets first: the flat part of its bottom, and half the part's size."""
    record, params = run.record(), run.simulation.params
    view, iteration = PathView(record.before.heading, above=False), contact_of(run)
    centre = centre_at_contact(iteration)
    (middle, height), (across, tall) = view.of(centre), (min(params.radii[:2]), params.radii[2])
    (high, wide), feet = flat_part(params), height - tall
    sheet = SvgSheet((middle - 0.38, feet - 0.05, middle + 0.58, feet + 0.4), margin=4)
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, centre)
    flat = [(middle + x, height - tall * sqrt(1.0 - (x / across) ** 2)) for x in np.linspace(-wide, wide, 40)]
    sheet.path(flat, NORMAL, 4.5)
    sheet.letter((middle - wide, feet + high), "flat part", NORMAL, (-1, 0.2))
    along, border = (cos(params.max_slope), sin(params.max_slope)), (middle + wide, feet + high)
    ends = [(border[0] + size * along[0], border[1] + size * along[1]) for size in (-0.09, 0.28)]
    sheet.path(ends, PLANE, 2.0)
    sheet.letter(ends[1], f"{degrees(params.max_slope):.0f}° steep", PLANE, (1, 0))
    sheet.measure((middle, border[1]), border, "$f$", INK)
    sheet.measure((middle, feet), (middle, border[1]), "$h$", INK)
    sheet.dot(view.of(iteration.point), CONTACT, 4.0)
    return sheet.svg(f"The flat part of the bottom: {wide:.3f} m wide on each side of the axis, and {high:.3f} m high.")


@drawing
def search_behind(run: Run) -> Svg:
    """Draw the search for ground behind the edge on which the tick's sweep down ends: up, inwards by d, and down to the ground.

    d is the first of the search's ways after which the body lands on the flat part of its bottom.
    """
    record, params = run.record(), run.simulation.params
    view, edge = PathView(record.before.heading, above=False), contact_of(run, "step_down")
    (x, y), (middle, height) = view.of(edge.point), view.of(edge.end)
    (_, wide), (across, tall) = flat_part(params), (min(params.radii[:2]), params.radii[2])
    surfaces = surfaces_of(cut_of(run, view, view.depth_of(edge.end)))
    ground = np.array([line for surface in surfaces for line in zip(surface, surface[1:])])

    def lands(way: float) -> tuple[float, float]:
        """Return the height of the body's lowest point on the ground, and the distance of the contact from its axis."""
        points = np.concatenate([np.linspace(start, end, 400) for start, end in ground]) - (middle + way, 0.0)
        below = points[np.abs(points[:, 0]) < across]
        feet = below[:, 1] - tall * (1.0 - np.sqrt(1.0 - (below[:, 0] / across) ** 2))
        return float(feet.max()), abs(float(below[feet.argmax(), 0]))

    way = next(way for way in (x - middle - wide + wide * part / 8.0 for part in (1, 3, 7)) if lands(way)[1] < wide)
    feet, lifted, (landed, _) = height - tall, height - tall + params.step_up, lands(way)
    sheet = SvgSheet((middle - 0.5, feet - 0.06, middle + 0.8, feet + 0.56), margin=4)
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, edge.end)
    moved = np.array(edge.end) + way * np.array(view.right) + (landed - feet) * np.array(view.up)
    draw_body(sheet, run, view, moved, FAINT, dashed=True)
    corners = [(middle, feet), (middle, lifted), (middle + way, lifted), (middle + way, landed)]
    for start, end in zip(corners, corners[1:]):
        sheet.arrow(start, end, T1, 2.2)
    sheet.letter((middle + way / 2, lifted), "$d$", T1, (0, 1))
    sheet.dot((x, y), CONTACT, 4.0, text="$q$", towards=(1, -1))
    return sheet.svg(f"The lowest point of the body is moved up, {way:.2f} m inwards, and down to the ground behind the edge.")


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
        sheet.path([(left + across * np.cos(a), radius * (1.0 + np.sin(a))) for a in np.linspace(-np.pi, 0.0, 60)], BODY)
        limit = rules.climb
        sheet.path([(left - 0.42, limit), (end, limit)], T1, 1.2, dashed=True)
        for tip, name, colour, side in ((normal, "$n$", NORMAL, (-1, 0)), (np.array((0.0, 1.0)), "$N$", FAINT, (2, 0))):
            sheet.arrow(edge, (edge[0] + 0.16 * tip[0], edge[1] + 0.16 * tip[1]), colour, 2.4, text=name, towards=side)
        sheet.dot(edge, CONTACT, 4.0)
        sheet.letter((left + 0.14, 0.0), words, INK, (0, -1))
        sheet.letter((left, 0.62), f"$n_z = {normal[1]:.2f}$", NORMAL, (0, 0))
    sheet.letter((0.4, limit), f"{limit:g} m", T1, (-1, 1))
    return sheet.svg("Two edges that are walkable by the tread alone. The second is higher than a step.")
