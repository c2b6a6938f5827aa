"""Two answers to balls that overlap after a step (Tang's lecture, penalty forces; resolving overlap testing).

A penalty force pushes both apart in proportion to the depth. A contact is a spring with omega = sqrt(stiffness), per kilogram of
the reduced mass, stable for omega h < 2. Fast balls sink in by speed / omega.
Or both are moved apart in four steps: the normal, along their centres; the depth; both move by it, the lighter one more; an
impulse changes their velocities if they approach. This is purely geometric: nothing says when they met, and to be moved upwards
is energy from nothing.
With either, balls that are fast enough pass through each other.

Also a ball on a floor that is a spring. The energy after a bounce depends on the integrator and on the phase. The phase is the
depth at which the first step into the floor would end without the floor's force. It is given as a fraction of the path of this
step.
"""

from math import sqrt

import numpy as np

from ...core.jit import compiled, inlined
from ...core.right_forward_up_frame import to_frame
from ...core.vec3 import Vector, add, along, cross, dot, get3, put, put3, scale, sub
from .ball_array import BallWorld
from .cells import INVERSE_MASS, NO_BALL, RADIUS, Cells, Q, U, lay_out
from .event_driven import EventScratch
from .free_flight import take_off
from .integrators import EXPLICIT, IMPLICIT

MOVED_APART = (0.0, 0.0)  # instead of springs


@compiled
def advance(balls: np.ndarray, scratch: EventScratch, world: BallWorld, springs: tuple[float, float]) -> None:
    """Advance balls (n,) of BALL, in place, by one step of the box. Any obstacle is ignored.

    springs: stiffness [1/s2] and damping [1/s] of contacts, over the reduced mass, or MOVED_APART
    Forces act at the start of the step (semi-implicit Euler). Balls are moved apart at its end, each pair once. Walls in their
    pose at the end come last, so that no ball is outside.
    """
    box, flights, has_springs = world.box, scratch.flights, springs[0] > 0.0
    take_off(balls, flights)
    if has_springs:
        part_pairs(scratch.cells, flights, world, springs)
    for i in range(balls.shape[0]):
        velocity = along(get3(flights, i, U), world.rules.gravity, box.step)
        if has_springs:
            velocity = sprung_from_walls(world, get3(flights, i, Q), velocity, flights[i, RADIUS], springs)
        put3(flights, i, U, velocity)
        put3(flights, i, Q, along(get3(flights, i, Q), velocity, box.step))
    if not has_springs:
        part_pairs(scratch.cells, flights, world, springs)
    for i in range(balls.shape[0]):
        here, velocity = get3(flights, i, Q), get3(flights, i, U)
        if not has_springs:
            here, velocity = inside_walls(world, here, velocity, flights[i, RADIUS])
        put(balls[i]["position"], here)
        put(balls[i]["velocity"], velocity)


@inlined
def part_pairs(cells: Cells, flights: np.ndarray, world: BallWorld, springs: tuple[float, float]) -> None:
    """Push or move apart each pair of balls that overlap, once. flights: (n, FLIGHT), one row for each ball (cells.py)"""
    lay_out(cells, flights, 0.0)
    place, sizes = cells.place, cells.sizes
    for i in range(flights.shape[0]):
        for x in range(place[i, 0], min(place[i, 0] + 1, sizes[0] - 1) + 1):
            for y in range(max(place[i, 1] - 1, 0), min(place[i, 1] + 1, sizes[1] - 1) + 1):
                for z in range(max(place[i, 2] - 1, 0), min(place[i, 2] + 1, sizes[2] - 1) + 1):
                    other = cells.heads[(x * sizes[1] + y) * sizes[2] + z]
                    while other != NO_BALL:
                        if other > i or place[other, 0] > place[i, 0]:
                            part(flights, i, other, world, springs)
                        other = cells.following[other]


