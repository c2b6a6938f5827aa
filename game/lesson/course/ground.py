"""Lesson "ground": the cell and the triangle under a point, their heights by formula, and searches in a net."""

from typing import Annotated

import numpy as np

from ...core.value_rules import Number, OneOf, Text
from ...lab.exhibits import hill
from ...lab.physics.forum_picking import clipped
from ...lab.physics.ground import (
    DIAGONALS,
    GroundTriangle,
    HeightField,
    barycentric,
    height_by_plane,
    height_by_weights,
    weights_along_normal,
)
from ..tools.exhibit_measures import bodies_at, values_at
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import COLOURS, Run
from ..tools.registry import Index, Tick, drawing, measure
from ..tools.svg_canvas import AFTER, CONTACT, DEPTH, FAINT, INK, NORMAL, PLANE, SOLID, XY, SvgSheet, corners_of, hex_of

SIDE = 65  # points of the level's ground along x and along y; its first vertices are these
CellTerm = Annotated[str, OneOf(("x", "y", "i", "j", "u", "v"))]
HeightBy = Annotated[str, OneOf(("plane", "weights", "ray"))]
Metres = Annotated[float, Number(0.01, 10.0, "m")]
TOP = 100.0  # [m], height from which rays are cast straight down
RED = hex_of(COLOURS["red"])  # the triangle, as in the scene
SEED, SEARCHES = 25, 1000  # of random places on the hill. Fewer: their mean is a guess; more: the measure takes long


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
def foot_weight(run: Run, above: Metres, corner: Index = 0, tick: Tick = 0) -> float:
    """Return the weight of a corner, 0, 1 or 2, by the lecture's matrix for a point `above` the ground: that of its foot."""
    triangle, (x, y) = triangle_at(run, tick), place_of(run, tick)
    return weights_along_normal(triangle, (x, y, height_by_plane(triangle, x, y) + above))[corner]


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


def footing(run: Run, exhibit: str) -> hill.Footing:
    under = hill.found_at(values_at(run, exhibit), bodies_at(run, exhibit).at)
    assert under is not None  # the player is on the hill
    return under


@measure
def mean_search(run: Run, exhibit: Text) -> float:
    """Return the mean number of triangles that the net's search looks at, over random places on the hill."""
    net = hill.net(values_at(run, exhibit)["error"])
    places = np.random.default_rng(SEED).uniform(-hill.HALF, hill.HALF, (SEARCHES, 2))
    return float(np.mean([len(net.walk(x, y)) for x, y in places.tolist()]))


@measure
def distance_on_hill(run: Run, exhibit: Text, axis: Annotated[str, OneOf(("x", "y"))]) -> float:
    """Return the player's distance [cm] from the side of its cell of the hill with the least x, or with the largest y."""
    _, _, u, v = footing(run, exhibit).cell
    return 100.0 * hill.SIDE * (u if axis == "x" else 1.0 - v)


# Drawings


@drawing
def cell_from_above(run: Run, tick: Tick = 0) -> Svg:
    """Draw the cell under the player from above: its diagonal, the heights of its corners, the triangle and the place."""
    field, triangle, (x, y) = field_of(run, tick), triangle_at(run, tick), place_of(run, tick)
    i, j = int(cell_term(run, "i", tick)), int(cell_term(run, "j", tick))
    left, right, low, high = field.xs[i], field.xs[i + 1], field.ys[j], field.ys[j + 1]
    sheet = SvgSheet((left, low, right, high), height=250, margin=14)
    sheet.rectangle((left, low, right, high), INK, 1.8)
    flat = [corner[:2] for corner in triangle.corners]
    sheet.path(flat, RED, 2.4, fill=RED, opacity=0.35, closed=True)
    for a, b in ((0, 0), (1, 0), (0, 1), (1, 1)):
        corner = field.xs[i + a], field.ys[j + b]
        names = [f"$P_{k}$: " for k in range(3) if np.allclose(flat[k], corner)]
        sheet.letter(corner, f"{''.join(names)}{field.heights[i + a, j + b]:.2f} m", INK, (2 * a - 1, 0.2 - 0.4 * b))
    sheet.measure((left, y), (x, y), "$u$", CONTACT)
    sheet.measure((x, low), (x, y), "$v$", NORMAL, side=-1)
    sheet.dot((x, y), INK, 4.5, text="$Q$", towards=(0.3, 1))
    return sheet.svg("A cell from above with its diagonal and the place Q in one of its two triangles.")


