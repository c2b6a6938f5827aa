"""The shots of a new case are of its events: steps, a landing, a bump, a jump; or of the middle and the end."""

import pytest

from game.regression.shots_for_new_case import moments
from game.simulation import Simulation, parse_script
from tests.simulation.scenes import box, floor, level_of, staircase


def looks(level, script, feet=None, **options):
    """{word that a shot's sentence has: its record}."""
    sim = Simulation(level, **options)
    sim.begin_at(feet, None)
    records = [sim.tick(intent) for intent in parse_script(script).intents(sim.state.heading)]
    found = moments(records)
    assert 2 <= len(found) <= 5 and found == sorted(found)
    words = ("step up", "top", "step down", "landing", "ceiling", "bump", "take-off", "middle", "end")
    return {next(word for word in words if word in look): records[tick - 1] for tick, look in found}


def test_up_the_stairs():
    found = looks(level_of(staircase(10, 0.3, 0.3)), "100 forward=1\n", feet=(0.0, -1.0, 0.0))
    assert list(found) == ["step up", "top"]
    first, top = found.values()
    assert first.before.position[2] < 0.91 < 0.95 < first.after.position[2] < 1.21
    assert top.after.position[2] == pytest.approx(3.9, abs=1e-3)


def test_down_the_stairs_and_off_a_kerb():
    found = looks(level_of(staircase(10, 0.3, 0.3)), "80 heading=180 forward=1\n", feet=(0.0, 4.0, 3.0))
    assert 3.7 < found["step down"].after.position[2] < found["step down"].before.position[2] < 3.9


def test_a_jump_under_a_ceiling():
    roof = box((-2.0, -2.0, 2.2), (2.0, 2.0, 3.0))
    found = looks(level_of(floor(), roof), "10\n1 jump\n60\n")
    assert list(found) == ["take-off", "ceiling", "landing"]
    assert found["ceiling"].before.velocity[2] > 0.0 and found["landing"].before.velocity[2] < -1.0


def test_a_wall():
    found = looks(level_of(floor(), box((-2.0, 3.0, 0.0), (2.0, 4.0, 3.0))), "80 forward=1\n")
    assert found["bump"].after.position[1] == pytest.approx(2.6, abs=1e-3)
    assert found["bump"].before.position[1] < 2.59
    assert set(found) == {"bump", "middle", "end"}


def test_nothing_happens():
    assert list(looks(level_of(floor()), "30 forward=1\n")) == ["middle", "end"]
