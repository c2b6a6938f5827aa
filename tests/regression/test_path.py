"""Where two runs part, told from what is on record."""

from dataclasses import replace

import pytest

from game.regression.golden import MARK, golden_of
from game.regression.path import causes, path_difference
from game.simulation import Intent, Simulation

TICKS = 60


@pytest.fixture(scope="module")
def straight(level):
    return walked(level, lambda tick: Intent((0.0, 1.0)))


def walked(level, intent):
    simulation = Simulation(level)
    return golden_of(simulation, [simulation.tick(intent(tick)) for tick in range(1, TICKS + 1)])


def test_the_first_tick_that_differs(level, straight):
    sideways = walked(level, lambda tick: Intent((1.0 if tick >= 37 else 0.0, 1.0 if tick < 37 else 0.0)))
    assert path_difference(sideways, straight).first == 37


def test_how_far_and_where(level, straight):
    back = walked(level, lambda tick: Intent((0.0, 1.0 if tick <= 20 else -1.0)))
    difference = path_difference(back, straight)
    assert difference.tick == 60
    assert difference.farthest == pytest.approx(40 * 2 * 5 / 60, rel=0.2)  # two ways of 40 ticks, some of it up steps
    assert difference.here == back.places[60] and difference.there == straight.places[60]
    assert difference.rung == "another way"


def test_another_ground_is_told(level, straight):
    jumped = walked(level, lambda tick: Intent((0.0, 1.0), jump=tick == 5))
    difference = path_difference(jumped, straight)
    assert difference.ground == (5, "air", "floor") and difference.ground_ticks >= 20
    assert "another ground in" in str(difference) and "first in 5 (air instead of floor)" in str(difference)


def test_equal_runs_have_no_difference(level, straight):
    assert path_difference(walked(level, lambda tick: Intent((0.0, 1.0))), straight) is None


@pytest.mark.parametrize("apart, rung", [(1e-12, "rounding"), (1e-6, "skin"), (1e-3, "another way")])
def test_rungs(straight, apart, rung):
    moved = tuple((tick, x + apart, *rest) for tick, x, *rest in straight.path)
    difference = path_difference(replace(straight, path=moved, state_hash="other"), straight)
    assert rung in difference.rung and difference.farthest == pytest.approx(apart, rel=1e-3)


def test_a_shorter_run_is_told(straight):
    row = straight.path[-2]
    cut = straight.path[:-2] + (row,)
    difference = path_difference(replace(straight, path=cut, ticks=59), straight)
    assert difference.rung == "another length" and difference.first == 60
    assert str(difference).startswith("59 ticks instead of 60")


def test_a_mark_for_every_tick(straight):
    assert len(straight.marks) == len(straight.grounds) == TICKS + 1
    assert all(len(mark) == MARK for mark in straight.marks) and len(set(straight.marks)) > TICKS / 2


def test_causes_name_what_has_changed(straight):
    other = replace(straight, level_hash="x", script_hash="y", hz=30, player=straight.player.replace("speed=5.0", "speed=4.0", 1))
    assert causes(straight, straight) == []
    assert causes(other, straight) == [
        "the level has changed",
        "the tour has changed",
        "30 ticks a second instead of 60",
        "speed=4.0 instead of 5.0",
    ]
