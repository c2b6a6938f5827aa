"""A model: the result of reading any mesh file, and its materials."""

import math
from dataclasses import dataclass, replace

import numpy as np

from game.errors import shown
from game.level.file.materials import PALETTE
from game.level.level import Material
from game.level.limits import FARTHEST

# Surfaces leaning less than this look like floor where the file gives no colour: cosine of 50 degrees, the player's own limit.
FLOOR_UPRIGHT = 0.6428


@dataclass(frozen=True)
class Model:
    """Triangles, each with the number of a colour; a colour is None if the file gives none."""

    vertices: np.ndarray  # (v, 3) float64
    triangles: np.ndarray  # (t, 3) int64
    pieces: np.ndarray  # (t,) int64 into colours
    colours: tuple[tuple[float, float, float] | None, ...]
    note: str = ""  # a note for the user about how the file was read

    def upright(self, axis: str) -> "Model":
        """The model with z up. axis: its present up, "y-up" or "z-up" """
        if axis == "z-up":
            return self
        x, y, z = self.vertices.T
        return replace(self, vertices=np.stack([x, -z, y], axis=1))

    def scaled(self, scale: float) -> "Model":
        return self if scale == 1.0 else replace(self, vertices=self.vertices * scale)


def require_finite(vertices: np.ndarray) -> None:
    """ValueError that names the first vertex (v, 3) that is not finite or too far away to calculate with."""
    bad = np.flatnonzero(~np.isfinite(vertices).all(axis=1))
    if len(bad):
        raise ValueError(f"vertex {bad[0]} is not a finite number; {len(bad)} such vertices")
    far = np.flatnonzero((np.abs(vertices) > FARTHEST).any(axis=1))
    if len(far):
        raise ValueError(f"vertex {far[0]} lies more than {FARTHEST:g} from the origin; {len(far)} such vertices")


def joined(pieces: list[tuple[np.ndarray, np.ndarray, tuple | None]]) -> Model:
    """One model of (vertices (v, 3), triangles (t, 3), colour) each."""
    if not pieces:
        return Model(np.zeros((0, 3)), np.zeros((0, 3), np.int64), np.zeros(0, np.int64), ())
    colours = list(dict.fromkeys(colour for _, _, colour in pieces))
    starts = np.cumsum([0] + [len(vertices) for vertices, _, _ in pieces[:-1]])
    return Model(
        np.concatenate([vertices for vertices, _, _ in pieces]).astype(np.float64),
        np.concatenate([triangles + start for (_, triangles, _), start in zip(pieces, starts)]).astype(np.int64),
        np.concatenate([np.full(len(triangles), colours.index(colour)) for _, triangles, colour in pieces]),
        tuple(colours),
    )


def surfaces_of(model: Model) -> tuple[np.ndarray, tuple[Material, ...]]:
    """(t,) surface numbers and the materials: the file's colours, and floor or stone where it has none."""
    materials = [PALETTE["floor"], PALETTE["stone"]]
    numbers = np.zeros(len(model.colours), dtype=np.int64)
    for index, colour in enumerate(model.colours):
        if colour is not None:
            numbers[index] = len(materials)
            materials.append(Material(f"colour {index + 1}", colour, "grid"))
    surfaces = numbers[model.pieces]
    silent = np.flatnonzero(surfaces == 0)
    surfaces[silent] = np.where(uprightness(model, silent) > FLOOR_UPRIGHT, 0, 1)
    return surfaces, tuple(materials)


def uprightness(model: Model, rows: np.ndarray) -> np.ndarray:
    """z of the unit normals of some triangles; 0 for those without area."""
    a, b, c = (model.vertices[model.triangles[rows, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    return np.divide(normals[:, 2], lengths, out=np.zeros(len(rows)), where=lengths > 0)


def floor_area(model: Model) -> float:
    """Area of all triangles that face up within some 18 degrees [square units of the file]."""
    a, b, c = (model.vertices[model.triangles[:, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    return float(lengths[normals[:, 2] > 0.95 * lengths].sum() / 2)


def unstripped(corners: np.ndarray) -> np.ndarray:
    """Triangles (n - 2, 3) of a triangle strip (n,): every second one is reversed to keep the winding."""
    triangles = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1)
    triangles[1::2] = triangles[1::2, [1, 0, 2]]
    return triangles


def unfanned(corners: np.ndarray) -> np.ndarray:
    """Triangles (n - 2, 3) of a triangle fan (n,)."""
    return np.stack([np.full(len(corners) - 2, corners[0]), corners[1:-1], corners[2:]], axis=1)


def rounded(colour) -> tuple[float, float, float]:
    """Round colours, so that a scan does not get a thousand materials. ValueError if one part of a colour is missing."""
    if len(colour) < 3 or not all(math.isfinite(part) for part in colour):
        raise ValueError(f"a colour is three or four finite numbers, not {shown(list(colour))}")
    red, green, blue = (round(min(max(float(part), 0.05), 0.95) * 16) / 16 for part in list(colour)[:3])
    return red, green, blue
