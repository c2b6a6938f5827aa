"""Judging a sweep by an oracle: status right or wrong, and the error as a length of the path."""

from __future__ import annotations

from typing import NamedTuple

from mpmath import mpf

from .verdict import Verdict

UNDECIDED = 1e-9  # an embedded sphere that goes along the surface neither approaches nor leaves, within rounding


class Judgement(NamedTuple):
    """`right` status; `error`: |t - t_oracle| * |v| in the sphere's radii, 0 for what did not hit."""

    right: bool
    error: float


def judge(verdict: Verdict, fraction: float | None, way: float) -> Judgement:
    """`fraction` of the contact that was found, None for none; `way`: length of the displacement."""
    if verdict.status == "embed":
        return Judgement(embedded_right(verdict, fraction), 0.0)
    if verdict.status == "miss" or fraction is None:
        return Judgement((verdict.status == "miss") == (fraction is None), 0.0)
    return Judgement(True, float(abs(mpf(fraction) - verdict.t)) * way)


def embedded_right(verdict: Verdict, fraction: float | None) -> bool:
    """A hit at 0 when approaching, else none."""
    if abs(verdict.approach) < UNDECIDED:
        return fraction is None or fraction == 0.0
    return fraction == (0.0 if verdict.approach > 0 else None)
