"""Lesson "stepping": the sweeps and the height of a step, the rays at a tread, edges behind or beside the player."""

from math import atan2, dist, hypot, inf, pi
from typing import Annotated

import numpy as np

from ...collision import Pass, sweep
from ...collision.public_api import nearby_for
from ...core.value_rules import OneOf
from ...core.vec3 import Vector
from ...explain import palette
from ...player.player_params import TREAD, params_row
from ...player.treads_and_edges import CLEAR
from ...simulation import TickRecord
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.level_section import cut_of, draw_body, draw_ground, draw_level, lines_in_box
from ..tools.motion_and_contacts import contact_of, sweeps_of
from ..tools.registry import drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, CONTACT, FAINT, INK, NORMAL, PLANE, T1, WIDTH, SvgSheet, hex_of
from ..tools.tick_paths import PathView

ARROW = 0.22  # [m], a unit normal as drawn
SEEN = 0.62  # [m] to each side of a body beside a ledge
LINE = 20  # [pixels] between two lines of a legend
BEFORE_RISER = 0.03  # [m] in front of a riser, where a ray is drawn. It is only 2 mm in front of it.
ASIDE = 1e-4  # [m] beside the contact, where the level is cut: a cut through its very point can miss both triangles
AROUND = 0.25  # [m] that is seen around the rays


# Measures


@measure
def level_pace(run: Run) -> float:
    """Return the mean horizontal speed from the start to the tick, divided by the walking speed."""
    distance = dist(run.record().after.position[:2], run.state(0).position[:2])
    return distance * run.simulation.hz / run.page.shot.tick / run.simulation.params.speed


def support(run: Run, record: TickRecord) -> Vector:
    """Return the point [m] that supports the player before a tick, at most `step_up` below the body."""
    simulation = run.simulation
    hit = sweep(simulation.mesh, simulation.body, record.before.position, (0.0, 0.0, -simulation.params.step_up))
    assert hit is not None
    return hit.point


@measure
def step_height(run: Run) -> float:
    """Return the height [m] of a step up: from the support point at the tick's start to the contact on which the step landed."""
    return contact_of(run, "step_down").point[2] - support(run, run.record())[2]


@measure
def step_on_slope_(run: Run, part: Annotated[str, OneOf(("ahead", "above"))]) -> float:
    """Return a length [m] of a step up: horizontally "ahead" of the support point, or "above" the floor's plane through it."""
    record = run.record()
    x, y, z = (to - at for to, at in zip(contact_of(run, "step_down").point, support(run, record)))
    normal = record.before.normal
    return hypot(x, y) if part == "ahead" else z + (normal[0] * x + normal[1] * y) / normal[2]


@measure
def tread_rise(run: Run) -> float:
    """Return the height [m] by which the ray along a tread rises: it is as steep as the steepest walkable slope."""
    simulation = run.simulation
    return float(params_row(simulation.params, simulation.rules, simulation.hz)["tread_rise"][0])


# Drawings


@drawing
def edge_left_behind(run: Run) -> Svg:
    """Draw a sweep down that meets only the edge that the player leaves: n points in the walking direction w."""
    record, simulation = run.record(), run.simulation
    view, radius = PathView(record.before.heading, above=False), simulation.params.radii[2]
    start = next(iteration.end for iteration in reversed(record.trace.iterations) if iteration.pass_ == Pass.MOVE)
    down = (0.0, 0.0, -simulation.params.step_down)
    hit = sweep(simulation.mesh, simulation.body, start, down)
    assert hit is not None  # the edge is there
    met = np.add(start, hit.fraction * np.array(down))
    (x, y), (middle, height) = view.of(hit.point), view.of(start)
    low = view.of(met)[1] - radius
    sheet = SvgSheet((x - 0.5, low - 0.05, middle + 1.0, y + 0.3), WIDTH, 220, margin=6)
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, start)
    draw_body(sheet, run, view, met, FAINT)
    sheet.arrow((middle, height - radius), (middle, low), FAINT, 2.4, text="sweep", towards=(1, 0), part=0.5)
    for vector, name, colour, side in ((hit.normal, "$n$", NORMAL, (1, 0.6)), ((0.0, 0.0, 1.0), "$N$", FAINT, (-1, 0))):
        right, up = view.of(vector)
        sheet.arrow((x, y), (x + ARROW * right, y + ARROW * up), colour, 2.6, text=name, towards=side)
    begin = (middle + 0.45, y + 0.15)
    sheet.arrow(begin, (begin[0] + 0.3, begin[1]), BEFORE, 2.6, text="$w$", towards=(0, 1), part=0.5)
    sheet.dot((x, y), CONTACT, 4.0)
    return sheet.svg("The sweep meets the edge behind the player: its normal leads away from the edge, as the walk does.")


