"""The trace: a record of one call of the algorithm, a row of ITERATION for each iteration, for drawings, texts and tests."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core.jit import called_often
from ..core.right_forward_up_frame import Frame, own_to_world, up_of
from .ellipsoid_and_espace import Space, normal_to_world
from .rules import BODY_AND_RULES, PassRules, pass_rules, space_of

if TYPE_CHECKING:
    from ..core.vec3 import Vector


class Feature(IntEnum):
    """The part of a triangle that was touched."""

    FACE = 0
    EDGE = 1
    CORNER = 2


class Outcome(IntEnum):
    """The result of testing one candidate triangle in one sweep, in the order of the tests: the cheapest first."""

    UNREACHED = 0  # its box, expanded by the sphere's radius, does not overlap the box of the path
    BACK_FACING = 1  # culled: the velocity points out of its front side
    INTERVAL_OUTSIDE = 2  # the sphere does not touch its plane within this displacement
    STAYS_AWAY = 3  # its distance, convex along the path, does not come down to the sphere's radius
    FULL_TEST = 4  # tested to the end: no contact, or one that is not the nearest of this sweep
    HIT = 5  # the nearest contact of this sweep


class Pass(IntEnum):
    """The purpose of a pass: a displacement with all its iterations. A plain sweep has one, without a slide."""

    MOVE = 0  # the body's own velocity, or that of wind, current or belt; slides
    STEP_UP = 1  # climbing a step: a plain sweep up,
    STEP_FORWARD = 2  # then forward onto the step; slides,
    STEP_DOWN = 3  # then a plain sweep down to its tread
    GRAVITY = 4  # gravity; slides, or lands on walkable ground. A player that stands snaps down with it, to a step below
    GROUND = 5  # a plain sweep, most often down, that searches for ground and did not find what the player stands on


class Ending(IntEnum):
    """The reason for the end of an iteration."""

    ARRIVED = 0  # no contact: moved by the whole displacement
    SLID = 1  # stopped at a contact; another iteration goes on along the sliding plane
    LANDED = 2  # the gravity pass reached walkable ground, or a walkable crease of steep planes
    BLOCKED = 3  # the contact planes leave no displacement
    TOO_SHORT = 4  # the rest of the displacement is negligible
    ITERATIONS = 5  # the rules allow no more iterations
    STOPPED = 6  # a plain sweep: stops at its first contact
    SNAPPED = 7  # the gravity pass of a player that stands, a plain sweep down, stops at the floor


FACE, EDGE, CORNER = (int(feature) for feature in Feature)
UNREACHED, BACK_FACING, INTERVAL_OUTSIDE, STAYS_AWAY, FULL_TEST, HIT = (int(outcome) for outcome in Outcome)
MOVE, STEP_UP, STEP_FORWARD, STEP_DOWN, GRAVITY, GROUND = (int(name) for name in Pass)
ARRIVED, SLID, LANDED, BLOCKED, TOO_SHORT, ITERATIONS, STOPPED, SNAPPED = (int(ending) for ending in Ending)


# An iteration as compiled code writes it. Positions are in metres relative to the start of the tick, where doubles have the most
# digits; e_ marks eSpace. restrains: its plane still restrains the pass.
PLACES = "start", "displacement", "end", "next_displacement"
OF_CONTACT = "point", "normal", "face_normal", "e_point", "e_normal"
NUMBERS, INDICES = ("pass_", "number", "feature", "ending"), ("triangle", "candidate")
FACTS = ("is_hit", "is_walkable", "is_wall", "restrains")
ROW = np.dtype(
    [(name, "f8", 3) for name in PLACES]
    + [(name, "f8") for name in ("fraction", "remaining")]
    + [(name, "i4") for name in INDICES]
    + [(name, "i1") for name in NUMBERS]
    + [(name, "?") for name in FACTS]
    + [(name, "f8", 3) for name in OF_CONTACT]  # from here on undefined without a contact
    + [("e_distance", "f8")]
)
ITERATION = np.dtype((np.record, ROW))  # the same with fields as attributes, for code that is compiled or interpreted
WORD = Struct("=q")
WORDS = ROW.itemsize // 8  # of a row, of 8 bytes each
HEAD = Struct("=2i")
NOTHING_WRITTEN = HEAD.pack(0, 0)


def offset(field: str) -> int:
    """Return the offset of a field in a row of ITERATION [words]."""
    return dict(ROW.fields or {})[field][1] // 8


START, END, NEXT, CONTACT = offset("start"), offset("end"), offset("next_displacement"), offset("point")


class Packing(NamedTuple):
    """The arrays of `pack_trace`: those that sweeps write to, and bytes for a copy of what is valid in them."""

    words: np.ndarray  # (rows, WORDS) int64, the bytes of ITERATION's rows
    hits: np.ndarray  # (rows,) bool, their `is_hit`
    triangles: np.ndarray  # (capacity,) numbers of the candidates
    outcomes: np.ndarray
    written: np.ndarray  # (n,) uint8, the result
    as_words: np.ndarray  # the same bytes as int64
    as_numbers: np.ndarray  # and as int32


@called_often
def pack_trace(packing: Packing, word: int, count: int, rows: int) -> int:
    """Write the first candidates and iterations to `packing.written`, as `read_trace` reads them, from word `word` on.

    Returns the index behind the last byte. A run keeps thousands of traces, and half of their words are what one would predict.
    One call also saves five copies of parts of arrays in Python, 1.5 us.
    """
    numbers, words = packing.as_numbers, packing.as_words
    numbers[2 * word], numbers[2 * word + 1] = rows, count
    word += 1
    for row in range(rows):
        mask, first = 0, word
        for column in range(WORDS if packing.hits[row] else CONTACT):
            predicted = 0
            if row > 0 and column < START + 3:
                predicted = packing.words[row - 1, column - START + END]
            elif row > 0 and column < START + 6:
                predicted = packing.words[row - 1, column - START - 3 + NEXT]
            if packing.words[row, column] != predicted:
                mask |= 1 << column
                word += 1
                words[word] = packing.words[row, column]
        words[first] = mask
        word += 1
    for k in range(count):
        numbers[2 * word + k] = int(packing.triangles[k])
    at = 8 * word + 4 * count
    for k in range(count * rows):
        packing.written[at + k] = packing.outcomes[k]
    return at + count * rows


@lru_cache(maxsize=8)  # pages and overlays read the same tick twenty times
def read_trace(written: bytes, at: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return what `pack_trace` wrote: rows (n,) of ROW, candidates (k,) int64, their outcomes (n, k) uint8.

    The arrays are read-only.
    From index `at` on: the numbers of iterations and of candidates (int32); for each iteration a mask (int64) and the words that
    differ from their prediction, one for each bit; the candidates' numbers (int32); the Outcome (uint8) of each test. An
    iteration is predicted to start where the last one ended, with the displacement that was left, other words to be 0.
    """
    rows, candidates = HEAD.unpack_from(written, at)
    found, word = np.zeros((rows, WORDS), np.int64), at + HEAD.size
    for row in range(rows):
        if row > 0:
            found[row, START : START + 3] = found[row - 1, END : END + 3]
            found[row, START + 3 : START + 6] = found[row - 1, NEXT : NEXT + 3]
        (mask,) = WORD.unpack_from(written, word)
        differing = [index for index in range(WORDS) if mask >> index & 1]
        found[row, differing] = np.frombuffer(written, np.int64, len(differing), word + 8)
        word += 8 + 8 * len(differing)
    numbers = np.frombuffer(written, np.int32, candidates, word).astype(np.int64)
    outcomes = np.frombuffer(written, np.uint8, rows * candidates, word + 4 * candidates)
    for array in (found, numbers):
        array.flags.writeable = False
    return found.view(ROW).reshape(rows), numbers, outcomes.reshape(rows, candidates)


