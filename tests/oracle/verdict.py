"""The verdict of an oracle on a sweep."""

from __future__ import annotations

from typing import Any, NamedTuple


class Verdict(NamedTuple):
    """`status` hit (first contact at fraction `t`, 0..1), miss, or embed (nearer than the radius at the start)."""

    status: str
    t: Any  # mpf or None
    approach: float  # when embedded: how much of the way goes towards the nearest point, -1..1; NaN when not asked
