"""The start of the program in new processes, with empty caches and with filled ones: its first step, and its first frame."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from .harness.timing import ResultTable

ROOT = Path(__file__).parents[2]


class ProcessTime(NamedTuple):
    """The wall-clock time and the CPU time of a process [s].

    The CPU time does not depend on the load by other programs. It is 0 on Windows.
    """

    wall: float
    cpu: float


def time_process(code: str, **environment: str) -> ProcessTime:
    """Return the times of a new process that runs Python code with more environment. Raises RuntimeError if it fails."""
    begun, before = time.perf_counter(), os.times()
    output(code, environment)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return ProcessTime(time.perf_counter() - begun, cpu)


def output(code: str, environment: dict[str, str]) -> str:
    """Return the output of a new process that runs Python code in the checkout. Raises RuntimeError with its last error line."""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)
    if run.returncode:
        last_line = (run.stderr.strip().splitlines() or [f"exit code {run.returncode}"])[-1]
        raise RuntimeError(f"a measured process failed: {last_line}")
    return run.stdout


NUMPY = "import numpy"
FIRST_STEP = """
from game.collision import Ellipsoid, TriangleMesh, collide_and_slide
mesh = TriangleMesh([(0, 0, 0), (9, 0, 0), (0, 9, 0)], [(0, 1, 2)])
collide_and_slide(mesh, Ellipsoid(), (2, 2, 1), (0.1, 0, 0), (0, 0, -0.1))
"""
EVERYTHING = "from game.collision import warm_up; warm_up()"


def startup_table() -> ResultTable:
    """Return wall-clock and CPU times [s] of new processes, each also without the time to import numpy.

    The rows are: the import of numpy alone, a warm start up to the first step, and a cold start that compiles everything.
    """
    with tempfile.TemporaryDirectory() as empty:
        cold = time_process(EVERYTHING, GLISSADE_CACHE=empty)
        warm = min(time_process(FIRST_STEP, GLISSADE_CACHE=empty) for _ in range(3))
    bare = min(time_process(NUMPY) for _ in range(3))
    times = {"numpy alone": bare, "warm start: import to first step": warm, "cold start: everything compiled": cold}
    rows = [(start, *time, time.wall - bare.wall, time.cpu - bare.cpu) for start, time in times.items()]
    columns = ("start", "time [s]", "CPU time [s]", "time minus numpy [s]", "CPU minus numpy [s]")
    return ResultTable("Start-up", columns, rows, "Each in a new process; best of three, except the cold start.")


LEVEL = "stairs"
# Opens the window, and ends once machine code and light are in use. Prints the times since the start of the process [s].
START = """
import sys, time
begun = time.perf_counter()
from game.app.start_game import open_game
game = open_game()
game.load(sys.argv[1])
frames = []

def watch(task):
    frames.append(time.perf_counter() - begun)
    if game.background.text:
        return task.cont
    pauses = sorted(b - a for a, b in zip(frames, frames[1:])) or [0.0]
    print(frames[0], time.process_time(), frames[-1], pauses[len(pauses) // 2], pauses[-1])
    sys.exit()

game.base.taskMgr.add(watch, "watch", sort=60)
game.run()
"""
COLUMNS = ("start", "walking after [s]", "CPU time [s]", "compiled and lit after [s]", "usual frame [ms]", "longest frame [ms]")


def window_table() -> ResultTable:
    """Return two starts of the window, with empty caches and with filled ones; none on Linux without a display."""
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return ResultTable("Start of the window", COLUMNS, [], "Not measured: there is no display.")
    with tempfile.TemporaryDirectory() as empty:
        rows = [window_row(name, empty) for name in ("cold: empty caches", "warm")]
    note = f"Level {LEVEL}. Until all is compiled and lit, the solver runs interpreted and the light is plain."
    return ResultTable("Start of the window", COLUMNS, rows, note)


def window_row(name: str, cache: str) -> tuple:
    words = output(START.replace("sys.argv[1]", json.dumps(LEVEL)), {"GLISSADE_CACHE": cache}).splitlines()[-1].split()
    walking, cpu, done, usual, longest = map(float, words)
    return name, walking, cpu, done, 1000.0 * usual, 1000.0 * longest
