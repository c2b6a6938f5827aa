"""Comparison of the player's motion with golden records, in numbers, text and pictures.

A case is a level and a script, with ticks that get a picture (game/level/regression_case.py). `python main.py check` calls
`check`, `accept` or `add_case`.
"""

from .cases.add_case import add_case
from .check_command import accept, check

__all__ = ["accept", "add_case", "check"]
