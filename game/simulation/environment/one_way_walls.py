"""Magic walls: contacts that are refused. Triangles that lie wholly in such a volume stop nobody who may pass."""

from math import hypot

import numpy as np

from ...level.volume import MagicWall

NEAR = 1e-3  # how far [m] a triangle may stick out of the volume that it belongs to. Smaller: rounding leaves one solid


class MagicWalls:
    """The magic walls of a level; keeps nothing of a run. level: Level; params: PlayerParams"""

    def __init__(self, level, params):
        self._walls = [Wall(volume, level.mesh, params) for volume in level.volumes if isinstance(volume.effect, MagicWall)]
        self._count = len(level.mesh.triangles)

    @property
    def boxes(self):
        """Of each wall the box around its triangles: lows and highs (w, 3) [m]."""
        return tuple(np.array(side).reshape(-1, 3) for side in ([wall.box[k] for wall in self._walls] for k in (0, 1)))

    def refused(self, position):
        """(t,) uint8, 1 for each triangle of the mesh that must not stop a player whose centre is there; None: all stop him."""
        open_now = [wall.triangles for wall in self._walls if wall.lets_through(position)]
        if not open_now:
            return None
        mask = np.zeros(self._count, dtype=np.uint8)
        for triangles in open_now:
            mask[triangles] = 1
        return mask


class Wall:
    """One of them. triangles: numbers of those that lie in it; box: two corners of the box around them, inside out for none"""

    def __init__(self, volume, mesh, params):
        self.volume = volume
        half = max(volume.size[1] / 2.0, volume.radius)
        self.behind = half + max(params.radii[:2])  # a body that has come so far past the middle is wholly through
        local = local_points(mesh.vertices, volume)
        width = max(volume.size[0] / 2.0, volume.radius) + NEAR
        inside = (np.abs(local) <= (width, half + NEAR, volume.height / 2.0 + NEAR)).all(axis=1)
        if volume.radius > 0.0:
            inside &= np.hypot(local[:, 0], local[:, 1]) <= width
        self.triangles = np.flatnonzero(inside[mesh.triangles].all(axis=1))
        corners = mesh.vertices[mesh.triangles[self.triangles]].reshape(-1, 3)
        self.box = corners.min(axis=0, initial=np.inf), corners.max(axis=0, initial=-np.inf)
        self.reach = self.behind + hypot(width, volume.height) + 2.0 * params.feet + params.run_speed

    def lets_through(self, position):
        """May a player whose centre is there pass? From its far side of a one-way wall he may not."""
        x, y, z = (p - a for p, a in zip(position, self.volume.at))
        if max(abs(x), abs(y), abs(z)) > self.reach:
            return False  # too far away to matter
        ahead = self.volume.turned_back((x, y, z))[1]
        return not self.volume.effect.one_way or ahead < self.behind


def local_points(points, volume):
    """(n, 3) in the frame of a volume, from its middle [m]."""
    across, along = volume.turned((1.0, 0.0, 0.0)), volume.turned((0.0, 1.0, 0.0))
    offset = points - np.add(volume.at, (0.0, 0.0, volume.height / 2.0))
    return offset @ np.array([across, along, (0.0, 0.0, 1.0)]).T
