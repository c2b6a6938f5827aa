"""How far a player climbs in a tick by walking: over steps and slopes, not with a lift, and not by crouching."""

from ..collision.frame import up_of
from ..collision.vec3 import dot, sub
from .state import Ground

LEAP = 0.6  # [m] in a tick: he was put somewhere else. Smaller: a step is a leap; larger: the eyes fly there


def climbed(before, after, ride, params):
    """How far his feet rose on a floor [m], and how far they fell in the tick that ended on one. States; ride: Ride of the tick"""
    if after.ground != Ground.FLOOR:
        return 0.0
    lowered = params.at(after.crouched).feet - params.at(before.crouched).feet
    up, way = up_of(after.frame), sub(after.position, before.position)
    return dot(way, up) - dot(ride.displacement, up) - lowered
