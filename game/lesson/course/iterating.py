"""Lesson "iterating": the printed stop before a contact, and a displacement that is divided among calls."""

from math import cos, dist, radians, sin
from typing import Annotated

import numpy as np

from ...collision import Ellipsoid, Rules, TriangleMesh, collide_and_slide
from ...core.value_rules import Number, Whole
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import RulesName, drawing, measure
from ..tools.svg_canvas import BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, SvgSheet

Calls = Annotated[int, Whole(1, 1000)]
ELLIPSOID = Ellipsoid()
WALL = TriangleMesh([(-6, 0, -3), (0, 0, -3), (0, 0, 3), (-6, 0, 3)], [(0, 1, 2), (0, 2, 3)])  # ends at x = 0
BEFORE_END, AWAY = 1.0, 0.1  # [m] of the body at the start: before the wall's end, and away from the wall
ASKED = 3.0  # [m] of the whole displacement


# Measures


@measure
def past_wall_end(run: Run, calls: Calls, rules: RulesName, angle: Annotated[float, Number(1.0, 89.0, "degrees")]) -> float:
    """Return the distance [m] to which a body gets, at `angle` degrees to a wall that ends, with 3 m in `calls` calls."""
    start = place = (-BEFORE_END, -ELLIPSOID.radii[1] - AWAY, 0.0)
    step = ASKED / calls
    for _ in range(calls):
        velocity = step * cos(radians(angle)), step * sin(radians(angle)), 0.0
        place = collide_and_slide(WALL, ELLIPSOID, place, velocity, rules=Rules.named(rules)).position
    return dist(start, place)


# Drawings


@drawing
def very_close(run: Run) -> Svg:
    """Draw the printed stop before a contact: the centre stops ε before the contact, at p', and the contact q is moved to q'."""
    sheet = SvgSheet((-2.9, -0.35, 1.75, 2.5), height=250, margin=4)
    left, low, right, _ = sheet.box
    turn, margin = -0.6, 0.75  # angle of the path to the wall [rad], and ε, which is enlarged
    u = np.array((np.cos(turn), np.sin(turn)))
    touching, q = np.array((0.0, 1.0)), np.array((0.0, 0.0))
    stop, moved = touching - margin * u, q - margin * u
    sheet.wall((left, 0.0), (right, 0.0), -low)
    sheet.circle(tuple(touching), 1.0, FAINT, dashed=True)
    sheet.circle(tuple(stop), 1.0, BODY, fill=BODY, opacity=0.12)
    sheet.path([tuple(touching - 2.6 * u), tuple(touching)], FAINT, 1.2, dashed=True)
    sheet.arrow(tuple(touching - 2.6 * u), tuple(touching - 2.0 * u), BEFORE, text="$u$", towards=(1, 0.4), part=0.5)
    for foot, centre, colour in ((q, touching, FAINT), (moved, stop, NORMAL)):
        sheet.arrow(tuple(foot), tuple(centre), colour)
    sheet.letter(tuple((moved + stop) / 2), "$n$", NORMAL, (-1, 0))
    sheet.path([tuple(moved), tuple(q)], INK, 1.2, dashed=True)
    sheet.letter(tuple((touching + stop) / 2), "$\\epsilon$", INK, (0.4, 1))
    sheet.letter(tuple((moved + q) / 2), "$\\epsilon$", INK, (-0.4, -0.8))
    for point, name, colour, towards in (
        (touching, "$C(t)$", FAINT, (-0.8, -0.7)),
        (stop, "$p'$", BODY, (0.6, 1)),
        (q, "$q$", FAINT, (0.6, -1)),
        (moved, "$q'$", CONTACT, (-1, 1)),
    ):
        sheet.dot(tuple(point), colour, 4.0, text=name, towards=towards)
    return sheet.svg("The sphere stops before the contact, and the contact point is moved back by the same length.")
