"""Drawings and measures of the lesson "nearest" agree with closed forms."""

import pytest

from game.lesson.course import MEASURES
from game.lesson.course.nearest import posts_of, single_contacts
from game.lesson.tools.motion_and_contacts import contact_of
from tests.lesson_pages import run_of


def test_the_posts_count_the_triangles_that_are_touched_alone():
    run = run_of("nearest", 5)
    alone = {number for _, number in single_contacts(run)}
    posts = posts_of(run, run.record(), float(run.state(1).position[2]))
    assert [len(numbers) for _, _, numbers in posts] == [12, 12, 12]
    assert [len(numbers & alone) for _, _, numbers in posts] == [5, 8, 10] and len(alone) == MEASURES["single_hits"]()(run) == 23


def test_the_first_post_of_the_file_is_the_farthest():
    run = run_of("nearest", 2)
    posts = posts_of(run, run.record(), float(run.state(0).position[2]))
    distances = [float(middle[1]) for middle, _, _ in posts]
    assert len(distances) == 3 and max(distances) == distances[0] and min(distances) == distances[2]


@pytest.fixture(scope="module")
def between_posts():
    return run_of("nearest", 1)


def test_the_nearest_single_contact_is_the_contact_of_the_tick(between_posts):
    step, found = contact_of(between_posts), single_contacts(between_posts)
    nearest = min(fraction for fraction, _ in found)
    assert nearest == pytest.approx(step.fraction, abs=1e-9)
    assert step.triangle in [number for fraction, number in found if fraction == pytest.approx(nearest, abs=1e-9)]
    assert found[0][0] > nearest, "the posts are in the wrong order"
