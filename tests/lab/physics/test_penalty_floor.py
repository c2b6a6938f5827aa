"""The energy of a bounce on a penalty floor."""

from math import pi, sqrt

import numpy as np
import pytest

from game.lab.physics.integrators import EXPLICIT, IMPLICIT, SEMI_IMPLICIT
from game.lab.physics.overlap_response import bounce_energy, floor_step
from tests.lab.interpreting import assert_same_bits


def energies(method, step_angle):
    """The energy after a bounce over that before, for 1000 phases."""
    return np.array([bounce_energy(method, step_angle, phase, 10_000) for phase in np.linspace(0.0005, 0.9995, 1000)])


@pytest.mark.parametrize("step_angle, factor", [(0.05, 1.17), (0.2, 1.87), (0.5, 4.4)])
def test_explicit_euler_gains_energy_in_a_bounce(step_angle, factor):
    """(1 + x x) a step, for some pi / x steps."""
    assert np.median(energies(EXPLICIT, step_angle)) == pytest.approx(factor, rel=0.05)


@pytest.mark.parametrize("step_angle, share", [(0.05, 0.85), (0.2, 0.53), (0.5, 0.21)])
def test_implicit_euler_loses_energy_in_a_bounce(step_angle, share):
    """It is stable and keeps 85, 53 and 21 % (the lecture's "implicit equations can handle it")."""
    assert np.median(energies(IMPLICIT, step_angle)) == pytest.approx(share, rel=0.06)


@pytest.mark.parametrize("step_angle, low, high", [(0.2, 0.992, 1.009), (0.5, 0.96, 1.05), (1.9, 0.152, 6.8)])
def test_semi_implicit_euler_depends_on_the_phase(step_angle, low, high):
    """The range over all phases of the first step inside the floor."""
    found = energies(SEMI_IMPLICIT, step_angle)
    assert (found.min(), found.max()) == pytest.approx((low, high), rel=0.05)


def test_the_depth_and_the_time_of_a_bounce():
    """v sqrt(m / k) deep, half a period long."""
    stiffness, h, ball, lowest, inside = 400.0, 1e-5, (0.0, -3.0), 0.0, 0
    while ball[0] < 0.0 or ball[1] < 0.0:
        ball = floor_step(SEMI_IMPLICIT, (stiffness, 0.0), ball, h)
        lowest, inside = min(lowest, ball[0]), inside + 1
    assert -lowest == pytest.approx(3.0 / sqrt(stiffness), rel=1e-3)
    assert inside * h == pytest.approx(pi / sqrt(stiffness), rel=1e-3)


@pytest.mark.parametrize("method", [EXPLICIT, IMPLICIT, SEMI_IMPLICIT])
def test_bounces_have_the_same_bits_compiled_and_interpreted(method):
    assert_same_bits(bounce_energy, method, 0.3, 0.37, 1000)
