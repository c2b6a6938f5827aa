"""Measures of single ticks agree with closed forms."""

from math import hypot, radians, sqrt, tan

import pytest

from game.lesson.course import MEASURES
from tests.lesson_pages import run_of


def test_a_slide_loses_the_component_along_the_normal():
    run = run_of("iterating", 2)
    asked, into, rest, after = (MEASURES["iteration"](part=part)(run) for part in ("displacement", "into", "rest", "next"))
    assert after == pytest.approx(rest * sqrt(1.0 - (into / asked) ** 2), rel=1e-6)
    assert asked == pytest.approx(MEASURES["iteration"](part="moved")(run) + rest)


def test_normals_in_the_world_and_in_espace():
    """An espace normal is the world's multiplied by the radii; on a step, the face that is touched is the level tread."""
    run = run_of("climbing", 8)
    world = [MEASURES["normal"](axis=axis)(run) * radius for axis, radius in zip("xyz", run.simulation.params.radii)]
    size = sqrt(sum(part * part for part in world))
    assert [MEASURES["normal"](axis=axis, espace=True)(run) for axis in "xyz"] == pytest.approx([part / size for part in world])
    assert MEASURES["normal"](axis="z", face=True)(run) == pytest.approx(1.0)


def test_a_slope_keeps_the_length_of_the_displacement():
    run = run_of("gravity", 8)
    tilted = [MEASURES["displacement"](axis=axis)(run) for axis in "xyz"]
    assert hypot(*tilted) == pytest.approx(1000.0 * run.simulation.params.speed / run.simulation.hz)
    assert tilted[2] / tilted[1] == pytest.approx(tan(radians(30.0)))
