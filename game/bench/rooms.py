"""Hostile rooms: closed boxes full of everything that makes collision code fail, each made from one seed.

A room is two chambers with a wall of no thickness between them, or a prism with acute corners; its walls are cut into triangles
without any order (T-junctions, random diagonals, both windings, duplicates); it is filled with clutter and turned in space
as a whole. Whoever starts inside a chamber can never rightly leave it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .courses import BOX_CORNERS, BOX_TRIANGLES

FLIPPED, DOUBLED = 0.3, 0.05  # parts of the triangles that are wound inward, and that are there twice


class Room(NamedTuple):
    """Closed walls and what they enclose, in room space: where planes[:, :3] . x < planes[:, 3].

    A box is divided in two chambers at x = size[0] / 2; a prism is one chamber.
    """

    seed: int
    corners: np.ndarray  # (t, 3, 3) world [m]
    turn: np.ndarray  # (3, 3) room space -> world: world = turn @ room + place
    place: np.ndarray  # (3,) [m]
    size: np.ndarray  # (3,) [m] box around the room, from the origin of room space
    planes: np.ndarray  # (p, 4) outward normals and distances of the walls
    divided: bool

    def inside(self, positions: np.ndarray) -> np.ndarray:
        """(n, 3) world -> (n, 3) room space."""
        return (positions - self.place) @ self.turn

    def chamber(self, positions: np.ndarray) -> np.ndarray:
        """(n, 3) world -> (n,) int: 0 or 1, -1 outside (and for NaN)."""
        local = self.inside(positions)
        within = (local @ self.planes[:, :3].T < self.planes[:, 3]).all(axis=1)
        return np.where(within, (self.divided & (local[:, 0] > self.size[0] / 2)).astype(int), -1)

    def random_points(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """(count, 3) world points in the box around the room; those outside of it are in no chamber."""
        return rng.uniform(0, 1, (count, 3)) * self.size @ self.turn.T + self.place


def hostile_room(seed: int) -> Room:
    """The room of a seed."""
    rng = np.random.default_rng([seed, 1])
    size = rng.uniform((6, 4, 3), (16, 10, 7))
    divided = bool(rng.random() < 0.6)
    parts, planes = box_shell(rng, size) if divided else prism_shell(rng, size)
    parts += [kind(rng, size) for kind in rng.choice(CLUTTER, rng.integers(3, 30))]
    turn, place = placement(rng)
    return Room(seed, disordered(rng, np.concatenate(parts)) @ turn.T + place, turn, place, size, planes, divided)


def disordered(rng: np.random.Generator, corners: np.ndarray) -> np.ndarray:
    """The triangles in any order, some wound the other way, some twice."""
    flipped = rng.random(len(corners)) < FLIPPED
    corners[flipped] = corners[flipped][:, ::-1]
    corners = np.concatenate([corners, corners[rng.random(len(corners)) < DOUBLED][:, [1, 2, 0]]])
    return corners[rng.permutation(len(corners))]


def placement(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Where a room stands: square to the axes, turned about z, or tilted; near the origin or far away."""
    place = rng.choice([0.0, 10.0, 1e4]) * rng.uniform(-1, 1, 3)
    kind = rng.integers(3)
    if kind == 0:
        return np.eye(3), place
    axis = np.array([0.0, 0.0, 1.0]) if kind == 1 else rng.normal(size=3)
    return rotation(axis, rng.uniform(0, 2 * np.pi)), place


def rotation(axis: np.ndarray, angle: float) -> np.ndarray:
    """Matrix that turns about an axis by an angle [rad] (Rodrigues)."""
    x, y, z = axis / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


# The shell


