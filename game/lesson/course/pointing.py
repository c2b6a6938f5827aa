"""Lesson "pointing": a ray and the forum program's foot, where they disagree, and the winding number without its Else."""

from functools import cache
from typing import Annotated

import numpy as np

from ...core.value_rules import Number, OneOf, Text, Yes
from ...lab.exhibits.pointing import FOOT, SIDE, counted_disagreement, pick_at
from ...lab.physics import forum_picking
from ..tools.exhibits import exhibit_at
from ..tools.latex_to_svg import Svg
from ..tools.pages import Run
from ..tools.registry import Axis, Tick, drawing, measure
from ..tools.svg_canvas import AFTER, CONTACT, FAINT, INK, NORMAL, SOLID, XY, SvgSheet, hex_of

ANSWERS = 20_000  # random triangles, each with a random point. Fewer: the share is a guess; more: the measure takes long
FINE = 2.0  # [pixels] between two tested places. Smaller: takes longer; larger: the share is a guess
STEP = 20.0  # [pixels] between two drawn places. Smaller: dots overlap; larger: the areas are not seen
Depth = Annotated[float, Number(0.0, 400.0, "pixels")]
Picked = Annotated[str, OneOf(("eye", "mouse", "hit"))]
Corner = Annotated[str, OneOf(("first", "second", "third"))]
CORNERS = ("first", "second", "third")
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
    return float(sum((forum_picking.ray_hit(corners, mouse, eye)[1].min() > 0.0) != one for mouse, one in zip(mice, seen)))


@measure
def picked_place(run: Run, exhibit: Text, of: Picked, axis: Axis, tick: Tick = 0) -> float:
    """Return a coordinate [pixels] at a pointing gallery, z into the screen: of the visitor's eye, the mouse or the hit."""
    found, state = exhibit_at(run, exhibit, tick)
    (x, y, outwards), hit = state.bodies.eye, pick_at(found.values(state), state.bodies).hit
    places = {"eye": (x, y, -outwards), "mouse": (*state.bodies.mouse, 0.0), "hit": tuple(hit.tolist())}
    return float(places[of]["xyz".index(axis)])


@measure
def hit_weight(run: Run, exhibit: Text, corner: Corner, tick: Tick = 0) -> float:
    """Return the weight of a corner at the place where the visitor's ray meets the triangle's plane."""
    found, state = exhibit_at(run, exhibit, tick)
    return float(pick_at(found.values(state), state.bodies).weights[CORNERS.index(corner)])


@measure
def foot_off(run: Run, exhibit: Text, printed: Yes, tick: Tick = 0) -> float:
    """Return the distance of the program's foot from the triangle's plane, as a multiple of the mouse's distance from it."""
    found, state = exhibit_at(run, exhibit, tick)
    corners = forum_picking.triangle_at(found.values(state)["corner"])
    mouse = np.array([[*state.bodies.mouse, 0.0]])
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


@cache
def wrong_share(has_else: bool) -> float:
    random, wrong = np.random.default_rng(6), 0
    for corners, point in zip(random.random((ANSWERS, 3, 2)), random.random((ANSWERS, 1, 2))):
        is_wound = forum_picking.winding_numbers(corners, point, has_else)[0] != 0
        wrong += is_wound != is_inside(corners, point[0])
    return wrong / ANSWERS


