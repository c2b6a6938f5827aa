"""Measures of candidates that sweep again agree with what the tick itself found."""

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES
from game.lesson.course.nearest import single_contacts
from game.lesson.tools.sweeps_and_contacts import contact_of


@pytest.fixture(scope="module")
def between_posts():
    return play(load_lesson("nearest").pages[0])


def test_the_nearest_single_contact_is_the_contact_of_the_tick(between_posts):
    step, found = contact_of(between_posts, "move", 0, 0), single_contacts(between_posts, 0, 0)
    nearest = min(fraction for fraction, _ in found)
    assert nearest == pytest.approx(step.fraction, abs=1e-9)
    assert step.triangle in [number for fraction, number in found if fraction == pytest.approx(nearest, abs=1e-9)]
    assert found[0][0] > nearest, "the posts are in the wrong order"


def test_without_a_tree_each_triangle_leaves_by_one_exit():
    run = play(load_lesson("features").pages[0])
    shares = [MEASURES["share_without_tree"](of=way)(run) for way in ("back_facing", "interval_outside", "full_test")]
    assert sum(shares) == pytest.approx(100.0) and min(shares) > 0.0
