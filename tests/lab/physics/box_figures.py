"""Sums over balls in a box that physics conserves, and violations of the constraints."""

from typing import NamedTuple

import numpy as np

from game.core.vec3 import dot
from game.lab.physics.ball_array import angular_momentum, deepest_overlap, energy, momentum


class BoxFigures(NamedTuple):
    """Conserved sums of balls in a box, and violations of the constraints.

    energy: [J]; momentum: (3,) [kg m/s]
    invariant: energy - (angular velocity of the box) . (angular momentum of the balls) [J], which elastic balls in a steadily
    turning box conserve without gravity
    overlap: deepest overlap of two balls [m], 0.0 if none
    outside: number of balls beyond a wall by more than 1e-9 m
    """

    energy: float
    invariant: float
    momentum: np.ndarray
    overlap: float
    outside: int


def figures(balls, world):
    """Return the BoxFigures of balls (n,) of BALL at the end of a step. world: World of the step"""
    total = energy(balls, world.rules.gravity)
    heights = np.abs(balls["position"] @ np.asarray(world.box.turned).T) + balls["radius"][:, None] - np.asarray(world.box.half)
    turning = float(dot(world.box.spin, angular_momentum(balls)))
    outside = int((heights > 1e-9).any(1).sum())
    return BoxFigures(total, total - turning, momentum(balls), deepest_overlap(balls), outside)
