"""A sphere swept against a plane (Gomez) or a moving sphere (Tang's lecture), by the printed and the repaired formulas."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import atan2, ceil, log2, nan, radians
from typing import NamedTuple

import numpy as np

from ...core.elementary_functions import cos, sin
from ...core.shapes import Arrow, Balls, Boxes, Colour, Label, Lines, Polyline, Shape, Skin
from ...core.vec3 import Vector, along, length, scale, sub
from ..physics.bullet_tests import bisect, plate
from ..physics.plane_and_sphere_sweeps import (
    PlaneEquation,
    PlaneReport,
    SpheresReport,
    plane_report,
    plane_through,
    quadratic_as_printed,
    signed_distance,
    spheres_report,
    sweep_spheres,
)
from .board_content import BoardContent, BoardRow, Curve, Plot, number
from .exhibit import (
    Actor,
    Chosen,
    ExhibitKind,
    ExhibitState,
    Incident,
    IncidentKind,
    Readout,
    button,
    dial,
    exhibit,
    ring,
    switch,
)

FIRST_RADIUS, SECOND_RADIUS = 0.4, 0.5  # [m]
HEIGHT = 1.35  # [m] of the first body's path over the floor
FRONT, BEHIND, LEAVING, TOWARDS, FASTER, SAME, APART = range(7)
CASES = (
    "plane: front", "plane: behind", "plane: leaving", "head-on", "overtaking", "same velocity", "parting",
)  # fmt: skip
PRINTED, TURNED, REPAIRED = range(3)
METHODS = ("repaired", "turned round", "printed")  # the switch ends with the one that fails
METHOD_OF = (REPAIRED, TURNED, PRINTED)
FRACTIONS = tuple(n / 20.0 for n in range(21))
ASIDE = (0.0, 0.3, 0.6, 0.8, 1.0, 1.5)  # [m]
SLOWED = 3.0  # [s] in which one step of the bodies is shown. Shorter: it is not followed; longer: a long wait
TURN = radians(170.0)  # by which the bar of the first body turns in the step
PRECISE = 1.0 / 1000.0  # part of the step to which a bisection finds a touch. Smaller: the numbers of tests differ less
WALL = 10.0  # [m], thickness of the wall behind the plane in a bisection. Smaller: the end of a step is behind it
PAIRS = 2000  # random pairs of the share on the board. Fewer: the share is a guess; more: the first look takes long

Segment = tuple[Vector, Vector]  # (start, end) of a sphere's centre [m]


class Situation(NamedTuple):
    """The paths of two bodies in one step."""

    first: Segment
    second: Segment | None = None
    plane: PlaneEquation | None = None


class SweepAnswer(NamedTuple):
    """The answer of a method. PRINTED and TURNED have a time whenever the quadratic of two spheres has a root in the step."""

    is_hit: bool  # True if the method finds that the bodies meet in the step
    time: float  # fraction of the step at which the bodies meet; without a hit 1.0, nan, or such a root


class TwoBodies(NamedTuple):
    """The instant of the step that is shown."""

    fraction: float = 0.0  # of the step, 0..1
    is_running: bool = True  # True while the fraction advances with time


def situation_of(case: int, aside: float) -> Situation:
    """Return the paths of a case, FRONT to APART. aside: distance of the spheres' paths [m], or a plane's tilt [30 degrees]"""
    low, high = (-2.6, 0.0, HEIGHT), (2.6, 0.0, HEIGHT)
    if case in (FRONT, BEHIND, LEAVING):
        angle = radians(30.0 * aside)
        sign = 1.0 if case == BEHIND else -1.0
        normal, point = (sign * cos(angle), 0.0, -sign * sin(angle)), (0.9, 0.0, HEIGHT)
        if case == LEAVING:
            low, high = (0.7, 0.0, HEIGHT), (-2.6, 0.0, HEIGHT)
        return Situation((low, high), plane=plane_through(point, normal))
    up = HEIGHT + aside
    if case == TOWARDS:
        return Situation((low, high), ((2.2, 0.0, up), (-1.4, 0.0, up)))
    if case == FASTER:
        return Situation((low, high), ((-0.6, 0.0, up), (1.4, 0.0, up)))
    if case == SAME:
        return Situation(((-2.6, 0.0, HEIGHT), (0.4, 0.0, HEIGHT)), ((-0.4, 0.0, up), (2.6, 0.0, up)))
    return Situation(((-0.3, 0.0, HEIGHT), (-2.6, 0.0, HEIGHT)), ((0.5, 0.0, up), (2.6, 0.0, up)))


def report_of(situation: Situation) -> PlaneReport | SpheresReport:
    """Return all numbers of a Situation, by the printed and the repaired formulas."""
    if situation.plane is not None:
        return plane_report(FIRST_RADIUS, *situation.first, situation.plane)
    assert situation.second is not None  # without a plane there is a second sphere
    return spheres_report(situation.first, situation.second, FIRST_RADIUS + SECOND_RADIUS)


def answer_of(report: PlaneReport | SpheresReport, method: int) -> SweepAnswer:
    """Return the answer of PRINTED, of TURNED (its test of the least distance reversed; not for a plane), or of REPAIRED."""
    if isinstance(report, PlaneReport):
        if method == REPAIRED:
            return SweepAnswer(report.crossing.is_hit, report.crossing.enter)
        return SweepAnswer(report.printed_hit, report.printed_fraction)
    if method == REPAIRED:
        return SweepAnswer(report.meeting.is_hit, report.meeting.time)
    printed = report.printed
    says_hit = printed.is_hit_as_printed if method == PRINTED else printed.is_hit_turned
    return SweepAnswer(bool(says_hit), printed.time if printed.is_hit else nan)


def gap_at(situation: Situation, fraction: float) -> float:
    """Return the distance between the surfaces of both bodies at a fraction of the step [m], below 0 if they overlap."""
    start, end = situation.first
    centre = along(start, sub(end, start), fraction)
    if situation.plane is not None:
        return abs(signed_distance(situation.plane, centre)) - FIRST_RADIUS
    assert situation.second is not None
    other, other_end = situation.second
    return length(sub(centre, along(other, sub(other_end, other), fraction))) - FIRST_RADIUS - SECOND_RADIUS


def turn_at(fraction: float, turn: float, is_mixed: bool) -> float:
    """Return the angle [rad] by which a body has turned at a fraction of the step. turn: angle of the whole step, 0..pi [rad]

    is_mixed: True for the linear mix of both orientations as quaternions, made a unit one again, and False for an even turn
    Gomez interpolates the orientation linearly. The mix lags behind the even turn in the first half of the step, and leads in
    the second.
    """
    if not is_mixed:
        return fraction * turn
    half = turn / 2.0
    return 2.0 * atan2(fraction * sin(half), 1.0 - fraction + fraction * cos(half))


def bounds_of(report: PlaneReport) -> tuple[float, float]:
    """Return two fractions of the step between which anything in the first body that holds its centre first touches the plane.

    It does not touch before the body does, and it does when the body's centre crosses the plane.
    """
    return report.crossing.enter, report.first / (report.first - report.last)


def bisected(situation: Situation, bounds: tuple[float, float]) -> tuple[int, float]:
    """Find by bisection when a ball of half the first body's radius, around its centre, touches a wall behind the plane.

    bounds: fractions of the step, (free, overlapping), where the bisection starts: the whole step, or `bounds_of`
    Returns (number of halvings, the last free fraction), which is at most PRECISE too small. (Gomez: bounds start a subdivision.)
    """
    assert situation.plane is not None
    normal, distance = situation.plane
    side = 1.0 if signed_distance(situation.plane, situation.first[0]) >= 0.0 else -1.0
    walls = np.array([plate(scale(normal, -distance - side * WALL / 2.0), normal, WALL)])
    tested = np.empty(max(ceil(log2(1.0 / PRECISE) - log2(1.0 / (bounds[1] - bounds[0]))), 0))
    return len(tested), bisect(walls, situation.first, FIRST_RADIUS / 2.0, bounds, tested)[0]


@cache
def shares_right() -> tuple[float, float, float]:
    """Return the shares (0..1) of random pairs of spheres for which (PRINTED, TURNED, REPAIRED) are right.

    The right answer comes from 2001 overlap tests in the step. Pairs that graze or overlap at the start are left out.
    """
    random, right, count = np.random.default_rng(3), [0, 0, 0], 0
    instants, radii = np.linspace(0.0, 1.0, 2001)[:, None], 2.1
    while count < PAIRS:
        places, paths = random.uniform(-5.0, 5.0, (2, 2, 3))
        offset, displacement = places[0] - places[1], paths[0] - paths[1]
        line = offset + instants * displacement
        squares = line[:, 0] ** 2 + line[:, 1] ** 2 + line[:, 2] ** 2
        nearest = float(squares.min()) - radii * radii
        if squares[0] <= radii * radii or abs(nearest) < 1e-3:
            continue
        pair = tuple(offset.tolist()), tuple(displacement.tolist()), radii
        printed = quadratic_as_printed(*pair)
        answers = printed.is_hit_as_printed, printed.is_hit_turned, sweep_spheres(*pair).is_hit
        right = [before + (bool(answer) == (nearest < 0.0)) for before, answer in zip(right, answers)]
        count += 1
    return right[0] / count, right[1] / count, right[2] / count


@exhibit("swept_spheres")
@dataclass(frozen=True)
class TwoBodiesBench(ExhibitKind[TwoBodies]):
    """Two bodies over a bench, in one step of their motion."""

    TITLE = "Two bodies: do they meet, and when?"
    CONTROLS = (
        switch("bodies", CASES, "which two bodies, and how they move", TOWARDS),
        dial("offset", ASIDE, 0.6, "m", "sideways distance of the second sphere's path; it tilts a plane by 30 degrees a metre"),
        switch("method", METHODS, "whose answer stops the bodies: printed is as the lecture notes print it"),
        dial("time", FRACTIONS, 0.0, "", "the time that is shown, as a fraction of the step"),
        button("run", "run the step from its start, slowly"),
    )
    FIGURES = {
        "gap": "m", "printed hit": "", "turned hit": "", "hit": "", "printed time": "of the step", "time": "of the step",
    }  # fmt: skip

    def begin(self, values: Chosen) -> TwoBodies:
        return TwoBodies()

    def situation(self, values: Chosen) -> Situation:
        return situation_of(int(values["bodies"]), values["offset"])

    def answer(self, values: Chosen) -> SweepAnswer:
        return answer_of(report_of(self.situation(values)), METHOD_OF[int(values["method"])])

    def end(self, values: Chosen) -> float:
        """Return the fraction of the step at which the chosen method stops the bodies, 1.0 if it does not."""
        answer = self.answer(values)
        return answer.time if answer.is_hit and answer.time == answer.time else 1.0

    def tick(self, values: Chosen, bodies: TwoBodies, used: frozenset[str], actor: Actor, hz: int) -> tuple[TwoBodies, Readout]:
        end = self.end(values)
        incidents: tuple[Incident, ...] = ()
        if "time" in used:
            bodies = TwoBodies(values["time"], False)
        elif used:
            bodies = TwoBodies()
        elif bodies.is_running:
            fraction = bodies.fraction + 1.0 / (SLOWED * hz)
            bodies = TwoBodies(min(fraction, end), fraction < end)
            if not bodies.is_running and self.answer(values).is_hit:
                incidents = (Incident(IncidentKind.STRUCK, (0.0, 0.0, HEIGHT), 1.0),)
        situation = self.situation(values)
        printed, turned, ours = (answer_of(report_of(situation), method) for method in (PRINTED, TURNED, REPAIRED))
        figures = {
            "gap": gap_at(situation, bodies.fraction), "printed hit": float(printed.is_hit), "turned hit": float(turned.is_hit),
            "hit": float(ours.is_hit), "printed time": printed.time, "time": ours.time,
        }  # fmt: skip
        return bodies, Readout(figures, incidents)

    def bodies(self, before: ExhibitState[TwoBodies], after: ExhibitState[TwoBodies], part: float) -> list[Shape]:
        """Make both bodies, rings at the ends of their paths and at the hit, and arrows for displacements."""
        values, situation = self.values(after), self.situation(self.values(after))
        start = before.bodies.fraction if before.bodies.fraction <= after.bodies.fraction else after.bodies.fraction
        time = start + (after.bodies.fraction - start) * part
        overlaps = gap_at(situation, time) < -1e-3
        moving = [(situation.first, FIRST_RADIUS, FIRST)]
        moving += [(situation.second, SECOND_RADIUS, SECOND)] if situation.second else []
        shapes: list[Shape] = [Boxes.of([((0.0, 0.0, 0.25), (3.3, 0.5, 0.25), STEEL)])]
        centres = centres_at(moving, time)
        colours = np.array([WRONG if overlaps else colour for _, _, colour in moving])
        shapes.append(Balls(centres, np.array([radius for _, radius, _ in moving]), colours))
        for path, radius, colour in moving:
            shapes += [Polyline(ring(place, radius, 25), colour, 0.012) for place in path]
            shapes.append(Arrow((path[0][0], -0.55, path[0][2]), (path[1][0], -0.55, path[1][2]), colour, 0.025))
        shapes.append(turned_bar(tuple(centres[0].tolist()), turn_at(time, TURN, METHOD_OF[int(values["method"])] == PRINTED)))
        if situation.plane:
            shapes += plane_shapes(situation.plane)
        answer = self.answer(values)
        if answer.is_hit and answer.time == answer.time and time >= answer.time:
            touching = centres_at(moving, answer.time)
            shapes += [Polyline(ring(centre, 1.15 * radius, 25), HIT, 0.02) for centre, (_, radius, _) in zip(touching, moving)]
        return shapes

    def sheet(self, state: ExhibitState[TwoBodies]) -> BoardContent:
        """Make the board with the answers of the printed or turned round formulas beside those of the repaired ones."""
        values = self.values(state)
        report = report_of(self.situation(values))
        method = METHOD_OF[int(values["method"])]
        printed, ours = answer_of(report, PRINTED if method == REPAIRED else method), answer_of(report, REPAIRED)
        hit = BoardRow("do they meet?", yes(printed), yes(ours), wrong_prediction=printed.is_hit != ours.is_hit)
        is_late = ours.is_hit and printed.is_hit and not abs(printed.time - ours.time) < 1e-9
        when = BoardRow("time of the hit", time_text(printed), time_text(ours), wrong_prediction=is_late)
        if isinstance(report, PlaneReport):
            notes = (
                f"Distances d\u2080 = {report.first:.3f}, d\u2081 = {report.last:.3f}, r = {FIRST_RADIUS:g} m; "
                "u = (d\u2080 - r)/(d\u2080 - d\u2081).",
                "Printed, it misses what comes from behind, stops what leaves, and turns the bar unevenly.",
            )
            leaves = "not computed", number(report.crossing.leave)
            if report.crossing.is_hit and report.crossing.depth == 0.0:
                situation = self.situation(values)
                whole, fewer = (bisected(situation, bounds)[0] for bounds in ((0.0, 1.0), bounds_of(report)))
                leaves = f"none: {whole} halvings", f"{leaves[1]}: {fewer} halvings"
            rows = hit, when, BoardRow("leaves the plane at; a bisection takes", *leaves)
        else:
            shares = shares_right()
            radii = FIRST_RADIUS + SECOND_RADIUS
            notes = (
                f"A\u00b7B = {report.across:.4g}, B\u00b2 = {report.squared:.4g}, "
                f"discriminant {report.discriminant:.4g} m\u2074. "
                f"d\u00b2 = {report.printed.distance_squared:.4g}, R\u00b2 = {radii * radii:.4g} m\u00b2.",
                'The lecture notes print "a collision if d\u00b2 > R\u00b2". Turned round: if d\u00b2 < R\u00b2.',
            )
            share = shares[0 if method != TURNED else 1]
            counted = f"{100.0 * share:.3g} %", f"{100.0 * shares[2]:.4g} %"
            rows = hit, when, BoardRow("right in 2000 random pairs", *counted, wrong_prediction=share < 1.0)
        labels = ("turned" if method == TURNED else "printed", "repaired")
        return BoardContent(self.TITLE, notes, rows, plot_of(self, state), labels)

    def overlay(self, state: ExhibitState[TwoBodies]) -> list[Shape]:
        """Make lines along the first sphere's swept volume, and for two spheres arrows for A, B and their closest distance."""
        values = self.values(state)
        situation = self.situation(values)
        start, end = situation.first
        aside = (0.0, 0.0, FIRST_RADIUS)
        volume = Lines(np.array([[along(p, aside, sign) for p in (start, end)] for sign in (-1.0, 1.0)]), FIRST, 0.012)
        report = report_of(situation)
        if isinstance(report, PlaneReport) or situation.second is None:
            return [volume, Label(along(start, aside, 1.0), f"method: {METHODS[int(values['method'])]}", FIRST)]
        other = situation.second[0]
        tip = along(start, report.displacement, 1.0)
        meeting = along(start, report.displacement, min(max(report.meeting.closest, 0.0), 1.0))
        return [
            volume,
            Arrow(other, start, (0.97, 0.84, 0.16), 0.02),
            Label(along(scale(other, 0.5), start, 0.5), "A", (0.97, 0.84, 0.16)),
            Arrow(start, tip, HIT, 0.02),
            Label(tip, "B, seen from blue", HIT),
            Lines(np.array([[along(p, BEFORE, 1.0) for p in (meeting, other)]]), WRONG, 0.02),
            Label(along(meeting, BEFORE, 1.0), f"d = {report.meeting.distance:.3f} m", WRONG),
        ]


