"""The drawing of two bodies in one step: a sphere and a plane or another sphere, their displacements, and the contact."""

import numpy as np

from ....core.vec3 import along, scale, sub
from ....lab.exhibits.sphere_sweep_formulas import (  # fmt: skip
    FIRST_RADIUS,
    HEIGHT,
    METHOD_OF,
    METHODS,
    PRINTED,
    REPAIRED,
    SECOND_RADIUS,
    TURNED,
    answer_of,
    gap_at,
    report_of,
    shares_right,
)
from ... import palette
from ...geometry.shape_types import Arrow, Balls, Boxes, Label, Lines, Polyline, Skin
from ..board_types import Curve, Plot, Row, Sheet, number

FIRST, SECOND, GLASS = (0.90, 0.62, 0.18), (0.25, 0.55, 0.88), (0.72, 0.84, 0.92)
STEEL, HIT, WRONG = (0.42, 0.44, 0.48), (0.30, 0.72, 0.32), (0.85, 0.22, 0.16)
BEFORE = (0.0, -SECOND_RADIUS - 0.05, 0.0)  # from the middle of a sphere to a place before it, where a line is seen
HALF_PLANE = 1.3  # [m]
ARROW_AT = 0.8  # [m] of the arrow along the normal, above the path


def bodies(exhibit, before, after, part):
    """Make the overlay shapes of both bodies, rings at the ends of their paths and at the hit, and arrows for displacements.

    exhibit: Exhibit
    before, after: its ExhibitStates at both ends of the tick
    part: fraction of the tick that is shown, 0..1
    """
    values, situation = exhibit.values(after), exhibit.kind.situation(exhibit.values(after))
    start = before.bodies.fraction if before.bodies.fraction <= after.bodies.fraction else after.bodies.fraction
    time = start + (after.bodies.fraction - start) * part
    overlaps = gap_at(situation, time) < -1e-3
    moving = [(situation.first, FIRST_RADIUS, FIRST)]
    moving += [(situation.second, SECOND_RADIUS, SECOND)] if situation.second else []
    shapes = [Boxes(np.array([(0.0, 0.0, 0.25)]), np.array([(3.3, 0.5, 0.25)]), np.array([STEEL]))]
    centres = centres_at(moving, time)
    colours = np.array([WRONG if overlaps else colour for _, _, colour in moving])
    shapes.append(Balls(centres, np.array([radius for _, radius, _ in moving]), colours))
    for path, radius, colour in moving:
        shapes += [Polyline(ring(place, radius), colour, 0.012) for place in path]
        shapes.append(Arrow((path[0][0], -0.55, path[0][2]), (path[1][0], -0.55, path[1][2]), colour, 0.025))
    if situation.plane:
        shapes += plane_shapes(situation.plane)
    answer = exhibit.kind.answer(values)
    if answer.is_hit and answer.time == answer.time and time >= answer.time:
        touching = centres_at(moving, answer.time)
        shapes += [Polyline(ring(tuple(centre), 1.15 * radius), HIT, 0.02) for centre, (_, radius, _) in zip(touching, moving)]
    return shapes


def centres_at(moving, time):
    """Return the centres (n, 3) [m] of the spheres at a fraction `time`, 0..1, of the step.

    moving: [(path, radius, colour), ...], where a path is (start (3,), end (3,)) of a centre [m]
    """
    return np.array([along(path[0], sub(path[1], path[0]), time) for path, _, _ in moving])


def ring(centre, radius):
    """Return points (25, 3) [m] of a circle around `centre` (3,) [m] in the xz plane, in which both bodies move. radius: [m]"""
    angles = np.linspace(0.0, 2.0 * np.pi, 25)
    return np.column_stack([centre[0] + radius * np.cos(angles), np.full(25, centre[1]), centre[2] + radius * np.sin(angles)])


