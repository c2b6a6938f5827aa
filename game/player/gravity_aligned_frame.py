"""The frame of a player whose up is not +z (core/right_forward_up_frame.py), and its rotation towards gravity.

Walking and heading are relative to the frame. An up direction alone does not define forward, so the frame is turned by the
smallest rotation. A player that walks straight around a planet returns with the heading it left with.
A frame is (right, forward, up), three unit vectors (3,) of the world.
"""

from collections.abc import Sequence
from math import pi

from ..core.elementary_functions import atan2, cos, cos_sin, sin
from ..core.jit import inlined, shared
from ..core.right_forward_up_frame import OPPOSITE, WORLD, Frame, frame_at, from_frame, orthonormalise, rotate_up_to, to_frame
from ..core.vec3 import UP, ZERO, Vector, add, along, cross, dot, length, normalise, put, scale, vec
from .forces import Forces
from .player_state import FLOOR, InputRow, PlayerRow, frame_of, is_given, set_frame, vec2

# How fast [rad/s] a body turns upright in another gravity. Smaller: the body lands on its head; larger: the view causes nausea.
TURN_RATE = 2.0 * pi


@shared
def reorient(player: PlayerRow, intent: InputRow, up: Vector, dt: float) -> None:
    """Rotate the player's frame towards gravity before a tick. Heading, walk and wish keep their values in the frame.

    A player that becomes upright in the world has no frame any more. Its heading, walk and wish are converted to the world.

    up: unit vector (3,) against gravity; dt: length of the tick [s]
    """
    heading = intent.heading if is_given(intent.heading) else player.heading
    frame = rotate_towards(frame_of(player), up, heading, dt)
    set_frame(player, frame)
    if frame[2] != UP:
        return
    player.has_frame = False
    turn = atan2(frame[0][1], frame[0][0])
    player.facing += turn  # NaN if the body follows the view
    player.heading = intent.heading = heading + turn
    player.walk[0], player.walk[1] = rotate_in_plane(vec2(player.walk), turn)
    intent.wish[0], intent.wish[1] = rotate_in_plane(vec2(intent.wish), turn)


@shared
def rotate_towards(frame: Frame, up: Vector, heading: float, dt: float) -> Frame:
    """Return a frame rotated towards the up direction `up` (3,), by at most TURN_RATE * dt [rad].

    dt: length of the tick [s]
    heading: heading of the view in the frame [rad]. The body rotates about the view direction if the new up is opposite.
    """
    if up == frame[2]:
        return frame
    axis, most = cross(frame[2], up), TURN_RATE * dt
    sine = length(axis)
    if atan2(sine, dot(frame[2], up)) <= most:
        return rotate_up_to(frame, up)
    if sine < OPPOSITE:
        axis, sine = from_frame(frame, (-sin(heading), cos(heading), 0.0)), 1.0
    return rotate_about(frame, scale(axis, 1.0 / sine), most)


@inlined
def enter_frame(player: PlayerRow, intent: InputRow, forces: Forces, dt: float) -> None:
    """Convert a player whose up is not +z, and the forces on it, from the world to the player's frame.

    The origin of the frame is `player.pivot`, the player's position. dt: length of the tick [s]
    If the body is not upright yet, the component of gravity perpendicular to the body's up is added to its fall.
    """
    frame, x, y, z = frame_of(player), 0.0, 0.0, -forces.gravity
    if frame[2] != forces.up:
        x, y, z = to_frame(frame, scale(forces.up, -forces.gravity))
    fx, fy, fz = to_frame(frame, vec(player.fall))
    put(player.fall, (fx + x * dt, fy + y * dt, fz))
    put(player.normal, to_frame(frame, vec(player.normal)))
    put(player.position, ZERO)
    intent.pull = -z
    intent.flow[0], intent.flow[1], _ = to_frame(frame, forces.flow)


@inlined
def leave_frame(player: PlayerRow, before: PlayerRow) -> None:
    """Convert a player whose up is not +z from its frame back to the world, at the end of a tick.

    before: the prepared player. If the tick ends off the floor, `stood` keeps the value in this row.
    """
    frame = frame_of(player)
    position = add(vec(player.pivot), from_frame(frame, vec(player.position)))
    put(player.position, position)
    put(player.velocity, from_frame(frame, vec(player.velocity)))
    put(player.normal, from_frame(frame, vec(player.normal)))
    put(player.fall, from_frame(frame, vec(player.fall)))
    put(player.stood, position if player.ground == FLOOR else vec(before.stood))


def interpolate(start: Frame | None, end: Frame | None, part: float) -> Frame:
    """Return the frame at a part 0..1 of a tick, interpolated between the frames before and after it.

    A player that is upright in the world again has a new heading. The interpolated frame belongs to the old heading.
    start, end: frame before and frame after the tick, or None for the frame of the world
    """
    if end is None:
        end = frame_at(UP, start) or WORLD
    mixed = [tuple(a + (b - a) * part for a, b in zip(*rows)) for rows in zip(start or WORLD, end)]
    return orthonormalise((mixed[0], mixed[1], normalise(mixed[2])))


@inlined
def rotate_about(frame: Frame, axis: Vector, angle: float) -> Frame:
    """Return a frame (right, forward, up) rotated about a unit axis (3,) of the world by an angle [rad], counter-clockwise."""
    right, forward, up = frame
    c, s = cos_sin(angle)
    right, forward = rotate_by_angle(right, axis, c, s), rotate_by_angle(forward, axis, c, s)
    return orthonormalise((right, forward, rotate_by_angle(up, axis, c, s)))


@inlined
def rotate_by_angle(row: Vector, axis: Vector, c: float, s: float) -> Vector:
    """Return a vector (3,) rotated about a unit axis (3,) by the angle with cosine c and sine s."""
    return along(add(scale(row, c), scale(cross(axis, row), s)), axis, dot(axis, row) * (1.0 - c))


@inlined
def rotate_in_plane(vector: tuple[float, float], angle: float) -> tuple[float, float]:
    """Return a vector (2,) rotated by an angle [rad], counterclockwise. An angle of 0 returns the same bits."""
    x, y = vector
    c, s = cos_sin(angle)
    return (x * c - y * s, x * s + y * c) if angle != 0.0 else (x, y)


def rotate_about_z(vector: Sequence[float], angle: float) -> tuple[float, ...]:
    """Return a vector (2,) or (3,) rotated counterclockwise about z by an angle [rad], as a tuple of the same length."""
    x, y, *rest = vector
    return (*rotate_in_plane((x, y), angle), *rest)
