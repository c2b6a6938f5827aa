"""Lesson "recovery": a body inside a surface or between two walls, its depths and pushes."""

from math import cos, dist, sin

import numpy as np

from ...collision import Ellipsoid, overlap, sweep
from ...collision.entry_points import find_penetrations
from ...collision.nearby import Nearby
from ...collision.public_api import nearby_for
from ...core.vec3 import Vector, VectorLike
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.level_section import NEAR, walls_near, within
from ..tools.registry import Tick, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, SOLID, T1, WIDTH, XY, SvgSheet
from ..tools.tick_paths import MILLIMETRES, SHORTEST, PathView

OVERLAP = 0.3  # [radii] of a body and a wall: enlarged to be visible
ROUNDING = 1e-9  # part of the body's size, by which the shrunk body is smaller, as in collision/depenetration.py


# Measures


@measure
def depth_before(run: Run) -> float:
    """Return the deepest penetration [mm] of the player into the level before the tick, 0 or less if there is none."""
    return 1000.0 * overlap(run.simulation.mesh, run.simulation.body, run.record().before.position)


@measure
def nearest_before(run: Run) -> float:
    """Return the eSpace distance from the player's centre to the nearest point of the level before the tick, inf if it is far."""
    return nearest_triangle(run, run.record().before.position)[0]


@measure
def recovered(run: Run) -> float:
    """Return the distance by which the tick moved an embedded player out of the level before its first sweep [mm]."""
    record = run.record()
    return 1000.0 * dist(record.before.position, record.trace.iterations[0].start)


# Drawings


def penetrations(run: Run, position: VectorLike) -> list[tuple[np.ndarray, float]]:
    """Return (unit normal, depth [m]) of each plane that a body penetrates, deepest first; of nearly equal ones one."""
    nearby = nearby_at(run, position)
    found = [find_penetrations(nearby.candidates[row : row + 1], 1, nearby.settings, False) for row in range(nearby.count)]
    planes: list[tuple[np.ndarray, float]] = []
    for _, _, depth, normal in sorted(found, key=lambda one: -one[2]):
        if depth > SHORTEST and all(np.dot(normal, known) < 0.999 for known, _ in planes):
            planes.append((np.array(normal), depth))
    return planes


def nearest_triangle(run: Run, position: VectorLike) -> tuple[float, float, Vector]:
    """Return (D, depth [m], unit normal) of the triangle nearest in eSpace to a body [m], or (inf, -inf, zero).

    D is below 1 if they intersect, and the depth negative for a gap. The normal is towards the body.
    """
    return nearby_at(run, position).penetrations()[1:]


