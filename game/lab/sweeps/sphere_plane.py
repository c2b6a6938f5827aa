"""A sphere swept against a plane (Gomez, Simple Intersection Tests for Games).

Gomez's listing has three faults. A sphere from behind is never noticed. A sphere that touches at the start is a hit even if it
leaves. The text announces an upper bound of the time of overlap, and the listing has none.
"""

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
