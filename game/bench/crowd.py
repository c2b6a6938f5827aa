"""A crowd of walkers in a level for a minute: what a tick of one costs, and where all of them are afterwards."""

from __future__ import annotations

import time

import numpy as np

from .report import Table

WALKERS, LEVEL, HZ, MINUTE = 2000, "playground", 60, 60
REST = 2.0  # [s] that all stand still before it is looked where they are: who is falling has time to land
COLUMNS = ("walkers", "a walker's tick [us]", "of a frame [%]", "on floor, walking", "on floor, at rest", "inside of something")


def crowd_table(walkers: int = WALKERS, seconds: float = MINUTE) -> Table:
    """One row: a crowd that wanders through the playground."""
    from game.collision import overlap
    from game.level import load_level
    from game.simulation import Crowd, Wander

    crowd, wander = Crowd(load_level(LEVEL), walkers, hz=HZ), Wander(walkers)
    times = [spent_on_tick(crowd, wander.wishes(crowd)) for _ in range(round(seconds * HZ))]
    walking = int((crowd.grounds == 0).sum())
    for _ in range(round(REST * HZ)):
        crowd.tick((0.0, 0.0))
    resting = int((crowd.grounds == 0).sum())
    inside = sum(overlap(crowd.mesh, crowd.body, place) > 0.0 for place in crowd.positions.tolist())
    tick = float(np.median(times))
    row = (str(walkers), tick / walkers * 1e6, tick * HZ * 100.0, walking, resting, inside)
    note = f"In {LEVEL}, after {seconds:g} s; put back because they walked off the level's rim: {crowd.returns}."
    return Table("A crowd", COLUMNS, [row], note)


def spent_on_tick(crowd, wishes) -> float:
    """Seconds of one tick of all."""
    begun = time.perf_counter()
    crowd.tick(wishes)
    return time.perf_counter() - begun
