"""The counting wall, and bounces that come to an end."""

import pytest

from game.lab.physics.one_dimension import Bouncing, advance_blocks, blocks, bounce, last_bounce
from tests.lab.interpreting import assert_same_bits

H = 1.0 / 60.0


@pytest.mark.parametrize("exponent, count", [(0, 3), (1, 31), (2, 314), (3, 3141), (4, 31415)])
def test_the_collisions_of_two_blocks_count_the_digits_of_pi(exponent, count):
    """floor(pi 10^k) for a ratio of 100^k (Galperin 2003), in ticks of 1/60 s as well as in one step."""
    in_ticks, at_once = blocks(exponent), advance_blocks(blocks(exponent), 1000.0)
    for _ in range(2000):
        in_ticks = advance_blocks(in_ticks, H)
    assert (in_ticks.collisions, at_once.collisions) == (count, count)
    light, heavy = in_ticks.velocities
    assert light * light + in_ticks.ratio * heavy * heavy == pytest.approx(in_ticks.ratio, rel=1e-9)


def test_blocks_have_the_same_bits_compiled_and_interpreted():
    assert_same_bits(advance_blocks, blocks(2), 3.0)


@pytest.mark.parametrize("restitution", [0.0, 0.2, 0.4, 0.6, 0.8])
def test_infinitely_many_bounces_end_in_a_finite_time(restitution):
    """sqrt(2 h / g) (1 + e) / (1 - e): 4.0637 s from 1 m at e = .8, within a tick (claims.toml, E24)."""
    ball, tick = Bouncing(1.0), 0
    while not ball.is_at_rest:
        ball = bounce(ball, 9.81, restitution, tick * H, H)
        tick += 1
    expected = last_bounce(1.0, 9.81, restitution)
    assert ball.time == pytest.approx(expected, rel=1e-9) and abs(tick * H - expected) <= H
    assert restitution != 0.8 or expected == pytest.approx(4.0637, abs=5e-5)


def test_each_bounce_has_e_squared_of_the_energy():
    ball = bounce(Bouncing(1.0), 9.81, 0.8, 0.0, 0.6)
    assert ball.bounces == 1
    assert 0.5 * ball.speed**2 + 9.81 * ball.height == pytest.approx(0.64 * 9.81)


def test_an_elastic_ball_bounces_for_ever():
    ball = Bouncing(1.0)
    for tick in range(6000):
        ball = bounce(ball, 9.81, 1.0, tick * H, H)
    assert not ball.is_at_rest and 0.5 * ball.speed**2 + 9.81 * ball.height == pytest.approx(9.81, rel=1e-10)


def test_bounces_have_the_same_bits_compiled_and_interpreted():
    assert_same_bits(bounce, Bouncing(0.01), 9.81, 0.7, 0.0, 0.3)


