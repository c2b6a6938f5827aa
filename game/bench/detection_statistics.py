"""The statistics of the paper's conclusion: of the triangles sent to the test, how many are back-facing, how many leave early
because the sphere does not touch their plane in time, and how many are paid in full.

Counted over the tour of every shipped level, for the paper's test with culling: once with every triangle of the mesh sent to
every sweep, as in the paper's demo, and once with those alone that the tree gathered.
"""

from __future__ import annotations

import numpy as np

from game.collision.engine.frames import WORLD

from .tables import Table

COLUMNS = ("level", "sent", "sent a sweep", "back-facing %", "early out %", "in full %")
NOTE = "Over each level's tour; eSpace planes, one-sided triangles, as the paper counts. The game itself tests both sides."


def conclusion_table() -> Table:
    """Two rows a level: everything sent, and what the tree sends."""
    from game.level import level_names, load_level

    rows = [row for name in level_names() for row in level_rows(load_level(name))]
    return Table("The paper's conclusion: what becomes of the triangles sent to the test", COLUMNS, rows, NOTE)


def level_rows(level) -> list[tuple]:
    """The rows of one level: all triangles sent, and those that the tree gathers. None without a tour."""
    if not level.tour.strip():
        return []
    everything, gathered, sweeps = counted(level)
    return [percentages(f"{level.name}, all", everything, sweeps), percentages(f"{level.name}, tree", gathered, sweeps)]


def counted(level) -> tuple[np.ndarray, np.ndarray, int]:
    """Of the sweeps of a level's tour: (triangles by their way out, the same of those gathered, how many sweeps).

    Movers are in no tree, and do not count.
    """
    from game.simulation import Simulation, parse_script

    simulation = Simulation(level)
    corners, radii = level.vertices[level.triangles], simulation.params.radii
    planes = EspacePlanes(corners, radii)
    everything, gathered, sweeps = np.zeros(3, int), np.zeros(3, int), 0
    for intent in parse_script(level.tour, level.name).intents(level.spawn.heading):
        trace = simulation.tick(intent).trace
        if trace.frame != planes.frame:  # he stands otherwise than before
            planes = EspacePlanes(corners, radii, trace.frame)
        for step in trace.steps:
            ways_out = planes.ways_out(step.start, step.displacement)
            everything += np.bincount(ways_out, minlength=3)
            gathered += np.bincount(ways_out[trace.candidates[trace.candidates < len(ways_out)]], minlength=3)
        sweeps += len(trace.steps)
    return everything, gathered, sweeps


def percentages(label: str, counts: np.ndarray, sweeps: int) -> tuple:
    total = max(int(counts.sum()), 1)
    return (label, int(counts.sum()), counts.sum() / max(sweeps, 1), *(100.0 * counts / total).tolist())


class EspacePlanes:
    """The planes of all triangles in the eSpace of a body upright in a frame: unit normals (t, 3) and a point of each."""

    def __init__(self, corners: np.ndarray, radii: tuple, frame: tuple | None = None):
        self.radii, self.frame = np.array(radii), frame
        self.turn = np.array(frame or WORLD)
        corners = corners @ self.turn.T
        self.points = corners[:, 0] / self.radii
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) * self.radii
        self.normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)

    def ways_out(self, start: tuple, displacement: tuple) -> np.ndarray:
        """How each triangle leaves the test of one sweep: 0 back-facing, 1 early, 2 in full (sections 3.2 and 3.3)."""
        base, velocity = (self.turn @ vector / self.radii for vector in (start, displacement))
        towards = self.normals @ velocity
        distance = np.einsum("ij,ij->i", self.normals, base - self.points)
        least, most = np.minimum(distance, distance + towards), np.maximum(distance, distance + towards)
        outside = (least > 1.0) | (most < -1.0)
        return np.where(towards > 0.0, 0, np.where(outside, 1, 2))
