"""Picking: the triangle that a ray hits first, with its number, material and slope, and the hit point."""

from dataclasses import dataclass
from math import inf

import numpy as np

from ..collision.mesh.bvh import cast_ray, ray_hits_triangle
from ..collision.robust_detection import triangle_normal
from ..collision.trace import Outcome
from ..core.right_forward_up_frame import Frame, up_of
from ..core.vec3 import Vector, along, dot, scale
from ..simulation import Simulation, TickRecord
from ..simulation.movers import Movers
from .describe_trace import OUTCOME_WORDS, ExplanationLine, lines_of, number_text, point, tilt
from .triangle_test_replay import weights_at

NO_CANDIDATE = "no candidate in this tick"


@dataclass(frozen=True, eq=False)
class Pick:
    """The triangle that a ray hits first.

    made_of: its material and level part; corners: (3, 3) [m], in the solver's order; place: hit point [m]; weights: barycentric;
    normal: unit, on the side of the ray's origin; distance: from the origin [m]
    """

    triangle: int
    made_of: str
    corners: np.ndarray
    place: Vector
    normal: Vector
    weights: Vector
    distance: float


def pick(sim: Simulation, tick: int, origin: Vector, direction: Vector) -> Pick | None:
    """Return the Pick of a ray, or None. tick: of the movers' poses; origin: [m]; direction: unit vector"""
    mesh = sim.mesh
    distance, row = cast_ray(mesh.nodes, mesh.corners, origin, direction, inf)
    found = None
    if row >= 0:
        order = int(mesh.order[row])
        found = (distance, order if order >= 0 else ~order, mesh.corners[row])
    if sim.movers:
        found = moving_hit(sim.movers, tick, origin, direction, distance) or found
    if found is None:
        return None
    distance, triangle, corners = found
    points = tuple(tuple(corners[at : at + 3].tolist()) for at in (0, 3, 6))
    normal, _ = triangle_normal(*points)
    distance = float(distance)
    place = along(origin, direction, distance)
    weights = weights_at(place, points, normal)
    assert weights is not None  # a ray does not hit a triangle without area
    towards = scale(normal, -1.0) if dot(normal, direction) > 0.0 else normal
    return Pick(triangle, made_of(sim, triangle), np.array(points), place, towards, weights, distance)


def moving_hit(
    movers: Movers, tick: int, origin: Vector, direction: Vector, farthest: float
) -> tuple[float, int, np.ndarray] | None:
    """Return (distance [m], triangle number, corners (9,) [m]) of the mover's triangle that a ray hits before `farthest` [m]."""
    corners, order = movers.triangles(range(len(movers.all)), tick)
    distances = [ray_hits_triangle(corners, row, origin, direction) for row in range(len(corners))]
    row = int(np.argmin(distances))
    if distances[row] >= farthest:
        return None
    return distances[row], int(order[row] if order[row] >= 0 else ~order[row]), corners[row]


def made_of(sim: Simulation, triangle: int) -> str:
    """Name the material and the level part of a triangle, or its mover or exhibit."""
    if triangle >= sim.first_solid:
        return "a body of an exhibit"
    if triangle >= len(sim.mesh.triangles):
        assert sim.movers is not None
        return f"mover {sim.movers.all[sim.movers.owner(triangle)].name}"
    part, material = sim.level.part_of(triangle), sim.level.materials[int(sim.mesh.surfaces[triangle])].name
    return f"{material} of {part}" if part else material


def describe_pick(picked: Pick, frame: Frame | None = None) -> list[ExplanationLine]:
    """Describe a Pick. Its tilt is measured from the up of the player's frame."""
    return lines_of(
        "",
        f"triangle {picked.triangle}, {picked.made_of}, {number_text(picked.distance)} m away",
        f"at {point(picked.place)}",
        f"normal {point(picked.normal)}",
        f"tilted {tilt(picked.normal, up_of(frame)):.2f} degrees",
        f"barycentric {point(picked.weights)}",
    )


def pick_message(picked: Pick, record: TickRecord | None, number: int) -> str:
    """Describe a Pick in one line: the triangle, its distance in few digits, and how its test ended in iteration `number`."""
    words = f"triangle {picked.triangle}, {picked.made_of}, {picked.distance:.3g} m away"
    iterations = record.trace.iterations if record else ()
    if not record or not iterations:
        return words
    at = np.flatnonzero(record.trace.candidates == picked.triangle)
    outcomes = iterations[min(number, len(iterations) - 1)].outcomes
    return f"{words}: {OUTCOME_WORDS[Outcome(outcomes[at[0]])] if len(at) else NO_CANDIDATE}"
