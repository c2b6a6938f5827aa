"""Integrators against the closed forms of a spring, a fall and drag."""

from math import cos, cosh, exp, log, pi, sqrt, tanh

import numpy as np
import pytest

from game.lab.physics import motion_and_stability_formulas as formulas
from game.lab.physics.integrators import (
    EXACT,
    EXPLICIT,
    IMPLICIT,
    METHODS,
    RUNGE_KUTTA,
    SEMI_IMPLICIT,
    VERLET,
    VERLET_CONSTANT,
    VERLET_WRONG,
    ParticleForces,
    fly,
    particle_at,
)
from tests.lab.interpreting import assert_same_bits

WEIGHT = (0.0, 0.0, -9.81)
OMEGA, H = 2.0 * pi, 1.0 / 60.0


def flight(method, forces, start, steps):
    """The rows (n + 1, 6) of a flight."""
    rows = np.empty((len(steps) + 1, 6))
    fly(method, forces, start, np.asarray(steps, float), rows)
    return rows


def spring_energy(method, omega, h, count):
    """The energy of a spring released at 1 m at rest, over its first, after each of `count` steps."""
    rows = flight(method, ParticleForces(stiffness=omega * omega), particle_at((1.0, 0.0, 0.0), (0.0, 0.0, 0.0)), [h] * count)
    return (rows[:, 3] ** 2 + omega * omega * rows[:, 0] ** 2) / (omega * omega)


@pytest.mark.parametrize("method, ratio", [(EXPLICIT, 695.0), (IMPLICIT, 0.001439), (RUNGE_KUTTA, 0.999989)])
def test_a_spring_at_1_hz_has_this_energy_after_10_s_at_60_hz(method, ratio):
    """The factors (1 + x x)^600 and its inverse, (1 - x^6 / 72)^600 with x = 2 pi / 60 (Tang's lecture, Euler's method)."""
    energy = spring_energy(method, OMEGA, H, 600)[-1]
    assert energy == pytest.approx(ratio, rel=1e-3 if method == EXPLICIT else 4e-4)
    assert energy == pytest.approx(formulas.energy_factor(method, OMEGA * H) ** 600, rel=1e-10)


@pytest.mark.parametrize("method, low, high", [(SEMI_IMPLICIT, 0.9502, 1.0553), (VERLET, 0.997258, 1.0)])
def test_the_energy_of_a_spring_stays_within_its_bounds(method, low, high):
    """Semi-implicit Euler: 1 / (1 +- x / 2). Verlet: 1 - x x / 4 to 1. Both bounds are nearly reached."""
    energy = spring_energy(method, OMEGA, H, 600)
    bounds = formulas.energy_bounds(method, OMEGA * H)
    assert bounds == pytest.approx((low, high), abs=5e-5)
    assert bounds[0] - 1e-12 <= energy.min() <= bounds[0] + 1e-3 and bounds[1] - 1e-3 <= energy.max() <= bounds[1] + 1e-12


@pytest.mark.parametrize("method", [SEMI_IMPLICIT, VERLET])
def test_a_spring_stiffer_than_the_step_explodes(method):
    """Stable below omega h = 2 (Hairer, Lubich, Wanner, I.1): at 2.01 more than 1e6 in 1000 steps, at 1.99 bounded."""
    assert formulas.stable_below(method) == 2.0
    assert spring_energy(method, 2.01 / H, H, 1000).max() > 1e6
    assert spring_energy(method, 1.99 / H, H, 1000).max() < 1000.0


@pytest.mark.parametrize("hz", [5, 10, 60, 240])
@pytest.mark.parametrize("method", [EXACT, EXPLICIT, SEMI_IMPLICIT, VERLET, VERLET_WRONG, IMPLICIT, RUNGE_KUTTA])
def test_free_fall_is_off_by_half_g_h_t(method, hz):
    """The height after t = 2 s is off by g h t / 2 for methods of order 1, and by nothing for the others."""
    end = flight(method, ParticleForces(WEIGHT), particle_at((0.0, 0.0, 5.0), (3.0, 0.0, 2.0)), [1.0 / hz] * (2 * hz))[-1, 2]
    error = end - (5.0 + 2.0 * 2.0 - 9.81 * 2.0)
    assert error == pytest.approx(formulas.free_fall_error(method, 9.81, 1.0 / hz, 2.0), abs=1e-9)