@drawing
def edge_beside(run: Run) -> Svg:
    """Draw a ledge beside the player from the front: the body before the sweep down, at its end, and after the tick."""
    record, simulation = run.record(), run.simulation
    view, radius, params = PathView(record.before.heading + pi / 2, above=False), simulation.params.radii[2], simulation.params
    start = next(iteration.end for iteration in reversed(record.trace.iterations) if iteration.pass_ == Pass.MOVE)
    hit = sweep(simulation.mesh, simulation.body, start, (0.0, 0.0, -params.step_down))
    assert hit is not None  # the ledge is there
    met = np.subtract(start, (0.0, 0.0, hit.fraction * params.step_down))
    (x, y), (middle, low), q0 = view.of(hit.point), view.of(record.after.position), view.of(support(run, record))[1]
    sheet = SvgSheet((middle - SEEN, low - radius - 0.1, middle + SEEN, y + 0.12), WIDTH, 240, margin=6)
    left, _, right, _ = sheet.box
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, start, FAINT, dashed=True)
    draw_body(sheet, run, view, met, FAINT)
    draw_body(sheet, run, view, record.after.position)
    for height, words in ((q0, "height of $q_0$"), (q0 + params.step_up, f"{params.step_up:g} m higher")):
        sheet.line((left, height), (right, height), T1, 1.2, dashed=True, text=words, towards=(-1 if x < middle else 1, -1))
    across, up = view.of(hit.normal)
    sheet.arrow((x, y), (x + ARROW * across, y + ARROW * up), NORMAL, 2.6, text="$n$", towards=(1 if across > 0.0 else -1, 0))
    sheet.dot((x, y), CONTACT, 4.0)
    down, fallen = start[2] - met[2], start[2] - record.after.position[2]
    words = f"An edge {y - q0:.2f} m above the support point stops the sweep after {down:.3f} m. The tick falls {fallen:.3f} m."
    return sheet.svg(words)


@drawing
def step_sweeps(run: Run) -> Svg:
    """Draw the three sweeps of a step as arrows of the body's lowest point, with their lengths."""
    record, radius = run.record(), run.simulation.params.radii[2]
    view = PathView(record.before.heading, above=False)
    passes = [sweeps_of(run, name) for name in ("step_up", "step_forward", "step_down")]
    ends = [(steps[0].start, steps[-1].end) for steps in passes]
    places = [tuple(view.of(np.subtract(end, (0.0, 0.0, radius))) for end in pair) for pair in ends]
    (x, y), last = places[0][0], places[2][1]
    sheet = SvgSheet((x - 1.1, y - 0.06, last[0] + 0.45, places[1][0][1] + 0.2), WIDTH, 220, margin=8)
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, record.before.position, FAINT, dashed=True)
    draw_body(sheet, run, view, record.after.position)
    left, bottom, _, top = sheet.box
    colour, names = hex_of(palette.STEP_COLOUR), ("up", "forward", "down")
    for number, ((start, end), (words, side)) in enumerate(zip(places, zip(names, ((-1, 0), (0, 1), (1, 0)))), 1):
        length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
        sheet.arrow(start, end, colour, 2.6, text=str(number), towards=side, part=0.5)
        place = (left, top - (number - 1) * LINE * (top - bottom) / sheet.height)
        sheet.letter(place, f"{number} {words}: {length:.2f} m", colour, (1, -1))
    sheet.letter((left, top - 4.5 * LINE * (top - bottom) / sheet.height), "dashed: before", FAINT, (1, -1))
    sheet.dot(view.of(contact_of(run, "step_down").point), CONTACT, 4.0)
    return sheet.svg("The sweeps of a step: up, forward, down.")


