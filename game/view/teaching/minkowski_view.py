"""The shapes of the Minkowski view, kept as long as it is the same tick."""

from dataclasses import replace

from game.overlay import build_minkowski
from game.overlay.minkowski.minkowski_overlay import FEW, MOST


class MinkowskiView:
    """Off at first."""

    def __init__(self, on=False):
        self.on = on
        self._asked, self._shapes = None, []

    def legend_switches(self, switches):
        """The switches that the legend explains: the grown surface has the colours of features, the ray those of passes."""
        return replace(switches, contacts=True, path=True) if self.on else switches

    def shapes(self, record, sim, switches, paused=True):
        """What to draw instead of the record's overlays; None when it is off. While time runs fewer triangles are grown."""
        if not self.on or record is None:
            return None
        asked = (record, switches, MOST if paused else FEW)
        if self._asked is None or any(a is not b for a, b in zip(self._asked, asked)):
            self._asked, self._shapes = asked, build_minkowski(record, sim, *asked[1:])
        return self._shapes
