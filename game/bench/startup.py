"""From nothing to the first step, in processes of their own: warm, cold, and without compiling."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from .tables import Table

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
from game.bench.meshes import small_level
from game.bench.track import BODY, walking_track
from game.bench.peers.contenders import GRAVITY
from game.collision import TriangleMesh, collide_and_slide, collide_and_slide_many
course = small_level()
track = walking_track(course, TriangleMesh(course.vertices, course.triangles))
places, ways = track.starts[:%d], track.displacements[:%d]
def singly():
    return [collide_and_slide(track.mesh, BODY, place, way, GRAVITY).position for place, way in zip(places, ways)]
def together():
    return collide_and_slide_many(track.mesh, BODY, places, ways, GRAVITY)[0].tolist()
for way in singly, together:
    best = 1e9
    for _ in range(3):
        start = time.perf_counter()
        ends = way()
        best = min(best, time.perf_counter() - start)
    digest = hashlib.sha256(repr([[float(x).hex() for x in end] for end in ends]).encode()).hexdigest()
    print(best / len(ends) * 1e6, digest)
"""
STEPS = 256


class Spent(NamedTuple):
    """Seconds of a process: on the clock, and of computing, which other programs do not lengthen (0 on Windows)."""

    wall: float
    computing: float


def startup_table() -> Table:
    """Seconds and what they are compared with."""
    with tempfile.TemporaryDirectory() as empty:
        cold = spent(EVERYTHING, GLISSADE_CACHE=empty)
        warm = min(spent(FIRST_STEP, GLISSADE_CACHE=empty) for _ in range(3))
    bare = min(spent(NUMPY) for _ in range(3))
    times = {"numpy alone": bare, "warm start: import to first step": warm, "cold start: everything compiled": cold}
    rows = [(what, *time, time.wall - bare.wall, time.computing - bare.computing) for what, time in times.items()]
    columns = ("what", "time [s]", "computing [s]", "more than numpy [s]", "more computing [s]")
    return Table("Starting", columns, rows, "Each in a new process; best of three but for the cold one.")


def compiled_table() -> Table:
    """Microseconds a step compiled and interpreted, and whether the bits are equal."""
    compiled, interpreted = (steps_in_process(NUMBA_DISABLE_JIT=off) for off in "01")
    rows = [
        (what, fast, slow, slow / fast, "equal" if bits == other_bits else "DIFFERENT")
        for what, (fast, bits), (slow, other_bits) in zip(("a call a step", "one call for all"), compiled, interpreted)
    ]
    note = "A call a step is half a call from Python, which compiling does not quicken."
    return Table("Compiled against interpreted", ("", "compiled [us]", "interpreted [us]", "ratio", "bits"), rows, note)


def steps_in_process(**environment: str) -> list[tuple[float, str]]:
    """(microseconds a step, hash of all results) in a new process, a call a step and all in one."""
    lines = output(MANY_STEPS % (STEPS, STEPS), environment).splitlines()
    return [(float(microseconds), digest) for microseconds, digest in map(str.split, lines)]


def spent(code: str, **environment: str) -> Spent:
    """What a new process takes that runs `code`."""
    begun, before = time.perf_counter(), os.times()
    output(code, environment)
    after = os.times()
    computing = after.children_user + after.children_system - before.children_user - before.children_system
    return Spent(time.perf_counter() - begun, computing)


def output(code: str, environment: dict[str, str]) -> str:
    """What a new process prints that runs `code` in the checkout. RuntimeError with its last words when it fails."""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"a measured process failed: {run.stderr.strip().splitlines()[-1]}")
    return run.stdout
