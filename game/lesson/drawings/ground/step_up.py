"""Drawings of a step up: its three sweeps, its height, a step on a slope, the rays at a tread, a post on a tread."""

from math import atan2, hypot, inf

import numpy as np

from ....collision.public_api import nearby, sweep
from ....explain import palette
from ....player.step_up import CLEAR
from ....player.tick_rows import TREAD, params_row
from ...measures.argument_types import Tick
from ...measures.sweeps_and_contacts import contact_of, sweeps_of
from ..level_section import clipped, cut_of, draw_body, draw_ground, draw_level
from ..registry import drawing
from ..svg_canvas import AFTER, CONTACT, FAINT, INK, PLANE, SOLID, T1, WIDTH, Sheet, hex_of
from ..tick_paths import View

LINE = 20  # [pixels] between two lines of a legend
APART = 0.03  # [m] in front of a riser, where a ray is drawn that is only 2 mm in front of it

ASIDE = 1e-4  # [m] beside the contact, where the level is cut: a cut through its very point can miss both triangles
AROUND = 0.25  # [m] that is seen around the rays


@drawing
def step_sweeps(run, tick: Tick = 0):
    """Draw the three sweeps of a step as arrows of the body's lowest point, with their lengths."""
    record, radius = run.record(tick), run.simulation.params.radii[2]
    view = View(record.before.heading, above=False)
    passes = [sweeps_of(run, name, tick) for name in ("step_up", "step_forward", "step_down")]
    ends = [(steps[0].start, steps[-1].end) for steps in passes]
    places = [tuple(view.of(np.subtract(end, (0.0, 0.0, radius))) for end in pair) for pair in ends]
    (x, y), last = places[0][0], places[2][1]
    sheet = Sheet((x - 0.85, y - 0.06, last[0] + 0.45, places[1][0][1] + 0.2), WIDTH, 220, margin=8)
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, record.before.position, dashed=True)
    draw_body(sheet, run, view, record.after.position)
    left, bottom, _, top = sheet.box
    colour, names = hex_of(palette.STEP_COLOUR), ("up", "forward", "down")
    for number, ((start, end), (words, side)) in enumerate(zip(places, zip(names, ((-1, 0), (0, 1), (1, 0)))), 1):
        length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
        sheet.arrow(start, end, colour, 2.6)
        sheet.letter(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), str(number), colour, side)
        place = (left, top - (number - 1) * LINE * (top - bottom) / sheet.height)
        sheet.letter(place, f"{number} {words}: {length:.2f} m", colour, (1, -1))
    sheet.letter((left, top - 4.5 * LINE * (top - bottom) / sheet.height), "dashed: before", FAINT, (1, -1))
    sheet.dot(view.of(contact_of(run, "step_down", tick, 0).point), CONTACT, 4.0)
    return sheet.svg("The sweeps of a step: up, forward, down.")


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
def step_on_slope(run, tick: Tick = 0):
    """Draw a step on a slope: the support point q0, the edge q, the floor's plane through q0, and the ray in front of q."""
    record, simulation = run.record(tick), run.simulation
    view, params = View(record.before.heading, above=False), simulation.params
    below = sweep(simulation.mesh, simulation.body, record.before.position, (0.0, 0.0, -params.step_up))
    (x0, y0), (x, y) = view.of(below.point), view.of(contact_of(run, "step_down", tick, 0).point)
    right, up = view.of(record.before.normal)
    slope = -right / up
    on_plane = y0 + slope * (x - x0)
    sheet = Sheet((x0 - 0.5, y0 - 0.16, x + 0.75, y + 0.1), margin=8)
    edge = sheet.box[2]
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, record.before.position, dashed=True)
    sheet.path([(x0, y0), (edge, y0 + slope * (edge - x0))], PLANE, 2.0, dashed=True)
    sheet.letter((edge, y0), "dashed: floor's plane through $q_0$", PLANE, (-1, -1))
    for aside, low, colour in ((0.0, on_plane, PLANE), (0.44, y0, INK)):
        sheet.path([(x, y), (x + aside + 0.03, y)], FAINT, 1.0)
        sheet.arrow((x + aside, low), (x + aside, y), colour, 1.6)
        sheet.letter((x + aside, y - 0.05), f"{y - low:.3f} m", colour, (1, 0))
    sheet.path([(x0, y0), (x + 0.47, y0)], FAINT, 1.0, dashed=True)
    sheet.arrow((x - APART, y), (x - APART, on_plane - slope * APART), T1, 2.2)
    sheet.letter((x - APART, on_plane + 0.16), "ray", T1, (-2.4, 0))
    for place, name, side in (((x0, y0), "$q_0$", (0, -1.2)), ((x, y), "$q$", (0.6, 1))):
        sheet.dot(place, CONTACT, 4.0)
        sheet.letter(place, name, CONTACT, side)
    return sheet.svg(f"The edge is {y - y0:.2f} m above the support point, but {y - on_plane:.2f} m above the floor's plane.")


