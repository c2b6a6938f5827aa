"""The search of a spawn point in a mesh without one, of the ground that a player can reach from it, and of a tour.

The spawn is in a large region of floor that can be reached on foot, so not in a sealed room beside the ground. It is on a roof
only if nothing else is large enough: without ground around it, a building is seen from inside, also a room without a door.
"""

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...collision import Ellipsoid, TriangleMesh, overlap
from ...collision.mesh.closed_shells import may_be_in_solid
from ...core.elementary_functions import cos, each, sin
from ...core.vec3 import hypot
from ..contents.level import Spawn

CELL = 0.5  # [m] of the grid. Smaller: takes longer; larger: doors are missed
RISE = 0.6  # [m] up or down from cell to cell: a slope of 50 degrees, and two steps of stairs
KNEE, CHEST, HEAD = 0.65, 1.3, 1.75  # [m] above the feet: nothing may be in the way there; a step is lower than the knee
BODY = 0.4  # [m] half the player's width
STOREY = 1.0  # [m] positions whose heights differ by less are in the same storey. Larger: low storeys become one
# Cells of one flood fill: 3000 m2. Fewer: large halls count as small as rooms; more: takes longer, 10 us a cell.
MOST_CELLS = 12_000
# Rounds of one flood fill, each a cell farther: 250 m. An open floor needs 80. Fewer: long roads are cut; more: narrow and long
# floors take longer, .2 ms a round.
MOST_ROUNDS = 500
# Number of a cell along an axis, beyond which a float cannot distinguish cells. Smaller: far floors are in one cell; larger:
# an integer cannot hold it.
FARTHEST_CELL = 2.0**53
CELL_SIZE = np.array([CELL, CELL, STOREY])
WAYS = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])  # to the four sides
UP = np.array([0.0, 0.0, 1.0])


