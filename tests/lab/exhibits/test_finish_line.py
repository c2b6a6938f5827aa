"""The finish line notices Gomez's car in the runs that the formula says, and with a sweep in every one."""

import pytest

from game.lab import IncidentKind
from game.lab.exhibits.finish_line import CROSSING, DEPTHS, SPEEDS, STARTS, FinishLine
from tests.lab.rooms import Run


def test_a_line_of_half_a_metre_misses_gomez_s_car_in_25_of_40_runs():
    """Gomez: 180 mph are 80.5 m/s, 1.34 m in a frame of 1/60 s, and .5 / 1.3417 = 37.3 %, 15 of 40 starts."""
    figures = Run("finish_line", 1, "finish_line.all").figures
    assert figures["predicted"] == pytest.approx(0.3727, abs=1e-4)
    assert (figures["looks"], figures["sweeps"]) == (15.0, 40.0)


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_counts_are_those_of_the_formula(speed, depth):
    """Of starts at equal distances the share (depth / step) is noticed, within one run; by the sweep all."""
    figures = Run("finish_line", 1, f"finish_line.speed:{speed}", f"finish_line.depth:{depth}", "finish_line.all").figures
    assert abs(figures["looks"] - STARTS * min(1.0, depth * 60.0 / speed)) <= 1.0
    assert figures["sweeps"] == STARTS


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("start", range(0, STARTS, 7))
def test_the_sweep_gives_the_time_of_the_crossing(speed, start):
    """Distance to the near edge over speed, within rounding."""
    kind = FinishLine()
    _, found = kind.run(start, speed, 0.5)
    distance = -0.25 - kind.first_place(start, speed)
    assert (found.step + found.fraction) / 60.0 == pytest.approx(distance / speed, abs=1e-13)


def test_a_run_that_is_missed_sounds_otherwise_than_one_that_is_noticed():
    incidents = Run("finish_line", round(CROSSING * 60) + 2, "finish_line.start").incidents
    assert len(incidents) == 2 and incidents[1] == IncidentKind.STRUCK


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_drawing_is_made_at_every_moment(speed):
    run = Run("finish_line", 40, f"finish_line.speed:{speed}", "finish_line.start")
    assert run.drawn().rows[1].measured == "press all"
