"""Forces on a particle: weight, spring, viscous damping, aerodynamic drag and dry friction.

Functions named `..._force` return newtons. The integrators use accelerations: see Forces.
"""

from math import isfinite
from typing import NamedTuple

from ...collision.engine.jit import inlined
from ...collision.engine.vec3 import Vector, add, along, dot, length, normalise, scale, sub
from ...errors import InputError, shown

NO_FORCE = (0.0, 0.0, 0.0)


class Forces(NamedTuple):
    """All that accelerates a particle, for each kilogram of it.

    gravity: [m/s2]; stiffness: spring constant over mass [1/s2], of a spring without rest length to `anchor` [m];
    damping: [1/s]; drag: density times drag coefficient times area over twice the mass [1/m]
    """

    gravity: Vector = NO_FORCE
    stiffness: float = 0.0
    anchor: Vector = NO_FORCE
    damping: float = 0.0
    drag: float = 0.0


def forces_on(mass, gravity=NO_FORCE, spring=0.0, anchor=NO_FORCE, damping=0.0, drag=0.0):
    """Return the Forces on a particle of `mass` [kg]. Raises InputError for a mass that is not positive and for NaN.

    gravity: [m/s2]; spring: [N/m]; anchor: [m]; damping: [N s/m]; drag: half of density, coefficient and area multiplied [kg/m]
    """
    if not (isfinite(mass) and mass > 0.0):
        raise InputError(f"mass must be positive and finite, not {shown(mass)}")
    for name, value in (("spring", spring), ("damping", damping), ("drag", drag)):
        if not (isfinite(value) and value >= 0.0):
            raise InputError(f"{name} must be zero or more and finite, not {shown(value)}")
    for name, vector in (("gravity", gravity), ("anchor", anchor)):
        if not all(map(isfinite, vector)):
            raise InputError(f"{name} must be three finite numbers, not {shown(vector)}")
    return Forces(tuple(map(float, gravity)), spring / mass, tuple(map(float, anchor)), damping / mass, drag / mass)


@inlined
def acceleration(forces, position, velocity):
    """Return the acceleration by all forces at a position [m] and velocity [m/s]; [m/s2]."""
    pull = scale(sub(position, forces.anchor), -forces.stiffness)
    braking = -forces.damping - forces.drag * length(velocity)
    return along(add(forces.gravity, pull), velocity, braking)


@inlined
def spring_force(end, other, constant, rest_length):
    """Return the force (3,) of a spring on the particle at `end` [N], zero if both ends are at the same position.

    constant: [N/m]
    rest_length: [m]
    """
    offset = sub(other, end)
    return scale(normalise(offset), constant * (length(offset) - rest_length))


@inlined
def damping_force(end, other, velocity, other_velocity, constant):
    """Return the force (3,) of a damper on the particle at `end` [N]. Only the relative velocity along the line counts.

    constant: [N s/m]
    """
    direction = normalise(sub(other, end))
    return scale(direction, constant * dot(sub(other_velocity, velocity), direction))


@inlined
def drag_force(velocity, factor):
    """Return aerodynamic drag [N]. factor: half of density, drag coefficient and frontal area multiplied [kg/m]"""
    return scale(velocity, -factor * length(velocity))


@inlined
def friction_force(velocity, others, coefficient, load):
    """Return dry friction [N]. others: the sum of the other forces along the surface [N]; load: the normal force [N]

    A sliding body is braked by coefficient times load. A body at rest stays at rest as long as this can balance the others.
    """
    most, speed = coefficient * load, length(velocity)
    if speed > 0.0:
        return scale(velocity, -most / speed)
    push = length(others)
    return scale(others, -1.0 if push <= most else -most / push)
