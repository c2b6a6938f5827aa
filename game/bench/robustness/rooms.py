"""Hostile rooms: closed rooms full of geometry that makes collision code fail, each made from a seed.

A room is a box of two chambers with a wall of no thickness between them, or a convex prism, often with acute corners. Its walls
are cut into random triangles (T-junctions, any diagonal, both windings, duplicates). It is filled with objects and rotated as a
whole. A body that starts inside a chamber must never leave it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...collision import TriangleMesh
from .hostile_geometry import ALL, COMMON, rotation

FLIPPED, DOUBLED = 0.3, 0.05  # parts of the triangles that are wound inward, and that are duplicated


class Room(NamedTuple):
    """A closed room. A point x of room space is inside if planes[:, :3] . x < planes[:, 3] for all planes.

    A divided room is a box with two chambers, which meet at x = size[0] / 2. Any other room is a prism with one chamber.
    """

    seed: int
    corners: np.ndarray  # (t, 3, 3) world [m]
    turn: np.ndarray  # (3, 3) room space -> world: world = turn @ room + place
    place: np.ndarray  # (3,) [m]
    size: np.ndarray  # (3,) [m] box around the room, from the origin of room space
    planes: np.ndarray  # (p, 4) outward normals and distances of the walls
    divided: bool

    def to_room_space(self, positions: np.ndarray) -> np.ndarray:
        """Return the room-space coordinates (n, 3) [m] of world points (n, 3) [m]."""
        return (positions - self.place) @ self.turn

    def chamber(self, positions: np.ndarray) -> np.ndarray:
        """Return the chamber (n,) of each world point (n, 3) [m]: 0 or 1, or -1 outside and for nan."""
        local = self.to_room_space(positions)
        within = (local @ self.planes[:, :3].T < self.planes[:, 3]).all(axis=1)
        return np.where(within, (self.divided & (local[:, 0] > self.size[0] / 2)).astype(int), -1)

    def random_points(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """Return world points (count, 3) [m] in the box around the room. Some may be in no chamber."""
        return rng.uniform(0, 1, (count, 3)) * self.size @ self.turn.T + self.place


def hostile_room(seed: int) -> Room:
    """Return the Room of a seed, with walls, objects, rotation and position. Equal seeds give equal rooms.

    Raises ValueError for a negative seed.
    """
    rng = np.random.default_rng([seed, 1])
    size = rng.uniform((6, 4, 3), (16, 10, 7))
    divided = bool(rng.random() < 0.6)
    parts, planes = box_shell(rng, size) if divided else prism_shell(rng, size)
    kinds = COMMON if seed % 2 else ALL  # seeds that failed once are odd; their rooms must not change
    parts += [kind(rng, size) for kind in rng.choice(kinds, rng.integers(3, 30))]
    turn, place = placement(rng)
    return Room(seed, disordered(rng, np.concatenate(parts)) @ turn.T + place, turn, place, size, planes, divided)


def mesh_of(room: Room) -> TriangleMesh:
    """Return the room's triangles as a mesh in which no triangles share a vertex."""
    return TriangleMesh(room.corners.reshape(-1, 3), np.arange(3 * len(room.corners)).reshape(-1, 3))


def disordered(rng: np.random.Generator, corners: np.ndarray) -> np.ndarray:
    """Return triangles (t, 3, 3) in random order, some with reversed winding, some duplicated.

    corners: (n, 3, 3) of the triangles before. The array is changed.
    """
    flipped = rng.random(len(corners)) < FLIPPED
    corners[flipped] = corners[flipped][:, ::-1]
    corners = np.concatenate([corners, corners[rng.random(len(corners)) < DOUBLED][:, [1, 2, 0]]])
    return corners[rng.permutation(len(corners))]


