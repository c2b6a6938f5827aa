"""Lesson "gravity": walking, falling and sliding on a slope, a steep wall, two passes or one at a step's edge."""

import numpy as np

from ...collision import Pass
from ...explain import palette
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.motion_and_contacts import Height, contact_of, ticks_to_height
from ..tools.registry import Tick, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, T1, SvgSheet, hex_of
from ..tools.tick_paths import PathView

# Measures


@measure
def slower(run: Run, height: Height) -> float:
    """Return a twin's time to be `height` [m] above its start over the player's; inf, 0 or nan if one or neither is."""
    return ticks_to_height(run, height, 1) / ticks_to_height(run, height)


@measure
def jump_speed(run: Run) -> float:
    """Return the speed upwards at the start of a jump [m/s]."""
    return run.simulation.params.jump_speed


# Drawings


@drawing
def tilted_displacement(run: Run) -> Svg:
    """Draw the horizontal walking displacement (x, y), and w: lifted into the floor's plane and scaled to the same length."""
    record = run.record()
    view = PathView(record.before.heading, above=False)
    wish = np.array(next(iteration.displacement for iteration in record.trace.iterations if iteration.pass_ == Pass.MOVE))
    length = float(np.linalg.norm(wish))
    right, up = (part / length for part in view.of(wish))
    rise = up / right
    sheet = SvgSheet((-0.35, -0.45, 1.45, max(rise, 0.2) + 0.2))
    left, _, end, _ = sheet.box
    sheet.wall((left, left * rise), (end, end * rise), 0.16)
    normal = view.of(record.before.normal)
    sheet.arrow((0.0, 0.0), (0.5 * normal[0], 0.5 * normal[1]), NORMAL, text="$n_f$", towards=(-1, 0))
    sheet.arrow((0.0, 0.0), (1.0, 0.0), BEFORE, text="$(x, y)$", towards=(0, -1), part=0.6)
    sheet.measure((1.0, 0.0), (1.0, rise), "$z$", INK, side=-1)
    around = np.linspace(0.0, float(np.arctan(rise)), 24)
    sheet.path(list(zip(np.cos(around).tolist(), np.sin(around).tolist())), FAINT, 1.2)
    sheet.arrow((0.0, 0.0), (right, up), AFTER, text="$w$", towards=(-0.6, 1), part=0.7)
    return sheet.svg("The walking displacement, tilted into the plane of the floor, with its length kept.")


@drawing
def steep_wall(run: Run) -> Svg:
    """Draw a body at the foot of a steep ramp: the normals n and n' of the kept planes, and the slide that n' forbids."""
    view, contact = PathView(run.record().before.heading, above=False), contact_of(run)
    across, up = view.of(contact.normal)
    slope = (up, -across)
    sheet = SvgSheet((-1.7, -0.32, 1.5, 1.7), height=250, margin=4)
    left, low, right, top = sheet.box
    (x, y), radii = view.of(np.subtract(contact.end, contact.point)), run.simulation.params.radii
    foot = y - radii[2]
    sheet.wall((left, foot), (foot * slope[0] / slope[1], foot), foot - low)
    sheet.path([(foot * slope[0] / slope[1], foot), (top * slope[0] / slope[1], top)], SOLID, 3.0)
    sheet.path(view.outline(radii, (x, y)), BODY, fill=BODY, opacity=0.12, closed=True)
    sheet.line((0.0, foot), (0.0, top), PLANE, 1.4, dashed=True, text="upright plane", towards=(1, -1))
    sheet.letter((0.35 * top * slope[0] / slope[1], 0.35 * top), "ramp", INK, (1, -0.6))
    for (x_tip, y_tip), name, towards in (((0.6 * across, 0.6 * up), "$n$", (0.3, 1)), ((-0.6, 0.0), "$n'$", (-1, 0.4))):
        sheet.arrow((0.0, 0.0), (x_tip, y_tip), NORMAL, 2.4, text=name, towards=towards)
    sheet.arrow((x - 1.2, y), (x - 0.5, y), BEFORE, text="displacement $v$", towards=(-0.3, 1), part=0.5)
    along = -across * slope[0] if across > 0.0 else slope[0]  # part of the unit displacement along the ramp
    tip = (0.8 * along * slope[0], 0.8 * along * slope[1])
    sheet.arrow((0.0, 0.0), tip, AFTER, dashed=True, text="not allowed", towards=(1, -0.8))
    sheet.dot((0.0, 0.0), CONTACT, 4.0)
    return sheet.svg("A ramp that is too steep: the slide along it leads into the upright plane, so the body stops.")


