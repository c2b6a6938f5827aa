"""The section of a level and the body in the plane of a View, for drawings from the side."""

import numpy as np

from .svg_canvas import BODY, FAINT, SOLID
from .sweep_and_slide_sections import ellipse_cut
from .tick_paths import OFF_CENTRE

# Least downward part [of 1] of the normal of an underside. Smaller: leaning walls are left out; larger: slabs have two lines.
UNDERSIDE = 0.5
HIGH = 1e3  # [m], higher than any level
SIDE = 1e-4  # [m] from the sheet's side, nearer than which ground goes on beyond it


def draw_level(sheet, run, view, record):
    """Draw the ground in a View's plane through the player's centre after a tick.

    sheet: Sheet; record: StepRecord of the tick
    """
    draw_ground(sheet, cut_of(run, view, float(np.dot(view.deep, record.after.position)) + OFF_CENTRE))


def cut_of(run, view, depth):
    """Return the lines in which a View's plane cuts the level, [((right, up), (right, up)), ...] [m]. Undersides are left out.

    depth: coordinate of the plane along `view.deep` in the world [m]
    """
    mesh = run.simulation.mesh
    triangles = mesh.vertices[mesh.triangles]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    heights = triangles @ np.array(view.deep) - depth
    is_cut = (heights.min(axis=1) < 0.0) & (heights.max(axis=1) > 0.0)
    is_seen = normals[:, 2] > -UNDERSIDE * np.linalg.norm(normals, axis=1)
    return [line for line in (view.cut(triangle, depth) for triangle in triangles[is_cut & is_seen]) if line]


def draw_ground(sheet, lines):
    """Draw the highest lines in the sheet's box, with the area below them. lines: from `cut_of`"""
    left, bottom, right, top = sheet.box
    above = top + 0.1 * (top - bottom)
    inside = [line for line in (clipped(line, (left, bottom, right, HIGH)) for line in lines) if line]
    for surface in surfaces_of(inside):
        surface = [(x, min(y, above)) for x, y in surface]
        start, end = (surface[0][0], bottom), (surface[-1][0], bottom)
        sheet.path([start, *surface, end], "none", fill=SOLID, opacity=0.28, closed=True)
        sides = [start] if start[0] > left + SIDE else [], [end] if end[0] < right - SIDE else []
        sheet.path([*sides[0], *surface, *sides[1]], SOLID, 3.0)


def surfaces_of(lines):
    """Return the highest of `lines` above each x, as a list of polygon chains [(x, y), ...]. Gaps separate the chains."""
    ends = sorted({round(x, 6) for line in lines for x, _ in line})
    chains, open_chain = [], []
    for left, right in zip(ends, ends[1:]):
        middle = (left + right) / 2
        above = [line for line in lines if min(line[0][0], line[1][0]) < middle < max(line[0][0], line[1][0])]
        if above:
            top = max(above, key=lambda line: height_at(line, middle))
            open_chain += [(left, height_at(top, left)), (right, height_at(top, right))]
        elif open_chain:
            chains, open_chain = [*chains, open_chain], []
    return [*chains, open_chain] if open_chain else chains


def height_at(line, x):
    """Return the y at a given x of a line ((x, y), (x, y)) that is not vertical."""
    (x0, y0), (x1, y1) = line
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def clipped(line, box):
    """Return the part of a line ((x, y), (x, y)) inside a box (left, bottom, right, top) as a list of its two ends.

    The result is None if the line and the box have no point in common, or only touch in one point.
    """
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


def draw_body(sheet, run, view, centre, dashed=False):
    """Draw the player's outline in a View, with its centre at a world point (3,) [m]. A dashed outline is grey."""
    draw_outline(sheet, run, view, centre, FAINT if dashed else BODY, dashed)


def draw_outline(sheet, run, view, centre, colour, dashed=False):
    """Draw the player's outline in a View, with its centre at a world point (3,) [m].

    colour: SVG colour; dashed: True for a dashed line
    """
    x0, y0 = view.of(centre)
    outline = ellipse_cut(run.simulation.params.radii, np.array(view.right), np.array(view.up))
    sheet.path([(x0 + x, y0 + y) for x, y in outline], colour, 1.6, dashed, closed=True)
