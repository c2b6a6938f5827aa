"""Lesson "wedges": corners from above, planes that are kept, a body that trembles, projections of a displacement."""

from collections.abc import Sequence
from math import dist
from typing import Annotated

import numpy as np

from ...collision import Pass
from ...collision.plane_set import INTO_PLANE
from ...core.value_rules import Number
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.level_section import NEAR, walls_near, within
from ..tools.motion_and_contacts import sweeps_of
from ..tools.registry import Tick, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, WIDTH, SvgSheet
from ..tools.tick_paths import MILLIMETRES, PathView, places_of

MOVED = 5e-4  # [m]: the least movement of a sweep that gets an arrow. Smaller: it is a dot
LENS = 0.09  # [m] radius of the small circle that is drawn enlarged
Reach = Annotated[float, Number(0.1, 20.0)]


# Measures


@measure
def jitter(run: Run, since: Tick = 0) -> float:
    """Return the mean length [mm] of a tick's displacement after `since`: of a player at rest the jitter."""
    records = run.records[since : run.page.shot.tick]
    return 1000.0 * sum(dist(one.before.position, one.after.position) for one in records) / len(records)


# Drawings


@drawing
def corner_sweeps(run: Run, reach: Reach = NEAR) -> Svg:
    """Draw the sweeps of a pass in a corner from above, with numbers and contacts, and walls up to `reach` [m] from the path."""
    iterations, view = sweeps_of(run), PathView(run.page.heading or 0.0, above=True)
    path = [view.of(iterations[0].start), *(view.of(iteration.end) for iteration in iterations)]
    walls, radius = walls_near(run, view, path, reach), run.simulation.params.radii[0]
    body = [(x + side * radius, y + side * radius) for x, y in (path[0], path[-1]) for side in (-1, 1)]
    xs, ys = zip(*body, *(end for line in walls for end in line))
    sheet = SvgSheet((min(xs) - 0.05, min(ys) - 0.05, max(xs) + 0.05, max(ys) + 0.05), WIDTH, 260, margin=6)
    for line in walls:
        sheet.path(line, SOLID, 3.0)
    sheet.circle(path[0], radius, FAINT, dashed=True)
    sheet.circle(path[-1], radius, BODY, fill=BODY, opacity=0.12)
    sheet.letter((path[0][0] + radius, path[0][1]), "before", FAINT, (1, 0))
    still = []
    for number, iteration in enumerate(iterations, 1):
        start, end = view.of(iteration.start), view.of(iteration.end)
        if np.hypot(*np.subtract(end, start)) > MOVED:
            sheet.arrow(start, end, PLANE, 2.4, text=f"{number}", towards=(1 if end[0] >= start[0] else -1, -0.4), part=0.5)
        else:
            still.append(str(number))
        if iteration.hit:
            sheet.dot(view.of(iteration.point), CONTACT, 3.6)
    right = max(x for line in walls for x, _ in line), path[-1][1]
    for words, side in (("sweeps " + " to ".join(sorted({still[0], still[-1]})), 0.8), ("do not move", -1.2)) if still else ():
        sheet.letter(right, words, INK, (1, side))
    return sheet.svg(f"The {len(iterations)} sweeps of a pass in a corner, seen from above.")


@drawing
def trembling(run: Run, since: Tick = 0, until: Tick = 0) -> Svg:
    """Draw a body at the walls near it from above, and beside it its centre's path between two ticks, enlarged."""
    view, radius = PathView(run.page.heading or 0.0, above=True), run.simulation.params.radii[0]
    path = [view.of(run.state(tick).position) for tick in range(since, (until or run.page.shot.tick) + 1)]
    places = places_of(path, since)
    middle = np.mean(list(places), axis=0)
    size = max(np.hypot(*np.subtract(place, middle)) for place in places)
    walls = walls_near(run, view, path, NEAR)
    low = middle[1] - 2.0 * radius
    sheet = SvgSheet((middle[0] - 1.9 * radius, low, middle[0] + 6.2 * radius, middle[1] + 1.7 * radius), WIDTH, 210, margin=4)
    for line in within(walls, middle, 1.75 * radius):
        sheet.path(line, SOLID, 3.0)
    for place in places:
        sheet.circle(place, radius, BODY, 1.2)
    sheet.circle(tuple(middle), LENS, INK, 1.2)
    lens, wide = (middle[0] + 4.2 * radius, middle[1]), 1.5 * radius
    sheet.circle(lens, wide, INK, 1.2)
    for side in (-1, 1):
        sheet.path([(middle[0], middle[1] + side * LENS), (lens[0], lens[1] + side * wide)], FAINT, 1.0, dashed=True)
    larger = [(tuple(lens + (np.array(place) - middle) * 0.45 * wide / size), ticks) for place, ticks in places.items()]
    sheet.path([place for place, _ in larger], BODY, 2.4)
    for place, ticks in larger:
        sheet.dot(place, BODY, 4.0)
        is_even = ticks[0] % 2 == 0
        sheet.letter(place, "even ticks" if is_even else "odd ticks", BODY, (0, -1.2 if is_even else 1.2))
    if len(places) == 2:
        one, other = places
        apart = MILLIMETRES * float(np.hypot(*np.subtract(one, other)))
        sheet.letter((lens[0], lens[1] + 0.55 * wide), f"{apart:.0f} mm", INK, (0, 1))
    sheet.letter((middle[0], low), "body and walls", INK, (0, 0.6))
    sheet.letter((lens[0], low), "its centre, not to scale", INK, (0, 0.6))
    return sheet.svg("The body between two walls, and the places of its centre, enlarged.")


