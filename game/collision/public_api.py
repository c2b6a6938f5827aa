"""The public calls: sweep, overlap, collide and slide, for one body or many. Each checks its arguments and asks the tree once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core import jit
from ..core.argument_checks import float_rows, instance, numbers_in, vector
from ..core.jit import run_in_two_threads
from ..core.vec3 import ZERO
from . import entry_points
from .candidates_and_nearest_contact import Hit
from .ellipsoid_and_espace import Ellipsoid
from .entry_points import CandidateOverflow
from .nearby import Nearby
from .rules import Rules
from .trace import Iteration, Trace

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..core.vec3 import Vector, VectorLike
    from .mesh.triangle_mesh import TriangleMesh

    Call = tuple[TriangleMesh, Ellipsoid, VectorLike, VectorLike, VectorLike, Rules]  # the arguments of a call, without the trace


# Least number of bodies for two threads. Smaller: their start takes longer than it saves; larger: one core is idle.
SHARED_FROM = 1000
# Most bodies for the interpreter, 2 ms each. Fewer: a call waits for the compiler (14 s); more: it waits longer without it.
MOST_INTERPRETED = 5000
MODERN = Rules.modern()
# Errors of bound machine code that cannot read an argument, or has no capacity for all candidates. The call is then repeated with
# arguments that `vector` and `nearby` have checked and converted; they raise ValueError with the argument's name.
UNREADABLE = (TypeError, ValueError, IndexError, OverflowError, AttributeError, SystemError, CandidateOverflow)


class Move:
    """The result of collide_and_slide. It unpacks, and is indexed, as (position, velocity, contacts).

    position: centre after the last pass (3,) [m]; velocity: clipped by the move pass (3,) [m per tick]
    """

    __slots__ = ("position", "velocity", "_call")

    def __init__(self, position: Vector, velocity: Vector, call: Call) -> None:
        self.position, self.velocity, self._call = position, velocity, call

    @property
    def contacts(self) -> tuple[Iteration, ...]:
        """The iterations of all passes that have a contact. Few callers need them, so they are computed again here."""
        trace = Trace()
        collide_and_slide(*self._call, trace=trace)
        return trace.contacts

    def __iter__(self) -> Iterator[Any]:
        return iter((self.position, self.velocity, self.contacts))

    def __getitem__(self, number: int) -> Any:
        return getattr(self, ("position", "velocity", "contacts")[number])

    def __repr__(self) -> str:
        return f"Move(position={self.position}, velocity={self.velocity})"


def nearby_for(mesh: TriangleMesh, body: Ellipsoid, rules: Rules, name: str = "near") -> Nearby:
    """Return this thread's Nearby of a mesh, kept with it and set to a body and rules. Raises ValueError."""
    if not hasattr(mesh, "scratch"):  # not by its class: a temporary mesh of some triangles does, too
        raise ValueError(f"mesh must be a TriangleMesh, not {mesh!r}")
    if not hasattr(mesh.scratch, name):
        setattr(mesh.scratch, name, Nearby(mesh))
    near = getattr(mesh.scratch, name)
    use = near.use if name == "near" else near.use_own
    return use(instance("body", body, Ellipsoid), instance("rules", rules, Rules))


def call_entry_point(nearby: Nearby, call: str, *vectors: VectorLike) -> Any:
    """Return the result of "sweep" or "step" of a Nearby. Too many candidates increase its capacity and repeat it."""
    while True:
        try:
            return getattr(nearby, call)(*vectors)
        except CandidateOverflow:
            nearby.ensure_capacity(nearby.capacity + 1)


def call_and_bind(mesh: TriangleMesh, body: Ellipsoid, rules: Rules, call: str, *vectors: VectorLike) -> Any:
    """Return the result of "sweep" or "step" of this thread's "plain" Nearby, and store the bound call with the mesh.

    This saves later calls with the same body and rules the look-up of the thread's Nearby and the call of a `partial`, 0.04 us
    each. Any thread may make them: no other runs during compiled code, and its results are returned as values. A call that runs
    interpreted is not stored.
    """
    nearby = nearby_for(mesh, body, rules, "plain")
    found = call_entry_point(nearby, call, *vectors)
    bound = getattr(nearby, call)
    if isinstance(bound.func, FunctionType):  # interpreted: other threads do run during a call
        return found
    if call == "sweep":
        mesh.bound_sweep = body, bound.func, *bound.args, bound
    else:
        mesh.bound_step = body, rules, bound.func, *bound.args, bound
    return found


def sweep(mesh: TriangleMesh, body: Ellipsoid, position: VectorLike, displacement: VectorLike) -> Hit | None:
    """Sweep an ellipsoid and find its first contact (the paper's chapter 3, repaired).

    position: of the centre (3,) [m]; displacement: (3,) [m]. Returns a Hit, or None. A triangle that the body touches or overlaps
    at the start is hit at fraction 0 if it approaches, else never. Raises ValueError with the name of an invalid argument.
    """
    if type(position) is not tuple:  # the other is of the same kind, as a rule; a check of each would cost 0.01 us
        position, displacement = numbers_in("position", position), numbers_in("displacement", displacement)
    try:
        bound_body, code, tree, scratch, _ = mesh.bound_sweep
        if bound_body is body:
            return code(tree, scratch, position, displacement)
        return call_and_bind(mesh, body, MODERN, "sweep", position, displacement)
    except UNREADABLE:
        nearby_for(mesh, body, MODERN, "plain")  # it names what is wrong with the mesh or the body
        return call_and_bind(mesh, body, MODERN, "sweep", vector("position", position), vector("displacement", displacement))


