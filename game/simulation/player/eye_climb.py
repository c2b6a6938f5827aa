"""How far the eyes' own place rises in a tick by what the player does: over steps and slopes, and by crouching."""

from ...collision.engine.orientation_frame import up_of
from ...collision.engine.vec3 import dot, sub
from ..state import Ground


def climbed(before, after, ride, params):
    """That [m], of states before and after a tick; not with a lift, and not in the air, but in the tick that ends a fall.

    ride: Ride of the tick
    """
    old, new = params.at(before.crouched), params.at(after.crouched)
    grown = new.eye_height - old.eye_height
    if after.ground != Ground.FLOOR:
        return grown
    up, way = up_of(after.frame), sub(after.position, before.position)
    return dot(way, up) - dot(ride.displacement, up) - (new.feet - old.feet) + grown
