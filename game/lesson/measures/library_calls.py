"""Measures of single calls of collide_and_slide on small meshes, apart from the page's run: calls with a known right answer."""

from math import cos, dist, radians, sin
from typing import Annotated

import numpy as np

from ...collision import Ellipsoid, Rules, TriangleMesh, collide_and_slide, overlap
from ...core.value_rules import Number, OneOf, Whole
from .registry import measure

Calls = Annotated[int, Whole(1, 1000)]
RulesName = Annotated[str, OneOf(Rules.NAMES)]
BODY = Ellipsoid((0.4, 0.4, 0.9))
WALL = TriangleMesh([(-6, 0, -3), (0, 0, -3), (0, 0, 3), (-6, 0, 3)], [(0, 1, 2), (0, 2, 3)])  # ends at x = 0
FLOOR = TriangleMesh([(-9, -9, 0), (9, -9, 0), (9, 9, 0), (-9, 9, 0)], [(0, 1, 2), (0, 2, 3)])
BEFORE, AWAY = 1.0, 0.1  # [m] of the body at the start: before the wall's end, and away from the wall
ASKED = 3.0  # [m] of the whole displacement
HEAP, ROOM = 8, 3.0  # triangles of a random heap, and half of the side of its cube [m]
RANDOM_CALLS = 4000
FARTHER = 1.0 + 1e-9  # times the displacement. Less: rounding counts; more: a small excess is missed


@measure
def past_wall_end(run, calls: Calls, rules: RulesName, angle: Annotated[float, Number(1.0, 89.0, "degrees")]) -> float:
    """Return the distance [m] to which a body gets, at `angle` degrees to a wall that ends, with 3 m divided among `calls` calls.

    The body begins 1 m before the end of the wall, and 0.1 m away from it.
    """
    start = place = (-BEFORE, -BODY.radii[1] - AWAY, 0.0)
    step = ASKED / calls
    for _ in range(calls):
        velocity = step * cos(radians(angle)), step * sin(radians(angle)), 0.0
        place = collide_and_slide(WALL, BODY, place, velocity, rules=Rules.named(rules)).position
    return dist(start, place)


@measure
def leaves_touch(run, rules: RulesName) -> float:
    """Return the height [mm] by which a body that exactly touches a floor rises in a call with 100 mm straight up."""
    start = (0.0, 0.0, BODY.radii[2])
    return 1000.0 * (collide_and_slide(FLOOR, BODY, start, (0.0, 0.0, 0.1), rules=Rules.named(rules)).position[2] - start[2])


@measure
def moved_farther(run, rules: RulesName) -> float:
    """Return the percentage of 4000 random calls among random triangles that move the body farther than the displacement.

    Radii are random in 0.3 to 1 m, and displacements in 0.05 to 3 m. No body begins inside a triangle.
    """
    random, made, farther = np.random.default_rng(1), 0, 0
    while made < RANDOM_CALLS:
        mesh = TriangleMesh(random.uniform(-ROOM, ROOM, (3 * HEAP, 3)), np.arange(3 * HEAP).reshape(HEAP, 3))
        body = Ellipsoid(tuple(random.uniform(0.3, 1.0, 3).tolist()))
        for _ in range(20):
            start, way, size = random.uniform(-ROOM, ROOM, 3), random.uniform(-1.0, 1.0, 3), random.uniform(0.05, 3.0)
            if made == RANDOM_CALLS or overlap(mesh, body, start) > -1e-3:
                continue
            move = collide_and_slide(mesh, body, start, way * size / np.linalg.norm(way), rules=Rules.named(rules))
            made += 1
            farther += dist(start, move.position) > FARTHER * size
    return 100.0 * farther / RANDOM_CALLS
