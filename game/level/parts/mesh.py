"""A mesh file as a part of a level."""

from pathlib import Path
from typing import Annotated

from game.errors import InputError
from game.level.geometry.shape import Shape
from game.level.mesh_file.mesh_file import AXES, existing, load_model
from game.level.mesh_file.model import surfaces_of
from game.level.parts.registry import part
from game.level.schema import ImpossibleShape, Number, OneOf, Text


@part("mesh")
def mesh(
    file: Text,
    axis: Annotated[str, OneOf(("as the format", *AXES))] = "as the format",
    scale: Annotated[float, Number(1e-6, 1e6, "m per unit of the file")] = 1.0,
) -> Shape:
    """The triangles of a mesh file with its own colours. file: path relative to the level file"""
    try:
        model = load_model(existing(Path(file)), axis if axis in AXES else None, scale)
    except InputError as problem:
        raise ImpossibleShape(f"file: {problem}") from None
    surfaces, materials = surfaces_of(model)
    return Shape(model.vertices, model.triangles, surfaces.astype(str), None, {str(i): m for i, m in enumerate(materials)})
