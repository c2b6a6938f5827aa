"""Orientation: the frame of a player whose up is not +z (collision/engine/orientation_frame.py), and its turn towards gravity.

Walking and heading are relative to the frame. An up direction alone does not define forward. So the frame is turned by the
smallest rotation: a player that walks straight around a planet comes back with the heading it left with.
"""

from math import atan2, cos, pi, sin

from ...collision.engine.orientation_frame import OPPOSITE, WORLD, frame_at, to_world, up_of, upright
from ...collision.engine.vec3 import UP, add, along, cross, dot, length, normalise, scale

# How fast [rad/s] a body turns upright in another gravity. Smaller: it lands on its head; larger: the view makes one dizzy.
TURN_RATE = 2.0 * pi


def centre_above(feet, up, params):
    """Position of the centre [m] of a player with its feet at a point, one skin above the floor. params: PlayerParams"""
    return along(along(feet, up, params.feet), up, params.skin)


def reorient(state, intent, up, dt):
    """Turn the player's frame towards gravity before a tick. Returns the state and the intent in the new frame.

    up: unit vector against gravity; dt: length of the tick [s]
    """
    if up == UP and state.frame is None:
        return state, intent
    heading = state.heading if intent.heading is None else intent.heading
    frame = turn_towards(state.frame, up, heading, dt)
    if frame is None or frame[2] != UP:
        return state._replace(frame=frame), intent
    # The player is upright in the world again: heading and walk are the world's.
    turn = atan2(frame[0][1], frame[0][0])
    facing = None if state.facing is None else state.facing + turn
    state = state._replace(frame=None, heading=heading + turn, facing=facing, walk=rotate_about_z(state.walk, turn))
    return state, intent._replace(wish=rotate_about_z(intent.wish, turn), heading=heading + turn)


def turn_towards(frame, up, heading, dt):
    """Turn a frame towards another up for a tick of dt [s], by at most TURN_RATE.

    heading: of the view [rad]; if the new up is opposite, the body rolls about the view direction
    """
    if up == up_of(frame):
        return frame
    start = frame or WORLD
    axis, most = cross(start[2], up), TURN_RATE * dt
    sine = length(axis)
    if atan2(sine, dot(start[2], up)) <= most:
        return frame_at(up, frame)
    if sine < OPPOSITE:
        axis, sine = to_world(start, (-sin(heading), cos(heading), 0.0)), 1.0
    return rotate_about(start, scale(axis, 1.0 / sine), most)


def interpolate(start, end, part):
    """Interpolate between the frames before and after a tick. part: 0..1

    A player that is upright in the world again has a new heading; here it is shown with the old one, so in the old frame.
    """
    if end is None:
        end = frame_at(UP, start) or WORLD
    mixed = [tuple(a + (b - a) * part for a, b in zip(*rows)) for rows in zip(start or WORLD, end)]
    return upright((mixed[0], mixed[1], normalise(mixed[2])))


def rotate_about(frame, axis, angle):
    """Rotate a frame about a unit axis of the world by an angle [rad]."""
    c, s = cos(angle), sin(angle)
    return upright(
        tuple(along(add(scale(row, c), scale(cross(axis, row), s)), axis, dot(axis, row) * (1.0 - c)) for row in frame)
    )


def rotate_about_z(vector, angle):
    """Rotate a vector (2,) or (3,) about the vertical by an angle [rad]; an angle of 0 keeps the same bits."""
    x, y, *rest = vector
    c, s = cos(angle), sin(angle)
    return (x * c - y * s, x * s + y * c, *rest) if angle else tuple(vector)
