"""Forces on a particle: weight, spring, viscous damping, aerodynamic drag and dry friction.

Functions named `..._force` return newtons. The integrators use accelerations: see ParticleForces.
"""

from math import isfinite
from typing import NamedTuple

from ...core.input_errors import InputError, shown
from ...core.jit import inlined
from ...core.vec3 import Vector, add, along, dot, length, normalise, scale, sub

NO_FORCE = (0.0, 0.0, 0.0)


class ParticleForces(NamedTuple):
    """The forces on a particle, divided by its mass."""

    gravity: Vector = NO_FORCE  # [m/s2]
    stiffness: float = 0.0  # spring constant / mass [1/s2], for a spring of rest length 0 to `anchor` (3,) [m]
    anchor: Vector = NO_FORCE
    damping: float = 0.0  # damping constant / mass [1/s]
    drag: float = 0.0  # density x drag coefficient x frontal area / (2 mass) [1/m]


def forces_on(
    mass: float,
    gravity: Vector = NO_FORCE,
    spring: float = 0.0,
    anchor: Vector = NO_FORCE,
    damping: float = 0.0,
    drag: float = 0.0,
) -> ParticleForces:
    """Return the ParticleForces on a particle of a mass [kg]. Raises InputError for wrong numbers.

    gravity: [m/s2]; spring: constant [N/m]; anchor: its fixed end [m]; damping: constant [N s/m]; drag: density x drag
    coefficient x frontal area / 2 [kg/m]
    """
    if not (isfinite(mass) and mass > 0.0):
        raise InputError(f"mass must be positive and finite, not {shown(mass)}")
    for name, value in (("spring", spring), ("damping", damping), ("drag", drag)):
        if not (isfinite(value) and value >= 0.0):
            raise InputError(f"{name} must be zero or more and finite, not {shown(value)}")
    for name, vector in (("gravity", gravity), ("anchor", anchor)):
        if not all(map(isfinite, vector)):
            raise InputError(f"{name} must be three finite numbers, not {shown(vector)}")
    return ParticleForces(gravity, spring / mass, anchor, damping / mass, drag / mass)


@inlined
def acceleration(forces: ParticleForces, position: Vector, velocity: Vector) -> Vector:
    """Return the acceleration [m/s2] due to all forces, at a position [m] with a velocity [m/s]."""
    pull = scale(sub(position, forces.anchor), -forces.stiffness)
    braking = -forces.damping - forces.drag * length(velocity)
    return along(add(forces.gravity, pull), velocity, braking)


@inlined
def spring_force(end: Vector, other: Vector, constant: float, rest_length: float) -> Vector:
    """Return the force [N] of a spring on the particle at `end` [m]. constant: [N/m]; rest_length: [m]"""
    offset = sub(other, end)
    return scale(normalise(offset), constant * (length(offset) - rest_length))


@inlined
def damping_force(end: Vector, other: Vector, velocity: Vector, other_velocity: Vector, constant: float) -> Vector:
    """Return the force [N] of a damper on the particle at `end` [m], by the relative velocity. constant: [N s/m]"""
    direction = normalise(sub(other, end))
    return scale(direction, constant * dot(sub(other_velocity, velocity), direction))


@inlined
def drag_force(velocity: Vector, factor: float) -> Vector:
    """Return the aerodynamic drag [N] at a velocity [m/s]. factor: density x drag coefficient x frontal area / 2 [kg/m]"""
    return scale(velocity, -factor * length(velocity))


@inlined
def friction_force(velocity: Vector, others: Vector, coefficient: float, load: float) -> Vector:
    """Return the dry friction [N] on a body with a velocity relative to the surface, at most coefficient times load [N].

    others: sum of the other forces along the surface [N], which friction balances up to its limit on a body at rest
    """
    most, speed = coefficient * load, length(velocity)
    if speed > 0.0:
        return scale(velocity, -most / speed)
    push = length(others)
    return scale(others, -1.0 if push <= most else -most / push)
