"""Steering of wandering agents: straight ahead with random turns, away from obstacles and deadly volumes."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from ...core.elementary_functions import cos, each, sin
from ..environment.volume_overlap_and_sweep import find_inside_kind
from ..environment.volume_rows import KILL

if TYPE_CHECKING:
    from .crowd import Crowd

# How much the heading of an agent drifts [rad, in a second]. Smaller: all end up in corners; larger: they walk in circles.
DRIFT = 0.8
BLOCKED = 0.5  # part of the wished speed below which an agent turns away. Smaller: it rubs along walls; larger: it fears kerbs
LOOK_INTERVAL = 8  # ticks between two looks ahead. Fewer: each tick costs more; more: agents walk over edges before the look
LOOK_AHEAD = 1.2  # [m] from the body's middle. Smaller: too late to turn; larger: agents avoid narrow paths
LOOK_DEPTH = 60.0  # [m]; no fall in a level is deeper
DOWN = (0.0, 0.0, -1.0)


class Wander:
    """Steering of `count` agents by random turns, the same for the same seed. Their first headings cover all directions.

    headings: (n,) [rad], counter-clockwise from +y
    """

    def __init__(self, count: int, seed: int = 0):
        self._random = np.random.default_rng(seed)
        self.headings = np.arange(count) * (2.0 * np.pi / count)

    def wishes(self, crowd: Crowd) -> np.ndarray:
        """Turn the agents, and return their wishes for the next tick of a Crowd: unit vectors (n, 2), as in Intent.

        Headings drift at random. Agents that are blocked or see a hazard turn around.
        """
        count = len(self.headings)
        self.headings += self._random.standard_normal(count) * (DRIFT / sqrt(crowd.hz))
        slow = np.sqrt((crowd.walking * crowd.walking).sum(axis=1)) < BLOCKED * crowd.params.speed
        if crowd.ticks:
            self._turn_back(slow, 0.5)
        if (crowd.surroundings.volumes["kind"] == KILL).any():
            self._turn_back(find_hazards(crowd, self.headings), 0.2)
        return np.stack([-each(sin, self.headings), each(cos, self.headings)], axis=1)

    def _turn_back(self, rows: np.ndarray, spread: float) -> None:
        """Turn agents around by random angles, from (1 - spread) * pi to (1 + spread) * pi [rad].

        rows: indices of the agents, or a mask (n,)
        """
        self.headings[rows] += self._random.uniform(1.0 - spread, 1.0 + spread, len(self.headings[rows])) * np.pi


def find_hazards(crowd: Crowd, headings: np.ndarray) -> np.ndarray:
    """Return the indices of agents with a deadly volume ahead. A tick tests only every LOOK_INTERVAL-th agent, in turn.

    crowd: Crowd; headings: (n,) [rad], counter-clockwise from +y
    """
    rows = np.arange(crowd.ticks % LOOK_INTERVAL, len(headings), LOOK_INTERVAL)
    directions = np.stack([-each(sin, headings[rows]), each(cos, headings[rows]), np.zeros(len(rows))], axis=1)
    places = crowd.positions[rows] + LOOK_AHEAD * directions
    depths = crowd.mesh.raycast(places, np.tile(DOWN, (len(rows), 1)), LOOK_DEPTH)
    places[:, 2] += crowd.params.feet - np.minimum(depths, LOOK_DEPTH)
    deadly = np.empty(len(rows), np.bool_)
    find_inside_kind(crowd.surroundings.volumes, KILL, places, crowd.params.feet, deadly)
    return rows[deadly]
