"""The board of an exhibit: which rays hit its front."""

from math import cos, pi, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.level.exhibit_place import Board

REACH = 16.0


@given(
    heading=st.floats(-7.0, 7.0), across=st.floats(-4.0, 4.0), up=st.floats(-3.0, 3.0),
    away=st.floats(0.5, 12.0), aside=st.floats(-5.0, 5.0),
)  # fmt: skip
def test_a_ray_hits_the_front_if_it_ends_on_it(heading, across, up, away, aside):
    """The point is given in the board's own coordinates: the ray to it hits if the point is on the board and within reach."""
    board = Board((3.0, -2.0, 2.5), heading)
    eye, point = board.to_world(aside, 0.3, away), board.to_world(across, up)
    length = sqrt(sum((b - a) ** 2 for a, b in zip(eye, point)))
    direction = tuple((b - a) / length for a, b in zip(eye, point))
    inside = abs(across) <= board.size[0] / 2 and abs(up) <= board.size[1] / 2
    near_an_edge = min(abs(abs(across) - board.size[0] / 2), abs(abs(up) - board.size[1] / 2), abs(length - REACH)) < 1e-6
    assert near_an_edge or board.is_hit(eye, direction, REACH) == (inside and length <= REACH)


@pytest.mark.parametrize("heading", [0.0, 1.0, pi])
def test_the_back_of_a_board_is_not_read(heading):
    board, front = Board((0.0, 0.0, 2.0), heading), (-sin(heading), cos(heading), 0.0)
    before, behind = ((sign * 3.0 * front[0], sign * 3.0 * front[1], 2.0) for sign in (1.0, -1.0))
    back = tuple(-x for x in front)
    assert board.is_hit(before, back, REACH) and not board.is_hit(behind, front, REACH)
    assert not board.is_hit(before, front, REACH), "it looks away"
