"""Heights of many points on a height field, compiled. ground.py checks the arguments, and has the same for one point.

xs, ys: (m,), (n,) [m], the coordinates of the grid's lines; heights: (m, n) [m]
"""

import numpy as np

from ...core.jit import compiled, inlined


@inlined
def cell_of(lines: np.ndarray, coordinate: float) -> int:
    """Return the number of the cell between two of the lines that contains a coordinate [m], the smaller one on a line."""
    last = lines.shape[0] - 2
    cell = int((coordinate - lines[0]) / (lines[last + 1] - lines[0]) * (last + 1))
    cell = min(max(cell, 0), last)
    while cell < last and lines[cell + 1] < coordinate:  # the estimate is rounded, and may be one off
        cell += 1
    while cell > 0 and lines[cell] >= coordinate:
        cell -= 1
    return cell


@compiled
def look_up(
    points: np.ndarray, lines: tuple[np.ndarray, np.ndarray], heights: np.ndarray, is_rising: bool, out: np.ndarray
) -> None:
    """Write the heights [m] at points (k, 2) [m] to `out` (k,), NaN outside.

    lines: (xs, ys); is_rising: True if the diagonal of a cell begins at its corner with the smallest x and y
    """
    xs, ys = lines
    for row in range(points.shape[0]):
        x, y = points[row, 0], points[row, 1]
        if not (xs[0] <= x <= xs[xs.shape[0] - 1] and ys[0] <= y <= ys[ys.shape[0] - 1]):
            out[row] = np.nan
            continue
        i, j = cell_of(xs, x), cell_of(ys, y)
        u, v = (x - xs[i]) / (xs[i + 1] - xs[i]), (y - ys[j]) / (ys[j + 1] - ys[j])
        z00, z01, z10, z11 = heights[i, j], heights[i, j + 1], heights[i + 1, j], heights[i + 1, j + 1]
        if is_rising:
            out[row] = z00 + (v * (z01 - z00) + u * (z11 - z01)) if v > u else z00 + (u * (z10 - z00) + v * (z11 - z10))
        elif u + v > 1.0:
            out[row] = z11 + ((1.0 - u) * (z01 - z11) + (1.0 - v) * (z10 - z11))
        else:
            out[row] = z00 + (u * (z10 - z00) + v * (z01 - z00))
