"""The section of a level and the body in the plane of a PathView, and the ground along a path."""

from collections.abc import Sequence

import numpy as np

from ...core.vec3 import VectorLike, triangle_normals
from ...simulation import Ground, TickRecord
from .latex_to_svg import Svg
from .lesson_records import Run
from .registry import drawing
from .svg_canvas import AFTER, BODY, PLANE, SOLID, XY, Area, SvgSheet
from .tick_paths import Line, PathView, level_lines

# Least downward part [of 1] of the normal of an underside. Smaller: leaning walls are left out; larger: slabs have two lines.
UNDERSIDE = 0.5
HIGH = 1e3  # [m], higher than any level
SIDE = 1e-4  # [m] from the sheet's side, nearer than which ground goes on beyond it
NEAR = 1.6  # [m] from the path to the middle of a wall that is drawn. Smaller: walls are cut; larger: other obstacles are drawn
STATE_COLOURS = {Ground.AIR: AFTER, Ground.FLOOR: PLANE, Ground.STEEP: BODY}


def draw_level(sheet: SvgSheet, run: Run, view: PathView, record: TickRecord) -> None:
    draw_ground(sheet, cut_of(run, view, view.depth_of(record.after.position)))


def cut_of(run: Run, view: PathView, depth: float) -> list[Line]:
    """Return the lines [m] in which a view's plane at a depth along `view.deep` [m] cuts the level, without undersides."""
    mesh = run.simulation.mesh
    triangles = mesh.vertices[mesh.triangles]
    normals = triangle_normals(triangles)
    heights = triangles @ np.array(view.deep) - depth
    is_cut = (heights.min(axis=1) < 0.0) & (heights.max(axis=1) > 0.0)
    is_seen = normals[:, 2] > -UNDERSIDE * np.linalg.norm(normals, axis=1)
    return view.cuts(triangles[is_cut & is_seen], depth)


def draw_ground(sheet: SvgSheet, lines: Sequence[Line]) -> None:
    """Draw the highest lines in the sheet's box, with the area below them. lines: from `cut_of`"""
    left, bottom, right, top = sheet.box
    above = top + 0.1 * (top - bottom)
    for surface in surfaces_of(lines_in_box(lines, (left, bottom, right, HIGH))):
        surface = [(x, min(y, above)) for x, y in surface]
        start, end = (surface[0][0], bottom), (surface[-1][0], bottom)
        sheet.path([start, *surface, end], "none", fill=SOLID, opacity=0.28, closed=True)
        sides = [start] if start[0] > left + SIDE else [], [end] if end[0] < right - SIDE else []
        sheet.path([*sides[0], *surface, *sides[1]], SOLID, 3.0)


def surfaces_of(lines: Sequence[Line]) -> list[list[XY]]:
    """Return the highest of `lines` above each x, as polygon chains. Gaps separate the chains."""
    ends = sorted({round(x, 6) for line in lines for x, _ in line})
    chains: list[list[XY]] = []
    open_chain: list[XY] = []
    for left, right in zip(ends, ends[1:]):
        middle = (left + right) / 2
        above = [line for line in lines if min(line[0][0], line[1][0]) < middle < max(line[0][0], line[1][0])]
        if above:
            top = max(above, key=lambda line: height_at(line, middle))
            open_chain += [(left, height_at(top, left)), (right, height_at(top, right))]
        elif open_chain:
            chains, open_chain = [*chains, open_chain], []
    return [*chains, open_chain] if open_chain else chains


def height_at(line: Line, x: float) -> float:
    (x0, y0), (x1, y1) = line
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def lines_in_box(lines: Sequence[Line], box: Area) -> list[Line]:
    return [part for part in (line_in_box(line, box) for line in lines) if part]


def line_in_box(line: Line, box: Area) -> Line | None:
    """Return the part of a line inside a box (left, bottom, right, top), None if they have no or only one point in common."""
    (x0, y0), (x1, y1) = line
    first, last = 0.0, 1.0
    for start, way, low, high in ((x0, x1 - x0, box[0], box[2]), (y0, y1 - y0, box[1], box[3])):
        if way == 0.0:
            if not low <= start <= high:
                return None
            continue
        enter, leave = sorted(((low - start) / way, (high - start) / way))
        first, last = max(first, enter), min(last, leave)
    if first >= last:
        return None
    return [(x0 + t * (x1 - x0), y0 + t * (y1 - y0)) for t in (first, last)]


def draw_body(
    sheet: SvgSheet, run: Run, view: PathView, centre: VectorLike, colour: str = BODY, dashed: bool = False
) -> None:
    sheet.path(view.outline(run.simulation.params.radii, view.of(centre)), colour, 1.6, dashed, closed=True)


def walls_near(run: Run, view: PathView, points: Sequence[XY], reach: float) -> list[Line]:
    """Return lines of the level cut at the player's last centre, with a midpoint at most `reach` [m] from one of the points."""
    lines = level_lines(run, view, all_of_it=True)
    return [line for line in lines if min(np.hypot(*np.subtract(np.mean(line, axis=0), point)) for point in points) <= reach]


def within(lines: Sequence[Line] | np.ndarray, middle: XY | np.ndarray, reach: float) -> list[Line]:
    """Return the parts of lines that lie in the square of half width `reach` around a middle."""
    return lines_in_box(np.asarray(lines).tolist(), (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach))


@drawing
def ground_path(run: Run) -> Svg:
    """Draw the path of the body's lowest point from the side, with dots coloured by ground."""
    view, records = PathView(run.records[0].before.heading, above=False), run.records
    lowest = (0.0, 0.0, run.simulation.params.radii[2])
    places = [view.of(np.subtract(record.after.position, lowest)) for record in records]
    xs, ys = zip(*places)
    sheet = SvgSheet((min(xs), min(ys) - 0.1, max(xs), max(ys) + 0.35), margin=8)
    draw_level(sheet, run, view, records[-1])
    for place, record in zip(places, records):
        sheet.dot(place, STATE_COLOURS[record.after.ground], 3.4)
    left, bottom, right, top = sheet.box
    corner, side = ((left, top), 1) if ys[-1] > ys[0] else ((right, top), -1)
    rows = [(Ground.AIR, "in the air"), (Ground.FLOOR, "on the floor"), (Ground.STEEP, "on a steep edge")]
    states = {record.after.ground for record in records}
    for number, (state, words) in enumerate(row for row in rows if row[0] in states):
        place = (corner[0], corner[1] - number * 20 * (top - bottom) / sheet.height)
        sheet.letter(place, words, STATE_COLOURS[state], (side, -1))
    return sheet.svg("The path of the body's lowest point, with the ticks that it spends in the air.")
