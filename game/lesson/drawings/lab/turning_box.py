"""Drawings of balls in a turning box: a moving wall, sums over time, a shadow on the floor, energy along chords.

exhibit: name of the exhibit in its level
"""

from math import sqrt

import numpy as np

from ....core.value_rules import Text
from ....lab.physics.turning_box import AXIS
from ...measures.argument_types import Tick
from ...measures.lab.exhibits import bodies_of
from ...measures.lab.turning_box_balls import BallNumber, chord_energies, floor_distance, kind_of, rate_of
from ..registry import drawing
from ..svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, T1, Sheet

SECONDS = 0.5  # of a velocity that an arrow shows. More: arrows leave the drawing; fewer: they are too short to compare


@drawing
def wall_velocity(run, exhibit: Text, ball: BallNumber = 0, tick: Tick = 0):
    """Draw a ball at rest that a wall meets in a tick: the wall's velocity, its normal component, and the ball's new velocity."""
    before, after = bodies_of(run, exhibit, tick)
    new = after.balls["velocity"][ball] - before.balls["velocity"][ball]
    inwards = new / np.linalg.norm(new)
    wall = np.cross(rate_of(run, exhibit, tick) * np.array(AXIS), before.balls["position"][ball])
    along = wall - (wall @ inwards) * inwards
    side, size = float(np.linalg.norm(along)), float(wall @ inwards)
    radius = float(before.balls["radius"][ball])
    top = 2.0 * size * SECONDS
    sheet = Sheet((-1.3, -0.35, 1.9, radius + top + 0.15), height=200, margin=8)
    sheet.wall((2.6, 0.0), (-2.6, 0.0), -0.3)
    sheet.circle((0.0, radius), radius, BODY, 2.0)
    sheet.dot((0.0, 0.0), CONTACT, 4.0)
    sheet.arrow((0.0, 0.0), (side * SECONDS, size * SECONDS), PLANE)
    sheet.letter((side * SECONDS, size * SECONDS), r"$\omega \times p$", PLANE, (1, -0.2))
    sheet.path([(side * SECONDS, size * SECONDS), (0.0, size * SECONDS)], FAINT, 1.2, dashed=True)
    sheet.path([(-0.75, 0.0), (-0.75, size * SECONDS)], PLANE, 1.2, dashed=True)
    sheet.letter((-0.75, size * SECONDS), f"{size:.2f} m/s", PLANE, (-1, -1))
    sheet.path([(-0.75, size * SECONDS), (0.0, size * SECONDS)], FAINT, 1.2, dashed=True)
    sheet.arrow((0.0, radius), (0.0, radius + top), AFTER)
    sheet.letter((0.0, radius + top), f"$v'$: {np.linalg.norm(new):.2f} m/s", AFTER, (1, -0.6))
    sheet.arrow((-1.25, 0.0), (-1.25, -0.32), NORMAL)
    sheet.letter((-1.25, -0.32), "$n$", NORMAL, (1, 0.4))
    sheet.letter((1.5, 0.0), "wall", INK, (0, -1))
    return sheet.svg("A wall that moves towards a ball at rest; the ball leaves with twice the wall's speed along its normal.")


@drawing
def kept_curves(run, exhibit: Text):
    """Draw energy, angular velocity times angular momentum, and their difference, over the time from the start to the shot."""
    figures = [record.lab.readouts[exhibit].figures for record in run.records[: run.page.shot.tick]]
    energies, kept = (np.array([one[name] for one in figures]) for name in ("energy", "kept"))
    times, turning = np.arange(1, len(figures) + 1) / run.page.hz, energies - kept
    low, high = min(turning.min(), 0.0), energies.max()
    sheet = Sheet((0.0, low, times[-1], high), height=200, stretched=True, margin=22)
    sheet.arrow((0.0, 0.0), (1.03 * times[-1], 0.0), FAINT, 1.4)
    sheet.letter((times[-1], 0.0), f"{times[-1]:.0f} s", INK, (-0.4, -1))
    sheet.letter((0.0, 0.0), "0 J", INK, (-1, 0))
    turned = r"$\omega \cdot L$"
    curves = ((energies, "$E$", BEFORE, 0.9), (turning, turned, PLANE, 0.8), (kept, f"$E$ - {turned}", AFTER, -0.6))
    for values, name, colour, up in curves:
        sheet.path(list(zip(times, values)), colour, 2.4)
        middle = len(values) * 4 // 5
        sheet.letter((times[middle], values[middle]), name, colour, (0, 1.6 * up))
    return sheet.svg("Energy and angular velocity times angular momentum change alike; their difference is a level line.")


