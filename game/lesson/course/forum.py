"""Lesson "forum": the printed program's body, its invisible faces, its steps and slides, the signs of its text."""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, hypot, pi, radians, sin, sqrt
from typing import Annotated, NamedTuple

import numpy as np

from ...collision import TriangleMesh
from ...collision.ellipsoid_and_espace import to_espace, to_world
from ...collision.paper_detection import both_roots, corner_equation, lowest_root
from ...core.value_rules import Degrees, OneOf, Yes
from ...core.vec3 import Vector, along, dot, get3, length, scale, sub
from ...explain import palette
from ...lab import forum_collision
from ...lab.forum_collision import AS_PRINTED, EDGE, REPAIRED, Call, ForumWorld, Repairs
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import COLOURS, Run
from ..tools.registry import Tick, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, XY, SvgSheet, diagram, hex_of
from ..tools.tick_paths import PathView, level_lines

SAMPLES = 200  # rows and columns of the samples of the inside test. Fewer: the area is a guess; more: the measure takes long
REACH = 2.0  # of the samples: weights from -REACH to REACH. Smaller: the area is cut off; larger: coarse
AROUND = 720  # directions in which two bodies are compared. Fewer: the largest ratio is missed; more: takes longer
GAP_WIDTH, WALL = 0.5, 3.75  # [m] of the lesson's level: width of the gap, and the place of the wall's front
# Times of the drawn sweep, and the least between two of them. More: no sweep has them; fewer, less: names overlap.
MET, TIMES_APART = 3, 0.1
PROFILE = 600  # samples of the level from the side. Fewer: its steps lean; more: a larger page
SWEEPS = 2000  # random sweeps by two orders. Fewer: a difference is missed; more: takes longer
PRINTED = hex_of(palette.TWINS[0])  # of the printed program, as in the pictures
RED = hex_of(COLOURS["red"])  # what is accepted but outside, as in the scene
UPRIGHT = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
CORNER, LEAVES = (0.0, 0.5, 0.0), (0.0, -2.0, 0.0)  # a corner in the unit sphere at 0, and its displacement
CallPart = Annotated[str, OneOf(("L", "d", "moved", "n", "rest", "slide", "flat"))]
EdgePart = Annotated[str, OneOf(("A", "B", "C", "t"))]


# The page's twin


@lru_cache(maxsize=4)
def world_of(mesh: TriangleMesh) -> ForumWorld:
    return ForumWorld(np.ascontiguousarray(mesh.vertices[mesh.triangles].reshape(-1, 9)))


class Walked(NamedTuple):
    """A tick of the page's twin, as it is given to the printed program."""

    world: ForumWorld
    radii: Vector  # [m]
    heading: float  # [rad]
    position: Vector  # centre before the tick [m]
    displacement: Vector  # own [m]


def walked_by_twin(run: Run) -> Walked:
    """Return what the first twin's program gets in a tick. The twin must be one of the forum's program."""
    record = run.of(1).record()
    x, y = record.after.walk
    displacement = x / run.simulation.hz, y / run.simulation.hz, 0.0
    params = run.simulation.params
    return Walked(world_of(run.simulation.mesh), params.radii, record.after.heading, record.before.position, displacement)


def first_call(run: Run, repairs: Repairs) -> Call:
    """Return the first Call, in eSpace, of the program with some repairs in a tick of the page's twin."""
    return forum_collision.collide_and_slide(*walked_by_twin(run), repairs=repairs).own[0]


def normal_of_call(call: Call, repairs: Repairs) -> Vector:
    """Return the vector from the contact of a Call to its end, which is the program's normal, of any length."""
    assert call.collision is not None
    return sub(call.end, forum_collision.stop_before(call.start, call.displacement, call.collision, repairs)[1])


@measure
def forum_call(run: Run, part: CallPart, repaired: Yes = False) -> float:
    """Return a length [eSpace] in the first call of the tick of the page's twin, as printed or repaired.

    part: "L" of the displacement, "d" up to the contact, "moved" of the step, "n" of the normal. "rest" is that of the
    displacement after the step, "flat" its projection, and "slide" the printed one.
    """
    repairs = REPAIRED if repaired else AS_PRINTED
    call = first_call(run, repairs)
    if part == "L":
        return length(call.displacement)
    assert call.collision is not None
    rest = sub(along(call.start, call.displacement, 1.0), call.end)
    normal = normal_of_call(call, repairs)
    lengths = {
        "d": call.collision.distance,
        "moved": length(sub(call.end, call.start)),
        "n": length(normal),
        "rest": length(rest),
        "slide": length(call.slide),
        "flat": length(forum_collision.slide_along(normal, rest, REPAIRED)),
    }
    return lengths[part]


