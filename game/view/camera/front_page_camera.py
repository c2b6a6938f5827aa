"""A camera that slowly circles a level, for the background of the menu's front page."""

from math import atan2, hypot, radians

import numpy as np

from .look_and_spring_arm import Look

TURN = radians(4.0)  # [rad/s]
DISTANCE, HEIGHT = 0.50, 0.26  # as fractions of the diagonal of the level's ground plan
START = radians(215.0)


def orbit(bounds, seconds):
    """Return the position (3,) [m] and the Look of a camera that has circled a level for `seconds` [s].

    bounds: (low, high) corners (3,) of the level's bounding box [m]
    """
    low, high = np.asarray(bounds[0]), np.asarray(bounds[1])
    middle, size = (low + high) / 2, hypot(*(high - low)[:2])
    angle = START + TURN * seconds
    out = size * DISTANCE * np.array([-np.sin(angle), np.cos(angle)])
    eye = (middle[0] + out[0], middle[1] + out[1], low[2] + size * HEIGHT)
    drop = eye[2] - (low[2] + (high[2] - low[2]) * 0.3)
    return eye, Look(atan2(out[0], -out[1]), -atan2(drop, size * DISTANCE))
