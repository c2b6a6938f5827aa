"""The player's path has the same bits on every processor.

numpy computes products of matrices and lengths of single vectors with a linear algebra library (OpenBLAS). The library has
different code, with different rounding, for each family of processors. So no path may depend on it.
"""

import platform
from functools import cache

import pytest

from tests.processes import output_of_process

PATHS = """
from math import cos, sin
from game.collision import Ellipsoid, TriangleMesh, depenetrate
from game.lab.balls_as_triangles import outer_radius, unit_ball
from game.level import load_level, level_names
print(unit_ball(1).tolist(), unit_ball(2).tolist(), outer_radius())
body = Ellipsoid((0.4, 0.4, 0.9), 0.3)
for number in range(40):  # halfway into corners of three planes
    corner = [(0.0, 0.0, 0.0), *((5.0 * cos(k + number), 5.0 * sin(1.7 * k + number), 5.0 * sin(k * number)) for k in range(3))]
    mesh = TriangleMesh(corner, [(0, 1, 2), (0, 2, 3), (0, 3, 1)])
    print(depenetrate(mesh, body, tuple(0.1 * sum(column) for column in zip(*corner))))
print([load_level(name).hash for name in level_names()])
"""


@cache
def paths_on(family):
    return output_of_process(PATHS, OPENBLAS_CORETYPE=family)


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="these are families of x86-64 processors")
@pytest.mark.parametrize("family", ["", "Nehalem"], ids=["this one", "Nehalem"])
def test_levels_recovery_and_the_lab_agree_with_the_oldest_processors(family):
    assert paths_on(family) == paths_on("Prescott")
