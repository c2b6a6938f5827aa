"""Measures of an exhibit agree with its board and with its state."""

import pytest

from game.core.input_errors import InputError
from game.lesson import load_lesson, play
from game.lesson.course import MEASURES
from game.lesson.tools.exhibit_measures import exhibit_at
from tests.lesson_pages import run_of


@pytest.fixture(scope="module")
def springs(tmp_path_factory):
    """The run of a page in the lab's room of springs, whose steps become long at its second tick."""
    page = """
title = "Springs"
order = 99
about = "For this test."
[[pages]]
title = "Explicit Euler"
section = "integration"
text = "The energy grows."
level = "lab"
spawn = [-10.0, 16.0, 0.0]
script = "1 heading=0 use=springs.rate:20\\n59 heading=0"
shot = { tick = 60, look = "The springs." }
"""
    path = tmp_path_factory.mktemp("lessons") / "springs.toml"
    path.write_text(page, encoding="utf-8")
    return play(load_lesson(path).pages[0])


def test_measures_of_an_exhibit_are_the_figures_of_its_board(springs):
    """Explicit Euler multiplies the energy of a spring by 1 + (omega h)^2 in each step (game/lab/physics/integrators.py)."""
    board = {"exhibit": "springs"}
    angle = MEASURES["readout"](reading="step_angle", **board)(springs)
    steps = 19 if MEASURES["readout"](reading="time", **board)(springs) < 1.0 - 1e-9 else 20
    assert MEASURES["readout"](reading="explicit", **board)(springs) == pytest.approx((1.0 + angle**2) ** steps)
    assert MEASURES["greatest"](reading="explicit", **board)(springs) == MEASURES["readout"](reading="explicit", **board)(springs)
    assert MEASURES["least"](reading="implicit", **board)(springs) == MEASURES["readout"](reading="implicit", **board)(springs)
    assert MEASURES["incidents"](exhibit="springs", kind="burst")(springs) == 0.0


def test_an_exhibit_in_a_level_without_exhibits_is_named_with_what_the_level_has():
    run = run_of("espace", 1)
    with pytest.raises(InputError, match="no exhibit 'springs' in this level; it has none"):
        exhibit_at(run, "springs")
