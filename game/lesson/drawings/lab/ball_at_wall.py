"""Drawings of a ball at the wall of the court: an impulse, a ball that passes through, and Newton's step to the contact.

exhibit: name of the exhibit in its level
"""


import numpy as np

from ....core.value_rules import Text
from ....lab.exhibits.court import HALF_THICK, RADIUS
from ...measures.argument_types import Tick
from ...measures.lab.exhibits import bodies_of
from ..registry import drawing
from ..svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, Sheet

SPEED_SCALE = 0.2  # [m] drawn for 1 m/s


@drawing
def wall_impulse(run, exhibit: Text):
    """Draw the court's ball at its contact with the wall, the wall's normal n, and the ball's velocities before and after.

    The velocities are those after tick 1 and after the shot's tick.
    """
    first, last = bodies_of(run, exhibit, 1)[1].velocity[1], bodies_of(run, exhibit)[1].velocity[1]
    before, after = SPEED_SCALE * abs(first), SPEED_SCALE * abs(last)
    sheet = Sheet((-0.3, -0.6, 2.1, 0.6), height=170, margin=10)
    sheet.wall((0.0, -0.75), (0.0, 0.75), -0.3)
    sheet.circle((RADIUS, 0.0), RADIUS, BODY, 2.0)
    sheet.dot((0.0, 0.0), CONTACT, 4.0)
    sheet.letter((0.0, 0.0), "contact", CONTACT, (-1, -1.0))
    sheet.arrow((RADIUS, 0.0), (RADIUS + 0.45, 0.0), NORMAL)
    sheet.letter((RADIUS + 0.45, 0.0), "$n$", NORMAL, (1, 0))
    sheet.arrow((RADIUS + before, 0.38), (RADIUS, 0.38), BEFORE)
    sheet.letter((RADIUS + 0.6 * before, 0.38), f"before: {abs(first):.3g} m/s", BEFORE, (0, 1))
    sheet.arrow((RADIUS, -0.38), (RADIUS + after, -0.38), AFTER)
    sheet.letter((RADIUS + 0.6 * after, -0.38), f"after: {abs(last):.3g} m/s", AFTER, (0, -1))
    return sheet.svg(f"A ball at a wall: {abs(first):.3g} m/s towards it before, {abs(last):.3g} m/s away from it after.")


@drawing
def passing_ball(run, exhibit: Text, every: Tick = 6):
    """Draw the court's projectile from the side as it passes through the wall, once in `every` ticks, up to the shot's tick."""
    fliers = [(tick, bodies_of(run, exhibit, tick)[1].flier) for tick in range(1, run.page.shot.tick + 1)]
    places = [(tick, -flier[1]) for tick, flier in fliers if flier is not None and abs(flier[1]) < 1.1]
    sheet = Sheet((-1.2, -0.5, 1.2, 0.55), height=120, margin=6)
    wall = [(-HALF_THICK, -0.7), (HALF_THICK, -0.7), (HALF_THICK, 0.7), (-HALF_THICK, 0.7)]
    sheet.path(wall, PLANE, 1.6, fill=PLANE, opacity=0.25, closed=True)
    reach = RADIUS + HALF_THICK
    inside = [tick for tick, y in places if abs(y) < reach]
    for tick, y in places:
        if (tick - inside[0]) % every == 0:
            meets = abs(y) < reach
            sheet.circle((y, 0.0), RADIUS, CONTACT if meets else BODY, 1.6, fill=CONTACT if meets else "none", opacity=0.15)
    start = dict(places)[inside[0]]
    sheet.dot((start, 0.0), CONTACT, 4.0)
    sheet.letter((start, 0.22), f"tick {inside[0]}: prologue, sound", CONTACT, (-0.2, 1))
    sheet.letter((0.0, -0.24), f"in the wall for {len(inside)} ticks", CONTACT, (0, -1))
    return sheet.svg(f"A ball passes a wall: it overlaps the wall after {len(inside)} ticks, and meets it once.")


@drawing
def newton_step(run):
    """Draw H, the distance of a ball outside a wall, near the end of a tick. Inside, H is negative.

    The tangent at the end of the tick crosses H = 0 at Newton's new t.
    """
    start, slope, root = 0.3, 4.5, 0.4 ** (1.0 / 3.0)  # of H = 1.5 t**3 - 0.6: the first t drawn, H' at t = 1, and its root
    sheet = Sheet((start, -0.6, 1.0, 0.9), height=100, stretched=True, margin=10)
    curve = [(t, 1.5 * t**3 - 0.6) for t in np.linspace(start, 1.0, 40)]
    end = curve[-1]
    new = end[0] - end[1] / slope
    sheet.arrow((start, 0.0), (1.01, 0.0), FAINT, 1.4)
    sheet.letter((start, 0.0), "outside: $H > 0$", INK, (1, 1))
    sheet.letter((start, 0.0), "inside: $H < 0$", INK, (1, -0.8))
    sheet.path([(end[0], 0.0), end], FAINT, 1.2, dashed=True)
    sheet.path([(new, 0.0), end], AFTER, 1.6, dashed=True)
    sheet.path(curve, BODY, 2.4)
    for place, colour in (((root, 0.0), CONTACT), ((new, 0.0), AFTER), (end, BODY)):
        sheet.dot(place, colour, 4.0)
    sheet.letter((root, 0.0), "$H = 0$", CONTACT, (-1, 0.6))
    sheet.letter((new, 0.0), "new $t$", AFTER, (0.6, -0.8))
    sheet.letter((1.0, 0.0), "tick's end", INK, (-0.4, -1))
    return sheet.svg("H over a tick: Newton's method leads from the tick's end, outside, back towards the time at which H is 0.")
