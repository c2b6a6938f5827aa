"""The spaces a tick can be drawn in: the world, ellipsoid space (paper 2.4), and everything between the two.

Ellipsoid space is the world divided by the radii along the body's own axes. It is drawn as many times as large as the body is
high, so that the vertical keeps its length and the camera its distance; directions are the world's, not turned by the heading.
"""

from dataclasses import dataclass
from functools import cached_property
from math import cos, sin

import numpy as np

CHOICES = {"world": (0.0,), "ellipsoid": (1.0,), "both": (0.0, 1.0)}  # what can be chosen, as parts of the way to eSpace


@dataclass(frozen=True, eq=False)
class Space:
    """A linear map about a place that stays: where things are drawn, instead of where they are.

    matrix (3, 3): its columns are where the world's axes go; anchor (3,): the place that stays [m]
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
        """(3,): a place is drawn at matrix @ place + shift."""
        return self.anchor - self.matrix @ self.anchor

    def points(self, places):
        """Places (..., 3) of the world -> where they are drawn."""
        return np.asarray(places, float) @ self.matrix.T + self.shift

    def back(self, drawn):
        """Where things are drawn (..., 3) -> their places in the world."""
        return (np.asarray(drawn, float) - self.shift) @ self.inverse.T

    def normal(self, normal):
        """Unit normal of a plane -> unit normal of the plane where it is drawn: by the inverse transposed."""
        bent = self.inverse.T @ np.asarray(normal, float)
        return bent / np.linalg.norm(bent)

    def widening(self, normal):
        """How many times as long lengths in a plane become, in the mean of all directions. normal (3,): of the plane, unit"""
        return float(np.sqrt(np.linalg.det(self.matrix) * np.linalg.norm(self.inverse.T @ np.asarray(normal, float))))

    def about(self, anchor):
        """The same map about another place."""
        return Space(self.matrix, np.asarray(anchor, float))


WORLD = Space(np.eye(3), np.zeros(3))


def space_between(body, frame, anchor, part):
    """The space a part of the way, 0..1, from the world to ellipsoid space.

    body: Ellipsoid; frame: of a player whose up is not +z, None: the world's; anchor (3,): the place that stays [m]
    """
    axes = body_axes(body.heading, frame)
    scales = (body.radii[2] / np.array(body.radii)) ** part
    matrix = np.eye(3) if part == 0.0 else axes.T @ (scales[:, None] * axes)
    return Space(matrix, np.array(anchor, float))


def body_axes(heading, frame):
    """(3, 3): unit rows, the body's right, forward and up as the world sees them."""
    c, s = cos(heading), sin(heading)
    turned = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    return turned if frame is None else turned @ np.array(frame)
