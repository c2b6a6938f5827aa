"""Parts made of walls: wall, ring wall, room and corridor."""

import math
from collections.abc import Sequence
from typing import Annotated

from ...core.elementary_functions import cos, sin
from ...core.value_rules import ImpossibleShape, Length, ListOf, Path2, Size2, TableOf, Whole, Yes
from ..contents.limits import MOST_SOLIDS, require
from ..contents.shape import Face, Point2, Shape, box, from_faces, join
from . import part
from .stairs import short
from .wall_with_openings import Opening, level, mitre, upright, wall_run

Openings = Annotated[tuple[Opening, ...], ListOf(TableOf(Opening))]
MERLON = 0.7  # [m] wide and as far apart, as high as it is wide


@part("wall", side="stone", top="pale", frame="pale")
def wall(path: Path2, height: Length = 3.0, thickness: Length = 0.3, openings: Openings = (), closed: Yes = False) -> Shape:
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
) -> Shape:
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
) -> Shape:
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
) -> Shape:
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
    text = f"width {short(width)}\nheight {short(height)}"
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
