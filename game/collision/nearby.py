"""The neighbourhood of a body: the candidates gathered once a tick, and the sweeps and slides over them."""

import numpy as np

from . import kernel
from .columns import CANDIDATE_COLUMNS, FIRST, OUTCOMES, PASS
from .espace import Ellipsoid
from .jit import direct
from .kernel import ROOM, ZERO
from .kinds import MOVE
from .rays import cast_rays
from .response import AHEAD_SKINS
from .rules import Rules, body_and_rules
from .trace import Trace, TraceStep

FEW = 128  # candidates room is made for at first; it doubles when it does not do
ROWS = 96  # iterations a tick at most: six passes of up to sixteen


class Nearby:
    """Triangles near a body, and what its sweeps over them wrote. One a mesh, used again each tick."""

    def __init__(self, mesh):
        self.mesh, self.tree = mesh, (mesh.nodes, mesh.corners, mesh.order)
        self.count, self.row = 0, FIRST
        self.origin = self.end = ZERO
        self.body = self.rules = self.numbers = None
        self._make_room(FEW)
        self._call_directly()

    def _make_room(self, capacity):
        self.candidates = np.empty((capacity, CANDIDATE_COLUMNS))
        self.steps = np.empty((ROWS, OUTCOMES + capacity))
        self._arguments = (*self.tree, self.candidates, self.steps, self.numbers)

    def use(self, body, rules):
        """The body and the rules of the sweeps to come."""
        if body is not self.body or rules is not self.rules:
            self.body, self.rules, self.numbers = body, rules, body_and_rules(body, rules)
            self._arguments = (*self.tree, self.candidates, self.steps, self.numbers)
        return self

    def _call_directly(self):
        """Call all entry points once, which compiles them or loads them from the cache, and from then on directly."""
        self._gather_near, self._run_pass, self._run_both = kernel.gather_near, kernel.run_pass, kernel.step
        self.use(Ellipsoid(), Rules.modern()).gather(ZERO, ZERO, ZERO)
        self.run(MOVE, ZERO, ZERO)
        self.step(ZERO, ZERO)
        self._gather_near, self._run_pass, self._run_both = map(direct, (kernel.gather_near, kernel.run_pass, kernel.step))

    def gather(self, position, low, high):
        """Gather the triangles that the body at `position` can touch on its way; forgets what was.

        low, high: the box that the way stays in, from `position` (3,) [m]; low <= 0 <= high
        """
        self.origin, self.end, self.row = position, ZERO, FIRST
        x, y, z = position
        room = ROOM + AHEAD_SKINS * self.rules.skin
        a, b, c = (extent + room for extent in self.body.extents)
        box_low = (x - a + low[0], y - b + low[1], z - c + low[2])
        box_high = (x + a + high[0], y + b + high[1], z + c + high[2])
        self.count = self._gather_near(*self._arguments, position, box_low, box_high)
        if self.count > len(self.candidates):
            self._make_room(2 * self.count)
            return self.gather(position, low, high)
        return self

    def step(self, position, displacement, gravity=ZERO, which=MOVE):
        """Gather and run in one crossing: both passes, or for another `which` that pass alone.

        Returns (position, velocity left).
        """
        count, row, x, y, z, vx, vy, vz = self._run_both(*self._arguments, position, displacement, gravity, which)
        if count > len(self.candidates):
            self._make_room(2 * count)
            return self.step(position, displacement, gravity, which)
        self.origin, self.count, self.row = position, count, row
        return (x, y, z), (vx, vy, vz)

    def step_many(self, positions, velocities, gravity):
        """`step` for many bodies. Arrays (n, 3) -> (n, 7): position, velocity left, number of contacts."""
        results, done = np.empty((len(positions), 7)), 0
        while done < len(positions):
            done = kernel.step_many(*self._arguments, positions, velocities, gravity, results, done)
            if done < len(positions):
                self._make_room(2 * len(self.candidates))
        return results

    def run(self, which, start, displacement):
        """One pass: collide and slide, or a plain sweep (`Pass` says which). start, result: relative to the tick's start."""
        self.end, self.row = self._run_pass(
            self.candidates, self.count, self.steps, self.numbers, start, displacement, int(which), self.row
        )
        return self.end

    def rewind(self, row, end):
        """Forget the iterations from `row` on, an attempt that was not taken, and go back to `end`."""
        self.row, self.end = row, end

    def newest(self):
        """The iteration written last; valid until the next gather."""
        return self._step(self.row - 1)

    def rows_of(self, which):
        """The iterations of a pass, as TraceStep that are valid until the next gather."""
        passes, which = self.steps[FIRST : self.row, PASS].tolist(), int(which)
        return [self._step(row) for row, ran in enumerate(passes, FIRST) if ran == which]

    def _step(self, row):
        return TraceStep(self.steps[row, : OUTCOMES + self.count], self.origin)

    def position(self):
        """Where the last sweep ended, in the world [m]."""
        return self.origin[0] + self.end[0], self.origin[1] + self.end[1], self.origin[2] + self.end[2]

    def drop(self, position, farthest):
        """How far below `position` [m] the first surface is; inf when there is none within `farthest`."""
        return self.ray(position, (0.0, 0.0, -1.0), farthest)

    def ray(self, position, direction, farthest):
        """How far from `position` [m] the first surface is along a unit direction; inf when there is none within `farthest`."""
        distance = np.empty(1)
        cast_rays(*self.tree[:2], np.array([position]), np.array([direction]), np.array([farthest]), distance)
        return float(distance[0])

    def penetrations(self):
        """Of the body where the tick began: (deepest [m]; of the nearest triangle: eSpace distance, depth [m], normal)."""
        return kernel.find_penetrations(self.candidates, self.count, self.numbers)

    def rows(self):
        """A copy of what was written since gathering: the header, and a row an iteration."""
        return self.steps[: self.row, : OUTCOMES + self.count].copy()

    def trace(self):
        """What was written since gathering, as a Trace of its own."""
        trace = Trace()
        trace.record(self.origin, self.rows())
        return trace
