"""Level files and mesh files, read into triangles with materials, a spawn point, a sun, movers, volumes and signs.

library             levels by name or path, and notes about places in solids
level_reader        the reader of a level file
part_reader         its parts, with the keys that every part has
toml_reader         its TOML tables
top_level_keys      its keys outside of tables
mover_table         its movers
volume_table        its volumes
exhibit_table       its exhibits
case_table          its regression cases
mesh_level          a mesh file as a level: the roles of its objects, a spawn point, a tour; `convert` writes it as a level file
parts               the parts that level files name: stairs, walls, terrain
mesh_import         mesh files of other programs
contents            a level in memory
"""

from .contents.level import Level, Material, Sign, Sky, Spawn, Sun, View
from .library import level_names, load_level

__all__ = ["Level", "Material", "Sign", "Sky", "Spawn", "Sun", "View", "level_names", "load_level"]
