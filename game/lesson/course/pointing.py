"""Lesson "pointing": a ray and the forum program's foot, where they disagree, and the winding number without its Else."""

from functools import cache
from typing import Annotated

import numpy as np

from ...core.value_rules import Number, OneOf, Text, Yes
from ...lab.exhibits.pointing import FOOT, SIDE, counted_disagreement
from ...lab.physics import forum_picking
from ..tools.exhibit_measures import bodies_at, values_at
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import drawing, measure
from ..tools.svg_canvas import AFTER, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, XY, SvgSheet, hex_of

ANSWERS = 20_000  # random triangles, each with a random point. Fewer: the share is a guess; more: the measure takes long
FINE = 2.0  # [pixels] between two tested places. Smaller: takes longer; larger: the share is a guess
STEP = 20.0  # [pixels] between two drawn places. Smaller: dots overlap; larger: the areas are not seen
Depth = Annotated[float, Number(0.0, 400.0, "pixels")]
Pixels = Annotated[float, Number(0.0, SIDE, "pixels")]  # from the left or the upper border of the screen
RAY_PARTS = ("x", "y", "z", "s", "first", "second", "third")
RayPart = Annotated[str, OneOf(RAY_PARTS)]
RED = hex_of(FOOT)  # as in the exhibit


# Measures


@measure
def disagreement(run: Run, depth: Depth, counted: Yes = False) -> float:
    """Return the area, in percent of the drawn triangle, over which the program and its own eye disagree: by area, or counted."""
    return 100.0 * (counted_disagreement(depth) if counted else forum_picking.disagreement(depth, SIDE))


@measure
def ray_disagrees(run: Run) -> float:
    """Return the number of 20 000 random places at which the program's own eye and a ray from it disagree, at a depth of 400."""
    corners, eye = forum_picking.triangle_at(400.0), forum_picking.own_eye()
    mice = np.random.default_rng(5).uniform(0.0, SIDE, (ANSWERS, 2))
    seen = forum_picking.is_seen(corners, mice, eye)
    return float(((forum_picking.ray_hit(corners, mice, eye)[1].min(axis=1) > 0.0) != seen).sum())


@measure
def ray_number(run: Run, depth: Depth, part: RayPart) -> float:
    """Return a number of the ray from the program's eye through a mouse place to the plane of the triangle with a depth.

    part: "x", "y", "z" of the place that it meets [pixels], "s", z over the eye's distance, or the weight of a corner there
    """
    eye = forum_picking.own_eye()
    hit, weights, _ = forum_picking.ray_hit(forum_picking.triangle_at(depth), np.array([300.0, 300.0]), eye)
    return float(dict(zip(RAY_PARTS, (*hit, hit[2] / eye[2], *weights)))[part])


@measure
def foot_off(run: Run, exhibit: Text, printed: Yes) -> float:
    """Return the distance of the program's foot from the triangle's plane, as a multiple of the mouse's distance from it."""
    corners = forum_picking.triangle_at(values_at(run, exhibit)["corner"])
    mouse = np.array([[*bodies_at(run, exhibit).mouse, 0.0]])
    foot, distances = forum_picking.feet(corners, mouse, not printed)
    return abs(float((foot[0] - corners[0]) @ forum_picking.plane_normal(corners)) / float(distances[0]))


@measure
def own_eye(run: Run, axis: Annotated[str, OneOf(("x", "y"))]) -> float:
    """Return a coordinate [pixels] of the program's eye, which stands before the flat triangle's centroid."""
    return float(forum_picking.own_eye()["xy".index(axis)])


@measure
def drawn_corner(run: Run, depth: Depth, axis: Annotated[str, OneOf(("x", "y"))]) -> float:
    """Return a coordinate [pixels] of the place at which the program draws the corner that goes into the screen."""
    drawn = forum_picking.perspective(forum_picking.triangle_at(depth), forum_picking.own_eye())
    return float(drawn[1]["xy".index(axis)])


@measure
def wrong_answers(run: Run, has_else: Yes = False) -> float:
    """Return the percentage of wrong answers of the winding number among 20 000 random triangles and points."""
    return 100.0 * wrong_share(has_else)


@measure
def winding_at(run: Run, across: Pixels, down: Pixels) -> float:
    """Return the winding number of the border of the flat triangle around a place of the screen."""
    return float(forum_picking.winding_numbers(forum_picking.triangle_at(0.0), np.array([[across, down]]), False)[0])


@cache
def wrong_share(has_else: bool) -> float:
    random = np.random.default_rng(6)
    corners, points = random.random((ANSWERS, 3, 2)).transpose(1, 2, 0), random.random((ANSWERS, 2))
    is_wound = forum_picking.winding_numbers(corners, points, has_else) != 0
    return float((is_wound != are_inside(corners, points)).mean())


