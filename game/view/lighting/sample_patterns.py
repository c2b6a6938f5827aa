"""Sample patterns: points spread evenly on a disc, and directions in a cone and in a hemisphere.

All points of a level share a pattern, so that neighbours differ smoothly. Random patterns would look noisy.
"""

import numpy as np

GOLDEN_ANGLE = np.pi * (3.0 - np.sqrt(5.0))


def disc(count):
    """Return points (count, 2) spread evenly on the unit disc, along Vogel's sunflower spiral. The outermost points are last."""
    index = np.arange(count)
    radius, angle = np.sqrt((index + 0.5) / count), index * GOLDEN_ANGLE
    return np.column_stack((radius * np.cos(angle), radius * np.sin(angle)))


def hemisphere(count):
    """Return unit directions (count, 3) around +z with a density proportional to their cosine (Malley's method)."""
    flat = disc(count)
    return np.column_stack((flat, np.sqrt(1.0 - (flat**2).sum(axis=1))))


def cone(axis, half_angle, count):
    """Return unit directions (count, 3) spread evenly within `half_angle` [rad] of the unit vector `axis` (3,).

    The outermost directions are last.
    """
    axis = np.asarray(axis, dtype=float)
    first = np.cross((0.0, 0.0, 1.0) if abs(axis[2]) < 0.7 else (0.0, 1.0, 0.0), axis)
    first /= np.linalg.norm(first)
    offsets = disc(count) * np.tan(half_angle)
    directions = axis + offsets[:, :1] * first + offsets[:, 1:] * np.cross(axis, first)
    return directions / np.linalg.norm(directions, axis=1, keepdims=True)
