"""Overheads of a step: interpreted instead of compiled, the trace, the simulation with its history, calls not in a batch."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from ..collision import Trace, collide_and_slide, collide_and_slide_many
from ..simulation import Intent, PlayerParams, Simulation
from .harness.timing import Contender, ResultTable, interleaved, seconds, typical
from .harness.walking_moves import BODY, PLACES, Track
from .speed_against_peers import GRAVITY, OURS, Contenders, steppers
from .start_times import output

AGENTS = 10_000
BARE, TRACED = "bare step", "step with a trace"


def overheads_table(track: Track) -> ResultTable:
    """Return rows (call, microseconds, ratio to the bare step, extra)."""
    times = {name: typical(found) for name, found in interleaved(single_calls(track)).items()}
    times[f"batch of {AGENTS}, per agent"] = batch_microseconds(track)
    bare = times[BARE]
    rows = [(call, time, time / bare, time - bare) for call, time in times.items()]
    columns = ("call", "time [us]", "ratio to bare step", "extra [us]")
    note = "Simulation.tick: the whole player, with trace and history."
    return ResultTable(f"Overheads of a step ({track.name})", columns, rows, note)


def single_calls(track: Track) -> Contenders:
    """Return the bare step, the step with a trace, and a tick of Simulation from the position after its last tick."""
    bare = steppers(track, peers=False)[OURS]
    simulation, intents = walking_simulation(track)

    def traced(pairs: list) -> None:
        for start, displacement in pairs:
            collide_and_slide(track.mesh, BODY, start, displacement, GRAVITY, trace=Trace())

    def new_intents(first: int, count: int) -> list:
        return [intents[i % PLACES]._replace() for i in range(first, first + count)]

    def ticks(wanted: list) -> None:
        for intent in wanted:
            simulation.tick(intent)

    return {BARE: bare, TRACED: bare._replace(calls=traced), "Simulation.tick": Contender(new_intents, ticks)}


def walking_simulation(track: Track) -> tuple[Simulation, list[Intent]]:
    """Return a simulation on the Track's mesh, and the input that walks along the Track."""
    x, y, z = track.starts[0]
    params = PlayerParams()
    spawn = SimpleNamespace(feet=(x, y, z - params.feet), heading=0.0)
    level: Any = SimpleNamespace(name=track.name, mesh=track.mesh, spawn=spawn)
    intents = [Intent((vx / params.speed, vy / params.speed)) for vx, vy in track.velocities]
    return Simulation(level, params), intents


def batch_microseconds(track: Track) -> float:
    """Return the median time per agent [us] of seven calls of `collide_and_slide_many` for AGENTS agents."""
    rows = np.arange(AGENTS) % PLACES
    positions, velocities = np.array(track.starts)[rows], np.array(track.displacements)[rows]
    call = lambda: collide_and_slide_many(track.mesh, BODY, positions, velocities, GRAVITY)  # noqa: E731
    call()
    return float(np.median([seconds(call) for _ in range(7)])) / AGENTS * 1e6


MANY_STEPS = """
import hashlib, time
import numpy as np
from game.bench.harness.walking_moves import small_level
from game.bench.harness.walking_moves import BODY, walking_track
from game.bench.speed_against_peers import GRAVITY
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
    """Return the microseconds per step, compiled and interpreted, by single calls and by one of all, and if bits are equal."""
    compiled, interpreted = (steps_in_process(NUMBA_DISABLE_JIT=off) for off in "01")
    rows = [
        (calls, fast, slow, slow / fast, "equal" if bits == other_bits else "DIFFERENT")
        for calls, (fast, bits), (slow, other_bits) in zip(("one call per step", "one call for all steps"), compiled, interpreted)
    ]
    note = "With one call per step, half of the time is the call from Python, which is not compiled."
    return ResultTable("Compiled and interpreted", ("", "compiled [us]", "interpreted [us]", "ratio", "bits"), rows, note)


def steps_in_process(**environment: str) -> list[tuple[float, str]]:
    """Return pairs (microseconds per step, hash of all results) of a new process: one call per step, then one for all steps."""
    lines = output(MANY_STEPS % (STEPS, STEPS), environment).splitlines()
    return [(float(microseconds), digest) for microseconds, digest in map(str.split, lines)]
