"""Drawings of the edges of steps and ledges.

The normals at an edge's contact, edges that are too steep by their contact normal, an edge behind or beside the player.
"""

from math import atan2, degrees, pi, sqrt
from typing import Annotated

import numpy as np

from ....collision import Pass
from ....collision.public_api import sweep
from ....core.value_rules import OneOf
from ...measures.argument_types import Tick
from ...measures.sweeps_and_contacts import contact_of
from ..level_section import cut_of, draw_body, draw_ground, draw_level, draw_outline
from ..registry import drawing
from ..svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, T1, WIDTH, Sheet
from ..tick_paths import OFF_CENTRE, View

ARROW = 0.22  # [m], a unit normal as drawn
SEEN = 0.62  # [m] to each side of a body beside a ledge


@drawing
def edge_contact(run, tick: Tick = 0, letters: Annotated[str, OneOf(("normals", "height", "slide"))] = "normals"):
    """Draw the body's round bottom at the first contact of the move pass, which must be with an edge.

    letters: "normals" draws n of the sliding plane and N of the tread; "height" the edge's height h above the lowest point;
    "slide" the sliding plane, and the rest of the displacement before and after its projection, enlarged
    """
    record = run.record(tick)
    view, step = View(record.before.heading, above=False), contact_of(run, "move", tick, 0)
    centre = np.array(step.start) + step.fraction * np.array(step.displacement)
    (x, y), (middle, height) = view.of(step.point), view.of(centre)
    feet = height - run.simulation.params.radii[2]
    wide = 0.25 if letters == "slide" else 0.0
    sheet = Sheet((x - 0.65 - wide, feet - 0.09, x + 0.3 + wide, y + 0.3 + wide), margin=8)
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, centre)
    if letters == "normals":
        for normal, name, colour, side in ((step.normal, "$n$", NORMAL, (-1, 0)), (step.face_normal, "$N$", FAINT, (1, 0))):
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
        draw_slide(sheet, view, step)
    sheet.dot((x, y), CONTACT, 4.0)
    return sheet.svg("The round bottom of the body at the edge of a step.")


def draw_slide(sheet, view, step):
    """Draw the sliding plane of a TraceStep with its angle, and the displacement that is left before and after the projection.

    Both displacements are enlarged by the same factor.
    """
    (x, y), (right, up) = view.of(step.point), view.of(step.normal)
    along, tilt = (up, -right), atan2(-right, up)
    plane = [(x - 0.3 * along[0], y - 0.3 * along[1]), (x + 0.52 * along[0], y + 0.52 * along[1])]
    sheet.path(plane, PLANE, 2.0)
    sheet.letter(plane[1], "sliding plane", PLANE, (1, -0.4))
    rest = np.array(step.start) + step.displacement - step.end
    for vector, name, colour, towards in (
        (rest, "displacement", BEFORE, (0.4, -1)),
        (np.array(step.next_displacement), "projected", AFTER, (1, -0.8)),
    ):
        across, high = view.of(vector * 0.3 / np.linalg.norm(rest))
        sheet.arrow((x, y), (x + across, y + high), colour, 2.8)
        sheet.letter((x + across, y + high), name, colour, towards)
    sheet.arc((x, y), 0.13, 0.0, tilt, f"{degrees(tilt):.1f}°", PLANE)


@drawing
def edge_words(run):
    """Draw the body at two edges that are too steep by the contact normal n but have a walkable tread.

    The first is lower than a climb, the second is higher. A dashed line shows the height of a climb.
    """
    params, rules = run.simulation.params, run.simulation.rules
    across, radius = params.radii[0], params.radii[2]
    sheet = Sheet((-0.75, -0.14, 1.65, 0.86), WIDTH, 190, margin=4)
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


