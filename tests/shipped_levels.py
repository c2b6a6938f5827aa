"""The levels of the game, each read once in a process, and the tables of their files for the names of tests."""

import tomllib
from functools import cache

from game.level import load_level
from game.level.library import LEVELS
from game.simulation import Simulation, parse_script

shipped = cache(load_level)


@cache
def toured(name):
    """Return the TickRecords of a level's tour."""
    simulation = Simulation(shipped(name))
    return [simulation.tick(intent) for intent in parse_script(simulation.level.tour, name).intents(simulation.state.heading)]


@cache
def tables_of(name):
    """Return the tables of a level's file. They are read at once, the level itself takes a tenth of a second."""
    return tomllib.loads((LEVELS / f"{name}.toml").read_text(encoding="utf-8"))