NORMAL_COLOUR = (0.10, 0.58, 0.30)  # of normals in the drawings of the player's ticks, too
FIRST, SECOND, GLASS = (0.90, 0.62, 0.18), (0.25, 0.55, 0.88), (0.72, 0.84, 0.92)
STEEL, HIT, WRONG = (0.42, 0.44, 0.48), (0.30, 0.72, 0.32), (0.85, 0.22, 0.16)
BEFORE = (0.0, -SECOND_RADIUS - 0.05, 0.0)  # from the middle of a sphere to a place before it, where a line is seen
HALF_PLANE = 1.3  # [m]
ARROW_AT = 0.8  # [m] of the arrow along the normal, above the path


def centres_at(moving: Sequence[tuple[Segment, float, Colour]], time: float) -> np.ndarray:
    """Return the centres (n, 3) [m] of the spheres at a fraction of the step. moving: (path, radius, colour) of each"""
    return np.array([along(path[0], sub(path[1], path[0]), time) for path, _, _ in moving])


def turned_bar(centre: Vector, angle: float) -> Polyline:
    """Make the bar across the first body, before it, at an angle [rad] from the x axis. centre: of the body [m]"""
    middle, across = along(centre, BEFORE, 1.0), (cos(angle), 0.0, sin(angle))
    return Polyline(np.array([along(middle, across, end) for end in (-FIRST_RADIUS, FIRST_RADIUS)]), STEEL, 0.03)


