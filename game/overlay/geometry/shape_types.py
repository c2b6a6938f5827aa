"""The shapes of overlays. Positions are in world space [m], angles in radians, colours are (red, green, blue), each 0..1.

Fields that are not in a shape's `repr` do not change its picture in the world, except near the eye (`fades`). The others matter
when the shape is mapped into another space (shape_transforms.py).
"""

from dataclasses import dataclass, field

import numpy as np

Vector = tuple[float, float, float]
Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Point:
    """A position, drawn as a small ball. `radius` is the radius of the ball [m]."""

    position: Vector
    colour: Colour
    radius: float = 0.03


@dataclass(frozen=True)
class Arrow:
    """An arrow with a round shaft and a cone as its head.

    radius: of the shaft [m]
    is_normal: True for the normal of a plane, which is mapped into another space as a normal instead of a vector
    """

    start: Vector
    end: Vector
    colour: Colour
    radius: float = 0.012
    is_normal: bool = field(default=False, repr=False)


@dataclass(frozen=True)
class Disc:
    """A round piece of a plane, drawn as a transparent disc with a bright rim.

    radius: [m]
    fades: True if the disc becomes transparent near the eye
    """

    centre: Vector
    normal: Vector  # unit
    radius: float
    colour: Colour
    fades: bool = field(default=False, repr=False)


@dataclass(frozen=True)
class Ellipsoid:
    """The player's body. The scene draws its model with rings, see view/bodies/player_body.py.

    radii: (3,) along the body's own axes [m]
    heading: [rad]
    frame: (3, 3), rows right, forward and up of the player, or None if its up is +z
    """

    centre: Vector
    radii: Vector
    heading: float
    colour: Colour
    frame: tuple | None = None


@dataclass(frozen=True, eq=False)
class Balls:
    """Solid balls with a smoother surface than a Point. centres: (n, 3) [m]; radii: (n,) [m]; colours: (n, 3)"""

    centres: np.ndarray
    radii: np.ndarray
    colours: np.ndarray


@dataclass(frozen=True, eq=False)
class Boxes:
    """Solid boxes.

    centres: (n, 3) [m]
    halves: (n, 3), half lengths along each box's own axes [m]
    colours: (n, 3)
    axes: (n, 3, 3), the rows are unit vectors along each box's own axes, or None for boxes along x, y and z
    """

    centres: np.ndarray
    halves: np.ndarray
    colours: np.ndarray
    axes: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class Polyline:
    """A tube along points (n, 3) [m]. `radius` is that of the tube [m]."""

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
    """A transparent surface of many small triangles without borders.

    corners: (n, 3, 3) [m]
    colours: (n, 3, 4), colour and opacity of each corner
    is_solid: True for the surface of a solid: only its front is drawn, and other shapes behind the front are dimmed
    """

    corners: np.ndarray
    colours: np.ndarray
    is_solid: bool = False


@dataclass(frozen=True, eq=False)
class Lines:
    """Separate straight tubes. segments: (n, 2, 3), start and end of each tube [m]; radius: of the tubes [m]"""

    segments: np.ndarray
    colour: Colour
    radius: float


@dataclass(frozen=True)
class Label:
    """Upright text at a position in the world. The view chooses its size on the screen.

    foot: (3,) [m] start of the arrow if the label is at the tip of a normal's arrow, otherwise None
    """

    position: Vector
    text: str
    colour: Colour
    foot: Vector | None = field(default=None, repr=False)


Shape = Balls | Boxes | Point | Arrow | Disc | Ellipsoid | Polyline | Triangles | Skin | Lines | Label
