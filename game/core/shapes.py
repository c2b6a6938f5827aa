"""Shapes to draw, and their maps to other spaces. Positions are in world space [m], angles in radians, colours are 0..1.

Fields that are not in a shape's `repr` matter when it is mapped into another space. Positions are transformed by the space's
matrix, normals by its inverse transpose (paper 2.4). So the plane of a contact stays tangent to the sphere in eSpace.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from .vec3 import Vector, VectorLike

Colour = tuple[float, float, float]  # red, green, blue, each 0..1
Rgba = tuple[float, float, float, float]  # red, green, blue, opacity, each 0..1


@dataclass(frozen=True, eq=False)
class Placed:
    """A shape with places on it, in its first field."""

    def is_near(self, place: Sequence[float] | np.ndarray, reach: float) -> bool:
        """True if one of the places is nearer than `reach` to a place [m]."""
        away = np.asarray(getattr(self, fields(self)[0].name), float).reshape(-1, 3) - place
        return bool((np.linalg.norm(away, axis=1) < reach).any())


@dataclass(frozen=True)
class Point(Placed):
    """A position, drawn as a small ball. `radius` is the radius of the ball [m]. in_front: nothing hides it"""

    position: Vector
    colour: Colour
    radius: float = 0.03
    in_front: bool = field(default=False, repr=False)


@dataclass(frozen=True)
class Arrow(Placed):
    """An arrow with a shaft of a radius [m] and a cone. in_front: nothing hides it"""

    start: Vector
    end: Vector
    colour: Colour
    radius: float = 0.012
    is_normal: bool = field(default=False, repr=False)  # mapped as the normal of a plane, not as a vector
    in_front: bool = field(default=False, repr=False)


@dataclass(frozen=True)
class Disc(Placed):
    """A round piece of a plane, a transparent disc of a radius [m] with a bright rim. `fades`: near the eye"""

    centre: Vector
    normal: Vector  # unit
    radius: float
    colour: Colour
    fades: bool = field(default=False, repr=False)


@dataclass(frozen=True)
class EllipsoidShape(Placed):
    """The player's body, of radii (3,) [m] and a heading [rad] in a frame (3, 3), or None, drawn as a model."""

    centre: Vector
    radii: Vector
    heading: float
    colour: Colour
    frame: tuple | None = None


@dataclass(frozen=True, eq=False)
class Balls(Placed):
    """Solid balls with a smoother surface than a Point. centres: (n, 3) [m]; radii: (n,) [m]; colours: (n, 3)"""

    centres: np.ndarray
    radii: np.ndarray
    colours: np.ndarray

    @classmethod
    def of(cls, rows: Iterable[tuple[VectorLike, float, Colour]]) -> "Balls":
        """Return balls from a row (centre, radius, colour) for each, at least one."""
        return cls(*(np.array(column) for column in zip(*rows)))


@dataclass(frozen=True, eq=False)
class Boxes(Placed):
    """Solid boxes with centres and half lengths (n, 3) [m], colours (n, 3) and axes (n, 3, 3) or None for x, y, z."""

    centres: np.ndarray
    halves: np.ndarray
    colours: np.ndarray
    axes: np.ndarray | None = None

    @classmethod
    def of(cls, rows: Iterable[tuple[VectorLike, VectorLike, Colour]]) -> "Boxes":
        """Return upright boxes from a row (centre, half lengths, colour) for each, at least one."""
        return cls(*(np.array(column) for column in zip(*rows)))


@dataclass(frozen=True, eq=False)
class Polyline(Placed):
    """A tube along points (n, 3) [m]. `radius` is that of the tube [m]. in_front: nothing hides it"""

    points: np.ndarray
    colour: Colour
    radius: float = 0.008
    in_front: bool = field(default=False, repr=False)


@dataclass(frozen=True, eq=False)
class Rings(Placed):
    """Three thin tubes around a body. radii: [m]; axes: (3, 3), its rows right, forward and up; radius: of the tubes [m]"""

    centre: Vector
    radii: Vector
    axes: np.ndarray
    colour: Colour
    radius: float = 0.004


@dataclass(frozen=True, eq=False)
class Triangles(Placed):
    """Transparent triangles (n, 3, 3) [m] with colours (n, 3) and bright borders."""

    corners: np.ndarray
    colours: np.ndarray


