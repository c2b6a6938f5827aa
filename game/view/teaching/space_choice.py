"""Which space is shown, and the way between two of them."""

from game.overlay.spaces import CHOICES

MORPH_TIME = 1.0  # [s] Smaller: one does not see what happens; larger: one waits for it


class SpaceChoice:
    """name: "world", "ellipsoid" or "both" of them side by side."""

    def __init__(self, name="world"):
        self.name = name
        self._way = CHOICES[name][0]

    def choose(self, name):
        """The whole picture morphs to its space; halves are there at once."""
        self.name = name
        if self.is_split:
            self._way = 0.0

    def next(self, places=1):
        names = list(CHOICES)
        self.choose(names[(names.index(self.name) + places) % len(names)])

    @property
    def is_split(self):
        return len(CHOICES[self.name]) > 1

    def advance(self, seconds):
        """Go on with the morph."""
        target, step = CHOICES[self.name][0], seconds / MORPH_TIME
        self._way += max(-step, min(step, target - self._way))

    @property
    def parts(self):
        """How far each scene is from the world to eSpace, 0..1, begun and ended softly."""
        return (self._way**2 * (3.0 - 2.0 * self._way), *CHOICES[self.name][1:])
