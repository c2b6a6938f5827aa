"""The frame of a player whose up is not +z (collision/engine/frames.py), and how it follows gravity.

Walking and heading are relative to it. Up alone leaves open where forward is. So the frame is carried along by the smallest
rotation: a player that walks straight on round a planet comes home with the heading it left with.
"""

from math import atan2, cos, pi, sin

from ...collision.engine.frames import OPPOSITE, WORLD, frame_at, to_world, up_of, upright
from ...collision.engine.vec3 import UP, add, along, cross, dot, length, normalise, scale

# How fast [rad/s] a body turns to stand upright in another gravity. Smaller: it lands on its head; larger: it makes one dizzy.
TURN_RATE = 2.0 * pi


def above(feet, up, params):
    """Where the centre is [m] when the feet are there, one skin above the floor. params: PlayerParams"""
    return along(along(feet, up, params.feet), up, params.skin)


def followed(frame, up, heading, dt):
    """The frame after a tick of dt [s] in which its up turns towards another, no faster than a body can.

    heading: where the player looks [rad]; when up and down change places he rolls about it
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
    return turned_about(start, scale(axis, 1.0 / sine), most)


def between(start, end, part):
    """The frame a part of the way from one to the next, which is not far from it.

    A player back in the world's own frame has his heading turned for that; here he is shown as he was, upright.
    """
    if end is None:
        end = frame_at(UP, start) or WORLD
    mixed = [tuple(a + (b - a) * part for a, b in zip(*rows)) for rows in zip(start or WORLD, end)]
    return upright((mixed[0], mixed[1], normalise(mixed[2])))


def turned_about(frame, axis, angle):
    """The frame turned about a unit axis of the world by an angle [rad]."""
    c, s = cos(angle), sin(angle)
    return upright(
        tuple(along(add(scale(row, c), scale(cross(axis, row), s)), axis, dot(axis, row) * (1.0 - c)) for row in frame)
    )


def twist(frame):
    """How far a frame whose up is +z is turned against the world [rad]."""
    return atan2(frame[0][1], frame[0][0])
