"""The movers of a level in a simulation: their poses and triangles at a tick, and the movers near a position.

All results depend on the tick alone. Triangles of movers are numbered after those of the level's mesh, mover by mover, so that
traces can name them.
"""

from bisect import bisect_right
from itertools import accumulate, product
from math import ceil, dist, floor, hypot

import numpy as np

from ..core.vec3 import add, sub

MOST_POSES = 1000  # in the cache. Fewer: poses are computed several times in a tick; more: only takes memory
# Neighbour lists are valid for a cell of space [m] and a number of ticks (Verlet lists). Smaller: lists are made more often;
# larger: lists are longer, and every mover in a list is tested in every tick.
CELL, CELL_TICKS = 4.0, 16
MOST_LISTS = 1000  # neighbour lists in the cache. Fewer: a large crowd makes them again; more: only takes memory
# Part of a tick in which a turning mover's path is nearly straight. Smaller: rounding; larger: a jump off it leads inwards.
TURN_PART = 1.0 / 128.0


class Movers:
    """The movers of a level. A mover's number is its index.

    movers: sequence of Mover, at least one
    first: number of triangles in the level's mesh, and so the number of the first mover's first triangle
    hz: ticks per second
    all: the movers, as a tuple
    firsts: number of each mover's first triangle, then the number after the last triangle
    fastest: upper bound of the speed of any point of any mover [m/s]
    """

    def __init__(self, movers, first, hz):
        self.all, self.hz, self._poses = tuple(movers), hz, {}
        self._tick, self._corners, self._boxed, self._neighbours = None, {}, None, {}
        self.firsts = list(accumulate((len(mover.triangles) for mover in self.all), initial=first))
        self.fastest = max(mover.fastest for mover in self.all)
        self._bounds = [mover.mesh.bounds for mover in self.all]
        self._lows, self._highs = (np.array(side) for side in zip(*(mover.range for mover in self.all)))
        self._orders = [renumbered(mover.mesh.order, number) for mover, number in zip(self.all, self.firsts)]

    def pose(self, number, tick):
        """Return the Pose of mover `number` at a tick, which may be a fraction."""
        pose = self._poses.get((number, tick))
        if pose is None:
            if len(self._poses) > MOST_POSES:
                self._poses.clear()
            pose = self._poses[number, tick] = self.all[number].pose(tick / self.hz)
        return pose

    def velocity(self, number, tick, place):
        """Return the velocity (3,) [m/s] of a point of mover `number` in the tick that ends at `tick`.

        place: position of the point at the end of the tick (3,) [m]
        On a turning mover the velocity is tangent to the point's arc.
        """
        new = self.pose(number, tick)
        part = 1.0 if self.pose(number, tick - 1).heading == new.heading else TURN_PART
        (x, y, z), (u, v, w) = self.pose(number, tick - part).to_world(new.to_own(place)), place
        return (u - x) * self.hz / part, (v - y) * self.hz / part, (w - z) * self.hz / part

    def owner(self, triangle):
        """Return the number of the mover that owns a triangle, or -1 for the level's mesh and for bodies of exhibits."""
        return bisect_right(self.firsts, triangle) - 1 if triangle < self.firsts[-1] else -1

    def near(self, position, extents, tick):
        """Return the numbers of the movers that may be near a position (3,) [m] during the tick that ends at `tick`.

        extents: half sides (3,) [m] of a box around the position. A mover is near if its own box overlaps this one.
        """
        (x, y, z), most = position, ceil(max(extents))
        key = floor(x / CELL), floor(y / CELL), floor(z / CELL), most, tick // CELL_TICKS
        neighbours = self._neighbours.get(key)
        if neighbours is None:
            if len(self._neighbours) > MOST_LISTS:
                self._neighbours.clear()
            neighbours = self._neighbours[key] = self._find_neighbours(key[:3], most, key[4] * CELL_TICKS)
        if not neighbours:
            return []
        lows, highs = sub(position, extents), add(position, extents)
        return [
            number for number, low, high in neighbours
            if overlaps(lows, highs, low, high) and self.may_meet(number, position, position, extents, tick)
        ]  # fmt: skip

    def _find_neighbours(self, cell, reach, tick):
        """Return [(number, low, high), ...] of the movers that may come near a cell in the CELL_TICKS ticks from `tick` on.

        cell: integer coordinates (3,) of a cell of size CELL; reach: distance to the cell [m] that is near
        low, high: corners (3,) [m] of a box that the mover does not leave in these ticks
        """
        low, high = (np.multiply(cell, CELL) - reach).tolist(), (np.add(cell, 1) * CELL + reach).tolist()
        ever = np.flatnonzero(((self._lows <= high) & (self._highs >= low)).all(axis=1)).tolist()
        boxes = [(number, *self._box_for_ticks(number, tick)) for number in ever]
        return [box for box in boxes if overlaps(low, high, *box[1:])]

    def _box_for_ticks(self, number, tick):
        """Return the corners (low, high) (3,) [m] of a box that a mover does not leave in CELL_TICKS ticks from `tick` on."""
        mover = self.all[number]
        (a, b, c), (d, e, f) = mover.bounds_at(self.pose(number, tick))
        most = mover.fastest * (CELL_TICKS + 1) / self.hz
        return (a - most, b - most, c - most), (d + most, e + most, f + most)

    def boxes(self, tick):
        """Return corners (lows, highs), each (m, 3) [m], of boxes that contain the m movers in the tick that ends at `tick`."""
        if self._boxed != tick:
            poses = [(self.pose(number, tick - 1), self.pose(number, tick)) for number in range(len(self.all))]
            self._boxes, self._boxed = swept_boxes(np.array(poses), np.array([mover.mesh.bounds for mover in self.all])), tick
        return self._boxes

    def may_meet(self, number, start, end, extents, tick):
        """True if the box of mover `number` may come near a moving point during the tick that ends at `tick`.

        start, end: positions of the point (3,) [m] in the world at the start and the end of the tick
        extents: distances (3,) [m] along the mover's own axes that are near
        """
        old, new = self.pose(number, tick - 1), self.pose(number, tick)
        (x, y, z), (u, v, w), aside = old.to_own(start), new.to_own(end), 0.0  # aside: of the arc from its chord [m]
        if new.heading != old.heading:
            turn = new.heading - old.heading
            aside = max(hypot(x, y), hypot(u, v)) * (turn * turn)
        # Each axis in turn: a loop over the axes takes twice as long, and this is called for all movers nearby in each tick.
        (low_x, low_y, low_z), (high_x, high_y, high_z) = self._bounds[number]
        wide, deep, high = extents[0] + aside, extents[1] + aside, extents[2] + aside
        return (
            max(x, u) >= low_x - wide and min(x, u) <= high_x + wide
            and max(y, v) >= low_y - deep and min(y, v) <= high_y + deep
            and max(z, w) >= low_z - high and min(z, w) <= high_z + high
        )  # fmt: skip

    def triangles(self, numbers, tick):
        """Return (corners (n, 9) [m], triangle numbers (n,)) of the movers `numbers` at a tick, or None for no movers.

        The corners are in the world. A reversed triangle has ~number. `Nearby.mover_triangles` has the same form.
        """
        if not numbers:
            return None
        corners = [self._corners_at(number, tick) for number in numbers]
        if len(numbers) == 1:
            return corners[0], self._orders[numbers[0]]
        return np.concatenate(corners), np.concatenate([self._orders[number] for number in numbers])

    def _corners_at(self, number, tick):
        """Return the world corners (n, 9) [m] of a mover's triangles at a tick, cached for all players near the mover."""
        if tick != self._tick:
            self._tick, self._corners = tick, {}
        if number not in self._corners:
            self._corners[number] = self.pose(number, tick).world_corners(self.all[number].mesh.corners)
        return self._corners[number]

    def longest_displacement(self, triangles, tick):
        """Return the largest displacement [m] of a point of the movers that own `triangles`, in the tick that ends at `tick`.

        triangles: numbers of triangles, also of other objects
        """
        longest = 0.0
        for number in {self.owner(triangle) for triangle in triangles} - {-1}:
            old, new = self.pose(number, tick - 1), self.pose(number, tick)
            for corner in product(*zip(*self.all[number].mesh.bounds)):
                longest = max(longest, dist(old.to_world(corner), new.to_world(corner)))
        return longest

    def corners(self, triangle, tick):
        """Return the corners (3, 3) [m] in the world of the mover triangle with the number `triangle`, at a tick."""
        number = self.owner(triangle)
        own = self.all[number].corners[triangle - self.firsts[number]]
        return self.pose(number, tick).world_corners(own.reshape(1, 9)).reshape(3, 3)


