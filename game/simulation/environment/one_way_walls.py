"""One-way walls: triangles wholly inside such a volume do not stop a player that may pass. Their contacts are refused."""

from math import hypot

import numpy as np

from ...level.volume import MagicWall

TOLERANCE = 1e-3  # [m] by which a triangle may stick out of its volume. Smaller: rounding leaves a triangle solid


class OneWayWalls:
    """The one-way walls of a level; keeps nothing of a run. level: Level; params: PlayerParams"""

    def __init__(self, level, params):
        self._walls = [Wall(volume, level.mesh, params) for volume in level.volumes if isinstance(volume.effect, MagicWall)]
        self._count = len(level.mesh.triangles)

    @property
    def boxes(self):
        """Boxes around each wall's triangles: lows and highs (w, 3) [m]."""
        return tuple(np.array(side).reshape(-1, 3) for side in ([wall.box[k] for wall in self._walls] for k in (0, 1)))

    def refused(self, position):
        """(t,) uint8, 1 for each triangle of the mesh that must not stop a player with its centre there; None: all stop it."""
        open_now = [wall.triangles for wall in self._walls if wall.lets_through(position)]
        if not open_now:
            return None
        mask = np.zeros(self._count, dtype=np.uint8)
        for triangles in open_now:
            mask[triangles] = 1
        return mask


class Wall:
    """A one-way wall. triangles: numbers of its triangles; box: corners of the box around them, low above high for none"""

    def __init__(self, volume, mesh, params):
        self.volume = volume
        half = max(volume.size[1] / 2.0, volume.radius)
        self.behind = half + max(params.radii[:2])  # a body this far past the middle is wholly through
        local = local_points(mesh.vertices, volume)
        width = max(volume.size[0] / 2.0, volume.radius) + TOLERANCE
        inside = (np.abs(local) <= (width, half + TOLERANCE, volume.height / 2.0 + TOLERANCE)).all(axis=1)
        if volume.radius > 0.0:
            inside &= np.hypot(local[:, 0], local[:, 1]) <= width
        self.triangles = np.flatnonzero(inside[mesh.triangles].all(axis=1))
        corners = mesh.vertices[mesh.triangles[self.triangles]].reshape(-1, 3)
        self.box = corners.min(axis=0, initial=np.inf), corners.max(axis=0, initial=-np.inf)
        self.reach = self.behind + hypot(width, volume.height) + 2.0 * params.feet + params.run_speed

    def lets_through(self, position):
        """True if a player with its centre there may pass; not from the far side of a volume with `one_way`."""
        x, y, z = (p - a for p, a in zip(position, self.volume.at))
        if max(abs(x), abs(y), abs(z)) > self.reach:
            return False  # too far away to matter
        ahead = self.volume.turned_back((x, y, z))[1]
        return not self.volume.effect.one_way or ahead < self.behind


def local_points(points, volume):
    """Points (n, 3) [m] of the world in the frame of a volume, from its middle."""
    across, along = volume.turned((1.0, 0.0, 0.0)), volume.turned((0.0, 1.0, 0.0))
    offset = points - np.add(volume.at, (0.0, 0.0, volume.height / 2.0))
    return offset @ np.array([across, along, (0.0, 0.0, 1.0)]).T
