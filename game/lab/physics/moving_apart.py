"""Bodies that overlap at the end of a step are moved apart (Tang's lecture, resolving overlap testing).

Four steps for each pair: its normal, along the centres of the balls; its depth; both are moved apart by the depth; new velocities
by an impulse, if the bodies approach. The lighter one moves more. This is purely geometric: nothing says when the bodies met. So
fast bodies pass through each other, and to be moved upwards is energy from nothing.
"""

from math import sqrt

import numpy as np

from ...core.jit import compiled, inlined
from ...core.vec3 import Vector, add, along, cross, dot, get3, put, put3, scale, sub
from .cells import INVERSE_MASS, NO_BALL, RADIUS, Q, U, lay_out
from .event_driven import EventScratch
from .free_flight import take_off
from .moving_ellipsoid import BallWorld
from .turning_box import to_box


@inlined
def move_apart(flights: np.ndarray, first: int, second: int, restitution: float) -> None:
    """Move two balls apart that overlap, and let them bounce if they approach. Nothing happens if they have one centre.

    flights: (n, FLIGHT), one row for each ball (cells.py)
    """
    offset = sub(get3(flights, first, Q), get3(flights, second, Q))
    distance, radii = sqrt(dot(offset, offset)), flights[first, RADIUS] + flights[second, RADIUS]
    if distance >= radii or distance == 0.0:
        return
    normal = scale(offset, 1.0 / distance)
    light, other_light = flights[first, INVERSE_MASS], flights[second, INVERSE_MASS]
    shift = (radii - distance) / (light + other_light)
    put3(flights, first, Q, along(get3(flights, first, Q), normal, shift * light))
    put3(flights, second, Q, along(get3(flights, second, Q), normal, -shift * other_light))
    velocity, other = get3(flights, first, U), get3(flights, second, U)
    closing = -dot(normal, sub(velocity, other))
    if closing > 0.0:
        impulse = (1.0 + restitution) * closing / (light + other_light)
        put3(flights, first, U, along(velocity, normal, impulse * light))
        put3(flights, second, U, along(other, normal, -impulse * other_light))


@compiled
def advance(balls: np.ndarray, scratch: EventScratch, world: BallWorld) -> None:
    """Advance balls (n,) of BALL, in place, by one step of the box. Then move apart what overlaps, each pair once.

    The walls in their pose at the end of the step come last, so that no ball is outside. Any obstacle is ignored.
    """
    box, cells, flights, rules = world.box, scratch.cells, scratch.flights, world.rules
    take_off(balls, flights)
    for i in range(balls.shape[0]):
        velocity = along(get3(flights, i, U), rules.gravity, box.step)
        put3(flights, i, U, velocity)
        put3(flights, i, Q, along(get3(flights, i, Q), velocity, box.step))
    lay_out(cells, flights, 0.0)
    place, sizes = cells.place, cells.sizes
    for i in range(balls.shape[0]):
        for x in range(place[i, 0], min(place[i, 0] + 1, sizes[0] - 1) + 1):
            for y in range(max(place[i, 1] - 1, 0), min(place[i, 1] + 1, sizes[1] - 1) + 1):
                for z in range(max(place[i, 2] - 1, 0), min(place[i, 2] + 1, sizes[2] - 1) + 1):
                    other = cells.heads[(x * sizes[1] + y) * sizes[2] + z]
                    while other != NO_BALL:
                        if other > i or place[other, 0] > place[i, 0]:
                            move_apart(flights, i, other, rules.restitution)
                        other = cells.following[other]
    for i in range(balls.shape[0]):
        here, velocity = inside_walls(world, get3(flights, i, Q), get3(flights, i, U), flights[i, RADIUS])
        put(balls[i]["position"], here)
        put(balls[i]["velocity"], velocity)


@inlined
def inside_walls(world: BallWorld, here: Vector, velocity: Vector, radius: float) -> tuple[Vector, Vector]:
    """Return (position, velocity) of a ball that walls move inside, and let bounce relative to their own motion."""
    box = world.box
    inside = to_box(box.turned, here)
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
