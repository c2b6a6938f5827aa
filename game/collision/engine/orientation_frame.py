"""A frame: the directions of right, forward and up of a body that need not be upright.

It is three unit rows (right, forward, up) in world coordinates; None means the world's own axes.
"""

from .jit import inlined, shared
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


@inlined
def from_frame(frame, vector):
    """Transform a vector from the frame to the world."""
    right, forward, up = frame
    return add(add(scale(right, vector[0]), scale(forward, vector[1])), scale(up, vector[2]))


def to_world(frame, vector):
    """As `from_frame`. frame: None for the world's own axes"""
    return vector if frame is None else from_frame(frame, vector)


def frame_at(up, frame=None):
    """The frame with this up that is the smallest rotation away from `frame`; None if the result is the world's."""
    return frame if up == up_of(frame) else rolled_to(frame or WORLD, up)


@shared
def rolled_to(frame, up):
    """Turn a frame by the smallest rotation that gives it this up. A half turn is about the frame's forward direction."""
    right, forward, old_up = frame
    if length(cross(old_up, up)) < OPPOSITE and dot(old_up, up) < 0.0:
        right, old_up = scale(right, -1.0), scale(old_up, -1.0)
    axis, cosine = cross(old_up, up), dot(old_up, up)
    return upright((rolled(right, axis, cosine), rolled(forward, axis, cosine), up))


@inlined
def rolled(row, axis, cosine):
    """Turn a vector about an axis as long as the sine of the angle (Rodrigues' formula without angles)."""
    return along(add(scale(row, cosine), cross(axis, row)), axis, dot(axis, row) / (1.0 + cosine))


@inlined
def upright(frame):
    """The same frame without rounding errors: unit rows at right angles. Its up does not change by a bit."""
    right, _, up = frame
    right = normalise(along(right, up, -dot(right, up)))
    return right, cross(up, right), up
