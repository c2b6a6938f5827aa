"""Every file in this folder adds its measures to the list."""

import importlib
import pkgutil

from .registry import MEASURES, measure

for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{module}")

__all__ = ["MEASURES", "measure"]