def box_shell(rng: np.random.Generator, size: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """Six walls and the partition, each cut up on its own, so that they meet in T-junctions; and the planes of the six."""
    walls = []
    for axis in range(3):
        across = np.eye(3) * size
        u, v = (across[other] for other in range(3) if other != axis)
        for part in (0.0, 0.5, 1.0) if axis == 0 else (0.0, 1.0):
            walls.append(wall(rng, across[axis] * part, u, v))
    planes = np.concatenate([np.c_[-np.eye(3), np.zeros(3)], np.c_[np.eye(3), size]])
    return walls, planes


def prism_shell(rng: np.random.Generator, size: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """An upright prism of 3 to 16 sides, with corners as acute as they come; and its planes."""
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
    """(t, 3, 3): the parallelogram corner + u + v, cut up anyhow."""
    triangles = []
    for low, high in cut(rng, (0.0, 0.0), (1.0, 1.0), int(rng.integers(1, 6))):
        parts = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
        triangles += halves(rng, corner + parts[:, :1] * u + parts[:, 1:] * v)
    return np.array(triangles)


def cut(rng: np.random.Generator, low: tuple, high: tuple, depth: int) -> list[tuple]:
    """A rectangle cut in two again and again, at random places: neighbours share no corners."""
    if depth == 0 or rng.random() < 0.1:
        return [(low, high)]
    axis = int(rng.integers(2))
    at = low[axis] + (high[axis] - low[axis]) * rng.choice([0.5, rng.uniform(0.01, 0.99)])
    end = (at, high[1]) if axis == 0 else (high[0], at)
    begin = (at, low[1]) if axis == 0 else (low[0], at)
    return cut(rng, low, end, depth - 1) + cut(rng, begin, high, depth - 1)


def halves(rng: np.random.Generator, square: np.ndarray) -> list[np.ndarray]:
    """A quadrilateral as two triangles by either diagonal."""
    a, b, c, d = square
    return [np.array([a, b, c]), np.array([a, c, d])] if rng.random() < 0.5 else [np.array([a, b, d]), np.array([b, c, d])]


# The clutter: each (rng, size) -> (t, 3, 3) in room space


def soup(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Loose triangles of any size."""
    centres = rng.uniform(0, 1, (12, 1, 3)) * size
    return centres + rng.normal(size=(12, 3, 3)) * 10 ** rng.uniform(-3, 0.2, (12, 1, 1))


def slivers(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Needles and blades 1e-12 to 1e-2 m wide."""
    centres, ways = rng.uniform(0, 1, (8, 3)) * size, rng.normal(size=(8, 3))
    tips = centres + ways * rng.uniform(0.2, 0.8, (8, 1)) + rng.normal(size=(8, 3)) * 10 ** rng.uniform(-12, -2, (8, 1))
    return np.stack([centres, centres + ways, tips], axis=1)


def crate(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """A box, turned about z, or lying square to the axes with its faces in line with others."""
    turn = rotation(np.array([0.0, 0.0, 1.0]), rng.choice([0.0, rng.uniform(0, 2 * np.pi)]))
    low = np.array([*rng.uniform(0, 1, 2) * size[:2], 0.0])
    return (BOX_CORNERS * rng.uniform(0.1, 2.0, 3) @ turn.T + low)[BOX_TRIANGLES]


def thin_wall(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """A box whose thickness is 1e-6 m to 2 cm."""
    turn = rotation(rng.normal(size=3), rng.uniform(0, 2 * np.pi))
    extents = np.array([rng.uniform(0.5, 3), 10 ** rng.uniform(-6, -1.7), rng.uniform(0.5, 3)])
    return (BOX_CORNERS * extents @ turn.T + rng.uniform(0, 1, 3) * size)[BOX_TRIANGLES]


def wedge(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """Two big sheets that meet at 0.1 to 60 degrees, lying anyhow."""
    half = np.radians(10 ** rng.uniform(-1, np.log10(60))) / 2
    back, side, up = 3 * np.cos(half), 3 * np.sin(half), 1.5
    sheets = np.array([[[0, 0, -up], [0, 0, up], [back, s * side, up], [back, s * side, -up]] for s in (-1, 1)])
    triangles = np.concatenate([np.array([s[[0, 1, 2]], s[[0, 2, 3]]]) for s in sheets])
    return triangles @ rotation(rng.normal(size=3), rng.uniform(0, 2 * np.pi)).T + rng.uniform(0, 1, 3) * size


def steps(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """A flight of stairs without sides: treads and risers."""
    rise, run, width = rng.uniform(0.05, 0.4), rng.uniform(0.05, 0.4), rng.uniform(0.5, 3)
    profile = np.array([[i * run, (i + j) * rise] for i in range(8) for j in (0, 1)])
    strip = np.stack([np.stack([profile[:, 0], np.full(16, y), profile[:, 1]], axis=1) for y in (0.0, width)])
    a, b, c, d = strip[0, :-1], strip[0, 1:], strip[1, 1:], strip[1, :-1]
    triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    turn = rotation(np.array([0.0, 0.0, 1.0]), rng.uniform(0, 2 * np.pi))
    return triangles @ turn.T + np.array([*rng.uniform(0, 1, 2) * size[:2], 0.0])


def funnel(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """A fan of 3 to 12 triangles around a point: a pit or a spike."""
    count, depth = int(rng.integers(3, 13)), rng.uniform(-1.5, 1.5)
    angles = np.sort(rng.uniform(0, 2 * np.pi, count))
    rim = np.stack([np.cos(angles), np.sin(angles), np.full(count, depth)], axis=1) * [1.5, 1.5, 1.0]
    triangles = np.stack([np.zeros((count, 3)), rim, np.roll(rim, -1, axis=0)], axis=1)
    return triangles + rng.uniform(0, 1, 3) * size


def bumps(rng: np.random.Generator, size: np.ndarray) -> np.ndarray:
    """A rough height field over the floor, crossing it, with cells of .2 to 1 m."""
    count, cell = 6, rng.uniform(0.2, 1.0)
    x, y = np.meshgrid(np.arange(count) * cell, np.arange(count) * cell, indexing="ij")
    grid = np.stack([x, y, rng.uniform(-0.2, 0.5, (count, count))], axis=-1)
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    triangles = np.concatenate([np.stack([a, b, c], -2).reshape(-1, 3, 3), np.stack([a, c, d], -2).reshape(-1, 3, 3)])
    return triangles + np.array([*rng.uniform(0, 1, 2) * size[:2], 0.0])


CLUTTER = (soup, slivers, crate, thin_wall, wedge, steps, funnel, bumps)
