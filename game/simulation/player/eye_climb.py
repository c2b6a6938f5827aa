"""The rise of the eyes' own place in a tick by the player's own movement: over steps and slopes, and by crouching."""

from ...collision.engine.orientation_frame import up_of
from ...collision.engine.vec3 import dot, sub
from ..state import Ground


def climbed(before, after, ride, params):
    """Rise of the eyes' own place [m] between the states before and after a tick.

    The movement of a lift does not count. In the air only crouching counts; the tick that ends a fall counts in full.
    ride: Ride of the tick
    """
    old, new = params.at(before.crouched), params.at(after.crouched)
    grown = new.eye_height - old.eye_height
    if after.ground != Ground.FLOOR:
        return grown
    up, way = up_of(after.frame), sub(after.position, before.position)
    return dot(way, up) - dot(ride.displacement, up) - (new.feet - old.feet) + grown
