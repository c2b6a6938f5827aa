"""The numbers of a triangle's test solve the paper's equations."""

from math import sqrt

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES
from game.lesson.tools.sweeps_and_contacts import contact_of


def test_the_numbers_of_a_plane_give_its_interval():
    run = play(load_lesson("sweep").pages[3])
    d, closing = MEASURES["plane_distance"]()(run), MEASURES["normal_dot_velocity"]()(run)
    assert MEASURES["plane_time"]()(run) == pytest.approx((1.0 - d) / closing)
    assert MEASURES["plane_time"](last=True)(run) == pytest.approx((-1.0 - d) / closing)


def test_the_coefficients_of_a_corner_give_its_roots():
    run = play(load_lesson("features").pages[4])
    a, b, c = (MEASURES["coefficient"](letter=letter)(run) for letter in "abc")
    root = sqrt(b * b - 4.0 * a * c)
    assert MEASURES["root"]()(run) == pytest.approx((-b - root) / (2.0 * a))
    assert MEASURES["root"](last=True)(run) == pytest.approx((-b + root) / (2.0 * a))


def test_a_face_has_no_coefficients():
    with pytest.raises(ValueError, match="a face"):
        MEASURES["root"]()(play(load_lesson("features").pages[0]))


def test_the_edge_is_touched_at_its_place():
    """The block's front edge is 3 m long, and the player is 0.6 m beside its middle."""
    assert MEASURES["edge_place"]()(play(load_lesson("features").pages[6])) == pytest.approx(0.5 + 0.6 / 3.0)


def test_weights_sum_up_to_1():
    run = play(load_lesson("features").pages[1])
    assert sum(MEASURES["weight"](corner=corner)(run) for corner in range(3)) == pytest.approx(1.0)


def test_the_numbers_of_the_inside_test_give_the_weights():
    run = play(load_lesson("features").pages[2])
    a, b, c, x, y, z = (MEASURES["inside_term"](letter=letter)(run) for letter in "abcxyz")
    weights = [MEASURES["weight"](corner=corner)(run) for corner in range(3)]
    assert [-z / (a * c - b * b), x / (a * c - b * b), y / (a * c - b * b)] == pytest.approx(weights)


def test_the_terms_of_the_plane_are_those_of_its_equation():
    """The constant is taken from the start of the sweep; a corner of the triangle gives the same."""
    run = play(load_lesson("sweep").pages[2])
    step = contact_of(run, "move", 0, 0)
    normal = [MEASURES["normal"](axis=axis, espace=True)(run) for axis in "xyz"]
    contact = [part / radius for part, radius in zip(step.point, run.simulation.params.radii)]
    constant = -sum(n * part for n, part in zip(normal, contact))
    assert MEASURES["plane_term"](term="constant")(run) == pytest.approx(constant)


@pytest.mark.parametrize("name, page", [("iterating", 0), ("nearest", 0), ("gravity", 2)])
def test_the_corner_of_a_later_sweep_is_in_its_plane_and_at_its_edge(name, page):
    """N . p1 + C = 0. The corners of a test count from the start of the tick, and were taken from the start of the sweep."""
    run = play(load_lesson(name).pages[page])
    for of in ("move", "gravity"):
        for contact in range(int(MEASURES["contacts"](of=of)(run))):
            place = {"of": of, "contact": contact}
            vectors = [[MEASURES["sweep_vector"](vector=v, axis=axis, **place)(run) for axis in "xyz"] for v in ("N", "p1")]
            constant = MEASURES["plane_term"](term="constant", **place)(run)
            assert sum(a * b for a, b in zip(*vectors)) == pytest.approx(-constant, abs=1e-9)
