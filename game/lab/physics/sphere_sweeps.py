"""Sweeps of a sphere against a plane and against a moving sphere: as Gomez and Tang's lecture print them, and repaired.

Gomez's listing has three faults. A sphere from behind is never noticed. A sphere that touches at the start is a hit even if it
leaves. The text announces an upper bound of the time of overlap, and the listing has none.

Only the relative motion counts: A is the offset at the start, B the relative displacement, R the sum of the radii. The sweep
starts at the point of closest approach, where no large numbers are subtracted.

The lecture's quadratic loses half of the digits if the spheres are far apart. Its test of the least distance is reversed.
"""

from math import nan, sqrt
from typing import NamedTuple

from ...core.jit import inlined
from ...core.vec3 import Vector, along, dot, scale, sub


class Crossing(NamedTuple):
    """A sphere and a plane in one step.

    is_hit: True if they touch within the step; if they touch at the start, True only if the sphere approaches
    enter, leave: fractions of the step between which they touch; both 1.0 if they do not
    side: 1.0 if the sphere's centre starts in front of the plane or in it, else -1.0
    depth: penetration depth at the start [m], 0.0 if they do not touch then
    """

    is_hit: bool
    enter: float
    leave: float
    side: float
    depth: float


@inlined
def plane_through(point, normal):
    """Return the plane (normal, D [m]) through a point (3,) [m]. A point p has the signed distance normal . p + D.

    normal: unit vector (3,)
    """
    return normal, -dot(normal, point)


@inlined
def signed_distance(plane, point):
    """Return the signed distance [m] of a point (3,) [m] from a plane (unit normal, D [m])."""
    return dot(plane[0], point) + plane[1]


@inlined
def sweep_as_printed(radius, start, end, plane):
    """Return (is_hit, fraction of the step at the hit) by Gomez's listing 1, with its faults. Without a hit the fraction is 1.0.

    radius: of the sphere [m]; start, end: of its centre (3,) [m]; plane: (unit normal, D)
    """
    first, last = signed_distance(plane, start), signed_distance(plane, end)
    if abs(first) <= radius:
        return True, 0.0
    if first > radius and last < radius:
        return True, (first - radius) / (first - last)
    return False, 1.0


@inlined
def crossing_of_distances(radius, first, last):
    """Return the Crossing of a sphere with a plane.

    radius: of the sphere [m]; first, last: signed distances of its centre at the start and end of the step [m]
    """
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
def sweep_sphere_plane(radius, start, end, plane):
    """Return the Crossing of a sphere with a plane, from either side: Gomez's test, repaired.

    radius: of the sphere [m]; start, end: of its centre (3,) [m]; plane: (unit normal, D)
    A sphere that touches at the start is a hit only if it approaches.
    """
    return crossing_of_distances(radius, signed_distance(plane, start), signed_distance(plane, end))


@inlined
def touched_point(crossing, radius, start, end, normal):
    """Return (centre of the sphere at the time of the hit, touched point of the plane), each (3,) [m].

    crossing: Crossing with a hit; radius: of the sphere [m]; start, end: of its centre (3,) [m]
    normal: unit normal of the plane (3,)
    """
    centre = along(start, sub(end, start), crossing.enter)
    return centre, sub(centre, scale(normal, crossing.side * radius))


class PlaneReport(NamedTuple):
    """All numbers of a sphere and a plane in one step, by Gomez's listing and by the repaired test.

    first, last: signed distances of the centre at the start and end of the step [m]
    printed_hit, printed_fraction: the listing's answer, as of `sweep_as_printed`
    crossing: Crossing of the repaired test
    centre, touched: (3,) [m], results of `touched_point`, at the end of the step if they never touch
    """

    first: float
    last: float
    printed_hit: bool
    printed_fraction: float
    crossing: Crossing
    centre: Vector
    touched: Vector


