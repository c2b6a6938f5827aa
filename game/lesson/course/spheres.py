"""Lesson "spheres": a sphere and a plane, two moving spheres, wrong answers and errors of their formulas."""

from collections.abc import Iterator
from decimal import Decimal, localcontext
from functools import cache
from math import atan2, degrees, log10, radians
from typing import Annotated

import numpy as np

from ...core.value_rules import Number, OneOf, Text, Yes
from ...core.vec3 import Vector, along, cross, dot, length, sub
from ...lab.exhibits import swept_spheres as scene
from ...lab.exhibits.swept_spheres import (
    BEHIND,
    FIRST_RADIUS,
    FRONT,
    LEAVING,
    SECOND_RADIUS,
    Situation,
    bisected,
    bounds_of,
    report_of,
    situation_of,
    turn_at,
)
from ...lab.physics.plane_and_sphere_sweeps import (
    PlaneReport,
    Printed,
    SpheresReport,
    crossing_of_distances,
    quadratic_as_printed,
    sweep_as_printed,
    sweep_spheres,
)
from ..tools.exhibit_measures import kind_at, values_at
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import Axis, drawing, measure
from ..tools.svg_canvas import CONTACT, FAINT, INK, NORMAL, SOLID, XY, SvgSheet, hex_of

PAIRS, PAIRS_RADII, PAIRS_SEED = 20_000, 2.1, 3  # of the share of right answers: pairs, sum of their radii [m]
FAR_PAIRS = 500  # pairs of spheres that start far apart
DIGITS = 60  # of the exact times
Fault = Annotated[str, OneOf(("missed", "stopped"))]
Distance = Annotated[float, Number(1e-3, 1e6, "km")]
SPHERES_RADII = FIRST_RADIUS + SECOND_RADIUS  # [m]
PLANE_TERMS = ("r", "d0", "d1", "enter", "middle", "leave")
SPHERES_TERMS = ("AA", "AB", "BB", "RR", "radicand", "dd", "closest", "time")
FIRST, SECOND, RELATIVE, LEAST = (hex_of(colour) for colour in (scene.FIRST, scene.SECOND, scene.HIT, scene.WRONG))
BEHIND_PLANE = 0.3  # [m] of the shaded side of a plane
DECADES_FAR = range(-1, 6)  # powers of ten of the distance [km]
SMALLEST, LARGEST = -14, 2  # powers of ten of the error [m]


# Measures


@measure
def wrong_crossings(run: Run, of: Fault, radius: Annotated[float, Number(0.0, 1.0, "m")], listing: Yes = False) -> float:
    """Return the percentage of random steps of a sphere and a plane for which our test, or Gomez's listing, is wrong.

    of: the steps that miss a touch, of all 20 000; or the touching spheres that are stopped as they leave, of all that leave
    """
    pairs = np.random.default_rng(1).uniform(-1.0, 1.0, (PAIRS, 2)).tolist()
    if of == "missed":
        missed = sum(is_touched(radius, *pair) and not is_hit_of(listing, radius, *pair) for pair in pairs)
        return 100.0 * missed / len(pairs)
    leaving = [pair for pair in pairs if abs(pair[0]) <= radius and not is_touched(radius, *pair)]
    return 100.0 * sum(is_hit_of(listing, radius, *pair) for pair in leaving) / len(leaving)


def is_touched(radius: float, first: float, last: float) -> bool:
    """True if a sphere touches a plane in a step, and approaches if it does at the start. first, last: signed distances [m]"""
    if abs(first) <= radius:
        return first * (last - first) < 0.0
    return min(first, last) <= radius and max(first, last) >= -radius


def is_hit_of(listing: bool, radius: float, first: float, last: float) -> bool:
    """Return the answer of our test, or of Gomez's listing, for the signed distances [m] of a step."""
    printed, _ = sweep_as_printed(radius, (0.0, 0.0, first), (0.0, 0.0, last), ((0.0, 0.0, 1.0), 0.0))
    return printed if listing else crossing_of_distances(radius, first, last).is_hit


@measure
def right_pairs(run: Run, test: Annotated[str, OneOf(("printed", "turned", "repaired"))]) -> float:
    """Return the percentage of 20 000 random pairs of spheres for which a test of d^2, or our sweep, is right."""
    return 100.0 * shares_of_tests()[("printed", "turned", "repaired").index(test)]


