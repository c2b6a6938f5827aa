"""What the planes that a fall met leave of its velocity: closed forms of projecting on two planes in turn."""

from math import cos, radians

import numpy as np
import pytest

from game.collision.columns import FIRST, IS_HIT, NORMAL, OUTCOMES
from game.simulation.player.gravity_pass import what_planes_leave

FALL = (0.0, 0.0, -8.0)


def rows(*normals):
    """Iterations that each met a plane."""
    steps = np.zeros((FIRST + len(normals), OUTCOMES + 1))
    for row, normal in enumerate(normals, FIRST):
        steps[row, IS_HIT], steps[row, NORMAL : NORMAL + 3] = 1.0, normal
    return steps


def left_by(*normals):
    steps = rows(*normals)
    return np.array(what_planes_leave(steps, FIRST, len(steps), FALL))


def leaning(degrees):
    """The normal of a plane that is so steep, across x."""
    slope = radians(degrees)
    return np.array([np.sin(slope), 0.0, np.cos(slope)])


def test_one_plane_takes_the_part_into_it():
    assert left_by(leaning(30.0)) == pytest.approx((8.0 * cos(radians(30.0)) * 0.5, 0.0, -8.0 * 0.25))


def test_a_plane_that_it_leaves_takes_nothing():
    assert left_by((0.0, 0.0, -1.0)) == pytest.approx(FALL)


def test_an_iteration_without_a_contact_takes_nothing():
    steps = rows(leaning(30.0))
    steps[FIRST, IS_HIT] = 0.0
    assert what_planes_leave(steps, FIRST, len(steps), FALL) == FALL


@pytest.mark.parametrize("degrees", [50.0, 60.0, 70.0])
def test_what_the_second_plane_puts_back_into_the_first_is_taken_once_more(degrees):
    """Between two planes whose normals have the cosine c (below 0), each turn through both leaves c squared of it."""
    first = leaning(degrees)
    second = first * (-1.0, 1.0, 1.0)
    c, into = first @ second, 8.0 * cos(radians(degrees))
    assert c < 0.0
    assert left_by(first, second) @ first == pytest.approx(into * (1.0 - c) * c**3)
    assert left_by(first, second) @ second == pytest.approx(0.0, abs=1e-12)