@inlined
def part(flights: np.ndarray, first: int, second: int, world: BallWorld, springs: tuple[float, float]) -> None:
    """Push or move two balls apart if they overlap, unless they have one centre."""
    offset = sub(get3(flights, first, Q), get3(flights, second, Q))
    distance, radii = sqrt(dot(offset, offset)), flights[first, RADIUS] + flights[second, RADIUS]
    if distance >= radii or distance == 0.0:
        return
    normal, depth = scale(offset, 1.0 / distance), radii - distance
    light, other_light = flights[first, INVERSE_MASS], flights[second, INVERSE_MASS]
    velocity, other = get3(flights, first, U), get3(flights, second, U)
    closing = -dot(normal, sub(velocity, other))
    if springs[0] > 0.0:
        impulse = max(springs[0] * depth + springs[1] * closing, 0.0) * world.box.step / (light + other_light)
    else:
        shift = depth / (light + other_light)
        put3(flights, first, Q, along(get3(flights, first, Q), normal, shift * light))
        put3(flights, second, Q, along(get3(flights, second, Q), normal, -shift * other_light))
        if closing <= 0.0:
            return
        impulse = (1.0 + world.rules.restitution) * closing / (light + other_light)
    put3(flights, first, U, along(velocity, normal, impulse * light))
    put3(flights, second, U, along(other, normal, -impulse * other_light))


@inlined
def sprung_from_walls(world: BallWorld, here: Vector, velocity: Vector, radius: float, springs: tuple[float, float]) -> Vector:
    """Return the velocity of a ball that walls push inside by springs."""
    box = world.box
    inside = to_frame(box.turned, here)
    for k in range(3):
        side = 1.0 if inside[k] > 0.0 else -1.0
        depth = abs(inside[k]) - (box.half[k] - radius)
        if depth > 0.0:
            inwards = scale(box.turned[k], -side)
            approach = dot(inwards, sub(velocity, cross(box.spin, here)))
            velocity = along(velocity, inwards, max(springs[0] * depth - springs[1] * approach, 0.0) * box.step)
    return velocity


@inlined
def inside_walls(world: BallWorld, here: Vector, velocity: Vector, radius: float) -> tuple[Vector, Vector]:
    """Return (position, velocity) of a ball that walls move inside, and let bounce relative to their own motion."""
    box = world.box
    inside = to_frame(box.turned, here)
    for k in range(3):
        side = 1.0 if inside[k] > 0.0 else -1.0
        depth = abs(inside[k]) - (box.half[k] - radius)
        if depth > 0.0:
            inwards = scale(box.turned[k], -side)
            approach = -dot(inwards, sub(velocity, cross(box.spin, here)))
            here = add(here, scale(inwards, depth))
            if approach > 0.0:
                velocity = along(velocity, inwards, (1.0 + world.rules.restitution) * approach)
    return here, velocity


@inlined
def floor_acceleration(stiffness: float, damping: float, height: float, speed: float) -> float:
    """Return the floor's upward acceleration [m/s2], zero above it. stiffness, damping: over the ball's mass [1/s2], [1/s]"""
    return -stiffness * height - damping * speed if height < 0.0 else 0.0


@inlined
def floor_step(method: int, springs: tuple[float, float], ball: tuple[float, float], h: float) -> tuple[float, float]:
    """Return (height [m], upward speed [m/s]) after one step h [s] without gravity, semi-implicit unless EXPLICIT or IMPLICIT.

    springs: (stiffness [1/s2], damping [1/s]). Verlet's heights are those of semi-implicit Euler.
    """
    (stiffness, damping), (height, speed) = springs, ball
    if method == EXPLICIT:
        return height + h * speed, speed + h * floor_acceleration(stiffness, damping, height, speed)
    if method == IMPLICIT:
        if height + h * speed < 0.0:  # the floor acts at the end of the step
            speed = (speed - h * stiffness * height) / (1.0 + h * damping + h * h * stiffness)
        return height + h * speed, speed
    speed += h * floor_acceleration(stiffness, damping, height, speed)
    return height + h * speed, speed


@compiled
def bounce_energy(method: int, step_angle: float, phase: float, most_steps: int) -> float:
    """Return the ratio of energies after and before a bounce without gravity and damping; inf for a ball that stays.

    phase: depth at which the first step into the floor would end without its force, 0..1 of its path; step_angle: [rad]
    """
    height, speed, h = 1.0 - phase, -1.0, 1.0  # lengths in paths of one step
    springs = step_angle * step_angle, 0.0
    for _ in range(most_steps):
        height, speed = floor_step(method, springs, (height, speed), h)
        if height >= 0.0 and speed > 0.0:
            return speed * speed
    return float("inf")
