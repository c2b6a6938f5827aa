"""Drawings of a step's edge, with its two normals and the height that is allowed, and of floor and air along a path."""

from math import atan2, degrees
from typing import Annotated

import numpy as np

from game.collision.public_api import sweep
from game.simulation.tick_input_and_output import Ground
from game.value_rules import OneOf

from ..measures.registry import Tick
from ..measures.sweeps_and_contacts import contact_of
from .level_section import cut_of, draw_body, draw_ground, draw_level
from .registry import drawing
from .svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, T1, Sheet
from .tick_paths import OFF_CENTRE, View

ARROW = 0.22  # [m], a unit normal as drawn

STATE_COLOURS = {Ground.AIR: AFTER, Ground.FLOOR: PLANE, Ground.STEEP: BODY}


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
def step_limit(run, tick: Tick = 0):
    """Draw the support point q0 before a step up, the contact q on which it lands, and the highest q that is allowed."""
    record, simulation = run.record(tick), run.simulation
    view, params = View(record.before.heading, above=False), simulation.params
    below = sweep(simulation.mesh, simulation.body, record.before.position, (0.0, 0.0, -params.step_up))
    (x0, y0), (x, y) = view.of(below.point), view.of(contact_of(run, "step_down", tick, 0).point)
    sheet = Sheet((x0 - 0.3, y0 - 0.08, x + 0.4, y0 + params.step_up + 0.12), margin=8)
    left, _, right, _ = sheet.box
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, record.before.position, dashed=True)
    draw_body(sheet, run, view, record.after.position)
    highest = y0 + params.step_up
    sheet.path([(left, highest), (right, highest)], T1, 1.4, dashed=True)
    sheet.letter((right, highest), f"{params.step_up:g} m above $q_0$", T1, (-1, 1))
    sheet.path([(x + 0.12, y0), (x + 0.12, y)], INK, 1.2, dashed=True)
    sheet.letter((x + 0.12, (y0 + y) / 2), f"{y - y0:.2f} m", INK, (1, 0))
    for place, name, side in (((x0, y0), "$q_0$", (-1, 1)), ((x, y), "$q$", (2.4, 0.6))):
        sheet.dot(place, CONTACT, 4.0)
        sheet.letter(place, name, CONTACT, side)
    return sheet.svg(f"The step lands {y - y0:.2f} m above the support point.")


@drawing
def ground_path(run, until: Tick = 0):
    """Draw the path of the body's lowest point from the side. Colours of dots show floor, steep ground or air after each tick.

    until: the last tick, 0 for the end of the script
    """
    view, records = View(run.records[0].before.heading, above=False), run.records[: until or len(run.records)]
    lowest = (0.0, 0.0, run.simulation.params.radii[2])
    places = [view.of(np.subtract(record.after.position, lowest)) for record in records]
    xs, ys = zip(*places)
    sheet = Sheet((min(xs), min(ys) - 0.1, max(xs), max(ys) + 0.35), margin=8)
    depth = float(np.dot(view.deep, records[-1].after.position)) + OFF_CENTRE
    draw_ground(sheet, cut_of(run, view, depth))
    for place, record in zip(places, records):
        sheet.dot(place, STATE_COLOURS[record.after.ground], 3.4)
    left, bottom, right, top = sheet.box
    corner, side = ((left, top), 1) if ys[-1] > ys[0] else ((right, top), -1)
    rows = [(Ground.AIR, "in the air"), (Ground.FLOOR, "on the floor"), (Ground.STEEP, "on a steep edge")]
    states = {record.after.ground for record in records}
    for number, (state, words) in enumerate(row for row in rows if row[0] in states):
        place = (corner[0], corner[1] - number * 20 * (top - bottom) / sheet.height)
        sheet.letter(place, words, STATE_COLOURS[state], (side, -1))
    return sheet.svg("The path of the body's lowest point, with the ticks that it spends in the air.")
