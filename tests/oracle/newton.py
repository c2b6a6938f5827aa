"""First oracle: Newton's method on the distance from the moving centre to the triangle.

That distance is convex along a line. So from the start on Newton's steps go towards the first contact and never past
it; when a step finds the distance growing while still outside, there is no contact. Nothing is known here of planes,
edges, corners or quadratic equations.
"""

from __future__ import annotations

from math import nan

from mpmath import mp, mpf, sqrt

from .distance import closest_point, dot, minus, moved
from .verdict import Verdict

DIGITS = 50
ENOUGH = mpf(10) ** -36  # gap left [radii] that counts as contact: far below a double's, above the rounding of 50 digits
MOST_STEPS = 400  # a double root (grazing) halves its error a step: 120 steps for 36 digits


def newton(triangle, start, displacement) -> Verdict:
    """Verdict on the sweep of a unit sphere; arrays or lists of floats, taken as exact."""
    with mp.workdps(DIGITS):
        corners = [[mpf(float(x)) for x in corner] for corner in triangle]
        start, velocity = ([mpf(float(x)) for x in vector] for vector in (start, displacement))
        gap, slope = gap_and_slope(corners, start, velocity)
        if gap < 0:
            return Verdict("embed", None, float(-slope / sqrt(dot(velocity, velocity))))
        return march(corners, start, velocity)


def march(corners, start, velocity) -> Verdict:
    """Newton's steps from t = 0 on."""
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
    """Distance less the radius, and how it changes with t."""
    offset = minus(centre, closest_point(centre, corners))
    distance = sqrt(dot(offset, offset))
    return distance - 1, (dot(offset, velocity) / distance if distance else mpf(0))
