"""Small worlds of a few triangles, for tests in which every number can be worked out by hand."""

from math import cos, radians, sin

import numpy as np

from game.collision import TriangleMesh

FAR = 50.0


def quad(a, b, c, d):
    """Two triangles of a quadrilateral, counter-clockwise seen from its front. -> (2, 3, 3)"""
    return np.array([[a, b, c], [a, c, d]], dtype=float)


def mesh(*quads):
    """One mesh of (t, 3, 3) arrays."""
    corners = np.concatenate(quads)
    return TriangleMesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))


def floor(z=0.0):
    return quad((-FAR, -FAR, z), (FAR, -FAR, z), (FAR, FAR, z), (-FAR, FAR, z))


def wall(y=0.0):
    """An upright wall across y; its front looks towards -y."""
    return quad((-FAR, y, -FAR), (FAR, y, -FAR), (FAR, y, FAR), (-FAR, y, FAR))


def side_wall(x=0.0):
    """An upright wall across x; its front looks towards -x."""
    return quad((x, FAR, -FAR), (x, -FAR, -FAR), (x, -FAR, FAR), (x, FAR, FAR))


def slope(degrees):
    """A plane through the x axis that climbs along +y."""
    y, z = FAR * cos(radians(degrees)), FAR * sin(radians(degrees))
    return quad((-FAR, -y, -z), (FAR, -y, -z), (FAR, y, z), (-FAR, y, z))


def slope_normal(degrees):
    return np.array([0.0, -sin(radians(degrees)), cos(radians(degrees))])


def resting_height(radii, degrees):
    """Height of the centre above a slope, along z, at which the ellipsoid touches it (radii (a, a, b))."""
    a, _, b = radii
    t = radians(degrees)
    return (a * a * sin(t) ** 2 + b * b * cos(t) ** 2) ** 0.5 / cos(t)
