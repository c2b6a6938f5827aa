"""The levels of the game, each read once in a process, and the tables of their files for the names of tests."""

import tomllib
from functools import cache

from game.level import load_level
from game.level.library import LEVELS

shipped = cache(load_level)


@cache
def tables_of(name):
    """Return the tables of a level's file. They are read at once, the level itself takes a tenth of a second."""
    return tomllib.loads((LEVELS / f"{name}.toml").read_text(encoding="utf-8"))
