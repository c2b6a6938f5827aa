"""A sphere swept against a plane (Gomez) or a moving sphere (Tang's lecture), by the printed and the repaired formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import nan, radians
from typing import ClassVar, NamedTuple

import numpy as np

from ...core.elementary_functions import cos, sin
from ...core.vec3 import Vector, along, length, sub
from ..controls import Control, button, dial, switch
from ..exhibit_kinds import exhibit
from ..step_input_and_output import Actor, Incident, IncidentKind, Readout
from ..sweeps.printed_sphere_sweep import SpheresReport, quadratic_as_printed, spheres_report
from ..sweeps.sphere_plane import PlaneReport, plane_report, plane_through, signed_distance
from ..sweeps.sphere_sphere import sweep_spheres

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
PAIRS = 2000  # random pairs of the share on the board. Fewer: the share is a guess; more: the first look takes long


class Situation(NamedTuple):
    """The paths of two bodies in one step.

    first: (start, end) of the first sphere's centre [m]
    second: (start, end) of the other sphere's centre [m], or None
    plane: (unit normal, D [m]) of the plane normal . p + D = 0, or None
    """

    first: tuple[Vector, Vector]
    second: tuple[Vector, Vector] | None = None
    plane: tuple[Vector, float] | None = None


class Answer(NamedTuple):
    """The answer of a method.

    is_hit: True if the method finds that the bodies meet in the step
    time: fraction of the step at which the bodies meet. Without a hit it is 1.0 or nan, except for PRINTED and TURNED with two
    spheres: their time is the root of the quadratic if it is in the step, whatever `is_hit` is, and otherwise nan.
    """

    is_hit: bool
    time: float


class TwoBodies(NamedTuple):
    """The instant of the step that is shown.

    fraction: of the step, 0..1
    is_running: True while the fraction advances with time
    """

    fraction: float = 0.0
    is_running: bool = True


def situation_of(case: int, aside: float) -> Situation:
    """Return the Situation of a case.

    case: FRONT to APART
    aside: distance between the parallel paths of two spheres [m]; with a plane, its tilt in units of 30 degrees
    """
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
    """Return all numbers of a Situation, by the printed and the repaired formulas.

    The result is a PlaneReport, or a SpheresReport for a Situation without a plane.
    """
    if situation.plane is not None:
        return plane_report(FIRST_RADIUS, *situation.first, situation.plane)
    return spheres_report(situation.first, situation.second, FIRST_RADIUS + SECOND_RADIUS)


def answer_of(report: PlaneReport | SpheresReport, method: int) -> Answer:
    """Return the Answer of a method.

    method: PRINTED, TURNED (the printed test of the least distance, reversed) or REPAIRED
    For a plane, TURNED has the answer of PRINTED.
    """
    if isinstance(report, PlaneReport):
        if method == REPAIRED:
            return Answer(report.crossing.is_hit, report.crossing.enter)
        return Answer(report.printed_hit, report.printed_fraction)
    if method == REPAIRED:
        return Answer(report.meeting.is_hit, report.meeting.time)
    printed = report.printed
    says_hit = printed.is_hit_as_printed if method == PRINTED else printed.is_hit_turned
    return Answer(bool(says_hit), printed.time if printed.is_hit else nan)


def gap_at(situation: Situation, fraction: float) -> float:
    """Return the distance between the surfaces of both bodies at a fraction of the step [m], below 0 if they overlap."""
    start, end = situation.first
    centre = along(start, sub(end, start), fraction)
    if situation.plane is not None:
        return abs(signed_distance(situation.plane, centre)) - FIRST_RADIUS
    other, other_end = situation.second
    return length(sub(centre, along(other, sub(other_end, other), fraction))) - FIRST_RADIUS - SECOND_RADIUS


@cache
def shares_right() -> tuple[float, float, float]:
    """Return the shares (0..1) of random pairs of spheres for which each method is right: (PRINTED, TURNED, REPAIRED).

    The right answer comes from 2001 overlap tests in the step. Grazing pairs, which these tests may miss, are left out.
    So are pairs that overlap at the start.
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
class TwoBodiesBench:
    """Two bodies over a bench, in one step of their motion."""

    TITLE: ClassVar[str] = "Two bodies: do they meet, and when?"
    CONTROLS: ClassVar[tuple[Control, ...]] = (
        switch("bodies", CASES, "which two bodies, and how they move", TOWARDS),
        dial("offset", ASIDE, 0.6, "m", "sideways distance of the second sphere's path; it tilts a plane by 30 degrees a metre"),
        switch("method", METHODS, "whose answer stops the bodies: printed is as the lecture notes print it"),
        dial("time", FRACTIONS, 0.0, "", "the time that is shown, as a fraction of the step"),
        button("run", "run the step from its start, slowly"),
    )
    FIGURES: ClassVar[Mapping[str, str]] = {
        "gap": "m", "printed hit": "", "turned hit": "", "hit": "", "printed time": "of the step", "time": "of the step",
    }  # fmt: skip
    CURVES: ClassVar[tuple[str, ...]] = ()

    def begin(self, values: Mapping[str, float]) -> TwoBodies:
        return TwoBodies()

    def situation(self, values: Mapping[str, float]) -> Situation:
        """Return the Situation that the controls set. values: of the controls, by name"""
        return situation_of(int(values["bodies"]), values["offset"])

    def answer(self, values: Mapping[str, float]) -> Answer:
        """Return the Answer of the method that the controls set. values: of the controls, by name"""
        return answer_of(report_of(self.situation(values)), METHOD_OF[int(values["method"])])

    def end(self, values: Mapping[str, float]) -> float:
        """Return the fraction of the step at which the chosen method stops the bodies, 1.0 if it does not.

        values: of the controls, by name
        """
        answer = self.answer(values)
        return answer.time if answer.is_hit and answer.time == answer.time else 1.0

    def step(self, values: Mapping[str, float], bodies: TwoBodies, used: frozenset[str], actor: Actor, hz: int):
        end, incidents = self.end(values), ()
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
