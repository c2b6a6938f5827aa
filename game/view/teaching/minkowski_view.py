"""The Minkowski view in the window: triangles expanded by the body, and the body as a point.

Its overlay shapes are cached while the tick is the same.
"""

from ...explain.minkowski_overlay import FEW, MOST, build_minkowski


class MinkowskiView:
    """The Minkowski view of the displayed tick. `on` is True while it is shown."""

    def __init__(self, on=False):
        self.on = on
        self._wanted, self._expanded, self._shapes = None, 0, []

    def shapes(self, record, sim, switches, paused=True, at_once=True):
        """Return the overlay shapes to draw instead of the record's overlays, or None if the view is off or `record` is None.

        record: StepRecord, or None
        sim: Simulation
        switches: Switches of the overlays
        paused: True to expand up to MOST triangles, False for up to FEW, to save time
        at_once: False to expand FEW more triangles in each call, until all are expanded: all at once may take seconds
        """
        if not self.on or record is None:
            return None
        most = MOST if paused else FEW
        wanted = (record, switches, most)
        if self._wanted is None or any(a is not b for a, b in zip(self._wanted, wanted)):
            self._wanted, self._expanded = wanted, 0
        if self._expanded < most:
            self._expanded += most if at_once else FEW
            self._shapes = build_minkowski(record, sim, switches, most, None if at_once else FEW)
        return self._shapes
