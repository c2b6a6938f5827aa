"""Drawings of two bodies in one step: a sphere and a plane, two spheres seen from one of them, their gap, lost digits."""

from math import cos, log10, sin

import numpy as np

from ....core.value_rules import Text
from ....core.vec3 import along
from ....lab.exhibits import swept_spheres as scene
from ....lab.exhibits.swept_spheres import BEHIND, FIRST_RADIUS, FRONT, LEAVING, SECOND_RADIUS, report_of, situation_of
from ...measures.argument_types import Tick
from ...measures.lab.exhibits import exhibit_at
from ...measures.lab.sphere_sweep_accuracy import errors_far_away
from ...measures.lab.two_body_sweeps import SPHERES_RADII, situation_at
from ..registry import drawing
from ..svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, SOLID, Sheet, hex_of

FIRST, SECOND, RELATIVE, LEAST = (hex_of(colour) for colour in (scene.FIRST, scene.SECOND, scene.HIT, scene.WRONG))
BEHIND_PLANE = 0.3  # [m] of the shaded side of a plane
DECADES_FAR = range(-1, 6)  # powers of ten of the distance [km]
SMALLEST, LARGEST = -14, 2  # powers of ten of the error [m]


def seen(point):
    """Return the coordinates (x, z) of a point (3,) in the xz plane, in which both bodies move."""
    return point[0], point[2]


@drawing
def plane_crossing(run, exhibit: Text, tick: Tick = 0):
    """Draw a sphere and a plane in one step from the side: the start, the touch, and the signed distances d0 and d1."""
    situation = situation_at(run, exhibit, tick)
    report, (start, end), (normal, _) = report_of(situation), situation.first, situation.plane
    (x, y), (nx, ny) = seen(report.touched), seen(normal)
    sheet = Sheet((start[0] - 0.5, y - 1.3, end[0] + 0.4, y + 1.6), height=210, margin=8)
    sheet.wall((x - 1.6 * ny, y + 1.6 * nx), (x + 1.9 * ny, y - 1.9 * nx), BEHIND_PLANE)
    for name, centre, distance, side in (("0", start, report.first, 1), ("1", end, report.last, -1)):
        foot = along(centre, normal, -distance)
        sheet.measure(seen(centre), seen(foot), f"$d_{name}$", INK, side)
    sheet.arrow(seen(start), seen(end), FIRST)
    sheet.circle(seen(start), FIRST_RADIUS, FAINT, dashed=True)
    sheet.circle(seen(report.centre), FIRST_RADIUS, FIRST, 2.0, fill=FIRST, opacity=0.15)
    middle = x + 1.1 * ny, y - 1.1 * nx
    sheet.arrow(middle, (middle[0] + 0.7 * nx, middle[1] + 0.7 * ny), NORMAL)
    sheet.letter((middle[0] + 0.7 * nx, middle[1] + 0.7 * ny), "$n$", NORMAL, (-1, 0.4))
    for place, name, towards in ((start, "$C_0$", (0, -1)), (report.centre, "$C$", (-0.6, 1)), (end, "$C_1$", (0.4, 1))):
        sheet.dot(seen(place), FIRST)
        sheet.letter(seen(place), name, FIRST, towards)
    sheet.dot((x, y), CONTACT, 4.0)
    return sheet.svg("A sphere that moves to a plane, with its signed distances at the start and at the end.")


@drawing
def signed_distances(run, exhibit: Text, tick: Tick = 0):
    """Draw the signed distance of a centre from a plane over a step, for three paths: from the front, from behind, leaving."""
    bench, state = exhibit_at(run, exhibit, tick)
    values = bench.values(state)
    sheet = Sheet((0.0, -3.7, 1.0, 3.7), height=230, stretched=True, margin=12)
    left, _, right, _ = sheet.box
    band = [(left, -FIRST_RADIUS), (right, -FIRST_RADIUS), (right, FIRST_RADIUS), (left, FIRST_RADIUS)]
    sheet.path(band, "none", fill=SOLID, opacity=0.45, closed=True)
    sheet.letter((0.1, 0.0), r"touching: $|d| \le r$", INK, (1, 0))
    cases = (
        (FRONT, "from the front: found", NORMAL, (0.14, 0.8)),
        (BEHIND, "from behind: not found", LEAST, (0.14, -0.8)),
        (LEAVING, "leaving: stopped", CONTACT, (0.68, -1.2)),
    )
    for case, words, colour, (place, side) in cases:
        report = report_of(situation_of(case, values["offset"]))
        ends = (0.0, report.first), (1.0, report.last)
        sheet.path(ends, colour, 2.2)
        height = report.first + place * (report.last - report.first)
        sheet.letter((place, height), words, colour, (1, side))
        enter = report.crossing.enter
        if report.crossing.is_hit:
            sheet.dot((enter, report.first + enter * (report.last - report.first)), colour, 4.5)
    sheet.letter((0.0, 3.7), "$d$ over the step", INK, (1, 0))
    return sheet.svg("Signed distances over a step. As printed only the one from the front is right.")


