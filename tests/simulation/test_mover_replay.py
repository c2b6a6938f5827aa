"""Runs among movers replay to the bit: recorded, in another process, interpreted, from a saved state."""

import pytest

from game.level import load_level
from game.simulation import Ground, Recording, Simulation, parse_script
from tests.forks import GAME, output_of_fork
from tests.processes import output_of_process

LEVEL = """
title = "Movers"
[spawn]
at = [0, 0, 0]
[[parts]]
part = "floor"
size = [60, 60]
[[movers]]
name = "disc"
at = [0, 5, 0.2]
turn = 40
turns_view = true
[[movers.parts]]
part = "disc"
outer = 4
[[movers]]
name = "lift"
at = [0, 13, 0.2]
path = [{}, {to = [0, 0, 2], time = 1.5}]
ease = "smooth"
[[movers.parts]]
part = "floor"
size = [8, 8]
[[movers]]
name = "pusher"
at = [-6, 5, 0.3]
path = [{}, {to = [9, 0, 0]}]
speed = 4
[[movers.parts]]
part = "box"
size = [0.3, 9, 2]
"""
SCRIPT = """
40 forward=1
60
90 heading=5 forward=1
1 forward=1 jump
40 forward=1 run
90 heading=-100 forward=1
120
"""
PROGRAM = """
import sys
from game.core.jit import COMPILED
from game.level import load_level
from game.simulation import Simulation, parse_script
sim = Simulation(load_level(sys.argv[1]))
for intent in parse_script(sys.argv[2]).intents():
    sim.tick(intent)
print(COMPILED, sim.state_hash())
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    file = tmp_path_factory.mktemp("levels") / "movers.toml"
    file.write_text(LEVEL)
    return file


def played(path):
    sim = Simulation(load_level(path))
    for intent in parse_script(SCRIPT).intents():
        sim.tick(intent)
    return sim


def test_the_run_is_carried_and_pushed(path):
    """Else the rest of this file would show nothing."""
    records = played(path).history
    assert {record.after.ground_body for record in records} == {-1, 0, 1}
    assert {record.after.ground for record in records} >= {Ground.FLOOR, Ground.AIR}
    assert any(record.ride.displacement[0] and record.after.ground_body == -1 for record in records)


def test_another_process_has_the_same_hash(path):
    assert output_of_process(PROGRAM, path, SCRIPT, PYTHONHASHSEED="7").split()[1] == played(path).state_hash()


def test_interpreted_has_the_same_hash(path):
    found = output_of_fork(PROGRAM, path, SCRIPT, preload=GAME, NUMBA_DISABLE_JIT="1").split()
    assert found == ["False", played(path).state_hash()]


def test_a_recording_comes_back_and_verifies(path):
    sim = played(path)
    recording = Recording.parse(str(Recording.of(sim)))
    assert recording.verify(load_level(path)) == (True, sim.state_hash())


def test_stepping_twice_from_a_saved_state(path):
    sim = played(path)
    saved, intents = sim.history[100].after, [record.intent for record in sim.history][101:]
    sim.restore(saved)
    again = [sim.tick(intent).after for intent in intents]
    assert again == [record.after for record in played(path).history][101:]
