"""Level files and mesh files, read into triangles with materials, a spawn point, a sun, movers, volumes and signs.

level                                a level in memory
library                              levels by name or path
file                                 the tables of a level file
parts                                the parts that level files name: stairs, walls, terrain
geometry                             the triangles of parts
mesh_file                            mesh files of other programs, read into a level
mesh_file_look                       pictures and vertex colours of a mesh file
mover, mover_motion, pose_transform  rigid bodies that move by themselves
places_in_solids                     notes about a spawn, checkpoint or portal in a solid
volume                               boxes and cylinders with an effect on the player
gravity_direction                    constant gravity, or gravity towards a planet
exhibit_place                        where exhibits of the lab are
exhibit_desk_and_board               desks and boards of exhibits, and the rays that hit them
regression_case                      a run of the level that is compared with its golden record
limits                               limits on the contents of a file
"""

from .level import Level, Material, Sign, Sky, Spawn, Sun, View
from .library import level_names, load_level

__all__ = ["Level", "Material", "Sign", "Sky", "Spawn", "Sun", "View", "level_names", "load_level"]
