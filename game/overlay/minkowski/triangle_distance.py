"""The nearest points of a triangle to given points, and the distances from it."""

import numpy as np


class Triangle:
    """A triangle with an area above 0, and all vectors that its distance from points needs.

    corners: (3, 3)
    normal: unit normal (3,). The corners are counter-clockwise seen from its tip.
    sides: (3, 3), vectors from each corner to the next
    inwards: (3, 3), vectors in the plane that point inside, perpendicular to the sides and as long as these
    middle: (3,), centroid; low, high: (3,), ends of the bounding box
    """

    def __init__(self, corners):
        self.corners, self.sides = corners, np.roll(corners, -1, axis=0) - corners
        normal = np.cross(self.sides[0], self.sides[1])
        self.normal = normal / np.linalg.norm(normal)
        self.inwards = np.cross(self.normal, self.sides)
        self.middle, self.low, self.high = corners.mean(axis=0), corners.min(axis=0), corners.max(axis=0)
        self._rows = np.concatenate([self.sides, self.inwards, -2.0 * corners]).T
        offsets = [(corners * self.sides).sum(axis=1), (corners * self.inwards).sum(axis=1), -(corners**2).sum(axis=1)]
        self._centre, self._half = (self.low + self.high) / 2.0, (self.high - self.low) / 2.0
        self._offsets, self._squared = np.concatenate(offsets), (self.sides**2).sum(axis=1)

    def in_box(self, points, margin):
        """Return a mask (n,) of the points (n, 3) that are in the triangle's bounding box, enlarged by `margin` on every side."""
        within = np.abs(points - self._centre) < self._half + margin
        return within[:, 0] & within[:, 1] & within[:, 2]

    def nearest(self, points):
        """Return the point (n, 3) of the triangle that is nearest to each of the points (n, 3)."""
        products = points @ self._rows - self._offsets
        along, over, away = products[:, :3], products[:, 3:6], products[:, 6:]
        part = np.minimum(np.maximum(along / self._squared, 0.0), 1.0)
        side = (away - part * (2.0 * along - part * self._squared)).argmin(axis=1)  # squared distances minus |point|^2
        places = self.corners[side] + part[np.arange(len(points)), side, None] * self.sides[side]
        foot = points - ((points - self.corners[0]) @ self.normal)[:, None] * self.normal
        within = (over[:, 0] >= 0.0) & (over[:, 1] >= 0.0) & (over[:, 2] >= 0.0)
        return np.where(within[:, None], foot, places)

    def measure(self, points):
        """Return the distances (n,) of points (n, 3), and the unit vectors (n, 3) to them from the triangle's nearest points.

        The vector is zero for a point on the triangle.
        """
        offset = points - self.nearest(points)
        distance = np.sqrt(np.einsum("nx,nx->n", offset, offset))
        return distance, offset / np.maximum(distance, 1e-300)[:, None]

    def away(self, points):
        """Return the unit vectors (..., 3) to points (..., 3) from their nearest points of the triangle."""
        return self.measure(points.reshape(-1, 3))[1].reshape(points.shape)