@drawing
def relative_motion(run, exhibit: Text, tick: Tick = 0):
    """Draw the motion of the first sphere relative to the second, with the offset A, the displacement B and the touch.

    The first is drawn as a point, and the second with the radius R, the sum of both radii.
    """
    report = report_of(situation_at(run, exhibit, tick))
    start, end, touch = (seen(along(report.offset, report.displacement, t)) for t in (0.0, 1.0, report.meeting.time))
    high = SPHERES_RADII + 0.2
    sheet = Sheet((min(start[0], -high), -high, max(end[0], high), high), height=150, margin=14)
    sheet.circle((0.0, 0.0), SECOND_RADIUS, SECOND, 1.0, fill=SECOND, opacity=0.12)
    sheet.circle((0.0, 0.0), SPHERES_RADII, SECOND, 2.0)
    sheet.circle(touch, FIRST_RADIUS, FIRST, 1.0, True)
    sheet.arrow((0.0, 0.0), start, CONTACT, 2.2)
    sheet.letter((0.55 * start[0], 0.55 * start[1]), "$A$", CONTACT, (0, 1))
    sheet.arrow(start, end, RELATIVE, 2.2)
    sheet.letter((0.6 * end[0], end[1]), "$B$", RELATIVE, (0, -1))
    edge = 0.8 * SPHERES_RADII, 0.6 * SPHERES_RADII
    sheet.path([(0.0, 0.0), edge], SECOND, 1.6)
    sheet.letter(edge, "$R$", SECOND, (1, 0.6))
    sheet.dot(touch, FIRST, 4.0)
    sheet.letter((touch[0], touch[1] - FIRST_RADIUS), "touch", FIRST, (-1, 0))
    sheet.dot(start, FIRST, 4.0)
    sheet.dot((0.0, 0.0), SECOND)
    return sheet.svg("Seen from the second sphere, the first is a point that moves by B towards a sphere of radius R.")


@drawing
def distance_parabola(run, exhibit: Text, tick: Tick = 0):
    """Draw the squared distance of two centres as a function of t, near its minimum d^2, with a mark at the touch.

    At the touch, the squared distance is R^2. R is the sum of the radii.
    """
    report = report_of(situation_at(run, exhibit, tick))
    meeting, level, least = report.meeting, SPHERES_RADII**2, report.printed.distance_squared
    top = 4.0 * level
    reach = ((top - least) / report.squared) ** 0.5
    low, high = meeting.closest - reach, meeting.closest + reach
    sheet = Sheet((low, 0.0, high, top), height=190, stretched=True, margin=24)
    times = np.linspace(low, high, 61)
    sheet.arrow((low, 0.0), (high + 0.04, 0.0))
    sheet.letter((high + 0.04, 0.0), "$t$", INK, (-0.4, 1))
    for end in (low, high):
        sheet.letter((end, 0.0), f"{end:.2f}", INK, (0, -1))
    sheet.path([(t, least + report.squared * (t - meeting.closest) ** 2) for t in times], RELATIVE, 2.4)
    sheet.letter((low, top), "$|A + t B|^2$", RELATIVE, (1, 0))
    sheet.path([(low, level), (high, level)], SECOND, 1.6, dashed=True)
    sheet.letter((high, level), f"$R^2 = {level:.2f}$", SECOND, (-1, 1))
    sheet.path([(meeting.time, 0.0), (meeting.time, level)], FIRST, 1.4, dashed=True)
    sheet.dot((meeting.time, level), FIRST, 4.5)
    sheet.letter((meeting.time, 0.0), f"$t = {meeting.time:.3f}$", FIRST, (0, -1))
    sheet.dot((meeting.closest, least), LEAST, 4.5)
    sheet.letter((meeting.closest, least), f"$d^2 = {least:.2f}$", LEAST, (1, -0.6))
    return sheet.svg("The squared distance of the centres is a parabola. Its first crossing of R squared is the hit.")


