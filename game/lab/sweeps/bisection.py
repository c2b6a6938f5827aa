"""The time of impact by overlap tests alone: by bisection (lecture), and by subdivision of the step (Gomez).

Bisection finds a change from free to overlapping, which need not be the first. It never begins if nothing overlaps at the end.
"""

from math import ceil, log2

from ...collision.engine.jit import inlined
from ...collision.engine.vec3 import along, sub
from .overlap_tests import first_overlap, overlaps


@inlined
def bisect(obstacle, path, radius, bounds, asked):
    """Return (free, overlapping): fractions of the path just before and after an impact.

    path: (start, end) of the centre [m]
    bounds: a free and an overlapping fraction
    asked: (n,), filled with the n fractions that are tested
    """
    start, displacement = path[0], sub(path[1], path[0])
    free, overlapping = bounds
    for k in range(asked.shape[0]):
        middle = 0.5 * (free + overlapping)
        asked[k] = middle
        if overlaps(obstacle, along(start, displacement, middle), radius):
            overlapping = middle
        else:
            free = middle
    return free, overlapping


@inlined
def bisect_among(obstacles, path, radius, asked):
    """Return (free fraction, fraction with an overlap, obstacle that overlaps there) of bisection against all obstacles together.

    The end of the path must overlap. Arguments as in `bisect`.
    """
    start, displacement = path[0], sub(path[1], path[0])
    free, overlapping, found = 0.0, 1.0, first_overlap(obstacles, path[1], radius)
    for k in range(asked.shape[0]):
        middle = 0.5 * (free + overlapping)
        asked[k] = middle
        there = first_overlap(obstacles, along(start, displacement, middle), radius)
        if there >= 0:
            overlapping, found = middle, there
        else:
            free = middle
    return free, overlapping, found


@inlined
def subdivide(obstacles, path, radius, parts):
    """Return (fraction, obstacle, tests) of the first part of the path whose end overlaps. The obstacle is -1 if none does.

    parts: number of equal parts
    """
    start, displacement = path[0], sub(path[1], path[0])
    for k in range(1, parts + 1):
        found = first_overlap(obstacles, along(start, displacement, k / parts), radius)
        if found >= 0:
            return k / parts, found, k
    return 1.0, -1, parts


def halvings_saved(enter, leave):
    """Return the number of halvings that bounds of the time of overlap save: log2(1 / (leave - enter))."""
    return log2(1.0 / (leave - enter))


def parts_needed(path, chord):
    """Return the number of equal parts of a path that cannot step over a chord [m]."""
    return max(1, ceil(path / chord))
