"""Shapes brought into another space, before they are cut: so arrows stay round there and discs stay planes.

Places go by the map itself, normals by its inverse transposed (paper 2.4, and why the sliding plane of eSpace is not at right
angles to the world's normal): the plane of a contact is the tangent plane of the sphere once the body is one.
"""

from dataclasses import replace

import numpy as np

from .shapes import Arrow, Disc, Ellipsoid, Label, Lines, Point, Polyline, Skin, Triangles


def mapped(shapes, space):
    """The shapes as a Space shows them; the world's shows them as they are."""
    return shapes if space.is_world else [MAPS[type(shape)](shape, space) for shape in shapes]


def point(shape, space):
    return replace(shape, position=place(space, shape.position))


def arrow(shape, space):
    start = space.points(shape.start)
    end = start + along_normal(space, shape.start, shape.end) if shape.is_normal else space.points(shape.end)
    return replace(shape, start=tuple(start.tolist()), end=tuple(end.tolist()))


def disc(shape, space):
    normal = tuple(space.normal(shape.normal).tolist())
    return replace(shape, centre=place(space, shape.centre), normal=normal, radius=shape.radius * space.widening(shape.normal))


def ellipsoid(shape, space):
    return replace(shape, centre=place(space, shape.centre), stretch=space.matrix)


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
    """(3,): as long as the way from start to end, which is a normal's, in the direction of that normal in the space."""
    way = np.subtract(end, start)
    return np.linalg.norm(way) * space.normal(way)


MAPS = {
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
