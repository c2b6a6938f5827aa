"""Overheads of a step: the trace, the simulation with its history, and single calls instead of a batch."""

from __future__ import annotations

import numpy as np

from ..collision import Trace, collide_and_slide, collide_and_slide_many
from .harness.contenders import GRAVITY, OURS, Contenders, steppers
from .harness.timing import Contender, ResultTable, interleaved, seconds, typical
from .harness.walking_moves import BODY, PLACES, Track

AGENTS = 10_000
BARE, TRACED = "bare step", "step with a trace"


def overheads_table(track: Track) -> ResultTable:
    """Return the ResultTable with rows (call, microseconds, ratio to the bare step, extra) for the moves of a Track."""
    times = {name: typical(found) for name, found in interleaved(single_calls(track)).items()}
    times[f"batch of {AGENTS}, per agent"] = batch_microseconds(track)
    bare = times[BARE]
    rows = [(call, time, time / bare, time - bare) for call, time in times.items()]
    columns = ("call", "time [us]", "ratio to bare step", "extra [us]")
    note = "Simulation.tick: the whole player, with trace and history."
    return ResultTable(f"Overheads of a step ({track.name})", columns, rows, note)


def single_calls(track: Track) -> Contenders:
    """Return the Contenders for the bare step, the step with a trace, and a tick of Simulation, on the moves of a Track.

    `Simulation.tick` makes each move from the position after its last tick.
    """
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


def walking_simulation(track: Track):
    """Return a Simulation on the Track's mesh, and the list of Intents that walk along the Track."""
    from types import SimpleNamespace

    from ..simulation import Intent, Simulation
    from ..simulation.player_params import PlayerParams

    x, y, z = track.starts[0]
    params = PlayerParams()
    level = SimpleNamespace(name=track.name, mesh=track.mesh, spawn=SimpleNamespace(feet=(x, y, z - params.feet), heading=0.0))
    intents = [Intent((vx / params.speed, vy / params.speed)) for vx, vy in track.velocities]
    return Simulation(level, params), intents


def batch_microseconds(track: Track) -> float:
    """Return the median time per agent [us] of seven calls of `collide_and_slide_many`, each for AGENTS agents.

    The agents make the moves of the Track.
    """
    rows = np.arange(AGENTS) % PLACES
    positions, velocities = np.array(track.starts)[rows], np.array(track.displacements)[rows]
    call = lambda: collide_and_slide_many(track.mesh, BODY, positions, velocities, GRAVITY)  # noqa: E731
    call()
    return float(np.median([seconds(call) for _ in range(7)])) / AGENTS * 1e6
