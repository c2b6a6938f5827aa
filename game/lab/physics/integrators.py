"""Integrators: methods that advance a particle by one step of time, by the forces on it: weight, spring, damping and drag.

| method | step of length h | order |
|---|---|---|
| exact | the parabola; with other forces than weight: Runge-Kutta | |
| explicit Euler | p += h v, then v += h a(p, v), both from the old state | 1 |
| semi-implicit Euler | v += h a(p, v), then p += h v | 1 |
| Verlet | p' = p + (p - before) h / h_before + a h (h + h_before) / 2 | 2 |
| Verlet, constant step | p' = 2 p - before + h^2 a: wrong after a step of another length | 2 |
| Verlet, wrong start | the same, begun with before = p - h v instead of p - h v + h^2 a / 2 | 1 |
| implicit Euler | v' from the forces at the end of the step, then p += h v' | 1 |
| Runge-Kutta | four evaluations | 4 |

Sources: Tang's lecture, particle physics (explicit Euler, Verlet); Hairer, Lubich, Wanner, Geometric Numerical Integration,
chapter I.
"""

from typing import NamedTuple

import numpy as np

from ...core.jit import compiled, inlined, shared
from ...core.vec3 import ZERO, Vector, add, along, length, put3, scale, sub, vec

EXACT, EXPLICIT, SEMI_IMPLICIT, VERLET, VERLET_CONSTANT, VERLET_WRONG, IMPLICIT, RUNGE_KUTTA = range(8)
METHODS = {
    "exact": EXACT,
    "explicit": EXPLICIT,
    "semi-implicit": SEMI_IMPLICIT,
    "Verlet": VERLET,
    "Verlet, constant step": VERLET_CONSTANT,
    "Verlet, wrong start": VERLET_WRONG,
    "implicit": IMPLICIT,
    "Runge-Kutta": RUNGE_KUTTA,
}


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


class Particle(NamedTuple):
    position: Vector  # [m]
    velocity: Vector  # [m/s]
    before: Vector  # position before the last step [m], `position` if there was none
    last_step: float  # length of the last step [s], 0.0 if there was none


def particle_at(position: Vector, velocity: Vector) -> Particle:
    """Return a Particle that has made no step, [m] and [m/s]."""
    return Particle(vec(position), vec(velocity), vec(position), 0.0)


@inlined
def runge_kutta(forces: ParticleForces, position: Vector, velocity: Vector, h: float) -> tuple[Vector, Vector]:
    """Return (position [m], velocity [m/s]) after a step h [s] of the classical Runge-Kutta method of order 4."""
    half = 0.5 * h
    first = acceleration(forces, position, velocity)
    second_velocity = along(velocity, first, half)
    second = acceleration(forces, along(position, velocity, half), second_velocity)
    third_velocity = along(velocity, second, half)
    third = acceleration(forces, along(position, second_velocity, half), third_velocity)
    fourth_velocity = along(velocity, third, h)
    fourth = acceleration(forces, along(position, third_velocity, h), fourth_velocity)
    velocities = add(add(velocity, fourth_velocity), scale(add(second_velocity, third_velocity), 2.0))
    accelerations = add(add(first, fourth), scale(add(second, third), 2.0))
    return along(position, velocities, h / 6.0), along(velocity, accelerations, h / 6.0)


@inlined
def implicit_velocity(forces: ParticleForces, position: Vector, velocity: Vector, h: float) -> Vector:
    """Return the velocity [m/s] at the end of an implicit Euler step h [s]. Drag uses the speed at the start of the step."""
    pull = scale(sub(position, forces.anchor), -forces.stiffness)
    braking = forces.damping + forces.drag * length(velocity)
    return scale(along(velocity, add(forces.gravity, pull), h), 1.0 / (1.0 + h * braking + h * h * forces.stiffness))


@inlined
def verlet(method: int, forces: ParticleForces, particle: Particle, h: float) -> Particle:
    """Return the Particle after one step h [s] by VERLET, VERLET_CONSTANT or VERLET_WRONG, whose velocity is of order 1."""
    position, velocity, before, last_step = particle
    pull = acceleration(forces, position, velocity)
    if last_step == 0.0:
        before, last_step = along(position, velocity, -h), h
        if method != VERLET_WRONG:
            before = along(before, pull, 0.5 * h * h)
    if method == VERLET:
        ahead = along(scale(sub(position, before), h / last_step), pull, 0.5 * h * (h + last_step))
    else:
        ahead = along(sub(position, before), pull, h * h)
    end, mean_velocity = add(position, ahead), scale(ahead, 1.0 / h)
    return Particle(end, along(mean_velocity, acceleration(forces, end, mean_velocity), 0.5 * h), position, h)


@shared
def step_particle(method: int, forces: ParticleForces, particle: Particle, h: float) -> Particle:
    """Return the Particle after one step h, above 0 [s]. method: a value of METHODS, such as EXPLICIT"""
    position, velocity, before, last_step = particle
    if method == VERLET or method == VERLET_CONSTANT or method == VERLET_WRONG:
        return verlet(method, forces, particle, h)
    if method == EXPLICIT:
        return Particle(along(position, velocity, h), along(velocity, acceleration(forces, position, velocity), h), position, h)
    if method == SEMI_IMPLICIT:
        velocity = along(velocity, acceleration(forces, position, velocity), h)
        return Particle(along(position, velocity, h), velocity, position, h)
    if method == IMPLICIT:
        velocity = implicit_velocity(forces, position, velocity, h)
        return Particle(along(position, velocity, h), velocity, position, h)
    if method == EXACT and forces.stiffness == 0.0 and forces.damping == 0.0 and forces.drag == 0.0:
        end = along(along(position, velocity, h), forces.gravity, 0.5 * h * h)
        return Particle(end, along(velocity, forces.gravity, h), position, h)
    end, velocity = runge_kutta(forces, position, velocity, h)
    return Particle(end, velocity, position, h)


@compiled
def fly(method: int, forces: ParticleForces, particle: Particle, steps: np.ndarray, rows: np.ndarray) -> Particle:
    """Advance a Particle by steps (n,), above 0 [s], of a method. Fills `rows` (n + 1, 6) with positions and velocities."""
    put3(rows, 0, 0, particle.position)
    put3(rows, 0, 3, particle.velocity)
    for k in range(steps.shape[0]):
        particle = step_particle(method, forces, particle, steps[k])
        put3(rows, k + 1, 0, particle.position)
        put3(rows, k + 1, 3, particle.velocity)
    return particle