@drawing
def step_limit(run: Run) -> Svg:
    """Draw the support point q0 before a step up, the contact q on which it lands, and the highest q that is allowed."""
    record, simulation = run.record(), run.simulation
    view, params = PathView(record.before.heading, above=False), simulation.params
    below = support(run, record)
    (x0, y0), (x, y) = view.of(below), view.of(contact_of(run, "step_down").point)
    sheet = SvgSheet((x0 - 0.3, y0 - 0.08, x + 0.4, y0 + params.step_up + 0.12), margin=8)
    left, _, right, _ = sheet.box
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, record.before.position, FAINT, dashed=True)
    draw_body(sheet, run, view, record.after.position)
    highest = y0 + params.step_up
    sheet.line((left, highest), (right, highest), T1, 1.4, dashed=True, text=f"{params.step_up:g} m above $q_0$", towards=(-1, 1))
    sheet.line((x + 0.12, y0), (x + 0.12, y), INK, 1.2, dashed=True, text=f"{y - y0:.2f} m", towards=(1, 0), part=0.5)
    for place, name, side in (((x0, y0), "$q_0$", (-1, 1)), ((x, y), "$q$", (2.4, 0.6))):
        sheet.dot(place, CONTACT, 4.0, text=name, towards=side)
    return sheet.svg(f"The step lands {y - y0:.2f} m above the support point.")


@drawing
def step_on_slope(run: Run) -> Svg:
    """Draw a step on a slope: the support point q0, the edge q, the floor's plane through q0, and the ray in front of q."""
    record = run.record()
    view, below = PathView(record.before.heading, above=False), support(run, record)
    (x0, y0), (x, y) = view.of(below), view.of(contact_of(run, "step_down").point)
    right, up = view.of(record.before.normal)
    slope = -right / up
    on_plane = y0 + slope * (x - x0)
    sheet = SvgSheet((x0 - 0.5, y0 - 0.16, x + 0.95, y + 0.1), margin=8)
    edge = sheet.box[2]
    draw_level(sheet, run, view, record)
    draw_body(sheet, run, view, record.before.position, FAINT, dashed=True)
    sheet.path([(x0, y0), (edge, y0 + slope * (edge - x0))], PLANE, 2.0, dashed=True)
    sheet.letter((edge, y0), "dashed: floor's plane through $q_0$", PLANE, (-1, -1))
    for aside, low, named, colour in ((0.0, on_plane, y - 0.05, PLANE), (0.44, y0, y0 + 0.5 * (y - y0), INK)):
        sheet.path([(x, y), (x + aside + 0.03, y)], FAINT, 1.0)
        sheet.arrow((x + aside, low), (x + aside, y), colour, 1.6)
        sheet.letter((x + aside, named), f"{y - low:.3f} m", colour, (1, 0))
    sheet.path([(x0, y0), (x + 0.47, y0)], FAINT, 1.0, dashed=True)
    sheet.arrow((x - BEFORE_RISER, y), (x - BEFORE_RISER, on_plane - slope * BEFORE_RISER), T1, 2.2)
    sheet.letter((x - BEFORE_RISER, on_plane + 0.16), "ray", T1, (-2.4, 0))
    for place, name, side in (((x0, y0), "$q_0$", (0, -1.2)), ((x, y), "$q$", (0.6, 1))):
        sheet.dot(place, CONTACT, 4.0, text=name, towards=side)
    return sheet.svg(f"The edge is {y - y0:.2f} m above the support point, but {y - on_plane:.2f} m above the floor's plane.")


