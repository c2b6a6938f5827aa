"""The player's path has the same bits on every processor.

numpy computes products of matrices and lengths of single vectors with a linear algebra library (OpenBLAS). The library has
different code, with different rounding, for each family of processors. The C library and numpy also have different code for sine,
exponential and their like. So no path may depend on any of them.
"""

import platform
from contextlib import redirect_stdout
from functools import cache
from io import StringIO

import numpy as np
import pytest

from tests.processes import output_of_process

PATHS = """
from math import cos, sin
from game.collision import Ellipsoid, TriangleMesh, depenetrate
from game.lab.exhibits.statues import COVARIANCE, TURNS, volumes
from game.lab.physics.balls_as_triangles import outer_radius, unit_ball
from game.level import load_level, level_names
print(unit_ball(1).tolist(), unit_ball(2).tolist(), outer_radius())
body = Ellipsoid((0.4, 0.4, 0.9), 0.3)
for number in range(40):  # halfway into corners of three planes
    corner = [(0.0, 0.0, 0.0), *((5.0 * cos(k + number), 5.0 * sin(1.7 * k + number), 5.0 * sin(k * number)) for k in range(3))]
    mesh = TriangleMesh(corner, [(0, 1, 2), (0, 2, 3), (0, 3, 1)])
    print(depenetrate(mesh, body, tuple(0.1 * sum(column) for column in zip(*corner))))
print([load_level(name).hash for name in level_names()])
print([box.size for turn in TURNS for box in volumes(COVARIANCE, int(turn))])  # of a cube, rounding chooses the box
"""


@cache
def output_here(code):
    """Run Python code in this process, whose libraries chose their code for this processor, and return its output."""
    with redirect_stdout(StringIO()) as output:
        exec(code, {})
    return output.getvalue()


BODIES = """
import numpy as np
from game.lab import shapes
rng = np.random.default_rng(5)
cube = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
stones = [rng.normal(size=(count, 3)) for count in (5, 9, 40)]
for _ in range(2):
    x, y, z, w = rng.normal(size=4)
    whole = x * x + y * y + z * z + w * w
    turn = np.array([(w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
                     (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
                     (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z)]) / whole
    bodies = [np.array([sum(k * row for k, row in zip(point, turn)) for point in points.tolist()]) + rng.normal(size=3) * 0.3
              for points in (cube, cube[[0, 2, 6, 4]], cube[[0, 1]], cube[[0, 7]], cube[[0, 3, 5]], cube[:1], *stones)]
    for body in bodies:
        hull = shapes.Polyhedron(body)
        print(hull.faces, hull.normals.tolist(), hull.directions.tolist(), hull.support(turn[0]), hull.contains(hull.vertices[0]))
        print(shapes.bounding_sphere(body))
        print([[part.tolist() for part in shapes.obb(body, fit)] for fit in ("least", "covariance")])
    for one in bodies:
        for other in (bodies[0], bodies[1], bodies[2], bodies[-2], one, one - turn[1] * 0.2, one + 3.0 * turn[2]):
            closest, (depth, way) = shapes.gjk(one, other), shapes.penetration(one, other)
            print(closest.distance, closest.closest_a.tolist(), closest.closest_b.tolist(), depth, way.tolist())
    for one, other in zip(bodies, bodies[1:]):
        print(shapes.minkowski_sum(one, other).vertices.tolist())
        print(shapes.depth_along(one, other, turn[2]).depth, shapes.obb_overlap(shapes.obb(one), shapes.obb(other)))
"""


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="these are families of x86-64 processors")
@pytest.mark.parametrize("family", ["Prescott", "Nehalem"])
def test_levels_recovery_and_the_lab_agree_with_the_oldest_processors(family):
    assert output_of_process(PATHS + BODIES, OPENBLAS_CORETYPE=family) == output_here(PATHS + BODIES)


TOURS = """
from game.level import load_level, level_names
from game.simulation import Simulation, parse_script
for name in level_names():
    level = load_level(name)
    simulation = Simulation(level)
    for tick, intent in enumerate(parse_script(level.tour.strip() or "wait 60", name).intents(simulation.state.heading)):
        if tick == MOST:
            break
        simulation.tick(intent)
    print(name, level.hash, simulation.state_hash(), simulation.state.position)
"""
MOST_TICKS = 900  # of each tour. Fewer: less of a level is walked; more: takes longer
OLD = {
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX2_Usable,-FMA_Usable,-AVX512F",
    "NPY_DISABLE_CPU_FEATURES": " ".join(np.show_config(mode="dicts")["SIMD Extensions"].get("found", ())),
}


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="these are features of x86-64 processors")
def test_tours_agree_without_fused_operations():
    tours = TOURS.replace("MOST", str(MOST_TICKS))
    assert output_of_process(tours, **OLD) == output_here(tours)
