"""Drawings of where a body can be: pushes between two walls, and the box in which a tick looks for triangles."""

import numpy as np

from game.explain.recorded_triangles import triangles_of

from ..measures.registry import Tick
from ..measures.sweeps import depth_before
from .registry import drawing
from .sections import ellipse_cut
from .sheet import BODY, CONTACT, FAINT, INK, PLANE, SOLID, T1, WIDTH, Sheet
from .tick import OFF_CENTRE, View

OVERLAP = 0.3  # [radii] of a body and a wall: enlarged to be visible
ROOM = 0.12  # [m] around the query box


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
