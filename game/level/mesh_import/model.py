"""The Model that a reader of mesh files returns, and the materials of its triangles."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ...core.elementary_functions import atan2, cos_sin, product
from ...core.input_errors import counted, shown
from ...core.vec3 import triangle_normals
from ..contents.level import PALETTE, Material
from ..contents.limits import FARTHEST
from ..contents.mesh_pictures_and_colours import BLACK, MeshLook, Picture, SurfaceFinish, joined_looks

Colour = tuple[float, float, float]  # red, green, blue as displayed (sRGB), each 0..1


class Paint(NamedTuple):
    """A material of the file. None or "" means that the file does not give the value."""

    colour: Colour | None = None
    name: str = ""  # name of a material of the palette, or the file's own name
    pattern: str = ""  # "" means the pattern of the palette's material, or else the grid
    finish: SurfaceFinish | None = None  # drawn instead of the pattern; None to draw the pattern


class Object(NamedTuple):
    """An object of a mesh file, as the modelling program exported it. It need not have triangles."""

    name: str
    extras: dict[str, Any]  # custom properties
    matrix: np.ndarray  # (4, 4), acting on columns, from its own frame to the model's
    parent: int = -1  # index of another object, -1 without a parent


class Piece(NamedTuple):
    """Triangles of one material and one object of a mesh file, with vertices of their own."""

    vertices: np.ndarray  # (v, 3)
    triangles: np.ndarray  # (t, 3) into its vertices
    paint: Paint
    owner: int = -1  # index of its object, -1 if it belongs to no object
    look: MeshLook | None = None  # of its triangles


Y_UP = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])  # to z up


@dataclass(frozen=True)
class Model:
    """The triangles of a mesh file with a paint each, and their objects, in the axis and unit of the file until converted."""

    vertices: np.ndarray  # (v, 3) float64
    triangles: np.ndarray  # (t, 3) int64
    pieces: np.ndarray  # (t,) int64 into paints
    paints: tuple[Paint, ...]
    objects: tuple[Object, ...] = ()
    owners: np.ndarray | None = None  # (t,) int64 into objects, -1 without one; None if the file has no objects
    notes: tuple[str, ...] = ()  # for the user, about how the file was read
    look: MeshLook | None = None  # look of the triangles, or None if the file gives none
    axis: str = ""  # up axis of the file, "y-up" or "z-up", as it was taken

    def upright(self, axis: str) -> "Model":
        """Return the model with z up. `axis` is the up axis of this model, "y-up" or "z-up"."""
        if axis == "z-up":
            return self
        x, y, z = self.vertices.T
        objects = tuple(one._replace(matrix=product(product(Y_UP, one.matrix), Y_UP.T)) for one in self.objects)
        return replace(self, vertices=np.stack([x, -z, y], axis=1), objects=objects)

    def scaled(self, scale: float) -> "Model":
        """Return the model with all lengths multiplied by `scale`: positions of vertices, positions and axes of objects."""
        if scale == 1.0:
            return self
        factors = np.diag((scale, scale, scale, 1.0))
        objects = tuple(one._replace(matrix=product(factors, one.matrix)) for one in self.objects)
        return replace(self, vertices=self.vertices * scale, objects=objects)

    def moved(self, offset: np.ndarray) -> "Model":
        move = np.eye(4)
        move[:3, 3] = offset
        objects = tuple(one._replace(matrix=product(move, one.matrix)) for one in self.objects)
        return replace(self, vertices=self.vertices + offset, objects=objects)

    def chosen(self, rows: np.ndarray) -> "Model":
        """Return a model of some triangles, by indices (n,) or a mask (t,), without the vertices that they do not use."""
        used, renumbered = np.unique(self.triangles[rows], return_inverse=True)
        owners = None if self.owners is None else self.owners[rows]
        return replace(
            self,
            vertices=self.vertices[used],
            triangles=renumbered.reshape(-1, 3).astype(np.int64),
            pieces=self.pieces[rows],
            owners=owners,
            look=self.look and self.look.rows(rows),
        )

    def without_broken(self) -> "Model":
        """Return the model without triangles that have an infinite or nan coordinate. A note gives their number."""
        finite = np.isfinite(self.vertices).all(axis=1)
        if finite.all():
            return self
        good = finite[self.triangles].all(axis=1)
        count = int((~good).sum())
        noted = (f"{counted(count, 'triangle')} dropped for corners that are not finite numbers",) if count else ()
        return replace(self.chosen(good), notes=(*self.notes, *noted))


def require_near(vertices: np.ndarray) -> None:
    """Raise ValueError if a coordinate of a finite vertex is beyond +-FARTHEST. The message names the first such vertex."""
    far = np.flatnonzero((np.abs(vertices) > FARTHEST).any(axis=1) & np.isfinite(vertices).all(axis=1))
    if len(far):
        raise ValueError(f"vertex {far[0]} lies more than {FARTHEST:g} from the origin; {len(far)} such vertices")


def joined(pieces: list[Piece], objects: tuple[Object, ...] = ()) -> Model:
    """Join pieces into one model. Without pieces it is empty and has no objects."""
    if not pieces:
        return Model(np.zeros((0, 3)), np.zeros((0, 3), np.int64), np.zeros(0, np.int64), ())
    counts = [len(piece.triangles) for piece in pieces]
    number = {paint: number for number, paint in enumerate(dict.fromkeys(piece.paint for piece in pieces))}
    starts = np.cumsum([0] + [len(piece.vertices) for piece in pieces[:-1]])
    return Model(
        np.concatenate([piece.vertices for piece in pieces]).astype(np.float64),
        np.concatenate([piece.triangles + start for piece, start in zip(pieces, starts)]).astype(np.int64),
        np.repeat([number[piece.paint] for piece in pieces], counts),
        tuple(number),
        objects,
        np.repeat([piece.owner for piece in pieces], counts) if objects else None,
        look=joined_looks([piece.look for piece in pieces], counts),
    )


def heading_of(owner: Object) -> float:
    """Return the heading [rad] of an object: the horizontal direction of its y axis, or 0 if that axis is vertical."""
    x, y = owner.matrix[:2, 1]
    return atan2(-x, y) if math.hypot(x, y) > 1e-9 else 0.0


def rotate_back(points: np.ndarray, heading: float) -> np.ndarray:
    c, s = cos_sin(heading)
    return np.stack([points[:, 0] * c + points[:, 1] * s, points[:, 1] * c - points[:, 0] * s, points[:, 2]], axis=1)


def object_part(model: Model, number: int, rows: np.ndarray) -> Model:
    """Return some triangles as a Model, in the frame with an object's position and heading. The scale stays."""
    part, one = model.chosen(rows), model.objects[number]
    return replace(part, vertices=rotate_back(part.vertices - one.matrix[:3, 3], heading_of(one)))


