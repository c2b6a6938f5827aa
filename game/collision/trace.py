"""The trace: a record of one call of the algorithm, iteration by iteration.

Compiled code writes one row of STEP for each iteration. A Trace reads these rows for drawings, texts and tests.
"""

from typing import NamedTuple

import numpy as np

from .engine.orientation_frame import to_world, up_of
from .kinds import Ending, Feature, Outcome, Pass
from .rules import SETTINGS, pass_rules, space_of

# An iteration as compiled code writes it. Positions are in metres relative to the start of the tick, where doubles have the most
# digits; e_ marks eSpace. restrains: its plane still restrains the pass.
PLACES = ("start", "displacement", "end", "point", "normal", "face_normal", "next_displacement", "e_point", "e_normal")
MEASURES, COUNTS = ("fraction", "remaining", "e_distance"), ("pass_", "iteration", "feature", "triangle", "candidate", "ending")
FACTS = ("is_hit", "is_walkable", "is_wall", "restrains")
FIELDS = [(name, "f8", 3) for name in PLACES] + [(name, "f8") for name in MEASURES]
ROW = np.dtype([*FIELDS, *((name, "i8") for name in COUNTS), *((name, "?") for name in FACTS)])
STEP = np.dtype((np.record, ROW))  # the same with fields as attributes, for code that is compiled or interpreted


class Written(NamedTuple):
    """A copy of the results of one call. Rows of STEP and SETTINGS are bytes: numpy copies structured rows 20 times slower.

    outcomes: as of Query; candidates (k,): numbers of the triangles gathered, floats
    """

    steps: bytes
    outcomes: np.ndarray
    candidates: np.ndarray
    settings: bytes


NOTHING = Written(b"", np.zeros((0, 0), np.uint8), np.zeros(0), b"")


class Turn(NamedTuple):
    """The frame of a tick that was computed in a frame of the body's own (engine/frames.py).

    pivot: centre of the rotation in the world; origin: the start of the tick, relative to the pivot, in the frame
    """

    frame: tuple
    pivot: tuple
    origin: tuple


class TraceStep:
    """One iteration of one pass. Vectors are 3-tuples, world metres unless they begin with e_ (eSpace) or own_.

    own_: metres in the body's frame, for most bodies the world's, relative to the start of the tick
    outcomes: Outcome of each candidate's test (k,), as numbers, in the order of the trace's candidates
    """

    __slots__ = ("_row", "outcomes", "_origin", "_frame")

    def __init__(self, row, outcomes, origin, frame=None):
        self._row, self.outcomes, self._origin, self._frame = row, outcomes, origin, frame

    def _own(self, field):
        return tuple(self._row[field].tolist())

    def _vector(self, field):
        return to_world(self._frame, self._own(field))

    def _place(self, field):
        """A vector from the start of the tick, as a position in the world."""
        x, y, z = self._vector(field)
        return self._origin[0] + x, self._origin[1] + y, self._origin[2] + z

    pass_ = property(lambda self: Pass(self._row["pass_"]), doc="purpose of the sweep")
    iteration = property(lambda self: int(self._row["iteration"]), doc="number in its pass, from 0")
    start = property(lambda self: self._place("start"), doc="position before")
    own_start = property(lambda self: self._own("start"), doc="position before")
    own_displacement = property(lambda self: self._own("displacement"), doc="displacement at the start")
    displacement = property(lambda self: self._vector("displacement"), doc="displacement at the start")
    end = property(lambda self: self._place("end"), doc="position after")
    hit = property(lambda self: bool(self._row["is_hit"]), doc="True if there is a contact")
    fraction = property(lambda self: float(self._row["fraction"]), doc="part of the displacement up to the contact, 0..1")
    point = property(lambda self: self._place("point"), doc="the contact point")
    normal = property(lambda self: self._vector("normal"), doc="of the sliding plane, unit, towards the body")
    face_normal = property(lambda self: self._vector("face_normal"), doc="of the triangle, unit, towards the body")
    e_point = property(lambda self: self._own("e_point"), doc="contact point, relative to the tick's start")
    e_normal = property(lambda self: self._own("e_normal"), doc="normal of the sliding plane in eSpace")
    feature = property(lambda self: Feature(self._row["feature"]), doc="face, edge or corner")
    e_distance = property(lambda self: float(self._row["e_distance"]), doc="path of the sphere to the contact in eSpace")
    candidate = property(lambda self: int(self._row["candidate"]), doc="which of the trace's candidates was hit, or -1")
    triangle = property(lambda self: int(self._row["triangle"]), doc="number in the mesh; -1 without a contact")
    next_displacement = property(lambda self: self._vector("next_displacement"), doc="of the next iteration; zero at the end")
    ending = property(lambda self: Ending(self._row["ending"]), doc="why it ended")
    restrains = property(lambda self: bool(self._row["restrains"]), doc="True if its plane restrained the pass to its end")
    remaining = property(lambda self: float(self._row["remaining"]), doc="part of the pass not yet gone")
    wall = property(lambda self: bool(self._row["is_wall"]), doc="True if the pass took it for a vertical wall")
    walkable = property(lambda self: bool(self._row["is_walkable"]), doc="True if the ground there can be stood on")

    @property
    def e_plane(self):
        """The sliding plane in eSpace: (normal, constant), points x with normal . x + constant = 0."""
        n, p = self.e_normal, self.e_point
        return n, -(n[0] * p[0] + n[1] * p[1] + n[2] * p[2])

    def count(self, outcome):
        """Number of candidates with this Outcome."""
        return int(np.count_nonzero(self.outcomes == outcome))


class Trace:
    """The record of one call. Pass an empty one as `trace=` and read it afterwards."""

    __slots__ = ("origin", "turn", "_written")

    def __init__(self):
        self.origin, self._written, self.turn = (0.0, 0.0, 0.0), NOTHING, None

    def record(self, origin, written, turn=None):
        """Store a Written. origin: the body's position at the start, a 3-tuple

        turn: Turn of a body that is upright in a frame of its own; its rows are in that frame's coordinates
        """
        self.origin, self._written, self.turn = origin, written, turn

    @property
    def frame(self):
        """The frame in which the body is upright; None: the world's."""
        return self.turn.frame if self.turn else None

    @property
    def up(self):
        """The unit vector from which the tilt of planes is measured."""
        return up_of(self.frame)

    @property
    def settings(self):
        """The body and the rules of the call: an array of one row of SETTINGS."""
        return np.frombuffer(self._written.settings, SETTINGS)

    @property
    def rules(self):
        """The PassRules of the call."""
        return pass_rules(self.settings)

    @property
    def space(self):
        """The change of basis of the call (espace.py)."""
        return space_of(self.settings)

    @property
    def candidates(self):
        """Numbers of the mesh's triangles that were gathered this tick (k,)."""
        return self._written.candidates.astype(np.int64)

    @property
    def steps(self):
        """The iterations in order, a tuple of TraceStep."""
        rows = zip(np.frombuffer(self._written.steps, ROW), self._written.outcomes) if self._written.steps else ()
        return tuple(TraceStep(row, outcomes, self.origin, self.frame) for row, outcomes in rows)

    @property
    def contacts(self):
        """The iterations that touched something."""
        return tuple(step for step in self.steps if step.hit)

    def statistics(self):
        """{Outcome: number of tests of a candidate with it}, over all sweeps (the paper's chapter 5)."""
        counts = np.bincount(self._written.outcomes.ravel(), minlength=len(Outcome))
        return {outcome: int(counts[outcome]) for outcome in Outcome}
