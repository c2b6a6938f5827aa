"""The parts that levels are made of. Importing this package registers the parts of every file in this folder."""

import importlib
import pkgutil

from game.level.parts.registry import PARTS, Part, part

for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{module}")

__all__ = ["PARTS", "Part", "part"]
