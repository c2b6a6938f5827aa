"""Drawings of a step's edge: its two normals, its height, a post on its tread; and floor and air along a path."""

from typing import Annotated

import numpy as np

from game.collision.queries import sweep
from game.explain.recorded_triangles import triangles_of
from game.level.schema import OneOf
from game.simulation.player.rows import TREAD, params_row
from game.simulation.state import Ground

from ..measures.registry import Tick
from ..measures.sweeps import contact_of
from .registry import drawing
from .sections import ellipse_cut
from .sheet import AFTER, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, T1, Sheet
from .tick import OFF_CENTRE, View

ARROW = 0.22  # [m], a unit normal as drawn


def draw_level(sheet, run, view, record):
    """Draw the lines in which a View's plane through the player's centre cuts the candidates of a tick."""
    depth = float(np.dot(view.deep, record.after.position)) + OFF_CENTRE
    corners, _ = triangles_of(run.simulation, record.trace.candidates, record.tick)
    for line in filter(None, (view.cut(triangle, depth) for triangle in corners.reshape(-1, 3, 3))):
        sheet.path(line, SOLID, 3.0)


def draw_body(sheet, run, view, centre, dashed=False):
    """Draw the player's outline in a View, with its centre at a world point (3,) [m]. A dashed outline is grey."""
    x0, y0 = view.of(centre)
    outline = ellipse_cut(run.simulation.params.radii, np.array(view.right), np.array(view.up))
    sheet.path([(x0 + x, y0 + y) for x, y in outline], FAINT if dashed else BODY, 1.6, dashed, closed=True)


@drawing
def edge_contact(run, tick: Tick = 0, letters: Annotated[str, OneOf(("normals", "height"))] = "normals"):
    """Draw the round bottom at the first edge that the move pass met.

    letters: "normals" draws n of the sliding plane and N of the tread; "height" the edge's height h above the lowest point
    """
    record = run.record(tick)
    view, step = View(record.before.heading, above=False), contact_of(run, "move", tick, 0)
    centre = np.array(step.start) + step.fraction * np.array(step.displacement)
    (x, y), (middle, height) = view.of(step.point), view.of(centre)
    feet = height - run.simulation.params.radii[2]
    sheet = Sheet((x - 0.65, feet - 0.09, x + 0.3, y + 0.3), margin=8)
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, centre)
    if letters == "normals":
        for normal, name, colour, side in ((step.normal, "$n$", NORMAL, (-1, 0)), (step.face_normal, "$N$", FAINT, (1, 0))):
            right, up = view.of(normal)
            tip = (x + ARROW * right, y + ARROW * up)
            sheet.arrow((x, y), tip, colour, 2.6)
            sheet.letter(tip, name, colour, side)
    else:
        sheet.path([(middle, y), (x, y)], FAINT, 1.2, dashed=True)
        sheet.measure((middle, feet), (middle, y), "$h$", INK)
        sheet.letter((middle, feet), "lowest point", BODY, (0, -1))
        sheet.dot((middle, feet), BODY, 4.0)
    sheet.dot((x, y), CONTACT, 4.0)
    return sheet.svg("The round bottom of the body at the edge of a step.")


@drawing
def step_limit(run, tick: Tick = 0):
    """Draw the support point q0 before a step up, the contact q on which it lands, and the highest q that is allowed."""
    record, simulation = run.record(tick), run.simulation
    view, params = View(record.before.heading, above=False), simulation.params
    below = sweep(simulation.mesh, simulation.body, record.before.position, (0.0, 0.0, -params.step_up))
    (x0, y0), (x, y) = view.of(below.point), view.of(contact_of(run, "step_down", tick, 0).point)
    sheet = Sheet((x0 - 0.2, y0 - 0.08, x + 0.75, y0 + params.step_up + 0.08), margin=8)
    left, _, right, _ = sheet.box
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, record.before.position, dashed=True)
    draw_body(sheet, run, view, record.after.position)
    highest = y0 + params.step_up
    sheet.path([(left, highest), (right, highest)], T1, 1.4, dashed=True)
    sheet.letter((right, highest), f"highest $q$: {params.step_up:g} m above $q_0$", T1, (-1, -1))
    sheet.path([(x + 0.12, y0), (x + 0.12, y)], INK, 1.2, dashed=True)
    sheet.letter((x + 0.12, (y0 + y) / 2), f"{y - y0:.2f} m", INK, (1, 0))
    for place, name, side in (((x0, y0), "$q_0$", (-1, 1)), ((x, y), "$q$", (1, 1))):
        sheet.dot(place, CONTACT, 4.0)
        sheet.letter(place, name, CONTACT, side)
    return sheet.svg(f"The step lands {y - y0:.2f} m above the support point.")


@drawing
def post_above(run):
    """Draw a tread with a post from above: the level ray that hits the post, and the two places beside it that are tried."""
    simulation = run.simulation
    depth = float(params_row(simulation.params, simulation.rules, simulation.hz)["tread_depth"][0])
    aside = depth / TREAD
    sheet = Sheet((-0.75, -0.22, 0.75, 0.45), margin=6)
    left, _, right, top = sheet.box
    sheet.path([(left, 0.0), (right, 0.0), (right, top), (left, top)], "none", fill=SOLID, opacity=0.28, closed=True)
    sheet.path([(left, 0.0), (right, 0.0)], SOLID, 2.4)
    sheet.letter((left, 0.0), "edge", FAINT, (1, -1))
    sheet.letter((left, top), "tread", FAINT, (1, -1))
    sheet.circle((0.0, 0.16), 0.07, T1, fill=T1, opacity=0.3)
    sheet.letter((0.0, 0.23), "post", T1, (0, 1))
    sheet.arrow((0.0, 0.0), (0.0, 0.09), T1)
    for side in (-aside, aside):
        sheet.arrow((side, 0.0), (side, depth), AFTER)
        sheet.letter((side, depth), "$u$", AFTER, (1, 0))
        sheet.measure((0.0, 0.0), (side, 0.0), f"{aside:g} m", INK, -1 if side > 0.0 else 1)
        sheet.dot((side, 0.0), CONTACT, 4.0)
    sheet.dot((0.0, 0.0), CONTACT, 4.0)
    sheet.letter((0.0, 0.0), "$q$", CONTACT, (1, 1))
    return sheet.svg("A post on a tread from above. The ground is tested at two places beside it.")


@drawing
def ground_path(run, until: Tick = 0):
    """Draw the path of the centre from the side, with a dot after each tick: one colour on ground, another in the air."""
    view, records = View(run.records[0].before.heading, above=False), run.records[: until or len(run.records)]
    places = [view.of(record.after.position) for record in records]
    xs, ys = zip(*places)
    sheet = Sheet((min(xs), min(ys), max(xs), max(ys)))
    sheet.path(places, FAINT, 1.4)
    for place, record in zip(places, records):
        sheet.dot(place, AFTER if record.after.ground == Ground.AIR else PLANE, 3.4)
    left, bottom, right, top = sheet.box
    sheet.letter((left, top), "in the air", AFTER, (1, -1))
    sheet.letter((left, top - 0.2), "on a floor, or on a steep edge", PLANE, (1, -1))
    return sheet.svg("The path of the centre, with the ticks that it spends in the air.")
