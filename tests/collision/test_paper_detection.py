"""One triangle against the swept unit sphere, by the paper's listing (chapter 3, appendices C to E)."""

import pytest

from game.collision import Feature, Outcome
from tests.collision.interpreted import plain

paper_detection, robust_detection = plain.paper_detection, plain.robust_detection
LARGE = ((-9.0, -9.0, 0.0), (9.0, -9.0, 0.0), (0.0, 9.0, 0.0))
EDGE_AHEAD = ((-9.0, 0.0, 0.0), (0.0, -9.0, 0.0), (9.0, 0.0, 0.0))  # its edge lies on the x axis
CORNER_AHEAD = ((0.0, 0.0, 0.0), (9.0, -3.0, 0.0), (9.0, 3.0, 0.0))
UP, DOWN = (0.0, 0.0, 1.0), (0.0, 0.0, -4.0)


def check(triangle, base, velocity, two_sided=False, normal=UP):
    tested = paper_detection.Triangle(*triangle, normal, 1.0, False, 0)
    outcome, t, feature, point = paper_detection.check_triangle(tested, paper_detection.Sweep(base, velocity, 1.0), two_sided)
    return Outcome(outcome), t, Feature(feature), point


# Appendix C and D


@pytest.mark.parametrize(
    "point, inside",
    [
        ((0.0, 0.0, 0.0), True),
        ((-9.0, -9.0, 0.0), True),
        ((0.0, -9.0, 0.0), True),
        ((0.0, -9.1, 0.0), False),
        ((5.0, 5.0, 0.0), False),
    ],
)
def test_point_in_triangle(point, inside):
    assert paper_detection.is_point_in_triangle(point, *LARGE) is inside
    assert paper_detection.is_point_in_triangle(point, *LARGE[::-1]) is inside


@pytest.mark.parametrize(
    "a, b, c, largest, root",
    [
        (1.0, -3.0, 2.0, 9.0, 1.0),
        (1.0, -3.0, 2.0, 1.0, -1.0),
        (-1.0, 3.0, -2.0, 9.0, 1.0),
        (1.0, 0.0, 1.0, 9.0, -1.0),
        (1.0, 3.0, 2.0, 9.0, -1.0),
        (0.0, 1.0, -1.0, 9.0, -1.0),
    ],
)
def test_lowest_root(a, b, c, largest, root):
    assert paper_detection.lowest_root(a, b, c, largest) == root


# Section 3.2: the plane interval


def test_plane_interval():
    assert paper_detection.plane_interval(3.0, -4.0) == (0.5, 1.0)
    assert paper_detection.plane_interval(-3.0, 4.0) == (0.5, 1.0)
    assert paper_detection.plane_interval(0.5, 0.0) == (0.0, 1.0)
    assert paper_detection.plane_interval(1.5, 0.0) == (2.0, 2.0)


# Section 3.3 and 3.4: face, edge, corner


def test_face():
    assert check(LARGE, (0.5, 0.25, 3.0), DOWN) == (Outcome.HIT, 0.5, Feature.FACE, (0.5, 0.25, 0.0))


def test_edge():
    outcome, t, feature, point = check(EDGE_AHEAD, (2.0, 0.6, 3.0), DOWN)
    assert (outcome, feature) == (Outcome.HIT, Feature.EDGE)
    assert t == pytest.approx((3.0 - 0.8) / 4.0)
    assert point == pytest.approx((2.0, 0.0, 0.0))


def test_corner():
    outcome, t, feature, point = check(CORNER_AHEAD, (-0.6, 0.0, 3.0), DOWN)
    assert (outcome, feature) == (Outcome.HIT, Feature.CORNER)
    assert t == pytest.approx((3.0 - 0.8) / 4.0)
    assert point == (0.0, 0.0, 0.0)


def test_the_nearest_of_face_edges_and_corners_wins():
    """Coming from the side, the edge is reached long before anything else."""
    outcome, t, feature, point = check(EDGE_AHEAD, (0.0, 3.0, 0.5), (0.0, -4.0, -0.1))
    assert (outcome, feature) == (Outcome.HIT, Feature.EDGE)
    assert point[1] == 0.0 and 0.0 < t < 1.0


# How a triangle leaves the test


@pytest.mark.parametrize(
    "base, velocity, two_sided, outcome",
    [
        ((0.0, 0.0, -3.0), (0.0, 0.0, 4.0), False, Outcome.BACK_FACING),
        ((0.0, 0.0, -3.0), (0.0, 0.0, 4.0), True, Outcome.HIT),
        ((0.0, 0.0, 3.0), (0.0, 0.0, -1.5), False, Outcome.INTERVAL_OUTSIDE),
        ((0.0, 0.0, 3.0), (1.0, 0.0, 0.0), False, Outcome.INTERVAL_OUTSIDE),
        ((20.0, 0.0, 3.0), DOWN, False, Outcome.FULL_TEST),
        ((0.0, 0.0, 3.0), DOWN, False, Outcome.HIT),
    ],
)
def test_outcomes(base, velocity, two_sided, outcome):
    assert check(LARGE, base, velocity, two_sided)[0] == outcome


# What the listing gets wrong, and the repaired form does not


def touch(triangle, base, direction, reach):
    tested, path = paper_detection.Triangle(*triangle, UP, 1.0, False, 0), paper_detection.Sweep(base, direction, reach)
    outcome, distance, feature, point = robust_detection.sweep_triangle(tested, path, True)
    return Outcome(outcome), distance, Feature(feature), point


def test_the_way_out_is_taken_for_a_hit():
    """A sphere that overlaps an edge and moves away from it: printed, it hits; repaired, it does not."""
    base, direction = (0.0, 0.9, 0.0), (0.0, 1.0, 0.0)
    assert paper_detection.sweep_edge(EDGE_AHEAD[0], EDGE_AHEAD[2], base, direction, 2.0)[0] == pytest.approx(0.1)
    assert touch(EDGE_AHEAD, base, direction, 2.0)[0] == Outcome.STAYS_AWAY


def test_a_touching_corner_is_missed():
    """A sphere that just touches and approaches: printed, no root is above zero; repaired, it hits at once."""
    base, direction = (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)
    assert paper_detection.sweep_corner(CORNER_AHEAD[0], base, direction, 1.0) == -1.0
    outcome, distance, _, point = touch(CORNER_AHEAD, base, direction, 1.0)
    assert (outcome, distance, point) == (Outcome.HIT, 0.0, (0.0, 0.0, 0.0))


@pytest.mark.parametrize(
    "triangle, base",
    [(LARGE, (0.5, 0.25, 3.0)), (EDGE_AHEAD, (2.0, 0.6, 3.0)), (CORNER_AHEAD, (-0.6, 0.0, 3.0))],
)
def test_elsewhere_the_two_forms_agree(triangle, base):
    outcome, t, feature, point = check(triangle, base, DOWN, two_sided=True)
    again, distance, other_feature, other_point = touch(triangle, base, (0.0, 0.0, -1.0), 4.0)
    assert (outcome, feature) == (again, other_feature)
    assert distance == pytest.approx(4.0 * t) and other_point == pytest.approx(point)
