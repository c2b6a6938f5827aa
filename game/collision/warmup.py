"""Compilation of everything at once, with progress, so that the player waits before a game begins and not during it.

With two cores, two processes share the work; each finds the other's results in the cache on disk.
"""

from __future__ import annotations

from math import inf
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..core import jit
from ..core.background_compiling import register_warm_up, start_process
from ..core.progress_bar import Progress
from ..core.vec3 import DOWN, ZERO
from . import entry_points
from .mesh.tree_splits import split_into_leaves
from .mesh.triangle_mesh import TriangleMesh, place_triangles
from .nearby import Nearby
from .public_api import step_many
from .trace import Trace


def needs_compiling() -> bool:
    """True if the first step would take seconds: numba is in use, and the cache does not hold this version."""
    return jit.COMPILED and not jit.is_kept(entry_points.step_many)  # the last that `warm_up` compiles


def warm_up(progress: Progress | None = None, alone: bool = False) -> None:
    """Compile, or load from the cache, all functions of this package that a game calls. alone: True for no second process"""
    beside = None if alone or not needs_compiling() else start_process(__name__, "compile_mesh")
    with jit.machine_code():
        for fraction, text, stage in STAGES:
            if progress:
                progress(fraction, text)
            stage()
        if beside:
            beside.wait()
        compile_mesh()  # all found in the cache, unless the second process did not work
    if progress:
        progress(1.0, "compiled")


def compile_mesh() -> None:
    """Compile, or load from the cache, the functions that build meshes, move their triangles and cast rays."""
    corners = [(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0), (0.0, -2.0, 0.0)]
    mesh, row = TriangleMesh(corners, [(0, 1, 2), (0, 3, 1)]), np.array([DOWN])
    mesh.raycast(row, row, inf)
    place_triangles(mesh.corners, ZERO, 1.0, 0.0, mesh.corners.copy())
    split_into_leaves(np.zeros((2, 4), np.float32))  # sorts meshes of a million triangles


def nearby_of_point() -> Nearby:
    """Return a Nearby of a mesh that is a single point. The mesh has only arrays, so nothing is compiled to build it."""
    mesh: Any = SimpleNamespace(nodes=np.zeros((1, 6), np.float32), corners=np.zeros((1, 9)), order=np.zeros(1, np.int32))
    return Nearby(mesh)


def compile_steps() -> None:
    nearby = nearby_of_point()
    nearby.mover_triangles = nearby.mesh.corners, nearby.mesh.order
    nearby.refused = np.ones(1, dtype=np.uint8)
    nearby.gather(ZERO, ZERO, ZERO).penetrations()
    nearby.sweep(ZERO, ZERO)
    nearby.step(ZERO, ZERO, ZERO)
    nearby.record(Trace(), ZERO, 0, 0)


def compile_batches() -> None:
    step_many(nearby_of_point(), np.array([DOWN]), np.array([DOWN]), ZERO)


# The stages: the part of the whole that is done before each, its description, and its function.
STAGES = ((0.0, "compiling collide and slide", compile_steps), (0.9, "compiling it for many", compile_batches))

register_warm_up(__name__, warm_up.__name__)
