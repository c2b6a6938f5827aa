"""Lesson "solids": sums and differences of shapes, the steps of GJK, depths, and boxes around a plank and a cube."""

from functools import cache
from itertools import product
from math import cos, pi, sin
from typing import Annotated

import numpy as np

from ...core.value_rules import Number, OneOf
from ...lab import shapes
from ...lab.physics.shapes import Closest, Polyhedron
from ..tools.latex_to_svg import Svg
from ..tools.pages import Run
from ..tools.registry import drawing, measure
from ..tools.svg_canvas import AFTER, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, XY, SvgSheet

TRIANGLE = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
PLACES, SEED = 2000, 12  # of the triangle against itself, from -1 to 2 m along x and along y
CUBE = np.array(list(product((-0.5, 0.5), repeat=3)))
PLANK = CUBE * (4.0, 0.5, 0.5)
TURNS = 200  # of the plank and of the cube
NOISE = 1e-12  # [m] of the cube's corners, as after some calculation
# Two pentagons in one plane, and the displacement of the second one.
FIRST = np.array([(1.1 * cos(2.0 * pi * k / 5), 1.1 * sin(2.0 * pi * k / 5), 0.0) for k in range(5)])
SECOND = np.array([(0.8 * cos(2.0 * pi * k / 5 + 0.5), 0.8 * sin(2.0 * pi * k / 5 + 0.5), 0.0) for k in range(5)])
Shift = Annotated[float, Number(-10.0, 10.0, "m")]


