"""Predictions by formula, to stand beside what an integrator computes."""

from math import atan, cosh, inf, log, pi, sqrt, tanh

from .integrators import EXPLICIT, IMPLICIT, RUNGE_KUTTA, SEMI_IMPLICIT, VERLET, VERLET_CONSTANT, VERLET_WRONG

VERLETS = (VERLET, VERLET_CONSTANT, VERLET_WRONG)


def energy_factor(method, step_angle):
    """Return the factor of a spring's energy in one step, 1.0 if the energy oscillates.

    method: such as EXPLICIT
    step_angle: x, angular frequency times step [rad]
    Explicit Euler multiplies by 1 + x x, implicit Euler divides by it, Runge-Kutta loses x^6 / 72.
    """
    squared = step_angle * step_angle
    if method == EXPLICIT:
        return 1.0 + squared
    if method == IMPLICIT:
        return 1.0 / (1.0 + squared)
    if method == RUNGE_KUTTA:
        return 1.0 - squared**3 / 72.0 + squared**4 / 576.0
    return 1.0


def energy_bounds(method, step_angle):
    """Return (least, greatest) energy over the first of a spring released at rest, None if it has no bounds.

    step_angle: angular frequency times step [rad]
    """
    if method == SEMI_IMPLICIT and step_angle < 2.0:
        return 1.0 / (1.0 + step_angle / 2.0), 1.0 / (1.0 - step_angle / 2.0)
    if method in VERLETS and step_angle < 2.0:
        return 1.0 - step_angle * step_angle / 4.0, 1.0
    return None


def stable_below(method):
    """Return the greatest angular frequency times step [rad] at which an undamped spring stays bounded.

    The number is 0.0 if it never does, inf if it always does.
    """
    if method == EXPLICIT:
        return 0.0
    if method == IMPLICIT:
        return inf
    return sqrt(8.0) if method == RUNGE_KUTTA else 2.0


def explicit_damping_limit(stiffness, damping):
    """Return the step below which explicit Euler keeps a weakly damped spring bounded [s]. stiffness: [N/m]; damping: [N s/m]"""
    return damping / stiffness


def free_fall_error(method, gravity, h, time):
    """Return the height above the exact parabola after `time` [m]. gravity: its amount [m/s2]; h: step [s]"""
    late = {EXPLICIT: 1.0, VERLET_WRONG: -1.0, SEMI_IMPLICIT: -1.0, IMPLICIT: -1.0}
    return late.get(method, 0.0) * gravity * h * time / 2.0


def terminal_speed(gravity, drag):
    """Return the speed at which drag balances weight [m/s]. drag: [1/m], as in Forces"""
    return sqrt(gravity / drag)


def fall_with_drag(gravity, drag, time):
    """Return (depth [m], speed [m/s]) of a particle that falls from rest: V tanh(g t / V) and V^2 / g ln cosh(g t / V)."""
    limit = terminal_speed(gravity, drag)
    angle = gravity * time / limit
    log_cosh = angle - log(2.0) if angle > 300.0 else log(cosh(angle))
    return limit * limit / gravity * log_cosh, limit * tanh(angle)


def speed_after_drag(speed, drag, time):
    """Return the speed after `time` by drag alone [m/s]."""
    return speed / (1.0 + drag * speed * time)


def sliding_distance(speed, friction, gravity):
    """Return the distance until dry friction has stopped a body [m]."""
    return speed * speed / (2.0 * friction * gravity)


def angle_of_rest(friction):
    """Return the steepest slope on which a body stays at rest [rad]."""
    return atan(friction)


def penalty_depth(speed, stiffness):
    """Return the greatest depth of a ball in a penalty floor [m]. speed: at contact [m/s]; stiffness: over mass [1/s2]"""
    return speed / sqrt(stiffness)


def penalty_time(stiffness):
    """Return the duration of contact with a penalty floor: half a period [s]. stiffness: over mass [1/s2]"""
    return pi / sqrt(stiffness)