@measure
def gap_ratio(run: Run) -> float:
    """Return the gap to the contact after the first call in the tick of the page's twin, as a part of the gap before it."""
    return 1.0 - forum_call(run, "moved") / forum_call(run, "d")


# The matrix


@measure
def body_depth(run: Run) -> float:
    """Return the size [m] of the player's body from its back to its front."""
    return 2.0 * run.simulation.params.radii[1]


@measure
def length_ratio(run: Run, turned: Yes, heading: Degrees) -> float:
    """Return the largest ratio of a vector's eSpace length with a heading [degrees] to that with heading 0, for a level vector.

    turned: False for the printed matrix, True for the one that turns before it scales
    """
    radii = run.simulation.params.radii
    at, first = forum_collision.space_of(radii, radians(heading), turned), forum_collision.space_of(radii, 0.0)
    vectors = [(cos(pi * k / AROUND), sin(pi * k / AROUND), 0.0) for k in range(AROUND)]
    return max(length(to_espace(at, vector)) / length(to_espace(first, vector)) for vector in vectors)


def outline(radii: Vector, heading: float, is_turned: bool, centre: XY) -> list[XY]:
    """Return the outline of the body from above that a matrix makes the unit circle."""
    space, points = forum_collision.space_of(radii, heading, is_turned), []
    for k in range(90):
        way = cos(k * pi / 45.0), sin(k * pi / 45.0), 0.0
        size = 1.0 / length(to_espace(space, way))
        points.append((centre[0] + size * way[0], centre[1] + size * way[1]))
    return points


@drawing
def turned_bodies(run: Run) -> Svg:
    """Draw, from above, the right body behind a gap, the printed one in it, and the printed test's outline, which is stopped."""
    radii, heading = run.simulation.params.radii, run.record().after.heading
    sheet = SvgSheet((-1.5, -0.45, 1.5, 1.0), 400, 200, margin=4)
    left, _, right, _ = sheet.box
    for x, end in ((-GAP_WIDTH / 2.0, left), (GAP_WIDTH / 2.0, right)):
        sheet.rectangle((x, 0.0, end, 0.25), SOLID, 1.8, fill=SOLID, opacity=0.35)
    sheet.path([(-GAP_WIDTH / 2.0, 0.12), (GAP_WIDTH / 2.0, 0.12)], INK, 1.2, dashed=True)
    sheet.letter((-GAP_WIDTH / 2.0, 0.12), f"gap: {GAP_WIDTH:g} m", INK, (-1, 0))
    stopped = -radii[1] * sqrt(1.0 - (GAP_WIDTH / 2.0 / radii[0]) ** 2)
    for y, colour, at, name in ((0.62, BODY, 0.52, "turned, then divided"), (stopped, PRINTED, -0.36, "printed body")):
        sheet.path(outline(radii, heading, True, (0.0, y)), colour, 2.0, fill=colour, opacity=0.3, closed=True)
        sheet.letter((0.42, at), name, colour, (1, 0))
    sheet.path(outline(radii, heading, False, (0.0, stopped)), CONTACT, 2.4, closed=True)
    sheet.letter((0.42, -0.12), f"tested: {2.0 * radii[0]:g} m", CONTACT, (1, 0))
    sheet.arrow((-0.8, -0.4), (-0.8, -0.05), INK)
    sheet.letter((-0.8, -0.22), "walks", INK, (-1, 0))
    return sheet.svg("The turned body is narrower than the gap, and is through. What is tested as printed stops at both corners.")


# The inside test


def sampled(corners: forum_collision.Corners) -> list[tuple[float, float, bool, bool]]:
    """Return [(weight of the first corner, of the second, accepted as printed, accepted by signs), ...] around a triangle."""
    first, second, third = corners
    side, rows = 2.0 * REACH / SAMPLES, []
    for i in range(SAMPLES):
        for j in range(SAMPLES):
            u, v = (i + 0.5) * side - REACH, (j + 0.5) * side - REACH
            point = along(along(third, sub(first, third), u), sub(second, third), v)
            printed = forum_collision.is_in_triangle(point, corners)
            rows.append((u, v, printed, forum_collision.is_truly_in_triangle(point, corners)))
    return rows