def plane_report(radius, start, end, plane):
    """Return the PlaneReport of one step. radius: of the sphere [m]; start, end: of its centre (3,) [m]; plane: (normal, D)"""
    crossing = sweep_sphere_plane(radius, start, end, plane)
    printed_hit, printed_fraction = sweep_as_printed(radius, start, end, plane)
    centre, touched = touched_point(crossing, radius, start, end, plane[0])
    first, last = signed_distance(plane, start), signed_distance(plane, end)
    return PlaneReport(first, last, printed_hit, printed_fraction, crossing, centre, touched)


class Meeting(NamedTuple):
    """The result of a sweep of two spheres in one step.

    is_hit: True if they touch within the step while they approach
    time: fraction of the step at which they touch, 1.0 without a hit
    closest: fraction at the closest approach of their infinite paths, which may lie outside of 0..1; 0.0 if they do not move
    relative to each other
    distance: least distance of the centres within the step [m]
    depth: penetration depth at the start [m], 0.0 if they are apart
    """

    is_hit: bool
    time: float
    closest: float
    distance: float
    depth: float


@inlined
def sweep_spheres(offset, displacement, radius_sum):
    """Return the Meeting of two spheres. Spheres that touch at the start meet at 0 if they approach. A grazing contact counts.

    offset: A, from the second centre to the first at the start (3,) [m]
    displacement: B, of the first relative to the second (3,) [m]
    radius_sum: sum of both radii [m]
    """
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
    """The results of the formulas in Tang's lecture, for two spheres in one step.

    time: smaller root of the quadratic, as a fraction of the step; nan if there is none, or without relative motion
    is_hit: True if that root is within 0..1
    distance_squared: d^2 = A^2 - (A . B)^2 / B^2, the squared least distance of the infinite paths [m2]; A^2 if B is zero
    is_hit_as_printed: d^2 > R^2; is_hit_turned: d^2 <= R^2
    """

    time: float
    is_hit: bool
    distance_squared: float
    is_hit_as_printed: bool
    is_hit_turned: bool


@inlined
def quadratic_as_printed(offset, displacement, radius_sum):
    """Return the results of the formulas in Tang's lecture, as Printed. Arguments: as in `sweep_spheres`."""
    across, squared, start = dot(offset, displacement), dot(displacement, displacement), dot(offset, offset)
    if squared == 0.0:  # "stationary, or travelling at parallel"
        return Printed(nan, False, start, start > radius_sum * radius_sum, start <= radius_sum * radius_sum)
    least = start - across * across / squared
    discriminant = across * across - squared * (start - radius_sum * radius_sum)
    time = (-across - sqrt(discriminant)) / squared if discriminant >= 0.0 else nan
    return Printed(time, 0.0 <= time <= 1.0, least, least > radius_sum * radius_sum, least <= radius_sum * radius_sum)


class SpheresReport(NamedTuple):
    """All numbers of two spheres in one step, by the formulas in Tang's lecture and by the repaired ones.

    offset, displacement: A and B (3,) [m]
    across, squared: A . B and B . B [m2]; discriminant: of the lecture's quadratic equation [m4]
    printed: results of the lecture's formulas; meeting: results of the repaired ones
    """

    offset: Vector
    displacement: Vector
    across: float
    squared: float
    discriminant: float
    printed: Printed
    meeting: Meeting


def spheres_report(first, second, radius_sum):
    """Return the SpheresReport of two spheres in one step.

    first, second: (start, end) of the path of each centre, each (3,) [m]; radius_sum: sum of both radii [m]
    """
    offset = sub(first[0], second[0])
    displacement = sub(sub(first[1], first[0]), sub(second[1], second[0]))
    across, squared = dot(offset, displacement), dot(displacement, displacement)
    discriminant = across * across - squared * (dot(offset, offset) - radius_sum * radius_sum)
    printed, meeting = (form(offset, displacement, radius_sum) for form in (quadratic_as_printed, sweep_spheres))
    return SpheresReport(offset, displacement, across, squared, discriminant, printed, meeting)
