"""The forum's collision program as printed: each error beside its repair, by formula and measured; repaired it is exact."""

from math import cos, pi, radians, sin

import numpy as np
import pytest

from game.collision import Ellipsoid, Rules, TriangleMesh, collide_and_slide, overlap, sweep
from game.lab import forum_collision as forum
from game.lab.forum_collision import AS_PRINTED, RECURSE_DEPTH, REPAIRED, SAFETY_MARGIN, Repairs

BODY = (0.35, 0.12, 0.90)  # [m] of the thread, with z up
UNIT = (1.0, 1.0, 1.0)
WALL = np.array([[[-50.0, 3.0, -50.0], [50.0, 3.0, -50.0], [0.0, 3.0, 50.0]]])  # faces the origin from y = 3
UPRIGHT = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
RANDOM = np.random.default_rng(43)


def world(corners=WALL):
    return forum.ForumWorld(np.asarray(corners).reshape(-1, 9))


def moved(displacement, position=(0.0, 0.0, 0.0), repairs=AS_PRINTED, radii=UNIT, corners=WALL, heading=0.0):
    return forum.collide_and_slide(world(corners), radii, heading, position, displacement, repairs=repairs)


# E1


@pytest.mark.parametrize("heading", [0.3, 1.0, 2.0, -2.5])
def test_the_printed_matrix_never_turns_the_body(heading):
    """|R S p| = |S p|: all lengths are those at heading 0. The right one, S R, differs by up to the ratio of the radii."""
    which = ((0.0, False), (heading, False), (heading, True))
    flat, printed, right = (forum.space_of(BODY, angle, turned) for angle, turned in which)
    ratios = []
    for point in RANDOM.normal(size=(500, 3)):
        lengths = [np.linalg.norm(forum.to_espace(space, tuple(point))) for space in (flat, printed, right)]
        assert lengths[1] == pytest.approx(lengths[0], rel=1e-14)
        ratios.append(lengths[2] / lengths[0])
    assert max(ratios) > 1.2 and min(ratios) < 0.8
    assert forum.space_of(BODY, heading, True) == pytest.approx(Ellipsoid(BODY, heading).space, rel=1e-15)


def test_how_far_off_the_unturned_body_can_be():
    """Up to 2.56 times at a heading of 1 rad, with the thread's body."""
    flat, right = forum.space_of(BODY, 1.0), forum.space_of(BODY, 1.0, True)
    around = [(cos(a), sin(a), 0.0) for a in np.linspace(0.0, pi, 20_000)]
    ratios = [np.linalg.norm(forum.to_espace(right, p)) / np.linalg.norm(forum.to_espace(flat, p)) for p in around]
    assert max(max(ratios), 1.0 / min(ratios)) == pytest.approx(2.56, abs=0.01)


# E2


def test_the_printed_inside_test_takes_a_point_outside():
    assert forum.is_in_triangle((-0.1, 0.5, 0.0), UPRIGHT) and not forum.is_truly_in_triangle((-0.1, 0.5, 0.0), UPRIGHT)


def test_it_accepts_four_times_the_area():
    """|w0| + |w1| <= 1 is a parallelogram around the third corner with twice the triangle's edges as diagonals."""
    points = RANDOM.uniform(-2.0, 2.0, (40_000, 2))
    accepted = [forum.is_in_triangle((x, y, 0.0), UPRIGHT) for x, y in points]
    true = [forum.is_truly_in_triangle((x, y, 0.0), UPRIGHT) for x, y in points]
    assert 16.0 * np.mean(accepted) / 0.5 == pytest.approx(4.0, abs=0.12)
    assert all(taken for taken, inside in zip(accepted, true) if inside), "it never rejects a true one"
    formula = [abs(1.0 - x - y) + abs(x) <= 1.0 for x, y in points]  # weights of the first and the second corner
    assert np.mean(np.array(accepted) != np.array(formula)) < 1e-3


def test_a_body_stops_at_an_invisible_face():
    """Beside a wall that ends at x = 0, in the parallelogram around its third corner."""
    face = np.array([[[0.0, 3.0, -4.0], [4.0, 3.0, 4.0], [0.0, 3.0, 4.0]]])
    start, ahead = (-1.5, 0.0, 4.0), (0.0, 2.5, 0.0)
    assert forum.is_in_triangle((-1.5, 3.0, 4.0), tuple(map(tuple, face[0])))
    assert moved(ahead, start, Repairs(step=True), corners=face).position[1] == pytest.approx(2.0, abs=1e-4)
    assert moved(ahead, start, REPAIRED, corners=face).position == pytest.approx((-1.5, 2.5, 4.0))


# E3 and E4


@pytest.mark.parametrize("size, part", [(0.05, 0.5), (0.4, 0.25), (1.0, 0.5), (2.0, 0.5)])
def test_the_printed_step_is_the_product_of_two_lengths(size, part):
    """L (tL - m) instead of tL - m: at L = .05 1.25 mm instead of 25, at L = 2 it goes through."""
    start = (0.0, 2.0 - part * size, 0.0)
    for repairs, expected in ((AS_PRINTED, size * (part * size - SAFETY_MARGIN)), (REPAIRED, part * size - SAFETY_MARGIN)):
        first = moved((0.0, size, 0.0), start, repairs).own[0]
        assert first.end[1] - start[1] == pytest.approx(expected, abs=1e-12)


def test_a_long_displacement_ends_behind_the_wall():
    """2.0 instead of 1.0: the centre is in the wall, and the next displacement carries on from there."""
    assert moved((0.0, 2.0, 0.0), (0.0, 1.0, 0.0)).own[0].end[1] == pytest.approx(3.0, abs=1e-4)
    assert moved((0.0, 2.0, 0.0), (0.0, 1.0, 0.0), REPAIRED).position[1] == pytest.approx(2.0, abs=1e-4)