@lru_cache(maxsize=1)
def sampled_upright() -> list[tuple[float, float, bool, bool]]:
    return sampled(UPRIGHT)


@measure
def accepted_area(run: Run, signs: Yes = False) -> float:
    """Return the area that the inside test accepts, as printed or by `signs`, over the triangle's, from 40 000 samples."""
    accepted = sum(row[3] if signs else row[2] for row in sampled_upright())
    return 2.0 * accepted * (2.0 * REACH / SAMPLES) ** 2


@measure
def rejected_inside(run: Run) -> float:
    """Return the number of 40 000 samples that are inside the triangle and that the printed test rejects."""
    return float(sum(row[3] and not row[2] for row in sampled_upright()))


@drawing
def accepted_points(run: Run) -> Svg:
    """Draw the page's triangle in its plane, and the three others that the printed inside test accepts beside it."""
    corners = ((3.0, 0.0, 0.0), (1.5, 3.0, 0.0), (0.0, 0.0, 0.0))
    (x0, y0), (x1, y1), *_ = (corner[:2] for corner in corners)
    sheet = SvgSheet((-3.4, -3.4, 3.4, 3.7), 400, 230, margin=4)
    others = (((x1, y1), (-x0, -y0)), ((-x0, -y0), (-x1, -y1)), ((-x1, -y1), (x0, y0)))
    for one, other in others:
        middle = (one[0] + other[0]) / 3.0, (one[1] + other[1]) / 3.0, 0.0
        assert forum_collision.is_in_triangle(middle, corners) and not forum_collision.is_truly_in_triangle(middle, corners)
        sheet.path([one, other, (0.0, 0.0)], RED, 1.6, fill=RED, opacity=0.25, closed=True)
    sheet.path([corner[:2] for corner in corners], NORMAL, 2.6, fill=NORMAL, opacity=0.35, closed=True)
    for number, (corner, towards) in enumerate(zip(corners, ((1, -0.3), (1, 0.3), (0.6, -1)))):
        sheet.dot(corner[:2], INK, 4.0, text=f"$T_{number}$", towards=towards)
    sheet.letter((-1.9, 1.4), "accepted, outside", RED, (-0.7, 0.6))
    sheet.letter((2.4, 1.5), "inside", NORMAL, (1, 0))
    return sheet.svg("The accepted points fill a parallelogram around the third corner, four times the triangle.")


# The step


def gaps_of(run: Run, twin: int, since: int, until: int) -> list[tuple[int, float]]:
    """Return [(tick, gap to the wall ahead [eSpace]), ...] of the player or a twin, from where the player is stopped at last."""
    wall, radius = run.records[-1].after.position[1], run.simulation.params.radii[1]
    return [(tick, (wall - run.of(twin).state(tick).position[1]) / radius) for tick in range(since, until + 1)]


@drawing
def gaps_to_wall(run: Run, since: Tick, until: Tick) -> Svg:
    """Draw the gaps to a wall [eSpace] after each tick from `since` to `until`: of the page's first twin, and of the player."""
    rows = {number: gaps_of(run, number, since, until) for number in (0, 1)}
    most = max(gap for _, gap in rows[1])
    sheet = diagram((0.0, 0.0, until - since + 1.5, 1.05 * most), "ticks", "gap in eSpace")
    for tick in (1, 2, 3):
        sheet.letter((tick, 0.0), str(tick), INK, (0, -1))
    for number, colour, name in ((1, PRINTED, "as printed"), (0, BODY, "Glissade")):
        points = [(float(tick - since), max(gap, 0.0)) for tick, gap in rows[number]]
        sheet.path(points, colour, 2.0)
        for point in points:
            sheet.dot(point, colour, 4.0)
        sheet.letter(points[5 if number else -3], name, colour, (1.2, 2.6) if number else (0, 1.1))
    for point in [(float(tick - since), gap) for tick, gap in rows[1]][:4]:
        sheet.letter(point, f"{point[1]:.3f}", INK, (1, 0.3))
    return sheet.svg("; ".join(f"after {tick - since} ticks {gap:.3f} as printed" for tick, gap in rows[1]))