def overlaps(low, high, other_low, other_high):
    """True if two boxes overlap. Each is given by its low and its high corner (3,) [m]."""
    return (
        low[0] <= other_high[0] and low[1] <= other_high[1] and low[2] <= other_high[2]
        and other_low[0] <= high[0] and other_low[1] <= high[1] and other_low[2] <= high[2]
    )  # fmt: skip


def renumbered(order, first):
    """Return a mesh's triangle numbers `order` (n,), raised by `first`. A reversed triangle, ~number, stays reversed."""
    return np.where(order >= 0, order + first, order - first).astype(order.dtype)


def swept_boxes(poses, bounds):
    """Return the corners (lows, highs), each (m, 3) [m], of boxes that contain bodies on their paths between two poses.

    poses: (m, 2, 6), the fields of the Poses at the start and the end for each body
    bounds: (m, 2, 3), corners of the bodies' boxes in their own frames [m]
    """
    x, y, z, heading, c, s = np.moveaxis(poses, 2, 0)[..., None]  # each (m, 2, 1)
    across, along = bounds[:, [0, 1, 0, 1], 0][:, None], bounds[:, [0, 0, 1, 1], 1][:, None]  # of four corners, from above
    places = np.stack([x + c * across - s * along, y + s * across + c * along], axis=3).reshape(len(poses), 8, 2)
    farthest, turns = np.sqrt(across * across + along * along).max(axis=2), heading[:, 1] - heading[:, 0]
    aside = farthest * (turns * turns)  # of the arc from its chord
    lows = np.column_stack([places.min(axis=1) - aside, z.min(axis=1) + bounds[:, 0, 2:]])
    return lows, np.column_stack([places.max(axis=1) + aside, z.max(axis=1) + bounds[:, 1, 2:]])
