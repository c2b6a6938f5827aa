"""Measures of pairs of balls: overlaps, pairs that touch, pairs that a grid compares, the gap of a pair.

Arguments: see argument_types.
exhibit: name of the exhibit in its level; ball: index of a ball, from 0
"""


import numpy as np

from ....core.value_rules import Text
from ....lab.physics.ball_array import deepest_overlap, near_pairs
from ..argument_types import Index, Tick
from ..registry import measure
from .exhibits import bodies_of, state_of

TOUCHING = 4e-3  # [m] of a gap: in a heap, that of balls in contact. Smaller: pairs that rest on each other count as apart


@measure
def overlap(run, exhibit: Text, since: Tick = 0, until: Tick = 0) -> float:
    """Return the depth [mm] of the deepest overlap of two balls after the ticks following `since`, up to `until`.

    It is 0 if no balls overlap.
    """
    last = until or run.page.shot.tick
    return 1000.0 * max(deepest_overlap(bodies_of(run, exhibit, tick)[1].balls) for tick in range(since + 1, last + 1))


@measure
def touching_pairs(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the number of pairs of balls whose gap is below 4 mm after a tick."""
    grown = bodies_of(run, exhibit, tick)[1].balls.copy()
    grown["radius"] += TOUCHING / 2.0  # `near_pairs` has all pairs that overlap, but not all that are apart
    return float(sum(int((depths > 0.0).sum()) for _, _, depths in near_pairs(grown)))


@measure
def compared_pairs(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the number of pairs of balls in the same or in adjacent cells of a grid, after a tick."""
    return float(sum(len(depths) for _, _, depths in near_pairs(bodies_of(run, exhibit, tick)[1].balls)))


@measure
def all_pairs(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the number of all pairs of balls, n (n - 1) / 2."""
    count = len(bodies_of(run, exhibit, tick)[1].balls)
    return count * (count - 1) / 2.0


@measure
def ball_gap(run, exhibit: Text, ball: Index, other: Index, tick: Tick = 0) -> float:
    """Return the distance [m] between the surfaces of two balls of a table after a tick, negative if they overlap.

    ball, other: indices from 0
    """
    balls = state_of(run, exhibit, tick).bodies.balls[[ball, other]]
    return float(np.linalg.norm(balls["position"][0] - balls["position"][1]) - balls["radius"].sum())
