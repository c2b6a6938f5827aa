"""Crowds in several levels: the time of a tick, and the state of all agents afterwards."""

import time
from collections.abc import Sequence

import numpy as np

from ..level import load_level
from ..player.oriented_collider import OrientedBody
from ..simulation import Crowd, PlayerState, Wander
from ..simulation.pushing import deepest_overlap
from .harness.timing import ResultTable

# Level, walkers, seconds. A minute in the first; where gravity changes direction, a walker takes ten times as long.
PLACES = (("playground", 2000, 60.0), ("platforms", 2000, 20.0), ("river", 2000, 20.0), ("planet", 500, 10.0))
HZ = 60
REST = 2.0  # [s] without input before the agents are counted, so that falling agents can land
TOUCHING = 1e-6  # [m] largest penetration that counts as touching
COLUMNS = (
    "level", "walkers", "tick per walker [us]", "frame time [%]", "on floor", "on floor at rest", "respawns", "penetrating",
)  # fmt: skip


def crowd_table(places: Sequence[tuple[str, int, float]] = PLACES) -> ResultTable:
    """Return a row for each crowd. places: (name of a level, number of agents, seconds)"""
    note = "On floor: while walking, and after two seconds at rest; in the river most walkers float."
    return ResultTable("A crowd", COLUMNS, [crowd_row(*place) for place in places], note)


def crowd_row(level: str, walkers: int, seconds: float) -> tuple:
    crowd, wander = Crowd(load_level(level), walkers, hz=HZ), Wander(walkers)
    times = [tick_seconds(crowd, wander.wishes(crowd)) for _ in range(round(seconds * HZ))]
    walking = int((crowd.grounds == 0).sum())
    for _ in range(round(REST * HZ)):
        crowd.tick((0.0, 0.0))
    tick, resting = float(np.median(times)), int((crowd.grounds == 0).sum())
    penetrating = sum(depth(crowd, crowd.state(i)) > TOUCHING for i in range(walkers))
    return level, walkers, tick / walkers * 1e6, tick * HZ * 100.0, walking, resting, crowd.returns, penetrating


def tick_seconds(crowd: Crowd, wishes: np.ndarray) -> float:
    """Return the duration of a tick of a whole crowd [s]."""
    begun = time.perf_counter()
    crowd.tick(wishes)
    return time.perf_counter() - begun


def depth(crowd: Crowd, state: PlayerState) -> float:
    """Return the deepest penetration [m] of an agent into the level or a mover, or 0 if the agent is free."""
    body = OrientedBody(crowd.body_in(state), state.frame)
    among_movers = 0.0
    if crowd.movers:
        numbers = range(len(crowd.movers.all))
        among_movers, _ = deepest_overlap(crowd.movers, numbers, body, state.position, crowd.ticks, crowd.rules)
    return max(among_movers, body.depth(crowd.mesh, state.position))
