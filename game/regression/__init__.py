"""How the player moves, compared with what is on record: in numbers, in words, and in pictures.

A case is a level and a script with named moments (game/level/case.py). `check` is what `python main.py check` calls.
"""

from .command import check

__all__ = ["check"]
