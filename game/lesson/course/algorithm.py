"""Lesson "algorithm": single calls on small meshes, with a known right answer."""

from math import dist

import numpy as np

from ...collision import Ellipsoid, Rules, TriangleMesh, collide_and_slide, overlap
from ..tools.lesson_records import Run
from ..tools.registry import RulesName, measure

ELLIPSOID = Ellipsoid()
FLOOR = TriangleMesh([(-9, -9, 0), (9, -9, 0), (9, 9, 0), (-9, 9, 0)], [(0, 1, 2), (0, 2, 3)])
HEAP, ROOM = 8, 3.0  # triangles of a random heap, and half of the side of its cube [m]
RANDOM_CALLS = 4000
FARTHER = 1.0 + 1e-9  # times the displacement. Less: rounding counts; more: a small excess is missed


@measure
def leaves_touch(run: Run, rules: RulesName) -> float:
    """Return the height [mm] by which a body that exactly touches a floor rises in a call with 100 mm straight up."""
    start = (0.0, 0.0, ELLIPSOID.radii[2])
    return 1000.0 * (collide_and_slide(FLOOR, ELLIPSOID, start, (0.0, 0.0, 0.1), rules=Rules.named(rules)).position[2] - start[2])


@measure
def moved_farther(run: Run, rules: RulesName) -> float:
    """Return the percentage of 4000 random calls among random triangles that move the body farther than the displacement."""
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
