"""One shot at obstacles, tested by five methods. A method may fail to notice the obstacle.

| method | its test in each step |
|---|---|
| LOOK | overlap at the end |
| SUBDIVIDE | overlap at the ends of equal parts |
| BISECT | overlap at the end, then halvings |
| GOMEZ | plates by the sweep of Gomez's listing, as printed; spheres by our sweep |
| SWEEP | our sweep of the whole step |
"""

from typing import NamedTuple

import numpy as np

from ...core.input_errors import InputError, shown
from ...core.jit import compiled, inlined, shared
from ...core.vec3 import Vector, add, get3, scale, sub, vec
from .bisection_and_subdivision import bisect_among, subdivide
from .overlap_tests import SPHERE, first_overlap
from .sphere_plane import plane_through, sweep_as_printed, sweep_sphere_plane
from .sphere_sphere import sweep_spheres

LOOK, SUBDIVIDE, BISECT, GOMEZ, SWEEP = range(5)
RACERS = {"overlap": LOOK, "overlap, 8 parts": SUBDIVIDE, "bisection": BISECT, "Gomez": GOMEZ, "sweep": SWEEP}
PARTS = 8  # of a subdivided step
MOST_STEPS = 1_000_000  # of one shot. More: a tick takes a second; fewer: slow bullets do not arrive


class Lane(NamedTuple):
    """The obstacles of one method's shots, with the bullet's size and the limits of the method.

    obstacles: (m,) of OBSTACLE
    radius: of the bullet [m]
    steps: most steps of a shot
    tested: (n,), where a bisection stores the n fractions that it tests
    """

    obstacles: np.ndarray
    radius: float
    steps: int
    tested: np.ndarray


class Found(NamedTuple):
    """The result of a shot.

    obstacle: index of the obstacle that is noticed, -1 for none
    step: index of the step with the impact; without an impact, the number of all steps
    fraction: of this step at the impact, 0.0 without an impact
    tests: number of all tests
    """

    obstacle: int
    step: int
    fraction: float
    tests: int


def lane(obstacles, radius, steps=1000, halvings=5):
    """Return the Lane along which bullets of one size are shot at obstacles.

    obstacles: m rows of OBSTACLE; radius: of the bullet [m], at least 0
    steps: most steps of a shot, 1 to MOST_STEPS; halvings: of a bisection, 1 to 60
    Raises InputError for a radius, steps or halvings out of range.
    """
    if not radius >= 0.0:
        raise InputError(f"radius must be zero or more, not {shown(radius)}")
    if not (1 <= steps <= MOST_STEPS and 1 <= halvings <= 60):
        raise InputError(f"steps must be 1 to {MOST_STEPS} and halvings 1 to 60, not {shown(steps)} and {shown(halvings)}")
    return Lane(np.array(obstacles), float(radius), int(steps), np.zeros(halvings))


@inlined
def swept_fraction(obstacle, path, radius, as_printed):
    """Sweep a sphere along a path (start, end) [m] against one obstacle. Return (is_hit, fraction of the path at the hit).

    obstacle: row of OBSTACLE; radius: of the sphere [m]
    as_printed: True to use Gomez's listing against a plate
    Without a hit the fraction is 1.0, but 0.0 for a sphere that touches a plate at the start and does not approach it.
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
def test_step(method, lane, path):
    """Test one step of a bullet by a method. Returns (obstacle, fraction, tests).

    method: such as LOOK; lane: Lane; path: (start, end) of the bullet's centre in the step [m]
    obstacle: index of the obstacle that is noticed, -1 for none
    fraction: of the step at the impact, 1.0 without an impact
    tests: number of tests
    """
    obstacles, radius = lane.obstacles, lane.radius
    count = obstacles.shape[0]
    if method == SUBDIVIDE:
        fraction, found, tests = subdivide(obstacles, path, radius, PARTS)
        return found, fraction, tests * count
    if method == LOOK or method == BISECT:
        found, fraction, tests = first_overlap(obstacles, path[1], radius), 1.0, count
        if method == BISECT and found >= 0:
            fraction, _, found = bisect_among(obstacles, path, radius, lane.tested)
            tests += count * lane.tested.shape[0]
        return found, fraction, tests
    found, first = -1, 2.0
    for k in range(count):
        is_hit, fraction = swept_fraction(obstacles[k], path, radius, method == GOMEZ)
        if is_hit and fraction < first:
            found, first = k, fraction
    return found, min(first, 1.0), count


@compiled
def shoot(method, lane, start, displacement):
    """Return the Found of one shot.

    method: such as LOOK; lane: Lane
    start: first position of the bullet's centre (3,) [m]; displacement: of one step (3,) [m]
    """
    tests = 0
    for k in range(lane.steps):
        path = add(start, scale(displacement, float(k))), add(start, scale(displacement, k + 1.0))
        found, fraction, made = test_step(method, lane, path)
        tests += made
        if found >= 0:
            return Found(found, k, fraction, tests)
    return Found(-1, lane.steps, 0.0, tests)


@compiled
def shoot_many(method, lane, starts, displacement, times):
    """Return the number of shots in which the method notices an obstacle.

    method: such as LOOK; lane: Lane
    starts: first positions of the bullets' centres (n, 3) [m]
    displacement: of one step (3,) [m]
    times: (n,), filled with the times of impact in steps, -1.0 for a shot without a noticed obstacle
    """
    noticed = 0
    for i in range(starts.shape[0]):
        start: Vector = get3(starts, i, 0)
        times[i] = -1.0
        for k in range(lane.steps):
            path = add(start, scale(displacement, float(k))), add(start, scale(displacement, k + 1.0))
            found, fraction, _ = test_step(method, lane, path)
            if found >= 0:
                times[i] = k + fraction
                noticed += 1
                break
    return noticed
