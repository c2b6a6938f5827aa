"""Measures of steps and slopes agree with the level's heights and angles."""

from dataclasses import replace
from math import atan2, cos, radians, sin, tan

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES
from game.lesson.tools.sweeps_and_contacts import contact_of
from game.simulation import Ground


def test_a_step_is_as_high_as_the_stairs_and_a_tread_rises_at_50_degrees():
    run = play(load_lesson("stepping").pages[3])
    assert MEASURES["step_height"]()(run) == pytest.approx(0.18)
    assert MEASURES["tread_rise"]()(run) == pytest.approx(0.2 * tan(radians(50.0)))


def test_the_ground_probe_restores_the_skin():
    run = play(load_lesson("skin").pages[7])
    gap, raised = (MEASURES["ground_probe"](part=part)(run) for part in ("gap", "raised"))
    assert gap < 0.5 * 1000.0 * run.simulation.rules.skin
    assert gap + raised == pytest.approx(1000.0 * run.simulation.rules.skin)


def test_between_steep_slopes_the_player_is_on_a_level_floor():
    after = play(load_lesson("wedges").pages[6]).record().after
    assert after.ground == Ground.FLOOR and after.normal == (0.0, 0.0, 1.0) and after.fall == (0.0, 0.0, 0.0)


def test_on_a_slope_a_slide_along_a_wall_is_a_projection_seen_from_above():
    """The wall stands at 30 degrees across the slope; the rest of the displacement loses its level part into the wall."""
    run = play(replace(load_lesson("wedges").pages[7], script="60 forward=1"))
    step = contact_of(run, "move", 0, 0)
    assert MEASURES["floor_slope"](axis="y")(run) == pytest.approx(-tan(radians(25.0)))
    wall = (sin(radians(30.0)), -cos(radians(30.0)))
    asked = step.displacement[:2]
    into = asked[0] * wall[0] + asked[1] * wall[1]
    seen = [part - into * normal for part, normal in zip(asked, wall)]
    assert atan2(*step.next_displacement[:2]) == pytest.approx(atan2(*seen))
    assert step.next_displacement[2] / step.next_displacement[1] == pytest.approx(tan(radians(25.0)))
