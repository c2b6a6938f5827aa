"""Moves for measurements: positions at rest on a mesh, each with a walking velocity. All contenders make the same moves."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...collision import Ellipsoid, TriangleMesh, sweep
from .meshes import Course, height

TICK = 1.0 / 60.0  # [s]
SPEED = 5.0  # [m/s]
BODY = Ellipsoid((0.4, 0.4, 0.9))
GAP = 0.01  # [m] above the ground: the skin of Rapier, so that no body starts inside the ground
PLACES = 1024  # a power of two; the calls use them in turn, again and again
RADIUS = 5.0  # [m] of the circular path


class Track(NamedTuple):
    """A mesh, and PLACES moves on it.

    name: of the level
    vertices: (v, 3) [m]
    triangles: (t, 3) vertex indices
    mesh: the same triangles as a TriangleMesh
    starts: centre of the body at the start of each move (3,) [m]
    velocities: velocity of each move (x, y) [m/s]
    """

    name: str
    vertices: np.ndarray
    triangles: np.ndarray
    mesh: TriangleMesh
    starts: list[tuple[float, float, float]]
    velocities: list[tuple[float, float]]

    @property
    def displacements(self) -> list[tuple[float, float, float]]:
        """The displacement of each move in one tick (3,) [m]."""
        return [(x * TICK, y * TICK, 0.0) for x, y in self.velocities]


def walking_track(course: Course, mesh: TriangleMesh) -> Track:
    """Return the Track of a circle around the centre of the Course, walked at SPEED. `mesh` is the Course as a TriangleMesh."""
    middle_x, middle_y = ((low + high) / 2 for low, high in zip(course.low, course.high))
    angles = [i * TICK * SPEED / RADIUS for i in range(PLACES)]
    around = [(middle_x + RADIUS * math.cos(a), middle_y + RADIUS * math.sin(a)) for a in angles]
    velocities = [(-math.sin(a) * SPEED, math.cos(a) * SPEED) for a in angles]
    return Track(course.name, course.vertices, course.triangles, mesh, at_rest(mesh, around), velocities)


def scattered_track(course: Course, mesh: TriangleMesh) -> Track:
    """Return the Track with a random position on the Course for each move. The velocities are those of `walking_track`.

    The data of the next move is rarely in the processor's cache.
    mesh: the Course as a TriangleMesh
    """
    rng = np.random.default_rng(1)
    anywhere = [tuple(place) for place in rng.uniform(course.low, course.high, (PLACES, 2)).tolist()]
    walking = walking_track(course, mesh)
    return walking._replace(starts=at_rest(mesh, anywhere))


def at_rest(mesh: TriangleMesh, places: list[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """Return centres (3,) [m] of BODY, GAP above the highest ground at each position (x, y) [m] of `places`."""
    above = [(x, y, float(height(np.float64(x), np.float64(y))) + 11.0) for x, y in places]
    return drop_to_ground(mesh, BODY, above, 16.0)


def drop_to_ground(mesh: TriangleMesh, body: Ellipsoid, centres: list[tuple], farthest: float) -> list[tuple]:
    """Return the centres (3,) [m] of bodies after each was lowered to GAP above the ground.

    centres: centres of the bodies before (3,) [m]
    farthest: largest distance that a body is lowered [m]. A body without ground within it ends GAP above the lowest position.
    """
    hits = [sweep(mesh, body, centre, (0.0, 0.0, -farthest)) for centre in centres]
    return [(x, y, z - farthest * (hit.fraction if hit else 1.0) + GAP) for (x, y, z), hit in zip(centres, hits)]


def tour_track(name: str) -> Track:
    """Return a Track whose moves are ticks of a level's tour: those in which the player walks on the floor.

    The moves are repeated until there are PLACES of them. Their start positions are raised by GAP.
    name: of a shipped level with a tour
    """
    from ...level import load_level
    from ...simulation import Ground, Simulation, parse_script

    level = load_level(name)
    simulation = Simulation(level)
    records = [simulation.tick(intent) for intent in parse_script(level.tour, name).intents(level.spawn.heading)]
    walked = [r for r in records if r.before.ground == Ground.FLOOR and any(r.intent.wish)]
    chosen = [walked[i % len(walked)] for i in range(PLACES)]
    starts = [(x, y, z + GAP) for x, y, z in (record.before.position for record in chosen)]
    velocities = [(x * SPEED, y * SPEED) for x, y in (record.intent.wish for record in chosen)]
    return Track(name, level.vertices, level.triangles, level.mesh, starts, velocities)