@drawing
def lost_digits(run):
    """Draw the error of a hit's position against the distance at the start, for the quadratic and for the repaired formula."""
    sheet = Sheet((DECADES_FAR[0], SMALLEST, DECADES_FAR[-1], LARGEST), height=230, stretched=True, margin=38)
    for power in DECADES_FAR[1::2]:
        sheet.path([(power, SMALLEST), (power, LARGEST)], FAINT, 0.5)
        sheet.letter((power, SMALLEST), f"{10.0**power:,.0f} km".replace(",", " "), INK, (0, -1))
    for power, words in ((-12, "$10^{-12}$"), (-6, "$10^{-6}$"), (0, "1 m")):
        sheet.path([(DECADES_FAR[0], power), (DECADES_FAR[-1], power)], FAINT, 0.5)
        sheet.letter((DECADES_FAR[0], power), words, INK, (-1, 0))
    found = [(power, errors_far_away(10.0 ** (power + 3))[0]) for power in DECADES_FAR]
    for number, (words, colour, side) in enumerate((("quadratic", LEAST, 1), ("repaired", NORMAL, -1))):
        curve = [(power, log10(errors[number])) for power, errors in found]
        sheet.path(curve, colour, 2.4)
        for place in curve:
            sheet.dot(place, colour, 3.4)
        sheet.letter(curve[3 if side > 0 else 4], words, colour, (-1, 1) if side > 0 else (0.5, -0.9))
    sheet.letter((DECADES_FAR[0], LARGEST), "error of the place, by the distance at the start", INK, (1, 0))
    return sheet.svg("The quadratic loses twice as many digits as the form from the closest approach.")


@drawing
def pair_gap(run):
    """Draw two balls with the gap G and the normal n: whole displacements, which lead to an overlap, and shares that do not."""
    sheet = Sheet((-1.55, -0.72, 1.55, 0.74), height=200, margin=2)
    turn, radius, gap = 0.35, 0.42, 0.6
    normal = np.array((cos(turn), sin(turn)))
    half, paths = (radius + 0.5 * gap) * normal, np.array([(-0.55, -0.5), (0.62, 0.12)])
    share = gap / float(normal @ (paths[1] - paths[0]))
    names = (0.2, -0.47), (-0.136, -0.307)  # places of the names of the whole displacements, beside all circles
    for sign, name, path, named in zip((1, -1), "ab", paths, names):
        centre = sign * half
        sheet.circle(tuple(centre), radius, BODY, 2.0)
        sheet.dot(tuple(centre), INK)
        sheet.circle(tuple(centre + share * path), radius, AFTER, 1.4, dashed=True)
        sheet.arrow(tuple(centre), tuple(centre + path), BEFORE, 1.6)
        sheet.arrow(tuple(centre), tuple(centre + share * path), AFTER, 3.0)
        outside = centre + sign * radius * normal
        sheet.letter(tuple(outside), f"ball {name}", BODY, (sign, 0.8 * sign))
        sheet.letter(named, f"$h w_{name}$", BEFORE, (0, 0))
        sheet.letter(tuple(outside), rf"$\alpha_{name} h w_{name}$", AFTER, (sign, -0.8 * sign))
    ends = [tuple(sign * 0.5 * gap * normal) for sign in (-1, 1)]
    sheet.path(ends, CONTACT, 3.0)
    sheet.letter(ends[1], "$G$", CONTACT, (-1.2, 1.4))
    start = np.array((0.75, -0.62))
    sheet.arrow(tuple(start), tuple(start + 0.4 * normal), NORMAL)
    sheet.letter(tuple(start + 0.4 * normal), "$n$", NORMAL, (1, 0))
    return sheet.svg("Two balls with a gap G: whole displacements overlap, shares of them do not.")
