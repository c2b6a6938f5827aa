"""Measures of two bodies in one step: the formulas of a sphere and a plane, and of two spheres."""

from typing import Annotated

from ....core.value_rules import OneOf, Text
from ....core.vec3 import dot, length, sub
from ....lab.exhibits.swept_spheres import FIRST_RADIUS, SECOND_RADIUS, Situation, report_of
from ..argument_types import Axis, Tick
from ..registry import measure
from .exhibits import exhibit_at

SPHERES_RADII = FIRST_RADIUS + SECOND_RADIUS  # [m]
PLANE_TERMS = ("r", "d0", "d1", "enter", "leave")
SPHERES_TERMS = ("AA", "AB", "BB", "RR", "radicand", "dd", "closest", "time")


def situation_at(run, exhibit: str, tick: int) -> Situation:
    """Return the Situation of the bench `exhibit` after a tick."""
    chosen, state = exhibit_at(run, exhibit, tick)
    return chosen.kind.situation(chosen.values(state))


@measure
def plane_sweep(run, exhibit: Text, term: Annotated[str, OneOf(PLANE_TERMS)], tick: Tick = 0) -> float:
    """Return a number of a sphere and a plane: "r", "d0" or "d1" [m], or the fractions "enter" and "leave" of the step.

    "r" is the radius. "d0" and "d1" are the signed distances of the centre from the plane at the start and the end. The sphere
    touches the plane from "enter" to "leave"; both are 1 if it does not.
    """
    report = report_of(situation_at(run, exhibit, tick))
    crossing = report.crossing
    numbers = FIRST_RADIUS, report.first, report.last, crossing.enter, crossing.leave
    return float(numbers[PLANE_TERMS.index(term)])


@measure
def spheres_sweep(run, exhibit: Text, term: Annotated[str, OneOf(SPHERES_TERMS)], tick: Tick = 0) -> float:
    """Return a number of two moving spheres: a term of the quadratic, "closest" approach or "time" of the hit.

    A and B are as in `relative`, and R is the sum of the radii. "AA", "AB", "BB" and "RR" are products [m2]. "radicand" is that
    of the quadratic [m4]. "dd" is the squared least distance of the infinite paths [m2]. "closest" and "time" are fractions of
    the step; "time" is 1 without a hit.
    """
    report = report_of(situation_at(run, exhibit, tick))
    offset, meeting = report.offset, report.meeting
    squares = dot(offset, offset), report.across, report.squared, SPHERES_RADII**2
    numbers = *squares, report.discriminant, report.printed.distance_squared, meeting.closest, meeting.time
    return float(numbers[SPHERES_TERMS.index(term)])


@measure
def relative(run, exhibit: Text, of: Annotated[str, OneOf(("A", "B"))], axis: Axis, tick: Tick = 0) -> float:
    """Return one component [m] of A, the first centre relative to the second at the start, or of B, the relative displacement."""
    report = report_of(situation_at(run, exhibit, tick))
    return float((report.offset if of == "A" else report.displacement)["xyz".index(axis)])


@measure
def path_length(run, exhibit: Text, body: Annotated[str, OneOf(("first", "second"))], tick: Tick = 0) -> float:
    """Return the length [m] of the path of the "first" or the "second" sphere in the step."""
    situation = situation_at(run, exhibit, tick)
    start, end = situation.first if body == "first" else situation.second
    return length(sub(end, start))
