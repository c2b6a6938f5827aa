"""Lesson "sweep": a wall that is jumped over, a parallel plane, front and back faces, the numbers of a plane."""

from typing import Annotated

import numpy as np

from ...collision import Feature, Outcome
from ...core.value_rules import OneOf, Point, Yes
from ...core.vec3 import cross, triangle_normals
from ...explain import palette
from ...explain.triangle_test_replay import TriangleTest, inspection_of, triangles_of
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.motion_and_contacts import centre_at_contact, contact_of, sweeps_of, touched_test
from ..tools.registry import Axis, drawing, measure, names_of
from ..tools.svg_canvas import BEFORE, BODY, DEPTH, FAINT, INK, NORMAL, PLANE, SOLID, T0, T1, XY, SvgSheet, hex_of
from ..tools.tick_paths import PathView

OutcomeName = Annotated[str, OneOf(names_of(Outcome))]
PlaneTerm = Annotated[str, OneOf(("constant", "base"))]
SweepVector = Annotated[str, OneOf(("N", "p", "p1"))]
UPRIGHT = 0.5  # greatest |z| of the unit normal of a wall
FACING = 0.9  # least part of a direction that leads against a face, so that the face is in front of the player
BALL_RIM = hex_of((0.62, 0.36, 0.20))  # brighter than a ball in the scene, which is nearly as dark as the ground of a drawing


# Measures


@measure
def outcome_count(run: Run, how: OutcomeName) -> float:
    """Return the number of candidates whose test in a sweep had the outcome `how`, such as "back_facing"."""
    return sweeps_of(run)[0].count(Outcome[how.upper()])


@measure
def all_contacts(run: Run) -> float:
    """Return the number of sweeps of move passes that had a contact in the whole script."""
    return sum(iteration.hit for record in run.records for iteration in sweeps_of(run, tick=record.tick))


@measure
def plane_distance(run: Run, world: Yes = False) -> float:
    """Return d, the signed distance of the sphere's centre from the touched triangle's plane, in eSpace or in the `world` [m]."""
    test = touched_test(run)
    return test.distance / (float(np.linalg.norm(test.normal / np.array(run.simulation.params.radii))) if world else 1.0)


@measure
def sweep_vector(run: Run, vector: SweepVector, axis: Axis) -> float:
    """Return a component of a contact's "N" (normal), "p1" (corner) or "p" (the sphere's centre as the sweep begins) [eSpace]."""
    test = touched_test(run)
    start = contact_of(run).start / np.array(run.simulation.params.radii)
    vectors = {"N": np.array(test.normal), "p": start, "p1": start + test.corners[0] - test.sweep.base}
    return float(vectors[vector]["xyz".index(axis)])


@measure
def normal_dot_velocity(run: Run) -> float:
    """Return N . v of the touched triangle's unit normal and the sweep's displacement [eSpace]."""
    return touched_test(run).normal_dot_velocity


@measure
def plane_term(run: Run, term: PlaneTerm) -> float:
    """Return a term of d = N . p + C_p of the touched triangle's plane [eSpace]: "base" is N . p, "constant" is C_p."""
    test, start = touched_test(run), contact_of(run).start
    base = float(np.dot(test.normal, start / np.array(run.simulation.params.radii)))
    return base if term == "base" else test.distance - base


@measure
def cross_component(run: Run, first: Point, second: Point, axis: Axis) -> float:
    """Return a component of the cross product of two vectors, as the solver computes it."""
    return cross(first, second)["xyz".index(axis)]


# Drawings


@drawing
def wall_jump(run: Run) -> Svg:
    """Draw the first sweep of the tick from the side: a wall, and the body at the start, at the contact and at the end."""
    record, iteration = run.record(), contact_of(run)
    view, radii = PathView(record.before.heading, above=False), run.simulation.params.radii
    start, wanted = np.array(iteration.start), np.array(iteration.start) + iteration.displacement
    places = [view.of(point) for point in (start, centre_at_contact(iteration), wanted)]
    sheet = SvgSheet((places[0][0] - 0.5, -0.5, places[2][0] + 0.5, 2.7), height=220, margin=6)
    corners, _ = triangles_of(run.simulation, record.trace.candidates, record)
    left, _, right, _ = sheet.box
    lines = view.cuts(corners, view.depth_of(record.after.position))
    inside = [end for line in lines for end in line if places[0][0] < end[0] < places[2][0]]
    (near, low), (far, high) = np.min(inside, axis=0), np.max(inside, axis=0)
    sheet.rectangle((near, low, far, high), SOLID, 2.4, fill=SOLID, opacity=0.4)
    sheet.letter(((near + far) / 2, high), "wall, 1 m", INK, (0, -1))
    sheet.path([(left, low), (right, low)], SOLID, 2.4)
    for place, colour, dashed, words in (
        (places[0], FAINT, True, "start"),
        (places[2], BEFORE, True, "end"),
        (places[1], BODY, False, "contact"),
    ):
        fill = "none" if dashed else colour
        sheet.path(view.outline(radii, place), colour, 1.8, dashed, fill, opacity=0.12, closed=True)
        sheet.letter((place[0], low), words, colour, (0, -1))
    sheet.arrow(places[0], places[2], BEFORE)
    return sheet.svg("The displacement leads through a wall; at its end the body overlaps nothing. The sweep stops at the wall.")


