"""Compiling everything at once, with progress: so that the seconds it takes are spent before a game begins, and seen."""

from math import inf

import numpy as np

from . import jit
from .batch import step_many
from .espace import Ellipsoid
from .mesh import TriangleMesh
from .nearby import Nearby
from .rules import Rules

ZERO, DOWN = (0.0, 0.0, 0.0), (0.0, 0.0, -1.0)


def needs_compiling():
    """Will the first step take seconds? Not when nothing is compiled, nor when the cache holds this version."""
    return jit.COMPILED and not jit.WARM


def warm_up(progress=None):
    """Compile, or load from the cache, all that a game calls.

    progress: called as progress(fraction done, what comes next)
    """
    made = {}
    for fraction, text, stage in STAGES:
        if progress:
            progress(fraction, text)
        stage(made)
    if progress:
        progress(1.0, "compiled")


def compile_tree(made):
    made["mesh"] = TriangleMesh([(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0)], [(0, 1, 2)])


def compile_passes(made):
    made["near"] = Nearby(made["mesh"]).use(Ellipsoid(), Rules.modern())


def compile_many(made):
    step_many(made["near"], np.array([DOWN]), np.array([DOWN]), ZERO)


def compile_questions(made):
    near, row = made["near"], np.array([DOWN])
    near.penetrations()
    near.moving = made["mesh"].corners, made["mesh"].order
    near.gather(ZERO, ZERO, ZERO).drop(ZERO, inf)
    made["mesh"].raycast(row, row, 1.0)


# What each stage does, and the part of the whole that is done before it.
STAGES = (
    (0.0, "compiling the tree", compile_tree),
    (0.1, "compiling collide and slide", compile_passes),
    (0.85, "compiling it for many", compile_many),
    (0.9, "compiling rays", compile_questions),
)