@drawing
def step_through(run: Run) -> Svg:
    """Draw, from above, a step of the twin into a wall: as printed, and as in the paper."""
    walked = walked_by_twin(run)
    start, radius = walked.position[1], walked.radii[1]
    ends = [radius * first_call(run, repairs).end[1] for repairs in (AS_PRINTED, REPAIRED)]
    sheet = SvgSheet((start - 1.2 * radius, -0.62, max(ends) + 2.5 * radius, 0.62), 400, 200, margin=6)
    _, bottom, _, top = sheet.box
    sheet.rectangle((WALL, bottom, WALL + 0.5, top), SOLID, 1.8, fill=SOLID, opacity=0.35)
    sheet.circle((start, 0.0), radius, FAINT, 1.8, dashed=True)
    for end, colour, side in zip(ends, (PRINTED, BODY), (1, -1)):
        sheet.circle((end, 0.0), radius, colour, 2.0, fill=colour, opacity=0.2)
        sheet.arrow((start, 0.1 * side), (end, 0.1 * side), colour, 2.4)
        sheet.letter((start, 0.1 * side), f"{(end - start) / radius:.2f}", colour, (0.3, side))
    sheet.letter((max(ends) + radius, 0.0), "as printed", PRINTED, (1, 0))
    sheet.letter((min(ends), -radius), "paper's step", BODY, (0.0, -0.9))
    sheet.letter((start, radius), "before", FAINT, (0.0, 0.9))
    sheet.letter((WALL + 0.5, bottom), "wall", SOLID, (1.0, 1.0))
    return sheet.svg("The printed step ends inside the wall, the other one in front of it.")


@drawing
def passed_wall(run: Run, since: Tick, until: Tick) -> Svg:
    """Draw, from above, the first twin after each tick from `since` to `until`, the wall, and the player before it."""
    places, radius = [run.of(1).state(tick).position[1] for tick in range(since, until + 1)], run.simulation.params.radii[1]
    sheet = SvgSheet((places[0] - 2.6 * radius, -0.75, places[-1] + 1.2 * radius, 0.75), 456, 200, margin=6)
    _, bottom, _, top = sheet.box
    sheet.rectangle((WALL, bottom, WALL + 0.5, top), SOLID, 1.8, fill=SOLID, opacity=0.35)
    sheet.circle((run.state(until).position[1], 0.0), radius, BODY, 2.0, fill=BODY, opacity=0.2)
    sheet.letter((run.state(until).position[1], -radius), "Glissade", BODY, (0.0, -1.0))
    for number, place in enumerate(places):
        sheet.circle((place, 0.0), radius, PRINTED, 2.0, dashed=number == 0)
        sheet.letter((place, radius), f"tick {number}", PRINTED, (0.0 if number else 0.35, 1.0))  # the first beside a wall's edge
        if number:
            sheet.arrow((places[number - 1], 0.0), (place, 0.0), PRINTED, 2.4)
    sheet.letter((WALL + 0.5, bottom), "wall", SOLID, (1.0, 1.0))
    return sheet.svg("The printed body runs out of the wall and on, two radii in each tick.")


# The slide


@drawing
def printed_slide(run: Run) -> Svg:
    """Draw, from above in eSpace, the twin's contact: the printed step, the normal n of another length, and both slides."""
    call = first_call(run, AS_PRINTED)
    assert call.collision is not None
    normal = normal_of_call(call, AS_PRINTED)
    rest = sub(along(call.start, call.displacement, 1.0), call.end)
    flat = forum_collision.slide_along(normal, rest, REPAIRED)
    walked = walked_by_twin(run)
    space, size = forum_collision.space_of(walked.radii, walked.heading), 1.0 / walked.radii[0]

    def above(vector: Vector) -> XY:
        """Return an eSpace vector as seen from above, with x to the right: the printed eSpace is turned by the heading."""
        x, y, _ = scale(to_world(space, vector), size)
        return x, y

    at, q = above(call.end), above(call.collision.point)
    sheet = SvgSheet((at[0] - 1.2, at[1] - 1.05, at[0] + 2.4, q[1] + 0.24), 524, 230, margin=4)
    left, _, right, top = sheet.box
    sheet.rectangle((left, q[1], right, top), SOLID, 1.8, fill=SOLID, opacity=0.3)
    sheet.circle(at, 1.0, PRINTED, 1.8)
    sheet.dot(q, CONTACT, 4.5, text="contact", towards=(1, 0.9))
    sheet.arrow(q, at, NORMAL, 2.2)
    sheet.letter((at[0] + 1.2, at[1] + 0.72), f"$|n|$ = {hypot(*normal):.3f}", NORMAL, (1, 0))
    grown = 4.0  # r and the slides are shown four times as long
    names = f"projection: {length(flat):.3f}", f"slide: {length(call.slide):.3f}"
    slides = (flat, AFTER, names[0], 0.0), (call.slide, PRINTED, names[1], -0.16)
    for number, (vector, colour, name, up) in enumerate(((rest, INK, "$r$", 0.0), *slides)):
        start = at[0], at[1] + up
        x, y = above(vector)
        sheet.arrow(start, (start[0] + grown * x, start[1] + grown * y), colour, 2.4)
        sheet.letter((at[0] + 1.2, at[1] + 0.36 - 0.36 * number), name, colour, (1, 0))
    return sheet.svg("The printed slide is longer than the projection by the square of the normal's length.")


