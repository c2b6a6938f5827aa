"""Sample patterns: points spread evenly on a disc, and directions in a cone and a hemisphere made from them.

All points of a level share one pattern, so neighbours differ smoothly; random patterns would sparkle.
"""

import numpy as np

GOLDEN_ANGLE = np.pi * (3.0 - np.sqrt(5.0))


def disc(count):
    """Points spread evenly on the unit disc, along Vogel's sunflower spiral. -> (count, 2)."""
    index = np.arange(count)
    radius, angle = np.sqrt((index + 0.5) / count), index * GOLDEN_ANGLE
    return np.column_stack((radius * np.cos(angle), radius * np.sin(angle)))


def hemisphere(count):
    """Directions about +z, as dense as their cosine (Malley's method: a disc projected on the sphere). -> (count, 3) unit."""
    flat = disc(count)
    return np.column_stack((flat, np.sqrt(1.0 - (flat**2).sum(axis=1))))


def cone(axis, half_angle, count):
    """Directions spread evenly within `half_angle` [rad] of the unit vector `axis` (3,). -> (count, 3) unit."""
    axis = np.asarray(axis, dtype=float)
    first = np.cross((0.0, 0.0, 1.0) if abs(axis[2]) < 0.7 else (0.0, 1.0, 0.0), axis)
    first /= np.linalg.norm(first)
    offsets = disc(count) * np.tan(half_angle)
    directions = axis + offsets[:, :1] * first + offsets[:, 1:] * np.cross(axis, first)
    return directions / np.linalg.norm(directions, axis=1, keepdims=True)
