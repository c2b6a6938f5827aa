"""What surrounds a step costs: the trace, the simulation with its history, a single call against a batch."""

from __future__ import annotations

import numpy as np

from game.collision import Trace, collide_and_slide, collide_and_slide_many

from .peers.contenders import GRAVITY, Contenders
from .tables import Table
from .timing import interleaved, seconds
from .track import BODY, PLACES, Track

AGENTS = 10_000
BARE, TRACED = "bare step", "step with a trace"


def overheads_table(track: Track) -> Table:
    """Rows (what, microseconds, against the bare step)."""
    times = interleaved(single_calls(track)) | {f"batch of {AGENTS}, an agent": batch_microseconds(track)}
    bare = times[BARE]
    rows = [(what, time, time / bare, time - bare) for what, time in times.items()]
    columns = ("what", "time [us]", "to the bare step", "more [us]")
    note = "Simulation.tick: the whole player, trace and history on."
    return Table(f"What surrounds a step ({track.name})", columns, rows, note)


def single_calls(track: Track) -> Contenders:
    """The bare step, and the same with more around it."""
    mesh, starts, ways = track.mesh, track.starts, track.displacements
    simulation, intents = walking_simulation(track)
    return {
        BARE: lambda i: collide_and_slide(mesh, BODY, starts[i % PLACES], ways[i % PLACES], GRAVITY),
        TRACED: lambda i: collide_and_slide(mesh, BODY, starts[i % PLACES], ways[i % PLACES], GRAVITY, trace=Trace()),
        "Simulation.tick": lambda i: simulation.tick(intents[i % PLACES]),
    }


def walking_simulation(track: Track):
    """A simulation on the track's mesh and the intents that walk along it."""
    from types import SimpleNamespace

    from game.simulation import Intent, Simulation
    from game.simulation.params import PlayerParams

    x, y, z = track.starts[0]
    params = PlayerParams()
    level = SimpleNamespace(name=track.name, mesh=track.mesh, spawn=SimpleNamespace(feet=(x, y, z - params.feet), heading=0.0))
    intents = [Intent((vx / params.speed, vy / params.speed)) for vx, vy in track.velocities]
    return Simulation(level, params), intents


def batch_microseconds(track: Track) -> float:
    """Microseconds an agent in one call of AGENTS agents: the median of seven calls."""
    rows = np.arange(AGENTS) % PLACES
    positions, velocities = np.array(track.starts)[rows], np.array(track.displacements)[rows]
    call = lambda: collide_and_slide_many(track.mesh, BODY, positions, velocities, GRAVITY)  # noqa: E731
    call()
    return float(np.median([seconds(call) for _ in range(7)])) / AGENTS * 1e6
