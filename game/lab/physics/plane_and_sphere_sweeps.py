"""Sweeps of a sphere against a plane and against a moving sphere: as Gomez and Tang's lecture print them, and repaired.

Gomez's listing never notices a sphere from behind. One that touches at the start is a hit even if it leaves, and the announced
upper bound of the overlap is missing. The lecture's quadratic loses half of the digits if the spheres are far apart, and its test
of the least distance is reversed. Only the relative motion counts: A is the offset at the start, B the relative displacement, R
the sum of the radii. The sweep starts at the closest approach, where no large numbers are subtracted.
"""

from math import nan, sqrt
from typing import NamedTuple

from ...core.jit import inlined
from ...core.vec3 import Vector, along, dot, scale, sub

PlaneEquation = tuple[Vector, float]  # (unit normal, D [m]): a point p has the signed distance normal . p + D


class Crossing(NamedTuple):
    """A sphere and a plane in one step. enter, leave: fractions of the step between which they touch; both 1.0 if they do not"""

    is_hit: bool  # True if they touch within the step; if they touch at the start, True only if the sphere approaches
    enter: float
    leave: float
    side: float  # 1.0 if the sphere's centre starts in front of the plane or in it, else -1.0
    depth: float  # penetration depth at the start [m], 0.0 if they do not touch then


@inlined
def plane_through(point: Vector, normal: Vector) -> PlaneEquation:
    """Return the plane through a point [m]. normal: unit vector"""
    return normal, -dot(normal, point)


@inlined
def signed_distance(plane: PlaneEquation, point: Vector) -> float:
    return dot(plane[0], point) + plane[1]


@inlined
def sweep_as_printed(radius: float, start: Vector, end: Vector, plane: PlaneEquation) -> tuple[bool, float]:
    """Return (is_hit, fraction of the step at the hit or 1.0) of a sphere [m] by Gomez's listing 1, with its faults."""
    first, last = signed_distance(plane, start), signed_distance(plane, end)
    if abs(first) <= radius:
        return True, 0.0
    if first > radius and last < radius:
        return True, (first - radius) / (first - last)
    return False, 1.0


@inlined
def crossing_of_distances(radius: float, first: float, last: float) -> Crossing:
    """Return the Crossing. radius: of the sphere [m]; first, last: signed distances of its centre at the start and the end [m]"""
    side = 1.0 if first >= 0.0 else -1.0
    first, last = side * first, side * last
    if first <= radius:
        leave = (first + radius) / (first - last) if first - last > first + radius else 1.0
        if last > radius:
            leave = (radius - first) / (last - first)
        return Crossing(last < first, 0.0, leave, side, radius - first)
    if last > radius:
        return Crossing(False, 1.0, 1.0, side, 0.0)
    return Crossing(True, (first - radius) / (first - last), min((first + radius) / (first - last), 1.0), side, 0.0)


@inlined
def sweep_sphere_plane(radius: float, start: Vector, end: Vector, plane: PlaneEquation) -> Crossing:
    """Return the Crossing from either side by Gomez's test, repaired. A sphere that touches at the start must approach."""
    return crossing_of_distances(radius, signed_distance(plane, start), signed_distance(plane, end))


@inlined
def touched_point(crossing: Crossing, radius: float, start: Vector, end: Vector, normal: Vector) -> tuple[Vector, Vector]:
    """Return (centre of the sphere at the time of the hit [m], touched point of the plane [m])."""
    centre = along(start, sub(end, start), crossing.enter)
    return centre, sub(centre, scale(normal, crossing.side * radius))


class PlaneReport(NamedTuple):
    """All numbers of a sphere and a plane in one step, by Gomez's listing and by the repaired test."""

    first: float  # signed distance of the centre at the start [m]
    last: float  # at the end
    printed_hit: bool  # the listing's answer
    printed_fraction: float  # as of `sweep_as_printed`
    crossing: Crossing  # Crossing of the repaired test
    centre: Vector  # with `touched`, of `touched_point` [m], at the end of the step if they never touch
    touched: Vector


