"""Drawings of steps and ledges.

Steps: the three sweeps, a step on a slope, a post on a tread.
Ledges: two edges whose contact normal is too steep, an edge that the player leaves, a ledge beside the player.
"""

from math import atan2, pi, sqrt

import numpy as np

from game.collision import Pass
from game.collision.public_api import sweep
from game.overlay import palette
from game.simulation.player.ground.step_up import CLEAR
from game.simulation.player.tick_rows import TREAD, params_row

from ..measures.registry import Tick
from ..measures.sweeps_and_contacts import contact_of, sweeps_of
from .level_section import clipped, cut_of, draw_body, draw_ground, draw_level, draw_outline
from .registry import drawing
from .step_edge_normals import ARROW
from .svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, T1, WIDTH, Sheet, hex_of
from .tick_paths import OFF_CENTRE, View

LINE = 20  # [pixels] between two lines of a legend
SEEN = 0.62  # [m] to each side of a body beside a ledge
APART = 0.03  # [m] in front of a riser, where a ray is drawn that is only 2 mm in front of it


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
