"""Picking: the triangle that a ray hits first, with its number, material and slope, and the hit point."""

from dataclasses import dataclass
from math import inf

import numpy as np

from ..collision.mesh.raycast import cast_ray, ray_hits_triangle
from ..collision.robust_detection import triangle_normal
from ..collision.trace import Outcome
from ..core.right_forward_up_frame import up_of
from ..core.vec3 import along, dot, scale
from .describe_trace import OUTCOME_WORDS, lines_of, number, point, tilt
from .triangle_test_steps import barycentric

NO_CANDIDATE = "no candidate in this tick"


@dataclass(frozen=True, eq=False)
class Pick:
    """The triangle that a ray hits first.

    triangle: number of the triangle
    made_of: its material and level part, as text
    corners: (3, 3) [m], in the solver's order
    place: hit point (3,) [m]
    normal: unit normal (3,) on the side of the ray's origin
    weights: barycentric coordinates (3,) of the hit point
    distance: from the ray's origin [m]
    """

    triangle: int
    made_of: str
    corners: np.ndarray
    place: tuple
    normal: tuple
    weights: tuple
    distance: float


def pick(sim, tick, origin, direction):
    """Return the Pick of a ray, or None if the ray hits no triangle of the mesh or of a mover.

    Bodies of exhibits are ignored.
    sim: Simulation
    tick: tick of the movers' poses
    origin: (3,) [m]
    direction: unit vector (3,)
    """
    mesh = sim.mesh
    distance, row = cast_ray(mesh.nodes, mesh.corners, origin, direction, inf)
    found = None
    if row >= 0:
        order = int(mesh.order[row])
        found = (distance, order if order >= 0 else ~order, mesh.corners[row])
    moving = moving_hit(sim.movers, tick, origin, direction, distance) if sim.movers else None
    if not (moving or found):
        return None
    distance, triangle, corners = moving or found
    points = tuple(tuple(corners[at : at + 3].tolist()) for at in (0, 3, 6))
    normal, _ = triangle_normal(*points)
    distance = float(distance)
    place = along(origin, direction, distance)
    weights = barycentric(place, points, normal)
    towards = scale(normal, -1.0) if dot(normal, direction) > 0.0 else normal
    return Pick(triangle, made_of(sim, triangle), np.array(points), place, towards, weights, distance)


def moving_hit(movers, tick, origin, direction, farthest):
    """Return (distance [m], triangle number, corners (9,) [m]) of the mover's triangle that a ray hits first, or None.

    movers: Movers
    tick: tick of the movers' poses
    origin: (3,) [m]; direction: unit vector (3,)
    farthest: hits at this distance [m] or farther do not count
    """
    corners, order = movers.triangles(range(len(movers.all)), tick)
    distances = [ray_hits_triangle(corners, row, origin, direction) for row in range(len(corners))]
    row = int(np.argmin(distances))
    if distances[row] >= farthest:
        return None
    return distances[row], int(order[row] if order[row] >= 0 else ~order[row]), corners[row]


def made_of(sim, triangle):
    """Return text with the material and the level part of triangle number `triangle`, or with its mover or exhibit."""
    if triangle >= sim.first_solid:
        return "a body of an exhibit"
    if triangle >= len(sim.mesh.triangles):
        return f"mover {sim.movers.all[sim.movers.owner(triangle)].name}"
    part, material = sim.level.part_of(triangle), sim.level.materials[int(sim.mesh.surfaces[triangle])].name
    return f"{material} of {part}" if part else material


def describe_pick(picked, frame=None):
    """Return Lines that describe a Pick.

    frame: (3, 3), rows right, forward and up of the player, or None if its up is +z. The tilt is measured from this up.
    """
    return lines_of(
        "",
        f"triangle {picked.triangle}, {picked.made_of}, {number(picked.distance)} m away",
        f"at {point(picked.place)}",
        f"normal {point(picked.normal)}",
        f"tilted {tilt(picked.normal, up_of(frame)):.2f} degrees",
        f"barycentric {point(picked.weights)}",
    )


def pick_message(picked, record, number):
    """Return one line of text about a Pick: the triangle, its distance in few digits, and how its test ended.

    record: TickRecord of the displayed tick, or None; number: index of the inspected iteration in this tick
    """
    words = f"triangle {picked.triangle}, {picked.made_of}, {picked.distance:.3g} m away"
    trace = record and record.trace
    if not trace or not trace.iterations:
        return words
    at = np.flatnonzero(trace.candidates == picked.triangle)
    outcomes = trace.iterations[min(number, len(trace.iterations) - 1)].outcomes
    return f"{words}: {OUTCOME_WORDS[Outcome(outcomes[at[0]])] if len(at) else NO_CANDIDATE}"
