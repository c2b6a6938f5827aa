"""Drawings of triangle tests: the point in the triangle, the quadratic of a corner or an edge, a sweep between posts."""

from math import inf
from typing import Annotated

import numpy as np

from game.collision import Outcome, Pass
from game.explain.describe_trace import OUTCOME_WORDS
from game.explain.recorded_triangles import triangles_of
from game.explain.triangle_test import VelocitySweep
from game.level.schema import OneOf
from game.overlay import palette

from ..measures.registry import Index, PassName, Tick
from ..measures.sweeps import contact_of, single_contacts
from ..measures.touched_triangle import touched_test
from .diagrams import bars_of
from .registry import drawing
from .sheet import BEFORE, BODY, CONTACT, FAINT, INK, SOLID, T0, T1, WIDTH, Sheet, hex_of
from .tick import View

SAMPLES = 120  # of a curve
DISCS = 5  # of a growing disc
WIDEST = 3.0  # [velocities] that a parabola is drawn to each side of its first root
WIDEST_POST = 1.0  # [m] of a post's triangles. Larger ones belong to the floor
BESIDE = 0.12  # [m] from the middle of a post to the count of its triangles
TOUCHED, WRONG = hex_of(palette.CONTACT), hex_of(palette.OUTCOMES[Outcome.HIT])


@drawing
def inside_test(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0):
    """Draw the touched triangle in its own plane, with the point where the sphere meets the plane, and the sign at each edge."""
    test = touched_test(run, of, contact, tick)
    normal = np.array(test.normal)
    first = np.array(test.corners[1]) - test.corners[0]
    across = first / np.linalg.norm(first)
    up = np.cross(normal, across)

    def flat(point):
        """Return the coordinates (across, up) of a point (3,) in the triangle's plane, from its first corner."""
        from_corner = np.array(point) - test.corners[0]
        return float(across @ from_corner), float(up @ from_corner)

    corners = [flat(corner) for corner in test.corners]
    if cross(corners[0], corners[1], corners[2]) < 0.0:
        corners = [corners[0], corners[2], corners[1]]
    point = flat(test.point_on_plane if test.point_on_plane is not None else test.point)
    xs, ys = zip(*corners, point)
    sheet = Sheet((min(xs), min(ys), max(xs), max(ys)), margin=34)
    sheet.path(corners, SOLID, 2.2, fill=SOLID, opacity=0.22, closed=True)
    middle = np.mean(corners, axis=0)
    for number, corner in enumerate(corners, 1):
        outwards = np.array(corner) - middle
        sheet.letter(corner, f"$p_{number}$", INK, tuple(outwards / max(abs(outwards))))
    for a, b in zip(corners, corners[1:] + corners[:1]):
        sign = cross(a, b, point)
        centre = (np.array(a) + b) / 2
        sheet.letter(tuple(centre), "+" if sign >= 0.0 else "-", CONTACT if sign >= 0.0 else T1, tuple(np.sign(centre - middle)))
        sheet.path([a, point], FAINT, 1.0, dashed=True)
    sheet.dot(point, T0, 4.0)
    sheet.letter(point, "$q$", T0, (1, -0.6))
    return sheet.svg("The point where the sphere meets the plane, and the three edges of the triangle with the sign at each.")


@drawing
def growing_disc(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0):
    """Draw the touched triangle in its own plane, and the disc in which the sphere cuts the plane, from t0 to the contact."""
    test = touched_test(run, of, contact, tick)
    normal, corner = np.array(test.normal), np.array(test.corners[0])
    across = np.array(test.corners[1]) - corner
    across = across / np.linalg.norm(across)
    up = np.cross(normal, across)
    discs = [(flat_in(corner, across, up, centre), radius) for centre, radius in discs_of(test)]
    corners = [flat_in(corner, across, up, np.array(point)) for point in test.corners]
    xs, ys, room = [x for (x, _), _ in discs], [y for (_, y), _ in discs], 1.3 * discs[-1][1]
    sheet = Sheet((min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room), margin=4)
    sheet.path(corners, SOLID, 2.2, fill=SOLID, opacity=0.22, closed=True)
    for centre, radius in discs[1:]:
        sheet.circle(centre, radius, T0, 1.4, dashed=radius < discs[-1][1])
    sheet.dot(discs[0][0], T0, 4.0)
    sheet.letter(discs[0][0], "$q$", T0, (-1, 0))
    touched = flat_in(corner, across, up, np.array(test.point))
    sheet.dot(touched, CONTACT, 4.0)
    sheet.letter(touched, "contact", CONTACT, (1, 1))
    return sheet.svg(
        "The disc in which the sphere cuts the plane grows from a point outside the triangle until it meets the border."
    )


def discs_of(test):
    """Return [(centre, radius), ...] in eSpace: discs in which the sphere cuts the triangle's plane, from t0 to the contact."""
    base, velocity, normal = np.array(test.sweep.base), np.array(test.sweep.velocity), np.array(test.normal)
    discs = []
    for t in np.linspace(test.interval[0], test.t, DISCS):
        height = test.distance + t * test.normal_dot_velocity
        discs.append((base + t * velocity - height * normal, float(np.sqrt(max(1.0 - height * height, 0.0)))))
    return discs


def flat_in(corner, across, up, point):
    """Return the coordinates (across, up) of a point (3,) in a triangle's plane, from a corner. `across`, `up`: unit vectors"""
    return float(across @ (point - corner)), float(up @ (point - corner))


