"""The parts that levels are made of. Importing this package registers the parts of every file in this folder.

registry                   the list of parts
boxes_pillars_and_discs    floor, box, pillar, disc
walls_rooms_and_corridors  wall, ring wall, room, corridor
wall_with_openings         walls along a path, with doors and windows
stairs                     stairs, straight and winding
extruded_profiles          ramp, wedge, overhang, bumps, half pipe, crest
bridges_and_arches         bridges, gates with round tops
corners_and_funnels        corners, grooves, funnels
terrain                    a height field
planet                     a ball to walk around
mesh_file_part             a mesh file as a part
exhibit_desk               the desk of an exhibit
"""

import importlib
import pkgutil

from .registry import PARTS, Part, part

for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{module}")

__all__ = ["PARTS", "Part", "part"]
