"""Impulses of a collision between balls, or of a ball and a wall (Tang's lecture, impulse and momentum).

Let n be the unit normal from a body b to a body a. The velocity of a relative to b along n is vn, negative if they approach.
The impulse on a along n is J = -(1 + e) vn / (1 / ma + 1 / mb), with the restitution e and the masses ma and mb. For a wall,
1 / m = 0. Friction stops the slip of the surfaces by an impulse of 2/7 of the reduced mass times the slip velocity. This
impulse is at most the coefficient of friction times J. A sphere's moment of inertia is 2/5 m r^2.

Let mu be the coefficient of friction. On a level table, the slip velocity of a sliding ball keeps its direction and falls
by 7/2 mu g per second. A ball that is struck without spin at the speed v slides for the time 2 v / (7 mu g), then rolls with
5/7 v. On a slope a rolling ball accelerates by 5/7 of g times the sine of the slope.
"""

import numpy as np

from ...core.jit import compiled, inlined, shared
from ...core.vec3 import ZERO, Vector, add, along, cross, dot, length, put, scale, sub, vec

STICKING = 2.0 / 7.0  # of a solid sphere: 1 / (1 + 5/2)


@inlined
def normal_impulse(approach: float, inverse_masses: float, restitution: float) -> float:
    """Return the impulse J along the normal [N s]. approach: speed along it, below 0 [m/s]; inverse_masses: sum [1/kg]"""
    return -(1.0 + restitution) * approach / inverse_masses


@shared
def friction_impulse(slip: Vector, inverse_masses: float, most: float) -> Vector:
    """Return the tangential impulse [N s], at most `most`, on a ball that meets a ball or a wall, by its slip [m/s]."""
    speed = length(slip)
    if speed == 0.0:
        return ZERO
    return scale(slip, -min(STICKING / inverse_masses, most / speed))


@shared
def surface_slip(velocity: Vector, normal: Vector, roll: Vector) -> Vector:
    """Return the tangential velocity of the first surface relative to the second's at their contact [m/s].

    normal: from the second body to the first; roll: sum over both balls of spin times radius [m/s], without a wall's
    """
    flat = along(velocity, normal, -dot(velocity, normal))
    return sub(flat, cross(roll, normal))


@shared
def spin_change(normal: Vector, tangential: Vector, mass: float, radius: float) -> Vector:
    """Return the change of a ball's spin [rad/s] by a tangential impulse [N s]. normal: from contact to centre

    The result is the same if both vectors are reversed, so a second ball can take those of the first.
    """
    return scale(cross(tangential, normal), 2.5 / (mass * radius))


@shared
def energy_lost(approach: float, inverse_masses: float, restitution: float) -> float:
    """Return the energy lost without friction: mu (1 - e^2) vn^2 / 2 [J]. approach: vn [m/s]; inverse_masses: 1 / mu [1/kg]"""
    return 0.5 * (1.0 - restitution * restitution) * approach * approach / inverse_masses


@inlined
def kicked(velocity: Vector, normal: Vector, surface_velocity: Vector, restitution: float) -> Vector:
    """Return a ball's velocity [m/s] after its collision with a body of infinite mass, at least 0 along its normal."""
    speed, surface = dot(velocity, normal), dot(surface_velocity, normal)
    after = surface - restitution * (speed - surface) if speed < surface else speed
    return along(velocity, normal, max(after, 0.0) - speed)


ROLLING = 1e-12  # slip of a rolling ball [m/s]. Smaller: rounding is friction for ever; larger: it rolls early


@compiled
def slide(balls: np.ndarray, normal: Vector, friction: float, load: float, step: float) -> int:
    """Change velocities and spins of balls on a plane by friction, and return the number of balls that still slide.

    load: gravity into the cloth [m/s2]. The path is exact with half of the step [s] before the balls move, and again after.
    """
    sliding = 0
    for i in range(balls.shape[0]):
        velocity, spin, radius = vec(balls[i]["velocity"]), vec(balls[i]["spin"]), float(balls[i]["radius"])
        slip = add(along(velocity, normal, -dot(velocity, normal)), scale(cross(spin, normal), -radius))
        speed = length(slip)
        if speed <= ROLLING:
            continue
        change = friction * load * step
        if change < STICKING * speed:
            sliding += 1
        else:
            change = STICKING * speed
        braking = scale(slip, -change / speed)
        put(balls[i]["velocity"], add(velocity, braking))
        put(balls[i]["spin"], along(spin, cross(braking, normal), 2.5 / radius))
    return sliding
