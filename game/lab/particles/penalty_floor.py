"""A ball that bounces on a penalty floor: a spring that pushes in proportion to the depth, as long as there is a depth.

The energy after a bounce depends on the integrator and on the phase, the place of the first step inside the floor.
"""

from ...collision.engine.jit import compiled, inlined
from .integrators import EXPLICIT, IMPLICIT


@inlined
def floor_acceleration(stiffness, damping, height, speed):
    """Return the acceleration by the floor [m/s2]; zero above it. stiffness: [1/s2]; damping: [1/s]; speed: upwards [m/s]"""
    return -stiffness * height - damping * speed if height < 0.0 else 0.0


@inlined
def floor_step(method, springs, gravity, ball, h):
    """Return (height [m], speed [m/s]) after one step by EXPLICIT, IMPLICIT, or semi-implicit Euler for all other methods.

    springs: (stiffness [1/s2], damping [1/s]); gravity: its amount [m/s2]; ball: (height, speed); h: [s]
    Without gravity, Verlet's heights are those of semi-implicit Euler.
    """
    (stiffness, damping), (height, speed) = springs, ball
    if method == EXPLICIT:
        return height + h * speed, speed + h * (floor_acceleration(stiffness, damping, height, speed) - gravity)
    if method == IMPLICIT:
        free = speed - h * gravity
        if height + h * free < 0.0:  # the floor acts at the end of the step
            free = (free - h * stiffness * height) / (1.0 + h * damping + h * h * stiffness)
        return height + h * free, free
    speed += h * (floor_acceleration(stiffness, damping, height, speed) - gravity)
    return height + h * speed, speed


@compiled
def bounce_energy(method, step_angle, phase, most_steps):
    """Return the energy after one bounce over that before, without gravity and damping; inf if the ball does not come out.

    step_angle: angular frequency of the floor times step; phase: depth of the first step inside, 0 to 1 paths of one step
    """
    height, speed, h = 1.0 - phase, -1.0, 1.0  # lengths in paths of one step
    springs = step_angle * step_angle, 0.0
    for _ in range(most_steps):
        height, speed = floor_step(method, springs, 0.0, (height, speed), h)
        if height >= 0.0 and speed > 0.0:
            return speed * speed
    return float("inf")
