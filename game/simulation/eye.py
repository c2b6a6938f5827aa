"""The eyes: steps reach the body at once and the eyes softly. Pure, so that what a camera does can be measured without one.

A critically damped spring draws the eyes to where they belong, so that their height and their speed never leap. It lags by
2 TIME times the speed. Going up there is room for that beneath; going down there is not, for the eyes stay inside the
ellipsoid: there the place that they are drawn to sinks by as much, a little later, as knees bend on stairs.
"""

from math import exp
from typing import NamedTuple

from ..collision.frame import up_of
from ..collision.vec3 import dot, sub
from .state import Ground

TIME = 0.04  # [s] of the spring. Smaller: stairs shake; larger: running up them, the eyes sink to the belt
BEND_TIME = 0.06  # [s], how much later the place sinks. Smaller: stairs down shake; larger: the eyes touch the top of the head
TOP = 0.01  # [m] between the eyes and the top of the head at least. Smaller: they may look out of it; larger: see BEND_TIME
DEEPEST = 0.6  # [m] below where they belong at most. Smaller: running up steep stairs shakes; larger: they may reach the feet


class Eye(NamedTuple):
    """lag: above the place that they are drawn to [m]; speed: their own, upwards [m/s]; bend: of that place [m], <= 0."""

    lag: float = 0.0
    speed: float = 0.0
    bend: float = 0.0

    @property
    def above(self):
        """How far the eyes are above where they belong, mostly negative [m]."""
        return self.lag + self.bend


STRAIGHT = Eye()


def follow(eye, record, params, dt):
    """The Eye after a tick of dt [s], of which the StepRecord tells."""
    rise, params = climbed(record, params), params.at(record.after.crouched)
    if abs(rise) > DEEPEST:
        return STRAIGHT  # put somewhere else
    lag = eye.lag - rise
    push, left = eye.speed + lag / TIME, exp(-dt / TIME)
    lag, speed = (lag + push * dt) * left, (eye.speed - push * dt / TIME) * left
    bend = eye.bend + (2.0 * TIME * min(speed, 0.0) - eye.bend) * (1.0 - exp(-dt / BEND_TIME))
    highest = max(2.0 * params.radii[2] - params.eye_height - TOP, 0.0)
    return Eye(max(-DEEPEST, min(lag + bend, highest)) - bend, speed, bend)


def climbed(record, params):
    """How far the player's feet rose on a floor by his own steps [m]: not in the air, not with a lift, and not by crouching."""
    if record.before.ground != Ground.FLOOR or record.after.ground != Ground.FLOOR:
        return 0.0
    before, after = record.before, record.after
    lowered = params.at(after.crouched).feet - params.at(before.crouched).feet
    up, way = up_of(after.frame), sub(after.position, before.position)
    return dot(way, up) - dot(record.ride.displacement, up) - lowered


def above_centre(state, params):
    """How far above the body's centre the eyes belong [m]."""
    params = params.at(state.crouched)
    return params.eye_height - params.feet


def heights(records, params, dt):
    """Height of the eyes [m] after each tick of a run, along the player's own up. records: of successive ticks; dt [s]"""
    eye, found = STRAIGHT, []
    for record in records:
        eye = follow(eye, record, params, dt)
        height = dot(record.after.position, up_of(record.after.frame))
        found.append(height + above_centre(record.after, params) + eye.above)
    return found


def accelerations(heights, dt):
    """The vertical acceleration [m/s2] at each tick but the first and the last."""
    return [(a - 2.0 * b + c) / dt**2 for a, b, c in zip(heights, heights[1:], heights[2:])]