def test_free_fall_at_60_hz_is_off_by_16_cm():
    """g h t / 2 = 9.81 / 60 m."""
    assert formulas.free_fall_error(EXPLICIT, 9.81, H, 2.0) == pytest.approx(0.1635)


def test_alternating_steps_need_the_mended_formula_of_verlet():
    """100 steps of 1/90 and 1/60 s, at 20 m/s: the formula for a constant step is 5.93 m off, the mended one exact."""
    steps = [1 / 90, 1 / 60] * 50
    time = sum(steps)
    exact = 20.0 * time - 9.81 * time * time / 2.0
    start = particle_at((0.0, 0.0, 0.0), (0.0, 0.0, 20.0))
    constant, mended = (
        flight(method, ParticleForces(WEIGHT), start, steps)[-1, 2] - exact for method in (VERLET_CONSTANT, VERLET)
    )
    assert abs(mended) < 1e-9
    assert abs(constant) == pytest.approx(5.934, abs=1e-3)


def test_falling_with_drag_follows_tanh_and_ln_cosh():
    """From rest, speed V tanh(g t / V), depth V^2 / g ln cosh(g t / V), with V^2 = g / drag."""
    rows = flight(RUNGE_KUTTA, ParticleForces(WEIGHT, drag=0.05), particle_at((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), [H] * 300)
    for k in (60, 150, 300):
        limit, angle = formulas.terminal_speed(9.81, 0.05), 9.81 * k * H / formulas.terminal_speed(9.81, 0.05)
        depth, speed = limit * limit / 9.81 * log(cosh(angle)), limit * tanh(angle)
        assert (-rows[k, 2], -rows[k, 5]) == pytest.approx((depth, speed), abs=1e-6)


def test_drag_alone_brakes_as_one_over_time():
    """V0 / (1 + drag V0 t)."""
    rows = flight(RUNGE_KUTTA, ParticleForces(drag=0.05), particle_at((0.0, 0.0, 0.0), (20.0, 0.0, 0.0)), [H] * 120)
    assert rows[-1, 3] == pytest.approx(20.0 / (1.0 + 0.05 * 20.0 * 2.0), abs=1e-7)


def test_a_damped_spring_swings_as_its_formula():
    """x = e^(-c t / 2) (cos w t + c / 2w sin w t), with w w = k - c c / 4, per mass."""
    damping, stiffness, time = 0.8, 30.0, 3.0
    start = particle_at((1.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    rows = flight(RUNGE_KUTTA, ParticleForces(stiffness=stiffness, damping=damping), start, [time / 3000] * 3000)
    omega = sqrt(stiffness - damping * damping / 4.0)
    expected = exp(-damping * time / 2) * (cos(omega * time) + damping / (2 * omega) * cos(omega * time - pi / 2))
    assert rows[-1, 0] == pytest.approx(expected, abs=1e-10)


def test_explicit_euler_with_damping_is_stable_below_c_over_k():
    """Weak damping: bounded if and only if h < c / k, to 2 %."""
    limit = 0.5 / 100.0  # damping over stiffness
    start = particle_at((1.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    for factor, grows in ((0.98, False), (1.02, True)):
        rows = flight(EXPLICIT, ParticleForces(stiffness=100.0, damping=0.5), start, [limit * factor] * 100_000)
        assert (abs(rows[-1, 0]) > 1.0) == grows


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_flights_have_the_same_bits_compiled_and_interpreted(method):
    forces = ParticleForces(WEIGHT, 3.0, (0.1, 0.2, 0.3), 0.2, 0.05)
    steps = np.array([1 / 60, 1 / 90, 1 / 30] * 10)
    assert_same_bits(fly, method, forces, particle_at((0.3, -1.0, 2.0), (5.0, 0.1, 7.0)), steps, np.zeros((31, 6)))


def test_friction_stops_a_body_after_v_v_over_2_mu_g():
    assert formulas.sliding_distance(3.0, 0.5, 9.81) == pytest.approx(9.0 / 9.81)
