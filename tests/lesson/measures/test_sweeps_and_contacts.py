"""Measures of sweeps and contacts agree with the tick's rules and with closed forms."""

from math import hypot, radians, sin, sqrt, tan

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES
from game.lesson.course.skin import gap


def test_the_gap_is_the_skin():
    wall = play(load_lesson("skin").pages[0])
    assert gap(wall) == pytest.approx(1000.0 * wall.simulation.params.skin, abs=1e-6)


def test_a_slide_loses_the_component_along_the_normal():
    run = play(load_lesson("iterating").pages[1])
    asked, into, rest, after = (MEASURES["iteration"](part=part)(run) for part in ("displacement", "into", "rest", "next"))
    assert after == pytest.approx(rest * sqrt(1.0 - (into / asked) ** 2), rel=1e-6)
    assert asked == pytest.approx(MEASURES["iteration"](part="moved")(run) + rest)


def test_the_distance_kept_back_is_the_skin_over_the_sine():
    run = play(load_lesson("skin").pages[3])
    asked, into = (MEASURES["iteration"](part=part)(run) for part in ("displacement", "into"))
    assert MEASURES["kept_back"]()(run) == pytest.approx(1000.0 * run.simulation.rules.skin * asked / -into)


def test_normals_in_the_world_and_in_espace():
    """An espace normal is the world's multiplied by the radii; on a step, the face that is touched is the level tread."""
    run = play(load_lesson("climbing").pages[3])
    world = [MEASURES["normal"](axis=axis)(run) * radius for axis, radius in zip("xyz", run.simulation.params.radii)]
    size = sqrt(sum(part * part for part in world))
    assert [MEASURES["normal"](axis=axis, espace=True)(run) for axis in "xyz"] == pytest.approx([part / size for part in world])
    assert MEASURES["face_normal"](axis="z")(run) == pytest.approx(1.0)


def test_recovery_moves_by_the_depth_and_a_skin():
    run = play(load_lesson("recovery").pages[0])
    depth, skin = MEASURES["depth_before"]()(run), 1000.0 * run.simulation.rules.skin
    assert MEASURES["recovered"]()(run) == pytest.approx(depth + skin)


def test_out_of_two_walls_the_push_is_the_depth_over_the_sine_of_half_the_angle():
    run = play(load_lesson("recovery").pages[2])
    depth, skin = MEASURES["depth_before"]()(run), 1000.0 * run.simulation.rules.skin
    assert MEASURES["recovered"]()(run) == pytest.approx((depth + skin) / sin(radians(10.0)))


def test_a_slope_keeps_the_length_of_the_displacement():
    run = play(load_lesson("gravity").pages[7])
    tilted = [MEASURES["displacement"](axis=axis)(run) for axis in "xyz"]
    assert hypot(*tilted) == pytest.approx(1000.0 * run.simulation.params.speed / run.simulation.hz)
    assert tilted[2] / tilted[1] == pytest.approx(tan(radians(30.0)))


def test_a_sweep_looks_32_skins_ahead():
    run = play(load_lesson("skin").pages[5])
    assert MEASURES["sweep_beyond"]()(run) == pytest.approx(32.0 * run.simulation.rules.skin / min(run.simulation.params.radii))
    assert MEASURES["sweep_beyond"](of="ground")(run) == 0.0
