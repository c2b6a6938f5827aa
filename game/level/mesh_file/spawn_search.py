"""Search for a spawn in a mesh file: a wide, level, walkable spot with free space around it, near the middle."""

import math

import numpy as np

from game.collision import Ellipsoid, TriangleMesh, overlap
from game.level.level import Spawn

STEEPEST = math.radians(40.0)  # steepest floor of a spawn
HEAD_ROOM = 2.2  # [m] above the feet: the player is 1.8 high
REACH = 12.0  # distance within which walls count [m]
SAMPLES = 600  # spots tried. Fewer: small rooms are missed; more: a noticeable delay
RADIALS = 16  # directions of rays around a spot


def find_spawn(mesh: TriangleMesh) -> Spawn:
    """The best free spot, or the highest point of the mesh if there is none."""
    spots = floor_spots(mesh)
    if len(spots) == 0:
        return above_everything(mesh)
    for index in np.argsort(-scores(mesh, spots), kind="stable"):
        feet = spots[index]
        if is_free(mesh, feet):
            return Spawn(tuple(feet.tolist()), 0.0)
    return above_everything(mesh)


def floor_spots(mesh: TriangleMesh) -> np.ndarray:
    """(n, 3) points spread over the walkable triangles by area, always the same ones."""
    a, b, c = (mesh.vertices[mesh.triangles[:, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    doubled = np.linalg.norm(normals, axis=1)
    walkable = normals[:, 2] > math.cos(STEEPEST) * doubled
    if not walkable.any():  # all triangles are wound inwards: floors face down
        walkable = -normals[:, 2] > math.cos(STEEPEST) * doubled
    rows = np.flatnonzero(walkable & (doubled > 0))
    if len(rows) == 0:
        return np.zeros((0, 3))
    reach = np.cumsum(doubled[rows])
    chosen = rows[np.searchsorted(reach, (np.arange(SAMPLES) + 0.5) / SAMPLES * reach[-1])]
    return spread_points(a[chosen], b[chosen], c[chosen])


def spread_points(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """A point in each triangle, from a sequence that fills it evenly (Kronecker's, with the plastic number)."""
    number = np.arange(len(a))[:, None]
    u, v = (0.5 + number * 0.7548776662466927) % 1.0, (0.5 + number * 0.5698402909980532) % 1.0
    over = u + v > 1.0
    u, v = np.where(over, 1.0 - u, u), np.where(over, 1.0 - v, v)
    return a + (b - a) * u + (c - a) * v


def scores(mesh: TriangleMesh, spots: np.ndarray) -> np.ndarray:
    """(n,) score of each spot; -inf without head room.

    Good is room to the sides (up to 3 m), floor all around, something to see in reach, and being near the middle.
    """
    room = looks(mesh, spots)
    head = mesh.raycast(spots + (0.0, 0.0, 0.1), np.tile((0.0, 0.0, 1.0), (len(spots), 1)), np.full(len(spots), HEAD_ROOM))
    near, enclosed = np.minimum(room.min(axis=1), 3.0), (room < REACH).mean(axis=1)
    low, high = (np.array(corner) for corner in mesh.bounds)
    off_middle = np.linalg.norm((spots - (low + high) / 2)[:, :2], axis=1) / max(float(np.linalg.norm((high - low)[:2])), 1e-9)
    score = near + 2.0 * enclosed + 2.0 * floor_around(mesh, spots) - 3.0 * off_middle
    return np.where(np.isfinite(head), -np.inf, score)


def directions() -> np.ndarray:
    """(RADIALS, 3) level unit vectors all around, by heading."""
    headings = np.arange(RADIALS) * math.tau / RADIALS
    return np.stack([-np.sin(headings), np.cos(headings), np.zeros(RADIALS)], axis=1)


def looks(mesh: TriangleMesh, spots: np.ndarray) -> np.ndarray:
    """(n, RADIALS) free distance around each spot, up to REACH: the nearer of knee and chest height."""
    around = np.tile(directions(), (len(spots), 1))
    reaches = []
    for height in (0.5, 1.3):
        eyes = np.repeat(spots + (0.0, 0.0, height), RADIALS, axis=0)
        reaches.append(np.minimum(mesh.raycast(eyes, around, np.full(len(eyes), REACH)), REACH))
    return np.minimum(*reaches).reshape(-1, RADIALS)


def floor_around(mesh: TriangleMesh, spots: np.ndarray) -> np.ndarray:
    """(n,) share of the places .5 and 1.5 m around each spot where there is floor within a step up or down."""
    found = []
    for distance in (0.5, 1.5):
        tops = (spots[:, None, :] + directions() * distance).reshape(-1, 3) + (0.0, 0.0, 0.5)
        found.append(np.isfinite(mesh.raycast(tops, np.tile((0.0, 0.0, -1.0), (len(tops), 1)), np.full(len(tops), 1.0))))
    return np.concatenate([part.reshape(-1, RADIALS) for part in found], axis=1).mean(axis=1)


def is_free(mesh: TriangleMesh, feet: np.ndarray) -> bool:
    """True if the player fits there, a hand's breadth above the floor."""
    body = Ellipsoid()
    return overlap(mesh, body, tuple((feet + (0.0, 0.0, body.radii[2] + 0.1)).tolist())) <= 0.0


def above_everything(mesh: TriangleMesh) -> Spawn:
    low, high = mesh.bounds
    return Spawn(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, high[2]), 0.0)
