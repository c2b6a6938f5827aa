"""Walkers who go nowhere in particular: straight on, a little to one side, and away from what stops or kills them."""

import numpy as np

from .hazard_avoidance import in_danger

# How much a walker turns as he goes [rad, in a second]. Less: all end up in corners; more: they walk in circles.
STRAY = 0.8
BLOCKED = 0.5  # part of the wished speed below which a walker turns away. Less: they rub along walls; more: they fear every kerb


class Wander:
    """Wishes of `count` walkers, the same ones for the same seed; they begin in all directions."""

    def __init__(self, count, seed=0):
        self._random = np.random.default_rng(seed)
        self.headings = np.arange(count) * (2.0 * np.pi / count)

    def wishes(self, crowd):
        """(n, 2) wishes for the next tick of a crowd."""
        count = len(self.headings)
        self.headings += self._random.standard_normal(count) * (STRAY / crowd.hz**0.5)
        slow = np.hypot(*crowd.walking.T) < BLOCKED * crowd.params.speed
        if crowd.ticks:
            self._turn(slow, 0.5)
        if len(crowd.kinds.kills):
            self._turn(in_danger(crowd, self.headings), 0.2)
        return np.stack([-np.sin(self.headings), np.cos(self.headings)], axis=1)

    def _turn(self, rows, spread):
        """Back, or up to so many half turns beside it. rows: numbers, or (n,) bool"""
        self.headings[rows] += self._random.uniform(1.0 - spread, 1.0 + spread, len(self.headings[rows])) * np.pi
