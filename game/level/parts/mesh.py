"""The part that loads a mesh file."""

from pathlib import Path
from typing import Annotated

from game.errors import InputError
from game.level.geometry.shape import Shape
from game.level.mesh_file.mesh_file import AXES, existing, load_model
from game.level.mesh_file.model import Model, object_part, surfaces_of
from game.level.mesh_file.roles import sorted_triangles
from game.level.parts.registry import part
from game.level.schema import ImpossibleShape, Number, OneOf, Text, nearest


@part("mesh")
def mesh(
    file: Text,
    axis: Annotated[str, OneOf(("as the format", *AXES))] = "as the format",
    scale: Annotated[float | None, Number(1e-6, 1e6, "m per unit of the file")] = None,
    object: Text = "",
) -> Shape:
    """The solid triangles of a mesh file with the file's colours, or those of one moving object in it.

    file: path, relative to the level file
    object: name of the moving object, or "" for all that does not move
    """
    try:
        model = part_of(load_model(existing(Path(file)), axis if axis in AXES else None, scale), object)
    except InputError as problem:
        raise ImpossibleShape(f"file: {problem}") from None
    surfaces, materials = surfaces_of(model)
    return Shape(model.vertices, model.triangles, surfaces.astype(str), None, {str(i): m for i, m in enumerate(materials)})


def part_of(model: Model, name: str) -> Model:
    """Return the solid triangles that do not move, or those of the moving object called `name` in the object's frame."""
    found = sorted_triangles(model)
    if not name:
        return model if found.solid.all() else model.chosen(found.solid)
    names = {model.objects[number].name: number for number in found.movers}
    if name not in names:
        raise ImpossibleShape(f'object = "{name}": no object of this name moves{nearest(name, names)}')
    return object_part(model, names[name], found.movers[names[name]])