@drawing
def combined_call(run: Run, tick: Tick = 0) -> Svg:
    """Draw a tick at a step's edge by two methods: the slide w' of the walk w, then the fall d; or one slide of w + d."""
    record = run.record(tick)
    view = PathView(record.before.heading, above=False)
    edge, fall = contact_of(run, tick=tick), contact_of(run, "gravity", tick=tick)
    walk, pull, normal = (np.array(view.of(vector)) for vector in (edge.displacement, fall.displacement, edge.normal))
    both, size = walk + pull, 1000.0
    kept, less = (size * (vector - (vector @ normal) * normal) for vector in (walk, both))
    walk, pull, both = size * walk, size * pull, size * both
    landed, slope = kept + fall.fraction * pull, kept / np.linalg.norm(kept)
    pulled = hex_of(palette.GRAVITY_COLOUR)
    sheet = SvgSheet((-30.0, -32.0, 110.0, 52.0), margin=4)
    sheet.path([tuple(-40.0 * slope), tuple(65.0 * slope)], PLANE, 2.0)
    sheet.letter(tuple(-35.0 * slope), "sliding plane", PLANE, (1, 0))
    sheet.arrow((0.0, 0.0), tuple(walk), BEFORE, text="$w$", towards=(1, 0.4))
    sheet.arrow(tuple(walk), tuple(both), pulled, text="$d$", towards=(1, 0), part=0.5)
    sheet.arrow((0.0, 0.0), tuple(both), T1, text="$w + d$", towards=(0, -1), part=0.5)
    for vector, whole, colour, name in ((kept, walk, AFTER, "w'"), (less, both, T1, "(w + d)'")):
        sheet.path([tuple(whole), tuple(vector)], colour, 1.0, dashed=True)
        sheet.dot(tuple(vector), colour, 3.2, text=f"$|{name}|$ = {np.linalg.norm(vector):.0f} mm", towards=(-1, 0.2))
    sheet.arrow(tuple(kept), tuple(landed), pulled, 2.4)
    sheet.letter(tuple(kept), f"then gravity: {np.linalg.norm(landed - kept):.0f} mm", pulled, (1.12, 0.3))
    sheet.dot((0.0, 0.0), CONTACT, 4.0)
    return sheet.svg("Two calls end farther up than one call with the sum: gravity's pass lands on the edge.")


@drawing
def clipped_fall(run: Run) -> Svg:
    """Draw the falling velocity f along a slope, f with gravity added, and f', the rest after the plane has removed a part."""
    record = run.record()
    view, iteration = PathView(record.before.heading, above=False), contact_of(run, "gravity")
    normal, old, new = (np.array(view.of(vector)) for vector in (iteration.normal, record.before.fall, record.after.fall))
    pulled = old - np.array((0.0, run.simulation.params.gravity / run.simulation.hz))
    slope, aside, room = new / np.linalg.norm(new), 0.12 * np.linalg.norm(new) * normal, 0.2 * np.linalg.norm(new)
    points = np.array(((0.0, 0.0), tuple(old), tuple(new + aside), tuple(pulled), tuple(2.5 * aside)))
    sheet = SvgSheet((*(points.min(axis=0) - room), *(points.max(axis=0) + room)), height=250, margin=4)
    reach = 3.0 * room
    sheet.path([tuple(-reach * slope), tuple(new + reach * slope)], SOLID, 3.0)
    sheet.arrow((0.0, 0.0), tuple(2.5 * aside), NORMAL, text="$n$", towards=(-1, 0.4))
    sheet.arrow((0.0, 0.0), tuple(old), BEFORE, text="$f$", towards=(1.2, -0.2), part=0.5)
    sheet.arrow(tuple(old), tuple(pulled), hex_of(palette.GRAVITY_COLOUR), text=r"$g\,\Delta t$", towards=(1, 0), part=0.5)
    sheet.line(tuple(pulled), tuple(new), INK, 1.2, dashed=True, text="removed", towards=(1, -0.8), part=0)
    sheet.arrow(tuple(aside), tuple(new + aside), AFTER, text="$f'$", towards=(-1, 0.4), part=0.6)
    return sheet.svg("Gravity is added to the falling velocity, and the slope removes the part that leads into it.")