def plane_shapes(plane: PlaneEquation) -> list[Shape]:
    """Make a square in a plane whose normal is in the xz plane and not vertical, and an arrow along this normal."""
    normal, distance = plane
    # The point of the plane at the height of the path.
    middle = np.array((-(distance + normal[2] * HEIGHT) / normal[0], 0.0, HEIGHT))
    along_plane = np.array((-normal[2], 0.0, normal[0]))
    sides = [a * HALF_PLANE * along_plane + np.array((0.0, b * 0.9, 0.0)) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    corners = (middle + np.array(sides))[[0, 1, 2, 0, 2, 3]].reshape(2, 3, 3)
    base = middle + ARROW_AT * np.sign(normal[0]) * along_plane  # above the path, where no body hides it
    tip = tuple(base + 0.8 * np.array(normal))
    return [Skin(corners, np.tile((*GLASS, 0.5), (2, 3, 1))), Arrow(tuple(base), tip, NORMAL_COLOUR, 0.025)]


def yes(answer: SweepAnswer) -> str:
    return "yes" if answer.is_hit else "no"


def time_text(answer: SweepAnswer) -> str:
    """Return the time of an answer as text, a fraction of the step, "-" without a hit, "none in the step" without a time."""
    if not answer.is_hit:
        return "-"
    return f"{answer.time:.6f}" if answer.time == answer.time else "none in the step"


def plot_of(kind: TwoBodiesBench, state: ExhibitState[TwoBodies]) -> Plot:
    """Make the plot of the gap between both surfaces [m] over the step."""
    situation, shown = kind.situation(kind.values(state)), state.bodies.fraction
    times = np.linspace(0.0, 1.0, 61)
    gaps = np.array([gap_at(situation, float(time)) for time in times])
    now = np.array([(shown, 0.25 + 0.25 * gap_at(situation, shown))])
    line = np.column_stack([times, np.clip(0.25 + 0.25 * gaps, 0.0, 1.0)])
    marks = ((0.0, "-1"), (0.25, "0"), (0.5, "1"), (0.75, "2"), (1.0, "3"))
    curves = (Curve("gap", SECOND, line, True), Curve("now", WRONG, np.clip(now, 0.0, 1.0), is_dots=True))
    return Plot("gap between the surfaces [m]", curves, marks, "0 to 1 step")
