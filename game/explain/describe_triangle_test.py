"""Describe the test of a triangle as text, up to the stage at which it ended (the paper's chapter 3).

All values are in eSpace. A time t is the fraction of the velocity, which is a displacement: 0 at its start, 1 at its end. Names
such as basePoint are those of the paper.
"""

from math import inf

from ..collision.trace import Outcome
from .line_and_number_format import NO_BREAK, lines_of, number, point
from .triangle_test_types import Stage


def describe_triangle_test(test):
    """Return the Lines that describe a TriangleTest."""
    lines = lines_of("3.2", f"triangle {test.triangle}", f"N {point(test.normal)}, Cp{NO_BREAK}{number(test.constant)}")
    if test.stage == Stage.UNREACHED:
        return lines + lines_of("3.1", "not tested: its box is out of the sweep's reach")
    lines += lines_of("3.2", f"SignedDistance(basePoint) {number(test.distance)}", interval_text(test))
    if test.stage == Stage.INTERVAL:
        return lines + lines_of("3.2", "[t0, t1] does not overlap [0, 1]: out of reach")
    if test.stage == Stage.BACK_FACING:
        return lines
    lines += describe_start(test) + describe_plane_point(test)
    lines += [line for part in test.parts for line in describe_part(part)]
    return lines + describe_conclusion(test)


def interval_text(test):
    """Return text about the sphere's approach to the plane in a TriangleTest: N · velocity, then one of three results.

    They are: back-facing, parallel to the plane, or t0 and t1, the times between which the sphere touches the plane.
    """
    t0, t1 = test.interval
    closing = f"N · velocity {number(test.normal_dot_velocity)}"
    if test.stage == Stage.BACK_FACING:
        return f"{closing}: back-facing, skipped"
    return f"{closing}: {f't0 {number(t0)}, t1 {number(t1)}' if test.normal_dot_velocity else 'parallel to the plane'}"


def describe_start(test):
    """Return Lines about the distance to the triangle at the start of the sweep, the first step of the exact test.

    test: TriangleTest. The list is empty if the test did not need the distance.
    """
    if test.at_start is None:
        return []
    distance, towards = test.at_start
    lines = lines_of("3", f"distance to the triangle at the start {number(distance)}")
    if test.stage == Stage.TOUCHING:
        depth = f"touches already, {number(1.0 - distance)} deep, and "
        return lines + lines_of("3", depth + ("moves towards it" if test.outcome == Outcome.HIT else "does not move towards it"))
    return lines


def describe_plane_point(test):
    """Return Lines about the point at which the sphere first touches the plane: its position, and its weights in the triangle.

    test: TriangleTest. The list is empty if the test did not need the point.
    """
    if test.stage not in (Stage.INSIDE, Stage.OUTLINE) or test.barycentric is None:
        return []
    where = "inside" if test.stage == Stage.INSIDE else "outside"
    plane_point, weights = f"planeIntersectionPoint {point(test.point_on_plane)}", f"barycentric {point(test.barycentric)}"
    return lines_of("3.3", plane_point, f"{weights}: {where}")


def describe_part(part):
    """Return Lines about a corner or an edge: its quadratic equation, the roots, and the reason to accept or reject them.

    part: Part of a TriangleTest
    """
    a, b, c = part.equation
    x1, x2 = part.roots
    name = f"{'corner' if len(part.points) == 1 else 'edge'} {part.name}:"
    if x1 == inf:
        square = b * b - 4.0 * a * c
        reason = f"B² - 4 A C {number(square)}" if square < 0.0 else "parallel to the velocity"
        return lines_of("3.4", f"{name} {reason}, no root")
    f0 = "" if part.f0 is None else f", f0{NO_BREAK}{number(part.f0)}"
    verdict = part.verdict.value.replace(" ", NO_BREAK)
    equation = f"{name} A {number(a)}, B {number(b)}, C {number(c)}"
    return lines_of("3.4", equation, f"  x1 {number(x1)}, x2 {number(x2)}{f0}: {verdict}")


def describe_conclusion(test):
    """Return Lines about the contact with the triangle of a TriangleTest, or about the reason for no contact."""
    if test.stage == Stage.AWAY:
        return lines_of("3", "its distance, convex along the sweep, stays above 1")
    if test.outcome != Outcome.HIT:
        return lines_of("3.5", f"no contact before t = {number(test.nearest)}")
    return lines_of("3.5", f"contact with its {test.feature.name.lower()} at t = {number(test.t)}")
