"""Level files and mesh files, read into triangles with materials, a spawn point, a sun, movers, volumes and signs."""

from game.level.level import Level, Material, Sign, Sky, Spawn, Sun, View
from game.level.library import level_names, load_level

__all__ = ["Level", "Material", "Sign", "Sky", "Spawn", "Sun", "View", "level_names", "load_level"]