def plane_shapes(plane):
    """Make a square that lies in the plane, and an arrow along the plane's normal.

    plane: (unit normal (3,), D [m]) of the plane normal . p + D = 0. The normal is in the xz plane, and is not vertical.
    """
    normal, distance = plane
    # The point of the plane at the height of the path.
    middle = np.array((-(distance + normal[2] * HEIGHT) / normal[0], 0.0, HEIGHT))
    along_plane = np.array((-normal[2], 0.0, normal[0]))
    sides = [a * HALF_PLANE * along_plane + np.array((0.0, b * 0.9, 0.0)) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    corners = (middle + np.array(sides))[[0, 1, 2, 0, 2, 3]].reshape(2, 3, 3)
    base = middle + ARROW_AT * np.sign(normal[0]) * along_plane  # above the path, where no body hides it
    tip = tuple(base + 0.8 * np.array(normal))
    return [Skin(corners, np.tile((*GLASS, 0.5), (2, 3, 1))), Arrow(tuple(base), tip, palette.NORMAL, 0.025)]


def sheet(exhibit, state):
    """Make the Sheet with the answers of the printed formulas, or of the turned round ones, beside those of the repaired ones.

    exhibit: Exhibit; state: its ExhibitState
    """
    values = exhibit.values(state)
    report = report_of(exhibit.kind.situation(values))
    method = METHOD_OF[int(values["method"])]
    printed, ours = answer_of(report, PRINTED if method == REPAIRED else method), answer_of(report, REPAIRED)
    hit = Row("do they meet?", yes(printed), yes(ours), wrong_prediction=printed.is_hit != ours.is_hit)
    is_late = ours.is_hit and printed.is_hit and not abs(printed.time - ours.time) < 1e-9
    when = Row("time of the hit", time_text(printed), time_text(ours), wrong_prediction=is_late)
    if exhibit.kind.situation(values).plane:
        notes = (
            f"Distances d\u2080 = {report.first:.3f}, d\u2081 = {report.last:.3f}, r = {FIRST_RADIUS:g} m; "
            "u = (d\u2080 - r)/(d\u2080 - d\u2081).",
            "The printed listing misses what comes from behind, and stops what leaves.",
        )
        rows = hit, when, Row("leaves the plane at", "not computed", number(report.crossing.leave))
    else:
        shares = shares_right()
        radii = FIRST_RADIUS + SECOND_RADIUS
        notes = (
            f"A\u00b7B = {report.across:.4g}, B\u00b2 = {report.squared:.4g}, discriminant {report.discriminant:.4g} m\u2074. "
            f"d\u00b2 = {report.printed.distance_squared:.4g}, R\u00b2 = {radii * radii:.4g} m\u00b2.",
            'The lecture notes print "a collision if d\u00b2 > R\u00b2". Turned round: if d\u00b2 < R\u00b2.',
        )
        share = shares[0 if method != TURNED else 1]
        counted = f"{100.0 * share:.3g} %", f"{100.0 * shares[2]:.4g} %"
        rows = hit, when, Row("right in 2000 random pairs", *counted, wrong_prediction=share < 1.0)
    labels = ("turned" if method == TURNED else "printed", "repaired")
    return Sheet(exhibit.kind.TITLE, notes, rows, plot_of(exhibit, state), labels)


def yes(answer):
    """Return "yes" if an Answer is a hit, otherwise "no"."""
    return "yes" if answer.is_hit else "no"


def time_text(answer):
    """Return the time of an Answer as text, a fraction of the step.

    It is "-" without a hit, and "none in the step" for a hit without a time.
    """
    if not answer.is_hit:
        return "-"
    return f"{answer.time:.6f}" if answer.time == answer.time else "none in the step"


def plot_of(exhibit, state):
    """Make the Plot of the gap between both surfaces [m] over the step.

    exhibit: Exhibit; state: its ExhibitState
    """
    situation, shown = exhibit.kind.situation(exhibit.values(state)), state.bodies.fraction
    times = np.linspace(0.0, 1.0, 61)
    gaps = np.array([gap_at(situation, float(time)) for time in times])
    now = np.array([(shown, 0.25 + 0.25 * gap_at(situation, shown))])
    line = np.column_stack([times, np.clip(0.25 + 0.25 * gaps, 0.0, 1.0)])
    marks = ((0.0, "-1"), (0.25, "0"), (0.5, "1"), (0.75, "2"), (1.0, "3"))
    curves = (Curve("gap", SECOND, line, True), Curve("now", WRONG, np.clip(now, 0.0, 1.0), is_dots=True))
    return Plot("gap between the surfaces [m]", curves, marks, "0 to 1 step")


def overlay(exhibit, state):
    """Make lines along the first sphere's swept volume. For two spheres, add arrows for A and B, and a line for their distance.

    A is the offset of the first sphere from the second at the start. B is the displacement of the first sphere relative to the
    second. The line is at the time of the closest approach. Without a second sphere, a label names the method.

    exhibit: Exhibit; state: its ExhibitState
    """
    values = exhibit.values(state)
    situation = exhibit.kind.situation(values)
    (start, end), shapes = situation.first, []
    aside = (0.0, 0.0, FIRST_RADIUS)
    shapes.append(Lines(np.array([[along(p, aside, sign) for p in (start, end)] for sign in (-1.0, 1.0)]), FIRST, 0.012))
    if situation.second is None:
        return [*shapes, Label(along(start, aside, 1.0), f"method: {METHODS[int(values['method'])]}", FIRST)]
    report, other = report_of(situation), situation.second[0]
    tip = along(start, report.displacement, 1.0)
    meeting = along(start, report.displacement, min(max(report.meeting.closest, 0.0), 1.0))
    return [
        *shapes,
        Arrow(other, start, (0.97, 0.84, 0.16), 0.02),
        Label(along(scale(other, 0.5), start, 0.5), "A", (0.97, 0.84, 0.16)),
        Arrow(start, tip, HIT, 0.02),
        Label(tip, "B, seen from blue", HIT),
        Lines(np.array([[along(p, BEFORE, 1.0) for p in (meeting, other)]]), WRONG, 0.02),
        Label(along(meeting, BEFORE, 1.0), f"d = {report.meeting.distance:.3f} m", WRONG),
    ]