# Surfaces without a colour that are less steep than this get the colour of floor: cosine of 50 degrees, the player's own limit.
FLOOR_UPRIGHT = 0.6428


def surfaces_of(model: Model) -> tuple[np.ndarray, tuple[Material, ...]]:
    """Return each triangle's material index (t,), and the materials: without any, the palette's floor or stone by slope."""
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
    """Return the z components (n,) of the unit normals of some triangles, 0 for triangles without area."""
    normals = triangle_normals(model.vertices[model.triangles[rows]])
    lengths = np.linalg.norm(normals, axis=1)
    return np.divide(normals[:, 2], lengths, out=np.zeros(len(rows)), where=lengths > 0)


def display_colour(linear: np.ndarray) -> np.ndarray:
    """Convert linear colours to displayed ones (sRGB), components 0..1 in an array of any shape."""
    linear = np.clip(linear, 0.0, 1.0)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


class Emitting(NamedTuple):
    """The look of a material that emits light. Colours of vertices multiply its base colour, and not its emission."""

    base: np.ndarray | None  # (3,) linear; None for white, or for black where vertices have no colours
    emission: np.ndarray  # (3,) linear
    glow: float  # as in SurfaceFinish
    picture: str  # the picture that is drawn: of the "base", of the "emission", or ""


def emitting(base: np.ndarray | None, picture: Picture | None, emission: np.ndarray, has_emissive_picture: bool) -> Emitting:
    """Return the look of a material with a base colour (3,), None for white, and its picture, that emits light (3,).

    One picture is drawn: that of the emission if there is no other, or if the base colour is black, as in baked rooms.
    """
    glow, nothing = min(float(emission.max()), 1.0), np.zeros(3)
    is_dark = picture is not None and picture.is_black
    is_black = is_dark or base is not None and float(base.max()) <= BLACK
    if has_emissive_picture and (is_black or picture is None):
        return Emitting(nothing, emission / max(float(emission.max()), 1.0), glow, "emission")
    if picture and not is_black:  # a picture with parts that glow, or one that glows a little as a whole
        return Emitting(base, nothing, 0.0 if has_emissive_picture else glow, "base")
    return Emitting(nothing if is_dark else base, emission, glow, "")


def lit_colours(base: np.ndarray | None, emission: np.ndarray, colours: np.ndarray | None) -> np.ndarray:
    """Return the linear colours, at most 1, of a surface that emits light at vertices with colours (..., 3), or (3,) without."""
    if colours is None:
        lit = emission if base is None else base + emission
    else:
        lit = colours * (1.0 if base is None else base) + emission
    return lit / max(float(lit.max(initial=0.0)), 1.0)


def kind_of_name(name: str) -> str:
    """Return the first word of a name that is a material of the palette, such as wood for "Oak_Wood.001", or else the name."""
    words = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())
    return next((word for word in words if word in PALETTE), name)


def rounded(colour: Sequence[float] | np.ndarray) -> Colour:
    if len(colour) < 3 or not all(math.isfinite(part) for part in colour):
        raise ValueError(f"a colour is three or four finite numbers, not {shown(list(colour))}")
    red, green, blue = (round(min(max(float(part), 0.05), 0.95) * 16) / 16 for part in list(colour)[:3])
    return red, green, blue