@drawing
def parallel_plane(run: Run, letters: Annotated[str, OneOf(("distance", "gap"))] = "distance") -> Svg:
    """Draw the first sweep of the tick and the nearest wall beside it, in eSpace. The sweep must not reach this wall."""
    iteration, inspection = sweeps_of(run)[0], inspection_of(run.record(), run.simulation)
    tests = (inspection.test(iteration, k) for k in range(len(run.record().trace.candidates)))
    found = [test for test in tests if test]
    test = min((test for test in found if abs(test.normal[2]) < UPRIGHT and is_beside(test)), key=lambda test: abs(test.distance))
    normal, velocity = np.array(test.normal) * np.sign(test.distance), np.array(test.sweep.velocity)
    d, nearer = abs(test.distance), -float(velocity @ normal)
    along = float(np.linalg.norm(velocity + nearer * normal))
    left, right = (-2.3, along + 1.2) if letters == "distance" else (-1.2, along + 3.2)
    sheet = SvgSheet((left, -0.55, right, d + 1.1), height=220, margin=6)
    left, _, right, _ = sheet.box
    end = (along, d - nearer)
    sheet.wall((left, 0.0), (right, 0.0), 0.5)
    sheet.letter((right, 0.0), "plane", INK, (-1, -1))
    sheet.circle((0.0, d), 1.0, FAINT, dashed=True)
    sheet.circle(end, 1.0, BODY, fill=BODY, opacity=0.12)
    sheet.arrow((0.0, d), end, BEFORE, 2.6, text="$v$", towards=(0, -1), part=0.5)
    sheet.dot((0.0, d))
    if letters == "distance":
        sheet.letter((0.0, d), "$p$", INK, (-1, 0.6))
        sheet.path([(0.0, d), (0.0, 0.0)], INK, 1.2, dashed=True)
        sheet.letter((0.0, 0.25), f"$d = {d:.2f}$", INK, (1, 0))
        sheet.path([end, (end[0], 0.0)], INK, 1.2, dashed=True)
        sheet.letter((end[0], 0.25), "still $d$", INK, (-1, 0))
        sheet.arrow((left + 0.5, 0.0), (left + 0.5, 1.0), NORMAL, text="$N$", towards=(0, 1))
        return sheet.svg("A sphere that moves parallel to a plane: its distance does not change.")
    sheet.line((0.0, d - 1.0), (0.0, 0.0), T1, 2.2, text=f"$|d| - 1 = {d - 1.0:.2f}$", towards=(1, 0), part=0.5)
    sheet.path([(0.0, d), (end[0] + 1.5, d)], FAINT, 1.2, dashed=True)
    sheet.arrow((end[0] + 1.25, d), (end[0] + 1.25, end[1]), PLANE, 2.2)
    sheet.path([end, (end[0] + 1.5, end[1])], FAINT, 1.2, dashed=True)
    sheet.letter((end[0] + 1.25, (d + end[1]) / 2), f"$h = {nearer:.2f}$", PLANE, (1, 0))
    return sheet.svg("The gap between sphere and plane is longer than the part of the displacement towards the plane.")


def is_beside(test: TriangleTest) -> bool:
    """True if a triangle has corners before and behind the midpoint of its sweep, measured along the sweep."""
    places = (np.array(test.corners) - test.sweep.base) @ np.array(test.sweep.direction)
    return places.min() < 0.5 * test.sweep.length < places.max()


@drawing
def front_and_back(run: Run) -> Svg:
    """Draw a sphere that moves against the front of a plane, and one that moves against its back."""
    sheet = SvgSheet((-0.5, -2.5, 8.0, 2.6), height=230, margin=4)
    for left, side, words in ((0.0, 1.0, "front: $N \\cdot v < 0$"), (4.3, -1.0, "back: $N \\cdot v > 0$")):
        sheet.path([(left, 0.0), (left + 3.3, 0.0)], SOLID, 3.4)
        sheet.arrow((left + 0.3, 0.0), (left + 0.3, 1.0), NORMAL, 2.4, text="$N$", towards=(0, 1))
        centre = (left + 1.9, 1.35 * side)
        sheet.circle(centre, 1.0, BODY, fill=BODY, opacity=0.12)
        tip = (left + 2.4, -0.2 * side)
        sheet.arrow(centre, tip, BEFORE, 2.6, text="$v$", towards=(1, 0), part=0.3)
        sheet.letter((left + 1.8, -0.75 * side), words, INK, (0, 0))
    return sheet.svg("Against the front, the normal and the velocity have opposite directions; against the back, they agree.")


