"""The trace: a record of one call of the algorithm, iteration by iteration.

Compiled code writes one row of STEP for each iteration. A Trace reads these rows for drawings, texts and tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..engine.compiled_rules import SETTINGS, PassRules, pass_rules, space_of
from ..engine.right_forward_up_frame import Frame, up_of
from .enums import Outcome
from .step_rows import NO_ROWS, ROW, TraceRows
from .trace_step import TraceStep

if TYPE_CHECKING:
    from ..engine.vec3 import Vector


class Turn(NamedTuple):
    """The rotated frame in which a tick was computed, for a body that is not upright in the world (right_forward_up_frame.py).

    frame: right, forward and up, unit vectors (3,)
    pivot: centre of the rotation in the world (3,) [m]
    origin: start of the tick (3,) [m], relative to the pivot, in the frame
    """

    frame: Frame
    pivot: Vector
    origin: Vector


class Trace:
    """The record of one call. Pass an empty Trace as the argument `trace` of a call and read it afterwards.

    origin: the body's position at the start of the call (3,) [m]
    turn: Turn of a body that is not upright in the world, or None
    An empty Trace has no steps, no candidates and no settings. Its rules and space cannot be read.
    """

    __slots__ = ("origin", "turn", "_rows")

    def __init__(self) -> None:
        self.origin: Vector = (0.0, 0.0, 0.0)
        self.turn: Turn | None = None
        self._rows = NO_ROWS

    def record(self, origin: Vector, rows: TraceRows, turn: Turn | None = None) -> None:
        """Store the rows of a call.

        origin: the body's position at the start, always in the world (3,) [m]
        rows: TraceRows of the call
        turn: Turn of a body that is not upright in the world, or None; with a Turn, the rows are in its frame
        """
        self.origin, self._rows, self.turn = origin, rows, turn

    @property
    def frame(self) -> Frame | None:
        """The frame (right, forward, up) in which the body is upright, or None for the world's axes."""
        return self.turn.frame if self.turn else None

    @property
    def up(self) -> Vector:
        """The unit vector (3,) that is up for the body. The tilt of planes is measured from it."""
        return up_of(self.frame)

    @property
    def settings(self) -> np.ndarray:
        """The body and the rules of the call: an array of one row of SETTINGS (compiled_rules.py)."""
        return np.frombuffer(self._rows.settings, SETTINGS)

    @property
    def rules(self) -> PassRules:
        """The PassRules of the call."""
        return pass_rules(self.settings)

    @property
    def space(self) -> tuple[float, float, float, float, float, float]:
        """The change of basis from the world to eSpace in the call, six numbers (ellipsoid_and_espace.py)."""
        return space_of(self.settings)

    @property
    def candidates(self) -> np.ndarray:
        """The numbers of the gathered triangles (k,), in the order of the tests."""
        return np.frombuffer(self._rows.candidates).astype(np.int64)

    @property
    def steps(self) -> tuple[TraceStep, ...]:
        """The iterations in order, a tuple of TraceStep."""
        rows = np.frombuffer(self._rows.steps, ROW)
        outcomes = np.frombuffer(self._rows.outcomes, np.uint8).reshape(len(rows), len(self.candidates))
        return tuple(TraceStep(row, tests, self) for row, tests in zip(rows, outcomes))

    @property
    def contacts(self) -> tuple[TraceStep, ...]:
        """The iterations that have a contact, in order, a tuple of TraceStep."""
        return tuple(step for step in self.steps if step.hit)

    def statistics(self) -> dict[Outcome, int]:
        """Return the number of candidate tests with each Outcome in all sweeps of the call (the paper's chapter 5)."""
        counts = np.bincount(np.frombuffer(self._rows.outcomes, np.uint8), minlength=len(Outcome))
        return {outcome: int(counts[outcome]) for outcome in Outcome}