class ReachedCells:
    """A set of cells near its first one. Each cell is a number, and the numbers are sorted, so many are looked up at once."""

    MOST = 8 * MOST_ROUNDS  # cells along an axis around the first. Smaller: a flood fill gets farther; larger: nothing changes

    def __init__(self, first: np.ndarray) -> None:
        """first: the cell (3,) [x, y, storey] that is in the set from the start"""
        self._first = first
        self._numbers = self._numbers_of(first[None])

    def __len__(self) -> int:
        return len(self._numbers)

    def _numbers_of(self, cells: np.ndarray) -> np.ndarray:
        """Return the number (n,) of each of the cells (n, 3). Cells above each other have numbers in a row."""
        x, y, storey = clipped(cells - self._first + self.MOST // 2, 0, self.MOST - 1).T
        return (x * self.MOST + y) * self.MOST + storey

    def add(self, cells: np.ndarray) -> np.ndarray:
        """Add the cells (n, 3). Return the rows of those that are new. Of equal ones the first row counts."""
        numbers, rows = np.unique(self._numbers_of(cells), return_index=True)
        places = np.searchsorted(self._numbers, numbers)
        is_new = self._numbers[np.minimum(places, len(self) - 1)] != numbers
        self._numbers = np.sort(np.concatenate([self._numbers, numbers[is_new]]), kind="stable")  # np.insert takes twice as long
        return np.sort(rows[is_new])

    def are_reached(self, positions: np.ndarray) -> np.ndarray:
        """Return if each of the positions (n, 3) [m] is in one of the cells, or in the storey above or below one, (n,)."""
        numbers = self._numbers_of(cells_of(positions))
        places = np.searchsorted(self._numbers, numbers - 1)
        return (places < len(self)) & (self._numbers[np.minimum(places, len(self) - 1)] <= numbers + 1)


class Reach(NamedTuple):
    cells: ReachedCells  # each cell reached
    is_cut: bool  # True if the flood fill ended early, so that more cells may be within reach


def reached_cells(mesh: TriangleMesh, feet: np.ndarray) -> Reach:
    """Return the cells that can be reached on foot from `feet` (3,) [m], up to MOST_CELLS and MOST_ROUNDS."""
    places = feet[None]
    seen = ReachedCells(cells_of(places)[0])
    for _ in range(MOST_ROUNDS):
        if len(places) == 0 or len(seen) >= MOST_CELLS:
            break
        found = neighbours(mesh, places, seen)
        places = found[seen.add(cells_of(found))]
    return Reach(seen, len(places) > 0)


def cells_of(places: np.ndarray) -> np.ndarray:
    """Return the cell (n, 3) [x, y, storey] of each of the positions (n, 3) [m]."""
    return np.floor(clipped(places / CELL_SIZE, -FARTHEST_CELL, FARTHEST_CELL)).astype(np.int64)


def clipped(values: np.ndarray, low: float, high: float) -> np.ndarray:
    """Return the values, at least `low` and at most `high`. For a few cells, np.clip takes three times as long."""
    return np.minimum(np.maximum(values, low), high)


def neighbours(mesh: TriangleMesh, places: np.ndarray, seen: ReachedCells) -> np.ndarray:
    """Return the feet (m, 3) [m] that can be reached on foot, one cell to each side of places, except the cells `seen`."""
    sides = np.concatenate([WAYS] * len(places))
    starts = np.repeat(places, 4, axis=0)
    ahead = starts + CELL * sides
    new = ~seen.are_reached(ahead)  # a ray takes longer than this
    starts, sides, tops = starts[new], sides[new], ahead[new] + RISE * UP
    drops = mesh.raycast(tops, np.concatenate([-UP[None]] * len(tops)), 2 * RISE) if len(tops) else np.zeros(0)
    found = np.isfinite(drops)
    if not found.any():
        return np.zeros((0, 3))
    starts = starts[found]
    places = tops[found] - drops[found, None] * UP
    ways = places - starts + BODY * sides[found]
    lengths = np.linalg.norm(ways, axis=1)
    ways /= lengths[:, None]
    origins = np.concatenate([places + 0.1 * UP, starts + KNEE * UP, starts + CHEST * UP])
    directions = np.concatenate([np.broadcast_to(UP, places.shape), ways, ways])
    reaches = np.concatenate([np.full(len(places), HEAD - 0.1), lengths, lengths])
    is_hit = np.isfinite(mesh.raycast(origins, directions, reaches)).reshape(3, -1)  # all rays at once: a call takes 20 us
    return places[~is_hit.any(axis=0)]


STEEPEST = math.radians(40.0)  # steepest floor of a spawn
# [m] from .1 above the feet: the player is 1.8 high. Smaller: begins under shelves; larger: low cellars have no floor.
HEAD_ROOM = 1.85
REACH = 12.0  # distance within which walls count [m]
SAMPLES = 600  # spots tried. Fewer: small rooms are missed; more: a noticeable delay
FLOODS = 20  # regions tried. Fewer: a roof with many chimneys hides the ground; more: takes longer, 20 ms a room
# The same, with the regions in solids. Fewer: the ground in a town of closed houses is missed; more: takes longer.
MOST_FLOODS = 100
# The best spot wins whose region has this share of the largest one's spots. Smaller: sealed rooms win over the ground; larger:
# the roof of a house wins over its rooms.
LARGE = 0.6
ENOUGH = 0.5  # a region with this share of all spots ends the search
ROOF = 2.0  # loss of score on a roof. Smaller: a wide roof wins over the rooms below; larger: only small rooms are left
# A region is a roof if this share of its spots is. Smaller: rooms with a way to their roof are roofs; larger: furniture in the
# room below makes it none.
MOSTLY = 0.6
# Share of all spots of a region that is preferred to a roof. Smaller: begins in a closet below a wide deck; larger: on the roof
# of a narrow hall.
ROOMY = 0.1
NO_FLOOR = "no floor to stand on: everything is steeper than 40 degrees"
IN_SOLID = "begins in a solid: no floor outside of its solids was found"
NO_ROOM = "no floor with room for the player: perhaps the unit is another one"
FACES_DOWN = "the faces of its floors point down or inwards: flip the normals in the program that made the file"
# Floors may be backs of faces if nothing else has room. The mesh must be so many times as wide as the space above the faces that
# point up is high. Smaller: low rooms of a wrong unit are taken for slabs that are inside out; larger: thick slabs are not found.
FLAT_SPACE = 16.0
RADIALS = 16  # directions of rays around a spot


def unit_vectors(headings: np.ndarray) -> np.ndarray:
    return np.stack([-each(sin, headings), each(cos, headings), np.zeros(len(headings))], axis=1)


AROUND = unit_vectors(np.arange(RADIALS) * math.tau / RADIALS)


class SpawnChoice(NamedTuple):
    spawn: Spawn
    remarks: tuple[str, ...] = ()


def find_spawn(mesh: TriangleMesh) -> SpawnChoice:
    """Return the best free spot from which much floor can be reached, or a place above the mesh, and the reason.

    Floors whose faces point down are taken if no others have room, with a remark.
    """
    spots = floor_spots(mesh)
    if choice := best_spot(mesh, spots):
        return choice
    backs = floor_spots(mesh, is_turned=True)
    if (choice := best_spot(mesh, backs)) and (len(spots) == 0 or is_between_faces(mesh, spots)):
        return SpawnChoice(choice.spawn, (FACES_DOWN, *choice.remarks))
    return SpawnChoice(above_everything(mesh), (NO_ROOM if len(spots) or len(backs) else NO_FLOOR,))


def is_between_faces(mesh: TriangleMesh, spots: np.ndarray) -> bool:
    """Return if the space above the spots (n, 3) [m] is too low for its width to be a room at another scale."""
    low, high = mesh.bounds
    width = max(high[0] - low[0], high[1] - low[1])
    free = mesh.raycast(spots + 1e-3 * UP, np.tile(UP, (len(spots), 1)), np.inf)
    return width > FLAT_SPACE * float(np.median(free))


def best_spot(mesh: TriangleMesh, spots: np.ndarray) -> SpawnChoice | None:
    """Return the best free one of the spots (n, 3) [m], from which much of the others can be reached, or None."""
    if len(spots) == 0:
        return None
    ranked = scores(mesh, spots)
    order = spots[np.argsort(-ranked, kind="stable")][: int(np.isfinite(ranked).sum())]
    outside: list[FloorArea] = []
    in_solids: list[FloorArea] = []
    count = len(order)  # of the spots outside of solids
    for region in itertools.islice(regions(mesh, order), MOST_FLOODS):
        (in_solids if region.is_in_solid else outside).append(region)
        count -= region.spots if region.is_in_solid else 0
        if len(outside) == FLOODS or outside and outside[-1].spots >= ENOUGH * count and not outside[-1].is_roof:
            break
    rooms = [region for region in outside if not region.is_roof and region.spots >= ROOMY * count]
    count -= max((region.spots for region in outside if rooms and region.is_roof), default=0)
    found = rooms or outside or in_solids
    if not found:
        return None
    largest = max(region.spots for region in found)
    best = next(region for region in found if region.spots >= LARGE * largest)
    share = best.spots / (count or len(order))
    is_small = share < LARGE * ENOUGH and not best.is_cut
    remarks = [f"begins where {share:.0%} of its floors can be reached on foot"] if is_small else []
    remarks += [IN_SOLID] if best.is_in_solid else []
    return SpawnChoice(Spawn(tuple(best.feet.tolist()), 0.0), tuple(remarks))


class FloorArea(NamedTuple):
    feet: np.ndarray  # (3,) best spot [m]
    spots: int  # number of spots in the region
    is_cut: bool  # True if the flood fill ended early, so that the region may be larger
    is_in_solid: bool  # True if it is inside a closed solid, such as a large building on the ground
    is_roof: bool  # True if most of it is above a room, under the open sky


def regions(mesh: TriangleMesh, order: np.ndarray) -> Iterator[FloorArea]:
    """Yield the regions of the free spots. `order` (n, 3) [m] holds all spots, the best first."""
    left, roofs = np.ones(len(order), bool), are_roofs(mesh, order) if len(order) else np.zeros(0, bool)
    for number, feet in enumerate(order):
        if left[number] and is_free(mesh, feet):
            reach = reached_cells(mesh, feet)
            inside = reach.cells.are_reached(order)
            left &= ~inside
            is_roof = roofs[inside].mean() >= MOSTLY if inside.any() else False
            yield FloorArea(feet, int(inside.sum()), reach.is_cut, is_in_solid(mesh, feet + KNEE * UP), bool(is_roof))


def floor_spots(mesh: TriangleMesh, is_turned: bool = False) -> np.ndarray:
    """Return SAMPLES points [m] spread over the walkable triangles by area, or none. is_turned: of those walkable from below"""
    a, b, c = (mesh.vertices[mesh.triangles[:, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    doubled = np.linalg.norm(normals, axis=1)
    walkable = (-1.0 if is_turned else 1.0) * normals[:, 2] > cos(STEEPEST) * doubled
    rows = np.flatnonzero(walkable & (doubled > 0))
    if len(rows) == 0:
        return np.zeros((0, 3))
    reach = np.cumsum(doubled[rows])
    chosen = rows[np.searchsorted(reach, (np.arange(SAMPLES) + 0.5) / SAMPLES * reach[-1])]
    return spread_points(a[chosen], b[chosen], c[chosen])


def spread_points(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Return one point (n, 3) in each of n triangles a, b, c (n, 3), by a Kronecker sequence with the plastic number."""
    number = np.arange(len(a))[:, None]
    u, v = (0.5 + number * 0.7548776662466927) % 1.0, (0.5 + number * 0.5698402909980532) % 1.0
    over = u + v > 1.0
    u, v = np.where(over, 1.0 - u, u), np.where(over, 1.0 - v, v)
    return a + (b - a) * u + (c - a) * v


def scores(mesh: TriangleMesh, spots: np.ndarray) -> np.ndarray:
    """Return the score (n,) of each spot (n, 3) [m], -inf for a spot without head room.

    It grows with free space to the sides (up to 3 m), floor all around and walls within REACH. It falls with the distance from
    the centre of the mesh, and on a roof.
    """
    room = free_distances(mesh, spots)
    head = mesh.raycast(spots + 0.1 * UP, np.tile(UP, (len(spots), 1)), HEAD_ROOM)
    near, enclosed = np.minimum(room.min(axis=1), 3.0), (room < REACH).mean(axis=1)
    low, high = (np.array(corner) for corner in mesh.bounds)
    off_middle = np.linalg.norm((spots - (low + high) / 2)[:, :2], axis=1) / max(hypot(*(high - low)[:2].tolist()), 1e-9)
    score = near + 2.0 * enclosed + 2.0 * floor_around(mesh, spots) - 3.0 * off_middle - ROOF * are_roofs(mesh, spots)
    return np.where(np.isfinite(head), -np.inf, score)


def are_roofs(mesh: TriangleMesh, spots: np.ndarray) -> np.ndarray:
    """Return a mask (n,) of the spots (n, 3) [m] that are roofs: open sky above, and below them a room with a floor."""
    up, down, far = (np.tile(row, (len(spots), 1)) for row in ((0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (0.0, 0.0, -0.05)))
    is_open = ~np.isfinite(mesh.raycast(spots - far, up, np.inf))
    first = mesh.raycast(spots + far, down, np.inf)
    below = np.where(np.isfinite(first), first, 0.0)
    second = mesh.raycast(spots + 2.0 * far + down * below[:, None], down, np.inf)
    return is_open & np.isfinite(first) & np.isfinite(second) & (np.maximum(first, second) >= HEAD_ROOM)


def free_distances(mesh: TriangleMesh, spots: np.ndarray) -> np.ndarray:
    """Return the free distance (n, RADIALS) [m] around each spot (n, 3) [m], up to REACH: the least at knee and chest height."""
    around = np.tile(AROUND, (len(spots), 1))
    reaches = []
    for height in (0.5, 1.3):
        eyes = np.repeat(spots + (0.0, 0.0, height), RADIALS, axis=0)
        reaches.append(np.minimum(mesh.raycast(eyes, around, REACH), REACH))
    return np.minimum(*reaches).reshape(-1, RADIALS)


def floor_around(mesh: TriangleMesh, spots: np.ndarray) -> np.ndarray:
    """Return the share (n,) of points .5 and 1.5 m around each spot (n, 3) [m] with floor at most .5 m higher or lower."""
    found = []
    for distance in (0.5, 1.5):
        tops = (spots[:, None, :] + AROUND * distance).reshape(-1, 3) + (0.0, 0.0, 0.5)
        found.append(np.isfinite(mesh.raycast(tops, np.tile(-UP, (len(tops), 1)), 1.0)))
    return np.concatenate([part.reshape(-1, RADIALS) for part in found], axis=1).mean(axis=1)


def is_free(mesh: TriangleMesh, feet: np.ndarray) -> bool:
    body = Ellipsoid()
    return overlap(mesh, body, tuple((feet + (0.0, 0.0, body.radii[2] + 0.1)).tolist())) <= 0.0


def is_in_solid(mesh: TriangleMesh, point: np.ndarray) -> bool:
    is_possible = may_be_in_solid(mesh.vertices[mesh.triangles], point)  # the shells take longer
    return is_possible and mesh.closed_shells.in_solid(point, is_free=True)


def above_everything(mesh: TriangleMesh) -> Spawn:
    low, high = mesh.bounds
    return Spawn(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, high[2]), 0.0)


# A tour: straight legs over safe floor towards open space, never over an edge

DIRECTIONS = 24  # tried at every turn
STRIDE = 0.5  # [m] between two probes of the floor. Smaller: takes longer; larger: misses a gap that the player falls into
FARTHEST = 24  # strides of a leg
WIDE = 0.5  # [m] to each side and ahead that must be floor and free: a little more than the player's half width
EYE = 1.6  # [m] of the eyes above the feet
# Strides of the longest line of sight that counts for the first heading. Fewer: the first view in a hall is a near wall; more: a
# far thing beyond an edge wins over the room.
SIGHT = 60
LEDGE = 0.4  # [m] up or down from stride to stride
LEGS = 6
SPEED, RATE = 5.0, 60  # [m/s], [ticks/s] the script is written for


def plan_stroll(mesh: TriangleMesh, spawn: Spawn) -> tuple[float, str]:
    """Return the first heading [rad], and the script of a walk over safe floor of about 15 s or less, at least a stride."""
    headings = math.tau * np.arange(DIRECTIONS) / DIRECTIONS
    feet = np.array(spawn.at)
    legs: list[tuple[float, int]] = []
    for _ in range(LEGS):
        lengths, places = walks(mesh, feet, headings)
        bonus = -8.0 * (1.0 - each(cos, headings - legs[-1][0])) if legs else view_lengths(mesh, feet, headings)
        best = int(np.argmax(lengths + bonus))  # to turn back costs most
        strides = max(1, math.ceil(0.8 * lengths[best]))
        legs.append((float(headings[best]), strides))
        feet = places[strides, best]
    return legs[0][0], script_of(legs)


def script_of(legs: list[tuple[float, int]]) -> str:
    """Return the script that turns to each heading [rad] and walks its strides."""
    lines = ["# over open floor, turning before its edges"]
    for heading, strides in legs:
        degrees = math.degrees(heading)
        lines += [f"20 heading={degrees:g}", f"{round(strides * STRIDE / SPEED * RATE)} heading={degrees:g} forward=1"]
    return "\n".join(lines) + "\n"


def view_lengths(mesh: TriangleMesh, feet: np.ndarray, headings: np.ndarray) -> np.ndarray:
    """Return the length (n,), in strides, of the free line of sight along each heading: 0 into the open sky, at most SIGHT."""
    eyes = np.tile(feet + UP * EYE, (len(headings), 1))
    free = mesh.raycast(eyes, unit_vectors(headings), SIGHT * STRIDE)
    return np.where(np.isfinite(free), free / STRIDE, 0.0)


def walks(mesh: TriangleMesh, feet: np.ndarray, headings: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the strides (n,) that can be walked along each heading, and the feet (FARTHEST + 1, n, 3) [m] from the start on."""
    directions = unit_vectors(headings)
    places, walking = [np.tile(feet, (len(directions), 1))], np.ones(len(directions), bool)
    lengths = np.zeros(len(directions))
    for _ in range(FARTHEST):
        if not walking.any():  # all stay where they are
            places += [places[-1]] * (FARTHEST + 1 - len(places))
            break
        floor = floor_ahead(mesh, places[-1], directions)
        walking &= np.isfinite(floor) & is_open(mesh, places[-1], directions)
        lengths += walking
        ahead = places[-1] + directions * STRIDE
        ahead[:, 2] = np.where(walking, floor, places[-1][:, 2])
        places.append(np.where(walking[:, None], ahead, places[-1]))
    return lengths, np.array(places)


def floor_ahead(mesh: TriangleMesh, feet: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Return the height (n,) [m] of the floor one stride ahead of feet (n, 3) [m], or nan if this floor is not safe.

    It is safe within LEDGE of the feet, and within 1.5 times LEDGE at WIDE to each side of it and WIDE farther ahead.
    """
    across = np.stack([directions[:, 1], -directions[:, 0], directions[:, 2]], axis=1)
    spots = (STRIDE, 0.0), (STRIDE, WIDE), (STRIDE, -WIDE), (STRIDE + WIDE, 0.0)
    tops = np.concatenate([feet + directions * forward + across * side + UP * (2 * LEDGE) for forward, side in spots])
    drops = mesh.raycast(tops, np.tile(-UP, (len(tops), 1)), 4 * LEDGE).reshape(len(spots), -1)
    heights = feet[:, 2] + 2 * LEDGE - drops
    is_level = (np.abs(heights - feet[:, 2]) <= 1.5 * LEDGE).all(axis=0)
    return np.where(is_level & (np.abs(heights[0] - feet[:, 2]) <= LEDGE), heights[0], np.nan)


def is_open(mesh: TriangleMesh, feet: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Return a mask (n,) of the directions in which the next stride is free at knee and chest height."""
    origins = np.concatenate([feet + UP * height for height in (0.6, 1.4)])
    return ~np.isfinite(mesh.raycast(origins, np.tile(directions, (2, 1)), STRIDE + WIDE)).reshape(2, -1).any(axis=0)