@cache
def shares_of_tests() -> tuple[float, float, float]:
    """Return the shares (0..1) of pairs for which the tests of `right_pairs` are right, by answers computed with 60 digits."""
    random, right, count = np.random.default_rng(PAIRS_SEED), np.zeros(3), 0
    for _ in range(PAIRS):
        (first, second), (first_path, second_path) = random.uniform(-5.0, 5.0, (2, 2, 3))
        offset, displacement = tuple((first - second).tolist()), tuple((first_path - second_path).tolist())
        if dot(offset, offset) <= PAIRS_RADII**2:
            continue
        time = exact_time(offset, displacement, PAIRS_RADII)
        is_hit = time is not None and 0 <= time <= 1
        printed = quadratic_as_printed(offset, displacement, PAIRS_RADII)
        answers = printed.is_hit_as_printed, printed.is_hit_turned, sweep_spheres(offset, displacement, PAIRS_RADII).is_hit
        right += [answer == is_hit for answer in answers]
        count += 1
    return tuple((right / count).tolist())


def exact_time(offset: Vector, displacement: Vector, radii: float) -> Decimal | None:
    """Return the smaller root t of |A + t B| = R with 60 digits, or None if there is none or B is zero. A, B, R: [m]"""
    with localcontext() as context:
        context.prec = DIGITS
        a, b, r = [Decimal(x) for x in offset], [Decimal(x) for x in displacement], Decimal(radii)
        across, squared, start = (sum(x * y for x, y in zip(*pair)) for pair in ((a, b), (b, b), (a, a)))
        radicand = across * across - squared * (start - r * r)
        return (-across - radicand.sqrt()) / squared if squared and radicand >= 0 else None


@measure
def place_error(run: Run, far: Distance, form: Annotated[str, OneOf(("quadratic", "closest approach"))]) -> float:
    """Return the greatest error [m] of a hit's position among 500 random pairs that start `far` apart [km]."""
    errors, _ = errors_far_away(1000.0 * far)
    return errors[("quadratic", "closest approach").index(form)]


@measure
def lost_hits(run: Run, far: Distance) -> float:
    """Return the number of pairs for which the quadratic has no root, among 500 pairs that meet and start `far` apart [km]."""
    return float(errors_far_away(1000.0 * far)[1])


@cache
def errors_far_away(far: float) -> tuple[tuple[float, float], int]:
    """Return (greatest errors of a hit's position [m] by the lecture's quadratic and ours, pairs without its root)."""
    greatest, lost = [0.0, 0.0], 0
    for offset, displacement in far_pairs(far):
        exact = exact_time(offset, displacement, SPHERES_RADII)
        assert exact is not None  # all of these pairs meet
        printed: Printed = quadratic_as_printed(offset, displacement, SPHERES_RADII)
        lost += printed.time != printed.time
        times = printed.time, sweep_spheres(offset, displacement, SPHERES_RADII).time
        for number, time in enumerate(times):
            if time == time:
                greatest[number] = max(greatest[number], abs(float(Decimal(time) - exact)) * displacement[0])
    return (greatest[0], greatest[1]), lost


def far_pairs(far: float) -> Iterator[tuple[Vector, Vector]]:
    """Yield A and B [m] of 500 pairs that meet within the step. far: distance at the start along x [m]"""
    random = np.random.default_rng(5)
    for aside, speed in random.uniform((-0.8, 1.2), (0.8, 2.0), (FAR_PAIRS, 2)).tolist():
        yield (-far, aside, 0.0), (far * speed, 0.0, 0.0)


def situation_at(run: Run, exhibit: str) -> Situation:
    return kind_at(run, exhibit).situation(values_at(run, exhibit))


def plane_at(situation: Situation) -> PlaneReport:
    report = report_of(situation)
    assert isinstance(report, PlaneReport)  # as the page's desk is set
    return report


def spheres_at(situation: Situation) -> SpheresReport:
    report = report_of(situation)
    assert isinstance(report, SpheresReport)  # as the page's desk is set
    return report


@measure
def plane_sweep(run: Run, exhibit: Text, term: Annotated[str, OneOf(PLANE_TERMS)]) -> float:
    """Return a number of a sphere and a plane: "r", "d0", "d1" [m], fractions "enter", "leave" of the touch.

    "middle" is the fraction at which the centre crosses the plane.
    """
    report = plane_at(situation_at(run, exhibit))
    crossing = report.crossing
    numbers = FIRST_RADIUS, report.first, report.last, *bounds_of(report), crossing.leave
    return float(numbers[PLANE_TERMS.index(term)])


@measure
def halvings(run: Run, exhibit: Text, start: Annotated[str, OneOf(("step", "bounds"))]) -> float:
    """Return the number of halvings of a bisection to 1/1000 of the step, from the whole "step" or from the sweep's "bounds"."""
    situation = situation_at(run, exhibit)
    return float(bisected(situation, (0.0, 1.0) if start == "step" else bounds_of(plane_at(situation)))[0])


