"""Bodies of a crowd, drawn the finer the nearer they are: all of one fineness in one node, filled anew every frame."""

from typing import NamedTuple

import numpy as np
from panda3d.core import NodePath, OmniBoundingVolume

from ..scene.geometry import VERTEX, redraw, triangles_node
from .player_body import VISOR, VISOR_HALF_WIDTH, VISOR_HEIGHTS


class Detail(NamedTuple):
    """around: corners of a ring; heights: of the rings [parts of the vertical radius]; reach: up to where [m]; most: bodies"""

    around: int
    heights: tuple
    reach: float
    most: int


# The nearest first; who is farther is drawn by his outline alone. Finer, or farther reaching, and two thousand take long in the
# software renderer, some .2 us a corner; coarser, and they have corners.
DETAILS = (
    Detail(20, (-0.97, -0.82, -0.55, -0.2, 0.15, 0.38, 0.42, 0.64, 0.68, 0.84, 0.96), 6.0, 30),
    Detail(10, (-0.82, -0.3, 0.2, 0.42, 0.64, 0.88), 18.0, 150),
)


class Filled:
    """Many things of one shape in a node. colours: (n, v, 3) 0..1 of the corners of all; triangles (t, 3) of one;
    most: how many are drawn at a time. `root`: NodePath"""

    def __init__(self, colours, triangles, most):
        count, corners, _ = colours.shape
        self._colours = np.full((count, corners, 4), 255, np.uint8)
        self._colours[..., :3] = np.clip(colours, 0.04, 0.97) * 255.0
        most = min(most, count)
        self._rows = np.zeros((most, corners), VERTEX)
        self._triangles = (triangles + corners * np.arange(most)[:, None, None]).astype(np.uint32)
        node = triangles_node("bodies", np.zeros((1, 3)), np.zeros((1, 3), np.uint8), [])
        node.setBounds(OmniBoundingVolume())
        node.setFinal(True)
        self.root = NodePath(node)

    def _fill(self, numbers, corners):
        """Draw only these (k,), whose corners (k, v, 3) are there [m]."""
        rows = self._rows[: len(numbers)]
        rows["position"], rows["colour"] = corners, self._colours[numbers]
        redraw(self.root, rows.ravel(), self._triangles[: len(numbers)])


class Bodies(Filled):
    """detail: Detail; radii: of each body [m]; colours: (n, 3) 0..1 of all of them, however many are drawn at a time"""

    def __init__(self, detail, radii, colours):
        self._shape, triangles, paint = body_shape(detail, radii)
        super().__init__(np.where(paint[:, 3:] > 0.0, 1.0, colours[:, None]) * paint[:, :3], triangles, detail.most)

    def draw(self, numbers, centres, axes, eye):
        """Only these. numbers (k,): of bodies; centres (n, 3) [m] and axes (n, 3, 3), right, forward, up, of all"""
        self._fill(numbers, self._shape @ axes[numbers] + centres[numbers, None])


def body_shape(detail, radii):
    """(corners (v, 3) [m], triangles (t, 3), paint (v, 4)) of an ellipsoid that looks along +y.

    paint: light from above, times what colour; where its last number is not 0 it is the visor's colour itself
    """
    angles = np.arange(detail.around) * (2.0 * np.pi / detail.around)
    rings = [
        np.stack([np.sin(angles) * across, np.cos(angles) * across, np.full(detail.around, height)], axis=1)
        for height, across in ((height, (1.0 - height**2) ** 0.5) for height in detail.heights)
    ]
    unit = np.concatenate([[(0.0, 0.0, -1.0)], *rings, [(0.0, 0.0, 1.0)]])
    faces = [*bottom(detail), *belts(detail), *top(detail)]
    return unit * radii, np.array(faces), painted(unit)


def painted(unit):
    """The paint of corners on the unit sphere."""
    light = 0.78 + 0.24 * unit[:, 2:]
    low, high = VISOR_HEIGHTS
    ahead = np.abs(np.arctan2(unit[:, 0], unit[:, 1])) < VISOR_HALF_WIDTH
    is_visor = (ahead & (unit[:, 2] > low) & (unit[:, 2] < high))[:, None]
    return np.hstack([np.where(is_visor, VISOR, 1.0) * light, is_visor])


def bottom(detail):
    return [(0, 1 + k, 1 + (k + 1) % detail.around) for k in range(detail.around)]


def belts(detail):
    """Two triangles a side between each two rings."""
    for ring in range(len(detail.heights) - 1):
        low, high = 1 + ring * detail.around, 1 + (ring + 1) * detail.around
        for k in range(detail.around):
            after = (k + 1) % detail.around
            yield low + k, high + after, low + after
            yield low + k, high + k, high + after


def top(detail):
    pole = 1 + len(detail.heights) * detail.around
    first = pole - detail.around
    return [(pole, first + (k + 1) % detail.around, first + k) for k in range(detail.around)]


def by_detail(distances):
    """Numbers of those to be drawn by each of DETAILS, and of the others, the nearest first. distances (n,) [m]: inf for
    those that are not drawn"""
    order, ends = np.argsort(distances), [0]
    shown = int(np.isfinite(distances).sum())
    for detail in DETAILS:
        ends.append(min(int(np.searchsorted(distances, detail.reach, sorter=order)), ends[-1] + detail.most, shown))
    return np.split(order[:shown], ends[1:])
