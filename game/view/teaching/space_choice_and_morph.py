"""The choice of the displayed space, and the animated change between world space and ellipsoid space."""

from ...explain.spaces import CHOICES

MORPH_TIME = 1.0  # [s] Smaller: too fast to follow; larger: a long wait


class SpaceChoice:
    """The displayed space. `name` is "world", "ellipsoid", or "both" for two pictures side by side."""

    def __init__(self, name="world"):
        self.name = name
        self._morph = CHOICES[name][0]

    def choose(self, name):
        """Choose a space by its name.

        `advance` then changes a single picture smoothly. A change to two pictures is immediate.
        """
        self.name = name
        if self.is_split:
            self._morph = 0.0

    def next(self, places=1):
        names = list(CHOICES)
        self.choose(names[(names.index(self.name) + places) % len(names)])

    @property
    def is_split(self):
        return len(CHOICES[self.name]) > 1

    def advance(self, seconds):
        """Continue the change of space. `seconds` is the time since the last call [s]."""
        target, step = CHOICES[self.name][0], seconds / MORPH_TIME
        self._morph += max(-step, min(step, target - self._morph))

    @property
    def blends(self):
        """A tuple with a number for each picture: 0 for world space, 1 for ellipsoid space, or between during the change."""
        return (self._morph**2 * (3.0 - 2.0 * self._morph), *CHOICES[self.name][1:])
