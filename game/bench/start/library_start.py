"""The time from a new process to the first step of the library, warm and cold."""

from __future__ import annotations

import tempfile

from ..harness.timing import ResultTable
from .measured_process import time_process

NUMPY = "import numpy"
FIRST_STEP = """
from game.collision import Ellipsoid, TriangleMesh, collide_and_slide
mesh = TriangleMesh([(0, 0, 0), (9, 0, 0), (0, 9, 0)], [(0, 1, 2)])
collide_and_slide(mesh, Ellipsoid(), (2, 2, 1), (0.1, 0, 0), (0, 0, -0.1))
"""
EVERYTHING = "from game.collision import warm_up; warm_up()"


def startup_table() -> ResultTable:
    """Return the ResultTable of wall-clock and CPU times [s] of new processes, each also without the time to import numpy.

    The rows are: the import of numpy alone, a warm start up to the first step, and a cold start that compiles everything.
    Raises RuntimeError if a process fails.
    """
    with tempfile.TemporaryDirectory() as empty:
        cold = time_process(EVERYTHING, GLISSADE_CACHE=empty)
        warm = min(time_process(FIRST_STEP, GLISSADE_CACHE=empty) for _ in range(3))
    bare = min(time_process(NUMPY) for _ in range(3))
    times = {"numpy alone": bare, "warm start: import to first step": warm, "cold start: everything compiled": cold}
    rows = [(start, *time, time.wall - bare.wall, time.cpu - bare.cpu) for start, time in times.items()]
    columns = ("start", "time [s]", "CPU time [s]", "time minus numpy [s]", "CPU minus numpy [s]")
    return ResultTable("Start-up", columns, rows, "Each in a new process; best of three, except the cold start.")
