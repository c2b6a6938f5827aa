"""The part that loads a mesh file."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np

from ...core.input_errors import InputError
from ...core.value_rules import ImpossibleShape, Number, OneOf, Text, nearest
from ..contents.part_shape import PartShape
from ..mesh_import.mesh_file import A_UNIT, AXES, existing, format_of, load_model
from ..mesh_import.model import Model, object_part, surfaces_of
from ..mesh_import.object_roles import TrianglesByRole, sorted_triangles
from . import part


@part("mesh")
def mesh(
    file: Text,
    axis: Annotated[str, OneOf(("as the format", *AXES))] = "as the format",
    scale: Annotated[float | None, Number(1e-6, 1e6, "m per unit of the file")] = None,
    object: Text = "",
) -> PartShape:
    """Load the solid triangles of a mesh file with the file's colours, or those of one moving object in it.

    file: path, relative to the level file
    axis: up axis of the file, "y-up" or "z-up", or "as the format" for that of the format, or the likely one if it gives none
    scale: metres per unit of the file, or None for the unit of its format
    object: name of the moving object, or "" for all triangles that do not move
    Raises ImpossibleShape if the file cannot be read, or if it has no such object.
    """
    try:
        kind = format_of(existing(Path(file)))
        declared = None if kind.is_guessed else kind.axis
        model = load_model(Path(file), axis if axis in AXES else declared, scale)
        found = sorted_triangles(model)
        notes = (f"{Path(file).name}: {as_keys(note)}" for note in model.notes if not note.endswith(A_UNIT))
        model = replace(model, notes=tuple(notes))
        if object:
            return shape_of(moving_part(model, found, object))
    except InputError as problem:
        raise ImpossibleShape(f"file: {problem}") from None
    if np.array_equal(found.solid, found.drawn):
        return shape_of(model if found.solid.all() else model.chosen(found.solid))
    return replace(shape_of(model.chosen(found.solid)), drawn_as=shape_of(model.chosen(found.drawn)))


def shape_of(model: Model) -> PartShape:
    surfaces, materials = surfaces_of(model)
    own = {str(number): material for number, material in enumerate(materials)}
    return PartShape(model.vertices, model.triangles, surfaces.astype(str), own_materials=own, look=model.look, notes=model.notes)


def as_keys(note: str) -> str:
    """Return a note on a mesh file with keys of a part in place of options of the command line."""
    note = re.sub(r"--axis (\S+)", r'axis = "\1"', note)
    return re.sub(r"--scale (\d\S*)", r"scale = \1", note).replace("--scale ", "scale ")


def moving_part(model: Model, found: TrianglesByRole, name: str) -> Model:
    names = {model.objects[number].name: number for number in found.movers}
    if name not in names:
        raise ImpossibleShape(f'object = "{name}": no object of this name moves{nearest(name, names)}')
    return object_part(model, names[name], found.movers[names[name]])
