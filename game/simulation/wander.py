"""Walkers who go nowhere in particular: straight on, a little to one side, and away from what stops them."""

import numpy as np

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
            self.headings[slow] += self._random.uniform(0.5, 1.5, int(slow.sum())) * np.pi
        return np.stack([-np.sin(self.headings), np.cos(self.headings)], axis=1)
