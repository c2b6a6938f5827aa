"""A run is pickled and copied, and each goes on by itself, with the same states and the same hash."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

from game.simulation import Simulation, parse_script
from tests.shipped_levels import shipped
from tests.simulation.driving import run, simulate, walk
from tests.simulation.scenes import floor, slope, wall

COPIES = {"pickle": lambda one: pickle.loads(pickle.dumps(one)), "copy": copy.copy, "deepcopy": copy.deepcopy}
TICKS = 60  # of a tour, before the copy is made and after it


def tour(name, history):
    """A Simulation of a level, and an endless sequence of the intents of its tour."""
    simulation = Simulation(shipped(name), history=history)
    return simulation, parse_script(simulation.level.tour).intents(simulation.state.heading)


def go_on(simulation, intents):
    """The hashes and states of some more ticks."""
    return [(simulation.tick(intent).after, simulation.state_hash()) for intent in intents]


@pytest.mark.parametrize("way, history", [("pickle", 7200), ("copy", 7), ("deepcopy", 7)])
@pytest.mark.parametrize("name", ["corners", "platforms", "river", "planet"])
def test_a_copy_of_a_used_run_goes_on_as_the_run_does(name, way, history):
    """Movers, volumes and leaning players included; neither shows in the other."""
    simulation, intents = tour(name, history)
    first, rest = ([intent for _, intent in zip(range(TICKS), intents)] for _ in range(2))
    go_on(simulation, first)
    again = COPIES[way](simulation)
    assert again.state_hash() == simulation.state_hash() and len(again.history) == len(simulation.history)
    expected = go_on(simulation, rest)
    assert go_on(again, rest) == expected
    again.rewind(5)
    assert simulation.state == expected[-1][0] and (again.state, again.state_hash()) == expected[-6]


def test_a_copy_of_a_run_longer_than_its_history_has_its_hash():
    short, whole = (Simulation(simulate(floor()).level, history=count) for count in (1, 10**6))
    for one in (short, whole):
        run(one, 200, walk(0.0, 5.0))
    again = copy.deepcopy(short)
    for one in (short, again, whole):
        run(one, 3)
    assert again.state_hash() == short.state_hash() == whole.state_hash()


def test_a_pickled_run_longer_than_its_history_goes_on_with_a_hash_of_its_own():
    """The same for equal runs that were pickled at the same tick; the states are the run's."""
    runs = [Simulation(simulate(floor()).level, history=7) for _ in range(2)]
    for one in runs:
        run(one, 20, walk(0.0, 5.0))
    again = [pickle.loads(pickle.dumps(one)) for one in runs]
    for one in (*runs, *again):
        run(one, 3, walk(1.0, 5.0))
    assert again[0].state == runs[0].state
    assert again[0].state_hash() == again[1].state_hash() != runs[0].state_hash()


def test_copies_run_in_threads_of_their_own():
    """On one mesh, which the ticks ask for the way out of walls and what is above."""
    simulation = simulate(floor(), slope(30.0), wall(0.0, 1.0), feet=(0.0, -3.0, 0.0))
    run(simulation, 10, walk(1.0, 5.0))
    expected = copy.copy(simulation)
    run(expected, 100, walk(1.0, 5.0, crouch=True))
    with ThreadPoolExecutor(3) as threads:
        copies = [copy.copy(simulation) for _ in range(3)]
        hashes = [*threads.map(lambda one: run(one, 100, walk(1.0, 5.0, crouch=True)) and one.state_hash(), copies)]
    assert hashes == [expected.state_hash()] * 3 and simulation.state.tick == 10
