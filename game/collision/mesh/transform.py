"""Placing triangles: those that move as one, where they are; those around a body that leans, where it sees them."""

from ..columns import MESH_TRIANGLE, P1, P2, P3, WINDING
from ..engine.frames import to_frame
from ..engine.jit import called_often
from ..nearest_contact import get3, put3


@called_often
def place(corners, origin, c, s, placed):
    """Write triangles (n, 9) to `placed` (n, 9): turned by the angle with cosine c and sine s, then moved to `origin`."""
    for triangle in range(corners.shape[0]):
        for corner in range(0, 9, 3):
            x, y, z = get3(corners, triangle, corner)
            there = origin[0] + c * x - s * y, origin[1] + s * x + c * y, origin[2] + z
            put3(placed, triangle, corner, there)


@called_often
def turn(candidates, count, frame, corners, order):
    """Write gathered triangles as a frame sees them: corners (n, 9), order (n,), as trees hold them (triangle_mesh.py).

    They were gathered in metres, by the space of a unit sphere. A corner of two triangles stays one point to the bit.
    """
    for k in range(count):
        put3(corners, k, 0, to_frame(frame, get3(candidates, k, P1)))
        put3(corners, k, 3, to_frame(frame, get3(candidates, k, P2)))
        put3(corners, k, 6, to_frame(frame, get3(candidates, k, P3)))
        number = int(candidates[k, MESH_TRIANGLE])
        order[k] = number if candidates[k, WINDING] > 0.0 else ~number
