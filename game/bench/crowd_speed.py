"""Crowds of walkers in several levels: what a tick of one costs, and where all of them are afterwards."""

from __future__ import annotations

import time

import numpy as np

from .tables import Table

# Level, walkers, seconds. A minute in the first, as it was asked for; where gravity turns a walker takes ten times as long.
PLACES = (("playground", 2000, 60.0), ("platforms", 2000, 20.0), ("river", 2000, 20.0), ("planet", 500, 10.0))
HZ = 60
REST = 2.0  # [s] that all stand still before it is looked where they are: who is falling has time to land
INSIDE = 1e-6  # [m] that count as touching
COLUMNS = ("level", "walkers", "a walker's tick [us]", "of a frame [%]", "on floor", "at rest", "put back", "inside of something")


def crowd_table(places=PLACES) -> Table:
    """A row a level, (name, walkers, seconds): a crowd that wanders through it."""
    note = "On floor while they walk, and when all have stood still for two seconds; in the river most of them float."
    return Table("A crowd", COLUMNS, [crowd_row(*place) for place in places], note)


def crowd_row(level: str, walkers: int, seconds: float) -> tuple:
    """What became of one crowd."""
    from game.level import load_level
    from game.simulation import Crowd, Wander

    crowd, wander = Crowd(load_level(level), walkers, hz=HZ), Wander(walkers)
    times = [spent_on_tick(crowd, wander.wishes(crowd)) for _ in range(round(seconds * HZ))]
    walking = int((crowd.grounds == 0).sum())
    for _ in range(round(REST * HZ)):
        crowd.tick((0.0, 0.0))
    tick, resting = float(np.median(times)), int((crowd.grounds == 0).sum())
    inside = sum(depth(crowd, crowd.state(i)) > INSIDE for i in range(walkers))
    return level, walkers, tick / walkers * 1e6, tick * HZ * 100.0, walking, resting, crowd.returns, inside


def spent_on_tick(crowd, wishes) -> float:
    """Seconds of one tick of all."""
    begun = time.perf_counter()
    crowd.tick(wishes)
    return time.perf_counter() - begun


def depth(crowd, state) -> float:
    """How deep a walker is inside of the level or of a mover [m]."""
    from game.simulation.environment.oriented_body import Stance
    from game.simulation.movers.pushing import deepest

    stance = Stance(crowd.body_in(state), state.frame)
    numbers = range(len(crowd.movers.all)) if crowd.movers else ()
    among_movers, _ = deepest(crowd.movers, numbers, stance, state.position, crowd.ticks, crowd.rules)
    return max(among_movers, stance.depth(crowd.mesh, state.position))
