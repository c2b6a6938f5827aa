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


def output_here(code):
    """Run Python code in this process, whose libraries chose their code for this processor, and return its output."""
    with redirect_stdout(StringIO()) as output:
        exec(code, {})
    return output.getvalue()


@cache
def paths_here():
    return output_here(PATHS)


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="these are families of x86-64 processors")
@pytest.mark.parametrize("family", ["Prescott", "Nehalem"])
def test_levels_recovery_and_the_lab_agree_with_the_oldest_processors(family):
    assert output_of_process(PATHS, OPENBLAS_CORETYPE=family) == paths_here()


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
