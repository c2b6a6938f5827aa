"""The board and the desk of an exhibit: which rays hit them, and how far a place is from the desk."""

from math import cos, hypot, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.level.contents.exhibit_place import Board, Desk

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


@given(
    heading=st.floats(-7.0, 7.0), across=st.floats(-3.0, 3.0), forward=st.floats(-2.0, 2.0), up=st.floats(0.0, 3.0),
    aside=st.floats(-5.0, 5.0),
)  # fmt: skip
def test_a_ray_hits_a_desk_if_a_point_on_it_is_in_the_box(heading, across, forward, up, aside):
    """Points of the ray are compared with the box one by one, in steps of a millimetre."""
    desk = Desk((3.0, -2.0, 0.5), heading, 2.0)
    eye, point = desk.to_world((aside, -3.0, 1.6)), desk.to_world((across, forward, up))
    way = [b - a for a, b in zip(eye, point)]
    length = sqrt(sum(x * x for x in way))
    t = np.arange(0.0, 1.0, 0.001 / length)[:, None]
    places = (aside, -3.0, 1.6) + t * (across - aside, forward + 3.0, up - 1.6)

    def reaches(grown):
        x, y, z = np.abs(places - (0.0, 0.0, 0.58)).T
        return bool(((x <= 1.0 + grown) & (y <= 0.3 + grown) & (z <= 0.58 + grown)).any())

    near_an_edge = reaches(0.002) != reaches(-0.002)
    assert near_an_edge or desk.is_hit(eye, tuple(x / length for x in way), length) == reaches(0.0)


@given(heading=st.floats(-7.0, 7.0), across=st.floats(-4.0, 4.0), forward=st.floats(-4.0, 4.0))
def test_the_distance_from_a_desk_is_that_from_its_middle_line(heading, across, forward):
    desk = Desk((3.0, -2.0, 0.5), heading, 2.0)
    nearest = desk.to_world((min(max(across, -1.0), 1.0), 0.0, 0.0))
    place = desk.to_world((across, forward, 1.2))
    assert desk.distance(place) == pytest.approx(hypot(place[0] - nearest[0], place[1] - nearest[1]), abs=1e-9)
