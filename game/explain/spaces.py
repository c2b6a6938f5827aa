"""The spaces in which a tick is drawn: the world, ellipsoid space (paper 2.4), and blends of both.

Ellipsoid space is the world divided by the radii along the body's own axes, and here times the vertical radius. So heights keep
their length. The map only stretches and does not rotate, for any heading.
"""

from dataclasses import dataclass
from functools import cached_property
from math import cos, sin

import numpy as np

from ..collision import Ellipsoid
from ..core.right_forward_up_frame import Frame
from ..core.vec3 import VectorLike

CHOICES = {"world": (0.0,), "ellipsoid": (1.0,), "both": (0.0, 1.0)}  # 0: the world, 1: eSpace, one picture each


@dataclass(frozen=True, eq=False)
class Space:
    """An affine map from the world to the drawing: a matrix (3, 3), and an anchor (3,) that it leaves fixed [m]."""

    matrix: np.ndarray
    anchor: np.ndarray

    @cached_property
    def is_world(self) -> bool:
        return bool((self.matrix == np.eye(3)).all())

    @cached_property
    def inverse(self) -> np.ndarray:
        return np.linalg.inv(self.matrix)

    @cached_property
    def shift(self) -> np.ndarray:
        """The translation (3,) [m]. A position is drawn at matrix @ position + shift."""
        return self.anchor - self.matrix @ self.anchor

    def points(self, places: VectorLike) -> np.ndarray:
        return np.asarray(places, float) @ self.matrix.T + self.shift

    def back(self, drawn: VectorLike) -> np.ndarray:
        return (np.asarray(drawn, float) - self.shift) @ self.inverse.T

    def normal(self, normal: VectorLike) -> np.ndarray:
        """Transform the normal (3,) of a plane from the world to the drawing. Return a unit vector (3,)."""
        mapped = self.inverse.T @ np.asarray(normal, float)
        return mapped / np.linalg.norm(mapped)

    def widening(self, normal: VectorLike) -> float:
        """Return the geometric mean of the factors by which lengths grow in a plane with the unit normal (3,)."""
        return float(np.sqrt(np.linalg.det(self.matrix) * np.linalg.norm(self.inverse.T @ np.asarray(normal, float))))

    def about(self, anchor: VectorLike) -> "Space":
        return Space(self.matrix, np.asarray(anchor, float))


WORLD = Space(np.eye(3), np.zeros(3))


def space_between(body: Ellipsoid, frame: Frame | None, anchor: VectorLike, part: float) -> Space:
    """Return a blend of the world (part 0) and ellipsoid space (part 1). anchor: position (3,) [m] that the map leaves fixed"""
    axes = body_axes(body.heading, frame)
    scales = (body.radii[2] / np.array(body.radii)) ** part
    matrix = np.eye(3) if part == 0.0 else axes.T @ (scales[:, None] * axes)
    return Space(matrix, np.array(anchor, float))


def body_axes(heading: float, frame: Frame | None) -> np.ndarray:
    """Return the body's axes (3, 3) in the world: unit vectors right, forward and up. heading: [rad] in the player's frame"""
    c, s = cos(heading), sin(heading)
    turned = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    return turned if frame is None else turned @ np.array(frame)
