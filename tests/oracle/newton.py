"""The first oracle: Newton's method on the distance from the moving centre to the triangle.

That distance is convex along a line. So Newton's steps from the start go towards the first contact and never past it. If the
distance grows at a step while it is over 1, there is no contact. The method uses no planes, edges, corners or quadratic
equations.
"""

from __future__ import annotations

from math import nan

from mpmath import mp, mpf, sqrt

from tests.oracle.distance import closest_point, dot, minus, moved
from tests.oracle.verdict import Verdict

DIGITS = 50
ENOUGH = mpf(10) ** -36  # gap left [radii] that counts as contact: far below a double's, above the rounding of 50 digits
MOST_STEPS = 400  # a double root (grazing) halves its error a step: 120 steps for 36 digits


def newton(triangle, start, displacement) -> Verdict:
    """Return the Verdict on the sweep of a unit sphere against a triangle. The arguments are floats, which are taken as exact."""
    with mp.workdps(DIGITS):
        corners = [[mpf(float(x)) for x in corner] for corner in triangle]
        start, velocity = ([mpf(float(x)) for x in vector] for vector in (start, displacement))
        gap, slope = gap_and_slope(corners, start, velocity)
        if gap < 0:
            return Verdict("embed", None, float(-slope / sqrt(dot(velocity, velocity))))
        return march(corners, start, velocity)


def march(corners, start, velocity) -> Verdict:
    """Return the Verdict that Newton's steps from t = 0 on reach."""
    t = mpf(0)
    for _ in range(MOST_STEPS):
        gap, slope = gap_and_slope(corners, moved(start, velocity, t), velocity)
        if gap < ENOUGH and slope < 0:
            return Verdict("hit", t, nan) if t <= 1 else Verdict("miss", None, nan)
        if slope >= 0 or t > 1:
            return Verdict("miss", None, nan)
        t -= gap / slope
    raise ArithmeticError("Newton's method did not settle")


def gap_and_slope(corners, centre, velocity):
    """Return (distance of a centre from the triangle minus 1, derivative of the distance with respect to t)."""
    offset = minus(centre, closest_point(centre, corners))
    distance = sqrt(dot(offset, offset))
    return distance - 1, (dot(offset, velocity) / distance if distance else mpf(0))
