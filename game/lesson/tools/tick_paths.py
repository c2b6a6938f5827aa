"""Drawings of a tick or of a whole script, from the side or from above: the path of the centre, and the planes in its way."""

from collections.abc import Sequence
from math import dist
from typing import Annotated

import numpy as np

from ...collision import Pass
from ...core.value_rules import Number, OneOf, Yes
from ...core.vec3 import Vector, VectorLike
from ...explain import palette
from ...explain.triangle_test_replay import triangles_of
from .latex_to_svg import Svg
from .lesson_records import Run
from .registry import Tick, drawing
from .svg_canvas import BODY, CONTACT, FAINT, INK, SOLID, T1, XY, SvgSheet, hex_of
from .sweep_and_slide_sections import ellipse_cut

NAMES = {kind: kind.name.lower().replace("step_", "") for kind in Pass}
CALLED = {"modern": "repaired", "fauerby": "printed"}  # rules in the words of the lessons
MILLIMETRES = 1000.0
MOST_MARKED = 20  # ticks whose places are all marked in a path. More: dots hide the path
OFF_CENTRE = 1e-6  # [m]: a cut through the very corners of triangles would miss them
SAME_PLACE = 1e-4  # [m] between places of one mark. Smaller: marks lie on each other; larger: one hides a jump
SHORTEST = 1e-5  # [m] of a sweep that is drawn. Smaller: arrows without a direction

Line = list[XY]  # its two ends


class PathView:
    """An orthographic view that maps points of the world (3,) to points (right, up) of a drawing [m].

    It looks down, with the heading [rad] upwards, or from the left. `right`, `up` and `deep`, away from the viewer on the left,
    or towards the one above, are unit vectors in the world.
    """

    def __init__(self, heading: float, above: bool) -> None:
        forward = np.array((-np.sin(heading), np.cos(heading), 0.0))
        side = np.array((forward[1], -forward[0], 0.0))
        upright = np.array((0.0, 0.0, 1.0))
        self.right, self.up, self.deep = (side, forward, upright) if above else (forward, upright, side)

    def of(self, point: VectorLike) -> XY:
        return float(np.dot(self.right, point)), float(np.dot(self.up, point))

    def outline(self, radii: VectorLike, centre: XY = (0.0, 0.0)) -> list[XY]:
        """Return the outline [m] of an upright ellipsoid, radii (3,) [m], around a centre in the drawing."""
        return [(centre[0] + x, centre[1] + y) for x, y in ellipse_cut(radii, self.right, self.up)]

    def cut(self, corners: np.ndarray, depth: float) -> Line | None:
        """Return the ends at which the view's plane at a depth [m] cuts a triangle [m], None if it does not or holds a corner."""
        heights = corners @ self.deep - depth
        ends = []
        for a, b in ((0, 1), (1, 2), (2, 0)):
            if heights[a] * heights[b] < 0.0:
                t = heights[a] / (heights[a] - heights[b])
                ends.append(self.of(corners[a] + t * (corners[b] - corners[a])))
        return ends if len(ends) == 2 else None

    def cuts(self, corners: np.ndarray, depth: float) -> list[Line]:
        """Return the lines in which the plane at a depth [m] cuts triangles, corners (n, 9) or (n, 3, 3) [m]."""
        return [line for line in (self.cut(triangle, depth) for triangle in corners.reshape(-1, 3, 3)) if line]

    def depth_of(self, point: VectorLike) -> float:
        """Return the depth [m] of a point along `deep`, and OFF_CENTRE."""
        return float(np.dot(self.deep, point)) + OFF_CENTRE


