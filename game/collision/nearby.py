"""The neighbourhood of a body: the candidates gathered once a tick, and the arrays that sweeps and slides write to."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

import numpy as np

from ..core.argument_checks import ray_lengths, vector
from ..core.input_errors import shown
from ..core.jit import BoundRecord, Entry, bind, has_new_code, is_bound_to_python
from ..core.vec3 import ZERO, Vector, VectorLike
from . import entry_points
from .candidates_and_nearest_contact import COLUMNS, NUMBER, append
from .ellipsoid_and_espace import Ellipsoid
from .entry_points import MARGIN, Scratch
from .mesh.bvh import Tree, cast_rays
from .mesh.triangle_mesh import TriangleMesh
from .plane_set import MOST_PLANES
from .response import AHEAD_SKINS
from .rules import MOST_ITERATIONS, Rules, settings_of
from .trace import ITERATION, WORDS, Packing, Trace, pack_trace

FEW = 128  # least capacity [candidates]
# Nodes of the tree that a sweep may meet [capacity]. Fewer: long sweeps through large meshes begin again with a larger capacity;
# more: only costs memory.
NODES = 8
# Bodies whose settings are kept, and bound calls of `use_own`. Fewer: they are made again when bodies alternate; more: only takes
# memory.
MOST_BODIES = 16
# Room for what a caller writes before a trace [words]: a player's state and input take 74. Less: they do not fit; more: memory.
ROOM_BEFORE = 128
BOUND_CALLS = "gather_box", "step", "sweep"
ROWS = 6 * MOST_ITERATIONS  # iterations a tick at most: no tick has more than five sliding passes, and a few plain sweeps


class Nearby:
    """The triangles near a body, and the trace rows of its sweeps. It belongs to one mesh, and is used again each tick.

    body, rules: Ellipsoid and Rules, set by `use`
    candidates, iterations, outcomes, planes: as in Query; the first `count` candidates are valid
    capacity: number of rows of `candidates`; waiting: as in Scratch
    settings: array of one row of BODY_AND_RULES for `body` and `rules`
    scratch: the Scratch of these arrays
    static_count: triangles with this number or a larger one belong to movers, the others to the mesh
    mover_triangles: (corners (n, 9) [m], order (n,)) of movers' triangles in this tick, stored as in a Tree, or None
    refused: (t,) uint8, above 0 for each triangle of the mesh that must not stop this body in this tick, or None
    rotated_triangles: (corners, order), memory for triangles in the frame of an oriented body
    is_beyond: (1,) bool, True if a tick led farther than triangles were gathered (player/passes_and_ground.py)
    written: bytes that `packing` writes to, a BoundRecord of Packing (trace.py)
    step, sweep: the bound functions of entry_points.py, which find triangles themselves, and only those of the mesh

    Two threads must not use the same Nearby at the same time. A copy or a pickle has the same mesh, movers' triangles, refused
    triangles, body and rules. It has scratch arrays of its own, without gathered triangles.
    """

    def __init__(self, mesh: TriangleMesh) -> None:
        if not hasattr(mesh, "nodes"):  # not by its class: a temporary mesh of some triangles does, too
            raise ValueError(f"mesh must be a TriangleMesh, not {shown(mesh)}")
        self.mesh, self.tree = mesh, Tree(mesh.nodes, mesh.corners, mesh.order)
        self._bound_tree = BoundRecord(self.tree)
        self.static_count = int(np.maximum(mesh.order, ~mesh.order).max(initial=-1)) + 1
        self.mover_triangles: Any = None  # (np.ndarray, np.ndarray) or None
        self.refused: np.ndarray | None = None
        self.count = 0
        self.body, self.rules = Ellipsoid(), Rules.modern()
        self.settings = settings_of(self.body, self.rules)
        self.is_beyond = np.zeros(1, np.bool_)
        self.capacity, self._interpreted = 0, False
        self._bindings: dict[tuple[int, int], tuple] = {}  # by the ids of body and rules
        self._settings_of_bodies: dict[tuple[int, int], tuple[Ellipsoid, Rules, np.ndarray]] = {}  # as bytes, by the same
        self._calls: dict[str, partial] = {}
        self._pack: partial | None = None
        self.packing: BoundRecord
        self.ensure_capacity(FEW)

    def __getstate__(self) -> tuple:
        return self.mesh, self.static_count, self.mover_triangles, self.refused, self.body, self.rules

    def __setstate__(self, state: tuple) -> None:
        mesh, static_count, mover_triangles, refused, body, rules = state
        self.__init__(mesh)  # type: ignore[misc]
        self.static_count, self.mover_triangles, self.refused = static_count, mover_triangles, refused
        self.use(body, rules)

    def ensure_capacity(self, count: int) -> None:
        """Make the capacity at least `count` candidates: twice as many, or FEW. All gathered data is then lost."""
        if count > self.capacity:
            self.capacity = max(2 * count, FEW)
            self.candidates = np.empty((self.capacity, COLUMNS))
            self.iterations = np.zeros(ROWS, ITERATION)
            self.outcomes = np.zeros(ROWS * self.capacity, np.uint8)
            words = np.zeros(ROOM_BEFORE + 2 + ROWS * (1 + WORDS) + (4 + ROWS) * self.capacity // 8, np.int64)
            written, rows = words.view(np.uint8), self.iterations.view(np.int64).reshape(ROWS, -1)
            views = written, words, words.view(np.int32)
            packing = BoundRecord(Packing(rows, self.iterations["is_hit"], self.candidates[:, NUMBER], self.outcomes, *views))
            self.written, self.packing, self._settings = memoryview(written.data), packing, b""
            self._pack = None
            self.planes = np.zeros((MOST_PLANES, 3))
            self.waiting = np.zeros(NODES * self.capacity, np.int32)
            self.rotated_triangles = np.empty((self.capacity, 9)), np.empty(self.capacity, np.int32)
            self._bindings.clear()
            self._bind()

    def use(self, body: Ellipsoid, rules: Rules) -> Nearby:
        """Use an Ellipsoid and Rules from now on, and machine code compiled since. Returns this Nearby.

        The settings change in place. Binding would take 60 us, and a body that turns near movers is several bodies in each tick.
        """
        if body is not self.body or rules is not self.rules:
            self.body, self.rules = body, rules
            kept = self._settings_of_bodies.get((id(body), id(rules)))
            if kept is None:
                if len(self._settings_of_bodies) >= MOST_BODIES:
                    self._settings_of_bodies.clear()
                kept = self._settings_of_bodies[id(body), id(rules)] = body, rules, settings_of(body, rules).view(np.uint8)
            self._own_bytes[:] = kept[2]
        if self._interpreted:
            self._use_new_code()
        return self

    def use_own(self, body: Ellipsoid, rules: Rules) -> Nearby:
        """Do what `use` does, but leave the settings of earlier bodies as they are, because other threads may call with them.

        The bound calls of MOST_BODIES bodies are kept. A Nearby with which this is called must not be set by `use`.
        """
        if body is not self.body or rules is not self.rules:
            self.body, self.rules = body, rules
            kept = self._bindings.get((id(body), id(rules)))
            if kept is None:
                self.settings = settings_of(body, rules)
                self._bind()
                return self
            _, _, self.settings, self.scratch, self._arrays, calls = kept
            for name in BOUND_CALLS:
                self.__dict__.pop(name, None)
            self.__dict__.update(calls)
            self._calls = calls
        if self._interpreted:
            self._use_new_code()
        return self

    def _bind(self) -> None:
        """Make records of the arrays, which the bound calls take instead of arguments, because passing them takes longer.

        A call is bound when it is first used, so a sweep does not wait for the machine code of a step. It never changes. So a
        thread may keep `step` and `sweep` while another one changes the body.
        """
        self.scratch = Scratch(self.candidates, self.iterations, self.outcomes, self.planes, self.settings, self.waiting)
        self._own_bytes = self.settings.view(np.uint8)
        self._arrays, self._calls = (self._bound_tree, BoundRecord(self.scratch)), {}
        for name in BOUND_CALLS:
            self.__dict__.pop(name, None)
        if len(self._bindings) >= MOST_BODIES:
            self._bindings.clear()
        bound = self.body, self.rules, self.settings, self.scratch, self._arrays, self._calls
        self._bindings[id(self.body), id(self.rules)] = bound

    @cached_property
    def gather_box(self) -> partial:
        return self._bound("gather_box", entry_points.gather_near, ZERO, ZERO, ZERO)

    @cached_property
    def step(self) -> partial:
        return self._bound("step", entry_points.step, ZERO, ZERO, ZERO)

    @cached_property
    def sweep(self) -> partial:
        return self._bound("sweep", entry_points.sweep, ZERO, ZERO)

    def _bound(self, name: str, function: Entry, *arguments: Vector) -> partial:
        """Return an entry point bound to the arrays, and keep it with the body."""
        call = self._calls[name] = bind(function, self._arrays, *arguments)
        self._interpreted = self._interpreted or is_bound_to_python(call)
        return call

    def _use_new_code(self) -> None:
        """Forget the bound calls of this body that run interpreted, if machine code has come since they were bound."""
        if any(map(has_new_code, self._calls.values())):
            for name in self._calls:
                self.__dict__.pop(name, None)
            self._calls.clear()
            self._interpreted = False

    def gather(self, position: VectorLike, low: VectorLike, high: VectorLike) -> Nearby:
        """Gather the triangles that the body can touch on its path, of the mesh and of movers, without refused ones.

        low, high: corners (3,) [m], relative to the position (3,) [m], of a box that contains the path of the centre. Earlier
        candidates and trace rows are lost. Returns this Nearby. Raises ValueError with the name of an invalid argument.
        """
        position, low, high = vector("position", position), vector("low", low), vector("high", high)
        if self._interpreted:
            self._use_new_code()
        x, y, z = position
        margin = MARGIN + AHEAD_SKINS * self.rules.skin
        a, b, c = self.body.extents
        a, b, c = a + margin, b + margin, c + margin
        box_low = (x - a + low[0], y - b + low[1], z - c + low[2])
        box_high = (x + a + high[0], y + b + high[1], z + c + high[2])
        self.count = self.gather_box(position, box_low, box_high)
        if self.mover_triangles is not None:
            call = self.mover_triangles, position, self.body.space, box_low, box_high, self.candidates, self.count
            self.count = append.with_same_types(*call)
        if self.count > self.capacity:
            self.ensure_capacity(self.count)
            return self.gather(position, low, high)
        if self.refused is not None:
            self.count = entry_points.remove_refused.with_same_types(self.candidates, self.count, self.refused)
        return self

    def raycast(self, position: VectorLike, direction: VectorLike, farthest: float) -> float:
        """Return the distance [m] from a position along a unit direction to mesh or movers, inf beyond `farthest`."""
        start, way, lengths = vector("position", position), vector("direction", direction), ray_lengths("farthest", farthest, 1)
        distance = np.empty(1)
        cast_rays.with_same_types(self.tree.nodes, self.tree.corners, np.array([start]), np.array([way]), lengths, distance)
        if self.mover_triangles is not None:
            call = self.mover_triangles[0], start, way, float(lengths[0])
            return min(float(distance[0]), entry_points.raycast_triangles.with_same_types(*call))
        return float(distance[0])

    def penetrations(self) -> tuple[float, float, float, Vector]:
        """Return what `find_penetrations` (entry_points.py) finds at the position of the latest `gather`."""
        return entry_points.find_penetrations.with_same_types(self.candidates, self.count, self.settings, False)

    def depth(self, position: VectorLike) -> float:
        """Return the deepest penetration [m] of the body at a position, negative for a gap, or -inf. It gathers."""
        return self.gather(position, ZERO, ZERO).penetrations()[0]

    def triangles(self) -> np.ndarray:
        return self.candidates[: self.count, NUMBER].astype(np.int64)

    def copy_settings(self, settings: memoryview) -> bytes:
        """Return a copy of settings. Most calls have those of the last one, so their copies are one object."""
        copied = settings.tobytes()
        if copied != self._settings:
            self._settings = copied
        return self._settings

    def record(self, trace: Trace, origin: Vector, count: int, row: int) -> None:
        """Store a `step` from `origin` [m] in a Trace. count, row: what it returned, candidates and the next free row"""
        self.count = count
        if self._pack is None or has_new_code(self._pack):
            self._pack = bind(pack_trace, (self.packing,), 0, 0, 0)
        size = self._pack(0, count, row)
        trace.record(origin, self.written[:size].tobytes(), self.copy_settings(self.settings.view(np.uint8).data))
