"""The part of a mesh that can be reached on foot from a position, found by a flood fill over a grid of floor cells."""

from typing import NamedTuple

import numpy as np

from ...collision import TriangleMesh

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
SIDES = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])
UP = np.array([0.0, 0.0, 1.0])


class Reach(NamedTuple):
    """The result of a flood fill over floor."""

    cells: set[tuple[int, int, int]]  # (x, y, storey) of each cell reached
    is_cut: bool  # True if the flood fill ended early, so that more cells may be within reach


def reached_cells(mesh: TriangleMesh, feet: np.ndarray) -> Reach:
    """Return the Reach of the cells that can be reached on foot from `feet` (3,) [m]. The cell of `feet` is one of them.

    The search ends at about MOST_CELLS cells, and after MOST_ROUNDS rounds.
    """
    seen = {cell_of(feet)}
    places = feet[None]
    for _ in range(MOST_ROUNDS):
        if len(places) == 0 or len(seen) >= MOST_CELLS:
            break
        fresh = []
        found = neighbours(mesh, places, seen)
        for place, (x, y, storey) in zip(found, cells_of(found)):
            cell = x, y, storey
            if cell not in seen:
                seen.add(cell)
                fresh.append(place)
        places = np.array(fresh).reshape(-1, 3)
    return Reach(seen, len(places) > 0)


def cell_of(place: np.ndarray) -> tuple[int, int, int]:
    """Return the cell (x, y, storey) of a position (3,) [m]."""
    ((x, y, z),) = cells_of(place[None])
    return x, y, z


def cells_of(places: np.ndarray) -> list[list[int]]:
    """Return the cell [x, y, storey] of each of the positions (n, 3) [m]."""
    return np.floor(places / (CELL, CELL, STOREY)).astype(int).tolist()


def are_reached(cells: set[tuple[int, int, int]], positions: np.ndarray) -> list[bool]:
    """Return the result of `is_reached` for each of the positions (n, 3) [m], as a list."""
    return [(x, y, z) in cells or (x, y, z - 1) in cells or (x, y, z + 1) in cells for x, y, z in cells_of(positions)]


def is_reached(cells: set[tuple[int, int, int]], position: np.ndarray) -> bool:
    """True if a position (3,) [m] is in one of the cells, or in the storey above or below one."""
    return are_reached(cells, position[None])[0]


def neighbours(mesh: TriangleMesh, places: np.ndarray, seen: set[tuple[int, int, int]]) -> np.ndarray:
    """Return the positions (m, 3) [m] of the feet that can be reached on foot, one cell to each side of `places` (n, 3) [m].

    seen: cells that are left out, with the storeys above and below them
    """
    steps = np.tile(np.column_stack([SIDES, np.zeros(4)]), (len(places), 1))
    starts = np.repeat(places, 4, axis=0)
    new = ~np.array(are_reached(seen, starts + CELL * steps))  # a ray takes longer than this
    starts, steps = starts[new], steps[new]
    tops = starts + CELL * steps + RISE * UP
    drops = distances(mesh, tops, -UP, np.full(len(tops), 2 * RISE))
    found = np.isfinite(drops)
    starts, steps = starts[found], steps[found]
    places = tops[found] - drops[found, None] * UP
    ways = places - starts + BODY * steps
    lengths = np.linalg.norm(ways, axis=1)
    free = ~np.isfinite(distances(mesh, places + 0.1 * UP, UP, np.full(len(places), HEAD - 0.1)))
    for height in (KNEE, CHEST):
        free &= ~np.isfinite(distances(mesh, starts + height * UP, ways / lengths[:, None], lengths))
    return places[free]


def distances(mesh: TriangleMesh, origins: np.ndarray, directions: np.ndarray, reaches: np.ndarray) -> np.ndarray:
    """Return the distances (n,) [m] to the first hits of n rays, inf for a ray without a hit. n may be 0.

    origins: (n, 3) [m]
    directions: unit vectors (n, 3), or (3,) for all rays
    reaches: lengths of the rays (n,) [m]
    """
    if len(origins) == 0:
        return np.zeros(0)
    return mesh.raycast(origins, np.broadcast_to(directions, origins.shape), reaches)
