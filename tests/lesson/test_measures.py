"""Measures that sweep again agree with what the tick itself found."""

import pytest

from game.lesson import load_lesson, play
from game.lesson.measures.sweeps import contact_of, gap, single_contacts


@pytest.fixture(scope="module")
def between_posts():
    return play(load_lesson("nearest").pages[0])


def test_the_nearest_single_contact_is_the_contact_of_the_tick(between_posts):
    step, found = contact_of(between_posts, "move", 0, 0), single_contacts(between_posts, 0, 0)
    nearest = min(fraction for fraction, _ in found)
    assert nearest == pytest.approx(step.fraction, abs=1e-9)
    assert step.triangle in [number for fraction, number in found if fraction == pytest.approx(nearest, abs=1e-9)]
    assert found[0][0] > nearest, "the posts are in the wrong order"


def test_the_gap_is_the_skin():
    wall = play(load_lesson("skin").pages[0])
    assert gap(wall) == pytest.approx(1000.0 * wall.simulation.params.skin, abs=1e-6)


def test_a_twin_of_a_run_is_the_twin_of_the_game():
    run = play(load_lesson("espace").pages[-1])
    moment = run.displayed_twins.at(run.record())
    assert moment.states == (run.of(1).record().after,)