@drawing
def tick_path(
    run: Run,
    seen: Annotated[str, OneOf(("side", "above"))] = "side",
    zoom: Annotated[float, Number(0.05, 50.0)] = 1.0,  # above 1: only the surroundings of the centre's path
    names: Yes = True,
    bodies: Yes = True,  # before and after the tick
    touched: Yes = False,  # the body after each sweep of the move pass, too, and of the level only the touched planes
) -> Svg:
    """Draw the sweeps of the tick as arrows in the colours of their passes, with the level cut at the body."""
    record = run.record()
    iterations = [
        iteration
        for iteration in record.trace.iterations
        if np.linalg.norm(np.subtract(iteration.end, iteration.start)) > SHORTEST or iteration.hit
    ]
    view = PathView(record.before.heading, seen == "above")
    radii = run.simulation.params.radii
    start, end = np.array(record.before.position), np.array(record.after.position)
    path = [
        view.of(start),
        view.of(end),
        *(view.of(iteration.start) for iteration in iterations),
        *(view.of(iteration.end) for iteration in iterations),
    ]
    xs, ys = zip(*path)
    wide, high = (max(sizes) / zoom for sizes in zip(*view.outline(radii)))
    sheet = SvgSheet((min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high))
    depth = float(np.dot(view.deep, end)) - radii[2] * 0.3 if seen == "above" else view.depth_of(end)
    corners, _ = triangles_of(run.simulation, record.trace.candidates, record)
    planes = [(iteration.face_normal, iteration.point) for iteration in iterations if iteration.hit]
    for triangle in corners.reshape(-1, 3, 3):
        line = view.cut(triangle, depth)
        if line and not (touched and planes and not any(is_in_plane(triangle, *plane) for plane in planes)):
            sheet.path(line, SOLID, 3.0)
    stops = [(view.of(iteration.end), BODY, False) for iteration in iterations if touched and iteration.pass_ == Pass.MOVE]
    ends = [(view.of(start), FAINT, True), *stops, (view.of(end), BODY, False)]
    for centre, colour, dashed in ends if bodies else ():
        sheet.path(view.outline(radii, centre), colour, 1.6, dashed, closed=True)
    out = np.array(record.trace.iterations[0].start) if record.trace.iterations else end
    if np.linalg.norm(out - start) > SHORTEST:  # the recovery of a body that starts inside
        sheet.arrow(view.of(start), view.of(out), T1, 2.4)
        sheet.letter(view.of((start + out) / 2), f"{MILLIMETRES * dist(start, out):.1f} mm", T1, (0, 1))
    for iteration in iterations:
        colour = hex_of(palette.PASSES[iteration.pass_])
        sheet.arrow(view.of(iteration.start), view.of(iteration.end), colour, 2.4)
        if names and np.linalg.norm(np.subtract(iteration.end, iteration.start)) > SHORTEST:
            middle = np.add(view.of(iteration.start), view.of(iteration.end)) / 2
            across, rise = np.subtract(view.of(iteration.end), view.of(iteration.start))
            beside = (0, 1) if abs(across) > abs(rise) else (-1 if rise > 0.0 else 1, 0)
            sheet.letter(tuple(middle), NAMES[iteration.pass_], colour, beside)
        if iteration.hit and not (
            seen == "above" and iteration.pass_ in (Pass.GRAVITY, Pass.GROUND)
        ):  # the floor is below the drawing
            sheet.dot(view.of(iteration.point), CONTACT, 3.6)
    return sheet.svg("The sweeps of one tick: " + ", ".join(NAMES[iteration.pass_] for iteration in iterations))


def is_in_plane(triangle: np.ndarray, normal: Vector, point: Vector) -> bool:
    """True if all corners (3, 3) of a triangle are in the plane through a point with a unit normal."""
    return bool(np.abs((triangle - point) @ np.array(normal)).max() < SAME_PLACE)


