"""The drawing beside a rule in the menu: a walk with the rule on and off, from the side, and two bars with the results."""

from math import cos, pi, sin

import numpy as np

from ...explain.palette import PLAYER, TWINS
from ...explain.rule_comparison_walks import WALKS, effect_of
from ...explain.rule_switch_descriptions import NAMES
from ...simulation import PlayerParams
from ..panels.canvas.theme import ASIDE, CODE, HEADING, LINE, NOTE, PANEL

INSET, ROW = 18, 26  # [units]
COLOURS = (PLAYER, TWINS[0])  # of the walks with the rule on and off
WORDS = ("on", "off")
AROUND, ABOVE = 0.9, 2.0  # [m] beside and above the paths that are drawn
GROUND = (0.62, 0.66, 0.70)
THICK = (4, 2)  # [units] width of the two paths. They differ, so both are visible where they coincide
LEAST_WIDTH = 280  # [units] of the drawing. Narrower: its words do not fit
CORNERS = 28  # of the outline of a body


def draw_rule(canvas, left, top, width, height, rule):
    """Draw the effect of a rule in a rectangle. A rectangle that is too narrow stays empty.

    left, top: upper left corner of the rectangle [units]
    width, height: of the rectangle [units]
    rule: name of a switch of Rules
    """
    if width < LEAST_WIDTH:
        return
    effect, (off, radii) = effect_of(rule), (WALKS[rule].off, WALKS[rule].radii or PlayerParams().radii)
    canvas.box(left, top, width, height, PANEL)
    canvas.text("The same walk, on and off", left + INSET, top + 10, HEADING)
    if off:
        canvas.text("both off: " + ", ".join(NAMES[name] for name in off), left + INSET, top + 32, ASIDE)
    bars = top + height - 3 * ROW - 8
    draw_walk(canvas, effect, radii, (left + INSET, top + 56, width - 2 * INSET, bars - top - 66))
    canvas.box(left + INSET, bars - 4, width - 2 * INSET, 1, LINE)
    canvas.text(effect.title, left + INSET, bars + 2, ASIDE)
    longest = max(*effect.values, 1e-9)
    room = width - 2 * INSET - 110
    for name, value, colour, y in zip(WORDS, effect.values, COLOURS, (bars + ROW, bars + 2 * ROW)):
        style = NOTE._replace(colour=(*colour, 1.0), bold=True)
        canvas.text(name, left + INSET, y, style)
        canvas.box(left + INSET + 36, y + 4, max(2.0, room * value / longest), 12, (*colour, 1.0))
        canvas.text(number_text(value), left + width - INSET, y, CODE, align="right")


def number_text(value):
    """Return a quantity as text with three significant digits, or "0" below 0.001."""
    return f"{value:.3g}" if value >= 0.001 else "0"


def draw_walk(canvas, effect, radii, area):
    """Draw an Effect of a rule from the side: profiles of the level, and the path and last body with the rule on and off.

    radii: (3,) of the body [m]
    area: (left, top, width, height) [units]
    """
    low, high = extent(effect.paths)
    left, top, width, height = area
    scale = min(width / (high[0] - low[0]), height / (high[1] - low[1]))
    shift = left + (width - scale * (high[0] - low[0])) / 2, top + height

    def place(points):
        return [(shift[0] + scale * (y - low[0]), shift[1] - scale * (z - low[1])) for y, z in points]

    for profile in effect.profiles:
        for start, end in zip(profile, profile[1:]):
            if line := clip_line(start, end, low, high):
                canvas.curve(place(line), 3, GROUND)
    turned = (radii[1], radii[0])  # half lengths along y with the rule turn_body off and on
    for path, colour, thick, is_on in zip(effect.paths, COLOURS, THICK, (True, False)):
        canvas.curve(place(path), thick, colour)
        across = turned[is_on and radii[0] != radii[1]]
        canvas.curve(place(outline(path[-1], across, radii[2])), 2, colour)


def extent(paths):
    """Return the lower left and the upper right corner (y, z) [m] of the part of the level that is drawn around some paths.

    paths: list of paths, each a list of points (y, z) [m]
    """
    points = np.vstack(paths)
    low, high = points.min(axis=0), points.max(axis=0)
    return (low[0] - AROUND, low[1] - 0.3), (high[0] + AROUND, high[1] + ABOVE)


def outline(feet, across, high):
    """Return the outline of a body, a closed ellipse, as a list of points (y, z) [m].

    feet: lowest point (y, z) of the body [m]
    across, high: radii of the body along y and z [m]
    """
    angles = [2.0 * pi * corner / CORNERS for corner in range(CORNERS + 1)]
    return [(feet[0] + across * sin(angle), feet[1] + high - high * cos(angle)) for angle in angles]


def clip_line(start, end, low, high):
    """Return the two ends of that part of a line which is within a rectangle, or None if there is no such part.

    start, end: of the line, (y, z) [m]
    low, high: corners of the rectangle, (y, z) [m]
    """
    first, last = 0.0, 1.0
    for a, b, least, most in zip(start, end, low, high):
        if a == b:
            if not least <= a <= most:
                return None
            continue
        near, far = sorted(((least - a) / (b - a), (most - a) / (b - a)))
        first, last = max(first, near), min(last, far)
    if first >= last:
        return None
    return tuple(tuple(a + part * (b - a) for a, b in zip(start, end)) for part in (first, last))
