"""The shapes of overlays, in world space, metres and radians. Colours are (red, green, blue), each 0..1.

Fields that are not in a shape's `repr` matter only when the shape is mapped into another space (space_mapping.py).
"""

from dataclasses import dataclass, field

import numpy as np

Vector = tuple[float, float, float]
Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Point:
    """A small ball."""

    position: Vector
    colour: Colour
    radius: float = 0.03


@dataclass(frozen=True)
class Arrow:
    """A round shaft with a cone as its head.

    is_normal: True for the normal of a plane, which spaces transform as a normal instead of a vector
    """

    start: Vector
    end: Vector
    colour: Colour
    radius: float = 0.012
    is_normal: bool = field(default=False, repr=False)


@dataclass(frozen=True)
class Disc:
    """A piece of a plane: a transparent disc with a bright rim.

    fades: True if the disc becomes transparent near the eye
    """

    centre: Vector
    normal: Vector  # unit
    radius: float
    colour: Colour
    fades: bool = field(default=False, repr=False)


@dataclass(frozen=True)
class Ellipsoid:
    """The body. The scene draws it as the player's model with rings, see view/bodies/player_body.py."""

    centre: Vector
    radii: Vector
    heading: float
    colour: Colour
    frame: tuple | None = None  # (3, 3) rows right, forward and up, for a player whose up is not +z


@dataclass(frozen=True, eq=False)
class Balls:
    """Solid balls, drawn finer than points. centres (n, 3), radii (n,), colours (n, 3)."""

    centres: np.ndarray
    radii: np.ndarray
    colours: np.ndarray


@dataclass(frozen=True, eq=False)
class Boxes:
    """Solid boxes. centres (n, 3); halves (n, 3): half sides along the axes; colours (n, 3); axes (n, 3, 3): unit rows."""

    centres: np.ndarray
    halves: np.ndarray
    colours: np.ndarray
    axes: np.ndarray | None = None  # None: along x, y and z


@dataclass(frozen=True, eq=False)
class Polyline:
    """A thick line through points (n, 3)."""

    points: np.ndarray
    colour: Colour
    radius: float = 0.008


@dataclass(frozen=True, eq=False)
class Triangles:
    """Transparent triangles with bright borders.

    corners: (n, 3, 3) [m]
    colours: (n, 3)
    """

    corners: np.ndarray
    colours: np.ndarray


@dataclass(frozen=True, eq=False)
class Skin:
    """A transparent surface of many small triangles.

    corners: (n, 3, 3) [m]
    colours: (n, 3, 4) colour and opacity of each corner
    """

    corners: np.ndarray
    colours: np.ndarray


@dataclass(frozen=True, eq=False)
class Lines:
    """Thick straight lines. `segments` (n, 2, 3) are their start and end points [m]."""

    segments: np.ndarray
    colour: Colour
    radius: float


@dataclass(frozen=True)
class Label:
    """Upright text at a position in the world. The view chooses its size on the screen.

    foot: start of the normal if the label is at the tip of a normal
    """

    position: Vector
    text: str
    colour: Colour
    foot: Vector | None = field(default=None, repr=False)


Shape = Balls | Boxes | Point | Arrow | Disc | Ellipsoid | Polyline | Triangles | Skin | Lines | Label