def nearby_at(run: Run, position: VectorLike) -> Nearby:
    """Return the Nearby of the run's body, with the triangles that the body can touch at a position [m]."""
    nearby = nearby_for(run.simulation.mesh, run.simulation.body, run.simulation.rules)
    return nearby.gather(tuple(position), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


@drawing
def embedded_sphere(run: Run) -> Svg:
    """Draw the eSpace sphere before the tick, from above: centre p, nearest point x at distance D, depth 1 - D, normal n_e."""
    distance, depth, normal = nearest_triangle(run, run.record().before.position)
    sheet = SvgSheet((-1.3, -1.2, 3.2, 1.3), WIDTH, 210, margin=4)
    left, _, right, _ = sheet.box
    sheet.wall((left, distance), (right, distance), -0.45)
    sheet.letter((right, distance), "wall", FAINT, (-1.4, 1))
    sheet.circle((0.0, 0.0), 1.0, BODY, fill=BODY, opacity=0.12)
    sheet.line((0.0, 0.0), (0.0, distance), INK, 1.4, dashed=True, text=f"$D$ = {distance:.2f}", towards=(1, 0), part=0.5)
    sheet.path([(0.0, distance), (0.0, 1.0)], T1, 2.4)
    sheet.letter((1.0, (1.0 + distance) / 2), f"$1 - D$ = {1.0 - distance:.2f}", T1, (1, 0.2))
    sheet.arrow((-0.45, distance), (-0.45, distance - 1.0), NORMAL, text="$n_e$", towards=(-0.6, -0.6))
    sheet.dot((0.0, distance), CONTACT, 4.0, text="$x$", towards=(-1, -0.8))
    sheet.dot((0.0, 0.0), text="$p$", towards=(-1, -0.6))
    return sheet.svg(f"The sphere is {1.0 - distance:.2f} radii deep in a wall, which is {MILLIMETRES * depth:.1f} mm.")


@drawing
def push_out(run: Run) -> Svg:
    """Draw an embedded body from above, before its push m (dashed) and after it, with the depth in each plane that bounds m."""
    record, (radius, *_), skin = run.record(), run.simulation.params.radii, run.simulation.rules.skin
    view, before = PathView(record.before.heading, above=True), np.array(record.before.position)
    push = np.array(record.trace.iterations[0].start) - before
    start, end = view.of(before), view.of(before + push)
    middle = np.add(start, end) / 2
    sheet = SvgSheet((middle[0] - 1.2, middle[1] - 0.68, middle[0] + 1.2, middle[1] + 0.68), WIDTH, 220, margin=4)
    for line in within(walls_near(run, view, [start], NEAR), middle, 0.72):
        sheet.path(line, SOLID, 3.0)
    sheet.circle(start, radius, FAINT, dashed=True)
    sheet.circle(end, radius, BODY, fill=BODY, opacity=0.12)
    sheet.arrow(start, end, T1, 2.8, text="$m$", towards=(1, 0), part=0.5)
    bounds = [(normal, depth) for normal, depth in penetrations(run, before) if push @ normal < depth + 2.0 * skin]
    for number, (normal, depth) in enumerate(bounds, 1):
        across = np.array(view.of(normal))
        foot = np.array(start) - (radius - depth) * across
        side = -1.0 if across[0] > 0.0 else 1.0
        sheet.arrow(tuple(foot), tuple(foot + 0.2 * across), NORMAL, text=f"$n_{number}$", towards=(-0.6 * side, 0.8))
        sheet.letter((start[0] + side * 1.1 * radius, start[1]), f"{MILLIMETRES * depth:.1f} mm deep", INK, (side, 0))
    return sheet.svg("An embedded body between two walls, and the push out of both.")


@drawing
def shrunk_paths(run: Run) -> Svg:
    """Draw the search for a push, from above: the body shrunk by the factor D, the sweep of the first push, the push taken."""
    record, simulation = run.record(), run.simulation
    view, radius = PathView(record.before.heading, above=True), simulation.params.radii[0]
    before = np.array(record.before.position)
    distance, depth, normal = nearest_triangle(run, before)
    first = (depth + simulation.rules.skin) * np.array(normal)
    shrunk = Ellipsoid(np.array(simulation.params.radii) * distance * (1.0 - ROUNDING))
    hit = sweep(simulation.mesh, shrunk, tuple(before), tuple(first))
    assert hit is not None  # with the other wall
    touched, stop = hit.point, before + hit.fraction * first
    last = np.array(record.trace.iterations[0].start)
    sheet = SvgSheet((-1.85, -0.85, 1.85, 0.65), WIDTH, 170, margin=2)
    for left, centre, words in ((-0.92, stop, "1: a hit"), (0.92, last, "2: free")):
        shift = np.array((left, 0.0)) - view.of((before + last) / 2)

        def placed(point: VectorLike, shift: np.ndarray = shift) -> XY:
            x, y = (np.array(view.of(point)) + shift).tolist()
            return x, y

        for line in within(walls_near(run, view, [view.of(before)], NEAR) + shift, (left, 0.0), 0.66):
            sheet.path(line, SOLID, 3.0)
        sheet.circle(placed(before), radius, FAINT, 1.2, dashed=True)
        sheet.circle(placed(before), radius * distance, AFTER, 1.2, dashed=True)
        sheet.circle(placed(centre), radius * distance, AFTER, 1.6, fill=AFTER, opacity=0.15)
        sheet.arrow(placed(before), placed(centre if left > 0 else before + first), T1, 2.4)
        if left < 0.0:
            sheet.dot(placed(touched), CONTACT, 4.0)
        sheet.letter((left, -0.85), words, INK, (0, 0.4))
    return sheet.svg("A sweep of the shrunk body along the first push hits the other wall; the push out of both is free.")


@drawing
def hollow_wall(run: Run, since: Tick = 0) -> Svg:
    """Draw a body in a hollow wall from above, and before the script for since = 0, else the walking direction."""
    (radius, *_), view = run.simulation.params.radii, PathView(0.0, above=True)
    start, end = view.of(run.state(0).position), view.of(run.record().after.position)
    sheet = SvgSheet((start[0] - 1.7, start[1] - 0.65, start[0] + 1.7, start[1] + 1.1), WIDTH, 220, margin=4)
    walls = within(walls_near(run, view, [start], 2.6), start, 1.5)
    for line in walls:
        sheet.path(line, SOLID, 3.0)
    right, heights = start[0] + 1.5, sorted({round(y, 3) for line in walls for _, y in line})
    for height, words in ((heights[0], "front"), (heights[-1], "back")):
        sheet.letter((right, height), words, INK, (-1, 1 if words == "back" else -1))
    sheet.letter((right, sum(heights) / len(heights)), "hollow", FAINT, (-1, 0))
    if since:
        heading = run.record().after.heading
        sheet.arrow(end, (end[0] - 0.75 * radius * sin(heading), end[1] + 0.75 * radius * cos(heading)), BEFORE, 2.4)
    else:
        sheet.circle(start, radius, FAINT, dashed=True)
        sheet.dot(start, FAINT)
        sheet.letter((start[0] - radius, start[1]), "before", FAINT, (-1, 0.2))
    sheet.circle(end, radius, BODY, fill=BODY, opacity=0.12)
    sheet.dot(end, BODY)
    sheet.letter((end[0] - radius, end[1]), words_of(run.page.shot.tick), BODY, (-1, 0.6))
    return sheet.svg("A body between the two sheets of a wall, before and after the ticks.")


def words_of(ticks: int) -> str:
    return "after the tick" if ticks == 1 else f"after {ticks} ticks"


@drawing
def pushes_in_gap(run: Run) -> Svg:
    """Draw a body between two walls after one push, after the next, and in the middle, with its depths, drawn enlarged."""
    depth = depth_before(run)
    sheet = SvgSheet((-1.4, -1.5, 8.2, 1.4), WIDTH, 170, margin=4)
    half = 1.0 - OVERLAP / 2
    for middle, aside, words in ((0.0, 1, "after a push"), (3.4, -1, "after the next"), (6.8, 0, "never there")):
        centre = (middle + aside * OVERLAP / 2, 0.0)
        for side in (-1, 1):
            wall = middle + side * half
            sheet.wall((wall, -side * 1.1), (wall, side * 1.1), 0.35)
            if side * aside >= 0:
                figure = f"{depth:.1f}" if aside else f"{depth / 2:.0f}"
                sheet.letter((middle + side, 1.1), f"{figure} mm", INK, (-0.7 * side, 1))
        sheet.circle(centre, 1.0, BODY if aside else FAINT, dashed=not aside)
        sheet.dot(centre, CONTACT if aside else FAINT)
        sheet.letter((middle, -1.1), words, INK, (0, -1))
        if aside:
            sheet.arrow((middle - aside * OVERLAP / 2, -0.4), (centre[0], -0.4), T1)
    return sheet.svg(f"Each push leads out of one wall and {depth:.1f} mm into the other.")