def is_inside(corners: np.ndarray, point: np.ndarray) -> bool:
    """True if a point (2,) is inside a triangle (3, 2), by the signs of three areas."""
    sides = [
        (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
        for start, end in zip(corners, np.roll(corners, -1, axis=0))
    ]
    return min(sides) > 0.0 or max(sides) < 0.0


# Drawings


@drawing
def foot_and_hit(run: Run, exhibit: Text, printed: Yes = False, tick: Tick = 0) -> Svg:
    """Draw screen, triangle's plane and eye with the plane on edge: the mouse, and the ray's hit, or both feet if `printed`."""
    found, state = exhibit_at(run, exhibit, tick)
    corners, mouse = forum_picking.triangle_at(found.values(state)["corner"]), np.array([*state.bodies.mouse, 0.0])
    normal, eye = forum_picking.plane_normal(corners), np.array(state.bodies.eye) * (1.0, 1.0, -1.0)
    across = np.array([*normal[:2], 0.0]) / np.hypot(*normal[:2])
    pick = pick_at(found.values(state), state.bodies)
    feet = [forum_picking.feet(corners, mouse[None], is_repaired)[0][0] for is_repaired in (True, False)] if printed else []

    def at(point: np.ndarray) -> XY:
        """Return a point as seen along the plane: z to the right, the direction of the normal on the screen upwards."""
        return float(point[2]), float((point - mouse) @ across)

    shown = [at(point) for point in (*corners, mouse, *feet, pick.hit)]
    low, high = min(y for _, y in shown) - 40.0, max(y for _, y in shown) + 40.0
    sheet = SvgSheet((-260.0, low, max(x for x, _ in shown) + 60.0, high), 400, 230, margin=6)
    left, bottom, _, top = sheet.box
    sheet.path([(0.0, bottom), (0.0, top)], FAINT, 2.0)
    sheet.letter((0.0, top), "screen", FAINT, (-1, -1))
    ends = sorted(at(corner) for corner in corners)
    sheet.path([ends[0], ends[-1]], SOLID, 4.0)
    sheet.letter(ends[-1], "triangle", SOLID, (-1, -0.2))
    named: list[tuple[np.ndarray, str, str, XY]] = [(mouse, INK, "mouse $m$", (-1.2, 1.0))]
    if printed:
        for foot, colour, sign, right in zip(feet, (NORMAL, RED), "-+", (1.0, -1.0)):
            sheet.arrow(at(mouse), at(foot), colour, 2.2)
            named.append((foot, colour, f"$m {sign} d\\, n$", (right, 0.4 * right)))
    else:
        sheet.path([at(eye), at(pick.hit)], NORMAL, 1.6, dashed=True)
        sheet.letter((left, at(eye)[1] * left / at(eye)[0]), "from the eye", NORMAL, (1, 1.1))
        named.append((pick.hit, NORMAL, "hit $h$", (1, 0.4)))
    for point, colour, name, towards in named:
        sheet.dot(at(point), colour, 5.0)
        sheet.letter(at(point), name, colour, towards)
    return sheet.svg("The triangle's plane on edge behind the screen, with what is found under the mouse.")


@drawing
def screen_areas(run: Run, exhibit: Text, tick: Tick = 0) -> Svg:
    """Draw the screen with the triangle that the program draws, and the mouse places that it accepts."""
    found, state = exhibit_at(run, exhibit, tick)
    corners = forum_picking.triangle_at(found.values(state)["corner"])
    sheet = SvgSheet((0.0, -SIDE, SIDE, 0.0), 400, 240, margin=4)
    square = np.array([[0.0, 0.0], [SIDE, 0.0], [SIDE, SIDE], [0.0, SIDE]])
    sheet.path([(x, -y) for x, y in square], FAINT, 1.4, closed=True)
    drawn = forum_picking.perspective(corners, forum_picking.own_eye())[:, :2]
    accepted = forum_picking.clipped(square, forum_picking.accepted_triangle(corners))
    for outline, colour, name, towards in ((accepted, RED, "accepted", (1, 0)), (drawn, NORMAL, "drawn", (-1.2, 0))):
        sheet.path([(x, -y) for x, y in outline], colour, 2.2, fill=colour, opacity=0.2, closed=True)
        x, y = outline[np.argmax(outline[:, 0] if towards[0] > 0 else -outline[:, 0])]
        sheet.letter((x, -y), name, colour, towards)
    mouse = state.bodies.mouse
    sheet.dot((mouse[0], -mouse[1]), INK, 5.0)
    sheet.letter((mouse[0], -mouse[1]), "mouse", INK, (0, -1))
    return sheet.svg("The places that the program accepts are not those where it draws the triangle.")


@drawing
def winding_answers(run: Run) -> Svg:
    """Draw the program's flat triangle with places of the screen: the winding number without its Else is wrong at the yellow."""
    corners = forum_picking.triangle_at(0.0)
    sheet = SvgSheet((0.0, -SIDE, SIDE, 0.0), 400, 230, margin=4)
    places = np.array([(x, y) for x in np.arange(10.0, SIDE, STEP) for y in np.arange(10.0, SIDE, STEP)])
    printed, right = (forum_picking.winding_numbers(corners, places, has_else) != 0 for has_else in (False, True))
    for (x, y), is_printed, is_right in zip(places, printed, right):
        if is_printed != is_right:
            sheet.dot((x, -y), CONTACT, 2.6)
        elif is_right:
            sheet.dot((x, -y), NORMAL, 2.6)
        else:
            sheet.dot((x, -y), FAINT, 1.2)
    outline = [(x, -y) for x, y, _ in corners]
    for start, end in zip(outline, (*outline[1:], outline[0])):
        sheet.arrow(start, end, AFTER, 2.4)
    sheet.letter((SIDE, -0.25 * SIDE), f"wrong: {100.0 * wrong_here():.0f} %", CONTACT, (1, 0))
    sheet.letter((SIDE, -0.75 * SIDE), "right: inside", NORMAL, (1, 0))
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