def test_the_slide_is_too_long_by_the_square_of_the_normal():
    rest = (0.3, 0.4, -0.2)
    for size in (0.5, 1.0, 1.5):
        normal = (0.0, size, 0.0)
        right, printed = (np.array(forum.slide_along(normal, rest, repairs)) for repairs in (REPAIRED, AS_PRINTED))
        assert right == pytest.approx([0.3, 0.0, -0.2], abs=1e-15)
        assert printed == pytest.approx(size * size * right, abs=1e-15)


def test_with_the_right_step_the_normal_is_a_unit_vector():
    """E4 shows only because of E3, or in a body that is nearer than the margin."""
    first = moved((0.4, 0.5, 0.0), (0.0, 1.8, 0.0), Repairs(step=True)).own[0]
    contact = forum.stop_before(first.start, first.displacement, first.collision, Repairs(step=True))[1]
    assert np.linalg.norm(np.subtract(first.end, contact)) == pytest.approx(1.0, abs=1e-12)


def test_at_most_six_calls():
    """RECURSE_DEPTH slides after the first displacement, in a wedge that never lets go."""
    left = [[-9.0, -9.0, -9.0], [-9.0, -9.0, 9.0], [1.0, 3.0, 0.0]]
    wedge = np.array([left, [[-x, y, z] for x, y, z in left]])
    assert len(moved((0.05, 2.0, 0.0), (0.0, -2.0, 0.0), corners=wedge).own) <= RECURSE_DEPTH + 1


# E5


def test_the_signs_of_the_text_find_the_touch_behind():
    """With r = position - v1, B changes its sign: the roots are those of the opposite displacement."""
    for _ in range(200):
        first, second = (tuple(RANDOM.uniform(-3.0, 3.0, 3)) for _ in range(2))
        displacement = tuple(RANDOM.normal(size=3))
        code = forum.edge_quadratic(first, second, (0.0, 0.0, 0.0), displacement)
        text = forum.edge_quadratic(first, second, (0.0, 0.0, 0.0), displacement, in_text=True)
        assert text == pytest.approx((code[0], -code[1], code[2]), abs=1e-9)


# What was right, and the program repaired


def sphere_soup(count):
    return RANDOM.uniform(-4.0, 4.0, (count, 1, 3)) + RANDOM.normal(size=(count, 3, 3))


def test_repaired_its_first_contact_is_that_of_our_sweep():
    """From free starts: with the first root only, and a face only for t0 > 0, a body that touches already is not stopped."""
    compared = 0
    for _ in range(300):
        soup, heading = sphere_soup(12), RANDOM.uniform(-pi, pi)
        position, displacement = tuple(RANDOM.uniform(-5.0, 5.0, 3)), tuple(3.0 * RANDOM.normal(size=3))
        mesh, body = TriangleMesh(soup.reshape(-1, 3), np.arange(36).reshape(-1, 3)), Ellipsoid(BODY, heading)
        if overlap(mesh, body, position) > -1e-3:
            continue
        hit = sweep(mesh, body, position, displacement)
        first = forum.collide_and_slide(world(soup), BODY, heading, position, displacement, repairs=REPAIRED).own[0]
        size = np.linalg.norm(first.displacement)
        assert (first.collision is None) == (hit is None)
        if hit is not None:
            assert first.collision.distance / size == pytest.approx(hit.fraction, abs=1e-7)
            compared += 1
    assert compared > 30


def test_only_the_first_root_is_used():
    """F5: the paper's listing takes the exit from a corner for a hit; the forum's never does."""
    tip = np.array([[[0.0, 0.5, 0.0], [0.0, 9.0, 0.1], [0.1, 9.0, -0.1]]])
    mesh = TriangleMesh(tip.reshape(-1, 3), np.array([[0, 1, 2]]))
    listing = collide_and_slide(mesh, Ellipsoid(UNIT), (0.0, 0.0, 0.0), (0.0, -2.0, 0.0), rules=Rules.thebigh())
    assert moved((0.0, -2.0, 0.0), corners=tip).position == (0.0, -2.0, 0.0)
    assert listing.position[1] > -1.9


def test_near_triangles_are_all_that_can_be_met():
    """The search for near triangles changes nothing: all of them in each call give the same."""
    for _ in range(40):
        soup = sphere_soup(20)
        near, everything = world(soup), world(soup)
        everything.near = lambda low, high: np.arange(20)
        position, displacement = tuple(RANDOM.uniform(-4.0, 4.0, 3)), tuple(RANDOM.normal(size=3))
        rest = BODY, 0.7, position, displacement, (0.0, 0.0, -0.3)
        results = [forum.collide_and_slide(one, *rest) for one in (near, everything)]
        assert results[0] == results[1]


def test_external_forces_are_a_second_call():
    """F9: the player's own displacement first, then the forces from where it ended."""
    both = forum.collide_and_slide(world(), UNIT, 0.0, (0.0, 0.0, 0.0), (0.0, 0.5, 0.0), (0.0, 0.0, -0.25))
    assert both.own[-1].end == both.force[0].start == (0.0, 0.5, 0.0) and both.position == (0.0, 0.5, -0.25)


def test_an_angle_of_thirty_degrees_along_a_wall():
    """Repaired it slides as the paper says: all of the displacement along the wall, none into it."""
    ahead = (0.5 * cos(radians(30.0)), 0.5 * sin(radians(30.0)), 0.0)
    x, y, _ = moved(ahead, (0.0, 1.9, 0.0), REPAIRED).position
    assert (x, y) == pytest.approx((ahead[0], 2.0), abs=1e-4)
