"""A velocity clipped by the planes that a pass met: closed forms of projecting on one plane and on two in turn."""

from functools import partial
from math import cos, radians

import numpy as np
import pytest

from game.collision.candidates_and_nearest_contact import Query
from game.collision.plane_set import MOST_PLANES, clip_at_once, clip_in_turn
from game.collision.trace import ITERATION

MET, RESTRAINING, WALLS = clip_in_turn, partial(clip_at_once, only_walls=False), partial(clip_at_once, only_walls=True)
FALL = (0.0, 0.0, -8.0)
WALK = (3.0, 4.0, 0.0)


def iterations(*normals):
    """Iterations that each met a wall, which still restrains the pass."""
    iterations = np.zeros(len(normals), ITERATION)
    iterations["is_hit"], iterations["restrains"], iterations["normal"] = True, True, normals
    return iterations


def clipped(iterations, velocity, clip):
    query = Query(None, 0, None, None, iterations, None, np.zeros((MOST_PLANES, 3)))
    return np.array(clip(query, 0, len(iterations), velocity))


def leaning(degrees):
    """The normal of a plane with this slope, across x."""
    slope = radians(degrees)
    return np.array([np.sin(slope), 0.0, np.cos(slope)])


@pytest.mark.parametrize("planes", [MET, RESTRAINING])
def test_one_plane_takes_the_part_into_it(planes):
    expected = 8.0 * cos(radians(30.0)) * 0.5, 0.0, -8.0 * 0.25
    assert clipped(iterations(leaning(30.0)), FALL, planes) == pytest.approx(expected)


def test_a_plane_that_it_leaves_takes_nothing():
    assert clipped(iterations((0.0, 0.0, -1.0)), FALL, MET) == pytest.approx(FALL)


@pytest.mark.parametrize("planes", [MET, RESTRAINING, WALLS])
def test_an_iteration_without_a_contact_takes_nothing(planes):
    rows = iterations(leaning(80.0))
    rows[0].is_hit = False
    assert tuple(clipped(rows, FALL, planes)) == FALL


def test_a_plane_that_no_longer_restrains_the_pass_takes_nothing_but_of_a_fall():
    rows = iterations((-1.0, 0.0, 0.0))
    rows[0].restrains = False
    assert tuple(clipped(rows, WALK, RESTRAINING)) == tuple(clipped(rows, WALK, WALLS)) == WALK
    assert tuple(clipped(rows, WALK, MET)) == (0.0, 4.0, 0.0)


def test_a_leaning_wall_takes_what_a_vertical_one_would_and_ground_nothing():
    rows = iterations(-leaning(60.0))
    assert clipped(rows, WALK, WALLS) == pytest.approx((0.0, 4.0, 0.0))
    rows[0].is_walkable = True
    assert tuple(clipped(rows, WALK, WALLS)) == WALK


@pytest.mark.parametrize("aside", [0.0, 1e-17, 1e-12])
def test_a_ceiling_that_is_level_but_for_rounding_takes_nothing_of_a_walk(aside):
    """In a turned world, rounding made a wall of it, along any direction."""
    assert tuple(clipped(iterations((-aside, -aside, -1.0)), WALK, WALLS)) == WALK


@pytest.mark.parametrize("degrees", [50.0, 60.0, 70.0])
def test_a_fall_is_clipped_again_by_the_first_plane(degrees):
    """Between two planes whose normals have the cosine c (below 0), each turn through both leaves c squared of it."""
    first = leaning(degrees)
    second = first * (-1.0, 1.0, 1.0)
    c, into = first @ second, 8.0 * cos(radians(degrees))
    assert c < 0.0
    left = clipped(iterations(first, second), FALL, MET)
    assert left @ first == pytest.approx(into * (1.0 - c) * c**3)
    assert left @ second == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("planes", [RESTRAINING, WALLS])
@pytest.mark.parametrize("half_angle", [5.0, 20.0, 44.0])
@pytest.mark.parametrize("heading", [-3.0, 0.0, 2.0])
def test_a_velocity_into_an_acute_wedge_is_stopped_in_either_order_of_the_contacts(planes, half_angle, heading):
    """Projected on one wall after the other, a part of it went into the first wall again, or back."""
    half, aside = radians(half_angle), radians(heading)
    left, right = (np.cos(half), -np.sin(half), 0.0), (-np.cos(half), -np.sin(half), 0.0)
    velocity = (5.0 * np.sin(aside), 5.0 * np.cos(aside), 0.0)
    for normals in ((left, right), (right, left)):
        assert tuple(clipped(iterations(*normals), velocity, planes)) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("planes", [RESTRAINING, WALLS])
@pytest.mark.parametrize("turn", [1, -1])
def test_in_an_open_corner_the_wall_that_turns_a_velocity_more_decides(planes, turn):
    """Its projection on the wall at 60 degrees to it: half of the speed. The other wall, at 30 degrees, is left by that."""
    walls = [(-0.5, -(3.0**0.5) / 2.0, 0.0), (-(3.0**0.5) / 2.0, -0.5, 0.0)]
    expected = (-2.0 * 3.0**0.5, 2.0, 0.0)
    assert clipped(iterations(*walls[::turn]), (0.0, 8.0, 0.0), planes) == pytest.approx(expected, abs=1e-8)