@drawing
def plane_and_normal(run: Run, tick: Tick = 0) -> Svg:
    """Draw the triangle under the player in perspective, with its normal N at P_0 and the place Q in its plane."""
    triangle, (x, y) = triangle_at(run, tick), place_of(run, tick)
    corner = np.array(triangle.corners[0])

    def seen(place: np.ndarray) -> XY:
        across, along, up = (place - corner).tolist()
        return across + DEPTH[0] * along, DEPTH[1] * along + up

    one, two, three = (seen(np.array(place)) for place in triangle.corners)
    normal = np.array((ground_plane(run, "x", tick), ground_plane(run, "y", tick), 1.0))
    q = np.array((x, y, height_by_plane(triangle, x, y)))
    aside = 0.16 * (q - corner) / np.linalg.norm(q - corner)  # the sides of the mark of a right angle
    above = 0.16 * normal / np.linalg.norm(normal)
    sheet = SvgSheet((-0.45, -0.12, 1.2, 1.0), height=250, margin=12)
    sheet.path([one, two, three], RED, 2.4, fill=RED, opacity=0.35, closed=True)
    below = seen(corner + (x - corner[0]) * (np.array(triangle.corners[1]) - corner))
    sheet.measure(one, below, "$u$", side=-1)
    sheet.measure(below, seen(q), "$v$", side=-1)
    sheet.arrow(one, seen(corner + normal), CONTACT, 2.4)
    sheet.path([seen(corner + above), seen(corner + above + aside), seen(corner + aside)], CONTACT, 1.4)
    sheet.arrow(one, seen(q), INK, 1.8)
    sheet.dot(seen(q), INK, 4.5, text="$Q$", towards=(1, 0.3))
    sheet.letter(seen(corner + normal), "$N$", CONTACT, (-1, 0))
    sheet.letter(one, f"$P_0$: {corner[2]:.4f} m", INK, (-1, -0.3))
    sheet.letter(two, f"$P_1$: {triangle.corners[1][2]:.4f} m", INK, (1, 0))
    sheet.letter(three, f"$P_2$: {triangle.corners[2][2]:.4f} m", INK, (0, 1))
    return sheet.svg("A triangle in perspective. Its normal is at a right angle to the arrow from a corner to Q in its plane.")


@drawing
def three_areas(run: Run, tick: Tick = 0) -> Svg:
    """Draw the triangle under the player from above, cut at Q into the areas of its corners' weights."""
    triangle, (x, y) = triangle_at(run, tick), place_of(run, tick)
    flat = [corner[:2] for corner in triangle.corners]
    xs, ys = zip(*flat)
    sheet = SvgSheet((min(xs), min(ys), max(xs), max(ys)), height=250, margin=14)
    centre = np.mean(flat, axis=0)
    for k, colour in enumerate((CONTACT, NORMAL, PLANE)):
        area = [flat[k - 2], flat[k - 1], (x, y)]  # opposite to the corner
        sheet.path(area, colour, 1.8, fill=colour, opacity=0.3, closed=True)
        right, up = np.mean(area, axis=0)
        sheet.letter((right + (-0.03, 0.03, 0.0)[k], up), f"{ground_weight(run, k, tick):.2f}", colour, (0, 0))
        right, up = np.sign(np.array(flat[k]) - centre).tolist()
        sheet.letter(flat[k], f"$P_{k}$: {triangle.corners[k][2]:.4f} m", colour, (right, -0.2 * up))
    sheet.dot((x, y), INK, 4.5, text="$Q$", towards=(0.3, -1.0))
    return sheet.svg("A triangle from above. Q cuts it into three areas, each opposite to the corner whose weight it is.")


