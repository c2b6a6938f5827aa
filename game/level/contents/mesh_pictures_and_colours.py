"""The look that a mesh file gives its own surfaces: pictures, texture coordinates, and vertex colours."""

import hashlib
import io
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

OWN, GRID = "own", "grid"  # the looks of a level: that of its mesh files, or plain colours with a metre grid
LOOKS = (OWN, GRID)
# Brightest linear base colour that counts as black, so that the look is in the emission. Smaller: a bake over nearly black is
# dark; larger: the emission replaces the picture of a dark object.
BLACK = 0.02
# Side of the square of mean colours by which a picture is black. Smaller: a bright spot is missed; larger: noise counts.
SAMPLES = 16


@dataclass(frozen=True)
class Picture:
    """The bytes of a PNG, JPEG or WebP file. Pictures with the same bytes are equal, so each is kept once."""

    digest: str  # 24 hex digits of a SHA-256
    data: bytes = field(repr=False, compare=False)
    name: str = field(repr=False, compare=False)  # in messages
    cut: "Picture | None" = field(default=None, repr=False, compare=False)  # gives the opacity

    @classmethod
    def of(cls, data: bytes, name: str) -> "Picture":
        return cls(hashlib.sha256(data).hexdigest()[:24], data, name)

    def cut_by(self, other: "Picture") -> "Picture":
        """Return this picture with the opacity of another: its alpha, or its brightness if it has none."""
        digest = hashlib.sha256(f"{self.digest} {other.digest}".encode()).hexdigest()[:24]
        return Picture(digest, self.data, self.name, other)

    @cached_property
    def is_black(self) -> bool:
        """True if what is seen of it is black. Without Pillow, or if it cannot be decoded, it counts as bright."""
        try:
            from PIL import Image

            image = Image.open(io.BytesIO(self.data))
            image.draft("RGB", (SAMPLES, SAMPLES))
            small = np.asarray(image.convert("RGBA").convert("RGBa").resize((SAMPLES, SAMPLES), Image.Resampling.BOX))
        except (ImportError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            return False
        return float(linear_colour(small[..., :3].max() / 255.0)) <= BLACK


class SurfaceFinish(NamedTuple):
    picture: Picture | None = None  # None if only the surface's colours are drawn
    repeats: tuple[bool, bool] = (True, True)  # along the horizontal and the vertical axis
    is_sharp: bool = False  # pixels have hard edges, as in pixel art
    mode: str = "opaque"  # "opaque", "mask" (alpha cuts holes) or "blend" (alpha makes it transparent)
    opacity: float = 1.0  # of the whole surface, 0..1; below 1 only in the mode "blend"
    glow: float = 0.0  # least part of its colours that it shows in any light, 0..1; above 0 for lamps and baked light


class MeshLook(NamedTuple):
    """The texture coordinates and the vertex colours of t triangles, one value for each corner."""

    coordinates: np.ndarray  # (t, 3, 2) float32, from (0, 0) at the picture's lower left to (1, 1)
    tints: np.ndarray  # (t, 3, 3) float32, linear, 0..1; they multiply the picture; nan without a colour

    @classmethod
    def none(cls, count: int) -> "MeshLook":
        return cls(np.zeros((count, 3, 2), np.float32), np.full((count, 3, 3), np.nan, np.float32))

    def rows(self, rows: np.ndarray) -> "MeshLook":
        return MeshLook(self.coordinates[rows], self.tints[rows])


def joined_looks(looks: list[MeshLook | None], counts: list[int]) -> MeshLook | None:
    if all(look is None for look in looks):
        return None
    whole = [MeshLook.none(count) if look is None else look for look, count in zip(looks, counts)]
    return MeshLook(np.concatenate([look.coordinates for look in whole]), np.concatenate([look.tints for look in whole]))


def linear_colour(display: np.ndarray) -> np.ndarray:
    """Convert displayed colours (sRGB) to linear ones, components 0..1 in an array of any shape."""
    display = np.clip(display, 0.0, 1.0)
    return np.where(display <= 0.04045, display / 12.92, ((display + 0.055) / 1.055) ** 2.4)
