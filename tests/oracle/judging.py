"""The comparison of a sweep with an oracle: its status, and its error as a length of the path."""

from __future__ import annotations

from typing import NamedTuple

from mpmath import mpf

from tests.oracle.verdict import Verdict

UNDECIDED = 1e-9  # an embedded sphere that goes along the surface neither approaches nor leaves, within rounding


class Judgement(NamedTuple):
    """The comparison of a sweep with an oracle's Verdict.

    right: True if the status is right
    error: |t - t of the oracle| * |displacement| in radii of the sphere, 0 without a hit
    """

    right: bool
    error: float


def judge(verdict: Verdict, fraction: float | None, way: float) -> Judgement:
    """Return the Judgement of a sweep.

    verdict: Verdict of the oracle
    fraction: fraction of the displacement at the contact that the sweep found, or None
    way: length of the displacement [radii]
    """
    if verdict.status == "embed":
        return Judgement(embedded_right(verdict, fraction), 0.0)
    if verdict.status == "miss" or fraction is None:
        return Judgement((verdict.status == "miss") == (fraction is None), 0.0)
    return Judgement(True, float(abs(mpf(fraction) - verdict.t)) * way)


def embedded_right(verdict: Verdict, fraction: float | None) -> bool:
    """True if an embedded start is answered right: a hit at 0 if the sphere approaches the triangle, otherwise None."""
    if abs(verdict.approach) < UNDECIDED:
        return fraction is None or fraction == 0.0
    return fraction == (0.0 if verdict.approach > 0 else None)
