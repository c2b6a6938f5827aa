"""Terrain with stairs and boxes, made by formulas, and the moves of bodies on it: the same for all contenders."""

import math
from typing import NamedTuple

import numpy as np

from ..collision import Ellipsoid, TriangleMesh, sweep

CELL = 1.0  # [m] edge of a terrain cell; a body of .4 m radius has some ten triangles below it
BLOCK_CELLS = 16  # [cells] each block of this size has one flight of stairs and two boxes
SMALL = 1_800  # requested triangles of the small level. Whole blocks make 2624 of them, as a hand-made test level has
BOX_CORNERS = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)], dtype=float)
BOX_TRIANGLES = np.array([
    [0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4],
    [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5],
])  # fmt: skip


class Course(NamedTuple):
    name: str
    vertices: np.ndarray  # (v, 3) float64 [m]
    triangles: np.ndarray  # (t, 3) int64
    low: tuple[float, float]  # [m] the walkable square, in x and y
    high: tuple[float, float]


def height(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the height of the terrain [m] at points x, y [m]. Hills are about 20 m apart, at most 44 degrees steep."""
    return 1.5 * np.sin(0.31 * x) * np.cos(0.27 * y) + 0.5 * np.sin(0.9 * x + 0.4 * y)


def terrain(triangles: int) -> Course:
    """Return terrain with a flight of ten steps and two boxes in each block of the ground, a square of whole blocks."""
    per_block = 2 * BLOCK_CELLS**2 + 12 * (STEPS + 2)
    blocks = max(1, round((triangles / per_block) ** 0.5))
    parts = [_ground(blocks * BLOCK_CELLS)]
    for row in range(blocks):
        for column in range(blocks):
            parts += _obstacles(column * BLOCK_CELLS * CELL, row * BLOCK_CELLS * CELL)
    vertices, faces = joined_meshes(parts)
    edge = blocks * BLOCK_CELLS * CELL - 2.0
    return Course(f"terrain {len(faces) / 1000:.0f} k", vertices, faces, (2.0, 2.0), (edge, edge))


def small_level() -> Course:
    return terrain(SMALL)._replace(name="small level")


STEPS = 10  # steps of a flight of stairs


def _ground(cells: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices and triangles of a square of terrain, `cells` cells wide."""
    axis = np.arange(cells + 1) * CELL
    x, y = np.meshgrid(axis, axis, indexing="ij")
    vertices = np.stack([x, y, height(x, y)], axis=-1).reshape(-1, 3)
    corner = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).ravel()
    right, up, across = corner + cells + 1, corner + 1, corner + cells + 2
    return vertices, np.concatenate([np.stack([corner, right, across], 1), np.stack([corner, across, up], 1)])


def _obstacles(x: float, y: float) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the meshes of ten steps, .18 m high and .28 m deep, and of two boxes, on the block that begins at x, y [m]."""
    foot = float(height(np.array(x + 5), np.array(y + 3))) - 0.5
    steps = [box_mesh((x + 4, y + 3 + 0.28 * i, foot), (2.0, 0.28, 0.68 + 0.18 * i)) for i in range(STEPS)]
    boxes = [box_mesh((x + a, y + b, foot - 1.0), (1.0, 1.5, 3.5)) for a, b in ((10.0, 4.0), (7.0, 11.0))]
    return steps + boxes


def box_mesh(low: tuple[float, float, float], size: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices (8, 3) [m] and triangles (12, 3) of a closed box, counter-clockwise seen from outside."""
    return np.asarray(low) + BOX_CORNERS * np.asarray(size), BOX_TRIANGLES


def joined_meshes(parts: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    sizes = np.cumsum([0] + [len(vertices) for vertices, _ in parts])
    faces = [triangles + offset for (_, triangles), offset in zip(parts, sizes)]
    return np.concatenate([vertices for vertices, _ in parts]), np.concatenate(faces)


TICK = 1.0 / 60.0  # [s]
SPEED = 5.0  # [m/s]
BODY = Ellipsoid((0.4, 0.4, 0.9))
GAP = 0.01  # [m] above the ground: the skin of Rapier, so that no body starts inside the ground
PLACES = 1024  # a power of two; the calls use them in turn, again and again
RADIUS = 5.0  # [m] of the circular path


class Track(NamedTuple):
    name: str  # of the level
    vertices: np.ndarray  # (v, 3) [m]
    triangles: np.ndarray  # (t, 3) vertex indices
    mesh: TriangleMesh  # the same triangles as a TriangleMesh
    starts: list[tuple[float, float, float]]  # centre of the body at the start of each move (3,) [m]
    velocities: list[tuple[float, float]]  # velocity of each move (x, y) [m/s]

    @property
    def displacements(self) -> list[tuple[float, float, float]]:
        return [(x * TICK, y * TICK, 0.0) for x, y in self.velocities]


def walking_track(course: Course, mesh: TriangleMesh) -> Track:
    """Return the Track of a circle around the centre of the Course, walked at SPEED."""
    middle_x, middle_y = ((low + high) / 2 for low, high in zip(course.low, course.high))
    angles = [i * TICK * SPEED / RADIUS for i in range(PLACES)]
    around = [(middle_x + RADIUS * math.cos(a), middle_y + RADIUS * math.sin(a)) for a in angles]
    velocities = [(-math.sin(a) * SPEED, math.cos(a) * SPEED) for a in angles]
    return Track(course.name, course.vertices, course.triangles, mesh, at_rest(mesh, around), velocities)


def scattered_track(course: Course, mesh: TriangleMesh) -> Track:
    """Return the Track with random positions, whose data is rarely in the cache, and velocities of `walking_track`."""
    rng = np.random.default_rng(1)
    anywhere = [tuple(place) for place in rng.uniform(course.low, course.high, (PLACES, 2)).tolist()]
    return walking_track(course, mesh)._replace(name="scattered", starts=at_rest(mesh, anywhere))


def at_rest(mesh: TriangleMesh, places: list[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """Return centres (3,) [m] of BODY, GAP above the highest ground at each position (x, y) [m]."""
    above = [(x, y, float(height(np.array(x), np.array(y))) + 11.0) for x, y in places]
    return drop_to_ground(mesh, BODY, above, 16.0)


def drop_to_ground(mesh: TriangleMesh, body: Ellipsoid, centres: list[tuple], farthest: float) -> list[tuple]:
    """Return the centres (3,) [m] of bodies lowered to GAP above the ground, by at most `farthest` [m]."""
    hits = [sweep(mesh, body, centre, (0.0, 0.0, -farthest)) for centre in centres]
    return [(x, y, z - farthest * (hit.fraction if hit else 1.0) + GAP) for (x, y, z), hit in zip(centres, hits)]


def tour_track(name: str) -> Track:
    """Return a Track of PLACES ticks of a level's tour, raised by GAP, in which the player walks on the floor."""
    from ..level import load_level
    from ..simulation import Ground, Simulation, parse_script

    level = load_level(name)
    simulation = Simulation(level)
    records = [simulation.tick(intent) for intent in parse_script(level.tour, name).intents(level.spawn.heading)]
    walked = [r for r in records if r.before.ground == Ground.FLOOR and any(r.intent.wish)]
    chosen = [walked[i % len(walked)] for i in range(PLACES)]
    starts = [(x, y, z + GAP) for x, y, z in (record.before.position for record in chosen)]
    velocities = [(x * SPEED, y * SPEED) for x, y in (record.intent.wish for record in chosen)]
    return Track(name, level.vertices, level.triangles, level.mesh, starts, velocities)