@drawing
def foot_aside(run: Run, tick: Tick = 0) -> Svg:
    """Draw the slope under the player from the side, with Q above it: its foot along the normal, and the place below it."""
    slope, above = np.radians(ground_plane(run, "slope", tick)), 1.0  # [m] of Q above the slope
    foot = above * np.array((-np.sin(slope), np.cos(slope))) * np.cos(slope)  # from Q downwards to the plane, reversed
    x, z = -foot[0], above - foot[1]
    sheet = SvgSheet((-0.75, -0.3, 1.25, above + 0.16), height=250, margin=10)
    sheet.wall((-0.95, -0.95 * np.tan(slope)), (4.0, 4.0 * np.tan(slope)), 2.0)
    start, radius = np.array((0.62, 0.62 * np.tan(slope))), 0.4
    sheet.path([tuple(start.tolist()), tuple((start + (0.55, 0.0)).tolist())], SOLID, 1.4)
    sheet.arc(tuple(start.tolist()), radius, 0.0, slope, f"{np.degrees(slope):.0f}°")
    sheet.path([(0.0, above), (0.0, 0.0)], INK, 1.8, dashed=True)
    sheet.path([(0.0, above), (x, above)], CONTACT, 2.4)
    sheet.path([(x, above), (x, z)], FAINT, 1.2, dashed=True)
    sheet.arrow((0.0, above), (x, z), AFTER)
    sheet.letter((x / 2.0, above), f"{100.0 * x:.0f} cm", CONTACT, (0, 1))
    sheet.dot((0.0, above), INK, 4.5, text="$Q$", towards=(-1, 0))
    sheet.letter((0.0, above / 2.0), f"{above:g} m", INK, (-1, 0))
    sheet.dot((x, z), AFTER, 4.5, text="foot", towards=(0.9, -1))
    sheet.dot((0.0, 0.0), INK, 4.0, text="below $Q$", towards=(-1, 0.35))
    return sheet.svg("A slope from the side. The foot of a point along the normal is beside the place below the point.")


@drawing
def search_from_above(run: Run, exhibit: Text) -> Svg:
    """Draw the triangles of the search in the net from above, numbered from the start to the last one, under the player."""
    corners = hill.ground_corners(hill.net(values_at(run, exhibit)["error"]))[:, :, :2]
    path = list(footing(run, exhibit).path)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)  # [k] ends at the corners k - 1 and k
    opposite = np.roll(sides, 1, axis=1)[:, :, None]
    middles = ((opposite * corners).sum(axis=1) / opposite.sum(axis=1))[path]  # of the inscribed circles: most room for a number
    low, high = middles.min(axis=0) - 1.1, middles.max(axis=0) + 2.0
    sheet = SvgSheet((*low.tolist(), *high.tolist()), 436, 230, margin=2)
    frame = np.array(corners_of(sheet.box))
    for number in [*(set(range(len(corners))) - set(path)), *path]:
        outline = clipped(corners[number], frame).tolist()
        if len(outline) > 2 and number in path:
            colour = CONTACT if number == path[-1] else PLANE
            sheet.path(outline, INK, 1.4, fill=colour, opacity=0.45, closed=True)
        elif len(outline) > 2:
            sheet.path(outline, SOLID, 0.8, closed=True)
    sheet.dot(bodies_at(run, exhibit).at[:2], INK, 3.6)
    for number, (x, y) in enumerate(middles.tolist(), 1):
        sheet.letter((x, y), str(number), INK, (0, 0))
    return sheet.svg(f"The net from above: a search crosses {len(path)} triangles from its border to the place Q.")


@drawing
def bars_from_above(run: Run, exhibit: Text) -> Svg:
    """Draw the triangle under the player on the hill from above: its cell, the weights, and the distances from two sides."""
    under = footing(run, exhibit)
    i, j, u, v = under.cell
    (left, low), (right, high) = hill.at(i, j), hill.at(i + 1, j + 1)
    x, y = left + u * hill.SIDE, low + v * hill.SIDE
    sheet = SvgSheet((left, low, right, high), height=170, margin=10)
    sheet.rectangle((left, low, right, high), INK, 2.2)
    sheet.path([corner[:2] for corner in under.triangle.corners], CONTACT, 2.2, fill=CONTACT, opacity=0.3, closed=True)
    for k, colour in enumerate(map(hex_of, hill.CORNERS)):
        corner, weight = under.triangle.corners[k], under.weights[k]
        sheet.dot(corner[:2], colour, 6.0)
        towards = 1.15 if corner[0] > x else -1.15, 0.1 if corner[1] < y else -0.1
        sheet.letter(corner[:2], f"$w_{k} = {weight:.2f}$", colour, towards)
    sheet.path([(x, high), (x, y), (left, y)], INK, 1.4, dashed=True)
    sheet.letter((x, (y + high) / 2.0), f"{100.0 * (high - y):.0f} cm", INK, (1, 0))
    sheet.letter(((left + x) / 2.0, y), f"{100.0 * (x - left):.1f} cm", INK, (0, -1))
    sheet.dot((x, y), INK, 4.5, text="you", towards=(0.6, -1))
    return sheet.svg("A cell from above with the triangle under the player, its corners' weights and two distances from sides.")