@dataclass(frozen=True, eq=False)
class Faces(Placed):
    """Opaque triangles (n, 3, 3) [m], counterclockwise from outside, with colours (n, 3), shaded by their normals."""

    corners: np.ndarray
    colours: np.ndarray


@dataclass(frozen=True, eq=False)
class Skin(Placed):
    """A transparent surface of small triangles (n, 3, 3) [m] without borders, with colours and opacity (n, 3, 4)."""

    corners: np.ndarray
    colours: np.ndarray
    is_solid: bool = False  # of a solid: only its front is drawn, and other shapes behind the front are dimmed
    is_section: bool = False  # cut faces, which are drawn over the level and behind all other shapes


@dataclass(frozen=True, eq=False)
class Lines(Placed):
    """Separate straight tubes. segments: (n, 2, 3), start and end of each tube [m]; radius: of the tubes [m]"""

    segments: np.ndarray
    colour: Colour
    radius: float
    is_section: bool = False  # the outlines of cut faces, as in Skin


@dataclass(frozen=True)
class Label(Placed):
    """Upright text at a position. `foot` (3,) [m] is the start of a normal's arrow with the label at its tip, or None."""

    position: Vector
    text: str
    colour: Colour
    foot: Vector | None = field(default=None, repr=False)
    is_large: bool = field(default=False, repr=False)  # a name that is read from the back of a room
    # direction in the picture from the position to the text [degrees counterclockwise from the right], or None for any
    side: float | None = field(default=None, repr=False)


Shape = Balls | Boxes | Point | Arrow | Disc | EllipsoidShape | Polyline | Rings | Triangles | Faces | Skin | Lines | Label


def mapped(shapes: Sequence[Shape], space: Any) -> Sequence[Shape]:
    """Return shapes mapped by a Space, or by the OwnFrame of an exhibit, or themselves if it changes nothing."""
    return shapes if space.is_world else [MAPS.get(type(shape), mapped_places)(shape, space) for shape in shapes]


def mapped_places(shape: Any, space: Any) -> Any:
    """Return a shape with its places mapped into a Space. The scene itself deforms the model of an EllipsoidShape."""
    name = fields(shape)[0].name
    places = space.points(getattr(shape, name))
    return replace(shape, **{name: places if places.ndim > 1 else tuple(places.tolist())})


def mapped_arrow(shape: Arrow, space: Any) -> Arrow:
    start = space.points(shape.start)
    end = start + along_normal(space, shape.start, shape.end) if shape.is_normal else space.points(shape.end)
    return replace(shape, start=tuple(start.tolist()), end=tuple(end.tolist()))


def mapped_boxes(shape: Boxes, space: Any) -> Boxes:
    axes = np.eye(3) if shape.axes is None else shape.axes
    centres = space.points(shape.centres)
    return replace(shape, centres=centres, axes=space.points(axes + shape.centres[:, None]) - centres[:, None])


def mapped_disc(shape: Disc, space: Any) -> Disc:
    normal, radius = tuple(space.normal(shape.normal).tolist()), shape.radius * space.widening(shape.normal)
    return replace(mapped_places(shape, space), normal=normal, radius=radius)


def mapped_rings(shape: Rings, space: Any) -> Rings:
    centre = space.points(shape.centre)
    return replace(shape, centre=tuple(centre.tolist()), axes=space.points(shape.axes + shape.centre) - centre)


def mapped_label(shape: Label, space: Any) -> Label:
    if shape.foot is None:
        return mapped_places(shape, space)
    foot = space.points(shape.foot)
    position = foot + along_normal(space, shape.foot, shape.position)
    return replace(shape, position=tuple(position.tolist()), foot=tuple(foot.tolist()))


def along_normal(space: Any, start: Vector, end: Vector) -> np.ndarray:
    """Map a drawn normal with ends (3,) [m] in the world into a Space. Returns a vector (3,) of the same length."""
    normal = np.subtract(end, start)
    return np.linalg.norm(normal) * space.normal(normal)


# The shapes that have more to map than their places.
MAPS: dict[type, Callable[..., Any]] = {
    Boxes: mapped_boxes,
    Arrow: mapped_arrow,
    Disc: mapped_disc,
    Rings: mapped_rings,
    Label: mapped_label,
}
