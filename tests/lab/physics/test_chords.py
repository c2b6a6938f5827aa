"""Balls along chords: exact between collisions, and a bounce changes the energy by a closed form."""

import numpy as np
import pytest

from game.lab.physics.ball_array import BallRules, BallWorld, balls_at, energy
from game.lab.physics.ellipsoid_among_balls import NO_OBSTACLE
from game.lab.physics.event_driven import scratch_of
from game.lab.physics.walls_of_turning_box import box
from game.lesson.course.drum import advance_along_chords, energies_along_chords

G, H = 9.81, 1.0 / 60.0
WORLD = BallWorld(box((5.0, 5.0, 5.0), H), BallRules((0.0, 0.0, -G)), NO_OBSTACLE)


def test_a_free_ball_is_on_its_parabola_at_the_end_of_each_step():
    balls = balls_at([(0.0, 0.0, 4.0)], [(1.0, 0.0, 0.0)], 0.1)
    for _ in range(60):
        advance_along_chords(balls, scratch_of(1), WORLD)
    assert balls["position"][0] == pytest.approx((1.0, 0.0, 4.0 - 0.5 * G), abs=1e-12)
    assert balls["velocity"][0] == pytest.approx((1.0, 0.0, -G), abs=1e-12)


@pytest.mark.parametrize("part", [0.0, 0.25, 0.5, 0.9])
def test_a_bounce_changes_the_energy_by_m_g_u_times_h_less_2_s(part):
    """The ball is at s |u| over its lowest place, with the mean velocity u in the step; it bounces at the time s."""
    speed, s = 3.0, part * H
    low = -5.0 + 0.1
    balls = balls_at([(0.0, 0.0, low + s * speed)], [(0.0, 0.0, -speed + 0.5 * G * H)], 0.1, 2.0)
    first, last = energies_along_chords(balls, scratch_of(1), WORLD, 1)
    assert last - first == pytest.approx(2.0 * G * speed * (H - 2.0 * s), rel=1e-9, abs=1e-9)
    assert energy(balls, WORLD.rules.gravity) == first, "the balls stay as they are"


def test_the_chord_is_at_most_an_eighth_of_g_h_squared_from_the_parabola():
    times = np.linspace(0.0, H, 101)
    bend = 0.5 * G * times * (H - times)
    assert bend.max() == pytest.approx(G * H * H / 8.0)
