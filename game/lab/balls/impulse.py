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
    """Return the impulse J of a collision along the normal [N s].

    approach: relative speed along the normal, below 0 [m/s]
    inverse_masses: sum of the inverse masses of both bodies [1/kg]
    """
    return -(1.0 + restitution) * approach / inverse_masses


@shared
def friction_impulse(slip, inverse_masses, most):
    """Return the tangential impulse (3,) on the first body [N s].

    slip: velocity (3,) of its surface relative to the other's [m/s]
    most: greatest impulse of friction, its coefficient times J [N s]
    """
    speed = length(slip)
    if speed == 0.0:
        return NO_IMPULSE
    return scale(slip, -min(STICKING / inverse_masses, most / speed))


@shared
def surface_slip(velocity, normal, roll):
    """Return the relative tangential velocity (3,) of two surfaces in contact [m/s].

    velocity: relative, of the centres (3,) [m/s]
    roll: sum over both balls of spin times radius (3,) [m/s]
    The contact is at -radius normal from the first centre, and at +radius normal from the second.
    """
    flat = along(velocity, normal, -dot(velocity, normal))
    return sub(flat, cross(roll, normal))


@shared
def spin_change(normal, tangential, mass, radius):
    """Return the change of a ball's spin [rad/s] by an impulse at -radius normal from its centre, over 2/5 m r r."""
    return scale(cross(tangential, normal), 2.5 / (mass * radius))


@shared
def energy_lost(approach, inverse_masses, restitution):
    """Return the energy that a collision without friction loses: mu (1 - e e) vn vn / 2 [J], mu the reduced mass."""
    return 0.5 * (1.0 - restitution * restitution) * approach * approach / inverse_masses


@inlined
def unit_and_length(offset):
    """Return (unit vector, length) of an offset that is not zero."""
    size = sqrt(dot(offset, offset))
    return scale(offset, 1.0 / size), size


@inlined
def kicked(velocity, normal, surface_velocity, restitution):
    """Return the velocity (3,) of a ball after it met a body of infinite mass [m/s].

    normal: unit vector out of the body
    surface_velocity: of the body (3,) [m/s]
    The ball never moves into the present position of the body.
    """
    speed, surface = dot(velocity, normal), dot(surface_velocity, normal)
    after = surface - restitution * (speed - surface) if speed < surface else speed
    return along(velocity, normal, max(after, 0.0) - speed)