def overlap(mesh: TriangleMesh, body: Ellipsoid, position: VectorLike) -> float:
    """Return the deepest penetration [m] of an ellipsoid at a position (3,) [m] into any triangle.

    It is the distance along the contact's normal until the body no longer overlaps that triangle. It is at most 0 if the body is
    free, and -inf if no triangle is near. Raises ValueError with the name of an invalid argument.
    """
    return nearby_for(mesh, body, MODERN).depth(vector("position", position))


def step_once(mesh: TriangleMesh, body: Ellipsoid, rules: Rules, trace: Trace | None, *vectors: VectorLike) -> Any:
    """Return the result of "step". With a trace, it is made by the thread's Nearby from which the trace is read afterwards."""
    if trace is None:
        return call_and_bind(mesh, body, rules, "step", *vectors)
    return call_entry_point(nearby_for(mesh, body, rules), "step", *vectors)


def collide_and_slide(
    mesh: TriangleMesh,
    body: Ellipsoid,
    position: VectorLike,
    velocity: VectorLike,
    gravity: VectorLike = ZERO,
    rules: Rules = MODERN,
    trace: Trace | None = None,
) -> Move:
    """Move an ellipsoid by its velocity and slide along contacts, then do the same for gravity (appendix F).

    position: of the centre (3,) [m]; velocity, gravity: displacements in this tick (3,) [m]; trace: to fill, or None. Without the
    rule separate_gravity, one pass moves it by their sum. Raises ValueError with the name of an invalid argument.
    """
    if type(position) is not tuple:
        position, velocity = numbers_in("position", position), numbers_in("velocity", velocity)
        gravity = numbers_in("gravity", gravity)
    try:
        bound_body, bound_rules, code, tree, scratch, _ = mesh.bound_step
        if bound_body is body and bound_rules is rules and trace is None:
            count, row, moved, left = code(tree, scratch, position, velocity, gravity)
        else:
            count, row, moved, left = step_once(mesh, body, rules, trace, position, velocity, gravity)
    except UNREADABLE:
        nearby_for(mesh, body, rules)  # it names what is wrong with the mesh, the body or the rules
        position, velocity, gravity = vector("position", position), vector("velocity", velocity), vector("gravity", gravity)
        count, row, moved, left = step_once(mesh, body, rules, trace, position, velocity, gravity)
    # The Move may repeat the call later, a Trace keeps the position, and the caller may change its lists until then.
    start, walk, fall = tuple(position), tuple(velocity), tuple(gravity)
    if trace is not None:
        nearby_for(mesh, body, rules).record(instance("trace", trace, Trace), start, count, row)  # type: ignore[arg-type]
    return Move(moved, left, (mesh, body, start, walk, fall, rules))


def step_many(nearby: Nearby, positions: np.ndarray, velocities: np.ndarray, gravity: Vector) -> np.ndarray:
    """Compute the passes of velocity and gravity for many bodies, each with the shape and rules of a Nearby.

    Returns (n, 7): position (3) [m], velocity clipped by the contacts (3) [m per tick], number of contacts. From SHARED_FROM
    bodies on, two threads share the work, unless numba is off or there is only one core.
    """
    results = np.empty((len(positions), 7))
    if len(positions) < SHARED_FROM or not jit.COMPILED or os.cpu_count() == 1:
        step_part(nearby, positions, velocities, gravity, results)
        return results
    half = len(positions) // 2
    other = Nearby(nearby.mesh).use(nearby.body, nearby.rules)
    halves = (nearby, slice(half)), (other, slice(half, None))
    run_in_two_threads(step_part, *((one, positions[rows], velocities[rows], gravity, results[rows]) for one, rows in halves))
    return results


def step_part(nearby: Nearby, positions: np.ndarray, velocities: np.ndarray, gravity: Vector, results: np.ndarray) -> None:
    """Write the results of `step_many` to `results` (n, 7), in this thread, with a larger capacity if it is exceeded."""
    done = 0
    with jit.machine_code(len(positions) > MOST_INTERPRETED):
        while done < len(positions):
            done = entry_points.step_many(nearby.tree, nearby.scratch, positions, velocities, gravity, results, done)
            if done < len(positions):
                nearby.ensure_capacity(nearby.capacity + 1)


def collide_and_slide_many(
    mesh: TriangleMesh,
    body: Ellipsoid,
    positions: ArrayLike,
    velocities: ArrayLike,
    gravity: VectorLike = ZERO,
    rules: Rules = MODERN,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Compute `collide_and_slide` for many bodies of one shape in one call.

    positions, velocities: (n, 3) [m] and [m per tick]; gravity: of each in this tick (3,) [m]. Returns positions (n, 3) [m],
    clipped velocities (n, 3) [m per tick], and numbers of contacts (n,) int. Raises ValueError as `collide_and_slide`.
    """
    positions, velocities = float_rows("positions", positions), float_rows("velocities", velocities)
    if len(positions) != len(velocities):
        raise ValueError(f"velocities must have a row a position: {len(velocities)} rows, {len(positions)} positions")
    results = step_many(nearby_for(mesh, body, rules), positions, velocities, vector("gravity", gravity))
    return results[:, :3], results[:, 3:6], results[:, 6].astype(np.int64)
