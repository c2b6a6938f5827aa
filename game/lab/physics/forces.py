"""Forces on a particle: weight, spring, viscous damping and aerodynamic drag."""

from typing import NamedTuple

from ...core.jit import inlined
from ...core.vec3 import ZERO, Vector, add, along, length, scale, sub


class ParticleForces(NamedTuple):
    """The forces on a particle, divided by its mass."""

    gravity: Vector = ZERO  # [m/s2]
    stiffness: float = 0.0  # spring constant / mass [1/s2], for a spring of rest length 0 to `anchor` (3,) [m]
    anchor: Vector = ZERO
    damping: float = 0.0  # damping constant / mass [1/s]
    drag: float = 0.0  # density x drag coefficient x frontal area / (2 mass) [1/m]


@inlined
def acceleration(forces: ParticleForces, position: Vector, velocity: Vector) -> Vector:
    """Return the acceleration [m/s2] due to all forces, at a position [m] with a velocity [m/s]."""
    pull = scale(sub(position, forces.anchor), -forces.stiffness)
    braking = -forces.damping - forces.drag * length(velocity)
    return along(add(forces.gravity, pull), velocity, braking)
