"""Lesson "ground": the cell and the triangle under the player, their heights by formula."""

from typing import Annotated

import numpy as np

from ...core.value_rules import Number, OneOf
from ...lab.physics.ground import (
    DIAGONALS,
    GroundTriangle,
    HeightField,
    barycentric,
    height_by_plane,
    height_by_weights,
    weights_along_normal,
)
from ..tools.latex_to_svg import Svg
from ..tools.pages import Run
from ..tools.registry import Index, Tick, drawing, measure
from ..tools.svg_canvas import BODY, CONTACT, INK, NORMAL, PLANE, SOLID, SvgSheet

SIDE = 65  # points of the level's ground along x and along y; its first vertices are these
CellTerm = Annotated[str, OneOf(("x", "y", "i", "j", "u", "v"))]
HeightBy = Annotated[str, OneOf(("plane", "weights", "ray"))]
Metres = Annotated[float, Number(0.01, 10.0, "m")]
TOP = 100.0  # [m], height from which rays are cast straight down


# The ground as a table of heights


def points_of(run: Run) -> np.ndarray:
    """Return the points of the level's ground, (SIDE, SIDE, 3) [m], by y, then by x."""
    return run.simulation.mesh.vertices[: SIDE * SIDE].reshape(SIDE, SIDE, 3)


def place_of(run: Run, tick: int) -> tuple[float, float]:
    x, y, _ = run.record(tick).after.position
    return x, y


def field_of(run: Run, tick: int) -> HeightField:
    """Return the ground as a HeightField, with the diagonal of the cell under the player: the one that differs less in height."""
    points, (x, y) = points_of(run), place_of(run, tick)
    spacing = points[0, 1, 0] - points[0, 0, 0]
    i, j = int((x - points[0, 0, 0]) / spacing), int((y - points[0, 0, 1]) / spacing)
    z = points[j : j + 2, i : i + 2, 2]
    diagonal = DIAGONALS[0 if abs(z[0, 0] - z[1, 1]) <= abs(z[0, 1] - z[1, 0]) else 1]
    return HeightField(points[:, :, 2].T, spacing, points[0, 0, :2], diagonal)


def triangle_at(run: Run, tick: int) -> GroundTriangle:
    found = field_of(run, tick).triangle(*place_of(run, tick))
    assert found is not None  # the player is on the ground
    return found


# Measures


@measure
def cell_term(run: Run, term: CellTerm, tick: Tick = 0) -> float:
    """Return the player's "x" or "y" [m], or a number of the cell there: "i", "j" along x and y, or the place "u", "v", 0..1."""
    field, (x, y) = field_of(run, tick), place_of(run, tick)
    along, across = (x - field.xs[0]) / (field.xs[1] - field.xs[0]), (y - field.ys[0]) / (field.ys[1] - field.ys[0])
    cell = {"i": np.floor(along), "j": np.floor(across), "u": along % 1.0, "v": across % 1.0}
    return float(({"x": x, "y": y} | cell)[term])


@measure
def ground_height(run: Run, by: HeightBy, tick: Tick = 0) -> float:
    """Return the height [m] of the ground under the player's centre: by the "plane", by "weights", or by a "ray" down."""
    triangle, (x, y) = triangle_at(run, tick), place_of(run, tick)
    if by == "ray":
        return TOP - float(run.simulation.mesh.raycast([(x, y, TOP)], [(0.0, 0.0, -1.0)], np.inf)[0])
    return (height_by_plane if by == "plane" else height_by_weights)(triangle, x, y)


@measure
def ground_weight(run: Run, corner: Index = 0, tick: Tick = 0) -> float:
    """Return the weight of a corner, 0, 1 or 2, of the triangle under the player, at the player's place seen from above."""
    return barycentric(triangle_at(run, tick), place_of(run, tick))[corner]


@measure
def corner_height(run: Run, corner: Index = 0, tick: Tick = 0) -> float:
    """Return the height [m] of a corner, 0, 1 or 2, of the triangle under the player."""
    return float(triangle_at(run, tick).corners[corner][2])


@measure
def ground_plane(run: Run, term: Annotated[str, OneOf(("x", "y", "slope"))], tick: Tick = 0) -> float:
    """Return the "x" or "y" of the normal with z = 1 of the triangle under the player, or its "slope" [degrees]."""
    one, two, three = np.array(triangle_at(run, tick).corners)
    x, y, z = np.cross(two - one, three - one)
    return float({"x": x / z, "y": y / z, "slope": np.degrees(np.arctan2(np.hypot(x, y), z))}[term])


@measure
def aside(run: Run, above: Metres, by: Annotated[str, OneOf(("normal", "areas"))], tick: Tick = 0) -> float:
    """Return how far [cm] the weights of a point `above` the ground belong to another place, seen from above.

    by: the lecture's matrix, which follows the "normal", or "areas" seen from above
    """
    triangle, (x, y) = triangle_at(run, tick), place_of(run, tick)
    point = x, y, height_by_plane(triangle, x, y) + above
    weights = weights_along_normal(triangle, point) if by == "normal" else barycentric(triangle, point)
    place = np.array(weights) @ np.array(triangle.corners)
    return 100.0 * float(np.hypot(place[0] - x, place[1] - y))


