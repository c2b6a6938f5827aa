"""A ball that bounces on a penalty floor: a spring that pushes the ball up in proportion to its depth in the floor.

The energy after a bounce depends on the integrator and on the phase. The phase is the depth at which the first step into the
floor would end without the floor's force. It is given as a fraction of the path of this step.
"""

from ...core.jit import compiled, inlined
from .integrators import EXPLICIT, IMPLICIT


@inlined
def floor_acceleration(stiffness, damping, height, speed):
    """Return the upward acceleration by the floor [m/s2], zero above it. With damping it can be negative.

    stiffness, damping: of the floor, divided by the ball's mass [1/s2], [1/s]
    height: of the ball's lowest point over the floor, negative in it [m]; speed: upwards [m/s]
    """
    return -stiffness * height - damping * speed if height < 0.0 else 0.0


@inlined
def floor_step(method, springs, gravity, ball, h):
    """Return (height [m], upward speed [m/s]) after one step. Any method but EXPLICIT and IMPLICIT means semi-implicit Euler.

    springs: (stiffness [1/s2], damping [1/s]), as in `floor_acceleration`; gravity: its magnitude [m/s2]
    ball: (height [m], upward speed [m/s]) before the step; h: length of the step [s]
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
    """Return the ratio of energies after and before one bounce, without gravity and damping; inf if the ball stays in the floor.

    method: as in `floor_step`; step_angle: angular frequency of the floor times step [rad]
    phase: depth at which the first step into the floor would end without its force, as a fraction (0..1) of a step's path
    most_steps: number of steps after which the ball counts as one that stays
    """
    height, speed, h = 1.0 - phase, -1.0, 1.0  # lengths in paths of one step
    springs = step_angle * step_angle, 0.0
    for _ in range(most_steps):
        height, speed = floor_step(method, springs, 0.0, (height, speed), h)
        if height >= 0.0 and speed > 0.0:
            return speed * speed
    return float("inf")