@drawing
def tread_rays(run, tick: Tick = 0):
    """Draw the two rays that search for ground behind the last touched edge, with the level cut along them."""
    record, simulation = run.record(tick), run.simulation
    edge = next(step for step in reversed(record.trace.steps) if step.hit and hypot(*step.normal[:2]) > ASIDE)
    size = hypot(*edge.normal[:2])
    inwards = np.array((-edge.normal[0] / size, -edge.normal[1] / size, 0.0))
    view, point = View(atan2(-inwards[0], inwards[1]), above=False), np.array(edge.point)
    row = params_row(simulation.params, simulation.rules, simulation.hz)[0]
    depth, rise, step, clear = row.tread_depth, row.tread_rise, row.step_up, CLEAR * simulation.rules.skin
    low, high = point + (0, 0, clear), point + depth * inwards + (0, 0, rise)
    rays = [(low, high), (point + depth * inwards + (0, 0, step), high)]
    x, y = view.of(point)
    sheet = Sheet((x - AROUND, y - AROUND / 2, x + depth + AROUND, y + step + AROUND / 4), margin=6)
    draw_ground(sheet, cut_of(run, view, float(view.deep @ point) + ASIDE))
    for number, (start, end) in enumerate(rays, 1):
        length = float(np.linalg.norm(end - start))
        direction = (end - start) / length
        hit = nearby(simulation.mesh, simulation.body, simulation.rules).raycast(tuple(start), tuple(direction), length)
        colour = T1 if hit < inf else CONTACT
        sheet.arrow(view.of(start), view.of(end), colour)
        place, side = ((start + end) / 2, (-1.6, 1)) if number == 1 else (start, (-1, 0))
        sheet.letter(view.of(place), f"ray {number}", colour, side)
        if hit < inf:
            sheet.dot(view.of(start + hit * direction), T1, 4.0)
    sheet.dot((x, y), CONTACT, 4.0)
    sheet.letter((x, y), "$q$", CONTACT, (-1, 0))
    sheet.arrow((x, y - 0.04), (x + 0.1, y - 0.04), INK, 1.4)
    sheet.letter((x + 0.05, y - 0.04), "$u$", INK, (0, -1))
    return sheet.svg("Two rays behind an edge look for ground that rises too soon.")


@drawing
def post_above(run, tick: Tick = 0):
    """Draw a tread with a post from above: the level ray that hits the post, and the two places beside it that are tried."""
    simulation = run.simulation
    step, row = contact_of(run, "step_down", tick, 0), params_row(simulation.params, simulation.rules, simulation.hz)[0]
    size = float(np.hypot(*step.normal[:2]))
    view = View(atan2(step.normal[0] / size, -step.normal[1] / size), above=True)
    (x, y), depth, aside = view.of(step.point), float(row.tread_depth), float(row.tread_depth / TREAD)
    sheet = Sheet((x - 0.8, y - 0.2, x + 0.8, y + 0.42), WIDTH, 190, margin=6)
    left, _, right, top = sheet.box
    sheet.path([(left, y), (right, y), (right, top), (left, top)], "none", fill=SOLID, opacity=0.28, closed=True)
    sheet.path([(left, y), (right, y)], SOLID, 2.4)
    sheet.letter((left, y), "edge", FAINT, (1, -1))
    sheet.letter((left, top), "tread, from above", FAINT, (1, -1))
    height = step.point[2] + float(row.step_up) + CLEAR * simulation.rules.skin
    post = [line for line in (clipped(line, sheet.box) for line in cut_of(run, view, height)) if line]
    for line in post:
        sheet.path(line, T1, 3.0)
    if post:
        xs, ys = zip(*(point for line in post for point in line))
        sheet.letter((max(xs), (min(ys) + max(ys)) / 2), "post", T1, (1, 0))
    sheet.arrow((x, y), (x, y + depth), T1)
    for side in (-aside, aside):
        sheet.arrow((x + side, y), (x + side, y + depth), AFTER)
        sheet.letter((x + side, y + depth / 2), "$u$, 0.2 m", AFTER, (float(np.sign(side)), 0))
        sheet.measure((x, y), (x + side, y), f"{aside:g} m", INK, -1 if side < 0.0 else 1)
        sheet.dot((x + side, y), CONTACT, 4.0)
    sheet.dot((x, y), CONTACT, 4.0)
    sheet.letter((x, y), "$q$", CONTACT, (-1, 1))
    return sheet.svg("A post on a tread from above. The ground is tested at two places beside it.")
