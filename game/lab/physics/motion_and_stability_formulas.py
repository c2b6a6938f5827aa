"""Predictions by formula, to compare with the results of an integrator. Methods are such as EXPLICIT; EXACT has no formulas."""

from math import atan, cosh, inf, log, pi, sqrt, tanh

from .integrators import EXPLICIT, IMPLICIT, RUNGE_KUTTA, SEMI_IMPLICIT, VERLET, VERLET_CONSTANT, VERLET_WRONG

VERLETS = (VERLET, VERLET_CONSTANT, VERLET_WRONG)


def energy_factor(method: int, step_angle: float) -> float:
    """Return the factor by which an undamped spring's energy changes in one step, 1.0 for methods whose energy oscillates.

    step_angle: x, angular frequency times step [rad]
    Explicit Euler multiplies by 1 + x^2, implicit Euler divides by 1 + x^2. Runge-Kutta multiplies by 1 - x^6 / 72 + x^8 / 576.
    """
    squared = step_angle * step_angle
    if method == EXPLICIT:
        return 1.0 + squared
    if method == IMPLICIT:
        return 1.0 / (1.0 + squared)
    if method == RUNGE_KUTTA:
        return 1.0 - squared**3 / 72.0 + squared**4 / 576.0
    return 1.0


def energy_bounds(method: int, step_angle: float) -> tuple[float, float] | None:
    """Return (least, greatest) energy of a spring released at rest, as ratios to its first energy.

    It is None for methods other than semi-implicit Euler and Verlet, and for a step_angle of 2 or more.
    step_angle: angular frequency times step [rad]
    """
    if method == SEMI_IMPLICIT and step_angle < 2.0:
        return 1.0 / (1.0 + step_angle / 2.0), 1.0 / (1.0 - step_angle / 2.0)
    if method in VERLETS and step_angle < 2.0:
        return 1.0 - step_angle * step_angle / 4.0, 1.0
    return None


def stable_below(method: int) -> float:
    """Return the limit of angular frequency times step [rad] below which an undamped spring's energy stays bounded.

    It is 0.0 if the energy always grows, and inf if it never does.
    """
    if method == EXPLICIT:
        return 0.0
    if method == IMPLICIT:
        return inf
    return sqrt(8.0) if method == RUNGE_KUTTA else 2.0


def explicit_damping_limit(stiffness: float, damping: float) -> float:
    """Return the step [s] below which explicit Euler is stable for a weakly damped spring. Arguments: [N/m], [N s/m]"""
    return damping / stiffness


def free_fall_error(method: int, gravity: float, h: float, time: float) -> float:
    """Return the height of a falling particle above the exact parabola after `time` [s], which is the method's error [m].

    gravity: its magnitude [m/s2]; h: length of a step [s]
    The error is 0.0 for methods that compute the parabola exactly.
    """
    late = {EXPLICIT: 1.0, VERLET_WRONG: -1.0, SEMI_IMPLICIT: -1.0, IMPLICIT: -1.0}
    return late.get(method, 0.0) * gravity * h * time / 2.0


def terminal_speed(gravity: float, drag: float) -> float:
    """Return the speed at which drag balances weight [m/s]. drag: above 0 [1/m], as in ParticleForces"""
    return sqrt(gravity / drag)


def fall_with_drag(gravity: float, drag: float, time: float) -> tuple[float, float]:
    """Return (depth [m], speed [m/s]) of a particle that has fallen from rest for a time [s].

    gravity: its magnitude, above 0 [m/s2]; drag: above 0 [1/m], as in ParticleForces
    With the terminal speed V these are V^2 / g ln cosh(g t / V) and V tanh(g t / V).
    """
    limit = terminal_speed(gravity, drag)
    angle = gravity * time / limit
    log_cosh = angle - log(2.0) if angle > 300.0 else log(cosh(angle))
    return limit * limit / gravity * log_cosh, limit * tanh(angle)


def speed_after_drag(speed: float, drag: float, time: float) -> float:
    """Return the speed after `time` [s] with drag [1/m] as the only force [m/s]."""
    return speed / (1.0 + drag * speed * time)


def sliding_distance(speed: float, friction: float, gravity: float) -> float:
    """Return the distance after which dry friction has stopped a body [m].

    friction: coefficient, above 0; gravity: its magnitude, above 0 [m/s2]
    """
    return speed * speed / (2.0 * friction * gravity)


def angle_of_rest(friction: float) -> float:
    """Return the angle of the steepest slope on which friction, a coefficient, holds a body at rest [rad]."""
    return atan(friction)


def penalty_depth(speed: float, stiffness: float) -> float:
    """Return the greatest depth of a ball in an undamped penalty floor without gravity [m].

    speed: at contact [m/s]; stiffness: divided by mass [1/s2]
    """
    return speed / sqrt(stiffness)


def penalty_time(stiffness: float) -> float:
    """Return the time of contact with such a floor, half a period [s]."""
    return pi / sqrt(stiffness)
