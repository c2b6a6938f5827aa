"""A frame: the directions of right, forward and up of a body that need not be upright.

It is three unit rows (right, forward, up) in world coordinates; None means the world's own axes.
"""

from .jit import inlined
from .vec3 import UP, Vector, add, along, cross, dot, length, normalise, scale

Frame = tuple[Vector, Vector, Vector]
WORLD = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), UP)
# Sine of the angle to the opposite direction below which the axis of a turn is not defined. Smaller: rounding chooses the axis.
OPPOSITE = 1e-6


def up_of(frame: Frame | None) -> Vector:
    """The direction (3,) that is up in a frame."""
    return UP if frame is None else frame[2]


@inlined
def to_frame(frame, vector):
    """Transform a vector from the world to the frame."""
    right, forward, up = frame
    return dot(right, vector), dot(forward, vector), dot(up, vector)


def to_world(frame, vector):
    """Transform a vector from the frame to the world. frame: None for the world's own axes"""
    if frame is None:
        return vector
    right, forward, up = frame
    return add(add(scale(right, vector[0]), scale(forward, vector[1])), scale(up, vector[2]))


def frame_at(up, frame=None):
    """The frame with this up that is the smallest rotation away from `frame`; None if the result is the world's."""
    if up == up_of(frame):
        return frame
    frame = frame or WORLD
    if length(cross(frame[2], up)) < OPPOSITE and dot(frame[2], up) < 0.0:
        frame = half_turned(frame)
    return upright(rolled_onto(frame, up))


def half_turned(frame):
    right, forward, up = frame
    return scale(right, -1.0), forward, scale(up, -1.0)


def rolled_onto(frame, up):
    """Turn a frame by the smallest rotation that gives it this up (Rodrigues' formula without angles)."""
    axis, cosine = cross(frame[2], up), dot(frame[2], up)
    right, forward = (
        along(add(scale(row, cosine), cross(axis, row)), axis, dot(axis, row) / (1.0 + cosine)) for row in frame[:2]
    )
    return right, forward, up


def upright(frame):
    """The same frame without rounding errors: unit rows at right angles. Its up does not change by a bit."""
    right, _, up = frame
    right = normalise(along(right, up, -dot(right, up)))
    return right, cross(up, right), up
