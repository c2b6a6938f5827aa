"""A run is pickled and copied, and each goes on by itself, with the same states and the same hash."""

import copy
import hashlib
import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.level import load_level
from game.simulation import Intent, Simulation, parse_script
from game.simulation.player import digest
from game.simulation.player.digest import BUFFER, Digest

from .driving import run, simulate, walk
from .scenes import floor, slope, wall

COPIES = {"pickle": lambda one: pickle.loads(pickle.dumps(one)), "copy": copy.copy, "deepcopy": copy.deepcopy}
TICKS = 60  # of a tour, before the copy is made and after it


@cache
def loaded(name):
    return load_level(name)


def tour(name, history):
    """A Simulation of a level, and an endless sequence of the intents of its tour."""
    simulation = Simulation(loaded(name), history=history)
    return simulation, parse_script(simulation.level.tour).intents(simulation.state.heading)


def go_on(simulation, intents):
    """The hashes and states of some more ticks."""
    return [(simulation.tick(intent).after, simulation.state_hash()) for intent in intents]


@pytest.mark.parametrize("way, history", [("pickle", 7), ("copy", 7), ("deepcopy", 7200)])
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
    """The hash of what was forgotten is kept as numbers: as of all states at once."""
    short, whole = (Simulation(simulate(floor()).level, history=count) for count in (1, 10**6))
    for tick in range(BUFFER // 64 + 50):
        intent = Intent((0.0, 1.0 if tick % 100 < 50 else -1.0))
        short.tick(intent), whole.tick(intent)
    again = pickle.loads(pickle.dumps(short))
    for one in (short, again, whole):
        run(one, 3)
    assert again.state_hash() == short.state_hash() == whole.state_hash()


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


@given(st.lists(st.binary(max_size=300), max_size=8), st.sampled_from([0, 1, 55, 56, 63, 64, BUFFER - 1, BUFFER, BUFFER + 65]))
def test_the_hash_is_that_of_the_library(parts, more):
    own, reference = Digest(), hashlib.sha256()
    for part in [bytes(range(256)) * (more // 256) + bytes(more % 256), *parts]:
        own.update(part)
        reference.update(part)
        assert own.copy().hexdigest() == own.hexdigest() == reference.hexdigest()


def test_the_hash_is_the_same_without_numba():
    plain, data = getattr(digest.compress, "py_func", digest.compress), b"collide and slide" * 40
    words = digest.START.copy()
    padded = data + b"\x80" + bytes((55 - len(data)) % 64) + (8 * len(data)).to_bytes(8, "big")
    blocks = np.frombuffer(padded, ">u4").astype(np.int64)
    plain(words, blocks, digest.ROUNDS, np.empty(64, np.int64))
    assert "".join(f"{word:08x}" for word in words.tolist()) == hashlib.sha256(data).hexdigest()
