"""One iteration of a trace: its contact, its sliding plane and its end, read from a row of STEP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..ellipsoid_and_espace import normal_to_world
from ..engine.right_forward_up_frame import to_world
from .enums import Ending, Feature, Outcome, Pass

if TYPE_CHECKING:
    from ..engine.vec3 import Vector
    from .trace import Trace


class TraceStep:
    """One iteration of a pass. Vectors are (3,) [m] in the world, unless their names begin with e_ (eSpace) or own_.

    Without a contact (`hit` is False), these are undefined: point, normal, face_normal, e_point, e_normal, e_plane, e_distance,
    feature, wall, walkable.

    e_: in eSpace, whose origin is the body's position at the start of the tick
    own_: [m] in the frame in which the body is upright (`Trace.frame`), relative to the same position
    outcomes: (k,) numbers of the Outcome of each candidate's test, in the order of `Trace.candidates`; read-only
    """

    __slots__ = ("_row", "outcomes", "_origin", "_frame", "_space")

    def __init__(self, row: Any, outcomes: np.ndarray, trace: Trace):
        self._row, self.outcomes = row, outcomes
        self._origin, self._frame, self._space = trace.origin, trace.frame, trace.space

    def _own(self, field: str) -> Vector:
        return tuple(self._row[field].tolist())

    def _vector(self, field: str) -> Vector:
        return to_world(self._frame, self._own(field))

    def _place(self, field: str) -> Vector:
        """Return a position in the world (3,) [m] from a field of the row that is relative to the start of the tick."""
        x, y, z = self._vector(field)
        return self._origin[0] + x, self._origin[1] + y, self._origin[2] + z

    @property
    def pass_(self) -> Pass:
        """The Pass that the iteration belongs to."""
        return Pass(self._row["pass_"])

    @property
    def iteration(self) -> int:
        """The number of the iteration in its pass, from 0."""
        return int(self._row["iteration"])

    @property
    def start(self) -> Vector:
        """The position before the iteration (3,) [m]."""
        return self._place("start")

    @property
    def own_start(self) -> Vector:
        """The position before the iteration (3,) [m], in the body's frame and relative to the position at the tick's start."""
        return self._own("start")

    @property
    def own_displacement(self) -> Vector:
        """The displacement that the iteration tries to move (3,) [m], in the body's frame."""
        return self._own("displacement")

    @property
    def displacement(self) -> Vector:
        """The displacement that the iteration tries to move (3,) [m]."""
        return self._vector("displacement")

    @property
    def end(self) -> Vector:
        """The position after the iteration (3,) [m]."""
        return self._place("end")

    @property
    def hit(self) -> bool:
        """True if a contact ends the iteration's displacement early."""
        return bool(self._row["is_hit"])

    @property
    def fraction(self) -> float:
        """The part of the displacement before the contact, 0..1, or 1 without a contact."""
        return float(self._row["fraction"])

    @property
    def point(self) -> Vector:
        """The contact point (3,) [m]."""
        return self._place("point")

    @property
    def normal(self) -> Vector:
        """The unit normal of the sliding plane (3,), towards the body.

        It is the normal at the contact. Later iterations may turn the plane, because the body slides around an edge or a corner.
        """
        return to_world(self._frame, normal_to_world(self._space, self.e_normal))

    @property
    def face_normal(self) -> Vector:
        """The unit normal of the triangle (3,), towards the body.

        If a player stands on a rounded or leaning edge, it is the normal of the ground behind that edge.
        """
        return self._vector("face_normal")

    @property
    def e_point(self) -> Vector:
        """The contact point in eSpace (3,), relative to the position at the tick's start."""
        return self._own("e_point")

    @property
    def e_normal(self) -> Vector:
        """The unit normal of the sliding plane in eSpace (3,)."""
        return self._own("e_normal")

    @property
    def feature(self) -> Feature:
        """The Feature of the triangle that was touched: face, edge or corner."""
        return Feature(self._row["feature"])

    @property
    def e_distance(self) -> float:
        """The length of the sphere's path to the contact [eSpace]."""
        return float(self._row["e_distance"])

    @property
    def candidate(self) -> int:
        """The index in `Trace.candidates` of the candidate that was hit, or -1 without a contact."""
        return int(self._row["candidate"])

    @property
    def triangle(self) -> int:
        """The number of the touched triangle in the mesh, or -1 without a contact."""
        return int(self._row["triangle"])

    @property
    def next_displacement(self) -> Vector:
        """The displacement of the next iteration (3,) [m], zero if the pass ends."""
        return self._vector("next_displacement")

    @property
    def ending(self) -> Ending:
        """The Ending, which is the reason for the end of the iteration."""
        return Ending(self._row["ending"])

    @property
    def restrains(self) -> bool:
        """True if the contact's plane still restrained the body at the end of the pass.

        False for a contact that ends a pass without a slide (LANDED, STOPPED). Without the rule keep_planes, each other contact
        stays True.
        """
        return bool(self._row["restrains"])

    @property
    def remaining(self) -> float:
        """The part of the pass's displacement that is not yet moved at the end of the iteration, 0..1."""
        return float(self._row["remaining"])

    @property
    def wall(self) -> bool:
        """True if the pass treated the sliding plane as a vertical wall."""
        return bool(self._row["is_wall"])

    @property
    def walkable(self) -> bool:
        """True if the contact counts as ground on which the body can stand: it is not too steep, or an edge of such ground."""
        return bool(self._row["is_walkable"])

    @property
    def e_plane(self) -> tuple[Vector, float]:
        """The sliding plane in eSpace as (normal (3,), constant): it contains the points x with normal . x + constant = 0."""
        n, p = self.e_normal, self.e_point
        return n, -(n[0] * p[0] + n[1] * p[1] + n[2] * p[2])

    def count(self, outcome: Outcome) -> int:
        """Return the number of candidates whose test in this iteration had an Outcome."""
        return int(np.count_nonzero(self.outcomes == outcome))
