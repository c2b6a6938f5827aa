"""Sample patterns: evenly spread points on a disc, and directions in a cone and a hemisphere made from them.

All points of a level share one pattern, so that neighbours differ smoothly. Random patterns would give noise.
"""

import numpy as np

GOLDEN_ANGLE = np.pi * (3.0 - np.sqrt(5.0))


def disc(count):
    """Evenly spread points (count, 2) on the unit disc, along Vogel's spiral."""
    index = np.arange(count)
    radius, angle = np.sqrt((index + 0.5) / count), index * GOLDEN_ANGLE
    return np.column_stack((radius * np.cos(angle), radius * np.sin(angle)))


def hemisphere(count):
    """Unit directions (count, 3) about +z with a density proportional to their cosine (Malley's method)."""
    flat = disc(count)
    return np.column_stack((flat, np.sqrt(1.0 - (flat**2).sum(axis=1))))


def cone(axis, half_angle, count):
    """Evenly spread unit directions (count, 3) within `half_angle` [rad] of the unit vector `axis` (3,)."""
    axis = np.asarray(axis, dtype=float)
    first = np.cross((0.0, 0.0, 1.0) if abs(axis[2]) < 0.7 else (0.0, 1.0, 0.0), axis)
    first /= np.linalg.norm(first)
    offsets = disc(count) * np.tan(half_angle)
    directions = axis + offsets[:, :1] * first + offsets[:, 1:] * np.cross(axis, first)
    return directions / np.linalg.norm(directions, axis=1, keepdims=True)


def shuffled(points):
    """The points in a fixed pseudo-random order."""
    return points[np.argsort(np.arange(len(points)) * GOLDEN_ANGLE % 1.0)]