def plane_report(radius: float, start: Vector, end: Vector, plane: PlaneEquation) -> PlaneReport:
    crossing = sweep_sphere_plane(radius, start, end, plane)
    printed_hit, printed_fraction = sweep_as_printed(radius, start, end, plane)
    centre, touched = touched_point(crossing, radius, start, end, plane[0])
    first, last = signed_distance(plane, start), signed_distance(plane, end)
    return PlaneReport(first, last, printed_hit, printed_fraction, crossing, centre, touched)


class Meeting(NamedTuple):
    is_hit: bool  # True if they touch within the step while they approach
    time: float  # fraction of the step at which they touch, 1.0 without a hit
    closest: float  # fraction at the closest approach of their infinite paths, in 0..1 or not; 0.0 without relative motion
    distance: float  # least distance of the centres within the step [m]
    depth: float  # penetration depth at the start [m], 0.0 if they are apart


@inlined
def sweep_spheres(offset: Vector, displacement: Vector, radius_sum: float) -> Meeting:
    """Return the Meeting of two spheres, of the first relative to the second. A touch meets at 0 if they approach."""
    approach, squared = dot(offset, displacement), dot(displacement, displacement)
    start = dot(offset, offset)
    closest = -approach / squared if squared > 0.0 else 0.0
    miss = along(offset, displacement, closest)
    nearest = along(offset, displacement, min(max(closest, 0.0), 1.0))
    distance = sqrt(dot(nearest, nearest))
    if start <= radius_sum * radius_sum:
        return Meeting(approach < 0.0, 0.0 if approach < 0.0 else 1.0, closest, distance, radius_sum - sqrt(start))
    rest = radius_sum * radius_sum - dot(miss, miss)
    if approach >= 0.0 or squared == 0.0 or rest < 0.0:
        return Meeting(False, 1.0, closest, distance, 0.0)
    time = closest - sqrt(rest / squared)
    return Meeting(time <= 1.0, min(max(time, 0.0), 1.0), closest, distance, 0.0)


class Printed(NamedTuple):
    """The results of the formulas in Tang's lecture, for two spheres in one step."""

    time: float  # smaller root of the quadratic, as a fraction of the step; nan if there is none, or without relative motion
    is_hit: bool  # True if that root is within 0..1
    distance_squared: float  # d^2 = A^2 - (A . B)^2 / B^2, of the infinite paths [m2]; A^2 if B is zero
    is_hit_as_printed: bool  # d^2 > R^2
    is_hit_turned: bool  # d^2 <= R^2


@inlined
def quadratic_as_printed(offset: Vector, displacement: Vector, radius_sum: float) -> Printed:
    """Return the results of the formulas in Tang's lecture."""
    across, squared, start = dot(offset, displacement), dot(displacement, displacement), dot(offset, offset)
    if squared == 0.0:  # "stationary, or travelling at parallel"
        return Printed(nan, False, start, start > radius_sum * radius_sum, start <= radius_sum * radius_sum)
    least = start - across * across / squared
    discriminant = across * across - squared * (start - radius_sum * radius_sum)
    time = (-across - sqrt(discriminant)) / squared if discriminant >= 0.0 else nan
    return Printed(time, 0.0 <= time <= 1.0, least, least > radius_sum * radius_sum, least <= radius_sum * radius_sum)


class SpheresReport(NamedTuple):
    """All numbers of two spheres in one step, by the formulas in Tang's lecture and by the repaired ones."""

    offset: Vector  # A [m]
    displacement: Vector  # B [m]
    across: float  # A . B [m2]
    squared: float  # B . B [m2]
    discriminant: float  # of the lecture's quadratic equation [m4]
    printed: Printed  # results of the lecture's formulas
    meeting: Meeting  # results of the repaired ones


def spheres_report(first: tuple[Vector, Vector], second: tuple[Vector, Vector], radius_sum: float) -> SpheresReport:
    """Return all numbers of one step. first, second: (start, end) of each centre's path [m]; radius_sum: of both radii [m]"""
    offset = sub(first[0], second[0])
    displacement = sub(sub(first[1], first[0]), sub(second[1], second[0]))
    across, squared = dot(offset, displacement), dot(displacement, displacement)
    discriminant = across * across - squared * (dot(offset, offset) - radius_sum * radius_sum)
    printed, meeting = (form(offset, displacement, radius_sum) for form in (quadratic_as_printed, sweep_spheres))
    return SpheresReport(offset, displacement, across, squared, discriminant, printed, meeting)
