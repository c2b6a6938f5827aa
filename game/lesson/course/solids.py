"""Lesson "solids": sums and differences of shapes, the steps of GJK, depths, boxes around things, and boxes that move."""

from itertools import product
from math import pi
from typing import Annotated

import numpy as np

from ...core.value_rules import OneOf, Text
from ...core.vec3 import sub
from ...lab import shapes
from ...lab.exhibits import sums
from ...lab.exhibits.statues import (
    AABB,
    AROUND,
    COVARIANCE,
    LEAST,
    NODES,
    PROBE,
    ROOT,
    SIGNS,
    STATUES,
    box_corners,
    fattened,
    volumes,
)
from ...lab.physics.forum_picking import clipped
from ...lab.physics.shapes import Polyhedron
from ..tools.exhibit_measures import bodies_at, exhibit_at, values_at
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import Axis, Tick, drawing, measure
from ..tools.svg_canvas import AFTER, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, XY, SvgSheet, corners_of, hex_of

TRIANGLE = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
SEED = 12
CUBE = np.array(list(product((-0.5, 0.5), repeat=3)))
PLANK = CUBE * (4.0, 0.5, 0.5)
TURNS = 2000  # of the plank, and fits to the cube. Fewer: a mean is a guess; more: the measure takes long
CLOSE = 0.02  # [m] between places of one name. Smaller: names lie on each other; larger: a step has no name
GROUPS = {"whole": 11, "upper half": 6, "lower half": 5, "limbs": 2}  # parts of the figure in a box
BLUE, ORANGE, GREEN = hex_of(sums.BLUE), hex_of(sums.ORANGE), hex_of(sums.GREEN)  # A, B, and their sum or difference
VIOLET = hex_of((0.72, 0.52, 1.0))  # what GJK keeps and finds; brighter than in the room, because a drawing has a dark ground
NOISE = 1e-12  # [m] of the cube's corners, as after some calculation


