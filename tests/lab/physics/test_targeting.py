"""Target practice: the lecture's example, degenerate targets, and the flights of each method at a target."""

from math import radians, sqrt, tan

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.lab.physics.integrators import EXACT, EXPLICIT, SEMI_IMPLICIT, VERLET, ParticleForces, fly, particle_at
from game.lab.physics.targeting import aim, farthest, passing_height

WEIGHT = (0.0, 0.0, -9.81)


def passing(launch, method, hz, distance):
    """The height at which a launch with 25 m/s passes a distance [m]."""
    steps = np.full(int(launch.time * hz) + 3, 1.0 / hz)
    rows = np.empty((len(steps) + 1, 6))
    cosine, sine = launch.direction
    fly(method, ParticleForces(WEIGHT), particle_at((0.0, 0.0, 0.0), (25.0 * cosine, 0.0, 25.0 * sine)), steps, rows)
    return passing_height(rows, distance)


def test_the_lectures_example_has_two_angles():
    """25 m/s at a target 40 m away: radicand 969.307, angles 19.4455 and 70.5545 degrees (lecture, target practice)."""
    radicand, low, high = aim(40.0, 0.0, 25.0)
    assert radicand == pytest.approx(969.307, abs=5e-4)
    assert (low.angle, high.angle) == pytest.approx((19.4455, 70.5545), abs=1e-4)
    assert (low.time, high.time) == pytest.approx((1.697, 4.806), abs=1e-3)
    assert (low.apex, high.apex) == pytest.approx((3.53, 28.32), abs=5e-3)


@pytest.mark.parametrize("hz", [5, 10, 60, 240])
@pytest.mark.parametrize("method, factor", [(EXACT, 0.0), (VERLET, 0.0), (EXPLICIT, 0.5), (SEMI_IMPLICIT, -0.5)])
def test_the_miss_at_the_target_is_half_g_h_t(method, factor, hz):
    """Explicit Euler passes g h t / 2 above the target, semi-implicit Euler below it, the others hit it."""
    for launch in aim(40.0, 3.0, 25.0)[1:]:
        expected = 3.0 + factor * 9.81 * launch.time / hz
        assert passing(launch, method, hz, 40.0) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("hz, low_miss, high_miss", [(60, 0.139, 0.393), (10, 0.832, 2.357)])
def test_explicit_euler_flies_above_the_lectures_target(hz, low_miss, high_miss):
    """g h t / 2 at both angles of the example."""
    _, low, high = aim(40.0, 0.0, 25.0)
    assert passing(low, EXPLICIT, hz, 40.0) == pytest.approx(low_miss, abs=6e-4)
    assert passing(high, EXPLICIT, hz, 40.0) == pytest.approx(high_miss, abs=6e-4)


def test_out_of_reach_there_is_no_angle():
    """v v / g = 63.71 m is the greatest distance on the level."""
    assert farthest(25.0) == pytest.approx(63.71, abs=5e-3)
    assert aim(63.70, 0.0, 25.0).low is not None
    radicand, low, high = aim(63.72, 0.0, 25.0)
    assert radicand < 0.0 and low is None and high is None


def test_the_least_speed_has_one_angle():
    """v v = g (y + sqrt(x x + y y)): the radicand vanishes."""
    least = sqrt(9.81 * (10.0 + sqrt(30.0**2 + 10.0**2)))
    assert aim(30.0, 10.0, least * (1.0 - 1e-9)).low is None
    _, low, high = aim(30.0, 10.0, least * (1.0 + 1e-9))
    assert low.angle == pytest.approx(high.angle, abs=1e-2)
    assert tan(radians(low.angle)) == pytest.approx(least * least / (9.81 * 30.0), rel=1e-3)


def test_straight_up_and_down():
    """From v t - g t t / 2 = y."""
    radicand, low, high = aim(0.0, 5.0, 15.0, 10.0)
    assert radicand == 125.0 and low.direction == (0.0, 1.0)
    assert (low.time, high.time) == pytest.approx(((15.0 - sqrt(125.0)) / 10.0, (15.0 + sqrt(125.0)) / 10.0))
    down = aim(0.0, -5.0, 15.0, 10.0).low
    assert down.direction == (0.0, -1.0) and 15.0 * down.time + 5.0 * down.time**2 == pytest.approx(5.0)
    assert aim(0.0, 12.0, 15.0, 10.0).low is None


def test_without_gravity_there_is_one_straight_shot():
    _, low, high = aim(3.0, 4.0, 10.0, 0.0)
    assert low.direction == pytest.approx((0.6, 0.8)) and low.time == pytest.approx(0.5) and high is None


def test_the_low_angle_keeps_its_digits_at_high_speed():
    """At 1e7 m/s the naive difference of nearly equal numbers loses all digits of k; the drop still is g t t / 2."""
    low = aim(40.0, 0.0, 1e7).low
    assert low.direction[1] / low.direction[0] == pytest.approx(9.81 * 40.0 / 2e14, rel=1e-12)


@pytest.mark.parametrize("wrong", [(float("nan"), 0.0, 25.0), (40.0, 0.0, 0.0), (-1.0, 0.0, 25.0), (40.0, 0.0, float("inf"))])
def test_wrong_numbers_are_refused(wrong):
    with pytest.raises(InputError):
        aim(*wrong)
