"""Random hostile rooms: geometry that makes collision code fail.

An object is a function of a random generator and the size of the room (3,) [m], and returns triangles (t, 3, 3) [m] in room
space. A room is a box of two chambers with a wall of no thickness between them, or a convex prism, often with acute corners. Its
walls are cut into random triangles (T-junctions, any diagonal, both windings, duplicates). It is filled with objects and rotated
as a whole. A body that starts inside a chamber must never leave it.
"""

from typing import NamedTuple

import numpy as np

from ..collision import TriangleMesh
from .terrain_and_tracks import BOX_CORNERS, BOX_TRIANGLES

UP = np.array([0.0, 0.0, 1.0])


def rotation(axis: np.ndarray, angle: float) -> np.ndarray:
    """Return the matrix of a rotation about an axis by an angle [rad], counter-clockwise seen from the axis's tip (Rodrigues)."""
    x, y, z = axis / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def strip(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the triangles (2n - 2, 3, 3) of a strip between two lines of points, each (n, 3)."""
    a, b, c, d = one[:-1], one[1:], other[1:], other[:-1]
    return np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def on_the_floor(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    return np.array([*rng.uniform(0, 1, 2) * size[:2], 0.0])


def soup(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return separate triangles of about 1 mm to 2 m."""
    centres = rng.uniform(0, 1, (12, 1, 3)) * size
    return centres + rng.normal(size=(12, 3, 3)) * 10 ** rng.uniform(-3, 0.2, (12, 1, 1))


def slivers(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return needles and blades about 1e-12 to 1e-2 m wide."""
    centres, sides = rng.uniform(0, 1, (8, 3)) * size, rng.normal(size=(8, 3))
    tips = centres + sides * rng.uniform(0.2, 0.8, (8, 1)) + rng.normal(size=(8, 3)) * 10 ** rng.uniform(-12, -2, (8, 1))
    return np.stack([centres, centres + sides, tips], axis=1)


def crate(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return a box on the floor, rotated about z, or parallel to the axes. Its bottom is in the plane of the floor."""
    turn = rotation(UP, rng.choice([0.0, rng.uniform(0, 2 * np.pi)]))
    low = on_the_floor(rng, size)
    return (BOX_CORNERS * rng.uniform(0.1, 2.0, 3) @ turn.T + low)[BOX_TRIANGLES]


def thin_wall(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return a box with a thickness of 1e-6 m to 2 cm."""
    turn = rotation(rng.normal(size=3), rng.uniform(0, 2 * np.pi))
    extents = np.array([rng.uniform(0.5, 3), 10 ** rng.uniform(-6, -1.7), rng.uniform(0.5, 3)])
    return (BOX_CORNERS * extents @ turn.T + rng.uniform(0, 1, 3) * size)[BOX_TRIANGLES]


def wedge(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return two large sheets that meet at 0.1 to 60 degrees."""
    half = np.radians(10 ** rng.uniform(-1, np.log10(60))) / 2
    back, side, up = 3 * np.cos(half), 3 * np.sin(half), 1.5
    sheets = np.array([[[0, 0, -up], [0, 0, up], [back, s * side, up], [back, s * side, -up]] for s in (-1, 1)])
    triangles = np.concatenate([np.array([s[[0, 1, 2]], s[[0, 2, 3]]]) for s in sheets])
    return triangles @ rotation(rng.normal(size=3), rng.uniform(0, 2 * np.pi)).T + rng.uniform(0, 1, 3) * size


def steps(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    return flight(rng, size, 8, rng.uniform(0.05, 0.4), rng.uniform(0.05, 0.4))


def flight(rng: np.random.Generator, size: np.ndarray, count: int, rise: float, run: float) -> np.ndarray:
    width = rng.uniform(0.5, 3)
    profile = np.array([[i * run, 0.0, (i + j) * rise] for i in range(count) for j in (0, 1)])
    turn = rotation(UP, rng.uniform(0, 2 * np.pi))
    return strip(profile, profile + [0.0, width, 0.0]) @ turn.T + on_the_floor(rng, size)


def funnel(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return a fan of 3 to 12 triangles around the tip of a pit or of a spike."""
    count, depth = int(rng.integers(3, 13)), rng.uniform(-1.5, 1.5)
    angles = np.sort(rng.uniform(0, 2 * np.pi, count))
    rim = np.stack([np.cos(angles), np.sin(angles), np.full(count, depth)], axis=1) * [1.5, 1.5, 1.0]
    triangles = np.stack([np.zeros((count, 3)), rim, np.roll(rim, -1, axis=0)], axis=1)
    return triangles + rng.uniform(0, 1, 3) * size


def bumps(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return a rough height field that crosses the floor."""
    count, cell = 6, rng.uniform(0.2, 1.0)
    x, y = np.meshgrid(np.arange(count) * cell, np.arange(count) * cell, indexing="ij")
    grid = np.stack([x, y, rng.uniform(-0.2, 0.5, (count, count))], axis=-1)
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    triangles = np.concatenate([np.stack([a, b, c], -2).reshape(-1, 3, 3), np.stack([a, c, d], -2).reshape(-1, 3, 3)])
    return triangles + on_the_floor(rng, size)


# Rarer objects


def nearly_double(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return a crate and four copies, each scaled by 1 + s or rotated by s radians, with s from 1e-9 to 1e-3."""
    corners = crate(rng, size)
    middle = corners.reshape(-1, 3).mean(axis=0)
    copies = [corners]
    for small in 10 ** rng.uniform(-9, -3, 4):
        turn = rotation(rng.normal(size=3), small) if rng.random() < 0.5 else np.eye(3) * (1.0 + small)
        copies.append((corners - middle) @ turn.T + middle)
    return np.concatenate(copies)


def tiny_steps(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return a hundred steps, .01 mm to some millimetres high."""
    return flight(rng, size, 100, 10 ** rng.uniform(-5, -2.5), 10 ** rng.uniform(-5, -1.5))


def spiral(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return a spiral ramp around a thin centre."""
    angles = np.linspace(0, 4 * np.pi, 60)
    rim = np.stack([np.cos(angles), np.sin(angles), 0.0 * angles], axis=1)
    climb = np.outer(angles * rng.uniform(0.02, 0.2), UP)
    return strip(rim * 10 ** rng.uniform(-2, -0.3) + climb, rim * 2.0 + climb) + on_the_floor(rng, size)


def dome(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return a hemisphere with 50 to 968 facets, open below or above."""
    count = int(rng.integers(6, 24))
    around = np.linspace(0, 2 * np.pi, count)
    rings = [np.c_[np.cos(around) * np.cos(t), np.sin(around) * np.cos(t), np.full(count, np.sin(t))] for t in around / 4]
    facets = np.concatenate([strip(one, other) for one, other in zip(rings, rings[1:])])
    return facets * rng.uniform(0.3, 2.5) * [1, 1, rng.choice([-1, 1])] + rng.uniform(0, 1, 3) * size


def pit(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return a funnel with a hole too small for most bodies."""
    angles = np.linspace(0, 2 * np.pi, int(rng.integers(4, 30)))
    rim = np.stack([np.cos(angles), np.sin(angles), np.full(len(angles), rng.uniform(0.3, 2.5))], axis=1)
    return strip(rim * [1.5, 1.5, 1.0], rim * [*np.full(2, 10 ** rng.uniform(-2.5, -0.5)), 0.0]) + rng.uniform(0, 1, 3) * size


def far_sheet(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return two triangles of 100 m to 100 km in one plane, which pass through the walls, and ten tiny ones near this plane."""
    turn, place = rotation(rng.normal(size=3), rng.uniform(0, 2 * np.pi)), rng.uniform(0, 1, 3) * size
    sheet = rng.normal(size=(2, 3, 3)) * [1, 1, 0] * 10 ** rng.uniform(2, 5)
    sheet[:, 2] = -sheet[:, 0] - sheet[:, 1]  # its centroid is in the room
    tiny = rng.normal(size=(10, 1, 3)) * [1, 1, 0] + rng.normal(size=(10, 3, 3)) * 10 ** rng.uniform(-4, -1, (10, 1, 1))
    return np.concatenate([sheet, tiny]) @ turn.T + place


def splinter(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Return two sheets that meet at 0.01 to 1 degree."""
    half, up = np.radians(10 ** rng.uniform(-2, 0)) / 2, rng.uniform(1, 3) * UP
    ends = np.array([[0.0, 0.0, 0.0], [4.0, 4.0 * np.tan(half), 0.0]])
    sheets = np.concatenate([strip(ends * [1, side, 1], ends * [1, side, 1] + up) for side in (-1, 1)])
    return sheets @ rotation(rng.normal(size=3), rng.uniform(0, 2 * np.pi)).T + rng.uniform(0, 1, 3) * size


COMMON = (soup, slivers, crate, thin_wall, wedge, steps, funnel, bumps)
ALL = (*COMMON, nearly_double, tiny_steps, spiral, dome, pit, far_sheet, splinter)


FLIPPED, DOUBLED = 0.3, 0.05  # parts of the triangles that are wound inward, and that are duplicated


class HostileRoom(NamedTuple):
    """A closed room of points x with planes[:, :3] . x < planes[:, 3]. A divided one has chambers up to size[0] / 2."""

    seed: int
    corners: np.ndarray  # (t, 3, 3) world [m]
    turn: np.ndarray  # (3, 3) room space -> world: world = turn @ room + place
    place: np.ndarray  # (3,) [m]
    size: np.ndarray  # (3,) [m] box around the room, from the origin of room space
    planes: np.ndarray  # (p, 4) outward normals and distances of the walls
    divided: bool

    def to_room_space(self, positions: np.ndarray) -> np.ndarray:
        return (positions - self.place) @ self.turn

    def chamber(self, positions: np.ndarray) -> np.ndarray:
        """Return the chamber (n,) of each world point (n, 3) [m]: 0 or 1, or -1 outside and for nan."""
        local = self.to_room_space(positions)
        within = (local @ self.planes[:, :3].T < self.planes[:, 3]).all(axis=1)
        return np.where(within, (self.divided & (local[:, 0] > self.size[0] / 2)).astype(int), -1)

    def random_points(self, rng: np.random.Generator, count: int) -> np.ndarray:
        return rng.uniform(0, 1, (count, 3)) * self.size @ self.turn.T + self.place


def hostile_room(seed: int) -> HostileRoom:
    """Return the room of a seed, with walls, objects, rotation and position. Raises ValueError for a negative seed."""
    rng = np.random.default_rng([seed, 1])
    size = rng.uniform((6, 4, 3), (16, 10, 7))
    divided = bool(rng.random() < 0.6)
    parts, planes = box_shell(rng, size) if divided else prism_shell(rng, size)
    kinds = np.array(COMMON if seed % 2 else ALL)  # seeds that failed once are odd; their rooms must not change
    parts += [kind(rng, size) for kind in rng.choice(kinds, rng.integers(3, 30))]
    turn, place = placement(rng)
    return HostileRoom(seed, disordered(rng, np.concatenate(parts)) @ turn.T + place, turn, place, size, planes, divided)


def mesh_of(room: HostileRoom) -> TriangleMesh:
    return TriangleMesh(room.corners.reshape(-1, 3), np.arange(3 * len(room.corners)).reshape(-1, 3))


def disordered(rng: np.random.Generator, corners: np.ndarray) -> np.ndarray:
    """Return triangles in random order, some with reversed winding, some duplicated. `corners` is changed."""
    flipped = rng.random(len(corners)) < FLIPPED
    corners[flipped] = corners[flipped][:, ::-1]
    corners = np.concatenate([corners, corners[rng.random(len(corners)) < DOUBLED][:, [1, 2, 0]]])
    return corners[rng.permutation(len(corners))]


def placement(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return a random rotation (3, 3), or one about z, or none, and a position (3,) [m], near the origin or far away."""
    place = rng.choice([0.0, 10.0, 1e4]) * rng.uniform(-1, 1, 3)
    kind = rng.integers(3)
    if kind == 0:
        return np.eye(3), place
    axis = np.array([0.0, 0.0, 1.0]) if kind == 1 else rng.normal(size=3)
    return rotation(axis, rng.uniform(0, 2 * np.pi)), place


# The shell


def box_shell(rng: np.random.Generator, size: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the walls of a box with a partition in the middle of x, cut into T-junctions, and its planes (6, 4)."""
    walls = []
    for axis in range(3):
        across = np.eye(3) * size
        u, v = (across[other] for other in range(3) if other != axis)
        for part in (0.0, 0.5, 1.0) if axis == 0 else (0.0, 1.0):
            walls.append(wall(rng, across[axis] * part, u, v))
    planes = np.concatenate([np.c_[-np.eye(3), np.zeros(3)], np.c_[np.eye(3), size]])
    return walls, planes


def prism_shell(rng: np.random.Generator, size: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the walls of a convex vertical prism with 3 to 16 sides, and its planes (p, 4), as in HostileRoom."""
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
    """Return triangles that cover a parallelogram, which is cut at random. u, v: its sides from a corner (3,) [m]"""
    triangles = []
    for low, high in cut(rng, (0.0, 0.0), (1.0, 1.0), int(rng.integers(1, 6))):
        parts = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
        triangles += halves(rng, corner + parts[:, :1] * u + parts[:, 1:] * v)
    return np.array(triangles)


def cut(rng: np.random.Generator, low: tuple, high: tuple, depth: int) -> list[tuple]:
    """Return the parts (low, high) of a rectangle, cut recursively at random positions, so that T-junctions arise."""
    if depth == 0 or rng.random() < 0.1:
        return [(low, high)]
    axis = int(rng.integers(2))
    at = low[axis] + (high[axis] - low[axis]) * rng.choice([0.5, rng.uniform(0.01, 0.99)])
    end = (at, high[1]) if axis == 0 else (high[0], at)
    begin = (at, low[1]) if axis == 0 else (low[0], at)
    return cut(rng, low, end, depth - 1) + cut(rng, begin, high, depth - 1)


def halves(rng: np.random.Generator, square: np.ndarray) -> list[np.ndarray]:
    a, b, c, d = square
    return [np.array([a, b, c]), np.array([a, c, d])] if rng.random() < 0.5 else [np.array([a, b, d]), np.array([b, c, d])]