def turned(points: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return points (n, 3) [m], turned at random, all directions alike."""
    w, x, y, z = (axis := random.normal(size=4)) / np.linalg.norm(axis)
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
    return points @ np.array(rows).T


# Measures


def room_of(run: Run, exhibit: str) -> tuple[int, int, int, float]:
    """Return the pair of bodies, the turn of B [degrees], the test, and the offset [m] of the exhibit at the end."""
    return sums.scene_of(values_at(run, exhibit))


@measure
def gap_of_planes(run: Run, exhibit: Text) -> float:
    """Return the gap [m] between two planes across the line of the closest points. Behind each is one of the room's bodies."""
    pair, turn, _, offset = room_of(run, exhibit)
    result = sums.gjk_of(pair, turn, offset)
    direction = (result.closest_b - result.closest_a) / result.distance
    other = sums.second(pair, turn).vertices + (offset, 0.0, sums.HIGH)
    return float((other @ direction).min() - (sums.first(pair).vertices @ direction).max())


@measure
def depth_along_rail(run: Run, exhibit: Text) -> float:
    """Return how far [m] B must move along its rail until it only touches A, by bisection."""
    pair, turn, _, offset = room_of(run, exhibit)
    other = sums.second(pair, turn).vertices + (offset, 0.0, sums.HIGH)
    return shapes.depth_along(sums.first(pair), other, (1.0, 0.0, 0.0)).depth


@measure
def depth_in_room(run: Run, exhibit: Text) -> float:
    """Return the least displacement [m] of B after which the bodies of the room only touch."""
    pair, turn, _, offset = room_of(run, exhibit)
    return -sums.separation(pair, turn, offset)


@measure
def plank_ratio(run: Run) -> float:
    """Return the mean volume of a plank's box along the axes over that of its oriented box, in random turns."""
    random, ratios = np.random.default_rng(SEED), []
    for _ in range(TURNS):
        low, high = shapes.aabb(turned(PLANK, random))
        ratios.append(np.prod(high - low) / np.prod(np.ptp(PLANK, axis=0)))
    return float(np.mean(ratios))


@measure
def cube_ratio(run: Run, fit: Annotated[str, OneOf(("covariance", "least"))]) -> float:
    """Return the mean volume of a cube's oriented box over that of the cube, whose corners have errors of 1e-12 m."""
    random, ratios = np.random.default_rng(SEED), []
    for _ in range(TURNS if fit == "covariance" else TURNS // 40):  # the least box takes long, and is the same each time
        ratios.append(8.0 * np.prod(shapes.obb(CUBE + NOISE * random.normal(size=CUBE.shape), fit)[2]))
    return float(np.mean(ratios))


@measure
def plank_side(run: Run, exhibit: Text, axis: Axis) -> float:
    """Return the length [m] along an axis of the exhibit of the plank's box along the axes."""
    return 2.0 * float(volumes(AABB, int(values_at(run, exhibit)["turn"]))[STATUES["plank"]].half["xyz".index(axis)])


@measure
def probed_volume(run: Run) -> float:
    """Return the volume [m3] of all places at which the statue is probed with balls."""
    return 4.0 / 3.0 * pi * AROUND**3


@measure
def fattened_boxes(run: Run, of: Annotated[str, OneOf(tuple(GROUPS))]) -> float:
    """Return the volume [m3] of the centres of balls that hit an AABB, `of` the figure or a half, or of all limbs."""
    boxes = [box for box, node in zip(volumes(AABB, 0), NODES) if len(node.parts) == GROUPS[of]]
    return sum(fattened(box) for box in boxes)


def boxes_at(run: Run, exhibit: str, tick: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the boxes of the player and of the figure (2, 3) [m], low and high corners, and the player's velocity (3,) [m/s].

    All in the exhibit's frame, in which the figure's box is one along the axes.
    """
    found, state = exhibit_at(run, exhibit, tick)
    after = run.record(tick).after
    box, place = volumes(AABB, int(found.kind.values(state)["turn"]))[ROOT], np.array(found.place.pose.to_own(after.position))
    radii = np.array(run.simulation.params.radii)
    velocity = np.array(found.place.pose.vector_to_own(after.velocity))
    return np.array((place - radii, place + radii)), np.array((box.centre - box.half, box.centre + box.half)), velocity


def axis_times(run: Run, exhibit: str, tick: int = 0) -> list[tuple[float, float]]:
    """Return for each axis the times [s] from a tick on between which the player's box and the figure's overlap along it."""
    (low, high), (other_low, other_high), velocity = boxes_at(run, exhibit, tick)
    return [shapes.times_along(*map(float, along)) for along in zip(low, high, velocity, other_low, other_high)]


@measure
def axis_time(run: Run, exhibit: Text, axis: Axis, tick: Tick = 0) -> float:
    """Return the time [s] from a tick on at which the player's box reaches the figure's along an axis of the exhibit."""
    return axis_times(run, exhibit, tick)["xyz".index(axis)][0]


@measure
def axis_gap(run: Run, exhibit: Text, axis: Axis, tick: Tick = 0) -> float:
    """Return the gap [m] along an axis of the exhibit between the player's box and the figure's, after a tick."""
    (low, high), (other_low, other_high), _ = boxes_at(run, exhibit, tick)
    return float(np.maximum(other_low - high, low - other_high)["xyz".index(axis)])


@measure
def axis_speed(run: Run, exhibit: Text, axis: Axis, tick: Tick = 0) -> float:
    """Return the player's speed [m/s] along an axis of the exhibit, after a tick."""
    return abs(float(boxes_at(run, exhibit, tick)[2]["xyz".index(axis)]))


@measure
def boxes_arrive(run: Run, exhibit: Text, since: Tick) -> float:
    """Return the time [s] from a tick on until the boxes of the player and of the figure overlap, from the positions alone."""
    for tick in range(since, len(run.records) + 1):
        (low, high), (other_low, other_high), _ = boxes_at(run, exhibit, tick)
        if (low <= other_high).all() and (high >= other_low).all():
            return (tick - since) / run.simulation.hz
    return np.inf


# Drawings


def ring(body: Polyhedron) -> list[XY]:
    """Return the corners (x, y) of a polygon in the plane z = 0."""
    return [(x, y) for x, y, _ in body.vertices[list(body.faces[0])].tolist()]


@drawing
def sum_and_difference(run: Run, exhibit: Text) -> Svg:
    """Draw a triangle A, its sum and its difference with B, a triangle like it, and B at the room's p."""
    sheet = SvgSheet((-1.3, -1.05, 2.3, 2.05), height=250, margin=8)
    for k in range(-1, 3):  # nine squares, in which places are tested
        sheet.path([(k, -1.0), (k, 2.0)], FAINT, 0.8)
        sheet.path([(-1.0, k), (2.0, k)], FAINT, 0.8)
    difference, total = (make(TRIANGLE, TRIANGLE) for make in (shapes.minkowski_difference, shapes.minkowski_sum))
    p = np.array((room_of(run, exhibit)[3], sums.HIGH)) / sums.WEDGE[:, 0].max()
    corners = TRIANGLE[:, :2]
    sheet.path(ring(difference), AFTER, 2.0, fill=AFTER, opacity=0.15, closed=True)
    sheet.path(ring(total), NORMAL, 2.0, closed=True)
    sheet.path(corners.tolist(), BLUE, 2.0, fill=BLUE, opacity=0.5, closed=True)
    sheet.path((corners + p).tolist(), CONTACT, 2.0, dashed=True, fill=CONTACT, opacity=0.25, closed=True)
    sheet.arrow((0.0, 0.0), tuple(p.tolist()))
    sheet.letter((1.45, 1.5), "$A + B$", NORMAL, (0, 0))
    sheet.letter((0.5, -0.6), "$A - B$", AFTER, (0, 0))
    sheet.letter((0.0, 0.0), "$0$", INK, (0.6, -1))
    sheet.letter((0.6, 0.12), "$A$", INK, (0, 0))
    sheet.letter((-0.3, 0.6), "$B$", CONTACT, (0, 0))
    sheet.letter(tuple(p.tolist()), "$p$", INK, (-0.6, -0.8))
    return sheet.svg("A triangle, a larger one that is its sum with itself, the hexagon that is its difference, and B at p.")


@drawing
def gjk_steps(run: Run, exhibit: Text) -> Svg:
    """Draw the difference of the room's bodies from the front, the simplexes of GJK in it, and their places nearest to p."""
    pair, turn, test, offset = room_of(run, exhibit)
    place, difference = np.array((offset, 0.0, sums.HIGH)), sums.shape_of(pair, turn, sums.DIFFERENCE)
    outline = ring(Polyhedron(difference.vertices[:, [0, 2, 1]] * (1.0, 1.0, 0.0)))
    steps = sums.gjk_of(pair, turn, offset).steps
    used = np.vstack([(offset, sums.HIGH), *((step.points + place)[:, [0, 2]] for step in steps)])
    low, high = used.min(axis=0) - 0.15, used.max(axis=0) + 0.05
    sheet = SvgSheet((*low, *high), height=250, margin=8)  # only where GJK is at work: elsewhere nothing happens
    _, bottom, right, _ = sheet.box
    inside = clipped(np.array(outline), np.array(corners_of(sheet.box)))
    sheet.path(inside.tolist(), GREEN, 1.6, fill=GREEN, opacity=0.3, closed=True)
    colours, names = (PLANE, CONTACT, VIOLET, VIOLET), dict[tuple[int, int], list[str]]()
    for number, step in enumerate(steps):
        colour = colours[min(number, len(colours) - 1)]
        sheet.path([(x, z) for x, _, z in (step.points + place).tolist()], colour, 2.4, closed=len(step.points) > 2)
        x, _, z = (step.nearest + place).tolist()
        sheet.dot((x, z), colour, 4.0)
        names.setdefault((round(x / CLOSE), round(z / CLOSE)), []).append(str(number + 1))
        is_last = number + 1 == len(steps)
        if is_last or np.abs((step.nearest - steps[number + 1].nearest)[[0, 2]]).max() > CLOSE:
            beside = (-1, -0.8) if is_last else (1, -0.2)
            sheet.letter((x, z), ", ".join(names[round(x / CLOSE), round(z / CLOSE)]), colour, beside)
        if number == 0:
            towards = np.array((offset - x, sums.HIGH - z))
            tip = x + 0.4 * towards[0], z + 0.4 * towards[1]
            sheet.arrow((x, z), tip, colour, 1.8, text="$n$", towards=(-1, 0), part=0.5)
    sheet.path([(x, z), (offset, sums.HIGH)], VIOLET, 1.6, dashed=True)
    gap = f"{np.hypot(x - offset, z - sums.HIGH):.3f} m"
    sheet.letter(((x + offset) / 2.0, (z + sums.HIGH) / 2.0), gap, VIOLET, (-0.5, 1.5))
    sheet.dot((offset, sums.HIGH), INK, 4.0, text="$p$", towards=(-1, -0.3))
    sheet.letter((right, bottom), "$A - B$", INK, (-1, 1))
    return sheet.svg("The difference of two bodies from the front. From step to step a simplex in it comes nearer to p.")


@drawing
def two_planes(run: Run, exhibit: Text) -> Svg:
    """Draw the room's bodies along the planes that part them: a on A, b on B, n from a to b, and the gap of the planes."""
    pair, turn, _, offset = room_of(run, exhibit)
    found = sums.gjk_of(pair, turn, offset)
    n = (found.closest_b - found.closest_a) / found.distance
    up = np.array((0.0, 0.0, 1.0)) - n[2] * n
    axes = np.column_stack((-n, up / np.linalg.norm(up)))  # A is on the right, as in the room
    one, other = sums.first(pair).vertices, sums.second(pair, turn).vertices + (offset, 0.0, sums.HIGH)
    flat = [(points - found.closest_a) @ axes for points in (one, other)]
    outlines = [ring(Polyhedron(np.column_stack((points, np.zeros(len(points)))))) for points in flat]
    low, high = np.vstack(flat).min(axis=0), np.vstack(flat).max(axis=0)
    sheet = SvgSheet((low[0], low[1] - 0.3, high[0], high[1] + 0.3), height=230, margin=8)
    for outline, colour, name in zip(outlines, (BLUE, ORANGE), "AB"):
        sheet.path(outline, colour, 2.0, fill=colour, opacity=0.35, closed=True)
        sheet.letter(tuple(np.mean(outline, axis=0).tolist()), f"${name}$", INK, (0, 0))
    bottom, top, gap = low[1] - 0.3, high[1] + 0.3, found.distance
    for x, colour in ((0.0, BLUE), (-gap, ORANGE)):
        sheet.path([(x, bottom), (x, top)], colour, 2.0, dashed=True)
    sheet.path([(0.0, 0.0), (-gap, 0.0)], VIOLET, 2.0)
    for x, name, towards in ((0.0, "$a$", (1, 0.2)), (-gap, "$b$", (-1, 0.2))):
        sheet.dot((x, 0.0), VIOLET, 4.5)
        sheet.letter((x, 0.0), name, INK, towards)
    sheet.arrow((0.0, top - 0.1), (-1.0, top - 0.1), text="$n$", towards=(-1, 0))
    sheet.letter((0.0, bottom + 0.12), f"gap: {gap:.3f} m", VIOLET, (1, 0))
    return sheet.svg("Two bodies between two parallel planes, seen along the planes: one through a on A, one through b on B.")


@drawing
def ways_out(run: Run, exhibit: Text) -> Svg:
    """Draw the difference of the room's bodies from the front, and p's ways out of it: to the right, and the shortest."""
    pair, turn, _, offset = room_of(run, exhibit)
    outline, p = sums.section(sums.shape_of(pair, turn, sums.DIFFERENCE)), (offset, sums.HIGH)
    least, (x, _, z) = sums.nearest_face(pair, turn, offset)
    along = depth_along_rail(run, exhibit)
    sheet = SvgSheet((*(outline.min(axis=0) - 0.05), *(outline.max(axis=0) + (0.6, 0.05))), height=200, margin=8)
    sheet.path(outline.tolist(), FAINT, 1.8, fill=SOLID, opacity=0.4, closed=True)
    sheet.arrow(p, (offset + along, sums.HIGH), CONTACT, 2.4, text=f"right: {along:.3f} m", towards=(1, 0.3))
    sheet.arrow(p, (offset + least * x, sums.HIGH + least * z), NORMAL, 2.4, text=f"shortest: {least:.3f} m", towards=(1, 0.9))
    sheet.dot(p, INK, 4.0, text="$p$", towards=(-1, -0.4))
    sheet.letter((-0.5, -0.2), "$A - B$", INK, (0, 0))
    return sheet.svg("The difference of two bodies with p inside, and two arrows out: to the right, and a shorter one.")


@drawing
def fitted_box(run: Run, exhibit: Text) -> Svg:
    """Draw the cube and the box that is fitted to it by covariance, as the page's camera sees them, but without perspective."""
    found, state = exhibit_at(run, exhibit)
    turn, eye, target = int(found.kind.values(state)["turn"]), run.page.shot.eye, run.page.shot.target
    assert eye is not None and target is not None  # the page has a free camera
    ahead = np.array(found.place.pose.vector_to_own(sub(target, eye)))
    right = np.cross(ahead, (0.0, 0.0, 1.0))
    up = np.cross(right, ahead)
    axes = np.column_stack([axis / np.linalg.norm(axis) for axis in (right, up)])
    cube, box = (volumes(kind, turn)[STATUES["cube"]] for kind in (LEAST, COVARIANCE))
    flat = [box_corners(volume) @ axes for volume in (cube, box)]
    low, high = np.min(flat, axis=(0, 1)), np.max(flat, axis=(0, 1))
    sheet = SvgSheet((*low.tolist(), *high.tolist()), height=230, margin=8)
    edges = [(a, b) for a, b in product(range(8), repeat=2) if a < b and np.count_nonzero(SIGNS[a] != SIGNS[b]) == 1]
    hull = ring(Polyhedron(np.column_stack((flat[0], np.zeros(8)))))
    sheet.path(hull, "none", fill=SOLID, opacity=0.35, closed=True)
    for points, colour, width in zip(flat, (SOLID, PLANE), (2.0, 2.6)):
        for a, b in edges:
            sheet.path([points[a].tolist(), points[b].tolist()], colour, width)
    for points, volume, name, colour, towards in zip(flat, (cube, box), ("cube", "box"), (SOLID, PLANE), (-1, 1)):
        words = f"{name}: {volume.size:.2f} m³"
        sheet.letter((high[0] if towards > 0 else low[0], float(points[:, 1].mean())), words, colour, (towards, 0))
    return sheet.svg("A cube, and around it a larger box whose sides are at other angles.")


@drawing
def tree_of_boxes(run: Run, exhibit: Text) -> Svg:
    """Draw the tree of the figure's boxes, those that were tested and hit in colours, and the numbers of tests of each row."""
    found = bodies_at(run, exhibit)
    rows = [[ROOT], list(NODES[ROOT].children)]
    for _ in range(2):
        rows.append([child for node in rows[-1] for child in NODES[node].children])
    across = {node: k + 0.5 for k, node in enumerate(rows[2])}
    for limb in rows[2]:
        across |= {child: across[limb] + side for side, child in zip((-0.25, 0.25), NODES[limb].children)}
    for node in (*rows[1], ROOT):  # over the middle of its children
        across[node] = float(np.mean([across[child] for child in NODES[node].children]))
    sheet = SvgSheet((-1.5, -3.35, 7.0, 0.9), height=230, margin=6, stretched=True)
    sheet.letter((-0.9, 0.75), "tests", INK, (0, 0))
    for depth, (row, half) in enumerate(zip(rows, (0.8, 1.0, 0.46, 0.2))):
        groups = [NODES[parent].children for parent in rows[depth - 1]] if depth else [row]
        counts = [sum(node in found.tested for node in group) for group in groups]
        sheet.letter((-0.9, -depth), " + ".join(str(count) for count in counts if count), INK, (0, 0))
        for node in row:
            x = across[node]
            for child in NODES[node].children:
                sheet.path([(x, -depth - 0.3), (across[child], -depth - 0.7)], FAINT, 1.2)
            colour = ORANGE if node in found.hit else BLUE if node in found.tested else SOLID
            sheet.rectangle((x - half, -depth - 0.3, x + half, 0.3 - depth), colour, 2.0, fill=colour, opacity=0.35)
            half_named = "upper half" if node == rows[1][0] else "lower half"
            words = ("whole", half_named, NODES[node].parts[0].split()[-1], "")[depth]
            if words:
                sheet.letter((x, -depth), words, INK, (0, 0))
    return sheet.svg("The tree of the statue's boxes: the whole, its halves, seven parts and limbs, and eight parts of limbs.")


@drawing
def box_and_ball(run: Run, of: Annotated[str, OneOf(tuple(GROUPS))] = "upper half") -> Svg:
    """Draw the front of one of the figure's boxes, a ball that touches it, and around it the volume of such balls' centres."""
    box = next(box for box, node in zip(volumes(AABB, 0), NODES) if len(node.parts) == GROUPS[of])
    across, up = box.half[1:].tolist()
    quarter = np.linspace(0.0, pi / 2.0, 13)
    rounded = [
        (x * across + PROBE * np.cos(start + angle), z * up + PROBE * np.sin(start + angle))
        for start, (x, z) in zip((0.0, pi / 2.0, pi, 1.5 * pi), ((1, 1), (-1, 1), (-1, -1), (1, -1)))
        for angle in quarter
    ]
    sheet = SvgSheet((-across - PROBE, -up - PROBE, across + 2.0 * PROBE, up + PROBE), height=200, margin=10)
    sheet.path(rounded, VIOLET, 2.0, dashed=True, fill=VIOLET, opacity=0.2, closed=True)
    sheet.rectangle((-across, -up, across, up), BLUE, 2.4, fill=BLUE, opacity=0.3)
    centre = across + PROBE, 0.3 * up
    sheet.circle(centre, PROBE, CONTACT, 2.0, fill=CONTACT, opacity=0.25)
    sheet.path([(across, centre[1]), centre], CONTACT, 1.6)
    sheet.dot(centre, CONTACT, 4.0)
    sheet.letter((centre[0] + PROBE, centre[1]), f"ball: {PROBE:g} m", CONTACT, (1, 0))
    sheet.letter((0.0, 0.0), of, INK, (0, 0))
    sheet.letter((-across - PROBE, 0.0), f"$V$ = {fattened(box):.2f} m³", VIOLET, (-1, 0))
    return sheet.svg("A box, a ball that touches it, and around the box a dashed line, on which the centre of the ball is.")


@drawing
def times_along_axes(run: Run, exhibit: Text) -> Svg:
    """Draw for each axis when the player's box and the figure's overlap along it, and when they do along all."""
    times = axis_times(run, exhibit)
    end = 1.6 * max(first for first, _ in times)
    sheet = SvgSheet((-0.12 * end, -0.9, 1.05 * end, 3.6), height=200, margin=8, stretched=True)
    first, last = max(one for one, _ in times), min(other for _, other in times)
    last = min(last, end)
    sheet.rectangle((first, -0.2, last, 3.1), INK, dashed=True, fill=FAINT, opacity=0.3)
    for row, (name, colour, (one, other)) in enumerate(zip("xyz", (CONTACT, NORMAL, SOLID), times)):
        height = 2.6 - row
        one, other = max(one, 0.0), min(other, end)
        sheet.path([(one, height - 0.3), (other, height - 0.3), (other, height + 0.3), (one, height + 0.3)], colour, 1.6,
                   fill=colour, opacity=0.35, closed=True)  # fmt: skip
        sheet.letter((0.0, height), f"${name}$", INK, (-1, 0))
        if one > 0.0:
            sheet.letter((one, height), f"$t_{name} = {one:.2f}$", INK, (-1, 0))
        if other == last:
            sheet.letter((other, height), f"$t^\\prime_{name}$", INK, (1, 0))
    sheet.path([(0.0, -0.3), (0.0, 3.2)], INK, 1.4)
    sheet.arrow((0.0, -0.3), (end, -0.3), INK, 1.4)
    for second in (0.0, 0.5, 1.0):
        sheet.path([(second, -0.42), (second, -0.3)], INK, 1.4)
        sheet.letter((second, -0.38), f"{second:g}", INK, (0, -0.8))
    sheet.letter((end, -0.38), "time [s]", INK, (-1, -0.8))
    sheet.letter(((first + last) / 2.0, 3.1), "all three", INK, (0, 0.9))
    return sheet.svg("Three bars, the times of overlap along x, y and z. The boxes overlap where all three bars do.")