@measure
def turn_error(
    run: Run, turn: Annotated[float, Number(0.0, 179.0, "degrees")], form: Annotated[str, OneOf(("mix", "even"))]
) -> float:
    """Return the greatest error [degrees] of an orientation in a step: of the linear mix, or of an even turn."""
    angle = radians(turn)
    errors = (abs(turn_at(u, angle, form == "mix") - u * angle) for u in np.linspace(0.0, 1.0, 1001).tolist())
    return degrees(max(errors))


@measure
def spheres_sweep(run: Run, exhibit: Text, term: Annotated[str, OneOf(SPHERES_TERMS)]) -> float:
    """Return a number of two moving spheres: a term of the quadratic, "closest" approach or "time" of the hit.

    A and B are as in `relative`, R the sum of the radii. Products are in [m2], the "radicand" in [m4]. "dd" is the squared least
    distance of the infinite paths [m2]. Times are fractions of the step, 1 without a hit.
    """
    report = spheres_at(situation_at(run, exhibit))
    offset, meeting = report.offset, report.meeting
    squares = dot(offset, offset), report.across, report.squared, SPHERES_RADII**2
    numbers = *squares, report.discriminant, report.printed.distance_squared, meeting.closest, meeting.time
    return float(numbers[SPHERES_TERMS.index(term)])


@measure
def relative(run: Run, exhibit: Text, of: Annotated[str, OneOf(("A", "B"))], axis: Axis) -> float:
    """Return one component [m] of A, the first centre relative to the second at the start, or of B, the relative displacement."""
    report = spheres_at(situation_at(run, exhibit))
    return float((report.offset if of == "A" else report.displacement)["xyz".index(axis)])


@measure
def path_length(run: Run, exhibit: Text, body: Annotated[str, OneOf(("first", "second"))]) -> float:
    """Return the length [m] of the path of the "first" or the "second" sphere in the step."""
    situation = situation_at(run, exhibit)
    path = situation.first if body == "first" else situation.second
    assert path is not None
    start, end = path
    return length(sub(end, start))


@measure
def paths_angle(run: Run, exhibit: Text) -> float:
    """Return the angle [degrees] between the paths of both spheres in the step."""
    situation = situation_at(run, exhibit)
    assert situation.second is not None
    first, second = (sub(end, start) for start, end in (situation.first, situation.second))
    return degrees(atan2(length(cross(first, second)), dot(first, second)))


# Drawings


def seen(point: Vector) -> XY:
    """Return the coordinates (x, z) of a point (3,) in the xz plane, in which both bodies move."""
    return point[0], point[2]


@drawing
def plane_crossing(run: Run, exhibit: Text) -> Svg:
    """Draw a sphere and a plane in one step from the side: the start, the touch, and the signed distances d0 and d1."""
    situation = situation_at(run, exhibit)
    assert situation.plane is not None
    report, (start, end), (normal, _) = plane_at(situation), situation.first, situation.plane
    (x, y), (nx, ny) = seen(report.touched), seen(normal)
    sheet = SvgSheet((start[0] - 0.5, y - 1.3, end[0] + 0.4, y + 1.6), height=210, margin=8)
    sheet.wall((x - 1.6 * ny, y + 1.6 * nx), (x + 1.9 * ny, y - 1.9 * nx), BEHIND_PLANE)
    for name, centre, distance, side in (("0", start, report.first, 1), ("1", end, report.last, -1)):
        sheet.measure(seen(centre), seen(along(centre, normal, -distance)), f"$d_{name}$", INK, side)
    sheet.arrow(seen(start), seen(end), FIRST)
    sheet.circle(seen(start), FIRST_RADIUS, FAINT, dashed=True)
    sheet.circle(seen(report.centre), FIRST_RADIUS, FIRST, 2.0, fill=FIRST, opacity=0.15)
    middle = x + 1.1 * ny, y - 1.1 * nx
    sheet.arrow(middle, (middle[0] + 0.7 * nx, middle[1] + 0.7 * ny), NORMAL, text="$n$", towards=(-1, 0.4))
    for place, name, towards in ((start, "$C_0$", (0, -1)), (report.centre, "$C$", (-0.6, 1)), (end, "$C_1$", (0.4, 1))):
        sheet.dot(seen(place), FIRST, text=name, towards=towards)
    sheet.dot((x, y), CONTACT, 4.0)
    return sheet.svg("A sphere that moves to a plane, with its signed distances at the start and at the end.")


