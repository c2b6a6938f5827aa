"""A turn once round: it waits until the player stands still, comes back to the same direction, and ends at any input."""

from math import inf, pi
from types import SimpleNamespace

import numpy as np
import pytest

from game.app.free_camera_and_panorama import BELOW, DOWNWARDS, HEIGHT, PATIENCE, ROUND, PanoramaTurn
from game.scene.look_and_spring_arm import Look

STEP = 0.05  # [s]


def angles(around, seconds, moves=False):
    """The camera's angle after each step of a time."""
    found = []
    for _ in range(round(seconds / STEP)):
        around.update(STEP, moves)
        found.append(around.angle)
    return found


def test_it_turns_once_round_and_ends_where_it_began():
    around, look = PanoramaTurn(), Look()
    assert around.turn_look(look) is look
    around.begin()
    seen = angles(around, ROUND)
    assert max(seen) == pytest.approx(2.0 * pi, abs=0.01) and max(b - a for a, b in zip(seen, seen[1:])) < 0.06
    assert angles(around, 2 * STEP)[-1] == 0.0 and around.turn_look(look) is look


def test_it_waits_for_the_held_key_and_ends_at_the_next_one():
    around = PanoramaTurn()
    around.begin()
    assert not any(angles(around, PATIENCE / 2, moves=True)), "the key that led here is still held"
    assert angles(around, 2.0)[-1] > 0.0
    assert angles(around, STEP, moves=True) == [0.0] and not any(angles(around, 1.0)), "it does not begin again"


def test_a_player_that_walks_on_is_left_alone():
    around = PanoramaTurn()
    around.begin()
    angles(around, PATIENCE + STEP, moves=True)
    assert not any(angles(around, ROUND))


@pytest.mark.parametrize("free, rise", [(inf, HEIGHT), (1.0, 1.0 - BELOW), (0.1, 0.0)])
def test_the_camera_rises_over_a_parapet_and_stays_below_a_ceiling(free, rise):
    around, sight = PanoramaTurn(), SimpleNamespace(raycast=lambda starts, directions, lengths: np.array([free]))
    assert around.raise_eye((1.0, 2.0, 3.0), None, sight) == (1.0, 2.0, 3.0)
    around.begin()
    angles(around, ROUND / 2)
    assert around.raise_eye((1.0, 2.0, 3.0), None, sight) == pytest.approx((1.0, 2.0, 3.0 + rise))


def test_the_look_of_the_player_stays():
    around, look = PanoramaTurn(), Look(0.5, -0.2)
    around.begin()
    angles(around, ROUND / 2)
    assert around.turn_look(look).heading == pytest.approx(0.5 + around.angle) and (look.heading, look.pitch) == (0.5, -0.2)
    assert around.turn_look(look).pitch == pytest.approx(DOWNWARDS)
    around.end()
    assert around.turn_look(look) is look
