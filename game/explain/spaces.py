"""The spaces in which a tick is drawn: the world, ellipsoid space (paper 2.4), and blends of both.

Ellipsoid space is the world divided by the radii along the body's own axes. The drawing multiplies it by the vertical radius, so
that heights keep their length and the camera keeps its distance. The map only stretches and does not rotate, for any heading.
"""

from dataclasses import dataclass
from functools import cached_property
from math import cos, sin

import numpy as np

CHOICES = {"world": (0.0,), "ellipsoid": (1.0,), "both": (0.0, 1.0)}  # 0: the world, 1: eSpace, one picture each


@dataclass(frozen=True, eq=False)
class Space:
    """An affine map from positions in the world to positions in the drawing.

    matrix: (3, 3), its linear part; its columns are the images of the world's axes
    anchor: (3,) position that the map leaves fixed [m]
    """

    matrix: np.ndarray
    anchor: np.ndarray

    @cached_property
    def is_world(self):
        """True if the map changes nothing."""
        return bool((self.matrix == np.eye(3)).all())

    @cached_property
    def inverse(self):
        """The inverse (3, 3) of the matrix."""
        return np.linalg.inv(self.matrix)

    @cached_property
    def shift(self):
        """The translation (3,) [m]. A position is drawn at matrix @ position + shift."""
        return self.anchor - self.matrix @ self.anchor

    def points(self, places):
        """Transform positions (..., 3) [m] from the world to the drawing."""
        return np.asarray(places, float) @ self.matrix.T + self.shift

    def back(self, drawn):
        """Transform positions (..., 3) [m] from the drawing to the world."""
        return (np.asarray(drawn, float) - self.shift) @ self.inverse.T

    def normal(self, normal):
        """Transform the normal (3,) of a plane from the world to the drawing. Return a unit vector (3,)."""
        mapped = self.inverse.T @ np.asarray(normal, float)
        return mapped / np.linalg.norm(mapped)

    def widening(self, normal):
        """Return the geometric mean of the factors by which lengths grow in a plane with the unit normal (3,)."""
        return float(np.sqrt(np.linalg.det(self.matrix) * np.linalg.norm(self.inverse.T @ np.asarray(normal, float))))

    def about(self, anchor):
        """Return a Space with the same matrix and another fixed point (3,) [m]."""
        return Space(self.matrix, np.asarray(anchor, float))


WORLD = Space(np.eye(3), np.zeros(3))


def space_between(body, frame, anchor, part):
    """Return a blend of the world and ellipsoid space as a Space.

    body: Ellipsoid of the body, for its radii and its heading
    frame: (3, 3), rows right, forward and up of the player, or None if its up is +z
    anchor: (3,) position that the map leaves fixed [m]
    part: 0 for the world, 1 for ellipsoid space, or a number between for a blend
    """
    axes = body_axes(body.heading, frame)
    scales = (body.radii[2] / np.array(body.radii)) ** part
    matrix = np.eye(3) if part == 0.0 else axes.T @ (scales[:, None] * axes)
    return Space(matrix, np.array(anchor, float))


def body_axes(heading, frame):
    """Return the body's axes (3, 3) in the world. The rows are unit vectors right, forward and up.

    heading: [rad]
    frame: (3, 3), rows right, forward and up of the player, or None if its up is +z
    """
    c, s = cos(heading), sin(heading)
    turned = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    return turned if frame is None else turned @ np.array(frame)
