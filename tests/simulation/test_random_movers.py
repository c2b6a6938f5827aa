"""No mover passes through a player, whatever both do: a short, seeded form of random_movers.py, which takes any seed."""

import pytest

from tests.simulation.random_movers import faults, scene_of

SEEDS = (6, 39, 56, 73, 99, 138, 162)  # that found something once


@pytest.mark.parametrize("seed", SEEDS)
def test_no_mover_passes_through_a_player(seed):
    assert faults(seed, seconds=1.0) == []


def test_the_hunt_meets_what_it_should():
    """Fast movers, thin ones, turned players, all rates."""
    scenes = [scene_of(seed)[0] for seed in range(40)]
    assert {sim.hz for sim in scenes} == {30, 60, 120, 240}
    assert max(mover.motion.speed for sim in scenes for mover in sim.movers.all) > 80.0
    assert max(abs(mover.motion.turn) for sim in scenes for mover in sim.movers.all) > 18.0
    assert sum(sim.state.frame is not None for sim in scenes) > 12
