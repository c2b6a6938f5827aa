"""What a camera must not look through: the level, and what moves in it. No renderer."""

import numpy as np


class Sight:
    """Everything solid of a level at a time [s]; asked as a TriangleMesh is."""

    def __init__(self, level, time):
        self._mesh, self._time = level.mesh, time
        self._movers = getattr(level, "movers", ())

    def raycast(self, origins, directions, lengths):
        """Distances (n,) of the first hits, inf where nothing is hit. origins, directions: (n, 3); lengths: (n,)"""
        nearest = self._mesh.raycast(origins, directions, lengths)
        ends = origins + directions * np.reshape(lengths, (-1, 1))
        low, high = np.minimum(origins, ends).min(axis=0), np.maximum(origins, ends).max(axis=0)
        for mover in self._movers:
            least, most = mover.range
            if (least <= high).all() and (low <= most).all():
                nearest = np.minimum(nearest, self._of_mover(mover, origins, ends, lengths))
        return nearest

    def _of_mover(self, mover, origins, ends, lengths):
        """The same of one mover, by rays turned into its own frame."""
        pose = mover.pose(self._time)
        own = np.array([pose.to_own(place) for place in origins])
        ways = (np.array([pose.to_own(place) for place in ends]) - own) / np.reshape(lengths, (-1, 1))
        return mover.mesh.raycast(own, ways, lengths)
