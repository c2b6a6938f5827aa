"""The look that a mesh file gives its own surfaces: pictures, texture coordinates, and colours of vertices."""

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

OWN, GRID = "own", "grid"  # looks of a level: as its mesh files say, or plain colours with a metre grid
LOOKS = (OWN, GRID)


@dataclass(frozen=True)
class Picture:
    """The bytes of a PNG, JPEG or WebP file. Pictures of the same bytes are equal, so that each is kept once.

    digest: of the bytes; name: for messages
    """

    digest: str
    data: bytes = field(repr=False, compare=False)
    name: str = field(repr=False, compare=False)

    @classmethod
    def of(cls, data: bytes, name: str) -> "Picture":
        return cls(hashlib.sha256(data).hexdigest()[:24], data, name)


class Finish(NamedTuple):
    """The finish of a surface, drawn instead of a pattern; without a picture, the surface's colours alone.

    repeats: True for each axis along which the picture repeats; is_sharp: True for pixels with hard edges, as in pixel art
    mode: "opaque", "mask" (the picture's alpha cuts holes) or "blend" (it makes the surface transparent); opacity: 0..1
    """

    picture: Picture | None = None
    repeats: tuple[bool, bool] = (True, True)
    is_sharp: bool = False
    mode: str = "opaque"
    opacity: float = 1.0


class Look(NamedTuple):
    """The look of triangles, corner by corner.

    coordinates (t, 3, 2) float32: of the picture, (0, 0) at its lower left; tints (t, 3, 3) float32: linear colours 0..1 that
    multiply the picture, nan where the file gives none
    """

    coordinates: np.ndarray
    tints: np.ndarray

    @classmethod
    def none(cls, count: int) -> "Look":
        """The look of triangles without pictures and colours of their own."""
        return cls(np.zeros((count, 3, 2), np.float32), np.full((count, 3, 3), np.nan, np.float32))

    def rows(self, rows: np.ndarray) -> "Look":
        """The look of some of the triangles: their numbers (n,), or (t,) bool."""
        return Look(self.coordinates[rows], self.tints[rows])


def joined_looks(looks: list[Look | None], counts: list[int]) -> Look | None:
    """The look of several meshes, of `counts` triangles each, as one; None if none of them has any."""
    if all(look is None for look in looks):
        return None
    whole = [Look.none(count) if look is None else look for look, count in zip(looks, counts)]
    return Look(np.concatenate([look.coordinates for look in whole]), np.concatenate([look.tints for look in whole]))


def linear_colour(display: np.ndarray) -> np.ndarray:
    """Linear colours from those as displayed (sRGB), each part 0..1."""
    display = np.clip(display, 0.0, 1.0)
    return np.where(display <= 0.04045, display / 12.92, ((display + 0.055) / 1.055) ** 2.4)