@drawing
def edge_left_behind(run, tick: Tick = 0):
    """Draw a ground probe that meets only the edge that the player leaves: n points in the walking direction w."""
    record, simulation = run.record(tick), run.simulation
    view, radius = View(record.before.heading, above=False), simulation.params.radii[2]
    start = next(step.end for step in reversed(record.trace.steps) if step.pass_ == Pass.MOVE)
    down = (0.0, 0.0, -simulation.params.step_down)
    hit = sweep(simulation.mesh, simulation.body, start, down)
    met = np.add(start, hit.fraction * np.array(down))
    (x, y), (middle, height) = view.of(hit.point), view.of(start)
    low = view.of(met)[1] - radius
    sheet = Sheet((x - 0.5, low - 0.05, middle + 1.0, y + 0.3), WIDTH, 220, margin=6)
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, start)
    draw_outline(sheet, run, view, met, FAINT)
    sheet.arrow((middle, height - radius), (middle, low), FAINT, 2.4)
    sheet.letter((middle, (height - radius + low) / 2), "probe", FAINT, (1, 0))
    for vector, name, colour, side in ((hit.normal, "$n$", NORMAL, (1, 0.6)), ((0.0, 0.0, 1.0), "$N$", FAINT, (-1, 0))):
        right, up = view.of(vector)
        tip = (x + ARROW * right, y + ARROW * up)
        sheet.arrow((x, y), tip, colour, 2.6)
        sheet.letter(tip, name, colour, side)
    begin = (middle + 0.45, y + 0.15)
    sheet.arrow(begin, (begin[0] + 0.3, begin[1]), BEFORE, 2.6)
    sheet.letter((begin[0] + 0.15, begin[1]), "$w$", BEFORE, (0, 1))
    sheet.dot((x, y), CONTACT, 4.0)
    return sheet.svg("The probe meets the edge behind the player: its normal leads away from the edge, as the walk does.")


@drawing
def edge_beside(run, tick: Tick = 0):
    """Draw a ledge beside the player from the front: the body before the probe, at the end of the probe, and after the tick."""
    record, simulation = run.record(tick), run.simulation
    view, radius, params = View(record.before.heading + pi / 2, above=False), simulation.params.radii[2], simulation.params
    start = next(step.end for step in reversed(record.trace.steps) if step.pass_ == Pass.MOVE)
    hit = sweep(simulation.mesh, simulation.body, start, (0.0, 0.0, -params.step_down))
    met = np.subtract(start, (0.0, 0.0, hit.fraction * params.step_down))
    support = sweep(simulation.mesh, simulation.body, record.before.position, (0.0, 0.0, -params.step_up)).point
    (x, y), (middle, low), q0 = view.of(hit.point), view.of(record.after.position), view.of(support)[1]
    sheet = Sheet((middle - SEEN, low - radius - 0.1, middle + SEEN, y + 0.12), WIDTH, 240, margin=6)
    left, _, right, _ = sheet.box
    draw_ground(sheet, cut_of(run, view, float(np.dot(view.deep, record.after.position)) + OFF_CENTRE))
    draw_body(sheet, run, view, start, dashed=True)
    draw_outline(sheet, run, view, met, FAINT)
    draw_body(sheet, run, view, record.after.position)
    for height, words in ((q0, "height of $q_0$"), (q0 + params.step_up, f"{params.step_up:g} m higher")):
        sheet.path([(left, height), (right, height)], T1, 1.2, dashed=True)
        sheet.letter((right if x < middle else left, height), words, T1, (-1 if x < middle else 1, -1))
    across, up = view.of(hit.normal)
    tip = (x + ARROW * across, y + ARROW * up)
    sheet.arrow((x, y), tip, NORMAL, 2.6)
    sheet.letter(tip, "$n$", NORMAL, (1 if across > 0.0 else -1, 0))
    sheet.dot((x, y), CONTACT, 4.0)
    down, fallen = start[2] - met[2], start[2] - record.after.position[2]
    words = f"An edge {y - q0:.2f} m above the support point stops the probe after {down:.3f} m. The tick falls {fallen:.3f} m."
    return sheet.svg(words)
