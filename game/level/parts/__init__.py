"""The parts that levels are made of. Importing this package registers the parts of every file in this folder.

boxes_pillars_and_discs    floor, box, pillar, disc, the desk of an exhibit
walls_rooms_and_corridors  walls along a path, with doors and windows, ring wall, room, corridor
stairs                     stairs, straight and winding
extruded_profiles          ramp, wedge, overhang, bumps, half pipe, crest, corners, grooves, funnels, bridges, gates
terrain                    a height field, and a planet to walk around
mesh_file_part             a mesh file as a part

To add a part, put a function with `@part("name", role="material", ...)` into a file of this folder. The function's signature is
the schema of its keys. A role is a label of triangles with a default material, which a level can replace.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

from ..contents.part_shape import PartShape


@dataclass(frozen=True)
class Part:
    """A registered part: the function that builds its shape, and the name of the default material of each of its roles."""

    build: Callable[..., PartShape]
    materials: dict[str, str]


PARTS: dict[str, Part] = {}


def part(name: str, **materials: str) -> Callable[[Callable[..., PartShape]], Callable[..., PartShape]]:
    """Register the decorated function as the part `name`. The keywords give each role its default material."""

    def register(build: Callable[..., PartShape]) -> Callable[..., PartShape]:
        PARTS[name] = Part(build, materials)
        return build

    return register


for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{module}")
