"""Measures of the accuracy of sphere sweeps: the hits that formulas miss among random pairs, and their errors far away."""

from collections.abc import Iterator
from decimal import Decimal, localcontext
from functools import cache
from typing import Annotated

import numpy as np

from ....core.value_rules import Number, OneOf
from ....core.vec3 import Vector, dot
from ....lab.physics.sphere_sweeps import Printed, crossing_of_distances, quadratic_as_printed, sweep_as_printed, sweep_spheres
from ..registry import measure
from .two_body_sweeps import SPHERES_RADII

PAIRS, PAIRS_RADII, PAIRS_SEED = 20_000, 2.1, 3  # of the share of right answers: pairs, sum of their radii [m]
FAR_PAIRS = 500  # pairs of spheres that start far apart
DIGITS = 60  # of the exact times
Distance = Annotated[float, Number(1e-3, 1e6, "km")]


@measure
def missed_by_listing(run, radius: Annotated[float, Number(0.0, 1.0, "m")]) -> float:
    """Return the percentage of 20 000 random sweeps of a sphere against a plane that Gomez's listing misses. radius: [m]

    The signed distances d0 and d1 at the start and the end are random in -1..1 m.
    """
    pairs = np.random.default_rng(1).uniform(-1.0, 1.0, (PAIRS, 2)).tolist()
    plane, missed = ((0.0, 0.0, 1.0), 0.0), 0
    for first, last in pairs:
        is_hit = crossing_of_distances(radius, first, last).is_hit
        missed += is_hit and not sweep_as_printed(radius, (0.0, 0.0, first), (0.0, 0.0, last), plane)[0]
    return 100.0 * missed / PAIRS


@measure
def right_pairs(run, test: Annotated[str, OneOf(("printed", "turned", "repaired"))]) -> float:
    """Return the percentage of 20 000 random pairs of spheres for which a test is right.

    Pairs that overlap at the start are not counted.
    test: "printed" is d^2 > R^2, "turned" is d^2 <= R^2, "repaired" is `sweep_spheres`
    """
    return 100.0 * shares_of_tests()[("printed", "turned", "repaired").index(test)]


@cache
def shares_of_tests() -> tuple[float, float, float]:
    """Return the shares (0..1) of random pairs for which the tests of `right_pairs` are right: (printed, turned, repaired).

    The right answers are computed with 60 digits. Pairs that overlap at the start are left out.
    """
    random, right, count = np.random.default_rng(PAIRS_SEED), np.zeros(3), 0
    for _ in range(PAIRS):
        (first, second), (first_path, second_path) = random.uniform(-5.0, 5.0, (2, 2, 3))
        offset, displacement = tuple((first - second).tolist()), tuple((first_path - second_path).tolist())
        if dot(offset, offset) <= PAIRS_RADII**2:
            continue
        time = exact_time(offset, displacement, PAIRS_RADII)
        is_hit = time is not None and 0 <= time <= 1
        printed = quadratic_as_printed(offset, displacement, PAIRS_RADII)
        answers = printed.is_hit_as_printed, printed.is_hit_turned, sweep_spheres(offset, displacement, PAIRS_RADII).is_hit
        right += [answer == is_hit for answer in answers]
        count += 1
    return tuple((right / count).tolist())


def exact_time(offset: Vector, displacement: Vector, radii: float) -> Decimal | None:
    """Return the smaller root t of |A + t B| = R with 60 digits, or None if there is none or B is zero.

    offset, displacement: A and B (3,) [m]; radii: R [m]
    """
    with localcontext() as context:
        context.prec = DIGITS
        a, b, r = [Decimal(x) for x in offset], [Decimal(x) for x in displacement], Decimal(radii)
        across, squared, start = (sum(x * y for x, y in zip(*pair)) for pair in ((a, b), (b, b), (a, a)))
        radicand = across * across - squared * (start - r * r)
        return (-across - radicand.sqrt()) / squared if squared and radicand >= 0 else None


@measure
def place_error(run, far: Distance, form: Annotated[str, OneOf(("quadratic", "closest approach"))]) -> float:
    """Return the greatest error [m] of the position of a hit among 500 random pairs of spheres that start `far` apart [km].

    form: "quadratic" is the lecture's, "closest approach" the repaired one. Pairs for which the quadratic has no root do not
    count in its error.
    """
    errors, _ = errors_far_away(1000.0 * far)
    return errors[("quadratic", "closest approach").index(form)]


@measure
def lost_hits(run, far: Distance) -> float:
    """Return the number of pairs for which the quadratic has no root, among 500 random pairs that meet.

    far: distance of the spheres at the start [km]
    """
    return float(errors_far_away(1000.0 * far)[1])


@cache
def errors_far_away(far: float) -> tuple[tuple[float, float], int]:
    """Compare two formulas for the hit of two spheres, for FAR_PAIRS pairs that start far apart. Return (errors, lost).

    errors: greatest errors of the position at the hit [m], (of the lecture's quadratic, of the repaired form)
    lost: number of pairs for which the quadratic has no root. They count only in the error of the repaired form.
    far: distance of the spheres at the start, along x [m]
    """
    greatest, lost = [0.0, 0.0], 0
    for offset, displacement in far_pairs(far):
        exact = exact_time(offset, displacement, SPHERES_RADII)
        printed: Printed = quadratic_as_printed(offset, displacement, SPHERES_RADII)
        lost += printed.time != printed.time
        times = printed.time, sweep_spheres(offset, displacement, SPHERES_RADII).time
        for number, time in enumerate(times):
            if time == time:
                greatest[number] = max(greatest[number], abs(float(Decimal(time) - exact)) * displacement[0])
    return (greatest[0], greatest[1]), lost


def far_pairs(far: float) -> Iterator[tuple[Vector, Vector]]:
    """Yield A and B (3,) [m] of 500 pairs that meet within the step. far: distance at the start along x [m]"""
    random = np.random.default_rng(5)
    for aside, speed in random.uniform((-0.8, 1.2), (0.8, 2.0), (FAR_PAIRS, 2)).tolist():
        yield (-far, aside, 0.0), (far * speed, 0.0, 0.0)
