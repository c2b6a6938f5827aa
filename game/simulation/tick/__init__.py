"""The player's own tick, compiled: read `player` first, then `walking`, `steps` and `falling`, in the order of its stages.

What is rare, or happens to one player and never to crowds, is left to Python (advance.py).
"""

from .player import DEEP, tick_all

__all__ = ["DEEP", "tick_all"]
