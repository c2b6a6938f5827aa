"""Compiling everything at once, with progress: so that the seconds it takes are spent before a game begins, and seen."""

from math import inf

import numpy as np

from . import jit
from .espace import Ellipsoid
from .kinds import GROUND, MOVE
from .mesh import TriangleMesh
from .nearby import Nearby
from .rules import Rules

ZERO, DOWN = (0.0, 0.0, 0.0), (0.0, 0.0, -1.0)


def needs_compiling():
    """Will the first step take seconds? Not when nothing is compiled, nor when the cache holds this version."""
    return jit.COMPILED and not jit.WARM


def warm_up(progress=None):
    """Compile, or load from the cache, all entry points of the kernel.

    progress: called as progress(fraction done, what comes next)
    """
    mesh = TriangleMesh([(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0)], [(0, 1, 2)])
    near = Nearby(mesh).use(Ellipsoid(), Rules.modern())
    row = np.array([DOWN])
    stages = (
        ("finding triangles", lambda: near.gather((0.0, 0.0, 1.0), ZERO, DOWN)),
        ("collide and slide", lambda: (near.run(MOVE, ZERO, DOWN), near.run(GROUND, ZERO, DOWN))),
        ("both passes", lambda: near.step((0.0, 0.0, 1.0), ZERO, DOWN)),
        ("both passes for many", lambda: near.step_many(row, row, ZERO)),
        ("overlaps", lambda: near.penetrations()),
        ("rays", lambda: (near.drop((0.0, 0.0, 1.0), inf), mesh.raycast(row, row, 1.0))),
    )
    for number, (text, stage) in enumerate(stages):
        if progress:
            progress(number / len(stages), text)
        stage()
    if progress:
        progress(1.0, "compiled")