def are_inside(corners: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return if each point (n, 2) is inside a triangle of its own, corners (3, 2, n), by the signs of three areas."""
    x, y = points.T
    pairs = zip(corners, [*corners[1:], corners[0]])
    sides = np.array([(end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) for start, end in pairs])
    return (sides.min(axis=0) > 0.0) | (sides.max(axis=0) < 0.0)


# Drawings


@drawing
def drawn_corner_section(run: Run, depth: Depth) -> Svg:
    """Draw, seen along the screen's y axis, the eye, the screen, the corner at a depth and the place at which it is drawn."""
    eye, corner = forum_picking.own_eye(), forum_picking.triangle_at(depth)[1]
    drawn = float(forum_picking.perspective(corner[None], eye)[0, 0])
    x, middle, far = float(corner[0]), float(eye[0]), float(eye[2])
    sheet = SvgSheet((-far - 90.0, middle - 110.0, depth + 130.0, x + 60.0), 436, 208, margin=4)
    _, bottom, _, top = sheet.box
    sheet.path([(0.0, bottom), (0.0, top)], FAINT, 2.4)
    sheet.letter((0.0, top - 14.0), "screen", FAINT, (-1, -1))
    sheet.path([(-far, middle), (depth, middle)], FAINT, 1.2, dashed=True)
    sheet.path([(depth, middle), (depth, x)], FAINT, 1.2, dashed=True)
    sheet.letter((depth, (middle + x) / 2.0), f"{x - middle:.0f}", INK, (1, 0))
    sheet.path([(-far, middle), (depth, x)], CONTACT, 2.0)
    sheet.line((0.0, middle), (0.0, drawn), NORMAL, 4.0, text=f"{drawn - middle:.0f}", towards=(1, 0), part=0.5)
    sheet.letter((-far / 2.0, middle), f"$f$ = {far:g}", INK, (0, -1))
    sheet.letter((depth / 2.0, middle), f"$z$ = {depth:g}", INK, (0, -1))
    seen = (0.0, drawn, NORMAL, "$p^\\prime$", (-0.8, 1)), (depth, x, INK, "$p$", (1, 0.4))
    named = (-far, middle, CONTACT, "$e$", (-1, 0)), *seen
    for z, at, colour, name, towards in named:
        sheet.dot((z, at), colour, 5.0, text=name, towards=towards)
    return sheet.svg("The eye sees the corner through the screen: the smaller of two similar triangles is drawn.")


@drawing
def foot_and_hit(run: Run, exhibit: Text, printed: Yes = False) -> Svg:
    """Draw screen and triangle's plane on edge, with the mouse, and the eye's ray with its hit, or both feet if `printed`."""
    corners = forum_picking.triangle_at(values_at(run, exhibit)["corner"])
    mouse = np.array([*bodies_at(run, exhibit).mouse, 0.0])
    normal, eye = forum_picking.plane_normal(corners), forum_picking.own_eye()
    across = np.array([*normal[:2], 0.0]) / np.hypot(*normal[:2])

    def at(point: np.ndarray) -> XY:
        """Return a point as seen along the plane: z to the right, the direction of the normal on the screen upwards."""
        return float(point[2]), float((point - mouse) @ across)

    ends = sorted(at(corner) for corner in corners)
    named: list[tuple[np.ndarray, str, str, XY]] = [(mouse, AFTER, "mouse $m$", (1 if printed else -1, -1))]
    if printed:
        sheet = SvgSheet((-130.0, -85.0, 180.0, 85.0), 436, 230, margin=4)
    else:
        sheet = SvgSheet((-eye[2] - 60.0, ends[-1][1] - 30.0, ends[-1][0] + 140.0, ends[0][1] + 30.0), 460, 202, margin=4)
    _, bottom, _, top = sheet.box
    sheet.line((0.0, bottom), (0.0, top), FAINT, 2.4, text="screen", towards=(-1, 1), part=0)
    sheet.path([ends[0], ends[-1]], SOLID, 4.0)
    if printed:
        for is_repaired, colour, sign, side in ((True, PLANE, "-", 1.0), (False, RED, "+", -1.0)):
            foot = forum_picking.feet(corners, mouse[None], is_repaired)[0][0]
            sheet.arrow(at(mouse), at(foot), colour, 3.0, text="$|d|$", towards=(0.5 * side, -0.8 * side), part=0.5)
            named.append((foot, colour, f"$m {sign} d\\, n$", (side, 0.3 * side)))
        sheet.letter((95.0, -62.0), "triangle", SOLID, (-1, 0))
        on_plane = at(foot_below := forum_picking.feet(corners, mouse[None] - 80.0 * across, True)[0][0])
        sheet.arrow(on_plane, at(foot_below + 40.0 * normal), NORMAL, 2.4, text="$n$", towards=(1, 0.2))
    else:
        hit = forum_picking.ray_hit(corners, mouse[:2], eye)[0]
        place = np.array([*eye[:2], -eye[2]])
        sheet.path([at(place), at(hit)], CONTACT, 2.0)
        named += [(place, CONTACT, "eye $e$", (0.4, 1)), (hit, NORMAL, "$h$", (1, 0.4))]
        sheet.letter(ends[-1], "triangle", SOLID, (1, 0.5))
    for point, colour, name, towards in named:
        sheet.dot(at(point), colour, 5.0, text=name, towards=towards)
    return sheet.svg("The triangle's plane on edge behind the screen, with what is found under the mouse.")


@drawing
def screen_areas(run: Run, depth: Depth, across: Pixels, down: Pixels) -> Svg:
    """Draw the screen with the triangle that the program draws, the mouse places that it accepts, and one mouse."""
    corners = forum_picking.triangle_at(depth)
    sheet = SvgSheet((0.0, -SIDE, SIDE, 0.0), 470, 206, margin=4)
    square = np.array([[0.0, 0.0], [SIDE, 0.0], [SIDE, SIDE], [0.0, SIDE]])
    sheet.path([(x, -y) for x, y in square], FAINT, 2.4, closed=True)
    sheet.letter((0.0, -0.9 * SIDE), "screen", FAINT, (-1, 0))
    drawn = forum_picking.perspective(corners, forum_picking.own_eye())[:, :2]
    accepted = forum_picking.clipped(square, forum_picking.accepted_triangle(corners))
    for outline, colour, name, towards in ((accepted, RED, "accepted", (1, 0)), (drawn, NORMAL, "drawn", (-1.2, 0))):
        sheet.path([(x, -y) for x, y in outline], colour, 2.2, fill=colour, opacity=0.2, closed=True)
        x, y = outline[np.argmax(outline[:, 0] if towards[0] > 0 else -outline[:, 0])]
        sheet.letter((x, -y), name, colour, towards)
    sheet.dot((across, -down), AFTER, 5.0, text="$m$", towards=(0, -1))
    return sheet.svg("The places that the program accepts are not those where it draws the triangle.")


@drawing
def winding_answers(run: Run) -> Svg:
    """Draw the program's flat triangle and places of the screen: without its Else the winding number is wrong at red ones."""
    corners = forum_picking.triangle_at(0.0)
    sheet = SvgSheet((-0.25 * SIDE, -SIDE, 1.95 * SIDE, 0.0), 524, 230, margin=4)
    places = np.array([(x, y) for x in np.arange(10.0, SIDE, STEP) for y in np.arange(10.0, SIDE, STEP)])
    printed, right = (forum_picking.winding_numbers(corners, places, has_else) != 0 for has_else in (False, True))
    for (x, y), is_printed, is_right in zip(places, printed, right):
        if abs(x - 440.0) < 22.0 and abs(y - 95.0) < 48.0:  # behind p and its name
            continue
        if is_printed != is_right:
            sheet.dot((x, -y), RED, 2.6)
        elif is_right:
            sheet.dot((x, -y), NORMAL, 2.6)
        else:
            sheet.dot((x, -y), FAINT, 2.2)
    outline = [(x, -y) for x, y, _ in corners]
    for start, end in zip(outline, (*outline[1:], outline[0])):
        sheet.arrow(start, end, PLANE, 2.4)
    sheet.dot((440.0, -120.0), CONTACT, 5.0, text="$p$", towards=(0, 1))
    wrong = f"red: wrong, {100.0 * wrong_here():.0f} % here", RED
    for row, (name, colour) in enumerate((wrong, ("green: right, inside", NORMAL), ("grey: right, outside", FAINT))):
        sheet.letter((1.08 * SIDE, -(0.15 + 0.25 * row) * SIDE), name, colour, (1, 0))
    return sheet.svg("Without its Else the winding number is wrong over large parts of the screen.")


@cache
def wrong_here() -> float:
    """Return the share of the screen at which the winding number without its Else is wrong for the flat triangle."""
    middles = np.arange(0.5 * FINE, SIDE, FINE)
    places, corners = np.array([(x, y) for x in middles for y in middles]), forum_picking.triangle_at(0.0)
    printed, right = (forum_picking.winding_numbers(corners, places, has_else) != 0 for has_else in (False, True))
    return float((printed != right).mean())


@measure
def wrong_on_screen(run: Run) -> float:
    """Return the percentage of the screen at which the winding number without its Else is wrong for the flat triangle."""
    return 100.0 * wrong_here()
