"""A frame: unit vectors right, forward and up, in the world, of a body whose up need not be +z. None means the world's axes."""

from .jit import inlined, shared
from .vec3 import UP, Vector, add, along, cross, dot, length, normalise, scale

Frame = tuple[Vector, Vector, Vector]
WORLD = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), UP)
# Sine of the angle to the opposite direction below which the axis of a turn is not defined. Smaller: rounding chooses the axis.
OPPOSITE = 1e-6


def up_of(frame: Frame | None) -> Vector:
    """Return the up of a frame, a unit vector (3,) of the world. For None it is +z."""
    return UP if frame is None else frame[2]


@inlined
def to_frame(frame: Frame, vector: Vector) -> Vector:
    """Return the coordinates (3,) of a world vector (3,) in a frame."""
    right, forward, up = frame
    return dot(right, vector), dot(forward, vector), dot(up, vector)


@inlined
def from_frame(frame: Frame, vector: Vector) -> Vector:
    """Return the world vector (3,) that has the coordinates `vector` (3,) in a frame."""
    right, forward, up = frame
    return add(add(scale(right, vector[0]), scale(forward, vector[1])), scale(up, vector[2]))


def own_to_world(frame: Frame | None, vector: Vector) -> Vector:
    """Return the world vector (3,) that has the coordinates `vector` (3,) in a frame. None is the world's own frame."""
    return vector if frame is None else from_frame(frame, vector)


def frame_at(up: Vector, frame: Frame | None = None) -> Frame | None:
    """Return a frame, or None, rotated by the smallest rotation to the up `up` (3,). One with this up is unchanged."""
    return frame if up == up_of(frame) else rotate_up_to(frame or WORLD, up)


@shared
def rotate_up_to(frame: Frame, up: Vector) -> Frame:
    """Return a frame rotated by the smallest rotation to the unit vector `up` (3,), one of 180 degrees about forward."""
    right, forward, old_up = frame
    if length(cross(old_up, up)) < OPPOSITE and dot(old_up, up) < 0.0:
        right, old_up = scale(right, -1.0), scale(old_up, -1.0)
    axis, cosine = cross(old_up, up), dot(old_up, up)
    return orthonormalise((rotate_vector(right, axis, cosine), rotate_vector(forward, axis, cosine), up))


@inlined
def rotate_vector(row: Vector, axis: Vector, cosine: float) -> Vector:
    """Return a vector rotated by Rodrigues' formula, about `axis`, as long as the sine, with a cosine above -1."""
    return along(add(scale(row, cosine), cross(axis, row)), axis, dot(axis, row) / (1.0 + cosine))


@inlined
def orthonormalise(frame: tuple[Vector, Vector | None, Vector]) -> Frame:
    """Return a frame without the rounding errors of right and forward. `forward` is not used and may be None."""
    right, _, up = frame
    right = normalise(along(right, up, -dot(right, up)))
    return right, cross(up, right), up