def placement(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return a random rotation matrix (3, 3) and position (3,) [m] of a room, `turn` and `place` of Room.

    The room is parallel to the axes, rotated about z, or tilted. It is near the origin or far away.
    """
    place = rng.choice([0.0, 10.0, 1e4]) * rng.uniform(-1, 1, 3)
    kind = rng.integers(3)
    if kind == 0:
        return np.eye(3), place
    axis = np.array([0.0, 0.0, 1.0]) if kind == 1 else rng.normal(size=3)
    return rotation(axis, rng.uniform(0, 2 * np.pi)), place


# The shell


def box_shell(rng: np.random.Generator, size: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the walls of a box, a list of triangles (t, 3, 3) [m], and its planes (6, 4), as in Room.

    One of the walls is a partition in the middle of x. All walls are cut separately, so they meet in T-junctions.
    size: of the box (3,) [m]
    """
    walls = []
    for axis in range(3):
        across = np.eye(3) * size
        u, v = (across[other] for other in range(3) if other != axis)
        for part in (0.0, 0.5, 1.0) if axis == 0 else (0.0, 1.0):
            walls.append(wall(rng, across[axis] * part, u, v))
    planes = np.concatenate([np.c_[-np.eye(3), np.zeros(3)], np.c_[np.eye(3), size]])
    return walls, planes


def prism_shell(rng: np.random.Generator, size: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the walls of a vertical prism, a list of triangles (t, 3, 3) [m], and its planes (p, 4), as in Room.

    The prism is convex, and has 3 to 16 sides with corners of any angle.
    size: of the box around the prism (3,) [m]
    """
    sides = int(rng.integers(3, 17))
    angles = np.cumsum(rng.dirichlet(np.full(sides, 2.0))) * 2 * np.pi
    rim = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    rim = (rim - rim.min(axis=0)) / np.ptp(rim, axis=0) * size[:2]
    ends, up = np.roll(rim, -1, axis=0), np.array([0.0, 0.0, size[2]])
    walls = [wall(rng, np.array([*a, 0.0]), np.array([*(b - a), 0.0]), up) for a, b in zip(rim, ends)]
    middle = rim.mean(axis=0)
    for z in (0.0, size[2]):
        fan = np.stack([np.broadcast_to(middle, rim.shape), rim, ends], axis=1)
        walls.append(np.concatenate([fan, np.full((sides, 3, 1), z)], axis=2))
    outward = np.stack([(ends - rim)[:, 1], -(ends - rim)[:, 0], np.zeros(sides)], axis=1)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    upright = np.c_[outward, np.einsum("ij,ij->i", outward[:, :2], rim)]
    return walls, np.concatenate([upright, [[0, 0, 1, size[2]], [0, 0, -1, 0.0]]])


def wall(rng: np.random.Generator, corner: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return triangles (t, 3, 3) [m] that cover a parallelogram, which is cut at random.

    corner: of the parallelogram (3,) [m]; u, v: its sides from this corner (3,) [m]
    """
    triangles = []
    for low, high in cut(rng, (0.0, 0.0), (1.0, 1.0), int(rng.integers(1, 6))):
        parts = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
        triangles += halves(rng, corner + parts[:, :1] * u + parts[:, 1:] * v)
    return np.array(triangles)


def cut(rng: np.random.Generator, low: tuple, high: tuple, depth: int) -> list[tuple]:
    """Return the parts (low, high) of a rectangle, cut recursively at random positions.

    So the corners of a part can lie within the sides of its neighbours (T-junctions).
    low, high: corners (u, v) of the rectangle
    depth: greatest depth of the recursion
    """
    if depth == 0 or rng.random() < 0.1:
        return [(low, high)]
    axis = int(rng.integers(2))
    at = low[axis] + (high[axis] - low[axis]) * rng.choice([0.5, rng.uniform(0.01, 0.99)])
    end = (at, high[1]) if axis == 0 else (high[0], at)
    begin = (at, low[1]) if axis == 0 else (low[0], at)
    return cut(rng, low, end, depth - 1) + cut(rng, begin, high, depth - 1)


def halves(rng: np.random.Generator, square: np.ndarray) -> list[np.ndarray]:
    """Return the two triangles (3, 3) of a quadrilateral (4, 3), cut along a random diagonal."""
    a, b, c, d = square
    return [np.array([a, b, c]), np.array([a, c, d])] if rng.random() < 0.5 else [np.array([a, b, d]), np.array([b, c, d])]
