"""Lesson "nearest": a sweep between posts, and the candidates that it would touch if each were alone."""

from typing import Annotated

import numpy as np

from ...collision import Outcome, overlap, sweep
from ...core.value_rules import OneOf
from ...explain import palette
from ...explain.triangle_test_replay import triangles_of
from ...simulation import TickRecord
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.motion_and_contacts import alone, contact_of
from ..tools.registry import Axis, Index, drawing, measure
from ..tools.svg_canvas import BEFORE, BODY, CONTACT, FAINT, INK, SOLID, WIDTH, SvgSheet, hex_of
from ..tools.tick_paths import PathView

BESIDE = 0.12  # [m] from a post to the letters beside it
WIDEST = 1.0  # [m] of a post's triangles. Larger ones belong to the floor
SAME = 1e-9  # [m] between ways that are equal. Smaller: rounding makes them differ; larger: other meshes seem the same
WRONG = hex_of(palette.OUTCOMES[Outcome.HIT])


# Measures


def single_contacts(run: Run) -> list[tuple[float, int]]:
    """Return (fraction, triangle index) of each candidate that a move pass's sweep would touch if alone, in the mesh's order."""
    iteration = contact_of(run)
    numbers = sorted(int(number) for number in run.record().trace.candidates)
    body, start, displacement = run.simulation.body, iteration.start, iteration.displacement
    found = ((sweep(alone(run, number), body, start, displacement), number) for number in numbers)
    return [(hit.fraction, number) for hit, number in found if hit]


@measure
def single_hits(run: Run) -> float:
    """Return the number of candidates that the move pass's sweep to a contact would touch if each were alone."""
    return len(single_contacts(run))


@measure
def first_found(run: Run) -> float:
    """Return the fraction of the displacement at which a sweep would touch the first candidate in the mesh's order."""
    return single_contacts(run)[0][0]


@measure
def too_deep(run: Run) -> float:
    """Return the penetration [mm] of the player if the sweep stopped at the fraction that `first_found` returns."""
    iteration = contact_of(run)
    first = single_contacts(run)[0][0]
    position = np.array(iteration.start) + first * np.array(iteration.displacement)
    return 1000.0 * overlap(run.simulation.mesh, run.simulation.body, position)


@measure
def placed_apart(run: Run, first: Index, second: Index, axis: Axis) -> float:
    """Return a component [m] of the way from each corner of a part to that of another one. Raises ValueError if they differ.

    first, second: indices of parts of the same mesh in the level's file
    """
    level = run.simulation.level
    starts = [start for start, _ in level.parts] + [len(level.triangles)]
    one, other = (level.vertices[level.triangles[starts[number] : starts[number + 1]]] for number in (first, second))
    ways = (other - one).reshape(-1, 3)  # ValueError for other numbers of triangles
    if np.ptp(ways, axis=0).max() > SAME:
        raise ValueError("the two parts are not the same mesh, only moved")
    return float(ways[0]["xyz".index(axis)])


# Drawings


@drawing
def posts_above(run: Run, marks: Annotated[str, OneOf(("first", "count"))] = "first") -> Svg:
    """Draw a plan view of the first sweep of the move pass between posts.

    The posts have numbers in the file's order. marks: the body at the "first" contact in this order, or the "count" of triangles
    that the sweep would touch if each post were alone
    """
    record, iteration = run.record(), contact_of(run)
    view, start = PathView(record.before.heading, above=True), np.array(iteration.start)
    alone = single_contacts(run)
    radius = run.simulation.params.radii[0]
    x, y = view.of(start)
    top = view.of(start + iteration.displacement)[1]
    sheet = SvgSheet((x - 1.1, y - radius, x + 1.1, top + 1.35 * radius), WIDTH, 270, margin=4)
    for number, (middle, lines, numbers) in enumerate(posts_of(run, record, float(start[2])), 1):
        for triangle in lines:
            sheet.path(view.cut(triangle, float(start[2])) or (), SOLID, 3.0)
        right, up = view.of(middle)
        sheet.put(*sheet.at((right, up)), str(number), INK)
        if marks == "count":
            count, side = sum(found in numbers for _, found in alone), 1 if right >= x else -1
            sheet.letter((right + side * BESIDE, up + BESIDE), f"{count} of {len(numbers)}", INK, (side, 0.4))
    sheet.circle((x, y), radius, FAINT, dashed=True)
    sheet.letter((x - radius, y), "start, t = 0", FAINT, (-1, 0))
    shown = [(iteration.fraction, "nearest: ", BODY, 1)]
    if marks == "first":
        shown.append((alone[0][0], "first found: ", WRONG, -1))
    for fraction, words, colour, side in shown:
        centre = view.of(start + fraction * np.array(iteration.displacement))
        sheet.circle(centre, radius, colour, 2.0, fill=colour, opacity=0.12)
        sheet.dot(centre, colour)
        sheet.letter((centre[0] + side * radius, centre[1]), f"{words}t = {fraction:.2f}", colour, (side, 0))
    sheet.arrow((x, y), view.of(start + iteration.displacement), BEFORE, text="$v$", towards=(1, 0.4))
    sheet.dot(view.of(iteration.point), CONTACT, 4.0)
    return sheet.svg("The sweep between the posts from above, with the body at its contacts.")


def posts_of(run: Run, record: TickRecord, height: float) -> list[tuple[np.ndarray, list[np.ndarray], set[int]]]:
    """Return (centre (3,) [m], triangles (3, 3) cut at `height`, numbers of all) of each post, narrower than WIDEST."""
    corners, _ = triangles_of(run.simulation, record.trace.candidates, record)
    posts: list[tuple[set[tuple], list[tuple[int, np.ndarray]]]] = []  # places of corners, numbers and triangles of each
    for number, triangle in zip(record.trace.candidates.tolist(), corners.reshape(-1, 3, 3)):
        if np.ptp(triangle[:, :2], axis=0).max() > WIDEST:
            continue
        places, members = {tuple(corner) for corner in triangle.round(6)}, [(number, triangle)]
        for post in [post for post in posts if post[0] & places]:
            posts.remove(post)
            places, members = places | post[0], members + post[1]
        posts.append((places, members))
    posts.sort(key=lambda post: min(number for number, _ in post[1]))
    found = []
    for _, members in posts:
        triangles = [triangle for _, triangle in members]
        lines = [triangle for triangle in triangles if triangle[:, 2].min() < height < triangle[:, 2].max()]
        found.append((np.concatenate(triangles).mean(axis=0), lines, {number for number, _ in members}))
    return found
