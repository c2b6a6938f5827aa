"""Compilation of everything at once, with progress, so that the player waits before a game begins and not during it.

With two cores, two processes share the work; each finds the other's results in the cache on disk.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core import background_compiling, jit
from . import entry_points
from .mesh.tree_splits import split_into_leaves
from .mesh.triangle_mesh import TriangleMesh, place_triangles
from .nearby import Nearby
from .public_api import step_many

if TYPE_CHECKING:
    import subprocess

ZERO, DOWN = (0.0, 0.0, 0.0), (0.0, 0.0, -1.0)
ROOT = Path(__file__).resolve().parents[__name__.count(".")]  # the folder that holds the package, whatever its name is
LESS_URGENT = 5  # steps of priority below the game. Fewer: the picture stutters while others compile; more: they may starve
# The first process holds the other end of the pipe, so a read ends when that process does, also if it was killed.
SECOND_PROCESS = """
import os, sys, threading
from importlib import import_module
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
sys.path.insert(0, sys.argv[1])
if hasattr(os, "nice"):
    os.nice(int(sys.argv[2]))
getattr(import_module(sys.argv[3]), sys.argv[4])(*sys.argv[5:])
"""


def needs_compiling() -> bool:
    """True if the first step would take seconds: numba is in use, and the cache does not hold this version."""
    return jit.COMPILED and not jit.is_kept(entry_points.step_many)  # the last that `warm_up` compiles


def warm_up(progress: Callable[[float, str], object] | None = None, alone: bool = False) -> None:
    """Compile, or load from the cache, all functions of this package that a game calls. Returns when all are ready.

    progress: function called with the fraction done, 0..1, and a text about the next stage, or None
    alone: True to start no second process. Otherwise a second process compiles the functions of meshes, if any need compiling.
    """
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


def start_process(module: str, function: str, *arguments: str, nice: int = 0) -> subprocess.Popen | None:
    """Start a Python process that imports a module and calls one of its functions. Returns the Popen without waiting for it.

    The process ends when this one does, and when the Popen is deleted. The result is None if the process cannot be started, on
    a machine with one core, or if the game is frozen into one file.

    module, function: names; arguments: texts, the function's arguments; nice: steps of priority below this process
    """
    import subprocess

    if os.cpu_count() == 1 or getattr(sys, "frozen", False):
        return None
    waits = os.environ | {background_compiling.SWITCH: "0"}
    quiet: dict[str, Any] = {"env": waits, "stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    if sys.platform == "win32" and nice:
        quiet["creationflags"] = subprocess.BELOW_NORMAL_PRIORITY_CLASS
    command = [sys.executable, "-c", SECOND_PROCESS, str(ROOT), str(nice), module, function, *arguments]
    try:
        return subprocess.Popen(command, **quiet)
    except OSError:
        return None


def compile_mesh() -> None:
    """Compile, or load from the cache, the functions that build meshes, move their triangles and cast rays."""
    corners = [(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0), (0.0, -2.0, 0.0)]
    # Two triangles: the numbers of a single one lie without gaps in memory, and have machine code of their own.
    for triangles in [(0, 1, 2)], [(0, 1, 2), (0, 3, 1)]:
        mesh, row = TriangleMesh(corners, triangles), np.array([DOWN])
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
    nearby.written_trace()


def compile_batches() -> None:
    step_many(nearby_of_point(), np.array([DOWN]), np.array([DOWN]), ZERO)


# The stages: the part of the whole that is done before each, its description, and its function.
STAGES = (
    (0.0, "compiling collide and slide", compile_steps),
    (0.9, "compiling it for many", compile_batches),
)

background_compiling.register_warm_up(__name__, warm_up.__name__)
