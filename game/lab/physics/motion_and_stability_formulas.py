"""Predictions by formula, to compare with the results of an integrator."""

from math import atan, cosh, inf, log, pi, sqrt, tanh

from .integrators import EXPLICIT, IMPLICIT, RUNGE_KUTTA, SEMI_IMPLICIT, VERLET, VERLET_CONSTANT, VERLET_WRONG

VERLETS = (VERLET, VERLET_CONSTANT, VERLET_WRONG)


def energy_factor(method, step_angle):
    """Return the factor by which an undamped spring's energy changes in one step, 1.0 for methods whose energy oscillates.

    method: such as EXPLICIT, but not EXACT
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


def energy_bounds(method, step_angle):
    """Return (least, greatest) energy of a spring released at rest, as ratios to its first energy.

    The result is None for methods other than semi-implicit Euler and Verlet, and for a step_angle of 2 or more.
    method: such as EXPLICIT
    step_angle: angular frequency times step [rad]
    """
    if method == SEMI_IMPLICIT and step_angle < 2.0:
        return 1.0 / (1.0 + step_angle / 2.0), 1.0 / (1.0 - step_angle / 2.0)
    if method in VERLETS and step_angle < 2.0:
        return 1.0 - step_angle * step_angle / 4.0, 1.0
    return None


def stable_below(method):
    """Return the limit of angular frequency times step [rad] below which an undamped spring's energy stays bounded.

    It is 0.0 if the energy always grows, and inf if it never does. method: such as EXPLICIT, but not EXACT
    """
    if method == EXPLICIT:
        return 0.0
    if method == IMPLICIT:
        return inf
    return sqrt(8.0) if method == RUNGE_KUTTA else 2.0


def explicit_damping_limit(stiffness, damping):
    """Return the step length [s] below which explicit Euler is stable for a weakly damped spring.

    stiffness: [N/m]; damping: [N s/m]
    """
    return damping / stiffness


def free_fall_error(method, gravity, h, time):
    """Return the height of a falling particle above the exact parabola after `time` [s], which is the method's error [m].

    method: such as EXPLICIT; gravity: its magnitude [m/s2]; h: length of a step [s]
    The error is 0.0 for methods that compute the parabola exactly.
    """
    late = {EXPLICIT: 1.0, VERLET_WRONG: -1.0, SEMI_IMPLICIT: -1.0, IMPLICIT: -1.0}
    return late.get(method, 0.0) * gravity * h * time / 2.0


def terminal_speed(gravity, drag):
    """Return the speed at which drag balances weight [m/s].

    gravity: its magnitude [m/s2]; drag: above 0 [1/m], as in Forces
    """
    return sqrt(gravity / drag)


def fall_with_drag(gravity, drag, time):
    """Return (depth [m], speed [m/s]) of a particle that has fallen from rest for a time [s].

    gravity: its magnitude, above 0 [m/s2]; drag: above 0 [1/m], as in Forces
    With the terminal speed V these are V^2 / g ln cosh(g t / V) and V tanh(g t / V).
    """
    limit = terminal_speed(gravity, drag)
    angle = gravity * time / limit
    log_cosh = angle - log(2.0) if angle > 300.0 else log(cosh(angle))
    return limit * limit / gravity * log_cosh, limit * tanh(angle)


def speed_after_drag(speed, drag, time):
    """Return the speed after `time` [s] with drag as the only force [m/s].

    speed: at the start [m/s]; drag: [1/m], as in Forces
    """
    return speed / (1.0 + drag * speed * time)


def sliding_distance(speed, friction, gravity):
    """Return the distance after which dry friction has stopped a body [m].

    speed: at the start [m/s]; friction: coefficient, above 0; gravity: its magnitude, above 0 [m/s2]
    """
    return speed * speed / (2.0 * friction * gravity)


def angle_of_rest(friction):
    """Return the angle of the steepest slope on which a body stays at rest [rad]. friction: coefficient"""
    return atan(friction)


def penalty_depth(speed, stiffness):
    """Return the greatest depth of a ball in an undamped penalty floor without gravity [m].

    speed: at contact [m/s]; stiffness: divided by mass [1/s2]
    """
    return speed / sqrt(stiffness)


def penalty_time(stiffness):
    """Return the duration of contact with an undamped penalty floor without gravity, half a period [s].

    stiffness: divided by mass [1/s2]
    """
    return pi / sqrt(stiffness)
