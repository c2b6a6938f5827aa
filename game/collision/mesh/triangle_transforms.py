"""Transforms of triangles: those of a mover to its pose, and those near an oriented body to the frame in which it is upright."""

from ..engine.compiling.jit import called_often
from ..engine.right_forward_up_frame import to_frame
from ..engine.vec3 import get3, put3
from .gather import triangle_at


@called_often
def place_triangles(corners, origin, c, s, placed):
    """Rotate triangles about z, then translate them. The result is written to `placed` (n, 9) [m].

    corners: of the triangles (n, 9) [m]; origin: translation (3,) [m]
    c, s: cosine and sine of the angle, which is counter-clockwise seen from above
    """
    for triangle in range(corners.shape[0]):
        for corner in range(0, 9, 3):
            x, y, z = get3(corners, triangle, corner)
            there = origin[0] + c * x - s * y, origin[1] + s * x + c * y, origin[2] + z
            put3(placed, triangle, corner, there)


@called_often
def rotate_candidates(candidates, count, frame, corners, order):
    """Write the first `count` candidates in the coordinates of a frame to `corners` (n, 9) [m] and `order` (n,), as in a Tree.

    frame: right, forward and up, unit vectors (3,)
    The candidates must be gathered for a sphere of radius 1 m, so that their eSpace is in metres. A corner that two triangles
    share has the same bits in both.
    """
    for k in range(count):
        triangle = triangle_at(candidates, k)
        put3(corners, k, 0, to_frame(frame, triangle.p1))
        put3(corners, k, 3, to_frame(frame, triangle.p2))
        put3(corners, k, 6, to_frame(frame, triangle.p3))
        order[k] = triangle.number if triangle.winding > 0.0 else ~triangle.number