@drawing
def tread_rays(run: Run) -> Svg:
    """Draw the two rays that search for ground behind the last touched edge, with the level cut along them."""
    record, simulation = run.record(), run.simulation
    edge = next(
        iteration for iteration in reversed(record.trace.iterations) if iteration.hit and hypot(*iteration.normal[:2]) > ASIDE
    )
    size = hypot(*edge.normal[:2])
    inwards = np.array((-edge.normal[0] / size, -edge.normal[1] / size, 0.0))
    view, point = PathView(atan2(-inwards[0], inwards[1]), above=False), np.array(edge.point)
    row = params_row(simulation.params, simulation.rules, simulation.hz)[0]
    depth, rise, step, clear = row.tread_depth, row.tread_rise, row.step_up, CLEAR * simulation.rules.skin
    low, high = point + (0, 0, clear), point + depth * inwards + (0, 0, rise)
    rays = [(low, high), (point + depth * inwards + (0, 0, step), high)]
    x, y = view.of(point)
    sheet = SvgSheet((x - AROUND, y - AROUND / 2, x + depth + AROUND, y + step + AROUND / 4), margin=6)
    draw_ground(sheet, cut_of(run, view, float(view.deep @ point) + ASIDE))
    for number, (start, end) in enumerate(rays, 1):
        length = float(np.linalg.norm(end - start))
        direction = (end - start) / length
        hit = nearby_for(simulation.mesh, simulation.body, simulation.rules).raycast(tuple(start), tuple(direction), length)
        colour = T1 if hit < inf else CONTACT
        sheet.arrow(view.of(start), view.of(end), colour)
        place, side = ((start + end) / 2, (-1.6, 1)) if number == 1 else (start, (-1, 0))
        sheet.letter(view.of(place), f"ray {number}", colour, side)
        if hit < inf:
            sheet.dot(view.of(start + hit * direction), T1, 4.0)
    sheet.dot((x, y), CONTACT, 4.0, text="$q$", towards=(-1, 0))
    sheet.arrow((x, y - 0.04), (x + 0.1, y - 0.04), INK, 1.4, text="$u$", towards=(0, -1), part=0.5)
    return sheet.svg("Two rays behind an edge look for ground that rises too soon.")


@drawing
def post_above(run: Run) -> Svg:
    """Draw a tread with a post from above: the level ray that hits the post, and the two places beside it that are tried."""
    simulation = run.simulation
    iteration, row = contact_of(run, "step_down"), params_row(simulation.params, simulation.rules, simulation.hz)[0]
    size = float(np.hypot(*iteration.normal[:2]))
    view = PathView(atan2(iteration.normal[0] / size, -iteration.normal[1] / size), above=True)
    (x, y), depth, aside = view.of(iteration.point), float(row.tread_depth), float(row.tread_depth / TREAD)
    sheet = SvgSheet((x - 0.8, y - 0.2, x + 0.8, y + 0.42), WIDTH, 190, margin=6)
    left, _, right, top = sheet.box
    sheet.wall((left, y), (right, y), y - top)
    sheet.letter((left, y), "edge", FAINT, (1, -1))
    sheet.letter((left, top), "tread, from above", FAINT, (1, -1))
    height = iteration.point[2] + float(row.step_up) + CLEAR * simulation.rules.skin
    post = lines_in_box(cut_of(run, view, height), sheet.box)
    for line in post:
        sheet.path(line, T1, 3.0)
    if post:
        xs, ys = zip(*(point for line in post for point in line))
        sheet.letter((max(xs), (min(ys) + max(ys)) / 2), "post", T1, (1, 0))
    sheet.arrow((x, y), (x, y + depth), T1)
    for side in (-aside, aside):
        sheet.arrow((x + side, y), (x + side, y + depth), AFTER, text="$u$, 0.2 m", towards=(float(np.sign(side)), 0), part=0.5)
        sheet.measure((x, y), (x + side, y), f"{aside:g} m", INK, -1 if side < 0.0 else 1)
        sheet.dot((x + side, y), CONTACT, 4.0)
    sheet.dot((x, y), CONTACT, 4.0, text="$q$", towards=(-1, 1))
    return sheet.svg("A post on a tread from above. The ground is tested at two places beside it.")
