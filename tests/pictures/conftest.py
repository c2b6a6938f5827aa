"""A small level and a run up its stairs, of which pictures are taken."""

import pytest

from game.level import load_level
from game.simulation import Intent, Simulation
from tests.app.small_level import write_small_level


@pytest.fixture(scope="module")
def level(tmp_path_factory):
    return load_level(str(write_small_level(tmp_path_factory.mktemp("level"))))


@pytest.fixture(scope="module")
def climbing(level):
    simulation = Simulation(level)
    for _ in range(50):
        simulation.tick(Intent(wish=(0.0, 1.0)))
    return simulation