@lru_cache(maxsize=8)
def read_settings(settings: bytes) -> tuple[PassRules, Space]:
    """Return the rules and the change of basis in the bytes of a row of BODY_AND_RULES."""
    row = np.frombuffer(settings, BODY_AND_RULES)
    return pass_rules(row), space_of(row)


def row_value(name: str, kind: Callable[[Any], Any]) -> Any:
    """Return a property of Iteration: a field of its row, as a `kind`."""
    return property(lambda iteration: kind(iteration._row[name]))


def row_vector(read: Callable[[Any, str], Vector], name: str) -> Any:
    """Return a property of Iteration: a vector of its row, as one of the methods of Iteration reads it."""
    return property(lambda iteration: read(iteration, name))


class Iteration:
    """One iteration of a pass: a sweep to the first contact, and the slide of what is left.

    Vectors are (3,) [m] in the world, unless their names begin with e_ (eSpace) or own_.
    Without a contact (`hit` is False), these are undefined: point, normal, face_normal, e_point, e_normal, e_plane, e_distance,
    feature, wall, walkable.

    e_: in eSpace, whose origin is the body's position at the start of the tick
    own_: [m] in the frame in which the body is upright (`Trace.frame`), relative to the same position
    outcomes: (k,) numbers of the Outcome of each candidate's test, in the order of `Trace.candidates`; read-only
    """

    __slots__ = ("_row", "outcomes", "_origin", "_frame", "_space")

    def __init__(self, row: Any, outcomes: np.ndarray, origin: Vector, frame: Frame | None, space: Space):
        self._row, self.outcomes = row, outcomes
        self._origin, self._frame, self._space = origin, frame, space

    def _own(self, field: str) -> Vector:
        return tuple(self._row[field].tolist())

    def _vector(self, field: str) -> Vector:
        return own_to_world(self._frame, self._own(field))

    def _place(self, field: str) -> Vector:
        """Return a position in the world (3,) [m] from a field of the row that is relative to the start of the tick."""
        x, y, z = self._vector(field)
        return self._origin[0] + x, self._origin[1] + y, self._origin[2] + z

    pass_: Pass = row_value("pass_", Pass)
    number: int = row_value("number", int)
    start: Vector = row_vector(_place, "start")  # before the iteration (3,) [m]
    own_start: Vector = row_vector(_own, "start")  # the same in the body's frame, relative to the position at the tick's start
    own_displacement: Vector = row_vector(_own, "displacement")
    displacement: Vector = row_vector(_vector, "displacement")  # that the iteration tries to move (3,) [m]
    end: Vector = row_vector(_place, "end")  # after the iteration (3,) [m]
    hit: bool = row_value("is_hit", bool)
    fraction: float = row_value("fraction", float)  # part of the displacement before the contact, 0..1, or 1 without a contact
    point: Vector = row_vector(_place, "point")
    # Unit normal of the triangle (3,), towards the body, or of the ground behind a rounded or leaning edge
    face_normal: Vector = row_vector(_vector, "face_normal")
    e_point: Vector = row_vector(_own, "e_point")  # contact point in eSpace (3,), relative to the position at the tick's start
    e_normal: Vector = row_vector(_own, "e_normal")  # unit normal of the sliding plane in eSpace (3,)
    feature: Feature = row_value("feature", Feature)
    e_distance: float = row_value("e_distance", float)  # length of the sphere's path to the contact [eSpace]
    candidate: int = row_value("candidate", int)  # index of the hit candidate in `Trace.candidates`, or -1 without a contact
    triangle: int = row_value("triangle", int)  # number of the touched triangle in the mesh, or -1 without a contact
    next_displacement: Vector = row_vector(_vector, "next_displacement")  # (3,) [m], zero if the pass ends
    ending: Ending = row_value("ending", Ending)
    restrains: bool = row_value("restrains", bool)  # at the end of the pass, or always without keep_planes and a stop
    remaining: float = row_value("remaining", float)  # part of the pass's displacement that is not yet moved at the end, 0..1
    wall: bool = row_value("is_wall", bool)  # True if the pass treated the sliding plane as a vertical wall
    walkable: bool = row_value("is_walkable", bool)  # True if the body can stand on it: not too steep, or an edge of such ground

    @property
    def normal(self) -> Vector:
        """The unit normal of the sliding plane (3,), towards the body, at the contact or turned while it slid around an edge."""
        return own_to_world(self._frame, normal_to_world(self._space, self.e_normal))

    @property
    def e_plane(self) -> tuple[Vector, float]:
        """The sliding plane in eSpace as (normal (3,), constant): it contains the points x with normal . x + constant = 0."""
        n, p = self.e_normal, self.e_point
        return n, -(n[0] * p[0] + n[1] * p[1] + n[2] * p[2])

    def count(self, outcome: Outcome) -> int:
        """Return the number of candidates whose test in this iteration had an Outcome."""
        return int(np.count_nonzero(self.outcomes == outcome))