@drawing
def signed_distances(run: Run, exhibit: Text) -> Svg:
    """Draw the signed distance of a centre from a plane over a step, for three paths: from the front, from behind, leaving."""
    offset = values_at(run, exhibit)["offset"]
    sheet = SvgSheet((0.0, -3.7, 1.0, 3.7), height=230, stretched=True, margin=12)
    left, _, right, _ = sheet.box
    sheet.rectangle((left, -FIRST_RADIUS, right, FIRST_RADIUS), "none", fill=SOLID, opacity=0.45)
    sheet.letter((0.1, 0.0), r"touching: $|d| \le r$", INK, (1, 0))
    cases = (
        (FRONT, "from the front: found", NORMAL, (0.14, 0.8)),
        (BEHIND, "from behind: not found", LEAST, (0.14, -0.8)),
        (LEAVING, "leaving: stopped", CONTACT, (0.68, -1.2)),
    )
    for case, words, colour, (place, side) in cases:
        report = plane_at(situation_of(case, offset))
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
def relative_motion(run: Run, exhibit: Text) -> Svg:
    """Draw the first sphere's motion relative to the second, as a point and a sphere of radius R, with A, B and the touch."""
    report = spheres_at(situation_at(run, exhibit))
    start, end, touch = (seen(along(report.offset, report.displacement, t)) for t in (0.0, 1.0, report.meeting.time))
    high = SPHERES_RADII + 0.2
    sheet = SvgSheet((min(start[0], -high), -high, max(end[0], high), high), height=150, margin=14)
    sheet.circle((0.0, 0.0), SECOND_RADIUS, SECOND, 1.0, fill=SECOND, opacity=0.12)
    sheet.circle((0.0, 0.0), SPHERES_RADII, SECOND, 2.0)
    sheet.circle(touch, FIRST_RADIUS, FIRST, 1.0, True)
    sheet.arrow((0.0, 0.0), start, CONTACT, 2.2, text="$A$", towards=(0, 1), part=0.55)
    sheet.arrow(start, end, RELATIVE, 2.2)
    sheet.letter((0.6 * end[0], end[1]), "$B$", RELATIVE, (0, -1))
    edge = 0.8 * SPHERES_RADII, 0.6 * SPHERES_RADII
    sheet.line((0.0, 0.0), edge, SECOND, 1.6, text="$R$", towards=(1, 0.6))
    sheet.dot(touch, FIRST, 4.0)
    sheet.letter((touch[0], touch[1] - FIRST_RADIUS), "touch", FIRST, (-1, 0))
    sheet.dot(start, FIRST, 4.0)
    sheet.dot((0.0, 0.0), SECOND)
    return sheet.svg("Seen from the second sphere, the first is a point that moves by B towards a sphere of radius R.")


@drawing
def distance_parabola(run: Run, exhibit: Text) -> Svg:
    """Draw the squared distance of two centres over t, near its minimum d^2, with a mark at the touch, where it is R^2."""
    report = spheres_at(situation_at(run, exhibit))
    meeting, level, least = report.meeting, SPHERES_RADII**2, report.printed.distance_squared
    top = 4.0 * level
    reach = ((top - least) / report.squared) ** 0.5
    low, high = meeting.closest - reach, meeting.closest + reach
    sheet = SvgSheet((low, 0.0, high, top), height=190, stretched=True, margin=24)
    times = np.linspace(low, high, 61)
    sheet.arrow((low, 0.0), (high + 0.04, 0.0), text="$t$", towards=(-0.4, 1))
    for end in (low, high):
        sheet.letter((end, 0.0), f"{end:.2f}", INK, (0, -1))
    sheet.path([(t, least + report.squared * (t - meeting.closest) ** 2) for t in times], RELATIVE, 2.4)
    sheet.letter((low, top), "$|A + t B|^2$", RELATIVE, (1, 0))
    sheet.line((low, level), (high, level), SECOND, 1.6, dashed=True, text=f"$R^2 = {level:.2f}$", towards=(-1, 1))
    sheet.path([(meeting.time, 0.0), (meeting.time, level)], FIRST, 1.4, dashed=True)
    sheet.dot((meeting.time, level), FIRST, 4.5)
    sheet.letter((meeting.time, 0.0), f"$t = {meeting.time:.3f}$", FIRST, (0, -1))
    sheet.dot((meeting.closest, least), LEAST, 4.5, text=f"$d^2 = {least:.2f}$", towards=(1, -0.6))
    return sheet.svg("The squared distance of the centres is a parabola. Its first crossing of R squared is the hit.")


@drawing
def lost_digits(run: Run) -> Svg:
    """Draw the error of a hit's position against the distance at the start, for the quadratic and for the repaired formula."""
    sheet = SvgSheet((DECADES_FAR[0], SMALLEST, DECADES_FAR[-1], LARGEST), height=230, stretched=True, margin=38)
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
