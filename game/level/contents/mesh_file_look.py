"""The look that a mesh file gives its own surfaces: pictures, texture coordinates, and vertex colours."""

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

OWN, GRID = "own", "grid"  # the looks of a level: that of its mesh files, or plain colours with a metre grid
LOOKS = (OWN, GRID)


@dataclass(frozen=True)
class Picture:
    """The bytes of a PNG, JPEG or WebP file. Pictures with the same bytes are equal, so each is kept once.

    digest: the first 24 hex digits of the SHA-256 of the bytes, or of the digests of the picture and its `cut`
    name: the picture's name in messages
    cut: another picture that gives its opacity, or None
    """

    digest: str
    data: bytes = field(repr=False, compare=False)
    name: str = field(repr=False, compare=False)
    cut: "Picture | None" = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, data: bytes, name: str) -> "Picture":
        """Return the Picture of a file's bytes. `name` is its name in messages."""
        return cls(hashlib.sha256(data).hexdigest()[:24], data, name)

    def cut_by(self, other: "Picture") -> "Picture":
        """Return this picture with the opacity of another: its alpha, or its brightness if it has none."""
        digest = hashlib.sha256(f"{self.digest} {other.digest}".encode()).hexdigest()[:24]
        return Picture(digest, self.data, self.name, other)


class SurfaceFinish(NamedTuple):
    """The finish of a surface, drawn instead of a pattern.

    picture: None if only the surface's colours are drawn
    repeats: for the horizontal and the vertical axis, True if the picture repeats along it
    is_sharp: True if pixels are drawn with hard edges, as in pixel art
    mode: "opaque", "mask" (the picture's alpha cuts holes) or "blend" (alpha makes the surface transparent)
    opacity: of the whole surface, 0..1. It is below 1 only in the mode "blend".
    glow: least part of its own colours that the surface shows in any light, 0..1. It is above 0 for lamps and baked light.
    """

    picture: Picture | None = None
    repeats: tuple[bool, bool] = (True, True)
    is_sharp: bool = False
    mode: str = "opaque"
    opacity: float = 1.0
    glow: float = 0.0


class MeshLook(NamedTuple):
    """The texture coordinates and the vertex colours of t triangles, one value for each corner.

    coordinates: (t, 3, 2) float32 on the picture, from (0, 0) at its lower left to (1, 1)
    tints: (t, 3, 3) float32, linear colours 0..1 that multiply the picture, or nan if the file gives no colour
    """

    coordinates: np.ndarray
    tints: np.ndarray

    @classmethod
    def none(cls, count: int) -> "MeshLook":
        """Return the look of `count` triangles without pictures and vertex colours."""
        return cls(np.zeros((count, 3, 2), np.float32), np.full((count, 3, 3), np.nan, np.float32))

    def rows(self, rows: np.ndarray) -> "MeshLook":
        """Return the look of some of the triangles. `rows` are their indices (n,), or a mask (t,) bool."""
        return MeshLook(self.coordinates[rows], self.tints[rows])


def joined_looks(looks: list[MeshLook | None], counts: list[int]) -> MeshLook | None:
    """Join the looks of several meshes, or return None if no mesh has a look.

    looks: one MeshLook or None for each mesh
    counts: number of triangles of each mesh
    """
    if all(look is None for look in looks):
        return None
    whole = [MeshLook.none(count) if look is None else look for look, count in zip(looks, counts)]
    return MeshLook(np.concatenate([look.coordinates for look in whole]), np.concatenate([look.tints for look in whole]))


def linear_colour(display: np.ndarray) -> np.ndarray:
    """Convert displayed colours (sRGB) to linear colours. Argument and result are arrays of one shape with components 0..1."""
    display = np.clip(display, 0.0, 1.0)
    return np.where(display <= 0.04045, display / 12.92, ((display + 0.055) / 1.055) ** 2.4)
