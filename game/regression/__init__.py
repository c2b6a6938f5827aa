"""How the player moves, compared with what is on record: in numbers and in pictures.

One case a level: its own tour, walked at 60 ticks a second by the modern rules. On record is one file a level and a few
pictures, in tests/golden. `check` is what `python main.py check` calls.
"""

from .command import check

__all__ = ["check"]
