"""How the player moves, compared with what is on record: in numbers, in words, and in pictures.

A case is a level and a script with named moments (game/level/case.py). `check` and `add_case` are what
`python main.py check` calls.
"""

from .check_command import check
from .new_case import add_case

__all__ = ["add_case", "check"]
