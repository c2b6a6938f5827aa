"""Compiled test for triangles that are hidden inside closed solids. A level is drawn without such triangles.

A visible part of a triangle can be smaller than any distance between tested points. So points alone do not decide: the test also
looks for surfaces of solids that cross the triangle. Without such a surface, all parts of the triangle are hidden or none is.
"""

from ...collision.mesh.bvh import BRANCHES, boxes_overlap, first_leaf, next_node
from ...collision.mesh.raycast import ray_hits_triangle
from ...core.jit import compiled, inlined
from ...core.vec3 import along, get3, scale, sub
from .ray_traced_light import is_inside

WEIGHTS = (0.43, 0.31, 0.26)  # of the corners in the tested point. Equal weights: rays often run exactly in planes of surfaces


@inlined
def has_edge_through(corners, triangle, others, other):
    """True if an edge of row `triangle` of `corners` (t, 9) crosses row `other` of `others` (n, 9) [m]."""
    for k in range(3):
        start = get3(corners, triangle, 3 * k)
        if ray_hits_triangle(others, other, start, sub(get3(corners, triangle, 3 * ((k + 1) % 3)), start)) <= 1.0:
            return True
    return False


@inlined
def is_crossed(surfaces, corners, triangle):
    """True if the surface of a closed solid of Surfaces crosses row `triangle` of `corners` (t, 9) [m]."""
    a, b, c = get3(corners, triangle, 0), get3(corners, triangle, 3), get3(corners, triangle, 6)
    low = min(a[0], b[0], c[0]), min(a[1], b[1], c[1]), min(a[2], b[2], c[2])
    high = max(a[0], b[0], c[0]), max(a[1], b[1], c[1]), max(a[2], b[2], c[2])
    node, leaves = 0, first_leaf(surfaces.nodes, surfaces.corners)
    while True:
        is_met = boxes_overlap(surfaces.nodes, node, low, high)
        if is_met and node >= leaves:
            first = (node - leaves) * BRANCHES
            for other in range(first, min(first + BRANCHES, surfaces.corners.shape[0])):
                if surfaces.solid[other] and (
                    has_edge_through(corners, triangle, surfaces.corners, other)
                    or has_edge_through(surfaces.corners, other, corners, triangle)
                ):
                    return True
        node = next_node(node, is_met, leaves)
        if node == 0:
            return False


@compiled
def triangles_seen(surfaces, lights, corners, normals, out):
    """Find the triangles of which a part may be visible on the side of the normal. Write the results to `out`.

    surfaces, lights: Surfaces and Lights of the level. The Lights are not used.
    corners: (n, 9) of the triangles [m], slightly above the surface and slightly inside its border
    normals: (n, 3) unit normals of the triangles
    out: (n,) bool, gets False only for triangles that are hidden completely
    """
    for i in range(corners.shape[0]):
        point = scale(get3(corners, i, 0), WEIGHTS[0])
        point = along(point, get3(corners, i, 3), WEIGHTS[1])
        point = along(point, get3(corners, i, 6), WEIGHTS[2])
        out[i] = not is_inside(surfaces, point, get3(normals, i, 0)) or is_crossed(surfaces, corners, i)