def turned(points: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return points (n, 3) [m], turned at random, all directions alike."""
    w, x, y, z = (axis := random.normal(size=4)) / np.linalg.norm(axis)
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
    return points @ np.array(rows).T


def moved(shift: float) -> np.ndarray:
    return SECOND + (shift, 0.4, 0.0)


# Measures


@measure
def wrong_places(run: Run, by: Annotated[str, OneOf(("sum", "difference"))]) -> float:
    """Return the percentage of places of a triangle for which a point in the "sum" or "difference" with itself is the wrong test.

    The right answer is that of GJK.
    """
    body = (shapes.minkowski_sum if by == "sum" else shapes.minkowski_difference)(TRIANGLE, TRIANGLE)
    return 100.0 * float(np.mean([body.contains(place) != meets for place, meets in meetings()]))


@cache
def meetings() -> list[tuple[tuple[float, float, float], bool]]:
    """Return (place [m], True if the triangle there meets the one at the origin) of PLACES random places in its plane."""
    places = np.random.default_rng(SEED).uniform(-1.0, 2.0, (PLACES, 2)).tolist()
    return [((x, y, 0.0), shapes.gjk(TRIANGLE, TRIANGLE + (x, y, 0.0)).distance == 0.0) for x, y in places]


@measure
def gjk_result(run: Run, term: Annotated[str, OneOf(("distance", "steps", "plane"))], shift: Shift) -> float:
    """Return the "distance" [m] of two pentagons, the number of "steps" that find it, or the width of the gap of the "plane".

    shift: displacement of the second one along x; plane: the gap between two planes across the line of the closest points
    """
    result = shapes.gjk(FIRST, moved(shift))
    if term != "plane":
        return result.distance if term == "distance" else float(len(result.steps))
    direction = (result.closest_a - result.closest_b) / result.distance
    return float((FIRST @ direction).min() - (moved(shift) @ direction).max())


@measure
def depth_of(run: Run, by: Annotated[str, OneOf(("bisection", "least"))], shift: Shift) -> float:
    """Return how deep [m] two prisms over the pentagons overlap: by "bisection" along x, or the "least" in any direction."""
    one, other = prism(FIRST), prism(moved(shift))
    if by == "bisection":
        return shapes.depth_along(one, other, (1.0, 0.0, 0.0)).depth
    return shapes.penetration(one, other)[0]


def prism(base: np.ndarray) -> np.ndarray:
    """Return the corners of a prism, 20 m high, over a polygon (n, 3) [m]."""
    return np.vstack((base - (0.0, 0.0, 10.0), base + (0.0, 0.0, 10.0)))


@measure
def plank_ratio(run: Run) -> float:
    """Return the mean volume of a plank's box along the axes over that of its oriented box, in random turns."""
    random, ratios = np.random.default_rng(SEED), []
    for _ in range(10 * TURNS):
        low, high = shapes.aabb(turned(PLANK, random))
        ratios.append(np.prod(high - low) / np.prod(np.ptp(PLANK, axis=0)))
    return float(np.mean(ratios))


@measure
def cube_ratio(run: Run, fit: Annotated[str, OneOf(("covariance", "least"))]) -> float:
    """Return the median volume of a cube's oriented box over that of the cube, whose corners have errors of 1e-12 m."""
    random, ratios = np.random.default_rng(SEED), []
    for _ in range(TURNS // 4):
        ratios.append(8.0 * np.prod(shapes.obb(CUBE + NOISE * random.normal(size=CUBE.shape), fit)[2]))
    return float(np.median(ratios))


# Drawings


def ring(body: Polyhedron) -> list[XY]:
    """Return the corners (x, y) of a polygon in the plane z = 0."""
    return [(x, y) for x, y, _ in body.vertices[list(body.faces[0])].tolist()]


@drawing
def sum_and_difference(run: Run) -> Svg:
    """Draw a triangle, its sum with itself, and its difference with itself, with the origin."""
    sheet = SvgSheet((-1.3, -1.3, 2.3, 2.3), height=250, margin=12)
    difference, total = (make(TRIANGLE, TRIANGLE) for make in (shapes.minkowski_difference, shapes.minkowski_sum))
    sheet.path(ring(difference), NORMAL, 2.2, fill=NORMAL, opacity=0.15, closed=True)
    sheet.path(ring(total), CONTACT, 2.0, closed=True)
    sheet.path([(x, y) for x, y, _ in TRIANGLE.tolist()], INK, 1.8, fill=SOLID, opacity=0.6, closed=True)
    sheet.dot((0.0, 0.0), INK, 4.0)
    sheet.letter((1.0, 1.0), "$X \\oplus X$", CONTACT, (1, 1))
    sheet.letter((-0.6, 1.0), "$X \\oplus (-X)$", NORMAL, (-1, 1))
    sheet.letter((0.3, 0.3), "$X$", INK, (0, 0))
    return sheet.svg("A triangle, the larger triangle that is its sum with itself, and the hexagon that is its difference.")


@drawing
def gjk_steps(run: Run, shift: Shift) -> Svg:
    """Draw the difference of two pentagons, the simplexes of GJK in it, and their points nearest to the origin."""
    result: Closest = shapes.gjk(FIRST, moved(shift))
    outline = ring(shapes.minkowski_difference(FIRST, moved(shift)))
    low, high = np.min([*outline, (0.0, 0.0)], axis=0), np.max([*outline, (0.0, 0.0)], axis=0)
    sheet = SvgSheet((*(low - 0.3), *(high + 0.3)), height=250, margin=14)
    sheet.path(outline, FAINT, 1.6, fill=SOLID, opacity=0.4, closed=True)
    colours = (PLANE, AFTER, CONTACT, NORMAL)
    for number, step in enumerate(result.steps):
        colour = colours[number % len(colours)]
        sheet.path([(x, y) for x, y, _ in step.points.tolist()], colour, 2.4)
        x, y, _ = step.nearest.tolist()
        sheet.dot((x, y), colour, 4.0)
        sheet.letter((x, y), str(number + 1), colour, (1, 0.8))
    x, y, _ = result.steps[-1].nearest.tolist()
    sheet.path([(0.0, 0.0), (x, y)], INK, 1.4, dashed=True)
    sheet.dot((0.0, 0.0), INK, 4.0)
    sheet.letter((0.0, 0.0), "0", INK, (-1, -1))
    return sheet.svg("The difference of two pentagons. From step to step a simplex in it comes nearer to the origin.")