@drawing
def kept_planes(run: Run) -> Svg:
    """Draw a body from above at a pass's last contact: its centre C, walls near it, point q and normal n of each contact."""
    view, radius = PathView(run.page.heading or 0.0, above=True), run.simulation.params.radii[0]
    iterations = [iteration for iteration in sweeps_of(run) if iteration.hit]
    centre = np.array(view.of(iterations[-1].end))
    sheet = SvgSheet((*(centre - 1.35 * radius), *(centre + 1.35 * radius)), WIDTH, 200, margin=4)
    for line in within(walls_near(run, view, [tuple(centre)], NEAR), centre, 1.6 * radius):
        sheet.path(line, SOLID, 3.0)
    sheet.circle(tuple(centre), radius, BODY, fill=BODY, opacity=0.12)
    for number, iteration in enumerate(iterations, 1):
        touched, normal = np.array(view.of(iteration.point)), np.array(view.of(iteration.normal))
        side = float(np.sign(touched[0] - centre[0]))
        sheet.arrow(tuple(touched), tuple(touched + 0.6 * radius * normal), NORMAL, text=f"$n_{number}$", towards=(side, -0.6))
        sheet.dot(tuple(touched), CONTACT, 4.0, text=f"$q_{number}$", towards=(side, 1.2))
    sheet.dot(tuple(centre), text="$C$", towards=(0, -1))
    return sheet.svg("The body at the contacts of a pass: nearest points q and normals n of the kept planes.")


@drawing
def sheared_slope(run: Run) -> Svg:
    """Draw a slope with a wall from the side, and sheared until the floor is level, with the slide u of the displacement w."""
    record = run.record()
    right, up = PathView(record.before.heading, above=False).of(record.before.normal)
    slope = -right / up
    sheet = SvgSheet((-0.15, -0.4, 5.3, 1.9), WIDTH, 200, margin=6)
    for left, rise, title in ((0.0, slope, "world"), (3.0, 0.0, "sheared: the floor is level")):
        foot = (left + 1.6, 1.6 * rise)
        sheet.wall((left, 0.0), (left + 2.1, 2.1 * rise), 0.18)
        sheet.path([foot, (foot[0], foot[1] + 1.1)], SOLID, 4.0)
        start = (left + 0.55, 0.55 * rise + 0.35)
        end = (start[0] + 0.95, start[1] + 0.95 * rise)
        sheet.arrow(start, end, BEFORE, text="$w$" if rise else "$w_p$", towards=(-1, 0.4 if rise else 1.0), part=0)
        sheet.arrow((foot[0], foot[1] + 0.9), (foot[0] - 0.4, foot[1] + 0.9), NORMAL)
        sheet.letter((foot[0] - 0.4, foot[1] + 0.9), "$n$" if rise else "$n_p$", NORMAL, (-1, 0))
        if rise:
            sheet.arrow(start, (start[0], end[1]), AFTER, text="$u$", towards=(-1, 0.6))
            sheet.path([(start[0], end[1]), end], FAINT, 1.2, dashed=True)
        else:
            sheet.dot(start, AFTER, 4.0, text="$u_p = 0$", towards=(0, -1))
        sheet.letter((left + 1.0, -0.12), title, INK, (0, -1))
    return sheet.svg("A slope with a wall, in the world and sheared until the floor is level.")


@drawing
def candidates_above(run: Run) -> Svg:
    """Draw the first displacement of the tick and its projections onto the planes of the move pass, seen from above."""
    record = run.record()
    iterations = [iteration for iteration in record.trace.iterations if iteration.pass_ == Pass.MOVE]
    view = PathView(record.before.heading, above=True)
    wish = np.array(iterations[0].displacement) / np.linalg.norm(iterations[0].displacement)
    normals = [np.array(iteration.normal) for iteration in iterations if iteration.hit]
    sheet = SvgSheet((-1.9, -0.85, 1.9, 1.1), height=200, margin=12)
    for number, normal in enumerate(normals, 1):
        along = np.cross(normal, (0.0, 0.0, 1.0))
        others = sum((other for other in normals if other is not normal), start=np.zeros(3))
        outwards = along if along @ others > 0.0 else -along  # the half of the plane that is in front of the others
        sheet.path([(0.0, 0.0), view.of(2.5 * outwards)], SOLID, 2.4)
        sheet.arrow((0.0, 0.0), view.of(0.6 * normal), NORMAL, text=f"$n_{number}$", towards=(0, -1))
    sheet.arrow((0.0, 0.0), view.of(wish), BEFORE, text="$w$", towards=(0, 1))
    for number, (end, allowed) in enumerate(projections(wish, normals), 1):
        tip = view.of(end)
        sheet.arrow((0.0, 0.0), tip, AFTER, dashed=not allowed, text=f"$u_{number}$", towards=(float(np.sign(tip[0])), 0.6))
    return sheet.svg("The displacement w and its projections onto the planes that are touched.")


def projections(wish: np.ndarray, normals: Sequence[np.ndarray]) -> list[tuple[np.ndarray, bool]]:
    """Return each projection (3,) of a unit vector onto a plane with a unit normal, and True if it leads into no other plane."""
    ends = [wish - (wish @ normal) * normal for normal in normals]
    return [(end, all(end @ normal >= -INTO_PLANE for normal in normals)) for end in ends]
