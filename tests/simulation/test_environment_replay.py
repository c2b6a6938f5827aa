"""Runs through volumes replay to the bit: recorded, from a snapshot, interpreted, and with their events read."""

import pytest

from game.simulation import Recording, Simulation, events_of, parse_script
from tests.forks import GAME, output_of_fork
from tests.shipped_levels import shipped

LEVELS = ("gauntlet", "river")
TICKS = 420  # of the gauntlet that are interpreted too: stairs, gaps, the corridor
HASH = """
import sys
from game.level import load_level
from game.simulation import Simulation, parse_script
level = load_level("gauntlet")
simulation = Simulation(level, history=1)
for _, intent in zip(range(int(sys.argv[1])), parse_script(level.tour).intents(0.0)):
    simulation.tick(intent)
print(simulation.state_hash())
"""


def toured(name, ticks=10**6, ask=False):
    """A Simulation after so many ticks of a level's tour."""
    level = shipped(name)
    simulation = Simulation(level, history=10**6)
    for _, intent in zip(range(ticks), parse_script(level.tour).intents(simulation.state.heading)):
        record = simulation.tick(intent)
        if ask:
            events_of(record)
    return simulation


@pytest.mark.parametrize("name", LEVELS)
def test_a_recording_is_the_same_again(name):
    recording = Recording.of(toured(name))
    assert Recording.parse(str(recording)).verify(shipped(name)) == (True, recording.final_hash)


@pytest.mark.parametrize("name", LEVELS)
def test_going_on_from_a_saved_state_gives_the_same_bits(name):
    simulation = toured(name)
    records = list(simulation.history)
    middle = len(records) // 2
    again = Simulation(simulation.level, history=1)
    again.restore(records[middle].before)
    for record in records[middle:]:
        assert again.tick(record.intent).after == record.after


def test_asking_for_events_changes_nothing():
    assert toured("river", ask=True).state_hash() == toured("river").state_hash()


def test_interpreted_and_compiled_are_the_same():
    interpreted = output_of_fork(HASH, TICKS, preload=GAME, NUMBA_DISABLE_JIT="1").strip()
    assert interpreted == toured("gauntlet", TICKS).state_hash()
