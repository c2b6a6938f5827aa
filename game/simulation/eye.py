"""The eyes: steps reach the body at once and the eyes softly. Pure, so that what a camera does can be measured without one.

A critically damped spring draws the eyes to where they belong, so that their height and their speed never leap. It lags by
2 TIME times the speed. Going up there is room for that beneath. Going down there is not, for the eyes stay inside of the
ellipsoid: there the place that they are drawn to sinks by as much as the spring will lag, as knees bend on stairs. On small steps
it sinks a little later, which is smoothest; the faster he goes down, or the nearer the top of the head, the more of it at once.
"""

from math import exp
from typing import NamedTuple

from ..collision.frame import up_of
from ..collision.vec3 import dot, sub
from .state import Ground

TIME = 0.04  # [s] of the spring. Smaller: stairs shake; larger: running up them, the eyes sink to the belt
PACE_TIME = 0.035  # [s] over which the body's own speed is felt. Smaller: each step is one; larger: stairs are noticed too late
BEND_TIME = 0.045  # [s], how much later the place sinks. Smaller: stairs down shake; larger: the eyes touch the top of the head
AT_ONCE = 0.5  # part of it that sinks at once, in haste. Smaller: as BEND_TIME, larger; larger: as BEND_TIME, smaller
SLOW, FAST = 0.7, 4.6  # [m/s] downwards: no haste, all haste. Smaller: small stairs shake; larger: steep ones do
NEAR = 0.18  # part of the way up to the top of the head where haste begins; as SLOW and FAST
BRISK = 5.0  # [m/s] upwards; what is faster does not lag. Smaller: stairs up shake; larger: the eyes sink, see TIME
TOP = 0.01  # [m] between the eyes and the top of the head at least. Smaller: they may look out of it; larger: see BEND_TIME
DEEPEST = 0.37  # part of their height that they sink at most. Smaller: running up steep stairs shakes; larger: down to the feet
LEAP = 0.6  # [m] in a tick: he was put somewhere else. Smaller: a step is a leap; larger: the eyes fly there


class Eye(NamedTuple):
    """lag: above the place that they are drawn to [m]; speed: their own, upwards [m/s]; bend: of that place [m]; pace: the body's
    speed, upwards, as it is felt [m/s]."""

    lag: float = 0.0
    speed: float = 0.0
    bend: float = 0.0
    pace: float = 0.0

    @property
    def above(self):
        """How far the eyes are above where they belong, mostly negative [m]."""
        return self.lag + self.bend


STRAIGHT = Eye()


def follow(eye, record, params, dt):
    """The Eye after a tick of dt [s], of which the StepRecord tells."""
    rise, params = climbed(record, params), params.at(record.after.crouched)
    if abs(rise) > LEAP:
        return STRAIGHT
    highest, deepest = 2.0 * params.radii[2] - params.eye_height - TOP, DEEPEST * params.eye_height
    pace = eye.pace + (rise / dt - eye.pace) * (1.0 - exp(-dt / PACE_TIME))
    at_once = AT_ONCE * haste(eye.above - rise, pace, highest)
    sunk = 2.0 * TIME * min(pace, 0.0)
    lag, speed = sprung(eye.lag - rise - at_once * sunk, eye.speed, dt)
    later = (1.0 - at_once) * sunk + 2.0 * TIME * max(eye.speed - BRISK, 0.0)
    bend = eye.bend + (later - eye.bend) * (1.0 - exp(-dt / BEND_TIME))
    return kept_inside(Eye(lag + at_once * sunk, speed, bend, pace), rise / dt, max(highest, 0.0), deepest)


def haste(above, pace, highest):
    """How much the place has to sink at once, 0..1: for eyes so far above where they belong [m], of a body at this pace [m/s]."""
    near = (above - NEAR * highest) / ((1.0 - NEAR) * highest) if highest > 0.0 else 1.0
    return max(0.0, min(max(near, (-pace - SLOW) / (FAST - SLOW)), 1.0))


def sprung(lag, speed, dt):
    """(lag, speed) of a critically damped spring after dt [s]."""
    push, left = speed + lag / TIME, exp(-dt / TIME)
    return (lag + push * dt) * left, (speed - push * dt / TIME) * left


def kept_inside(eye, body_speed, highest, deepest):
    """The same Eye inside of the ellipsoid; where it would look out of the head it gets half of the body's speed [m/s]."""
    above = max(-deepest, min(eye.above, highest))
    speed = 0.5 * (eye.speed + min(eye.speed, body_speed)) if eye.above > highest else eye.speed
    return eye._replace(lag=above - eye.bend, speed=speed)


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
