"""A trace in words: the numbers of a tick that was worked out by hand, in the order of its passes."""

import pytest

from game.collision import Ellipsoid, Ending, Outcome, Pass, Trace, collide_and_slide
from game.explain.describe_trace import ENDING_WORDS, OUTCOME_WORDS, PASS_WORDS, describe_trace
from tests.collision.scenes import floor, mesh, wall


@pytest.fixture(scope="module")
def trace():
    """Walks 2 m into a wall 1 m away, slides along it, then falls 1 m onto a floor."""
    made, body = Trace(), Ellipsoid((0.5, 0.5, 1.0))
    collide_and_slide(mesh(wall(4.0), floor()), body, (0.0, 2.5, 2.0), (1.0, 2.0, 0.0), (0.0, 0.0, -2.0), trace=made)
    return made


def test_a_tick_in_words(trace):
    text = describe_trace(trace)
    walk, fall = text.index("Move pass"), text.index("Gravity pass")
    assert walk < fall
    for words in (
        "F   from (0.000000, 2.500000, 2.000000)",
        "by (1.000000, 2.000000, 0.000000), 2.236068 m",
        "2.4 basePoint (0.000000, 0.000000, 0.000000)",
        "velocity (2.000000, 4.000000, 0.000000)",
        "nearest: face of triangle",
        "at t = 0.500000",
        "contact point (0.500000, 4.000000, 2.000000)",
        "4.1 slidePlaneNormal (0.000000, -1.000000, 0.000000)",
        "destinationPoint (1.000000, 4.500000, 2.000000)",
        "tilted 90.00 degrees",
        "cannot be stood on",
        "Goes on along the sliding plane.",
    ):
        assert walk < text.index(words) < fall
    assert text.index("Lands: gravity does not slide on walkable ground.") > fall


def test_every_ending_outcome_and_pass_has_words():
    assert set(ENDING_WORDS) == set(Ending) and set(OUTCOME_WORDS) == set(Outcome) and set(PASS_WORDS) == set(Pass)


def test_an_empty_trace_has_no_iterations():
    assert describe_trace(Trace()).startswith("0 candidate triangles")