# The signs of the text


class Touch(NamedTuple):
    """The edge that the twin's first call meets, in eSpace."""

    first: Vector
    second: Vector
    position: Vector
    displacement: Vector


def edge_touch(run: Run) -> Touch:
    """Return the edge that a tick's first call meets."""
    walked, call = walked_by_twin(run), first_call(run, REPAIRED)
    found = call.collision
    assert found is not None and found.feature == EDGE
    space = forum_collision.space_of(walked.radii, walked.heading, True)
    for number in range(len(walked.world.corners)):
        corners = [to_espace(space, get3(walked.world.corners, number, k)) for k in (0, 3, 6)]
        for start, end in zip(corners, (*corners[1:], corners[0])):
            off, edge = sub(found.point, start), sub(end, start)
            part = dot(off, edge) / dot(edge, edge)
            if length(sub(off, scale(edge, part))) < 1e-9 and 0.0 <= part <= 1.0:
                return Touch(start, end, call.start, call.displacement)
    raise AssertionError("an edge is met that no triangle has")


def lower_root(a: float, b: float, c: float) -> float:
    """Return the lower root of a quadratic that has two."""
    root = (b * b - 4.0 * a * c) ** 0.5
    return min((-b - root) / (2.0 * a), (-b + root) / (2.0 * a))


@measure
def edge_number(run: Run, part: EdgePart, text: Yes = False) -> float:
    """Return a number of the edge that the twin meets in the tick: a coefficient of the quadratic, or its lower root "t".

    text: True by the signs in the thread's text, False by those of its code
    """
    quadratic = forum_collision.edge_quadratic(*edge_touch(run), text)
    return lower_root(*quadratic) if part == "t" else quadratic["ABC".index(part)]


@drawing
def edge_parabolas(run: Run) -> Svg:
    """Draw the squared distance of the centre from the touched edge's line over t, by the code's signs and by the text's."""
    touch = edge_touch(run)
    edge = sub(touch.second, touch.first)
    curves = {text: forum_collision.edge_quadratic(*touch, text) for text in (False, True)}
    roots = {text: lower_root(*quadratic) for text, quadratic in curves.items()}
    far = 1.25 * max(abs(root) for root in roots.values())
    sheet = SvgSheet((-far, -0.2, far, 2.6), 524, 230, stretched=True, margin=10)
    sheet.path([(-far, 1.0), (far, 1.0)], FAINT, 1.2, dashed=True)
    sheet.arrow((-far, 0.0), (far, 0.0), FAINT, 1.4)
    sheet.arrow((0.0, 0.0), (0.0, 2.5), FAINT, 1.4)
    sheet.letter((0.0, 2.5), "squared distance from $e$", INK, (1, 0))
    sheet.letter((far, 0.0), "$t$", INK, (-1, 1))
    sheet.letter((0.0, 0.0), "0", INK, (-1, 0.7))
    sheet.letter((-far, 1.0), "1", INK, (0.6, 0.8))
    for text, colour, name in ((False, NORMAL, "code"), (True, CONTACT, "text")):
        a, b, c = curves[text]
        ts = np.linspace(-far, far, 121)
        values = 1.0 - (a * ts * ts + b * ts + c) / dot(edge, edge)
        points = [(float(t), float(value)) for t, value in zip(ts, values) if 0.0 <= value <= 2.0]
        sheet.path(points, colour, 2.2)
        sheet.dot((roots[text], 1.0), colour, 4.5, text=f"{name}: {roots[text]:.2f}", towards=(1, 0.7))
    return sheet.svg(f"By the code the sphere touches at {roots[False]:.2f}, by the text at {roots[True]:.2f}.")


