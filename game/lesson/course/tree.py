"""Lesson "tree": the query box of a tick, the boxes of the tree, the outcomes of its triangles."""

from math import hypot
from typing import Annotated

import numpy as np

from ...collision import Outcome
from ...collision.mesh.bvh import BRANCHES, first_leaf
from ...collision.mesh.tree_splits import LEAF
from ...core.value_rules import ListOf, OneOf
from ...core.vec3 import triangle_normals
from ...explain.triangle_test_replay import triangles_of
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import drawing, measure, names_of
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, SOLID, WIDTH, SvgSheet
from ..tools.tick_paths import PathView

Outcomes = Annotated[tuple, ListOf(OneOf(names_of(Outcome)), least=1)]
Exit = Annotated[str, OneOf(("back_facing", "interval_outside", "full_test"))]
CULLED, OUTSIDE, FULL = "back_facing", "interval_outside", "full_test"
ROOM = 0.12  # [m] around the query box
TREE_COLOURS = (FAINT, PLANE, CONTACT, AFTER, BEFORE, NORMAL, BODY)  # from the root down
CHILD_COLOURS = (PLANE, CONTACT, AFTER, NORMAL)


# Measures


@measure
def triangles(run: Run) -> float:
    """Return the number of triangles in the level."""
    return len(run.simulation.mesh.triangles)


@measure
def gathered(run: Run) -> float:
    """Return the mean number of candidates, the triangles that the tree found near the player, per tick of the script."""
    return float(np.mean([len(record.trace.candidates) for record in run.records]))


@measure
def share(run: Run, of: Outcomes) -> float:
    """Return the percentage of the tested triangles, within a sweep's reach, with one of the outcomes `of`."""
    counts = np.array([list(record.trace.statistics().values()) for record in run.records]).sum(axis=0)
    counts[Outcome.UNREACHED] = 0
    return 100.0 * sum(counts[Outcome[name.upper()]] for name in of) / counts.sum()


@measure
def share_without_tree(run: Run, of: Exit) -> float:
    """Return the percentage of all triangles that leave the printed test at the exit `of`, in every sweep."""
    mesh, scales = run.simulation.mesh, 1.0 / np.array(run.simulation.params.radii)
    corners = mesh.vertices[mesh.triangles] * scales
    normals = triangle_normals(corners)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    counts = dict.fromkeys((CULLED, OUTSIDE, FULL), 0)
    for iteration in (iteration for record in run.records for iteration in record.trace.iterations):
        closing = normals @ (iteration.displacement * scales)
        distance = np.einsum("ij,ij->i", normals, np.array(iteration.start) * scales - corners[:, 0])
        facing = closing <= 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            first, last = (1.0 - distance) / closing, (-1.0 - distance) / closing
        never = np.where(closing == 0.0, np.abs(distance) >= 1.0, (first > 1.0) | (last < 0.0))
        counts[CULLED] += int((~facing).sum())
        counts[OUTSIDE] += int((facing & never).sum())
        counts[FULL] += int((facing & ~never).sum())
    return 100.0 * counts[of] / sum(counts.values())


# Drawings


