"""The public calls: sweep, overlap, collide and slide. Each checks its arguments and gathers once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from .engine.batch import step_many
from .engine.entry_points import CandidateOverflow
from .engine.workspace import Nearby
from .espace import Ellipsoid
from .kinds import Feature
from .mesh.validation import as_tuple, float_rows, instance, vector
from .rules import Rules
from .trace import Trace, TraceStep

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from .engine.vec3 import Vector, VectorLike
    from .mesh.triangle_mesh import TriangleMesh

MODERN = Rules.modern()
ZERO = (0.0, 0.0, 0.0)
# What is raised if arguments cannot be read, or a thread has no Nearby yet. `nearby` and `vector` then name the argument, or
# bring all into a form that can be read.
UNREADABLE = (TypeError, ValueError, IndexError, AttributeError)
new = tuple.__new__  # a NamedTuple's own constructor takes twice as long
FEATURES = tuple(Feature)  # by number: calling Feature(number) takes ten times as long


class Hit(NamedTuple):
    """First contact of a sweep. fraction of the displacement, 0..1; point and unit normal in the world."""

    fraction: float
    point: Vector
    normal: Vector
    feature: Feature
    triangle: int


class Move(NamedTuple):
    """Result of collide_and_slide; also unpacks to position, velocity and contacts.

    position [m]; velocity: what the slides left of the velocity [m a tick]; call: the arguments that led to it
    """

    position: Vector
    velocity: Vector
    call: tuple[TriangleMesh, Ellipsoid, VectorLike, VectorLike, VectorLike, Rules]

    @property
    def contacts(self) -> tuple[TraceStep, ...]:
        """The iterations of both passes that touched something (TraceStep). They are seldom needed, so nothing is kept of them:
        the same step is made again, which gives the same bits."""
        trace = Trace()
        collide_and_slide(*self.call, trace=trace)
        return trace.contacts

    def __iter__(self) -> Iterator[Any]:
        return iter((self.position, self.velocity, self.contacts))

    def __repr__(self) -> str:
        return f"Move(position={self.position}, velocity={self.velocity}, contacts={len(self.contacts)})"


def nearby(mesh: TriangleMesh, body: Ellipsoid, rules: Rules) -> Nearby:
    """This thread's Nearby of the mesh, made at its first query, set to a body and rules."""
    if not hasattr(mesh, "scratch"):  # not by its class: a temporary mesh of some triangles does, too
        raise ValueError(f"mesh must be a TriangleMesh, not {mesh!r}")
    if not hasattr(mesh.scratch, "near"):
        mesh.scratch.near = Nearby(mesh)
    return mesh.scratch.near.use(instance("body", body, Ellipsoid), instance("rules", rules, Rules))


def sweep(mesh: TriangleMesh, body: Ellipsoid, position: VectorLike, displacement: VectorLike) -> Hit | None:
    """Sweep an ellipsoid and find its first contact (the paper's chapter 3, repaired).

    position: the centre (3,) [m]; displacement: (3,) [m]. A body that touches or is inside hits at fraction 0 when
    it approaches, and not when it does not. Returns Hit or None. Raises ValueError that names the argument.
    """
    if type(position) is not tuple:  # the other is of the same kind, as a rule; a check of each would cost 0.01 us
        position, displacement = as_tuple("position", position), as_tuple("displacement", displacement)
    try:
        near = mesh.scratch.near  # AttributeError at the first query of a thread
        if near.body is not body or near.rules is not MODERN:  # checked here: one more call costs .05 us
            near = nearby(mesh, body, MODERN)
        found = near.sweep(position, displacement)
    except CandidateOverflow:
        near.ensure(near.capacity + 1)
        return sweep(mesh, body, position, displacement)
    except UNREADABLE:
        mesh = nearby(mesh, body, MODERN).mesh
        return sweep(mesh, body, vector("position", position), vector("displacement", displacement))
    if found is None:
        return None
    fraction, point, normal, feature, triangle = found
    return new(Hit, (fraction, point, normal, FEATURES[feature], triangle))


def overlap(mesh: TriangleMesh, body: Ellipsoid, position: VectorLike) -> float:
    """Deepest penetration of an ellipsoid at `position` into any triangle [m].

    It is the distance to move the body along the contact's normal until it no longer touches. At most 0 if the body is free; -inf
    if nothing is near.
    """
    return nearby(mesh, body, MODERN).depth(vector("position", position))


def collide_and_slide(
    mesh: TriangleMesh,
    body: Ellipsoid,
    position: VectorLike,
    velocity: VectorLike,
    gravity: VectorLike = ZERO,
    rules: Rules = MODERN,
    trace: Trace | None = None,
) -> Move:
    """Move an ellipsoid and slide along its contacts; then the same for gravity (the paper's appendix F).

    velocity, gravity: displacements of this tick (3,) [m]; rules: Rules; trace: a Trace to be filled, or None
    Returns Move. Raises ValueError that names the argument.
    """
    if type(position) is not tuple:
        position, velocity = as_tuple("position", position), as_tuple("velocity", velocity)
        gravity = as_tuple("gravity", gravity)
    try:
        near = mesh.scratch.near
        if near.body is not body or near.rules is not rules:
            near = nearby(mesh, body, rules)
        count, row, moved, left = near.step(position, velocity, gravity)
    except CandidateOverflow:
        near.ensure(near.capacity + 1)
        return collide_and_slide(mesh, body, position, velocity, gravity, rules, trace)
    except UNREADABLE:
        mesh = nearby(mesh, body, rules).mesh
        vectors = vector("position", position), vector("velocity", velocity), vector("gravity", gravity)
        return collide_and_slide(mesh, body, *vectors, rules, trace)
    if trace is not None:
        trace.record(cast("Vector", position), near.keep(position, count, row).written())
    return new(Move, (moved, left, (mesh, body, position, velocity, gravity, rules)))


def collide_and_slide_many(
    mesh: TriangleMesh,
    body: Ellipsoid,
    positions: ArrayLike,
    velocities: ArrayLike,
    gravity: VectorLike = ZERO,
    rules: Rules = MODERN,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """`collide_and_slide` for many bodies of one shape in one call.

    positions, velocities: (n, 3) [m]; gravity: (3,) [m]
    Returns (positions (n, 3), velocities left (n, 3), contacts (n,) int).
    """
    positions, velocities = float_rows("positions", positions), float_rows("velocities", velocities)
    if len(positions) != len(velocities):
        raise ValueError(f"velocities must have a row a position: {len(velocities)} rows, {len(positions)} positions")
    results = step_many(nearby(mesh, body, rules), positions, velocities, vector("gravity", gravity))
    return results[:, :3], results[:, 3:6], results[:, 6].astype(np.int64)
