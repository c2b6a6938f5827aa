"""The movers of a level in a simulation: their poses and triangles at a tick, and the movers near a position.

All results depend on the tick alone. Triangles of movers are numbered after those of the level's mesh, mover by mover, so that
traces can name them.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, product
from math import ceil, dist, floor, hypot

import numpy as np

from ..collision.mesh.triangle_mesh import place_triangles
from ..core.jit import machine_code_for_call
from ..core.vec3 import Vector, add, sub
from ..level.contents.mover import Mover, Pose

Box = tuple[Vector, Vector]  # low and high corner (3,) [m]
MOST_POSES = 1000  # in the cache. Fewer: poses are computed several times in a tick; more: only takes memory
# Neighbour lists are valid for a cell of space [m] and a number of ticks (Verlet lists). Smaller: lists are made more often;
# larger: lists are longer, and every mover in a list is tested in every tick.
CELL, CELL_TICKS = 4.0, 16
MOST_LISTS = 1000  # neighbour lists in the cache. Fewer: a large crowd makes them again; more: only takes memory
# Part of a tick in which a turning mover's path is nearly straight. Smaller: rounding; larger: a jump off it leads inwards.
TURN_PART = 1.0 / 128.0


class Movers:
    """The movers of a level. A mover's number is its index.

    first: number of triangles in the level's mesh, and so the number of the first mover's first triangle
    hz: ticks per second
    all: the movers, as a tuple
    firsts: number of each mover's first triangle, then the number after the last triangle
    fastest: upper bound of the speed of any point of any mover [m/s]
    """

    def __init__(self, movers: Iterable[Mover], first: int, hz: int):
        self.all, self.hz = tuple(movers), hz
        self.firsts = list(accumulate((len(mover.triangles) for mover in self.all), initial=first))
        self.fastest = max(mover.fastest for mover in self.all)
        self._bounds = [mover.mesh.bounds for mover in self.all]
        self._lows, self._highs = (np.array(side) for side in zip(*(mover.range for mover in self.all)))
        self._orders = [renumbered(mover.mesh.order, number) for mover, number in zip(self.all, self.firsts)]
        self._poses: dict[tuple[int, float], Pose] = {}
        self.reach_call: tuple | None = None  # arguments of the next one, which carrying.py computes
        self.reach = 0.0, 0.0
        self._tick: int | None = None  # of the next two
        self._paths: dict[int, tuple] = {}
        self._triangles: dict[tuple[int, ...], tuple[np.ndarray, np.ndarray]] = {}
        self._boxed: int | None = None  # tick of the next one
        self._boxes: tuple[np.ndarray, np.ndarray]
        self._neighbours: dict[tuple[int, ...], list[tuple[int, Vector, Vector]]] = {}

    def pose(self, number: int, tick: float) -> Pose:
        """Return the Pose of mover `number` at a tick, which may be a fraction."""
        pose = self._poses.get((number, tick))
        if pose is None:
            if len(self._poses) > MOST_POSES:
                self._poses.clear()
            pose = self._poses[number, tick] = self.all[number].motion.pose(tick / self.hz)
        return pose

    def velocity(self, number: int, tick: int, place: Vector) -> Vector:
        """Return the velocity (3,) [m/s] of a point of mover `number` in the tick that ends at `tick`.

        place: position of the point at the end of the tick (3,) [m]
        On a turning mover the velocity is tangent to the point's arc.
        """
        return self.velocity_between(number, self.pose(number, tick - 1), self.pose(number, tick), tick, place)

    def velocity_between(self, number: int, old: Pose, new: Pose, tick: int, place: Vector) -> Vector:
        """Return what `velocity` does. old, new: poses at the start and the end of the tick"""
        part = 1.0
        if old.heading != new.heading:
            old, part = self.pose(number, tick - TURN_PART), TURN_PART
        (x, y, z), (u, v, w) = old.to_world(new.to_own(place)), place
        return (u - x) * self.hz / part, (v - y) * self.hz / part, (w - z) * self.hz / part

    def owner(self, triangle: int) -> int:
        """Return the number of the mover that owns a triangle, or -1 for the level's mesh and for bodies of exhibits."""
        return bisect_right(self.firsts, triangle) - 1 if triangle < self.firsts[-1] else -1

    def near(self, position: Vector, extents: Vector, tick: int) -> list[int]:
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

    def _find_neighbours(self, cell: tuple[int, ...], reach: int, tick: int) -> list[tuple[int, Vector, Vector]]:
        """Return [(number, low, high), ...] of the movers that may come near a cell in the CELL_TICKS ticks from `tick` on.

        cell: integer coordinates (3,) of a cell of size CELL; reach: distance to the cell [m] that is near
        low, high: corners (3,) [m] of a box that the mover does not leave in these ticks
        """
        low, high = (np.multiply(cell, CELL) - reach).tolist(), (np.add(cell, 1) * CELL + reach).tolist()
        ever = np.flatnonzero(((self._lows <= high) & (self._highs >= low)).all(axis=1)).tolist()
        boxes = [(number, *self._box_for_ticks(number, tick)) for number in ever]
        return [box for box in boxes if overlaps(low, high, *box[1:])]

    def _box_for_ticks(self, number: int, tick: int) -> Box:
        """Return a box that a mover does not leave in CELL_TICKS ticks from `tick` on."""
        mover = self.all[number]
        (a, b, c), (d, e, f) = mover.bounds_at(self.pose(number, tick))
        most = mover.fastest * (CELL_TICKS + 1) / self.hz
        return (a - most, b - most, c - most), (d + most, e + most, f + most)

    def boxes(self, tick: int) -> tuple[np.ndarray, np.ndarray]:
        """Return corners (lows, highs), each (m, 3) [m], of boxes that contain the m movers in the tick that ends at `tick`."""
        if self._boxed != tick:
            poses = [(self.pose(number, tick - 1), self.pose(number, tick)) for number in range(len(self.all))]
            self._boxes, self._boxed = swept_boxes(np.array(poses), np.array(self._bounds)), tick
        return self._boxes

    def _forget_other_ticks(self, tick: int) -> None:
        if tick != self._tick:
            self._tick, self._paths, self._triangles = tick, {}, {}

    def may_meet(self, number: int, start: Vector, end: Vector, extents: Vector, tick: int) -> bool:
        """True if the box of mover `number` may come near a moving point during the tick that ends at `tick`.

        start, end: positions of the point (3,) [m] in the world at the start and the end of the tick
        extents: distances (3,) [m] along the mover's own axes that are near
        """
        if tick != self._tick:
            self._forget_other_ticks(tick)
        path = self._paths.get(number)
        if path is None:
            old, new = self.pose(number, tick - 1), self.pose(number, tick)
            path = self._paths[number] = (*old, *new, *self._bounds[number])
        ax, ay, az, turn, ac, as_, bx, by, bz, turned, bc, bs, (low_x, low_y, low_z), (high_x, high_y, high_z) = path
        # The point in the mover's own frame. All in one function: it is called for all movers nearby in each tick.
        x, y, z = start[0] - ax, start[1] - ay, start[2] - az
        u, v, w = end[0] - bx, end[1] - by, end[2] - bz
        x, y, u, v = ac * x + as_ * y, ac * y - as_ * x, bc * u + bs * v, bc * v - bs * u
        wide, deep, high = extents
        if turned != turn:
            turn = turned - turn
            aside = max(hypot(x, y), hypot(u, v)) * (turn * turn)  # of the arc from its chord [m]
            wide, deep, high = wide + aside, deep + aside, high + aside
        return (
            (x if x > u else u) >= low_x - wide and (u if x > u else x) <= high_x + wide
            and (y if y > v else v) >= low_y - deep and (v if y > v else y) <= high_y + deep
            and (z if z > w else w) >= low_z - high and (w if z > w else z) <= high_z + high
        )  # fmt: skip

    def triangles(self, numbers: Sequence[int], tick: int) -> tuple[np.ndarray, np.ndarray]:
        """Return (corners (n, 9) [m], triangle numbers (n,)) of the movers `numbers`, one or more, at a tick.

        The corners are in the world. A reversed triangle has ~number. `Nearby.mover_triangles` has the same form.
        """
        self._forget_other_ticks(tick)
        key = tuple(numbers)
        found = self._triangles.get(key)
        if found is None:
            found = self._triangles[key] = self._triangles_at(key, tick)
        return found

    def _triangles_at(self, numbers: tuple[int, ...], tick: int) -> tuple[np.ndarray, np.ndarray]:
        order = self._orders[numbers[0]] if len(numbers) == 1 else np.concatenate([self._orders[number] for number in numbers])
        corners, first = np.empty((len(order), 9)), 0
        for number in numbers:
            x, y, z, _, c, s = self.pose(number, tick)
            own = self.all[number].mesh.corners
            call = own, (x, y, z), c, s, corners[first : first + len(own)]
            machine_code_for_call(place_triangles, *call)(*call)
            first += len(own)
        return corners, order

    def longest_displacement(self, triangles: Iterable[int], tick: int) -> float:
        """Return the largest displacement [m] of a point of the movers that own `triangles`, in the tick that ends at `tick`.

        triangles: numbers of triangles, also of other objects
        """
        longest = 0.0
        for number in {self.owner(triangle) for triangle in triangles} - {-1}:
            old, new = self.pose(number, tick - 1), self.pose(number, tick)
            for x, y, z in product(*zip(*self._bounds[number])):
                longest = max(longest, dist(old.to_world((x, y, z)), new.to_world((x, y, z))))
        return longest

    def corners(self, triangle: int, tick: int) -> np.ndarray:
        """Return the corners (3, 3) [m] in the world of the mover triangle with the number `triangle`, at a tick."""
        number = self.owner(triangle)
        own = self.all[number].corners[triangle - self.firsts[number]]
        return self.pose(number, tick).world_corners(own.reshape(1, 9)).reshape(3, 3)

    def box_contains(self, number: int, position: Vector, tick: int) -> bool:
        """True if the box of mover `number`, in its own frame, contains a position (3,) [m] of the world at a tick."""
        (x, y, z), ((x0, y0, z0), (x1, y1, z1)) = self.pose(number, tick).to_own(position), self._bounds[number]
        return x0 < x < x1 and y0 < y < y1 and z0 < z < z1


def overlaps(low: Sequence[float], high: Sequence[float], other_low: Sequence[float], other_high: Sequence[float]) -> bool:
    """True if two boxes overlap. Each is given by its low and its high corner (3,) [m]."""
    return (
        low[0] <= other_high[0] and low[1] <= other_high[1] and low[2] <= other_high[2]
        and other_low[0] <= high[0] and other_low[1] <= high[1] and other_low[2] <= high[2]
    )  # fmt: skip


def renumbered(order: np.ndarray, first: int) -> np.ndarray:
    """Return a mesh's triangle numbers `order` (n,), raised by `first`. A reversed triangle, ~number, stays reversed."""
    return np.where(order >= 0, order + first, order - first).astype(order.dtype)


def swept_boxes(poses: np.ndarray, bounds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
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
