"""The materials of a model: names of the palette, rounded colours, and a default for triangles without a colour."""

import math
import re

import numpy as np

from ...core.input_errors import shown
from ..file.material_palette import PALETTE
from ..level import Material
from .model import Model

# Surfaces without a colour that are less steep than this get the colour of floor: cosine of 50 degrees, the player's own limit.
FLOOR_UPRIGHT = 0.6428


def surfaces_of(model: Model) -> tuple[np.ndarray, tuple[Material, ...]]:
    """Return the index of each triangle's material (t,), and the materials.

    Triangles that have no colour, no finish and no name from the palette get the palette's floor or stone, by their slope.
    """
    materials = [PALETTE["floor"], PALETTE["stone"]]
    numbers = np.zeros(len(model.paints), dtype=np.int64)
    for index, (colour, name, pattern, finish) in enumerate(model.paints):
        known = PALETTE.get(name)
        if colour is not None or known is not None or finish is not None:
            colour = colour or (known.colour if known else materials[0].colour)
            numbers[index] = len(materials)
            name, pattern = name or f"colour {index + 1}", pattern or (known.pattern if known else "grid")
            materials.append(Material(name, colour, pattern, finish))
    surfaces = numbers[model.pieces]
    silent = np.flatnonzero(surfaces == 0)
    surfaces[silent] = np.where(uprightness(model, silent) > FLOOR_UPRIGHT, 0, 1)
    return surfaces, tuple(materials)


def uprightness(model: Model, rows: np.ndarray) -> np.ndarray:
    """Return the z components (n,) of the unit normals of some triangles, 0 for triangles without area. `rows` are their indices
    (n,).
    """
    a, b, c = (model.vertices[model.triangles[rows, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    return np.divide(normals[:, 2], lengths, out=np.zeros(len(rows)), where=lengths > 0)


def display_colour(linear: np.ndarray) -> np.ndarray:
    """Convert linear colours to displayed colours (sRGB). Argument and result are arrays of one shape with components 0..1."""
    linear = np.clip(linear, 0.0, 1.0)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def kind_of_name(name: str) -> str:
    """Return the first word of a name that is a material of the palette, such as wood for "Oak_Wood.001". Without one, return the
    whole name.
    """
    words = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())
    return next((word for word in words if word in PALETTE), name)


def rounded(colour) -> tuple[float, float, float]:
    """Return a colour as (red, green, blue), each 1/16 to 15/16 in steps of 1/16, so that a scan has few materials.

    colour: three or more components 0..1
    Raises ValueError if a component is missing or not finite.
    """
    if len(colour) < 3 or not all(math.isfinite(part) for part in colour):
        raise ValueError(f"a colour is three or four finite numbers, not {shown(list(colour))}")
    red, green, blue = (round(min(max(float(part), 0.05), 0.95) * 16) / 16 for part in list(colour)[:3])
    return red, green, blue
