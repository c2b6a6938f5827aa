"""Scenario O. Determinism: equal runs are equal to the bit, in another process, interpreted, and from a saved state."""

import pytest

from game.collision import Rules
from game.simulation import Simulation, parse_script
from tests.forks import GAME, output_of_fork
from tests.processes import output_of_process
from tests.shipped_levels import shipped

SCRIPT = """
20 forward=1
60 heading=4 forward=1 right=0.2 run
1 forward=1 jump
40 forward=1
30 heading=-100 forward=1
"""
# It prints: compiled, hash, hash with gravity in one pass with the displacement.
PROGRAM = f"""
from game.core.jit import COMPILED
from game.level import load_level
from game.simulation import Simulation, parse_script
from game.collision import Rules
print(COMPILED)
for rules in (Rules.modern(), Rules(separate_gravity=False)):
    sim = Simulation(load_level("stairs"), rules=rules)
    for intent in parse_script({SCRIPT!r}).intents():
        sim.tick(intent)
    print(sim.state_hash())
"""


def played(rules=None):
    sim = Simulation(shipped("stairs"), rules=rules)
    for intent in parse_script(SCRIPT).intents():
        sim.tick(intent)
    return sim


def test_two_runs_have_the_same_hash():
    assert played().state_hash() == played().state_hash()


def test_a_second_process_has_the_same_hash():
    assert output_of_process(PROGRAM, PYTHONHASHSEED="7").split()[1] == played().state_hash()


def test_interpreted_has_the_same_hash():
    together = played(Rules(separate_gravity=False)).state_hash()
    assert together != played().state_hash()
    assert output_of_fork(PROGRAM, preload=GAME, NUMBA_DISABLE_JIT="1").split() == ["False", played().state_hash(), together]


def test_the_run_climbs_and_jumps():
    sim = played()
    heights = [record.after.position[2] for record in sim.history]
    assert max(heights) > 2.0 and any(record.after.ground == 2 for record in sim.history)


@pytest.mark.parametrize("at", [10, 85, 140])
def test_going_on_from_a_saved_state_gives_the_same_bits(at):
    records = list(played().history)
    other = Simulation(shipped("stairs"))
    other.restore(records[at].before)
    for record in records[at:]:
        assert other.tick(record.intent).after == record.after


def test_stepping_twice_from_one_state_gives_the_same_bits():
    sim = played()
    state, intent = sim.state, sim.history[-1].intent
    first = sim.tick(intent).after
    sim.restore(state)
    assert sim.tick(intent).after == first


def test_another_intent_gives_another_hash():
    sim = played()
    before = sim.state_hash()
    sim.tick(sim.history[-1].intent)
    assert sim.state_hash() != before
    assert len(before) == 16 and int(before, 16) >= 0
