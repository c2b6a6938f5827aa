"""Drawings of a parabola's chord and of Newton's step to the time of a contact.

exhibit: name of the exhibit in its level
"""

from math import sqrt

import numpy as np

from game.value_rules import Text

from ...measures.lab.turning_box_balls import chord_energies
from ..registry import drawing
from ..svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, SOLID, T1, Sheet


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
