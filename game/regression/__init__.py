"""How the player moves, compared with what is on record: in numbers, in words, and in pictures.

A case is a level and a script with named moments (game/level/case.py). `check` and `add_case` are what
`python main.py check` calls.
"""

from .adding import add_case
from .command import check

__all__ = ["add_case", "check"]
