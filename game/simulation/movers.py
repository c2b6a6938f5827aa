"""The movers of a level in a simulation: their poses and triangles at a tick, and the movers near a position.

All results depend on the tick alone. Triangles of movers are numbered after those of the level's mesh, mover by mover, so that
traces can name them.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, product
from math import dist, hypot

import numpy as np

from ..collision.mesh.triangle_mesh import place_triangles
from ..core.jit import BoundRecord, bind, is_bound_to_python
from ..core.vec3 import ZERO, Vector
from ..level.contents.mover import Mover, Pose
from ..player.player_state import INPUT
from .compiled_carrying import TURN_PART, MoverTables, find_near, may_meet, velocity_between

MOST_POSES = 1000  # in the cache. Fewer: poses are computed several times in a tick; more: only takes memory


class Movers:
    """The movers of a level. A mover's number is its index.

    first: number of triangles in the level's mesh, and so the number of the first mover's first triangle
    firsts: number of each mover's first triangle, then the number after the last triangle
    fastest: upper bound of the speed of any point of any mover [m/s]
    """

    def __init__(self, movers: Iterable[Mover], first: int, hz: int):
        self.all, self.hz = tuple(movers), hz
        self.firsts = list(accumulate((len(mover.triangles) for mover in self.all), initial=first))
        self.fastest = max(mover.fastest for mover in self.all)
        self._bounds = [mover.mesh.bounds for mover in self.all]
        self._orders = [renumbered(mover.mesh.order, number) for mover, number in zip(self.all, self.firsts)]
        self._poses: dict[tuple[int, float], Pose] = {}
        self._tick: int | None = None  # of `_triangles`
        self._triangles: dict[tuple[int, ...], tuple[np.ndarray, np.ndarray]] = {}
        self._boxed: int | None = None  # tick of `_boxes`
        self._boxes: tuple[np.ndarray, np.ndarray]
        self.tables = BoundRecord(self._make_tables())
        self._bind()

    def __reduce__(self) -> tuple:
        return Movers, (self.all, self.firsts[0], self.hz)

    def _make_tables(self) -> MoverTables:
        ends, paths = [mover.range for mover in self.all], [mover.motion.table for mover in self.all]
        turns = [mover.motion.fastest[1] / self.hz for mover in self.all]
        far = [dist(low[:2], high[:2]) + hypot(*mover.motion.axis) for mover, (low, high) in zip(self.all, ends)]
        return MoverTables(
            np.concatenate(paths),
            np.array([0, *accumulate(map(len, paths))]),
            np.array([(*low, *high) for low, high in self._bounds]),
            np.array([(*low, *high, turn * turn, distance) for (low, high), turn, distance in zip(ends, turns, far)]),
            np.array([mover.turns_view for mover in self.all]),
            np.array([self.hz, self.fastest], float),
            np.zeros(1, INPUT),
        )

    def _bind(self) -> None:
        """Bind the compiled functions. It is called again and again while they are interpreted, until there is machine code."""
        found, bound = np.empty(0, np.int64), (self.tables,)
        self._near = bind(find_near, bound, found, ZERO, ZERO, 0.0)
        self._may_meet = bind(may_meet, bound, 0, ZERO, ZERO, ZERO, 0.0)
        self._is_interpreted = is_bound_to_python(self._near) or is_bound_to_python(self._may_meet)

    def pose(self, number: int, tick: float) -> Pose:
        """Return the Pose of mover `number` at a tick, which may be a fraction."""
        pose = self._poses.get((number, tick))
        if pose is None:
            if len(self._poses) > MOST_POSES:
                self._poses.clear()
            pose = self._poses[number, tick] = self.all[number].motion.pose(tick / self.hz)
        return pose

    def velocity(self, number: int, tick: int, place: Vector) -> Vector:
        """Return the velocity [m/s] of a point of mover `number` in the tick that ends at `tick`, tangent to its arc if it turns.

        place: position of the point at the end of the tick [m]
        """
        old, new, part = self.pose(number, tick - 1), self.pose(number, tick), 1.0
        if old.heading != new.heading:
            old, part = self.pose(number, tick - TURN_PART), TURN_PART
        return velocity_between(old, new, part, self.hz, place)

    def owner(self, triangle: int) -> int:
        """Return the number of the mover that owns a triangle, or -1 for the level's mesh and for bodies of exhibits."""
        return bisect_right(self.firsts, triangle) - 1 if triangle < self.firsts[-1] else -1

    def near(self, position: Vector, extents: Vector, tick: int) -> list[int]:
        """Return the numbers of the movers whose boxes may overlap a box, by centre and half sides [m], in the tick to `tick`."""
        if self._is_interpreted:
            self._bind()
        found = np.empty(len(self.all), np.int64)
        return found[: self._near(found, position, extents, float(tick))].tolist()

    def boxes(self, tick: int) -> tuple[np.ndarray, np.ndarray]:
        """Return corners (lows, highs), each (m, 3) [m], of boxes that contain the m movers in the tick that ends at `tick`."""
        if self._boxed != tick:
            poses = [(self.pose(number, tick - 1), self.pose(number, tick)) for number in range(len(self.all))]
            self._boxes, self._boxed = swept_boxes(np.array(poses), np.array(self._bounds)), tick
        return self._boxes

    def may_meet(self, number: int, start: Vector, end: Vector, extents: Vector, tick: int) -> bool:
        """True if the box of mover `number` may come near a point on the way from `start` to `end` [m] in the tick to `tick`.

        extents: distances [m] along the mover's own axes that are near
        """
        if self._is_interpreted:
            self._bind()
        return self._may_meet(number, start, end, extents, float(tick))

    def triangles(self, numbers: Sequence[int], tick: int) -> tuple[np.ndarray, np.ndarray]:
        """Return (corners (n, 9) [m], triangle numbers (n,)) of the movers `numbers`, one or more, at a tick.

        The corners are in the world. A reversed triangle has ~number. `Nearby.mover_triangles` has the same form.
        """
        if tick != self._tick:
            self._tick, self._triangles = tick, {}
        key = tuple(numbers)
        if key in self._triangles:
            return self._triangles[key]
        order = self._orders[numbers[0]] if len(numbers) == 1 else np.concatenate([self._orders[number] for number in numbers])
        corners, first = np.empty((len(order), 9)), 0
        for number in numbers:
            x, y, z, _, c, s = self.pose(number, tick)
            own = self.all[number].mesh.corners
            place_triangles.with_same_types(own, (x, y, z), c, s, corners[first : first + len(own)])
            first += len(own)
        self._triangles[key] = corners, order
        return corners, order

    def longest_displacement(self, triangles: Iterable[int], tick: int) -> float:
        """Return the longest displacement [m] of a point of the movers that own some of the triangles, in the tick to `tick`."""
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
