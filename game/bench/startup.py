"""From nothing to the first step, in processes of their own: warm, cold, and without compiling."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from .report import Table

ROOT = Path(__file__).parents[2]
NUMPY = "import numpy"
FIRST_STEP = """
from game.collision import Ellipsoid, TriangleMesh, collide_and_slide
mesh = TriangleMesh([(0, 0, 0), (9, 0, 0), (0, 9, 0)], [(0, 1, 2)])
collide_and_slide(mesh, Ellipsoid(), (2, 2, 1), (0.1, 0, 0), (0, 0, -0.1))
"""
MANY_STEPS = """
import time
from game.bench.courses import small_level
from game.bench.track import BODY, walking_track
from game.bench.contenders import GRAVITY
from game.collision import TriangleMesh, collide_and_slide
course = small_level()
track = walking_track(course, TriangleMesh(course.vertices, course.triangles))
moves = list(zip(track.starts, track.displacements))[:%d]
best, places = 1e9, []
for _ in range(3):
    start = time.perf_counter()
    places = [collide_and_slide(track.mesh, BODY, place, way, GRAVITY).position for place, way in moves]
    best = min(best, time.perf_counter() - start)
import hashlib
digest = hashlib.sha256(repr([[float(x).hex() for x in place] for place in places]).encode()).hexdigest()
print(best / len(moves) * 1e6, digest)
"""
STEPS = 256


def startup_table() -> Table:
    """Seconds and what they are compared with."""
    with tempfile.TemporaryDirectory() as empty:
        cold = process_seconds(FIRST_STEP, GLISSADE_CACHE=empty)
        warm = min(process_seconds(FIRST_STEP, GLISSADE_CACHE=empty) for _ in range(3))
    bare = min(process_seconds(NUMPY) for _ in range(3))
    rows = [
        ("numpy alone", bare, None),
        ("warm start: import to first step", warm, warm - bare),
        ("cold start: everything compiled", cold, cold - bare),
    ]
    note = "Each in a new process; best of three but for the cold one."
    return Table("Starting", ("what", "time [s]", "more than numpy [s]"), rows, note)


def compiled_table() -> Table:
    """Microseconds a step compiled and interpreted, and whether the bits are equal."""
    compiled, bits = steps_in_process(NUMBA_DISABLE_JIT="0")
    interpreted, other_bits = steps_in_process(NUMBA_DISABLE_JIT="1")
    row = (compiled, interpreted, interpreted / compiled, "equal" if bits == other_bits else "DIFFERENT")
    return Table("Compiled against interpreted", ("compiled [us]", "interpreted [us]", "ratio", "bits"), [row])


def steps_in_process(**environment: str) -> tuple[float, str]:
    """(microseconds a step, hash of all results) in a new process."""
    microseconds, digest = output(MANY_STEPS % STEPS, environment).split()
    return float(microseconds), digest


def process_seconds(code: str, **environment: str) -> float:
    """Wall-clock seconds of a process that runs `code`."""
    from .timing import seconds

    return seconds(lambda: output(code, environment))


def output(code: str, environment: dict[str, str]) -> str:
    """What a new process prints that runs `code` in the checkout. RuntimeError with its last words when it fails."""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"a measured process failed: {run.stderr.strip().splitlines()[-1]}")
    return run.stdout
