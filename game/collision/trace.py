"""The trace: what one call of the algorithm did, step by step, and its telling in words.

The compiled code writes numbers into rows (`columns.py`); nothing is written a second time for whoever draws, prints or
tests it. A trace reads those rows and gives them names.
"""

from typing import NamedTuple

import numpy as np

from .columns import (
    CANDIDATE,
    DISPLACEMENT,
    E_DISTANCE,
    E_NORMAL,
    E_POINT,
    END,
    ENDING,
    FACE_NORMAL,
    FEATURE,
    FIRST,
    FRACTION,
    HEADER,
    IS_HIT,
    IS_WALL,
    ITERATION,
    NEXT,
    NORMAL,
    OUTCOMES,
    PASS,
    PLANES,
    POINT,
    REMAINING,
    START,
    TRIANGLE,
    WALKABLE,
)
from .engine.frames import to_world, up_of
from .kinds import Ending, Feature, Outcome, Pass

NOTHING = np.zeros((1, OUTCOMES))  # the rows of a trace of nothing: a header, no candidate


class Turn(NamedTuple):
    """The frame of a tick that was computed in a frame of the body's own (engine/frames.py).

    pivot: the world's point that it was turned about; origin: the start of the tick, from the pivot, in the frame
    """

    frame: tuple
    pivot: tuple
    origin: tuple


class TraceStep:
    """One iteration of one pass. Vectors are 3-tuples, world metres unless they begin with e_ (eSpace) or own_.

    own_: metres as the body's frame sees them, for most bodies the world's, counted from the start of the tick
    """

    __slots__ = ("_row", "_origin", "_frame")

    def __init__(self, row, origin, frame=None):
        self._row, self._origin, self._frame = row, origin, frame

    def _own(self, column):
        x, y, z = self._row[column : column + 3].tolist()
        return x, y, z

    def _vector(self, column):
        return to_world(self._frame, self._own(column))

    def _place(self, column):
        """A vector counted from the start of the tick, as a position in the world."""
        x, y, z = self._vector(column)
        return self._origin[0] + x, self._origin[1] + y, self._origin[2] + z

    pass_ = property(lambda self: Pass(int(self._row[PASS])), doc="what the sweep was for")
    iteration = property(lambda self: int(self._row[ITERATION]), doc="number in its pass, from 0")
    start = property(lambda self: self._place(START), doc="position before")
    own_start = property(lambda self: self._own(START), doc="position before")
    own_displacement = property(lambda self: self._own(DISPLACEMENT), doc="the way asked for")
    displacement = property(lambda self: self._vector(DISPLACEMENT), doc="the way asked for")
    end = property(lambda self: self._place(END), doc="position after")
    hit = property(lambda self: bool(self._row[IS_HIT]), doc="was there a contact")
    fraction = property(lambda self: float(self._row[FRACTION]), doc="part of the way to the contact, 0..1")
    point = property(lambda self: self._place(POINT), doc="the contact point")
    normal = property(lambda self: self._vector(NORMAL), doc="of the sliding plane, unit, towards the body")
    face_normal = property(lambda self: self._vector(FACE_NORMAL), doc="of the triangle, unit, towards the body")
    e_point = property(lambda self: self._own(E_POINT), doc="contact point, counted from the tick's start")
    e_normal = property(lambda self: self._own(E_NORMAL), doc="normal of the sliding plane in eSpace")
    feature = property(lambda self: Feature(int(self._row[FEATURE])), doc="face, edge or corner")
    e_distance = property(lambda self: float(self._row[E_DISTANCE]), doc="way of the sphere to the contact in eSpace")
    candidate = property(lambda self: int(self._row[CANDIDATE]), doc="which of the trace's candidates was hit, or -1")
    triangle = property(lambda self: int(self._row[TRIANGLE]), doc="number in the mesh; -1 without a contact")
    next_displacement = property(lambda self: self._vector(NEXT), doc="way of the next iteration; zero at the end")
    ending = property(lambda self: Ending(int(self._row[ENDING])), doc="why it ended")
    planes = property(lambda self: int(self._row[PLANES]), doc="1 when its plane still restrained the pass at the end")
    remaining = property(lambda self: float(self._row[REMAINING]), doc="part of the pass not yet gone")
    wall = property(lambda self: bool(self._row[IS_WALL]), doc="did the pass take it for a vertical wall")
    walkable = property(lambda self: bool(self._row[WALKABLE]), doc="can the ground at the contact be stood on")

    @property
    def outcomes(self):
        """How each candidate left the test (k,), numbers of Outcome in the order of the trace's candidates."""
        return self._row[OUTCOMES:].astype(np.uint8)

    @property
    def e_plane(self):
        """The sliding plane in eSpace: (normal, constant), points x with normal . x + constant = 0."""
        n, p = self.e_normal, self.e_point
        return n, -(n[0] * p[0] + n[1] * p[1] + n[2] * p[2])

    def count(self, outcome):
        """How many candidates left the test in this way."""
        return int(np.count_nonzero(self.outcomes == outcome))


class Trace:
    """What happened in one call: pass an empty one as `trace=` and read it afterwards."""

    __slots__ = ("origin", "turn", "numbers", "_rows")

    def __init__(self):
        self.origin, self._rows, self.numbers, self.turn = (0.0, 0.0, 0.0), NOTHING, None, None

    def record(self, origin, rows, numbers, turn=None):
        """Take what the compiled code wrote. origin: 3-tuple; rows: a header and a row an iteration, the trace's own.

        numbers: the body and the rules that it ran by (rules.py); the trace keeps a copy, as the next tick overwrites them
        turn: Turn of a body that is upright in a frame of its own; its rows are as that frame sees them
        """
        self.origin, self._rows, self.numbers, self.turn = origin, rows, numbers.copy(), turn

    @property
    def frame(self):
        """In which the body is upright; None: the world's."""
        return self.turn.frame if self.turn else None

    @property
    def up(self):
        """The unit vector that planes are tilted against."""
        return up_of(self.frame)

    @property
    def candidates(self):
        """Numbers of the mesh's triangles that were gathered this tick (k,)."""
        return self._rows[HEADER, OUTCOMES:].astype(np.int64)

    @property
    def steps(self):
        """The iterations in order, a tuple of TraceStep."""
        return steps_of(self._rows, self.origin, self.frame)

    @property
    def contacts(self):
        """The iterations that touched something."""
        return tuple(step for step in self.steps if step.hit)

    def statistics(self):
        """{Outcome: how many tests of a candidate left in this way}, over all sweeps (the paper's chapter 5)."""
        counts = np.bincount(self._rows[FIRST:, OUTCOMES:].astype(np.int64).ravel(), minlength=len(Outcome))
        return {outcome: int(counts[outcome]) for outcome in Outcome}


def steps_of(rows, origin, frame=None):
    """Rows as the compiled code writes them, a header first, as a tuple of TraceStep."""
    return tuple(TraceStep(row, origin, frame) for row in rows[FIRST:])