# Drawings


@drawing
def cell_from_above(run: Run, tick: Tick = 0) -> Svg:
    """Draw the cell under the player from above: its diagonal, the heights of its corners, the triangle and the place."""
    field, triangle, (x, y) = field_of(run, tick), triangle_at(run, tick), place_of(run, tick)
    i, j = int(cell_term(run, "i", tick)), int(cell_term(run, "j", tick))
    left, right, low, high = field.xs[i], field.xs[i + 1], field.ys[j], field.ys[j + 1]
    sheet = SvgSheet((left - 0.2, low - 0.15, right + 0.2, high + 0.15), height=250, margin=16)
    sheet.path([corner[:2] for corner in triangle.corners], "none", fill=SOLID, opacity=0.5, closed=True)
    sheet.path([(left, low), (right, low), (right, high), (left, high)], INK, 1.8, closed=True)
    ends = [(left, low), (right, high)] if field.diagonal == DIAGONALS[0] else [(right, low), (left, high)]
    sheet.path(ends, PLANE, 2.2)
    for a, b in ((0, 0), (1, 0), (0, 1), (1, 1)):
        height = f"$z_{{{a}{b}}} = {field.heights[i + a, j + b]:.2f}$"
        sheet.letter((field.xs[i + a], field.ys[j + b]), height, INK, (2 * a - 1, 2 * b - 1))
    sheet.measure((left, y), (x, y), "$u$", CONTACT)
    sheet.measure((x, low), (x, y), "$v$", NORMAL)
    sheet.dot((x, y), BODY, 4.5)
    sheet.letter((x, y), "$Q$", BODY, (1, 0.6))
    return sheet.svg("A cell from above with its diagonal and the place of the player in one of its two triangles.")


@drawing
def three_areas(run: Run, tick: Tick = 0) -> Svg:
    """Draw the triangle under the player from above, cut at Q into the areas of its corners' weights."""
    triangle, (x, y) = triangle_at(run, tick), place_of(run, tick)
    flat = [corner[:2] for corner in triangle.corners]
    xs, ys = zip(*flat)
    sheet = SvgSheet((min(xs) - 0.4, min(ys) - 0.12, max(xs) + 0.4, max(ys) + 0.12), height=250, margin=14)
    centre = np.mean(flat, axis=0)
    for k, colour in enumerate((CONTACT, NORMAL, PLANE)):
        area = [flat[k - 2], flat[k - 1], (x, y)]  # opposite to the corner
        sheet.path(area, colour, 1.8, fill=colour, opacity=0.3, closed=True)
        right, up = np.mean(area, axis=0)
        sheet.letter((right + (0.03, 0.03, 0.0)[k], up), f"{ground_weight(run, k, tick):.2f}", INK, (0, 0))
        side = np.sign(np.array(flat[k]) - centre)
        sheet.letter(flat[k], f"$P_{k}$: {triangle.corners[k][2]:.4f} m", colour, tuple(side.tolist()))
    sheet.dot((x, y), BODY, 4.5)
    sheet.letter((x, y), "$Q$", BODY, (0.3, -1.0))
    return sheet.svg("A triangle from above. Q cuts it into three areas, each opposite to the corner whose weight it is.")


@drawing
def foot_aside(run: Run, above: Metres = 1.0, tick: Tick = 0) -> Svg:
    """Draw the slope under the player from the side, with Q above it: its foot along the normal, and the place below it."""
    slope = np.radians(ground_plane(run, "slope", tick))
    foot = above * np.array((-np.sin(slope), np.cos(slope))) * np.cos(slope)  # from Q downwards to the plane, reversed
    x, z = -foot[0], above - foot[1]
    end = 0.95
    sheet = SvgSheet((-0.75, -0.42, 1.25, above + 0.12), height=250, margin=8)
    sheet.wall((-end, -end * np.tan(slope)), (1.5, 1.5 * np.tan(slope)), 0.9)
    sheet.path([(0.0, above), (0.0, 0.0)], INK, 1.8, dashed=True)
    sheet.arrow((0.0, above), (x, z), NORMAL)
    sheet.path([(0.0, 0.0), (0.0, z), (x, z)], CONTACT, 1.6)
    sheet.letter((0.0, z), f"{100.0 * x:.0f} cm", CONTACT, (-1, 0))
    sheet.dot((0.0, above), BODY, 4.5)
    sheet.letter((0.0, above), "$Q$", BODY, (1, 0.2))
    sheet.letter((0.0, above / 2.0), f"{above:g} m", INK, (-1, 0))
    sheet.dot((x, z), NORMAL, 4.5)
    sheet.letter((x, z), "foot", NORMAL, (1, -0.4))
    sheet.dot((0.0, 0.0), INK, 4.0)
    sheet.letter((0.0, 0.0), "below $Q$", INK, (1, -1))
    return sheet.svg("A slope from the side. The foot of a point along the normal is aside of the place below the point.")
