"""Penalty forces: bodies that overlap push each other apart, in proportion to the depth (Tang's lecture, penalty forces).

A contact is a spring with omega = sqrt(stiffness), per kilogram of the reduced mass, stable for omega h < 2. Fast balls sink in
by speed / omega, and pass through each other if that is more than a radius.
"""

from math import sqrt

import numpy as np

from ...core.jit import compiled, inlined
from ...core.vec3 import Vector, add, along, cross, dot, get3, put, scale, sub, vec
from .cells import NO_BALL, RADIUS, Q, lay_out
from .event_driven import EventScratch
from .free_flight import take_off
from .moving_ellipsoid import BallWorld
from .turning_box import to_box


@inlined
def push_apart(balls: np.ndarray, first: int, second: int, offset: Vector, radii: float, springs: Vector) -> None:
    """Change the velocities of two balls that overlap by a spring and a damper. offset: of the first centre [m]"""
    distance = sqrt(dot(offset, offset))
    if distance >= radii or distance == 0.0:
        return
    normal, (stiffness, damping, step) = scale(offset, 1.0 / distance), springs
    velocity, other = vec(balls[first]["velocity"]), vec(balls[second]["velocity"])
    light, other_light = 1.0 / balls[first]["mass"], 1.0 / balls[second]["mass"]
    push = stiffness * (radii - distance) - damping * dot(normal, sub(velocity, other))
    impulse = max(push, 0.0) * step / (light + other_light)
    put(balls[first]["velocity"], along(velocity, normal, impulse * light))
    put(balls[second]["velocity"], along(other, normal, -impulse * other_light))


@compiled
def advance(balls: np.ndarray, scratch: EventScratch, world: BallWorld, stiffness: float, damping: float) -> None:
    """Advance balls (n,) of BALL, in place, by one step of semi-implicit Euler. Any obstacle is ignored.

    stiffness, damping: of the springs between balls and of walls, over the reduced mass [1/s2], [1/s]
    """
    box, cells, flights, gravity = world.box, scratch.cells, scratch.flights, world.rules.gravity
    springs = stiffness, damping, box.step
    take_off(balls, flights)
    lay_out(cells, flights, 0.0)
    place, sizes = cells.place, cells.sizes
    for i in range(balls.shape[0]):
        here = get3(flights, i, Q)
        for x in range(place[i, 0], min(place[i, 0] + 1, sizes[0] - 1) + 1):
            for y in range(max(place[i, 1] - 1, 0), min(place[i, 1] + 1, sizes[1] - 1) + 1):
                for z in range(max(place[i, 2] - 1, 0), min(place[i, 2] + 1, sizes[2] - 1) + 1):
                    other = cells.heads[(x * sizes[1] + y) * sizes[2] + z]
                    while other != NO_BALL:
                        if other > i or place[other, 0] > place[i, 0]:
                            radii = flights[i, RADIUS] + flights[other, RADIUS]
                            push_apart(balls, i, other, sub(here, get3(flights, other, Q)), radii, springs)
                        other = cells.following[other]
    for i in range(balls.shape[0]):
        here, velocity = get3(flights, i, Q), along(vec(balls[i]["velocity"]), gravity, box.step)
        inside = to_box(box.turned, here)
        for k in range(3):
            side = 1.0 if inside[k] > 0.0 else -1.0
            depth = abs(inside[k]) - (box.half[k] - flights[i, RADIUS])
            if depth > 0.0:
                inwards = scale(box.turned[k], -side)
                approach = dot(inwards, sub(velocity, cross(box.spin, here)))
                velocity = along(velocity, inwards, max(stiffness * depth - damping * approach, 0.0) * box.step)
        put(balls[i]["velocity"], velocity)
        put(balls[i]["position"], add(here, scale(velocity, box.step)))