# Roots and order


Feature = tuple[Vector, Vector | None]  # a corner and None, or both ends of an edge


@measure
def leaving_root(run: Run, paper: Yes) -> float:
    """Return the time of the hit, 0 for none, of a unit sphere that leaves a corner half inside it by two radii in a step.

    paper: True by the paper's rule for roots, False by the program's
    """
    a, b, c = corner_equation(CORNER, (0.0, 0.0, 0.0), LEAVES)
    if paper:
        return lowest_root(a, b, c, 1.0)
    return forum_collision.lowest_positive_root(a, b, c, 1.0) or 0.0


@drawing
def corner_roots(run: Run) -> Svg:
    """Draw a unit sphere with a corner inside it, which leaves, and its centres at both roots, where it touches the corner."""
    roots = both_roots(*corner_equation(CORNER, (0.0, 0.0, 0.0), LEAVES))
    sheet = SvgSheet((-2.6, -1.2, 2.3, 1.5), 400, 220, margin=4)
    tip = -CORNER[1]  # the path is along y, and is drawn from left to right
    low = sheet.box[1]  # in the book, far below the circles
    sheet.path([(tip + 0.583 * low, low), (tip, 0.0), (tip - 0.417 * low, low)], SOLID, 2.0, fill=SOLID, opacity=0.4, closed=True)
    sheet.letter((tip, low), "solid", INK, (0, 1))
    for root, colour, name, towards in zip(roots, (FAINT, BODY), ("entry", "exit"), ((-0.6, 1), (0.7, 1))):
        place = -root * LEAVES[1]
        sheet.circle((place, 0.0), 1.0, colour, dashed=True)
        sheet.dot((place, 0.0), colour, 4.0)
        sheet.letter((place, 1.0), f"{name}: $t$ = {root:.2f}", colour, towards)
    sheet.circle((0.0, 0.0), 1.0, CONTACT)
    sheet.dot((0.0, 0.0), CONTACT, 4.0)
    sheet.letter((0.2, 0.2), "start", CONTACT, (0.2, 1))
    sheet.arrow((0.0, 0.0), (-LEAVES[1], 0.0), BEFORE, text="$v$", towards=(1, 0.4))
    sheet.dot((tip, 0.0), INK, 4.5)
    sheet.line((tip, 0.0), (tip, 1.15), INK, 1.2, text="corner", towards=(0, 1))
    return sheet.svg("A sphere around a corner. It touched the corner in the past, and touches it again when it leaves.")


@measure
def order_matters(run: Run) -> float:
    """Return the number of 2000 random sweeps whose contact differs if all corners are tested before all edges."""
    return float(sum(order_differs(*sweep) for sweep in random_sweeps()))


def random_sweeps() -> Iterator[tuple[forum_collision.Corners, Vector]]:
    """Yield SWEEPS random triangles and displacements of the unit sphere at the origin."""
    random = np.random.default_rng(23)
    places, ways = random.uniform(-3.0, 3.0, (SWEEPS, 3, 3)).tolist(), random.normal(size=(SWEEPS, 3)).tolist()
    for corners, displacement in zip(places, ways):
        first, second, third = (vector(corner) for corner in corners)
        yield (first, second, third), vector(displacement)


def vector(numbers: list[float]) -> Vector:
    x, y, z = numbers
    return x, y, z


def order_differs(corners: forum_collision.Corners, displacement: Vector) -> bool:
    """True if corners before edges, or corner and edge in turn, give two times for the unit sphere at the origin."""
    in_turn = features_of(corners)
    return earliest(in_turn, displacement) != earliest([*in_turn[::2], *in_turn[1::2]], displacement)


def earliest(features: list[Feature], displacement: Vector) -> float:
    """Return the smallest time, at most 1, at which the unit sphere at the origin touches features, tested in order."""
    start, t = (0.0, 0.0, 0.0), 1.0
    for first, second in features:
        if second is None:
            a, b, c = corner_equation(first, start, displacement)
        else:
            a, b, c = forum_collision.edge_quadratic(first, second, start, displacement)
        root = forum_collision.lowest_positive_root(a, b, c, t)
        if root is None:
            continue
        if second is None or 0.0 <= forum_collision.edge_place(first, second, start, displacement, root) <= 1.0:
            t = root
    return t


