"""Walls along a path with mitred corners, doors and windows, as one closed solid without T-junctions; rooms and corridors.

Between two points of the path is a wall piece. The edges of all openings cut it into cells, at the same heights everywhere. A
cell is solid or open. A face is made wherever a solid cell borders air.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from ...core.elementary_functions import cos, sin
from ...core.value_rules import Height, ImpossibleShape, Length, ListOf, Offset, Path2, Size2, TableOf, Whole, Yes
from ..contents.limits import MOST_CELLS, MOST_SOLIDS, MOST_TRIANGLES, require
from ..contents.part_shape import Face, PartShape, Point2, Point3, box, from_faces, join
from . import part
from .stairs import short

# Openings must leave this much of the wall at its ends [m]: less leaves slivers, none would break the solid.
LEAST_JAMB = 0.02
# Edges of openings nearer than this are one [m]: less leaves cells too thin to have an area, more moves edges that can be seen.
SAME = 1e-6


@dataclass(frozen=True)
class Opening:
    wall: Annotated[int, Whole(1, 1000)] = 1  # number of the wall piece, from 1
    at: Offset = 0.0  # of its centre along the path, from the centre of the wall piece [m]
    width: Length = 1.0  # [m]
    height: Length = 2.1  # [m]
    sill: Height = 0.0  # height of its lower edge above the floor [m]


@dataclass(frozen=True)
class WallPiece:
    cuts: list[float]  # distances along the path from the first point [m]
    right: list[Point2]  # (x, y) [m] of each cut on the right face of the wall
    left: list[Point2]
    solid: list[list[bool]]  # [i][j]: of the cell between cuts i and i + 1 and between heights j and j + 1


def wall_run(
    path: Sequence[Point2], height: float, left: float, right: float, openings: Sequence[Opening] = (), closed: bool = False
) -> list[Face]:
    """Return the faces of a wall along a path [m], with roles "side", "top", and "frame" inside the openings.

    left, right: distances of its faces from the path [m]; closed: the last point is joined to the first. Raises ImpossibleShape
    for an opening that does not fit, equal points or a sharp corner, ValueError for too many triangles or cells.
    """
    count = len(path) if closed else len(path) - 1
    levels = height_cuts(height, openings, count)
    cells = (count + 2 * len(openings)) * (len(levels) - 1)
    require(12 * cells, MOST_TRIANGLES, "triangles of a wall", "divide it, or give its openings the same heights")
    require(cells * (1 + len(openings)), MOST_CELLS, "cells of a wall times its openings", "divide it")
    pieces = [straight_piece(path, i, closed, (left, right), openings, levels) for i in range(count)]
    faces = [face for piece in pieces for face in piece_faces(piece, levels)]
    if not closed:
        faces += [end_face(pieces[0], 0, levels), end_face(pieces[-1], -1, levels)]
    return [face for strip in faces for face in strip]


def height_cuts(height: float, openings: Sequence[Opening], count: int) -> list[float]:
    """Return the heights [m] at which all wall pieces are cut, ascending. Raises ImpossibleShape for a misfit."""
    levels = {0.0, height}
    for opening in openings:
        if opening.wall > count:
            raise ImpossibleShape(f"an opening is in wall {opening.wall}, but there are {count}")
        if opening.sill + opening.height > height + 1e-9:
            raise ImpossibleShape(f"an opening reaches up to {opening.sill + opening.height:g}, the wall to {height:g}")
        levels |= {opening.sill, opening.sill + opening.height}
    return distinct(levels, height)


def straight_piece(
    path: Sequence[Point2], i: int, closed: bool, widths: tuple[float, float], openings: Sequence[Opening], levels: list[float]
) -> WallPiece:
    """Return the wall piece between points i and i + 1 of the path. Raises ImpossibleShape as `wall_run`."""
    start, end = path[i], path[(i + 1) % len(path)]
    length = math.dist(start, end)
    if length == 0.0:
        raise ImpossibleShape(f"path: points {i + 1} and {i + 2} are the same")
    here = [opening for opening in openings if opening.wall == i + 1]
    edges = {length / 2 + opening.at + half * opening.width for opening in here for half in (-0.5, 0.5)}
    cuts = distinct(edges, length)
    sides = [[offset_point(path, i, closed, side, cut, length) for cut in cuts] for side in (-widths[1], widths[0])]
    refuse_wide_openings(here, sides, start, end, length)
    columns, rows = middles(cuts), middles(levels)
    solid = [[not inside_any(here, length, along, z) for z in rows] for along in columns]
    right, left = sides
    return WallPiece(cuts, right, left, solid)


def middles(cuts: Sequence[float]) -> list[float]:
    return [(a + b) / 2 for a, b in zip(cuts, cuts[1:])]


def distinct(cuts: Iterable[float], end: float) -> list[float]:
    """Return 0, `end` and the cuts between them in ascending order. Cuts nearer to each other than SAME are merged."""
    kept = [0.0]
    for cut in sorted(cuts):
        if kept[-1] + SAME < cut < end - SAME:
            kept.append(cut)
    return [*kept, end]


def inside_any(openings: Sequence[Opening], length: float, along: float, z: float) -> bool:
    """True if a point of a wall piece, `along` from its start and at the height z [m], is in an opening."""
    return any(
        abs(along - length / 2 - opening.at) < opening.width / 2 and opening.sill < z < opening.sill + opening.height
        for opening in openings
    )


def offset_point(path: Sequence[Point2], i: int, closed: bool, side: float, cut: float, length: float) -> Point2:
    """Return the point (x, y) [m] of a wall face, `side` to the left of the path [m], at a cut along piece i [m], mitred."""
    start, end = path[i], path[(i + 1) % len(path)]
    if cut in (0.0, length):
        return mitre(path, i if cut == 0.0 else (i + 1) % len(path), closed, side)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    return start[0] + along[0] * cut - along[1] * side, start[1] + along[1] * cut + along[0] * side


def mitre(path: Sequence[Point2], k: int, closed: bool, side: float) -> Point2:
    """Return the point (x, y) [m] at which the wall faces before and after point k of the path meet.

    closed: the last point is joined to the first. An open end is at right angles. side: of the wall faces to the left of the path
    [m], negative to the right. Raises ImpossibleShape for a sharp corner, or equal points in a row.
    """
    last = len(path) - 1
    before = direction(path[k - 1], path[k]) if closed or k > 0 else direction(path[0], path[1])
    after = direction(path[k], path[(k + 1) % len(path)]) if closed or k < last else before
    cosine = before[0] * after[0] + before[1] * after[1]
    if cosine < -0.9:
        raise ImpossibleShape(f"path: the corner at point {k + 1} is sharper than 26 degrees")
    scale = side / (1.0 + cosine)
    return path[k][0] - (before[1] + after[1]) * scale, path[k][1] + (before[0] + after[0]) * scale


def direction(a: Point2, b: Point2) -> Point2:
    """Return the unit vector from point a to point b. Raises ImpossibleShape if they are the same."""
    length = math.dist(a, b)
    if length == 0.0:
        raise ImpossibleShape("path: two points in a row are the same")
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def refuse_wide_openings(
    openings: Sequence[Opening], sides: list[list[Point2]], start: Point2, end: Point2, length: float
) -> None:
    """Raise ImpossibleShape if less than LEAST_JAMB of the wall is left at an end of a piece, also without openings."""
    along = direction(start, end)
    wide = any(abs(opening.at) + opening.width / 2 > length / 2 - LEAST_JAMB for opening in openings)
    for side in sides:
        places = [(x - start[0]) * along[0] + (y - start[1]) * along[1] for x, y in side]
        if wide or places[1] - places[0] < LEAST_JAMB or places[-1] - places[-2] < LEAST_JAMB:
            raise ImpossibleShape(f"an opening reaches the end of a wall {length:g} long; make it narrower or move it")


def piece_faces(piece: WallPiece, levels: list[float]) -> list[list[Face]]:
    """Return the faces of each solid cell of a wall piece, one list for each cell. The ends of the wall piece are left open."""
    cells = [(j, r) for j, column in enumerate(piece.solid) for r, is_solid in enumerate(column) if is_solid]
    return [cell_faces(piece, levels, j, r) for j, r in cells]


def cell_faces(piece: WallPiece, levels: list[float], j: int, r: int) -> list[Face]:
    """Return the faces of the solid cell in column j and row r that border air, except at the ends of the wall piece."""
    columns, rows = len(piece.solid), len(levels) - 1
    (r0, r1), (l0, l1) = piece.right[j : j + 2], piece.left[j : j + 2]
    low, high = levels[r], levels[r + 1]
    faces = [(upright(r0, r1, low, high), "side"), (upright(l1, l0, low, high), "side")]
    if r == rows - 1 or not piece.solid[j][r + 1]:
        faces.append((level([r0, r1, l1, l0], high), "top" if r == rows - 1 else "frame"))
    if r == 0 or not piece.solid[j][r - 1]:
        faces.append((level([l0, l1, r1, r0], low), "side" if r == 0 else "frame"))
    if j > 0 and not piece.solid[j - 1][r]:
        faces.append((upright(l0, r0, low, high), "frame"))
    if j < columns - 1 and not piece.solid[j + 1][r]:
        faces.append((upright(r1, l1, low, high), "frame"))
    return faces


def end_face(piece: WallPiece, end: int, levels: list[float]) -> list[Face]:
    """Return the faces that close an open wall at its start (end = 0) or at its end (end = -1)."""
    pair = (piece.left[0], piece.right[0]) if end == 0 else (piece.right[-1], piece.left[-1])
    return [(upright(*pair, low, high), "side") for low, high in zip(levels, levels[1:])]


def upright(a: Point2, b: Point2, low: float, high: float) -> list[Point3]:
    """Return the corners of a vertical rectangle over a line, counter-clockwise seen from the right of this line."""
    return [(*a, low), (*b, low), (*b, high), (*a, high)]


def level(points: Sequence[Point2], z: float) -> list[Point3]:
    return [(*point, z) for point in points]


Openings = Annotated[tuple[Opening, ...], ListOf(TableOf(Opening))]
MERLON = 0.7  # [m] wide and as far apart, as high as it is wide


@part("wall", side="stone", top="pale", frame="pale")
def wall(path: Path2, height: Length = 3.0, thickness: Length = 0.3, openings: Openings = (), closed: Yes = False) -> PartShape:
    """Build a wall whose centre line follows a path of [x, y] points. `closed` joins the last point to the first.

    path: at least two points [x, y] [m], relative to the part's `at`
    openings: doors and windows, such as {wall = 1, at = 0.0, width = 1.0, height = 2.1, sill = 0.0}; the keys are those of
    Opening
    """
    return from_faces(wall_run(path, height, thickness / 2, thickness / 2, openings, closed))


@part("ring_wall", side="stone", top="pale", frame="pale")
def ring_wall(
    radius: Length = 4.0,
    height: Length = 4.0,
    thickness: Length = 0.3,
    sides: Annotated[int, Whole(3, 64)] = 16,
    openings: Openings = (),
    battlements: Yes = False,
) -> PartShape:
    """Build a round wall of `sides` flat walls around `at`, with the inner radius `radius`. Wall 1 is on the +y side, and the
    others follow counter-clockwise.
    """
    corner = radius / cos(math.pi / sides)
    angles = [math.tau * (i - 0.5) / sides + math.pi / 2 for i in range(sides)]
    path = [(corner * cos(angle), corner * sin(angle)) for angle in angles]
    solids = [wall_run(path, height, 0.0, thickness, openings, closed=True)]
    solids += merlons(path, height, thickness) if battlements else []
    return join(map(from_faces, solids))


def merlons(path: list[Point2], height: float, thickness: float) -> list[list[Face]]:
    """Return the faces of each merlon, a tooth of a battlement on top of a closed wall. The wall is on the right of its path."""
    solids = []
    teeth = sum(int(math.dist(a, b) / (2 * MERLON)) for a, b in zip(path, [*path[1:], path[0]]))
    require(teeth, MOST_SOLIDS, "teeth of battlements", "make the wall shorter")
    for a, b in zip(path, [*path[1:], path[0]]):
        length = math.dist(a, b)
        count = max(1, int(length / (2 * MERLON)))
        for tooth in range(count):
            ends = [(tooth + 0.5) / count + half * MERLON / length for half in (-0.5, 0.5)]
            line = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in ends]
            faces = wall_run(line, MERLON, 0.0, thickness)
            solids.append([([(x, y, z + height) for x, y, z in points], role) for points, role in faces])
    return solids


@part("room", floor="floor", side="stone", top="pale", frame="pale", ceiling="pale")
def room(
    size: Size2 = (8.0, 8.0),
    height: Length = 3.0,
    thickness: Length = 0.3,
    openings: Openings = (),
    floor: Yes = True,
    ceiling: Yes = False,
    battlements: Yes = False,
) -> PartShape:
    """Build four walls around `at` with the inner size `size`. Walls 1 to 4 are front (-y), right, back (+y) and left.

    openings: doors and windows, as for `wall`
    floor, ceiling: True for a slab under or on the walls; battlements: True for teeth on the walls
    """
    w, d = size[0] / 2, size[1] / 2
    path = [(-w, -d), (w, -d), (w, d), (-w, d)]
    solids = [wall_run(path, height, 0.0, thickness, openings, closed=True)]
    solids += merlons(path, height, thickness) if battlements else []
    w, d = w + thickness, d + thickness
    solids += [box((-w, -d, -0.2), (w, d, 0.0), "floor", "side")] if floor else []
    solids += [box((-w, -d, height), (w, d, height + 0.2), "top", "ceiling")] if ceiling else []
    return join(map(from_faces, solids))


@part("corridor", floor="floor", side="stone", top="pale", frame="red", ceiling="pale")
def corridor(
    path: Path2,
    width: Length = 2.0,
    height: Length = 2.4,
    thickness: Length = 0.3,
    left: Openings = (),
    right: Openings = (),
    frames: Annotated[tuple[Opening, ...], ListOf(TableOf(Opening))] = (),
    floor: Yes = True,
    ceiling: Yes = True,
) -> PartShape:
    """Build a passage of `width` and `height` along a path of [x, y] points, with a wall on both sides and open ends.

    left, right: openings in the left and the right wall
    frames: doorways across the corridor in wall piece `wall`, `at` metres from the centre of the wall piece
    """
    half = width / 2
    require(len(frames), MOST_SOLIDS, "frames", "divide the corridor")
    if any(frame.wall >= len(path) for frame in frames):
        raise ImpossibleShape(f"a frame is in wall {max(frame.wall for frame in frames)}, but the path has {len(path) - 1}")
    solids = [
        wall_run(path_beside(path, half), height, thickness, 0.0, left),
        wall_run(path_beside(path, -half), height, 0.0, thickness, right),
        *(doorway(path, frame, width, height) for frame in frames),
    ]
    solids += [ribbon(path, half + thickness, -0.2, 0.0, "floor", "side")] if floor else []
    solids += [ribbon(path, half + thickness, height, height + 0.2, "top", "ceiling")] if ceiling else []
    text = f"width {short(width)} m\nheight {short(height)} m"
    return join(map(from_faces, solids)).with_sign(text, (path[0][0], path[0][1], height + 0.7))


def path_beside(path: Sequence[Point2], side: float) -> list[Point2]:
    """Return a path [m] moved to its left, or to its right if `side` is negative. Raises ImpossibleShape as `mitre` does."""
    return [mitre(path, k, False, side) for k in range(len(path))]


def doorway(path: Sequence[Point2], frame: Opening, width: float, height: float) -> list[Face]:
    """Return the faces of a thin wall across a corridor, with the opening `frame` in it."""
    start, end = path[frame.wall - 1], path[frame.wall]
    length = math.dist(start, end)
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    along = length / 2 + frame.at
    middle = (start[0] + x * along, start[1] + y * along)
    across = [(middle[0] - y * s, middle[1] + x * s) for s in (width / 2, -width / 2)]
    hole = Opening(1, 0.0, frame.width, frame.height, frame.sill)
    return wall_run(across, height, 0.1, 0.1, [hole])


def ribbon(path: Sequence[Point2], half: float, low: float, high: float, top: str, under: str) -> list[Face]:
    """Return the faces of a flat slab, 2 `half` wide, along a path [m]. `under` is the role of all faces but the top one."""
    left, right = path_beside(path, half), path_beside(path, -half)
    faces = [(upright(left[0], right[0], low, high), under), (upright(right[-1], left[-1], low, high), under)]
    for k in range(len(path) - 1):
        (l0, l1), (r0, r1) = left[k : k + 2], right[k : k + 2]
        faces += [(level([r0, r1, l1, l0], high), top), (level([l0, l1, r1, r0], low), under)]
        faces += [(upright(r0, r1, low, high), under), (upright(l1, l0, low, high), under)]
    return faces
