"""The verdict of an oracle on a sweep."""

from __future__ import annotations

from typing import Any, NamedTuple


class Verdict(NamedTuple):
    """The verdict of an oracle on a sweep.

    status: "hit", "miss", or "embed" if the start is nearer than the radius
    t: fraction of the displacement at the first contact, 0..1, or None without a hit
    approach: of an embedded start, the cosine of the displacement and the direction to the nearest point, otherwise NaN
    """

    status: str
    t: Any  # mpf or None
    approach: float  # when embedded: how much of the way goes towards the nearest point, -1..1; NaN when not asked
