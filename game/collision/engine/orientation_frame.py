"""A frame: where right, forward and up of something point in the world, for what stands on other than level floors.

Three unit rows (right, forward, up) as the world sees them; None stands for the world's own axes.
"""

from .jit import inlined
from .vec3 import UP, Vector, add, along, cross, dot, length, normalise, scale

Frame = tuple[Vector, Vector, Vector]
WORLD = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), UP)
# How near [sine] to opposite two directions are that leave open about which axis to turn. Smaller: rounding chooses the axis.
OPPOSITE = 1e-6


def up_of(frame: Frame | None) -> Vector:
    """The direction (3,) that is up in a frame."""
    return UP if frame is None else frame[2]


@inlined
def to_frame(frame, vector):
    """A vector of the world as the frame sees it."""
    right, forward, up = frame
    return dot(right, vector), dot(forward, vector), dot(up, vector)


def to_world(frame, vector):
    """A vector of the frame as the world sees it; None: it is the world's."""
    if frame is None:
        return vector
    right, forward, up = frame
    return add(add(scale(right, vector[0]), scale(forward, vector[1])), scale(up, vector[2]))


def frame_at(up, frame=None):
    """The frame with this up that is the smallest rotation away from another; None when it is the world's."""
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
    """The frame turned by the smallest rotation that takes its up there (Rodrigues' formula without angles)."""
    axis, cosine = cross(frame[2], up), dot(frame[2], up)
    right, forward = (
        along(add(scale(row, cosine), cross(axis, row)), axis, dot(axis, row) / (1.0 + cosine)) for row in frame[:2]
    )
    return right, forward, up


def upright(frame):
    """The same frame with rounding's errors taken out: at right angles, of unit length, its up kept to the bit."""
    right, _, up = frame
    right = normalise(along(right, up, -dot(right, up)))
    return right, cross(up, right), up
