"""A crowd: many players of one shape in one level, each tick of all of them one compiled call.

They are players like the one of Simulation, to the bit; only that they do not turn their bodies, do not meet each other nor
movers, and leave no trace.
"""

import numpy as np

from ..collision import Ellipsoid, Nearby, Rules
from ..errors import InputError
from .advance import advance_rows
from .lost import LOST
from .params import PlayerParams
from .rows import input_of, numbers_of, row_of
from .state import Intent, PlayerState
from .surroundings import Surroundings
from .tick.columns import FALL, FLOOR, FOOTING, JUMP, POSITION, RUN, WALK, WISH

MOST = 1_000_000  # walkers: more is a slip of the keyboard


class Crowd:
    """Players who all begin where the level's does.

    level: Level, or anything with `mesh` and `spawn`; count: how many; params: PlayerParams, of a body as wide as deep
    positions (n, 3): centres [m], which may be written to; ticks: how many it has moved; returns: how often somebody was put
    back who fell out of the level
    """

    def __init__(self, level, count, params=None, rules=None, hz=60):
        self.level, self.mesh = level, level.mesh
        self.params = params or PlayerParams()
        if not 0 < count <= MOST:
            raise InputError(f"a crowd has 1 to {MOST} walkers, not {count!r}")
        if getattr(level, "gravity", None) is not None:
            raise InputError(f"a crowd falls along -z, and {level.name} has a gravity of its own")
        if self.params.radii[0] != self.params.radii[1]:
            raise InputError(f"a crowd's bodies do not turn, so they must be as wide as deep; radii are {self.params.radii}")
        rules = self.params.on(rules or Rules.modern())
        self.body = Ellipsoid(self.params.radii)
        self.near = Nearby(self.mesh).use(self.body, rules)
        self.set_rate(hz)
        x, y, z = level.spawn.feet
        start = PlayerState((x, y, z + self.params.feet + self.params.skin))
        self._players = np.repeat(row_of(start), count, axis=0)
        self._inputs = np.repeat(input_of(Intent(), Surroundings(self.params.gravity)), count, axis=0)
        self._after, self._stood = np.empty_like(self._players), self.positions.copy()
        self.ticks = self.returns = 0

    def set_rate(self, hz):
        """Change the ticks a second from the next tick on."""
        self.hz, self._numbers = hz, numbers_of(self.params, self.near.rules, 1.0 / hz)

    def __len__(self):
        return len(self._players)

    positions = property(lambda self: self._players[:, POSITION : POSITION + 3], doc="centres (n, 3) [m]")
    walking = property(lambda self: self._players[:, WALK : WALK + 2], doc="what walls left of the wishes (n, 2) [m/s]")
    grounds = property(lambda self: self._players[:, FOOTING], doc="numbers of Ground (n,)")

    @property
    def velocities(self):
        """Walk and fall together (n, 3) [m/s]."""
        velocities = self._players[:, FALL : FALL + 3].copy()
        velocities[:, :2] += self.walking
        return velocities

    def tick(self, wishes, jumps=False, runs=False):
        """Move all by one tick. wishes: (n, 2), as Intent's; jumps, runs: (n,) bool or one for all"""
        self._inputs[:, WISH : WISH + 2] = wishes
        self._inputs[:, JUMP], self._inputs[:, RUN] = jumps, runs
        advance_rows(self.near, self._players, self._after, self._inputs, self._numbers)
        self._players, self._after = self._after, self._players
        self.ticks += 1
        self._put_back()

    def _put_back(self):
        """As in lost.py: who is below everything there is goes back to where he last stood."""
        positions, standing = self.positions, self.grounds == FLOOR
        self._stood[standing] = positions[standing]
        lost = positions[:, 2] - self.params.feet <= self.mesh.bounds[0][2] - LOST
        if lost.any():
            positions[lost] = self._stood[lost]
            self._players[lost, WALK : FALL + 3] = 0.0
            self.returns += int(lost.sum())
