"""The spaces in which a tick is drawn: the world, ellipsoid space (paper 2.4), and linear blends of the two.

Ellipsoid space is the world divided by the radii along the body's own axes. For drawing it is multiplied by the vertical radius,
so that heights keep their length and the camera its distance. Directions are the world's, not turned by the heading.
"""

from dataclasses import dataclass
from functools import cached_property
from math import cos, sin

import numpy as np

CHOICES = {"world": (0.0,), "ellipsoid": (1.0,), "both": (0.0, 1.0)}  # 0: the world, 1: eSpace, one picture each


@dataclass(frozen=True, eq=False)
class Space:
    """A linear map from positions in the world to positions in the drawing.

    matrix (3, 3): its columns are the images of the world's axes; anchor (3,): the fixed point [m]
    """

    matrix: np.ndarray
    anchor: np.ndarray

    @cached_property
    def is_world(self):
        return bool((self.matrix == np.eye(3)).all())

    @cached_property
    def inverse(self):
        return np.linalg.inv(self.matrix)

    @cached_property
    def shift(self):
        """The translation (3,) [m]: a position is drawn at matrix @ position + shift."""
        return self.anchor - self.matrix @ self.anchor

    def points(self, places):
        """Transform positions (..., 3) from the world to the drawing."""
        return np.asarray(places, float) @ self.matrix.T + self.shift

    def back(self, drawn):
        """Transform positions (..., 3) from the drawing to the world."""
        return (np.asarray(drawn, float) - self.shift) @ self.inverse.T

    def normal(self, normal):
        """Transform the unit normal of a plane from the world to the drawing, by the inverse transpose."""
        mapped = self.inverse.T @ np.asarray(normal, float)
        return mapped / np.linalg.norm(mapped)

    def widening(self, normal):
        """The factor by which lengths in a plane grow, averaged over all directions. normal (3,): of the plane, unit"""
        return float(np.sqrt(np.linalg.det(self.matrix) * np.linalg.norm(self.inverse.T @ np.asarray(normal, float))))

    def about(self, anchor):
        """A Space with the same matrix and another fixed point."""
        return Space(self.matrix, np.asarray(anchor, float))


WORLD = Space(np.eye(3), np.zeros(3))


def space_between(body, frame, anchor, part):
    """The Space between the world (part 0) and ellipsoid space (part 1).

    body: Ellipsoid; frame: of a player whose up is not +z, None: the world's; anchor (3,): the fixed point [m]
    """
    axes = body_axes(body.heading, frame)
    scales = (body.radii[2] / np.array(body.radii)) ** part
    matrix = np.eye(3) if part == 0.0 else axes.T @ (scales[:, None] * axes)
    return Space(matrix, np.array(anchor, float))


def body_axes(heading, frame):
    """The body's axes (3, 3): rows are right, forward and up as unit vectors of the world."""
    c, s = cos(heading), sin(heading)
    turned = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    return turned if frame is None else turned @ np.array(frame)
