"""Drawings without sweeps: a scaled ramp with its normal, bar charts, boxes of the tree and of its query, a gradient."""

from math import atan, cos, hypot, radians, sin, tan
from typing import Annotated

import numpy as np

from game.collision import Outcome
from game.collision.mesh.bvh import BRANCHES, first_leaf
from game.collision.mesh.median_split import LEAF
from game.explain.recorded_triangles import triangles_of
from game.level.schema import ListOf, Number, OneOf, TableOf, Text, Yes
from game.overlay import palette

from ..formula import label
from ..measures.registry import Tick, names_of
from .registry import drawing
from .sections import ellipse_cut
from .sheet import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, PLANE, SOLID, T0, WIDTH, Sheet, hex_of
from .tick import OFF_CENTRE, View

ROW, GAP = 30.0, 8.0  # [pixels] height of a bar; between two of them
BAR_COLOURS = (PLANE, CONTACT, AFTER, BEFORE, FAINT)
ROOM = 0.12  # [m] around the query box
TREE_COLOURS = (FAINT, PLANE, CONTACT, AFTER, BEFORE, T0, BODY)  # from the root down


@drawing
def squeezed_ramp(run, slope: Annotated[float, Number(1.0, 89.0, "degrees")] = 45.0):
    """Draw a ramp of a slope [degrees] in the world and in eSpace: points are divided by the radii, normals multiplied."""
    across, up = run.simulation.params.radii[0], run.simulation.params.radii[2]
    sheet = Sheet((-0.6, -0.35, 5.6, 1.9), margin=8)
    base, rise = 1.0, tan(radians(slope))
    flat = (base / across) * up, rise  # the squeezed ramp, scaled so that both have the same height
    shrink = min(1.0, 2.4 / flat[0], 1.7 / rise)
    for left, size, title in ((0.0, (base, rise), "world"), (3.3, flat, "eSpace")):
        ramp = size[0] * shrink, size[1] * shrink
        foot, top = (left, 0.0), (left + ramp[0], ramp[1])
        sheet.path([foot, top, (top[0], 0.0)], FAINT, 2.0, fill=FAINT, opacity=0.2, closed=True)
        middle = (left + ramp[0] / 2, ramp[1] / 2)
        length = (ramp[0] ** 2 + ramp[1] ** 2) ** 0.5
        tip = middle[0] - 0.8 * ramp[1] / length, middle[1] + 0.8 * ramp[0] / length
        sheet.arrow(middle, tip, CONTACT)
        sheet.letter(tip, "$n$" if title == "world" else "$n_e$", CONTACT, (1, 0.6))
        if title == "eSpace":  # the world's normal squeezed like a point: wrong
            old = (-sin(radians(slope)) / across, cos(radians(slope)) / up)
            size = (old[0] ** 2 + old[1] ** 2) ** 0.5
            wrong = (middle[0] + 0.8 * old[0] / size, middle[1] + 0.8 * old[1] / size)
            sheet.arrow(middle, wrong, BEFORE, dashed=True)
            sheet.letter(wrong, "$n$ divided", BEFORE, (-1, 0))
        angle = radians(slope) if title == "world" else atan(tan(radians(slope)) * across / up)
        sheet.arc(foot, 0.55, 0.0, angle, f"{angle * 57.29578:.0f}°")
        sheet.letter((left + 0.9, -0.1), title, INK, (0, -1))
    return sheet.svg("A ramp in the world and in eSpace, with its normal in both.")


def bar(name: Text, value: Annotated[float, Number(0.0, 1e9)]):
    """Return the keys of one bar of a bar chart, (name, value)."""
    return name, value


@drawing
def bars(
    run,
    rows: Annotated[tuple, ListOf(TableOf(bar), least=1)],
    unit: Text = "",
    outcomes: Annotated[tuple, ListOf(OneOf(names_of(Outcome)))] = (),
):
    """Draw a chart of horizontal bars, one for each (name, value) in `rows`. `unit` follows each value.

    With one row for the player and one for each twin, in this order, the bars have the colours of these bodies.
    outcomes: of the triangle test, one for each row; the bars then have the colours of the candidates in the game
    """
    twins = run.page.twins if run else ()
    bodies = BODY, *map(hex_of, palette.TWINS)
    colours = bodies if twins and len(rows) == 1 + len(twins) else BAR_COLOURS
    colours = [hex_of(palette.OUTCOMES[Outcome[name.upper()]]) for name in outcomes] or colours
    return bars_of([(name, value, colours[n % len(colours)]) for n, (name, value) in enumerate(rows)], unit)


