"""The time of a step, compiled and interpreted, with a check that both have the same bits."""

from __future__ import annotations

from .harness.timing import ResultTable
from .start.measured_process import output

MANY_STEPS = """
import hashlib, time
import numpy as np
from game.bench.harness.walking_moves import small_level
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


def compiled_table() -> ResultTable:
    """Return the ResultTable of microseconds per step, compiled and interpreted, for single calls and for one call of all steps.

    The last column says if the results have the same bits. Raises RuntimeError if a process fails.
    """
    compiled, interpreted = (steps_in_process(NUMBA_DISABLE_JIT=off) for off in "01")
    rows = [
        (calls, fast, slow, slow / fast, "equal" if bits == other_bits else "DIFFERENT")
        for calls, (fast, bits), (slow, other_bits) in zip(("one call per step", "one call for all steps"), compiled, interpreted)
    ]
    note = "With one call per step, half of the time is the call from Python, which is not compiled."
    return ResultTable("Compiled and interpreted", ("", "compiled [us]", "interpreted [us]", "ratio", "bits"), rows, note)


def steps_in_process(**environment: str) -> list[tuple[float, str]]:
    """Return pairs (microseconds per step, hash of all results) from a new process with additional environment variables.

    The first pair is for one call per step, the second for one call for all steps. Raises RuntimeError if the process fails.
    """
    lines = output(MANY_STEPS % (STEPS, STEPS), environment).splitlines()
    return [(float(microseconds), digest) for microseconds, digest in map(str.split, lines)]
