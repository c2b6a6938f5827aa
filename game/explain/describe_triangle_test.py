"""Telling one triangle's test in words, as far as it went (the paper's chapter 3). All in eSpace; t in parts of the velocity."""

from math import inf

from ..collision.kinds import Outcome
from .text import GLUE, number, point, say
from .triangle_report import Stage


def tell_test(test):
    """A TriangleTest as a list of Said."""
    told = say("3.2", f"triangle {test.triangle}", f"N {point(test.normal)}, Cp{GLUE}{number(test.constant)}")
    if test.stage == Stage.UNREACHED:
        return told + say("3.1", "not tested: its box lies beside the way")
    told += say("3.2", f"SignedDistance(basePoint) {number(test.distance)}", interval_text(test))
    if test.stage == Stage.INTERVAL:
        return told + say("3.2", "[t0, t1] has nothing of [0, 1]: out of reach")
    if test.stage == Stage.BACK_FACING:
        return told
    return told + tell_start(test) + tell_inside(test) + tell_parts(test) + tell_conclusion(test)


def interval_text(test):
    """When the sphere touches the plane."""
    t0, t1 = test.interval
    closing = f"N · velocity {number(test.normal_dot_velocity)}"
    if test.stage == Stage.BACK_FACING:
        return f"{closing}: back-facing, left out"
    return f"{closing}: {f't0 {number(t0)}, t1 {number(t1)}' if test.normal_dot_velocity else 'along the plane'}"


def tell_start(test):
    """What the exact test asks first: the distance to the triangle itself, which is convex along the way."""
    if test.near is None:
        return []
    distance, towards = test.near
    said = say("3", f"distance to the triangle at the start {number(distance)}")
    if test.stage == Stage.TOUCHING:
        deep = f"touches already, {number(1.0 - distance)} deep, and "
        return said + say("3", deep + ("goes towards it" if test.outcome == Outcome.HIT else "does not go towards it"))
    return said


def tell_inside(test):
    """Where the sphere first meets the plane, and whether that is inside."""
    if test.stage not in (Stage.INSIDE, Stage.OUTLINE) or test.barycentric is None:
        return []
    where = "inside" if test.stage == Stage.INSIDE else "outside"
    return say(
        "3.3", f"planeIntersectionPoint {point(test.point_on_plane)}", f"barycentric {point(test.barycentric)}: {where}"
    )


def tell_parts(test):
    """Corners and edges: the quadratic, its roots, and what became of them."""
    return [line for part in test.parts for line in tell_part(part)]


def tell_part(part):
    a, b, c = part.equation
    x1, x2 = part.roots
    name = f"{'corner' if len(part.points) == 1 else 'edge'} {part.name}:"
    if x1 == inf:
        square = b * b - 4.0 * a * c
        why = f"B² - 4 A C {number(square)}" if square < 0.0 else "lies along the way"
        return say("3.4", f"{name} {why}, no root")
    f0 = "" if part.f0 is None else f", f0{GLUE}{number(part.f0)}"
    verdict = part.verdict.value.replace(" ", GLUE)
    equation = f"{name} A {number(a)}, B {number(b)}, C {number(c)}"
    return say("3.4", equation, f"  x1 {number(x1)}, x2 {number(x2)}{f0}: {verdict}")


def tell_conclusion(test):
    """What came of it."""
    if test.stage == Stage.AWAY:
        return say("3", "convex along the way, its distance stays above 1")
    if test.outcome != Outcome.HIT:
        return say("3.5", f"no contact before t = {number(test.nearest)}")
    return say("3.5", f"contact with its {test.feature.name.lower()} at t = {number(test.t)}")
