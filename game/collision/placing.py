"""Placing triangles that move as one: turned about z, then moved. Every tick wants those of all movers near somebody."""

from .candidates import get3, put3
from .jit import called_often


@called_often
def place(corners, origin, c, s, placed):
    """Write triangles (n, 9) to `placed` (n, 9): turned by the angle with cosine c and sine s, then moved to `origin`."""
    for triangle in range(corners.shape[0]):
        for corner in range(0, 9, 3):
            x, y, z = get3(corners, triangle, corner)
            there = origin[0] + c * x - s * y, origin[1] + s * x + c * y, origin[2] + z
            put3(placed, triangle, corner, there)
