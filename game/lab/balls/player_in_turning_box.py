"""The turning box with the player inside. Its walls stop and push the player, which stays upright.

The box turns about its y axis. So its end walls do not leave their planes, and the wall at -y can have a round hatch.
All positions are relative to the centre of the box.
"""

from functools import cache
from math import copysign, hypot, sqrt

import numpy as np

from ...collision import Ellipsoid, TriangleMesh, overlap
from ...core.elementary_functions import cos, each, sin
from ...core.vec3 import along, dot
from .moving_ellipsoid import least_gap

SIDE_AXES = (0, 2)  # of the box, with walls that leave their planes when the box turns
GAP = 5e-5  # [m] from a pushed player to the wall, below the player's skin. Smaller: rounding; larger: a wall at rest pushes
SUNK = 0.02  # [m] that a player inside may be in a wall. Smaller: rounding lets it out; larger: it holds a player under it
RIM_SIDES = 48  # of the polygon around the hatch. Fewer: the rim has corners that are felt; more: more triangles
TOUCHING = 1e-9  # [m] of an overlap that is rounding


def half_extent(radii, normal):
    """Return the half extent [m] of an upright ellipsoid with these radii (3,) [m] along a unit vector (3,)."""
    return sqrt(sum(radius * part * radius * part for radius, part in zip(radii, normal)))


def is_inside(half, axes, place, radii):
    """True if a player is between the four side walls of the box, and not wholly in front of the hatch or behind the box.

    A player may be in a side wall by SUNK.
    half: (3,) half of the box's sides [m]
    axes: three unit vectors, the axes of the box
    place, radii: centre (3,) and radii (3,) of the player [m]
    """
    if abs(place[1]) >= half[1] + radii[1]:
        return False
    return all(abs(dot(axes[k], place)) <= half[k] - half_extent(radii, axes[k]) + SUNK for k in SIDE_AXES)


def pushed_by_walls(half, axes, place, radii):
    """Return the nearest position (3,) [m] of the player's centre at which the player is in none of the side walls.

    The parameters are those of `is_inside`. The walls are at right angles, so each pushes along its own normal.
    """
    for k in SIDE_AXES:
        free = half[k] - half_extent(radii, axes[k]) - GAP
        height = dot(axes[k], place)
        if abs(height) > free:
            place = along(place, axes[k], copysign(free, height) - height)
    return place


def side_walls(half, axes):
    """Return the corners (8, 3, 3) [m] of the triangles of the four side walls, whose fronts face inwards.

    half: (3,) half of the box's sides [m]; axes: three unit vectors
    """
    rows, panels = np.array(axes) * np.array(half)[:, None], []
    for across, beside in ((rows[0], rows[2]), (rows[2], -rows[0])):
        for sign in (1.0, -1.0):
            middle, aside = sign * across, sign * beside
            low, high = middle - aside, middle + aside
            panels.append([low - rows[1], low + rows[1], high + rows[1], high - rows[1]])
    corners = np.array(panels)
    return corners[:, [[0, 2, 1], [0, 3, 2]]].reshape(-1, 3, 3)


@cache
def end_walls(half, hatch):
    """Return the corners (n, 3, 3) [m] of the triangles of both end walls. Their fronts face inwards.

    The walls are polygons that cover the ends of the box at any angle.
    half: (3,) half of the box's sides [m]
    hatch: radius of the round opening in the wall at -y [m]
    """
    angles = np.linspace(0.0, 2.0 * np.pi, RIM_SIDES + 1)
    ring = np.column_stack([each(cos, angles), np.zeros(RIM_SIDES + 1), each(sin, angles)])
    front, back = (0.0, -half[1], 0.0), (0.0, half[1], 0.0)
    outer = ring * (hypot(half[0], half[2]) / cos(np.pi / RIM_SIDES))
    a, b, c, d = hatch * ring[:-1] + front, hatch * ring[1:] + front, outer[1:] + front, outer[:-1] + front
    disc = [np.broadcast_to(back, (RIM_SIDES, 3)), outer[:-1] + back, outer[1:] + back]
    return np.concatenate([np.stack(three, axis=1) for three in ((a, b, c), (a, c, d), disc)])


@cache
def end_walls_mesh(half, hatch):
    """Return the triangles of `end_walls` as a TriangleMesh. half, hatch: as in `end_walls`"""
    corners = end_walls(half, hatch).reshape(-1, 3)
    return TriangleMesh(corners, np.arange(len(corners)).reshape(-1, 3))


def is_free(half, hatch, balls, player):
    """True if the player overlaps neither a ball nor an end wall.

    half: (3,) half of the box's sides [m]; hatch: radius of the opening in the wall at -y [m]
    balls: (n,) of BALL
    player: Obstacle with the player's own radii
    """
    if least_gap(balls, player) < -TOUCHING:
        return False
    return overlap(end_walls_mesh(half, hatch), Ellipsoid(player.radii), player.centre) <= TOUCHING
