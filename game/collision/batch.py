"""Many bodies of one shape in one call; two threads share a large number of them."""

import os

import numpy as np

from ..core import jit
from ..core.jit import run_in_two_threads
from . import entry_points
from .nearby import Nearby

# Least number of bodies for two threads. Smaller: their start takes longer than it saves; larger: one core is idle.
SHARED_FROM = 1000


def step_many(near, positions, velocities, gravity):
    """Compute the passes of velocity and gravity for many bodies, each with the shape and rules of a Nearby.

    positions, velocities: (n, 3) [m] and [m per tick]; gravity: displacement in this tick (3,) [m]
    Returns (n, 7): position (3) [m], velocity clipped by the contacts (3) [m per tick], number of contacts. From SHARED_FROM
    bodies on, two threads share the work, unless numba is off or there is only one core.
    """
    results = np.empty((len(positions), 7))
    if len(positions) < SHARED_FROM or not jit.COMPILED or os.cpu_count() == 1:
        step_rows(near, positions, velocities, gravity, results)
        return results
    half = len(positions) // 2
    other = Nearby(near.mesh).use(near.body, near.rules)
    halves = (near, slice(half)), (other, slice(half, None))
    run_in_two_threads(step_rows, *((one, positions[rows], velocities[rows], gravity, results[rows]) for one, rows in halves))
    return results


def step_rows(near, positions, velocities, gravity, results):
    """Write the results of `step_many` to `results` (n, 7), in this thread.

    near, positions, velocities, gravity: as for `step_many`
    The capacity of the Nearby is increased if a body's candidates exceed it, and that body is computed again.
    """
    done = 0
    while done < len(positions):
        done = entry_points.step_many(near.tree, near.scratch, positions, velocities, gravity, results, done)
        if done < len(positions):
            near.ensure_capacity(near.capacity + 1)