@drawing
def query_box(run: Run) -> Svg:
    """Draw, from the side, the tick's query box (the body's, enlarged by the longest displacements) and the candidates cut."""
    record, params = run.record(), run.simulation.params
    view, radii = PathView(record.before.heading, above=False), params.radii
    centre = np.array(record.before.position)
    walk = params.speed / run.simulation.hz
    (x, y), side, high = view.of(centre), radii[0], radii[2]
    left, right = x - side - walk, x + side + walk
    bottom, top = y - high - walk - params.step_up - params.step_down, y + high + walk + params.step_up
    sheet = SvgSheet((left - 2.3, bottom - ROOM, right + 2.9, top + ROOM), WIDTH, 260, margin=4)
    corners, _ = triangles_of(run.simulation, record.trace.candidates, record)
    for line in view.cuts(corners, view.depth_of(centre)):
        sheet.path(line, SOLID, 3.0)
    sheet.rectangle((left, bottom, right, top), PLANE, 2.0, fill=PLANE, opacity=0.12)
    body = [(x + across * side, y + up * high) for across, up in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    sheet.path(body, FAINT, 1.2, dashed=True, closed=True)
    sheet.path(view.outline(radii, (x, y)), BODY, fill=BODY, opacity=0.12, closed=True)
    for start, end, place, words, towards in (
        ((x, y + high), (x, top), (right, (y + high + top) / 2), "walk + fall + step up", (1, 0)),
        ((x, y - high), (x, bottom), (right, (y - high + bottom) / 2), "walk + step up + step down", (1, 0)),
        ((x + side, y), (right, y), (right, y), "walk + fall", (1, 0)),
    ):
        sheet.arrow(start, end, CONTACT)
        sheet.letter(place, words, CONTACT, towards)
    sheet.letter((left, y), "body's box", FAINT, (-1, 0))
    sheet.letter((left, top), "query box", PLANE, (-1, -1))
    return sheet.svg("The query box is the body's box, grown by the distances of walking, falling and steps.")


@drawing
def tree_boxes(run: Run) -> Svg:
    """Draw the tree's boxes from above, from the root to the leaf at the player. The small ones are drawn again, enlarged."""
    nodes, leaves, place, path = boxes_at(run)
    sheet = SvgSheet((0.0, -0.1, 2.75, 1.0), 400, 200, margin=4)
    enlarged = len(path) // 2
    for left, first in ((0.0, 0), (1.1, enlarged)):
        low, size = nodes[path[first], :2], max(nodes[path[first], 3:5] - nodes[path[first], :2])
        for depth, node in enumerate(path[first:], first):
            colour = TREE_COLOURS[depth % len(TREE_COLOURS)]
            (x0, y0), (x1, y1) = (nodes[node, :2] - low) / size, (nodes[node, 3:5] - low) / size
            corners = [(left + x, y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
            sheet.path(corners, colour, 2.0, fill=colour, opacity=0.12, closed=True)
        sheet.dot((left + (place[0] - low[0]) / size, (place[1] - low[1]) / size), BODY, 3.0)
        sheet.letter((left + 0.5, 0.0), f"level {enlarged}, larger" if first else "the terrain", INK, (0, -0.6))
    for depth, node in enumerate(path):
        words = "level 0: all" if not depth else f"leaf: {LEAF} triangles" if node >= leaves else f"level {depth}"
        sheet.letter((2.1, 0.93 - depth / len(path)), words, TREE_COLOURS[depth % len(TREE_COLOURS)], (1, 0))
    return sheet.svg(f"{len(path)} boxes of the tree, each in the one before, from the level to a leaf.")


@drawing
def tree_split(run: Run) -> Svg:
    """Draw how a box of the tree near the player gets its four children: its triangles from above, and their list, cut twice."""
    nodes, leaves, _, path = boxes_at(run)
    parent, mesh = path[-3], run.simulation.mesh
    sheet = SvgSheet((0.0, -0.1, 2.75, 1.0), 400, 200, margin=4)
    low, size = nodes[parent, :2], max(nodes[parent, 3:5] - nodes[parent, :2])
    counts = []
    for colour, child in zip(CHILD_COLOURS, range(BRANCHES * parent + 1, BRANCHES * parent + BRANCHES + 1)):
        first = (BRANCHES * child + 1 - leaves) * LEAF  # the children of a child are leaves
        triangles = mesh.corners[first : first + BRANCHES * LEAF].reshape(-1, 3, 3)
        counts.append(len(triangles))
        for triangle in (triangles[:, :, :2] - low) / size:
            sheet.path([tuple(corner) for corner in triangle], colour, 0.8, fill=colour, opacity=0.25, closed=True)
    sheet.letter((0.5, 0.0), "from above", INK, (0, -1))
    left, wide, high = 1.2, 1.5, 0.16
    parts = [[sum(counts)], [sum(counts[:2]), sum(counts[2:])], counts]
    for bottom, numbers, words in zip((0.8, 0.47, 0.14), parts, ("the list", "cut in two", "cut again")):
        start = left
        for number, count in enumerate(numbers):
            colour, end = CHILD_COLOURS[number] if len(numbers) == BRANCHES else FAINT, start + wide * count / sum(counts)
            sheet.rectangle((start, bottom, end - 0.02, bottom + high), colour, 1.6, fill=colour, opacity=0.25)
            words_in = f"{count} triangles" if len(numbers) == 1 else f"{count}"
            sheet.put(*sheet.at(((start + end) / 2, bottom + high / 2)), words_in)
            start = end
        sheet.letter((left, bottom), words, INK, (1, -1))
    return sheet.svg(f"A box with {sum(counts)} triangles; its list is cut twice, into four children.")


def boxes_at(run: Run) -> tuple[np.ndarray, int, np.ndarray, list[int]]:
    """Return (boxes (m, 6) of the tree [m], index of the first leaf, feet (3,) [m] before the shot's tick, path to them)."""
    mesh, place = run.simulation.mesh, np.subtract(run.record().before.position, (0.0, 0.0, run.simulation.params.feet))
    nodes, leaves = mesh.nodes.astype(float), first_leaf(mesh.nodes, mesh.corners)
    path = [int(leaves + np.argmin(distances_to(nodes[leaves:], place)))]
    while path[0]:
        path.insert(0, (path[0] - 1) // BRANCHES)
    return nodes, leaves, place, path


def distances_to(boxes: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Return the distances (n,) [m] from a place (3,) [m] to boxes (n, 6), lower and upper corners [m]; inf for empty boxes."""
    low, high = boxes[:, :3], boxes[:, 3:]
    outside = np.maximum(np.maximum(low - place, place - high), 0.0)
    return np.where((low <= high).all(axis=1), np.linalg.norm(np.nan_to_num(outside, posinf=1e30), axis=1), np.inf)


@drawing
def tangent_bound(run: Run) -> Svg:
    """Draw the distance D(s) of a moving centre from a triangle, its tangent at 0 up to L, and the contact distance 1."""
    across, ahead, longest = 1.5, 2.2, 1.6  # of the triangle's nearest point from the path and along it; L
    sheet = SvgSheet((0.0, 0.0, 2.4, 3.0), 400, 190, stretched=True, margin=26)
    start, slope = hypot(across, ahead), -ahead / hypot(across, ahead)
    sheet.arrow((0.0, 0.0), (2.5, 0.0))
    sheet.arrow((0.0, 0.0), (0.0, 3.2))
    sheet.path([(s, hypot(across, ahead - s)) for s in np.linspace(0.0, 2.3, 40)], BODY, 2.2)
    sheet.path([(0.0, start), (longest, start + slope * longest)], AFTER, 2.0)
    sheet.path([(0.0, 1.0), (2.4, 1.0)], CONTACT, 1.4, dashed=True)
    sheet.path([(longest, 0.0), (longest, start + slope * longest)], FAINT, 1.2, dashed=True)
    sheet.dot((longest, start + slope * longest), AFTER, 4.0)
    sheet.letter((2.1, hypot(across, ahead - 2.1)), "$D(s)$", BODY, (0, 1))
    sheet.letter((0.75, start + slope * 0.75), "tangent", AFTER, (-1, -0.8))
    sheet.letter((0.0, 1.0), "1: contact", CONTACT, (1, -1))
    sheet.letter((longest, 0.0), "$L$", INK, (0, -1))
    sheet.letter((2.4, 0.0), "$s$", INK, (0, -1))
    sheet.letter((0.0, start), "$D$", INK, (-1, 0))
    return sheet.svg("The distance is above its tangent, which is above 1 up to L: no contact.")
