"""One shot at obstacles, tested by overlap at instants, by bisection, by subdivision of the step, or by a sweep (Tang's lecture).

Each test is of one instant. So a fast body can be before an obstacle at one instant and behind it at the next.

Bisection finds a change from free to overlapping, which need not be the first. It never begins if nothing overlaps at the end.

| method | its test in each step |
|---|---|
| LOOK | overlap at the end |
| SUBDIVIDE | overlap at the ends of equal parts |
| BISECT | overlap at the end, then halvings |
| GOMEZ | plates by the sweep of Gomez's listing, as printed; spheres by our sweep |
| SWEEP | our sweep of the whole step |
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...core.input_errors import InputError, shown
from ...core.jit import compiled, inlined, shared
from ...core.vec3 import Vector, add, along, dot, get3, scale, sub, vec
from .plane_and_sphere_sweeps import plane_through, sweep_as_printed, sweep_sphere_plane, sweep_spheres

PLATE, SPHERE = 0, 1
# One obstacle. centre: [m]; normal: unit vector of a plate; size: half of a plate's thickness, or a sphere's radius [m]
OBSTACLE = np.dtype([("kind", "i8"), ("centre", "f8", 3), ("normal", "f8", 3), ("size", "f8")], align=True)
UNIT_WITHIN = 1e-9  # of a normal's squared length. Smaller: rounded unit vectors are refused; larger: distances are scaled

Path = tuple[Vector, Vector]  # (start, end) of the moving sphere's centre [m]


def plate(centre: Vector, normal: Vector, thickness: float) -> np.ndarray:
    """Return an infinite plate as a row of OBSTACLE, by a point of its middle plane [m]. Raises InputError for the normal."""
    if not abs(sum(part * part for part in normal) - 1.0) <= UNIT_WITHIN:
        raise InputError(f"the normal of a plate must have length 1, not {shown(normal)}")
    return np.array((PLATE, centre, normal, thickness / 2.0), OBSTACLE)


def sphere(centre: Vector, radius: float) -> np.ndarray:
    return np.array((SPHERE, centre, (0.0, 0.0, 1.0), radius), OBSTACLE)


@inlined
def overlaps(obstacle: np.void, position: Vector, radius: float) -> bool:
    """True if a sphere touches or overlaps an obstacle, a row of OBSTACLE. position: of its centre [m]; radius: [m]"""
    size, offset = radius + float(obstacle["size"]), sub(position, vec(obstacle["centre"]))
    if obstacle["kind"] == SPHERE:
        return dot(offset, offset) <= size * size
    return abs(dot(vec(obstacle["normal"]), offset)) <= size


@inlined
def first_overlap(obstacles: np.ndarray, position: Vector, radius: float) -> int:
    """Return the index of the first obstacle that a sphere touches or overlaps, -1 for none. obstacles: (m,) of OBSTACLE"""
    for k in range(obstacles.shape[0]):
        if overlaps(obstacles[k], position, radius):
            return k
    return -1


def noticed_at_plate(thickness: float, radius: float, path: float, cosine: float = 1.0) -> float:
    """Return the share (0..1) of shots through a plate that are noticed by overlap tests at equal distances along the path.

    It is (w + 2 r) / (path cosine), at most 1, for a random phase. Here w is the plate's thickness, r the bullet's radius, and
    `path` the distance between two tests [m]. cosine: of the angle between the path and the plate's normal, above 0
    """
    return min(1.0, (thickness + 2.0 * radius) / (path * cosine)) if path > 0.0 else 1.0


def missed_at_sphere(radius_sum: float, path: float) -> float:
    """Return the share (0..1) of hits on a sphere that are missed by overlap tests at equal distances along the path.

    For hits at random places, and a distance s between tests up to 2 R [m], it is s^2 / (12 R^2), else 1 - 4 R / (3 s). Even
    short paths miss hits, because a grazing overlap can be shorter than any path.
    """
    ratio = path / radius_sum
    return ratio * ratio / 12.0 if ratio <= 2.0 else 1.0 - 4.0 / (3.0 * ratio)


@inlined
def bisect(
    obstacles: np.ndarray, path: Path, radius: float, bounds: tuple[float, float], tested: np.ndarray
) -> tuple[float, float, int]:
    """Find an impact by n halvings. Returns (free, overlapping, index of an obstacle that overlaps), fractions of the path.

    bounds: (free, overlapping) fractions to start from; tested: (n,), filled with the fractions that are tested
    """
    start, displacement = path[0], sub(path[1], path[0])
    (free, overlapping), found = bounds, first_overlap(obstacles, path[1], radius)
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
def subdivide(obstacles: np.ndarray, path: Path, radius: float) -> tuple[float, int, int]:
    """Test the ends of PARTS equal parts of a path up to an overlap. Returns (fraction, obstacle, tests), or 1.0 and -1."""
    start, displacement = path[0], sub(path[1], path[0])
    for k in range(1, PARTS + 1):
        found = first_overlap(obstacles, along(start, displacement, k / PARTS), radius)
        if found >= 0:
            return k / PARTS, found, k
    return 1.0, -1, PARTS


LOOK, SUBDIVIDE, BISECT, GOMEZ, SWEEP = range(5)
PARTS = 8  # of a subdivided step


class Lane(NamedTuple):
    """The obstacles of one method's shots, with the bullet's size and the limits of the method."""

    obstacles: np.ndarray  # (m,) of OBSTACLE
    radius: float  # of the bullet [m]
    steps: int  # most steps of a shot
    tested: np.ndarray  # (n,), where a bisection stores the n fractions that it tests


class Found(NamedTuple):
    obstacle: int  # index of the obstacle that is noticed, -1 for none
    step: int  # index of the step with the impact; without an impact, the number of all steps
    fraction: float  # of this step at the impact, 0.0 without an impact
    tests: int  # number of all tests


def lane(obstacles: Sequence[np.ndarray], radius: float, steps: int = 1000, halvings: int = 5) -> Lane:
    """Return the Lane of bullets of a radius [m] at obstacles (m,) of OBSTACLE."""
    return Lane(np.array(obstacles), radius, steps, np.zeros(halvings))


@inlined
def swept_fraction(obstacle: np.void, path: Path, radius: float, as_printed: bool) -> tuple[bool, float]:
    """Sweep a sphere along a path [m] against a row of OBSTACLE. Return (is_hit, fraction at the hit or 1.0).

    as_printed: by Gomez's listing against a plate. The fraction is 0.0 for one that touches at the start and does not approach.
    """
    size, centre = radius + float(obstacle["size"]), vec(obstacle["centre"])
    if obstacle["kind"] == SPHERE:
        meeting = sweep_spheres(sub(path[0], centre), sub(path[1], path[0]), size)
        return meeting.is_hit, meeting.time
    plane = plane_through(centre, vec(obstacle["normal"]))
    if as_printed:
        return sweep_as_printed(size, path[0], path[1], plane)
    crossing = sweep_sphere_plane(size, path[0], path[1], plane)
    return crossing.is_hit, crossing.enter


@shared
def test_step(method: int, lane: Lane, path: Path) -> tuple[int, float, int]:
    """Test one step of a bullet by a method. Returns (index of the obstacle or -1, fraction or 1.0, number of tests)."""
    obstacles, radius = lane.obstacles, lane.radius
    count = obstacles.shape[0]
    if method == SUBDIVIDE:
        fraction, found, tests = subdivide(obstacles, path, radius)
        return found, fraction, tests * count
    if method == LOOK or method == BISECT:
        found, fraction, tests = first_overlap(obstacles, path[1], radius), 1.0, count
        if method == BISECT and found >= 0:
            fraction, _, found = bisect(obstacles, path, radius, (0.0, 1.0), lane.tested)
            tests += count * lane.tested.shape[0]
        return found, fraction, tests
    found, first = -1, 2.0
    for k in range(count):
        is_hit, fraction = swept_fraction(obstacles[k], path, radius, method == GOMEZ)
        if is_hit and fraction < first:
            found, first = k, fraction
    return found, min(first, 1.0), count


@compiled
def shoot(method: int, lane: Lane, start: Vector, displacement: Vector) -> Found:
    """Return the result of one shot. start: first centre of the bullet [m]; displacement: of one step [m]"""
    tests = 0
    for k in range(lane.steps):
        path = add(start, scale(displacement, float(k))), add(start, scale(displacement, k + 1.0))
        found, fraction, made = test_step(method, lane, path)
        tests += made
        if found >= 0:
            return Found(found, k, fraction, tests)
    return Found(-1, lane.steps, 0.0, tests)


@compiled
def shoot_many(method: int, lane: Lane, starts: np.ndarray, displacement: Vector, times: np.ndarray) -> int:
    """Return the number of shots from `starts` (n, 3) [m] in which the method notices an obstacle.

    times: (n,), filled with the times of impact in steps, or -1.0
    """
    noticed = 0
    for i in range(starts.shape[0]):
        start = get3(starts, i, 0)
        times[i] = -1.0
        for k in range(lane.steps):
            path = add(start, scale(displacement, float(k))), add(start, scale(displacement, k + 1.0))
            found, fraction, _ = test_step(method, lane, path)
            if found >= 0:
                times[i] = k + fraction
                noticed += 1
                break
    return noticed
