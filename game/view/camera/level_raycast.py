"""Ray casts for cameras and shadows against a level with its movers. This module uses no renderer."""

import numpy as np


class LevelRaycast:
    """The solids of a Level and its movers at a `time` [s]. It has a method `raycast`, as a TriangleMesh has."""

    def __init__(self, level, time):
        self._mesh, self._time = level.mesh, time
        self._movers = getattr(level, "movers", ())

    def raycast(self, origins, directions, lengths):
        """Return the distances (n,) [m] from n origins to the first surfaces hit, inf for rays without a hit.

        origins: (n, 3) [m]
        directions: unit vectors (n, 3)
        lengths: (n,) of the rays [m]
        """
        nearest = self._mesh.raycast(origins, directions, lengths)
        ends = origins + directions * np.reshape(lengths, (-1, 1))
        low, high = np.minimum(origins, ends).min(axis=0), np.maximum(origins, ends).max(axis=0)
        for mover in self._movers:
            least, most = mover.range
            if (least <= high).all() and (low <= most).all():
                nearest = np.minimum(nearest, self._mover_raycast(mover, origins, ends, lengths))
        return nearest

    def _mover_raycast(self, mover, origins, ends, lengths):
        """Return the distances (n,) [m] of the first hits with one Mover, or inf. The rays are transformed to the mover's frame.

        origins, ends: (n, 3) [m] ends of the rays
        lengths: (n,) [m]
        """
        pose = mover.pose(self._time)
        starts = np.array([pose.to_own(place) for place in origins])
        directions = (np.array([pose.to_own(place) for place in ends]) - starts) / np.reshape(lengths, (-1, 1))
        return mover.mesh.raycast(starts, directions, lengths)
