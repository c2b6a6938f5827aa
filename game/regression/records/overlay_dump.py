"""The overlays of a shot as text, one line for each shape. The comparison "overlays" of the regression test uses it."""

from dataclasses import fields

import numpy as np

from ...core.shapes import Triangles
from ...explain.tick_overlay import build_overlay
from ..cases.case_simulation import switches_of


def overlay_list(run, shot):
    """Return the overlays of a Shot of a CaseRun as text, with one line for each shape."""
    record = run.records[shot.tick - 1]
    shapes = build_overlay(record, run.simulation, switches_of(shot), first_person=shot.camera == "first")
    return "".join(f"{line}\n" for shape in shapes for line in lines_of(shape))


def lines_of(shape):
    """Yield the text lines of a shape. A Triangles shape has one line for each triangle, all others have one line."""
    if isinstance(shape, Triangles):
        for corners, colour in zip(shape.corners, shape.colours):
            yield f"triangle corners {numbers(corners)} colour {numbers(colour)}"
    else:
        values = {field.name: getattr(shape, field.name) for field in fields(shape) if field.repr}
        listed = " ".join(f"{name} {words(value)}" for name, value in values.items() if value is not None)
        yield f"{type(shape).__name__.lower()} {listed}"


def words(value):
    """Return a value of a shape as text."""
    return f'"{value}"' if isinstance(value, str) else numbers(value)


def numbers(values):
    """Return a number or an array as text with six decimals, because overlays are compared to a micrometre."""
    flat = [f"{number + 0.0:.6f}".replace("-0.000000", "0.000000") for number in np.ravel(values)]
    return flat[0] if len(flat) == 1 else f"({', '.join(flat)})"
