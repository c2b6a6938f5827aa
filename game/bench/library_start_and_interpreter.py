"""The start of a new process, warm and cold, and the time of a step, compiled and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from .harness.tables import Table

ROOT = Path(__file__).parents[2]
NUMPY = "import numpy"
FIRST_STEP = """
from game.collision import Ellipsoid, TriangleMesh, collide_and_slide
mesh = TriangleMesh([(0, 0, 0), (9, 0, 0), (0, 9, 0)], [(0, 1, 2)])
collide_and_slide(mesh, Ellipsoid(), (2, 2, 1), (0.1, 0, 0), (0, 0, -0.1))
"""
EVERYTHING = "from game.collision import warm_up; warm_up()"
MANY_STEPS = """
import hashlib, time
import numpy as np
from game.bench.harness.meshes import small_level
from game.bench.harness.walking_moves import BODY, walking_track
from game.bench.harness.contenders import GRAVITY
from game.collision import TriangleMesh, collide_and_slide, collide_and_slide_many
course = small_level()
track = walking_track(course, TriangleMesh(course.vertices, course.triangles))
starts, moves = track.starts[:%d], track.displacements[:%d]
def singly():
    return [collide_and_slide(track.mesh, BODY, start, move, GRAVITY).position for start, move in zip(starts, moves)]
def together():
    return collide_and_slide_many(track.mesh, BODY, starts, moves, GRAVITY)[0].tolist()
for steps in singly, together:
    best = 1e9
    for _ in range(3):
        start = time.perf_counter()
        ends = steps()
        best = min(best, time.perf_counter() - start)
    digest = hashlib.sha256(repr([[float(x).hex() for x in end] for end in ends]).encode()).hexdigest()
    print(best / len(ends) * 1e6, digest)
"""
STEPS = 256


class ProcessTime(NamedTuple):
    """The wall-clock time and the CPU time of a process [s].

    The CPU time does not depend on the load by other programs. It is 0 on Windows.
    """

    wall: float
    cpu: float


def startup_table() -> Table:
    """Return the Table of wall-clock and CPU times [s] of new processes, each also without the time to import numpy.

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
    return Table("Start-up", columns, rows, "Each in a new process; best of three, except the cold start.")


def compiled_table() -> Table:
    """Return the Table of microseconds per step, compiled and interpreted, for single calls and for one call of all steps.

    The last column says if the results have the same bits. Raises RuntimeError if a process fails.
    """
    compiled, interpreted = (steps_in_process(NUMBA_DISABLE_JIT=off) for off in "01")
    rows = [
        (calls, fast, slow, slow / fast, "equal" if bits == other_bits else "DIFFERENT")
        for calls, (fast, bits), (slow, other_bits) in zip(("one call per step", "one call for all steps"), compiled, interpreted)
    ]
    note = "With one call per step, half of the time is the call from Python, which is not compiled."
    return Table("Compiled and interpreted", ("", "compiled [us]", "interpreted [us]", "ratio", "bits"), rows, note)


def steps_in_process(**environment: str) -> list[tuple[float, str]]:
    """Return pairs (microseconds per step, hash of all results) from a new process with additional environment variables.

    The first pair is for one call per step, the second for one call for all steps. Raises RuntimeError if the process fails.
    """
    lines = output(MANY_STEPS % (STEPS, STEPS), environment).splitlines()
    return [(float(microseconds), digest) for microseconds, digest in map(str.split, lines)]


def time_process(code: str, **environment: str) -> ProcessTime:
    """Return the ProcessTime of a new process that runs the Python text `code`.

    environment: additional environment variables
    Raises RuntimeError if the process fails.
    """
    begun, before = time.perf_counter(), os.times()
    output(code, environment)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return ProcessTime(time.perf_counter() - begun, cpu)


def output(code: str, environment: dict[str, str]) -> str:
    """Return the output of a new process that runs the Python text `code` in the checkout.

    environment: additional environment variables
    Raises RuntimeError with the last error line if the process fails.
    """
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)
    if run.returncode:
        last_line = (run.stderr.strip().splitlines() or [f"exit code {run.returncode}"])[-1]
        raise RuntimeError(f"a measured process failed: {last_line}")
    return run.stdout
