"""Statistics of the triangle test, as in the paper's conclusion: back-facing triangles, early outs, full tests.

Early outs are triangles whose plane the sphere does not touch. Each level's tour is counted with the paper's test and culling.
There are two counts: for all triangles of the mesh, as in the paper's demo, and for those that the tree gathers.
"""

import numpy as np

from ..core.right_forward_up_frame import WORLD
from ..core.vec3 import triangle_normals
from ..level import Level
from .harness import ResultTable

COLUMNS = ("level", "triangles", "per sweep", "back-facing [%]", "early out [%]", "full test [%]")
NOTE = "Over each level's tour; eSpace planes and one-sided triangles, as in the paper. The game itself tests both sides."


def detection_table() -> ResultTable:
    """Return two rows for each level with a tour: all triangles, and the triangles that the tree gathers."""
    from ..level import level_names, load_level

    rows = [row for name in level_names() for row in level_rows(load_level(name))]
    return ResultTable("Outcomes of the triangles sent to the test (the paper's conclusion)", COLUMNS, rows, NOTE)


def level_rows(level: Level) -> list[tuple]:
    if not level.tour.strip():
        return []
    everything, gathered, sweeps = counted(level)
    return [percentages(f"{level.name}, all", everything, sweeps), percentages(f"{level.name}, tree", gathered, sweeps)]


def counted(level: Level) -> tuple[np.ndarray, np.ndarray, int]:
    """Return (outcomes of all triangles (3,), of gathered ones (3,), number of sweeps) on a level's tour without movers."""
    from ..simulation import Simulation, parse_script

    simulation = Simulation(level)
    corners, radii = level.vertices[level.triangles], simulation.params.radii
    planes = EspacePlanes(corners, radii)
    everything, gathered, sweeps = np.zeros(3, int), np.zeros(3, int), 0
    for intent in parse_script(level.tour, level.name).intents(level.spawn.heading):
        trace = simulation.tick(intent).trace
        if trace.frame != planes.frame:  # the up direction changed
            planes = EspacePlanes(corners, radii, trace.frame)
        for iteration in trace.iterations:
            outcomes = planes.outcomes(iteration.start, iteration.displacement)
            everything += np.bincount(outcomes, minlength=3)
            gathered += np.bincount(outcomes[trace.candidates[trace.candidates < len(outcomes)]], minlength=3)
        sweeps += len(trace.iterations)
    return everything, gathered, sweeps


def percentages(label: str, counts: np.ndarray, sweeps: int) -> tuple:
    total = max(int(counts.sum()), 1)
    return (label, int(counts.sum()), counts.sum() / max(sweeps, 1), *(100.0 * counts / total).tolist())


class EspacePlanes:
    """The planes of all triangles (t, 3, 3) [m] in the eSpace of a body that is upright in a frame (3, 3) or None."""

    def __init__(self, corners: np.ndarray, radii: tuple, frame: tuple | None = None) -> None:
        self.radii, self.frame = np.array(radii), frame
        self.turn = np.array(frame or WORLD)
        corners = corners @ self.turn.T
        self.points = corners[:, 0] / self.radii
        normals = triangle_normals(corners) * self.radii
        self.normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)

    def outcomes(self, start: tuple, displacement: tuple) -> np.ndarray:
        """Return the outcome (t,) of each triangle in a sweep: 0 back-facing, 1 early out, 2 full test (paper 3.2, 3.3)."""
        base, velocity = (self.turn @ vector / self.radii for vector in (start, displacement))
        towards = self.normals @ velocity
        distance = np.einsum("ij,ij->i", self.normals, base - self.points)
        least, most = np.minimum(distance, distance + towards), np.maximum(distance, distance + towards)
        outside = (least > 1.0) | (most < -1.0)
        return np.where(towards > 0.0, 0, np.where(outside, 1, 2))
