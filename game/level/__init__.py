"""Level files and mesh files, read into triangles with materials, a spawn point, a sun, movers, volumes and signs.

library       levels by name or path, and notes about places in solids
spawn_notes   notes about a place where the player begins: without a floor below it, or in a kill volume
level_reader  the reader of a level file: keys outside of tables, parts, movers, exhibits
toml_reader   its TOML tables
volume_table  its volumes
case_table    its regression cases
mesh_level    a mesh file as a level: the roles of its objects, a spawn point, a tour; `convert` writes it as a level file
parts         the parts that level files name: stairs, walls, terrain
mesh_import   mesh files of other programs
contents      a level in memory
"""

from .contents.level import Level, Material, Sign, Sky, Spawn, Sun, View
from .library import level_names, load_level
from .spawn_notes import notes_on_spawn

__all__ = ["Level", "Material", "Sign", "Sky", "Spawn", "Sun", "View", "level_names", "load_level", "notes_on_spawn"]
