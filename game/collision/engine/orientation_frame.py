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
    """Return the unit vector (3,) that is up in a frame, which is +z for None."""
    return UP if frame is None else frame[2]


@inlined
def to_frame(frame, vector):
    """Transform a vector (3,) from the world to the frame. Returns (3,)."""
    right, forward, up = frame
    return dot(right, vector), dot(forward, vector), dot(up, vector)


@inlined
def from_frame(frame, vector):
    """Transform a vector (3,) from the frame to the world. Returns (3,)."""
    right, forward, up = frame
    return add(add(scale(right, vector[0]), scale(forward, vector[1])), scale(up, vector[2]))


def to_world(frame, vector):
    """Transform a vector (3,) from a frame to the world. Returns (3,). A frame of None means the world's own axes."""
    return vector if frame is None else from_frame(frame, vector)


def frame_at(up, frame=None):
    """Return a frame, turned by the smallest rotation that makes the unit vector `up` (3,) its up.

    frame: (right, forward, up), or None for the world's own axes. None is returned unchanged if `up` is +z.
    """
    return frame if up == up_of(frame) else rotate_up_to(frame or WORLD, up)


@shared
def rotate_up_to(frame, up):
    """Return a frame turned by the smallest rotation that makes `up` (3,) its up. A half turn is about the frame's forward
    direction.
    """
    right, forward, old_up = frame
    if length(cross(old_up, up)) < OPPOSITE and dot(old_up, up) < 0.0:
        right, old_up = scale(right, -1.0), scale(old_up, -1.0)
    axis, cosine = cross(old_up, up), dot(old_up, up)
    return orthonormalise((rotate_about(right, axis, cosine), rotate_about(forward, axis, cosine), up))


@inlined
def rotate_about(row, axis, cosine):
    """Return a vector (3,) turned about an axis (3,) by Rodrigues' formula. The axis is as long as the sine of the angle;
    `cosine` is its cosine.
    """
    return along(add(scale(row, cosine), cross(axis, row)), axis, dot(axis, row) / (1.0 + cosine))


@inlined
def orthonormalise(frame):
    """Return the frame without rounding errors: unit rows at right angles. Its up is the same to the bit."""
    right, _, up = frame
    right = normalise(along(right, up, -dot(right, up)))
    return right, cross(up, right), up
