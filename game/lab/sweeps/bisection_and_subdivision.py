"""The time of impact by overlap tests alone: by bisection (Tang's lecture), and by subdivision of the step (Gomez).

Bisection finds a change from free to overlapping, which need not be the first. It never begins if nothing overlaps at the end.
"""

from math import ceil, log2

from ...core.jit import inlined
from ...core.vec3 import along, sub
from .overlap_tests import first_overlap, overlaps


@inlined
def bisect(obstacle, path, radius, bounds, tested):
    """Find an impact on one obstacle by n halvings. Returns (free, overlapping), fractions of the path before and after it.

    obstacle: row of OBSTACLE
    path: (start, end) of the moving sphere's centre [m]; radius: of this sphere [m]
    bounds: (fraction without overlap, fraction with overlap) to start from
    tested: (n,), filled with the fractions that are tested
    """
    start, displacement = path[0], sub(path[1], path[0])
    free, overlapping = bounds
    for k in range(tested.shape[0]):
        middle = 0.5 * (free + overlapping)
        tested[k] = middle
        if overlaps(obstacle, along(start, displacement, middle), radius):
            overlapping = middle
        else:
            free = middle
    return free, overlapping


@inlined
def bisect_among(obstacles, path, radius, tested):
    """Find an impact by bisection against all obstacles together. Returns (free, overlapping, index of the obstacle).

    obstacles: (m,) of OBSTACLE, one of which must overlap the sphere at the end of the path
    Other arguments and results: as in `bisect`. The obstacle is one that overlaps at the fraction `overlapping`.
    """
    start, displacement = path[0], sub(path[1], path[0])
    free, overlapping, found = 0.0, 1.0, first_overlap(obstacles, path[1], radius)
    for k in range(tested.shape[0]):
        middle = 0.5 * (free + overlapping)
        tested[k] = middle
        there = first_overlap(obstacles, along(start, displacement, middle), radius)
        if there >= 0:
            overlapping, found = middle, there
        else:
            free = middle
    return free, overlapping, found


@inlined
def subdivide(obstacles, path, radius, parts):
    """Test the ends of equal parts of a path, and stop at the first end with an overlap. Returns (fraction, obstacle, tests).

    obstacles: (m,) of OBSTACLE
    path: (start, end) of the sphere's centre [m]; radius: of the sphere [m]
    parts: number of parts
    fraction: of the path at that end, 1.0 without an overlap
    obstacle: index of the obstacle, -1 without an overlap; tests: number of tested ends
    """
    start, displacement = path[0], sub(path[1], path[0])
    for k in range(1, parts + 1):
        found = first_overlap(obstacles, along(start, displacement, k / parts), radius)
        if found >= 0:
            return k / parts, found, k
    return 1.0, -1, parts


def halvings_saved(enter, leave):
    """Return the number of halvings that a bisection saves if it starts from known bounds: log2(1 / (leave - enter)).

    enter, leave: the bounds of the time of overlap, as fractions of the step, with enter < leave
    """
    return log2(1.0 / (leave - enter))


def parts_needed(path, chord):
    """Return the least number of equal parts of a path, at least 1, so that no part is longer than `chord`.

    path: length of the path [m]; chord: length of the shortest overlap that must be noticed, above 0 [m]
    """
    return max(1, ceil(path / chord))