@drawing
def shadow_places(run, exhibit: Text, ball: BallNumber = 0):
    """Draw a ball over the floor of its box: the foot of the perpendicular, and the printed place of the shadow.

    The box is drawn upright.
    """
    distance = -floor_distance(run, exhibit, ball, 0)[1]
    radius, side = float(bodies_of(run, exhibit)[1].balls["radius"][ball]), kind_of(run, exhibit).half[0]
    sheet = Sheet((-side, -0.3, side, 2.0 * distance + 0.3), height=200, margin=10)
    sheet.wall((side, 0.0), (-side, 0.0), -0.3)
    for x in (-side, side):
        sheet.path([(x, 0.0), (x, 2.0 * distance + 0.4)], SOLID, 2.4)
    left = -0.4 * side
    sheet.circle((left, distance), radius, BODY, 2.0)
    sheet.dot((left, distance), INK)
    sheet.letter((left + radius, distance), "$p$", INK, (0.6, 0))
    for height, words, colour in ((0.0, "correct: $p - d\\,n$", AFTER), (2.0 * distance, "printed: $p + d\\,n$", BEFORE)):
        sheet.circle((left, height), (radius, 0.25 * radius), colour, 1.8, fill=colour, opacity=0.35)
        sheet.letter((left + radius, height), words, colour, (1, 0.6 if height == 0.0 else -0.4))
    for low in (0.0, distance):
        side_line = left - 1.6 * radius
        sheet.path([(side_line, low), (side_line, low + distance)], INK, 1.2, dashed=True)
        sheet.dot((side_line, low + distance), INK, 2.4)
        sheet.letter((side_line, low + 0.5 * distance), f"{distance:.2f} m", INK, (-1, 0))
    sheet.arrow((side - 0.5, 0.6), (side - 0.5, 0.0), NORMAL)
    sheet.letter((side - 0.5, 0.6), "$n$", NORMAL, (1, 0))
    return sheet.svg(f"The printed shadow is at {2.0 * distance:.2f} m over the floor, twice as high as the ball.")


@drawing
def chord_curve(run, exhibit: Text):
    """Draw a tick's parabola and its chord, with the bend enlarged, and the balls' energy over time on both kinds of paths."""
    sheet = Sheet((0.0, 0.0, 4.0, 1.7), height=170, margin=8)
    places = [(0.15 + 1.2 * t, 1.45 - 1.25 * t + 1.1 * t * (1.0 - t)) for t in np.linspace(0.0, 1.0, 30)]
    sheet.path(places, T1, 2.4)
    sheet.path([places[0], places[-1]], BEFORE, 2.0, dashed=True)
    sheet.path([(0.0, 0.5), (1.55, 0.5)], SOLID, 2.4)
    crossing = (0.15 + 1.2 * 0.95 / 1.25, 0.5)
    part = (sqrt(0.15**2 + 4.0 * 1.1 * 0.95) - 0.15) / 2.2  # of the tick, until the parabola meets the floor
    meets = (0.15 + 1.2 * part, 0.5)
    sheet.dot(crossing, BEFORE, 4.0)
    sheet.dot(meets, T1, 4.0)
    sheet.letter(places[10], "parabola", T1, (1, 0.8))
    sheet.letter((0.15 + 1.2 * 0.45, 1.45 - 1.25 * 0.45), "chord", BEFORE, (-1, -0.6))
    sheet.letter((0.35, 0.5), "floor", INK, (0, -1))
    parts = chord_energies(run, exhibit, run.page.shot.tick) - 1.0
    most = float(np.abs(parts).max())
    left, width, base, scale = 1.95, 1.95, 0.75, 0.75 / most
    sheet.arrow((left, base), (left + width + 0.08, base), FAINT, 1.4)
    curve = [(left + width * k / (len(parts) - 1), base + scale * part) for k, part in enumerate(parts)]
    sheet.path(curve, BEFORE, 2.0)
    sheet.path([(left, base), (left + width, base)], T1, 2.4)
    sheet.letter(curve[-1], f"{100.0 * parts[-1]:+.1f} %", BEFORE, (-1, 0.6))
    sheet.letter((left + 0.1, base + 0.8), "energy: by chords", BEFORE, (1, 0))
    sheet.letter((left + 0.1, base), "by parabolas", T1, (1, -1))
    sheet.letter((left + width, base), f"{(len(parts) - 1) / run.page.hz:.0f} s", INK, (-0.6, -1))
    return sheet.svg("A chord meets the floor before its parabola; the energy by chords wanders, that by parabolas stays.")
