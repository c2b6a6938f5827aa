"""The mapping of shapes into another space. Shapes are mapped before they become triangles: arrows stay round, discs flat.

Positions are transformed by the space's matrix, normals by its inverse transpose (paper 2.4). So the plane of a contact stays
tangent to the sphere in eSpace. A normal transformed as a vector would not be perpendicular to that plane.
"""

from dataclasses import replace

import numpy as np

from .shape_types import Arrow, Balls, Boxes, Disc, Ellipsoid, Label, Lines, Point, Polyline, Skin, Triangles


def mapped(shapes, space):
    """Return a list of shapes mapped by a Space, or by the OwnFrame of an exhibit.

    The shapes themselves are returned if the Space changes nothing.
    """
    return shapes if space.is_world else [MAPS[type(shape)](shape, space) for shape in shapes]


def point(shape, space):
    return replace(shape, position=place(space, shape.position))


def arrow(shape, space):
    start = space.points(shape.start)
    end = start + along_normal(space, shape.start, shape.end) if shape.is_normal else space.points(shape.end)
    return replace(shape, start=tuple(start.tolist()), end=tuple(end.tolist()))


def centred(shape, space):
    """Return Balls or Boxes with their centres mapped into a Space. Their sizes stay the same."""
    return replace(shape, centres=space.points(shape.centres))


def disc(shape, space):
    normal = tuple(space.normal(shape.normal).tolist())
    return replace(shape, centre=place(space, shape.centre), normal=normal, radius=shape.radius * space.widening(shape.normal))


def ellipsoid(shape, space):
    """Return an Ellipsoid with its centre mapped into a Space. The scene deforms the model itself."""
    return replace(shape, centre=place(space, shape.centre))


def polyline(shape, space):
    return replace(shape, points=space.points(shape.points))


def triangles(shape, space):
    return replace(shape, corners=space.points(shape.corners))


def lines(shape, space):
    return replace(shape, segments=space.points(shape.segments))


def label(shape, space):
    if shape.foot is None:
        return replace(shape, position=place(space, shape.position))
    foot = space.points(shape.foot)
    position = foot + along_normal(space, shape.foot, shape.position)
    return replace(shape, position=tuple(position.tolist()), foot=tuple(foot.tolist()))


def place(space, position):
    return tuple(space.points(position).tolist())


def along_normal(space, start, end):
    """Map a drawn normal into a Space. Returns a vector (3,) of the same length.

    start, end: ends of the normal in the world (3,) [m]
    """
    normal = np.subtract(end, start)
    return np.linalg.norm(normal) * space.normal(normal)


MAPS = {
    Balls: centred,
    Boxes: centred,
    Point: point,
    Arrow: arrow,
    Disc: disc,
    Ellipsoid: ellipsoid,
    Polyline: polyline,
    Triangles: triangles,
    Skin: triangles,
    Lines: lines,
    Label: label,
}
