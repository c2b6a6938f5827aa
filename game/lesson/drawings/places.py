"""Drawings of where a body can be: between posts, between two walls, and in the box in which a tick looks for triangles."""

from typing import Annotated

import numpy as np

from game.collision import Outcome
from game.explain.recorded_triangles import triangles_of
from game.level.schema import OneOf
from game.overlay import palette

from ..measures.registry import Tick
from ..measures.sweeps import contact_of, depth_before, single_contacts
from .registry import drawing
from .sections import ellipse_cut
from .sheet import BEFORE, BODY, CONTACT, FAINT, INK, PLANE, SOLID, T1, WIDTH, Sheet, hex_of
from .tick import OFF_CENTRE, View

OVERLAP = 0.3  # [radii] of a body and a wall: enlarged to be visible
ROOM = 0.12  # [m] around the query box
WIDEST = 1.0  # [m] of a post's triangles. Larger ones belong to the floor
WRONG = hex_of(palette.OUTCOMES[Outcome.HIT])


@drawing
def pushes_in_gap(run, tick: Tick = 0):
    """Draw a body between two walls after one push, after the next, and in the middle, with its depths. They are enlarged."""
    depth = depth_before(run, tick)
    sheet = Sheet((-1.4, -1.5, 8.2, 1.4), WIDTH, 170, margin=4)
    half = 1.0 - OVERLAP / 2
    for middle, aside, words in ((0.0, 1, "after a push"), (3.4, -1, "after the next"), (6.8, 0, "never there")):
        centre = (middle + aside * OVERLAP / 2, 0.0)
        for side in (-1, 1):
            wall = middle + side * half
            sheet.wall((wall, -side * 1.1), (wall, side * 1.1), 0.35)
            if side * aside >= 0:
                figure = f"{depth:.1f}" if aside else f"{depth / 2:.0f}"
                sheet.letter((middle + side, 1.1), f"{figure} mm", INK, (0, 1))
        sheet.circle(centre, 1.0, BODY if aside else FAINT, dashed=not aside)
        sheet.dot(centre, CONTACT if aside else FAINT)
        sheet.letter((middle, -1.1), words, INK, (0, -1))
        if aside:
            sheet.arrow((middle - aside * OVERLAP / 2, -0.4), (centre[0], -0.4), T1)
    return sheet.svg(f"Each push leads out of one wall and {depth:.1f} mm into the other.")


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
def posts_above(run, marks: Annotated[str, OneOf(("first", "count"))] = "first", tick: Tick = 0):
    """Draw the first sweep of a tick between posts from above, with the body at its start and at the nearest contact.

    The posts have numbers, in the order of the file.
    marks: "first" draws the body at the first contact in the file's order, too; "count" the number of triangles of each post that
    the sweep would touch if each were alone
    """
    record, step = run.record(tick), contact_of(run, "move", tick, 0)
    view, start = View(record.before.heading, above=True), np.array(step.start)
    alone = single_contacts(run, 0, tick)
    radius = run.simulation.params.radii[0]
    x, y = view.of(start)
    top = view.of(start + step.displacement)[1]
    sheet = Sheet((x - 1.1, y - radius, x + 1.1, top + 1.35 * radius), WIDTH, 270, margin=4)
    for number, (middle, lines, numbers) in enumerate(posts_of(run, record, float(start[2])), 1):
        for triangle in lines:
            sheet.path(view.cut(triangle, float(start[2])), SOLID, 3.0)
        right, up = view.of(middle)
        sheet.put(*sheet.at((right, up)), str(number), INK)
        if marks == "count":
            count, side = sum(found in numbers for _, found in alone), 1 if right >= x else -1
            sheet.letter((right + side * ROOM, up + ROOM), f"{count} of {len(numbers)}", INK, (side, 0.4))
    sheet.circle((x, y), radius, FAINT, dashed=True)
    sheet.letter((x - radius, y), "start, t = 0", FAINT, (-1, 0))
    sheet.arrow((x, y), view.of(start + step.displacement), BEFORE)
    sheet.letter(view.of(start + 0.15 * np.array(step.displacement)), "$v$", BEFORE, (1, 0))
    shown = [(step.fraction, "nearest: ", BODY, 1)]
    if marks == "first":
        shown.append((alone[0][0], "first found: ", WRONG, -1))
    for fraction, words, colour, side in shown:
        centre = view.of(start + fraction * np.array(step.displacement))
        sheet.circle(centre, radius, colour, 2.0, fill=colour, opacity=0.12)
        sheet.dot(centre, colour)
        sheet.letter((centre[0] + side * radius, centre[1]), f"{words}t = {fraction:.2f}", colour, (side, 0))
    sheet.dot(view.of(step.point), CONTACT, 4.0)
    return sheet.svg("The sweep between the posts from above, with the body at its contacts.")


def posts_of(run, record, height):
    """Return [(middle (3,), triangles that the height cuts [(3, 3), ...], numbers of all its triangles), ...] of the posts that
    the candidates of a record belong to, in the order of the file. A post is small; the floor is not.

    height: [m]
    """
    corners, _ = triangles_of(run.simulation, record.trace.candidates, record.tick)
    posts = []  # [(places of corners, [(number, triangle), ...]), ...]
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