@lru_cache(maxsize=8)  # as of read_trace
def read_iterations(written: bytes, at: int, settings: bytes, origin: Vector, frame: Frame | None) -> tuple[Iteration, ...]:
    """Return the Iterations of what `pack_trace` wrote. settings, origin, frame: as of a Trace"""
    rows, _, outcomes = read_trace(written, at)
    if not len(rows):
        return ()
    space = read_settings(settings)[1]
    return tuple(Iteration(row, tests, origin, frame, space) for row, tests in zip(rows, outcomes))


class Turn(NamedTuple):
    """The rotated frame of a tick of a body that is not upright, its pivot in the world, and the tick's start in it [m]."""

    frame: Frame
    pivot: Vector
    origin: Vector


class Trace:
    """The record of one call. Pass an empty Trace as the argument `trace` of a call and read it afterwards.

    origin: the body's position at the start (3,) [m]; turn: of a body that is not upright, or None. An empty Trace has no
    iterations and no candidates. Its rules and space cannot be read.
    """

    __slots__ = ("origin", "turn", "_written", "_at", "_settings")

    def __init__(self) -> None:
        self.origin: Vector = (0.0, 0.0, 0.0)
        self.turn: Turn | None = None
        self._written, self._at, self._settings = NOTHING_WRITTEN, 0, b""

    def record(self, origin: Vector, written: bytes, settings: bytes, turn: Turn | None = None, at: int = 0) -> None:
        """Store what was written of a call from `origin` (3,) [m] in the world, as for `read_trace`, in the frame of a Turn."""
        self.origin, self._written, self._at, self._settings, self.turn = origin, written, at, settings, turn

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
        return np.frombuffer(self._settings, BODY_AND_RULES)

    @property
    def rules(self) -> PassRules:
        return read_settings(self._settings)[0]

    @property
    def space(self) -> tuple[float, float, float, float, float, float]:
        """The change of basis from the world to eSpace in the call, six numbers (ellipsoid_and_espace.py)."""
        return read_settings(self._settings)[1]

    @property
    def candidates(self) -> np.ndarray:
        """The numbers of the gathered triangles (k,), in the order of the tests."""
        return read_trace(self._written, self._at)[1]

    @property
    def iterations(self) -> tuple[Iteration, ...]:
        return read_iterations(self._written, self._at, self._settings, self.origin, self.frame)

    @property
    def contacts(self) -> tuple[Iteration, ...]:
        return tuple(iteration for iteration in self.iterations if iteration.hit)

    def statistics(self) -> dict[Outcome, int]:
        """Return the number of candidate tests with each Outcome in all sweeps of the call (the paper's chapter 5)."""
        counts = np.bincount(read_trace(self._written, self._at)[2].ravel(), minlength=len(Outcome))
        return {outcome: int(counts[outcome]) for outcome in Outcome}
