"""The rows of a trace as compiled code writes them: a row of STEP for each iteration."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

# An iteration as compiled code writes it. Positions are in metres relative to the start of the tick, where doubles have the most
# digits; e_ marks eSpace. restrains: its plane still restrains the pass.
PLACES = ("start", "displacement", "end", "point", "normal", "face_normal", "next_displacement", "e_point", "e_normal")
MEASURES, COUNTS = ("fraction", "remaining", "e_distance"), ("pass_", "iteration", "feature", "triangle", "candidate", "ending")
FACTS = ("is_hit", "is_walkable", "is_wall", "restrains")
FIELDS = [(name, "f8", 3) for name in PLACES] + [(name, "f8") for name in MEASURES]
ROW = np.dtype([*FIELDS, *((name, "i8") for name in COUNTS), *((name, "?") for name in FACTS)])
STEP = np.dtype((np.record, ROW))  # the same with fields as attributes, for code that is compiled or interpreted


class TraceRows(NamedTuple):
    """A copy of the rows that one call wrote, which a Trace reads.

    All is kept as bytes, because small arrays take 3 times as long to copy, and more memory.

    steps: bytes of the rows of STEP, one for each iteration
    outcomes: bytes, the number of the Outcome of each candidate's test, for one iteration after the other
    candidates: bytes of (k,) float64, the triangle numbers
    settings: bytes of one row of SETTINGS (compiled_rules.py)
    """

    steps: bytes
    outcomes: bytes
    candidates: bytes
    settings: bytes


NO_ROWS = TraceRows(b"", b"", b"", b"")