@drawing
def script_path(
    run: Run,
    since: Tick = 0,
    until: Tick = 0,  # 0: the end of the script
    seen: Annotated[str, OneOf(("side", "above"))] = "side",
    bodies: Yes = False,  # at the start, dashed, and at the end, with the level that they met
    around: Annotated[float, Number(0.0, 10.0)] = 0.0,  # [m] around the path, where all of the level is drawn, too
) -> Svg:
    """Draw the path of the centre from the tick `since` to the tick `until`, and that of each twin."""
    view = PathView(run.records[0].before.heading, seen == "above")
    last = until or len(run.records)
    paths = []
    for own in (run, *run.twins):
        states = [own.state(0), *(record.after for record in own.records)][since : last + 1]
        paths.append([view.of(state.position) for state in states])
    xs, ys = zip(*(point for path in paths for point in path))
    room = 0.15 * max(max(xs) - min(xs), max(ys) - min(ys), 1e-3)
    radii = run.simulation.params.radii
    wide, high = (max(sizes) for sizes in zip(*view.outline(radii))) if bodies else (room, room)
    wide, high = wide + around, high + around
    sheet = SvgSheet((min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high))
    for line in level_lines(run, view, around > 0.0) if bodies else ():
        sheet.path(line, SOLID, 3.0)
    for centre, dashed in ((paths[0][0], True), (paths[0][-1], False)) if bodies else ():
        sheet.path(view.outline(radii, centre), FAINT if dashed else BODY, 1.6, dashed, closed=True)
    colours = [BODY, *(hex_of(colour) for colour in palette.TWINS)]
    own_names = ["player", *(f"{CALLED.get(name, name)} rules" for name in run.page.twins)]
    for path, colour, name, side in zip(paths, colours, own_names, (1, -1, 1)):
        sheet.path(path, colour, 2.4)
        places = places_of(path if len(path) <= MOST_MARKED else path[-1:], since)
        if len(places) == 2:  # the player goes back and forth between them
            middle = tuple(np.mean(list(places), axis=0))
            sheet.letter(middle, f"{MILLIMETRES * dist(*places):.0f} mm", INK, (0, 1.4))
        for place, ticks in places.items():
            sheet.dot(place, colour, 4.0)
            if len(path) <= MOST_MARKED:
                sheet.letter(place, f"after tick {', '.join(map(str, ticks))}", colour, (0, -1.8 * side))
        if len(paths) > 1:
            sheet.letter(path[len(path) // 2], name, colour, beside(path, side))
    if len(paths[0]) > MOST_MARKED and not bodies:
        sheet.letter(paths[0][0], "start", INK, (0, -1))
    return sheet.svg("The path of the centre: " + ", ".join(own_names[: len(paths)]))


def beside(path: Sequence[XY], side: int) -> XY:
    """Return the direction from the middle of a path to a name beside it. side: 1 for left of the path, -1 for right"""
    middle = len(path) // 2
    (x0, y0), (x1, y1) = path[middle // 2], path[(middle + len(path)) // 2]
    most = max(abs(x1 - x0), abs(y1 - y0), 1e-9)
    return side * (y0 - y1) / most, side * (x1 - x0) / most


def level_lines(run: Run, view: PathView, all_of_it: bool = False) -> list[Line]:
    """Return the lines in which a view's plane through the player's last centre cuts all candidates of the run, or the level."""
    numbers = np.unique(np.concatenate([record.trace.candidates for record in run.records]))
    numbers = np.arange(len(run.simulation.mesh.triangles)) if all_of_it else numbers
    corners, _ = triangles_of(run.simulation, numbers, run.records[-1])
    return view.cuts(corners, view.depth_of(run.records[-1].after.position))


def places_of(path: Sequence[XY], first: int) -> dict[XY, list[int]]:
    """Return {point: ticks at this point} of a path that begins at a tick. Points closer than SAME_PLACE count as one."""
    places: dict[XY, list[int]] = {}
    for tick, point in enumerate(path, first):
        place = next((known for known in places if np.hypot(known[0] - point[0], known[1] - point[1]) < SAME_PLACE), point)
        places.setdefault(place, []).append(tick)
    return places
