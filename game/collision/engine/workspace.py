"""The neighbourhood of a body: the candidates gathered once a tick, and room for what sweeps and slides over them write."""

from functools import partial

import numpy as np

from ..columns import CANDIDATE_COLUMNS, FIRST, OUTCOMES
from ..espace import Ellipsoid
from ..mesh.raycast import cast_rays
from ..response import AHEAD_SKINS
from ..rules import Rules, body_and_rules
from ..trace import Trace
from . import entry_points
from .entry_points import ROOM, ZERO
from .jit import direct

FEW = 128  # candidates room is made for at first; it doubles when it does not do
ROWS = 96  # iterations a tick at most: six passes of up to sixteen


class Nearby:
    """Triangles near a body, and what its sweeps over them wrote. One a mesh and thread, used again each tick.

    A copy has room of its own: it goes on with the same mesh, body and rules, and with nothing gathered.
    """

    def __init__(self, mesh):
        self.mesh, self.tree = mesh, (mesh.nodes, mesh.corners, mesh.order)
        self.standing = int(np.maximum(mesh.order, ~mesh.order).max(initial=-1)) + 1  # from this number on, triangles are movers'
        self.moving = None  # (corners (n, 9), order (n,)) of triangles of movers this tick; see triangle_mesh.py
        self.refused = None  # (t,) uint8: 1 for each triangle of the mesh that stops nobody
        self.count, self.row = 0, FIRST
        self.origin = ZERO
        self.body, self.rules = Ellipsoid(), Rules.modern()
        self.numbers = body_and_rules(self.body, self.rules)
        self.room, self.candidates = 0, None
        self.make_room(0)

    def __getstate__(self):
        return self.mesh, self.standing, self.moving, self.refused, self.body, self.rules

    def __setstate__(self, state):
        mesh, standing, moving, refused, body, rules = state
        self.__init__(mesh)
        self.standing, self.moving, self.refused = standing, moving, refused
        self.use(body, rules)

    def make_room(self, count):
        """See that `count` candidates fit in, twice as many if they did not. Forgets what was."""
        if count > self.room or self.candidates is None:
            self.room = max(2 * count, FEW)
            self.candidates = np.empty((self.room, CANDIDATE_COLUMNS))
            self.steps = np.empty((ROWS, OUTCOMES + self.room))
            self.seen = np.empty((self.room, 9)), np.empty(self.room, np.int32)  # triangles, turned
            self._bind()

    def use(self, body, rules):
        """The body and the rules of the sweeps to come."""
        if body is not self.body or rules is not self.rules:
            self.body, self.rules, self.numbers = body, rules, body_and_rules(body, rules)
            self._bind()
        return self

    def _bind(self):
        """Tie the arrays to the entry points of the kernel: handing them over one by one at each call takes longer."""
        arrays = self.arrays()
        self.gather_box = partial(direct(entry_points.gather_near, *arrays, ZERO, ZERO, ZERO), *arrays)
        self.step = partial(direct(entry_points.step, *arrays, ZERO, ZERO, ZERO), *arrays)
        self.sweep = partial(direct(entry_points.sweep, *arrays, ZERO, ZERO), *arrays)

    def arrays(self):
        """What every entry point of the kernel begins with: the mesh's arrays and the scratch room."""
        return *self.tree, self.candidates, self.steps, self.numbers

    def gather(self, position, low, high):
        """Gather the triangles that the body at `position` can touch on its way; forgets what was.

        low, high: the box that the way stays in, from `position` (3,) [m]; low <= 0 <= high
        """
        self.origin, self.row = position, FIRST
        x, y, z = position
        room = ROOM + AHEAD_SKINS * self.rules.skin
        a, b, c = (extent + room for extent in self.body.extents)
        box_low = (x - a + low[0], y - b + low[1], z - c + low[2])
        box_high = (x + a + high[0], y + b + high[1], z + c + high[2])
        self.count = self.gather_box(position, box_low, box_high)
        if self.moving is not None:
            scratch = self.candidates, self.steps, self.numbers
            self.count = entry_points.append_near(*self.moving, *scratch, position, box_low, box_high, self.count)
        if self.count > self.room:
            self.make_room(self.count)
            return self.gather(position, low, high)
        if self.refused is not None:
            self.count = entry_points.leave_out(self.candidates, self.count, self.steps, self.refused)
        return self

    def drop(self, position, farthest):
        """How far below `position` [m] the first surface is; inf when there is none within `farthest`."""
        return self.ray(position, (0.0, 0.0, -1.0), farthest)

    def ray(self, position, direction, farthest):
        """How far from `position` [m] the first surface is along a unit direction; inf when there is none within `farthest`."""
        distance = np.empty(1)
        cast_rays(*self.tree[:2], np.array([position]), np.array([direction]), np.array([farthest]), distance)
        if self.moving is not None:
            return min(float(distance[0]), entry_points.ray_among(self.moving[0], position, direction, farthest))
        return float(distance[0])

    def penetrations(self):
        """Of the body where the tick began: (deepest [m]; of the nearest triangle: eSpace distance, depth [m], normal)."""
        return entry_points.find_penetrations(self.candidates, self.count, self.numbers)

    def depth(self, position):
        """How deep the body is in anything there [m]; -inf where nothing is near."""
        return self.gather(position, ZERO, ZERO).penetrations()[0]

    def rows(self):
        """A copy of what was written since gathering: the header, and a row an iteration."""
        return self.steps[: self.row, : OUTCOMES + self.count].copy()

    def keep(self, origin, count, row):
        """Take what a `step` wrote for what was gathered and run last."""
        self.origin, self.count, self.row = origin, count, row
        return self

    def trace(self):
        """What was written since gathering, as a Trace of its own."""
        trace = Trace()
        trace.record(self.origin, self.rows(), self.numbers)
        return trace
