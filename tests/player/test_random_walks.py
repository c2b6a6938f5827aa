"""Nothing jitters, catches, creeps, pops or launches: a short, seeded form of random_walks.py, which takes any level and seed."""

from dataclasses import replace

import numpy as np
import pytest

from game.collision import Rules
from game.simulation import Intent, Simulation
from tests.player.random_walks import Stroll, faults, still, stroll

FOUND = [("corners", seed) for seed in (4, 5, 13, 22)] + [("terrain", seed) for seed in (0, 28, 30, 31)]  # something once
OTHERS = [("stairs", 1), ("ramps", 1), ("playground", 1), ("corridors", 1), ("stairs", 5), ("ramps", 9)]
MODERN = Rules.modern()


@pytest.mark.parametrize("name, seed", FOUND + OTHERS)
def test_random_walks_have_no_faults(name, seed):
    assert faults(stroll(name, seed, seconds=10.0 if (name, seed) in FOUND else 4.0)) == []


def plain_walk():
    """90 ticks of walking slowly ahead on level floor."""
    level, _ = still("corridors")
    sim = Simulation(level, history=1)
    states, intents = [sim.state], [Intent((0.0, 0.2))] * 90
    for intent in intents:
        states.append(sim.predict(states[-1], intent)[0])
    return Stroll(sim, states, intents)


def told(walk):
    return {what for _, what, _ in faults(walk)}


@pytest.mark.parametrize(
    "rules, seed, what",
    [
        (replace(MODERN, steep_is_wall=False), 0, {"backwards", "trembles"}),
        (replace(MODERN, slide_in_world=False), 1, {"too far"}),
        (Rules.fauerby(), 0, {"creeps"}),
    ],
    ids=["slopes no walls", "slides in eSpace", "as printed"],
)
def test_the_hunt_finds_faults_of_other_rules(rules, seed, what):
    assert what <= told(stroll("terrain", seed, 5.0, rules))


@pytest.mark.parametrize(
    "moved, what",
    [
        ((0.0, 0.0, -0.3), {"inside of something"}),
        ((0.0, 0.0, -2.0), {"through something"}),
        ((0.0, 0.0, 0.9), {"too high"}),
        ((0.3, 0.0, 0.0), {"too far"}),
    ],
)
def test_the_hunt_finds_a_leap(moved, what):
    """A walk with some ticks at another place, which is impossible."""
    walk = plain_walk()
    assert faults(walk) == []
    for tick in range(60, 66):
        state = walk.states[tick]
        walk.states[tick] = state.replace(position=tuple(np.add(state.position, moved).tolist()))
    assert what <= told(walk)


def test_the_hunt_finds_a_launch():
    walk = plain_walk()
    walk.states[60] = walk.states[60].replace(fall=(0.0, 0.0, 1.0))
    assert told(walk) == {"upward velocity"}