def cross(a, b, p):
    """Return twice the signed area of the triangle a, b, p, each (x, y). It is positive if they are counterclockwise."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


@drawing
def distance_curve(
    run,
    part: Annotated[str, OneOf(("touched", "p1", "p2", "p3", "p1p2", "p2p3", "p1p3", "p3p1"))] = "touched",
    of: PassName = "move",
    contact: Index = 0,
    tick: Tick = 0,
):
    """Draw the squared distance of the moving centre from a corner or an edge over t: a parabola, marked where it is 1.

    part: "touched", or the name of a corner or edge
    """
    test = touched_test(run, of, contact, tick)
    wanted = [p for p in test.parts if (p.t is not None if part == "touched" else p.name == part)]
    if not wanted:
        raise ValueError(f"drawing distance_curve: the test of this contact has no part {part!r} with a root")
    chosen = wanted[-1]
    roots = [root for root in chosen.roots if abs(root) < inf]
    sweep: VelocitySweep = test.sweep
    left, right = min([0.0, *roots]), max([1.0, *(min(root, roots[0] + WIDEST) for root in roots)])
    room = 0.12 * (right - left)
    times = np.linspace(left - room, right + room, SAMPLES)
    points = np.array(sweep.base) + times[:, None] * np.array(sweep.velocity)
    squared = squared_distance(points, chosen.points)
    top = max(1.6, min(float(squared.max()), 4.0))
    sheet = Sheet((left - room, -0.15, right + room, top), stretched=True, margin=26)
    sheet.arrow((left - room, 0.0), (right + room * 1.4, 0.0))
    sheet.letter((right + room * 1.2, 0.0), "$t$", INK, (0, -1))
    sheet.arrow((0.0, 0.0), (0.0, top * 1.06))
    sheet.letter((0.0, top), "distance squared", INK, (1, 0))
    sheet.path([(left - room, 1.0), (right + room, 1.0)], FAINT, 1.2, dashed=True)
    sheet.letter((right + room, 1.0), "1", FAINT, (-1, 1))
    seen = squared <= top
    sheet.path(list(zip(times[seen].tolist(), squared[seen].tolist())), CONTACT, 2.2)
    for root, colour in zip(roots, (T0, T1)):
        if left - room <= root <= right + room:
            sheet.dot((root, 1.0), colour, 4.0)
            sheet.path([(root, 1.0), (root, 0.0)], colour, 1.0, dashed=True)
            sheet.letter((root, 0.0), f"{root:.2f}", colour, (0, -1))
    return sheet.svg("The squared distance over t; it is 1 where the sphere arrives, and again where it leaves.")


def squared_distance(points, ends):
    """Return the squared distances (n,) of points (n, 3) from a corner, or from the infinite line through an edge.

    ends: one point (3,) for a corner, two for an edge
    """
    away = points - np.array(ends[0])
    if len(ends) == 2:
        along = np.array(ends[1]) - ends[0]
        along = along / np.linalg.norm(along)
        away = away - (away @ along)[:, None] * along
    return (away * away).sum(axis=1)


@drawing
def outcomes(run, of: PassName = "move", sweep: Index = 0, tick: Tick = 0):
    """Draw the number of candidates of a sweep for each outcome of the triangle test, as a bar chart."""
    steps = [step for step in run.record(tick).trace.steps if step.pass_ == Pass[of.upper()]]
    counts = [(OUTCOME_WORDS[kind], steps[sweep].count(kind), hex_of(palette.OUTCOMES[kind])) for kind in Outcome]
    return bars_of([count for count in counts if count[1]], "")


@drawing
def enlarged_triangle(run):
    """Draw a triangle along its normal, and its Minkowski sum with the unit sphere: pipes along edges, balls at corners."""
    corners = np.array(((-2.2, -0.9), (2.0, -1.0), (0.5, 1.5)))
    sheet = Sheet((-3.3, -2.1, 3.6, 2.6), margin=4)
    for start, end in zip(corners, np.roll(corners, -1, axis=0)):
        along = (end - start) / np.linalg.norm(end - start)
        outwards = np.array((along[1], -along[0]))
        strip = [tuple(point) for point in (start, end, end + outwards, start + outwards)]
        sheet.path(strip, "none", fill=T0, opacity=0.25, closed=True)
        sheet.path(strip[2:], T0, 1.6)
        sheet.letter(tuple((start + end + 1.2 * outwards) / 2), "pipe", T0, (0, 0))
    for corner in corners:
        sheet.circle(tuple(corner), 1.0, CONTACT, 1.2, dashed=True, fill=CONTACT, opacity=0.12)
        sheet.letter(tuple(corner + 0.45 * corner / np.linalg.norm(corner)), "ball", CONTACT, (0, 0))
    outline = [tuple(corner) for corner in corners]
    sheet.path(outline, SOLID, 2.2, fill=SOLID, opacity=0.6, closed=True)
    sheet.letter((0.05, -0.35), "inside: flat", INK, (0, 0))
    return sheet.svg("A triangle enlarged by the unit sphere: flat over the inside, a pipe at each edge, a ball at each corner.")


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
            sheet.letter((right + side * BESIDE, up + BESIDE), f"{count} of {len(numbers)}", INK, (side, 0.4))
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
    sheet.dot(view.of(step.point), TOUCHED, 4.0)
    return sheet.svg("The sweep between the posts from above, with the body at its contacts.")


def posts_of(run, record, height):
    """Return [(middle (3,), triangles that the height cuts [(3, 3), ...], numbers of all its triangles), ...] of the posts that
    the candidates of a record belong to, in the order of the file. A post is small; the floor is not.

    height: [m]
    """
    corners, _ = triangles_of(run.simulation, record.trace.candidates, record.tick)
    posts = []  # [(places of corners, [(number, triangle), ...]), ...]
    for number, triangle in zip(record.trace.candidates.tolist(), corners.reshape(-1, 3, 3)):
        if np.ptp(triangle[:, :2], axis=0).max() > WIDEST_POST:
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