@drawing
def front_from_above(run: Run) -> Svg:
    """Draw a straight arrow, seen from above, from the start of the run to the position after the tick, and walls around it."""
    view = PathView(run.records[0].before.heading, above=True)
    start, end = view.of(run.state(0).position), view.of(run.record().after.position)
    radius = run.simulation.params.radii[0]
    triangles = run.simulation.mesh.vertices[run.simulation.mesh.triangles]
    normals = triangle_normals(triangles)
    normals = normals / np.linalg.norm(normals, axis=1)[:, None]
    walls = [[view.of(corner) for corner in corners] for corners in triangles[np.abs(normals[:, 2]) < UPRIGHT]]
    facing = normals[np.abs(normals[:, 2]) < UPRIGHT] @ np.array(view.up) < -FACING
    passed = [wall for wall, is_front in zip(walls, facing) if is_front and start[1] < wall[0][1] < end[1]]
    front = min(passed, key=lambda wall: min(abs(x - end[0]) for x, _ in wall))
    height = front[0][1]
    sheet = SvgSheet((end[0] - 4.2, start[1] - 0.55, end[0] + 1.1, max(end[1], height + 2.2) + 0.5), height=230, margin=4)
    left, _, right, _ = sheet.box
    for wall in walls:
        if all(left < x < right for x, _ in wall):
            sheet.path([min(wall), max(wall)], SOLID, 3.0)
    sheet.line((left, height), (right, height), PLANE, 1.6, dashed=True, text="plane of the front", towards=(-1, 1))
    sheet.line(min(front), max(front), T0, 4.0, text="front", towards=(0, -1), part=0.5)
    sheet.circle(start, radius, FAINT, dashed=True)
    sheet.circle(end, radius, BODY, fill=BODY, opacity=0.12)
    sheet.arrow(start, end, BEFORE, 2.4)
    return sheet.svg("The path crosses the plane of the front beside the front itself.")


@drawing
def enlarged_triangle(run: Run) -> Svg:
    """Draw a triangle, seen along its normal, and its Minkowski sum with the unit sphere: pipes at edges, balls at corners."""
    corners = np.array(((-2.2, -0.9), (2.0, -1.0), (0.5, 1.5)))
    flat, pipe, ball = (hex_of(palette.FEATURES[feature]) for feature in (Feature.FACE, Feature.EDGE, Feature.CORNER))
    sheet = SvgSheet((-3.3, -2.1, 3.6, 2.6), margin=4)
    for corner in corners:
        sheet.circle(tuple(corner), 1.0, BALL_RIM, 1.4, fill=ball)
    for start, end in zip(corners, np.roll(corners, -1, axis=0)):
        along = (end - start) / np.linalg.norm(end - start)
        outwards = np.array((along[1], -along[0]))
        strip = [tuple(point) for point in (start, end, end + outwards, start + outwards)]
        sheet.path(strip, pipe, 1.4, fill=pipe, opacity=0.4, closed=True)
        sheet.letter(tuple((start + end + 1.0 * outwards) / 2), "pipe", INK, (0, 0))
    sheet.path([tuple(corner) for corner in corners], flat, 2.0, fill=flat, opacity=0.45, closed=True)
    for corner in corners:
        sheet.letter(tuple(corner + 0.55 * corner / np.linalg.norm(corner)), "ball", INK, (0, 0))
    sheet.letter((0.05, -0.3), "inside: flat", INK, (0, 0))
    return sheet.svg("A triangle enlarged by the unit sphere: flat over the inside, a pipe at each edge, a ball at each corner.")


@drawing
def cross_product(run: Run) -> Svg:
    """Draw two edges a and b of a triangle from p1, with a x b, and b x a on the other side."""
    sheet = SvgSheet((-1.2, -1.75, 4.7, 2.15), margin=4)

    def seen(x: float, y: float, z: float) -> XY:
        return x + DEPTH[0] * y, z + DEPTH[1] * y

    corners = [seen(0.0, 0.0, 0.0), seen(3.2, 0.0, 0.0), seen(0.4, 2.6, 0.0)]
    sheet.path(corners, SOLID, 2.0, fill=SOLID, opacity=0.3, closed=True)
    sheet.arrow(corners[0], corners[1], BEFORE)
    sheet.arrow(corners[0], corners[2], BEFORE)
    sheet.letter(((corners[0][0] + corners[1][0]) / 2, 0.0), "$a = p_2 - p_1$", BEFORE, (0, -1))
    sheet.letter(corners[2], "$b = p_3 - p_1$", BEFORE, (1, 0.6))
    sheet.arrow(corners[0], seen(0.0, 0.0, 1.7), NORMAL, 2.6, text=r"$a \times b$", towards=(1, 0))
    sheet.arrow(corners[0], seen(0.0, 0.0, -1.5), FAINT, dashed=True, text=r"$b \times a$", towards=(1, 0))
    turn = [seen(1.2 + 0.55 * np.cos(angle), 0.85 + 0.6 * np.sin(angle), 0.0) for angle in np.linspace(-2.6, 2.2, 40)]
    sheet.path(turn, INK, 1.4)
    sheet.arrow(turn[-5], turn[-1], INK, 1.4)
    for corner, name, towards in zip(corners, ("$p_1$", "$p_2$", "$p_3$"), ((-1, 0), (1, 0), (-1, 0.6))):
        sheet.letter(corner, name, INK, towards)
    return sheet.svg("Two edges of a triangle and their cross product; in the other order it points to the other side.")
