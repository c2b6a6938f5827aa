"""What surrounds a step costs: the trace, the simulation with its history, a single call against a batch."""

from __future__ import annotations

import numpy as np

from game.collision import Trace, collide_and_slide, collide_and_slide_many

from .contenders import GRAVITY
from .report import Table
from .timing import interleaved, seconds
from .track import BODY, PLACES, Track

AGENTS = 10_000


def overheads_table(track: Track) -> Table:
    """Rows (what, microseconds, against the bare step)."""
    mesh, starts, ways = track.mesh, track.starts, track.displacements
    simulation, intents = walking_simulation(track)
    times = interleaved(
        {
            "bare step": lambda i: collide_and_slide(mesh, BODY, starts[i % PLACES], ways[i % PLACES], GRAVITY),
            "step with a trace": lambda i: collide_and_slide(
                mesh, BODY, starts[i % PLACES], ways[i % PLACES], GRAVITY, trace=Trace()
            ),
            "Simulation.tick": lambda i: simulation.tick(intents[i % PLACES]),
        }
    )
    times[f"batch of {AGENTS}, an agent"] = batch_microseconds(track)
    bare = times["bare step"]
    rows = [(what, time, time / bare, time - bare) for what, time in times.items()]
    return Table(
        f"What surrounds a step ({track.name})",
        ("what", "time [us]", "to the bare step", "more [us]"),
        rows,
        "Simulation.tick: the whole player, trace and history on.",
    )


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
