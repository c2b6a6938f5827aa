"""Measures: the numbers that a page may claim, as functions of its run. Every file in this folder registers its measures.

registry       the list, and the keys that measures share
motion         positions and speeds of the player
sweeps         single ticks: sweeps, contacts, sliding planes
steps          steps, treads, slopes of the floor
triangle_test  the numbers in the formulas of one triangle's test
"""

import importlib
import pkgutil

from .registry import MEASURES, measure

for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{module}")

__all__ = ["MEASURES", "measure"]