def features_of(corners: forum_collision.Corners) -> list[Feature]:
    """Return corners and edges of a triangle in the program's order, in turn."""
    return [feature for start, end in zip(corners, (*corners[1:], corners[0])) for feature in ((start, None), (start, end))]


@drawing
def six_times(run: Run) -> Svg:
    """Draw the times at which a random sweep meets corners and edges of a triangle, by their numbers in the program's order."""
    for corners, displacement in random_sweeps():
        times = [earliest([feature], displacement) for feature in features_of(corners)]
        met = sorted(time for time in times if time < 1.0)
        if len(met) >= MET and min(np.diff(met)) > TIMES_APART and any(time < 1.0 for time in times[::2]):
            break
    sheet = SvgSheet((-0.3, -6.4, 1.05, 0.6), 524, 230, stretched=True, margin=6)
    sheet.path([(1.0, -6.3), (1.0, -5.5)], FAINT, 1.2)
    sheet.letter((1.0, -6.2), "$t$ = 1", FAINT, (-1, 0.6))
    earliest_so_far = 1.0
    for number, time in enumerate(times, 1):
        y, (name, colour) = 1.0 - number, (("edge", PLANE), ("corner", CONTACT))[number % 2]
        bar = [(0.0, y - 0.3), (time, y - 0.3), (time, y + 0.3), (0.0, y + 0.3)]
        sheet.letter((0.0, y), f"{name} {number}", colour, (-1, 0))
        if time < 1.0:
            is_late = time > earliest_so_far
            sheet.path(bar, colour, 1.4, dashed=is_late, fill="none" if is_late else colour, opacity=0.85, closed=True)
            words = ", too late" * is_late + ", the earliest" * (time == met[0])
            sheet.letter((time, y), f"{time:.2f}{words}", FAINT if is_late else INK, (1, 0))
            earliest_so_far = min(earliest_so_far, time)
        else:
            sheet.letter((0.0, y), "no hit", INK, (1, 0))
    return sheet.svg(f"The earliest of the times is {met[0]:.2f}, in any order of the tests.")


# The stairs


@measure
def left_behind(run: Run, tick: Tick = 0) -> float:
    """Return how far [m] the page's first twin is behind the player on their way forward after a tick."""
    after, twin = (own.record(tick).after for own in (run, run.of(1)))
    heading, (x, y, _) = after.heading, sub(after.position, twin.position)
    return cos(heading) * y - sin(heading) * x


@drawing
def two_climbs(run: Run) -> Svg:
    """Draw, from the side, the paths of the centres of player and first twin over the level, and both bodies at the end."""
    view = PathView(run.records[0].before.heading, False)
    paths = [[view.of(record.after.position) for record in own.records] for own in (run, run.of(1))]
    lines = np.array(level_lines(run, view))
    xs = np.linspace(paths[0][0][0] - 0.5, paths[0][-1][0] + 0.6, PROFILE)
    sheet = SvgSheet((xs[0], -0.2, xs[-1], paths[0][-1][1] + 1.0), 436, 230, margin=0)
    spans = [sorted(line.tolist()) for line in lines]
    tops = [[np.interp(x, (a[0], b[0]), (a[1], b[1])) for a, b in spans if a[0] <= x <= b[0]] for x in xs.tolist()]
    heights = [float(max(found, default=0.0)) for found in tops]
    profile = list(zip(xs.tolist(), heights))
    sheet.path([(xs[0], -1.0), *profile, (xs[-1], -1.0)], "none", fill=SOLID, opacity=0.35, closed=True)
    sheet.path(profile, SOLID, 2.4)
    for path, colour, name, side in zip(paths, (BODY, PRINTED), ("Glissade", "printed program"), (1.0, -1.0)):
        sheet.path(path, colour, 2.4)
        sheet.path(view.outline(run.simulation.params.radii, path[-1]), colour, 1.8, closed=True)
        sheet.dot(path[-1], colour, 4.0)
        sheet.put(95.0, 36.0 - 13.0 * side, name, colour)
    return sheet.svg("Both paths lead up the steps; that of the printed program is shorter.")
