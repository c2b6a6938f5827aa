"""Predictions by formula, to compare with the results of an integrator. A step angle is angular frequency times step [rad]."""

from math import cos, exp, inf, sin, sqrt

from .integrators import EXPLICIT, IMPLICIT, RUNGE_KUTTA, SEMI_IMPLICIT, VERLET, VERLET_CONSTANT, VERLET_WRONG

VERLETS = (VERLET, VERLET_CONSTANT, VERLET_WRONG)


def energy_factor(method: int, step_angle: float, damping: float = 0.0) -> float:
    """Return the mean factor of a spring's energy in one step, 1.0 for undamped methods whose energy oscillates.

    damping: times step, below twice the angle. A step is linear; its factor is the determinant of its matrix, while it still
    swings. For the angle x and the damping d: explicit Euler multiplies by 1 - d + x^2, implicit Euler divides by 1 + d + x^2,
    Runge-Kutta takes the first five terms of the exponential series.
    """
    squared = step_angle * step_angle
    if method == EXPLICIT:
        return 1.0 - damping + squared
    if method == IMPLICIT:
        return 1.0 / (1.0 + damping + squared)
    if method == RUNGE_KUTTA:
        if damping == 0.0:
            return 1.0 - squared**3 / 72.0 + squared**4 / 576.0
        z = complex(-damping / 2.0, sqrt(squared - damping * damping / 4.0))
        return abs(1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)))) ** 2
    return 1.0 - damping + (0.5 * damping * damping if method in VERLETS else 0.0)


def damped_swing(angular_frequency: float, damping: float, time: float) -> tuple[float, float]:
    """Return (place, energy) of a weakly damped spring released at rest, over those at the start. damping: below twice the first

    The energy is that of spring and mass. Arguments: [rad/s], [1/s], [s]
    """
    swing = sqrt(angular_frequency * angular_frequency - damping * damping / 4.0)
    shrunk, c, s = exp(-damping * time / 2.0), cos(swing * time), sin(swing * time)
    place, speed = shrunk * (c + damping / (2.0 * swing) * s), shrunk * angular_frequency / swing * s
    return place, place * place + speed * speed


def energy_bounds(method: int, step_angle: float) -> tuple[float, float] | None:
    """Return (least, greatest) energy over the first of a spring released at rest, for semi-implicit Euler and Verlet below 2."""
    if method == SEMI_IMPLICIT and step_angle < 2.0:
        return 1.0 / (1.0 + step_angle / 2.0), 1.0 / (1.0 - step_angle / 2.0)
    if method in VERLETS and step_angle < 2.0:
        return 1.0 - step_angle * step_angle / 4.0, 1.0
    return None


def stable_below(method: int) -> float:
    """Return the step angle below which an undamped spring's energy stays bounded, 0.0 for never, inf for always."""
    if method == EXPLICIT:
        return 0.0
    if method == IMPLICIT:
        return inf
    return sqrt(8.0) if method == RUNGE_KUTTA else 2.0


def free_fall_error(method: int, gravity: float, h: float, time: float) -> float:
    """Return the height of a falling particle above the exact parabola after `time`, by steps of the length h [s]."""
    late = {EXPLICIT: 1.0, VERLET_WRONG: -1.0, SEMI_IMPLICIT: -1.0, IMPLICIT: -1.0}
    return late.get(method, 0.0) * gravity * h * time / 2.0


def terminal_speed(gravity: float, drag: float) -> float:
    """Return the speed at which drag balances weight [m/s]. drag: above 0 [1/m], as in ParticleForces"""
    return sqrt(gravity / drag)


def sliding_distance(speed: float, friction: float, gravity: float) -> float:
    """Return the distance after which friction, a coefficient above 0, has stopped a body [m]. gravity: above 0 [m/s2]"""
    return speed * speed / (2.0 * friction * gravity)
