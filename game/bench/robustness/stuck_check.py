"""Decide if a body was stopped correctly or is stuck, from the planes of all triangles within TOUCHES skins.

The solver's own choice of planes is not used. A convex body may move in any direction that does not lead into the plane of a
triangle that it touches. These directions form a cone. With the rule steep_is_wall, a plane that is too steep to stand on also
counts as a vertical wall. The point of the cone nearest to the wanted displacement is the largest correct movement. If it is
zero, the body was stopped correctly.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ...collision import Ellipsoid, Rules, Trace, TriangleMesh, collide_and_slide
from ...collision.ellipsoid_and_espace import normal_to_world, to_espace
from ...collision.paper_detection import Triangle
from ...collision.robust_detection import NEEDLE, closest_on_triangle, triangle_normal

TOUCHES = 2.0  # [skins] triangles nearer than this count as touched
INTO = 1e-9  # part of a direction that may go into a plane, for rounding


def possible_part(mesh: TriangleMesh, body: Ellipsoid, position: tuple, wish: tuple, rules: Rules) -> float:
    """Return the fraction of the wanted displacement, 0..1, that the planes of the touched triangles allow.

    position: of the body's centre (3,) [m]
    wish: the wanted displacement (3,) [m], not zero
    rules: Rules, of which the skin and the treatment of steep planes count
    """
    planes = touched_planes(mesh, body, position, wish, rules)
    wish = np.asarray(wish)
    best = max((wish @ direction for direction in directions_in_cone(wish, planes)), default=0.0)
    return best / (wish @ wish)


def directions_in_cone(wish: np.ndarray, planes: np.ndarray):
    """Return a list of displacements (3,) [m] that go into none of the planes. It may be empty.

    They are chosen from the wish, its projections on single planes, and its projections on the creases of two planes.
    wish: wanted displacement (3,) [m]
    planes: unit normals (n, 3)
    """
    candidates = [wish, *(wish - plane * (plane @ wish) for plane in planes)]
    for one, other in combinations(planes, 2):
        crease = np.cross(one, other)
        size = crease @ crease
        if size > 0:
            candidates.append(crease * (crease @ wish) / size)
    limit = -INTO * np.linalg.norm(wish)
    return [direction for direction in candidates if not len(planes) or (planes @ direction).min() >= limit]


def touched_planes(mesh: TriangleMesh, body: Ellipsoid, position: tuple, wish: tuple, rules: Rules) -> np.ndarray:
    """Return unit world normals (n, 3), towards a body, of its contacts with all triangles at most TOUCHES skins away.

    position: of the body's centre (3,) [m]
    wish: wanted displacement (3,) [m]
    rules: Rules. With steep_is_wall, a plane that is too steep to stand on also gives the normal of a vertical wall.
    """
    trace = Trace()
    collide_and_slide(mesh, body, position, wish, rules=rules, trace=trace)
    planes = []
    for number in trace.candidates.tolist():
        normal, gap = contact(body, position, mesh.vertices[mesh.triangles[number]])
        if gap > TOUCHES * rules.skin:
            continue
        planes.append(normal)
        if rules.steep_is_wall and abs(normal[2]) < np.cos(rules.max_slope):
            planes.append(np.array([normal[0], normal[1], 0.0]) / np.hypot(normal[0], normal[1]))
    return np.array(planes).reshape(-1, 3)


def contact(body: Ellipsoid, position: tuple, corners: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the unit world normal (3,) of the contact of a body with a triangle, and the gap between them [m].

    Both belong to the triangle's point with the least eSpace distance from the body's centre. The normal points towards the
    body. The gap is at most the true distance, and negative if the triangle intersects the body.
    position: of the body's centre (3,) [m]
    corners: of the triangle (3, 3) [m]
    """
    local = (corners - np.asarray(position)).tolist()
    p1, p2, p3 = (to_espace(body.space, tuple(corner)) for corner in local)
    normal, height = triangle_normal(p1, p2, p3)
    squared, nearest, _ = closest_on_triangle((0.0, 0.0, 0.0), Triangle(p1, p2, p3, normal, 1.0, height < NEEDLE, 0))
    gap = (squared**0.5 - 1.0) * min(body.radii)
    return np.array(normal_to_world(body.space, tuple(-x for x in nearest))), gap
