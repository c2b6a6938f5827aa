"""Regression: the player's motion compared with golden records, in numbers, words and pictures.

A case is a level and a script with named moments (game/level/regression_case.py). `python main.py check` calls `check`,
`accept` or `add_case`.
"""

from .cases.add_case import add_case
from .check_command import accept, check

__all__ = ["accept", "add_case", "check"]
