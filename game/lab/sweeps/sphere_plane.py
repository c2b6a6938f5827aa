"""A sphere swept against a plane (Gomez, Simple Intersection Tests for Games).

The listing has three faults. A sphere from behind is never noticed. A sphere that touches at the start is hit even if it
leaves. The text announces an upper bound of the time of overlap, and the listing has none.
"""

from typing import NamedTuple

from ...collision.engine.jit import inlined
from ...collision.engine.vec3 import Vector, along, dot, scale, sub


class Crossing(NamedTuple):
    """A sphere and a plane in one step.

    enter, leave: fractions of the step between which they touch
    side: 1.0 if the sphere starts in front, else -1.0
    depth: penetration depth at the start [m], 0.0 if it does not touch
    """

    is_hit: bool
    enter: float
    leave: float
    side: float
    depth: float


@inlined
def plane_through(point, normal):
    """Return (normal, D) of a plane, so that a point p has the signed distance normal . p + D."""
    return normal, -dot(normal, point)


@inlined
def signed_distance(plane, point):
    """Return the signed distance of a point from a plane (normal, D) [m]."""
    return dot(plane[0], point) + plane[1]


@inlined
def sweep_as_printed(radius, start, end, plane):
    """Return (is_hit, fraction) of Gomez's listing 1. start, end: of the centre [m]; plane: (normal, D)"""
    first, last = signed_distance(plane, start), signed_distance(plane, end)
    if abs(first) <= radius:
        return True, 0.0
    if first > radius and last < radius:
        return True, (first - radius) / (first - last)
    return False, 1.0


@inlined
def crossing_of_distances(radius, first, last):
    """Return the Crossing of a sphere whose centre goes from one signed distance to another [m]."""
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
    """Return the Crossing of a sphere with a plane (normal, D), from both sides; no hit at the start for a sphere that leaves."""
    return crossing_of_distances(radius, signed_distance(plane, start), signed_distance(plane, end))


@inlined
def touched_point(crossing, radius, start, end, normal):
    """Return (centre at the time of the hit, point of the plane that is touched) [m]."""
    centre = along(start, sub(end, start), crossing.enter)
    return centre, sub(centre, scale(normal, crossing.side * radius))


class PlaneReport(NamedTuple):
    """All figures of the bench: signed distances [m], the listing's answer and the Crossing."""

    first: float
    last: float
    printed_hit: bool
    printed_fraction: float
    crossing: Crossing
    centre: Vector
    touched: Vector


def plane_report(radius, start, end, plane):
    """Return the PlaneReport of a sphere that goes from start to end [m]."""
    crossing = sweep_sphere_plane(radius, start, end, plane)
    printed_hit, printed_fraction = sweep_as_printed(radius, start, end, plane)
    centre, touched = touched_point(crossing, radius, start, end, plane[0])
    first, last = signed_distance(plane, start), signed_distance(plane, end)
    return PlaneReport(first, last, printed_hit, printed_fraction, crossing, centre, touched)
