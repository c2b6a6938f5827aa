"""The level's movers in a simulation: where they are at a tick, which are near the player, and their triangles there.

Everything is a pure function of the tick. Triangles of movers are numbered on from those of the level's mesh, one mover after
the other, so that traces name them.
"""

from bisect import bisect_right
from itertools import accumulate
from math import ceil, floor, hypot

import numpy as np

POSES = 1000  # remembered: each is asked for several times a tick. Fewer: worked out again; more only takes room
# Neighbours are looked for once for a cell of space [m] and so many ticks (Verlet's lists). Smaller: they are looked for more
# often; larger: there are more of them, and each is asked in every tick.
CELL, SPELL = 4.0, 16
NEIGHBOURS = 1000  # lists of them that are remembered. Fewer: a large crowd asks again; more only takes room
# Part of a tick in which a turning mover's way is as good as straight. Smaller: rounding; larger: a jump off it leads inwards.
MOMENT = 1.0 / 128.0


class Movers:
    """movers: of a level, sequence of Mover; first: number of triangles that stand; hz: ticks a second

    fastest: faster than this no point of any of them ever is [m/s]
    """

    def __init__(self, movers, first, hz):
        self.all, self.hz, self._poses = tuple(movers), hz, {}
        self._tick, self._corners, self._boxed, self._neighbours = None, {}, None, {}
        self.firsts = list(accumulate((len(mover.triangles) for mover in self.all), initial=first))
        self.fastest = max(mover.fastest for mover in self.all)
        self._lows, self._highs = (np.array(side) for side in zip(*(mover.range for mover in self.all)))
        self._orders = [numbered(mover.mesh.order, number) for mover, number in zip(self.all, self.firsts)]

    def pose(self, number, tick):
        """Where a mover is at a tick, or between two."""
        key = number, tick
        if key not in self._poses:
            if len(self._poses) > POSES:
                self._poses.clear()
            self._poses[key] = self.all[number].pose(tick / self.hz)
        return self._poses[key]

    def velocity(self, number, tick, place):
        """Of what of a mover is at a place (3,) [m] at a tick, having come there (3,) [m/s]; of one that turns along its arc."""
        new = self.pose(number, tick)
        part = 1.0 if self.pose(number, tick - 1).heading == new.heading else MOMENT
        was = self.pose(number, tick - part).to_world(new.to_own(place))
        return tuple((b - a) * self.hz / part for a, b in zip(was, place))

    def owner(self, triangle):
        """The number of the mover that a triangle belongs to; -1: it stands."""
        return bisect_right(self.firsts, triangle) - 1

    def near(self, position, extents, tick):
        """Numbers of the movers that come within `extents` (3,) of a position [m] on their way to where they are at a tick."""
        (x, y, z), most = position, ceil(max(extents))
        key = floor(x / CELL), floor(y / CELL), floor(z / CELL), most, tick // SPELL
        if key not in self._neighbours:
            if len(self._neighbours) > NEIGHBOURS:
                self._neighbours.clear()
            self._neighbours[key] = self._look_round(key[:3], most, key[4] * SPELL)
        return [number for number in self._neighbours[key] if self.meets(number, position, position, extents, tick)]

    def _look_round(self, cell, reach, tick):
        """Numbers of the movers that may come within `reach` of any place in a cell in SPELL ticks from this one on."""
        low, high = np.multiply(cell, CELL) - reach, np.add(cell, 1) * CELL + reach
        ever = np.flatnonzero(((self._lows <= high) & (self._highs >= low)).all(axis=1)).tolist()
        return [number for number in ever if self._comes_near(number, low, high, tick)]

    def _comes_near(self, number, low, high, tick):
        """Can a mover come into a box on its way to where it is in any of SPELL ticks from this one on?"""
        mover, way = self.all[number], self.all[number].fastest * (SPELL + 1) / self.hz
        least, most = mover.bounds_at(self.pose(number, tick))
        return all(a - way <= end and start <= b + way for a, b, start, end in zip(least, most, low, high))

    def boxes(self, tick):
        """Corners (m, 3) [m] of boxes that hold each mover on its way to where it is at a tick: (lows, highs)."""
        if self._boxed != tick:
            poses = [(self.pose(number, tick - 1), self.pose(number, tick)) for number in range(len(self.all))]
            self._boxes, self._boxed = swept_boxes(np.array(poses), np.array([mover.mesh.bounds for mover in self.all])), tick
        return self._boxes

    def meets(self, number, start, end, extents, tick):
        """Can a mover, on its way to where it is at a tick, come within `extents` (3,) [m] of what goes from `start` to `end`?"""
        old, new = self.pose(number, tick - 1), self.pose(number, tick)
        a, b = old.to_own(start), new.to_own(end)
        aside = max(hypot(*a[:2]), hypot(*b[:2])) * (new.heading - old.heading) ** 2  # of the straight way, on an arc
        low, high = self.all[number].mesh.bounds
        for axis in range(3):
            room = extents[axis] + aside
            if max(a[axis], b[axis]) < low[axis] - room or min(a[axis], b[axis]) > high[axis] + room:
                return False
        return True

    def triangles(self, numbers, tick):
        """What Nearby.moving wants of these movers: (corners (n, 9) [m], order (n,)); None for none."""
        if not numbers:
            return None
        corners = [self._corners_at(number, tick) for number in numbers]
        return np.concatenate(corners), np.concatenate([self._orders[number] for number in numbers])

    def _corners_at(self, number, tick):
        """Corners (n, 9) [m] of a mover at a tick, remembered while that is asked for: a whole crowd may be near it."""
        if tick != self._tick:
            self._tick, self._corners = tick, {}
        if number not in self._corners:
            self._corners[number] = self.pose(number, tick).world_corners(self.all[number].mesh.corners)
        return self._corners[number]

    def corners(self, triangle, tick):
        """Corners (3, 3) [m] of a mover's triangle at a tick."""
        number = self.owner(triangle)
        own = self.all[number].corners[triangle - self.firsts[number]]
        return self.pose(number, tick).world_corners(own.reshape(1, 9)).reshape(3, 3)


def numbered(order, first):
    """A mesh's order (see TriangleMesh) with its triangles numbered on from `first`; those turned round are kept as ~number."""
    return np.where(order >= 0, order + first, order - first).astype(order.dtype)


def swept_boxes(poses, bounds):
    """(lows, highs) (m, 3) of boxes around what is within `bounds` (m, 2, 3) and goes from one Pose to another (m, 2, 6)."""
    x, y, z, heading, c, s = np.moveaxis(poses, 2, 0)[..., None]  # each (m, 2, 1)
    across, along = bounds[:, [0, 1, 0, 1], 0][:, None], bounds[:, [0, 0, 1, 1], 1][:, None]  # of the four corners from above
    places = np.stack([x + c * across - s * along, y + s * across + c * along], axis=3).reshape(len(poses), 8, 2)
    aside = np.hypot(across, along).max(axis=2) * (heading[:, 1] - heading[:, 0]) ** 2  # of the straight way, on an arc
    lows = np.column_stack([places.min(axis=1) - aside, z.min(axis=1) + bounds[:, 0, 2:]])
    return lows, np.column_stack([places.max(axis=1) + aside, z.max(axis=1) + bounds[:, 1, 2:]])
