"""Drawings of a body in a corner, from above: the sweeps of a pass, the planes that are kept, a body that trembles."""

from typing import Annotated

import numpy as np

from game.level.schema import Number

from ..measures.registry import PassName, Tick
from ..measures.sweeps import sweeps_of
from .registry import drawing
from .sheet import BODY, CONTACT, FAINT, INK, PLANE, SOLID, WIDTH, Sheet
from .tick import MILLIMETRES, SHORTEST, View, level_lines, places_of

NEAR = 1.6  # [m] from the path to the middle of a wall that is drawn. Smaller: walls are cut; larger: other obstacles are drawn
MOVED = 5e-4  # [m]: the least movement of a sweep that gets an arrow. Smaller: it is a dot
LENS = 0.09  # [m] radius of the small circle that is drawn enlarged
Reach = Annotated[float, Number(0.1, 20.0)]


def walls_near(run, view, points, reach):
    """Return the lines in which a View's plane cuts the level, whose middles are at most `reach` [m] from one of the points.

    points: [(right, up), ...] in the view [m]
    """
    lines = level_lines(run, view, all_of_it=True)
    return [line for line in lines if min(np.hypot(*np.subtract(np.mean(line, axis=0), point)) for point in points) <= reach]


def sheet_around(points, margin, height=230):
    """Return a Sheet of all points [(right, up), ...] and a margin around them [m]. height: of the sheet [pixels]"""
    xs, ys = zip(*points)
    return Sheet((min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin), WIDTH, height, margin=6)


@drawing
def corner_sweeps(run, of: PassName = "move", tick: Tick = 0, reach: Reach = NEAR):
    """Draw the sweeps of a pass in a corner from above, with their numbers, the contacts, and all walls near the path.

    reach: distance [m] from the path to the middle of the farthest wall that is drawn
    """
    steps, view = sweeps_of(run, of, tick), View(run.page.heading or 0.0, above=True)
    path = [view.of(steps[0].start), *(view.of(step.end) for step in steps)]
    walls, radius = walls_near(run, view, path, reach), run.simulation.params.radii[0]
    body = [(x + side * radius, y + side * radius) for x, y in (path[0], path[-1]) for side in (-1, 1)]
    sheet = sheet_around([*body, *(end for line in walls for end in line)], 0.05, 260)
    for line in walls:
        sheet.path(line, SOLID, 3.0)
    sheet.circle(path[0], radius, FAINT, dashed=True)
    sheet.circle(path[-1], radius, BODY, fill=BODY, opacity=0.12)
    sheet.letter((path[0][0] + radius, path[0][1]), "before", FAINT, (1, 0))
    still = []
    for number, step in enumerate(steps, 1):
        start, end = view.of(step.start), view.of(step.end)
        if np.hypot(*np.subtract(end, start)) > MOVED:
            sheet.arrow(start, end, PLANE, 2.4)
            sheet.letter(tuple(np.add(start, end) / 2), f"{number}", PLANE, (1 if end[0] >= start[0] else -1, -0.4))
        else:
            still.append(str(number))
        if step.hit:
            sheet.dot(view.of(step.point), CONTACT, 3.6)
    right = max(x for line in walls for x, _ in line), path[-1][1]
    for words, side in (("sweeps " + " to ".join(sorted({still[0], still[-1]})), 0.8), ("do not move", -1.2)) if still else ():
        sheet.letter(right, words, INK, (1, side))
    return sheet.svg(f"The {len(steps)} sweeps of a pass in a corner, seen from above.")


@drawing
def trembling(run, since: Tick = 0, until: Tick = 0, reach: Reach = NEAR):
    """Draw a body at the walls that it touches, from above, and beside it the path of its centre, enlarged.

    The path leads from the tick `since` to the tick `until`. `reach` is as for corner_sweeps.
    """
    view, radius = View(run.page.heading or 0.0, above=True), run.simulation.params.radii[0]
    path = [view.of(run.state(tick).position) for tick in range(since, until + 1)]
    places = places_of(path, since)
    middle = np.mean(list(places), axis=0)
    size = max(np.hypot(*np.subtract(place, middle)) for place in places)
    walls = walls_near(run, view, path, reach)
    low = middle[1] - 2.0 * radius
    sheet = Sheet((middle[0] - 1.9 * radius, low, middle[0] + 6.2 * radius, middle[1] + 1.7 * radius), WIDTH, 210, margin=4)
    for line in clipped(walls, middle, 1.75 * radius):
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
        sheet.letter(place, "even ticks" if ticks[0] % 2 == 0 else "odd ticks", BODY, (0, -1.2))
    if len(places) == 2:
        apart = MILLIMETRES * float(np.hypot(*np.subtract(*places)))
        sheet.letter((lens[0], lens[1] + 0.55 * wide), f"{apart:.0f} mm", INK, (0, 1))
    sheet.letter((middle[0], low), "body and walls", INK, (0, 0.6))
    sheet.letter((lens[0], low), "its centre, enlarged", INK, (0, 0.6))
    return sheet.svg("The body between two walls, and the places of its centre, enlarged.")


def clipped(lines, middle, reach):
    """Return the parts of lines [((x, y), (x, y)), ...] that lie in the square of half width `reach` around `middle`."""
    parts = []
    for start, end in np.asarray(lines, float):
        low, high = 0.0, 1.0
        for axis in (0, 1):
            way, off = end[axis] - start[axis], start[axis] - middle[axis]
            if abs(way) > SHORTEST:
                ends = sorted((side * reach - off) / way for side in (-1, 1))
                low, high = max(low, ends[0]), min(high, ends[1])
            elif abs(off) > reach:
                high = -1.0
        if low < high:
            parts.append([tuple(start + part * (end - start)) for part in (low, high)])
    return parts


@drawing
def kept_planes(run, of: PassName = "move", tick: Tick = 0):
    """Draw the body after a pass from above: its centre C, and of each contact q, the normal n and the wall."""
    view, radius = View(run.page.heading or 0.0, above=True), run.simulation.params.radii[0]
    steps = [step for step in sweeps_of(run, of, tick) if step.hit]
    centre = np.array(view.of(steps[-1].end))
    sheet = Sheet((*(centre - 1.35 * radius), *(centre + 1.35 * radius)), WIDTH, 200, margin=4)
    for line in clipped(walls_near(run, view, [tuple(centre)], NEAR), centre, 1.6 * radius):
        sheet.path(line, SOLID, 3.0)
    sheet.circle(tuple(centre), radius, BODY, fill=BODY, opacity=0.12)
    for number, step in enumerate(steps, 1):
        touched, normal = np.array(view.of(step.point)), np.array(view.of(step.normal))
        side = float(np.sign(touched[0] - centre[0]))
        sheet.arrow(tuple(touched), tuple(touched + 0.6 * radius * normal), CONTACT)
        sheet.letter(tuple(touched + 0.6 * radius * normal), f"$n_{number}$", CONTACT, (side, -0.6))
        sheet.dot(tuple(touched), CONTACT, 4.0)
        sheet.letter(tuple(touched), f"$q_{number}$", CONTACT, (side, 1.2))
    sheet.dot(tuple(centre))
    sheet.letter(tuple(centre), "$C$", INK, (0, -1))
    return sheet.svg("The body at the contacts of a pass: nearest points q and normals n of the kept planes.")
