"""Impulses: what a collision gives (lecture, impulse and momentum).

The impulse along the normal n, from b to a, is J = -(1 + e) vn / (1 / ma + 1 / mb). A wall has 1 / m = 0 and its own velocity.
With friction, the surfaces stick if an impulse of 2/7 of the reduced mass times their tangential velocity does it. It is at
most the coefficient times J. (A sphere's moment of inertia is 2/5 m r r.)
"""

from math import sqrt

from ...collision.engine.jit import inlined, shared
from ...collision.engine.vec3 import along, cross, dot, length, scale, sub

NO_IMPULSE = (0.0, 0.0, 0.0)
STICKING = 2.0 / 7.0  # of a solid sphere: 1 / (1 + 5/2)


@inlined
def normal_impulse(approach, inverse_masses, restitution):
    """J of a collision [N s]. approach: vn, negative [m/s]; inverse_masses: their sum [1/kg]"""
    return -(1.0 + restitution) * approach / inverse_masses


@shared
def friction_impulse(slip, inverse_masses, most):
    """The tangential impulse on the first body [N s]. slip: velocity of its surface over the other's [m/s]; most: mu J [N s]"""
    speed = length(slip)
    if speed == 0.0:
        return NO_IMPULSE
    return scale(slip, -min(STICKING / inverse_masses, most / speed))


@shared
def surface_slip(velocity, normal, roll):
    """The tangential velocity of two surfaces. velocity: relative, of the centres [m/s]; roll: spin times radius, summed [m/s]

    The surface of a at the contact is at -radius normal from its centre, that of b at +radius normal.
    """
    flat = along(velocity, normal, -dot(velocity, normal))
    return sub(flat, cross(roll, normal))


@shared
def spin_change(normal, tangential, mass, radius):
    """The change of a ball's spin [rad/s] by an impulse at -radius normal from its centre, over 2/5 m r r."""
    return scale(cross(tangential, normal), 2.5 / (mass * radius))


@shared
def energy_lost(approach, inverse_masses, restitution):
    """The energy that a collision without friction loses: mu (1 - e e) vn vn / 2 [J], mu the reduced mass."""
    return 0.5 * (1.0 - restitution * restitution) * approach * approach / inverse_masses


@inlined
def unit_and_length(offset):
    """(unit vector, length) of an offset that is not zero."""
    size = sqrt(dot(offset, offset))
    return scale(offset, 1.0 / size), size


@inlined
def kicked(velocity, normal, surface_velocity, restitution):
    """The velocity of a ball after it met a body of infinite mass that does not give way. normal: out of the body

    surface_velocity: the body's [m/s]. The ball never goes into the place where the body is now.
    """
    speed, surface = dot(velocity, normal), dot(surface_velocity, normal)
    after = surface - restitution * (speed - surface) if speed < surface else speed
    return along(velocity, normal, max(after, 0.0) - speed)