def bars_of(rows, unit):
    """Return the Svg of a bar chart. `rows` is [(name, value, SVG colour), ...], `unit` the text after each value."""
    height = len(rows) * (ROW + GAP) + GAP
    most = max([value for _, value, _ in rows]) or 1.0
    names = max(label(name, 14.0).width for name, _, _ in rows) + 14
    sheet = Sheet((0.0, 0.0, 400.0, height), 400, height, margin=0)
    for n, (name, value, colour) in enumerate(rows):
        low = height - (n + 1) * (ROW + GAP)
        end = names + (330 - names) * value / most
        outline = [(names, low), (end, low), (end, low + ROW), (names, low + ROW)]
        sheet.path(outline, "none", fill=colour, opacity=0.85, closed=True)
        sheet.letter((names - 7, low + ROW / 2), name, INK, (-1, 0))
        sheet.letter((end, low + ROW / 2), f"{value:g}{unit}", INK, (1, 0))
    return sheet.svg("; ".join(f"{name}: {value:g}{unit}" for name, value, _ in rows))


@drawing
def tree_boxes(run, siblings: Yes = False):
    """Draw boxes of the tree from above, from that of the level to the leaf at the player; the small ones once more, larger.

    siblings: True to draw all four children of each box
    """
    mesh, place = run.simulation.mesh, np.subtract(run.record().before.position, (0.0, 0.0, run.simulation.params.feet))
    nodes, leaves = mesh.nodes.astype(float), first_leaf(len(mesh.corners))
    path = [int(leaves + np.argmin(distances_to(nodes[leaves:], place)))]
    while path[0]:
        path.insert(0, (path[0] - 1) // BRANCHES)
    sheet = Sheet((0.0, -0.1, 2.75, 1.0), 400, 200, margin=4)
    enlarged = len(path) // 2
    for left, first in ((0.0, 0), (1.1, enlarged)):
        low, size = nodes[path[first], :2], max(nodes[path[first], 3:5] - nodes[path[first], :2])
        for depth, node in enumerate(path[first:], first):
            colour, eldest = TREE_COLOURS[depth % len(TREE_COLOURS)], (node - 1) // BRANCHES * BRANCHES + 1
            drawn = range(eldest, eldest + BRANCHES) if siblings and depth > first else [node]
            for other in (other for other in drawn if nodes[other, 0] <= nodes[other, 3]):
                (x0, y0), (x1, y1) = (nodes[other, :2] - low) / size, (nodes[other, 3:5] - low) / size
                corners = [(left + x, y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
                width, opacity = (2.0, 0.12) if other == node else (0.8, 0.0)
                sheet.path(corners, colour, width, fill=colour, opacity=opacity, closed=True)
        sheet.dot((left + (place[0] - low[0]) / size, (place[1] - low[1]) / size), BODY, 3.0)
        sheet.letter((left + 0.5, 0.0), f"box {enlarged}, larger" if first else "the level", INK, (0, -0.6))
    for depth, node in enumerate(path):
        words = "box 0: all" if not depth else f"leaf: {LEAF} triangles" if node >= leaves else f"box {depth}"
        sheet.letter((2.1, 0.93 - depth / len(path)), words, TREE_COLOURS[depth % len(TREE_COLOURS)], (1, 0))
    return sheet.svg(f"{len(path)} boxes of the tree, each in the one before, from the level to a leaf.")


def distances_to(boxes, place):
    """Return the distances (n,) from the point `place` (3,) to boxes (n, 6) [m]; inf for empty boxes."""
    low, high = boxes[:, :3], boxes[:, 3:]
    outside = np.maximum(np.maximum(low - place, place - high), 0.0)
    return np.where((low <= high).all(axis=1), np.linalg.norm(np.nan_to_num(outside, posinf=1e30), axis=1), np.inf)


@drawing
def query_box(run, tick: Tick = 0):
    """Draw the box in which a tick looks for triangles, from the side: the body's box, grown by what the tick can need."""
    record, params = run.record(tick), run.simulation.params
    view, radii = View(record.before.heading, above=False), params.radii
    centre = np.array(record.before.position)
    walk = params.speed / run.simulation.hz
    (x, y), side, high = view.of(centre), radii[0], radii[2]
    left, right = x - side - walk, x + side + walk
    bottom, top = y - high - walk - params.step_up - params.step_down, y + high + walk + params.step_up
    sheet = Sheet((left - 2.6, bottom - ROOM, right + 2.6, top + ROOM), WIDTH, 260, margin=4)
    corners, _ = triangles_of(run.simulation, record.trace.candidates, record.tick)
    for triangle in corners.reshape(-1, 3, 3):
        line = view.cut(triangle, float(np.dot(view.deep, centre)) + OFF_CENTRE)
        if line:
            sheet.path(line, SOLID, 3.0)
    sheet.path([(left, bottom), (right, bottom), (right, top), (left, top)], PLANE, 2.0, fill=PLANE, opacity=0.12, closed=True)
    body = [(x + across * side, y + up * high) for across, up in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    sheet.path(body, FAINT, 1.2, dashed=True, closed=True)
    outline = ellipse_cut(radii, np.array(view.right), np.array(view.up))
    sheet.path([(x + across, y + up) for across, up in outline], BODY, fill=BODY, opacity=0.12, closed=True)
    for start, end, place, words, towards in (
        ((x, y + high), (x, top), (right, (y + high + top) / 2), "walk + fall + step up", (1, 0)),
        ((x, y - high), (x, bottom), (right, (y - high + bottom) / 2), "walk + step up + down", (1, 0)),
        ((x + side, y), (right, y), (right, y), "walk + fall", (1, 0)),
    ):
        sheet.arrow(start, end, CONTACT)
        sheet.letter(place, words, CONTACT, towards)
    sheet.letter((left, y), "body's box", FAINT, (-1, 0))
    sheet.letter((left, top), "query box", PLANE, (-1, -1))
    return sheet.svg("The query box is the body's box, grown by the distances of walking, falling and steps.")


@drawing
def gradient_curve(run):
    """Draw a surface on which f is k, a curve c(t) in it, the curve's tangent c', and the gradient, which points to larger f."""
    sheet = Sheet((-2.4, -0.1, 2.9, 1.75), 400, 150, margin=4)
    turns = np.linspace(0.1 * np.pi, 0.9 * np.pi, 60)
    surface = [(2.0 * cos(turn), sin(turn)) for turn in turns]
    sheet.path([*surface, (surface[-1][0], -0.1), (surface[0][0], -0.1)], "none", fill=BODY, opacity=0.12, closed=True)
    sheet.path(surface, BODY, 2.4)
    turn = 0.32 * np.pi
    point, tangent, normal = (2.0 * cos(turn), sin(turn)), (2.0 * sin(turn), -cos(turn)), (cos(turn), 2.0 * sin(turn))
    size = hypot(*tangent)
    for (x, y), colour, name, side in ((tangent, AFTER, "$c'$", (1, 0)), (normal, CONTACT, r"$\nabla f$", (1, 0.4))):
        tip = (point[0] + 0.9 * x / size, point[1] + 0.9 * y / size)
        sheet.arrow(point, tip, colour)
        sheet.letter(tip, name, colour, side)
    along, up = (0.14 * tangent[0] / size, 0.14 * tangent[1] / size), (0.14 * normal[0] / size, 0.14 * normal[1] / size)
    corner = [(point[0] + a * along[0] + b * up[0], point[1] + a * along[1] + b * up[1]) for a, b in ((1, 0), (1, 1), (0, 1))]
    sheet.path(corner, INK, 1.2)
    sheet.dot(point, INK)
    sheet.letter(surface[-12], "curve $c(t)$", BODY, (-1, 0.4))
    sheet.letter((-0.2, 0.75), "surface: $f = k$", BODY, (0, 0))
    sheet.letter((-0.2, 0.35), "inside: $f < k$", FAINT, (0, 0))
    sheet.letter((-0.5, 1.4), "outside: $f > k$", FAINT, (0, 0))
    return sheet.svg("A curve in a surface: its tangent is at a right angle to the gradient.")
