"""The bodies of a crowd in three levels of detail: two meshes, and a flat impostor far away.

All bodies of one level of detail are in one node.
"""

from typing import NamedTuple

import numpy as np
from panda3d.core import NodePath, OmniBoundingVolume

from ..scene.geometry_nodes import VERTEX, redraw, triangles_node
from .player_body import VISOR, VISOR_HALF_WIDTH, VISOR_HEIGHTS


class DetailLevel(NamedTuple):
    """A level of detail of a body's mesh, an ellipsoid of horizontal rings.

    around: number of corners of a ring
    heights: heights of the rings above the centre, as fractions of the vertical radius, -1..1
    reach: largest distance [m] from the eye at which the mesh is drawn
    most: largest number of bodies drawn with it
    """

    around: int
    heights: tuple
    reach: float
    most: int


# The nearest first; bodies beyond are impostors. Finer or farther: two thousand bodies take long in the software renderer,
# some .2 us a corner. Coarser: corners show.
DETAIL_LEVELS = (
    DetailLevel(20, (-0.97, -0.82, -0.55, -0.2, 0.15, 0.38, 0.42, 0.64, 0.68, 0.84, 0.96), 6.0, 30),
    DetailLevel(10, (-0.82, -0.3, 0.2, 0.42, 0.64, 0.88), 18.0, 150),
)
IMPOSTOR_CORNERS = 10  # Fewer: the corners show; more: two thousand impostors take longer
BRIGHT, GRADIENT = 0.78, 0.24  # light from above: brightness of the middle, and how much more at the top


class InstanceBatch:
    """Many instances of one mesh in one node, whose vertices are overwritten every frame.

    colours: (n, v, 3), 0..1, of the v corners of each of the n instances
    triangles: (t, 3) corner indices of one instance
    most: largest number of instances drawn at a time
    root: NodePath to attach to the scene
    """

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

    def _write(self, numbers, corners):
        """Draw only the instances with the indices `numbers` (k,), at most `most`, at the corners `corners` (k, v, 3) [m]."""
        rows = self._rows[: len(numbers)]
        rows["position"], rows["colour"] = corners, self._colours[numbers]
        redraw(self.root, rows.ravel(), self._triangles[: len(numbers)])


class CrowdBodies(InstanceBatch):
    """The bodies of a crowd that are drawn in one DetailLevel.

    detail: DetailLevel
    radii: (3,) [m], the same for all bodies
    colours: (n, 3) 0..1 of the whole crowd
    """

    def __init__(self, detail, radii, colours):
        self._corners, triangles, paint = body_mesh(detail, radii)
        super().__init__(np.where(paint[:, 3:] > 0.0, 1.0, colours[:, None]) * paint[:, :3], triangles, detail.most)

    def draw(self, numbers, centres, axes, eye):
        """Draw only the bodies with the indices `numbers` (k,), at most `detail.most`.

        centres: (n, 3) [m] of the whole crowd
        axes: (n, 3, 3) of the whole crowd: unit vectors right, forward and up of each body
        eye: not used; `CrowdImpostors.draw` has the same arguments
        """
        self._write(numbers, self._corners @ axes[numbers] + centres[numbers, None])


class CrowdImpostors(InstanceBatch):
    """Distant bodies of a crowd, drawn as flat polygons that face the eye.

    radii: (3,) [m], the same for all bodies
    colours: (n, 3) 0..1 of the whole crowd
    """

    def __init__(self, radii, colours):
        angles = (np.arange(IMPOSTOR_CORNERS) + 0.5) * (2.0 * np.pi / IMPOSTOR_CORNERS)
        self._rim, self._squared = np.stack([np.cos(angles), np.sin(angles)], axis=1), np.square(radii)
        fan = [(0, k, k + 1) for k in range(1, IMPOSTOR_CORNERS - 1)]
        super().__init__(colours[:, None] * (BRIGHT + GRADIENT * self._rim[:, 1, None]), np.array(fan), len(colours))

    def draw(self, numbers, centres, axes, eye):
        """Draw only the bodies with the indices `numbers` (k,).

        centres: (n, 3) [m] of the whole crowd
        axes: (n, 3, 3) of the whole crowd: unit vectors right, forward and up of each body
        eye: position (3,) of the camera [m]
        """
        axes, centres = axes[numbers], centres[numbers]
        sight = centres - eye
        across = np.cross(sight, axes[:, 2])
        sides = np.stack([across, np.cross(across, sight)], axis=1)
        sides /= np.linalg.norm(sides, axis=2, keepdims=True)
        sides *= np.sqrt((np.einsum("ksi,kai->ksa", sides, axes) ** 2 * self._squared).sum(axis=2))[..., None]
        self._write(numbers, self._rim @ sides + centres[:, None])


def body_mesh(detail, radii):
    """Return corners (v, 3) [m], triangles (t, 3) and paint (v, 4) of an ellipsoid that faces +y.

    detail: DetailLevel
    radii: (3,) [m]
    paint: (red, green, blue, is_visor) of each corner. The first three are factors of the body's colour if is_visor is 0,
    and the final colour if is_visor is 1.
    """
    angles = np.arange(detail.around) * (2.0 * np.pi / detail.around)
    rings = [
        np.stack([np.sin(angles) * across, np.cos(angles) * across, np.full(detail.around, height)], axis=1)
        for height, across in ((height, (1.0 - height**2) ** 0.5) for height in detail.heights)
    ]
    unit = np.concatenate([[(0.0, 0.0, -1.0)], *rings, [(0.0, 0.0, 1.0)]])
    low, high = VISOR_HEIGHTS
    is_ahead = np.abs(np.arctan2(unit[:, 0], unit[:, 1])) < VISOR_HALF_WIDTH
    is_visor = (is_ahead & (unit[:, 2] > low) & (unit[:, 2] < high))[:, None]
    light = BRIGHT + GRADIENT * unit[:, 2:]
    return unit * radii, np.array(list(body_triangles(detail))), np.hstack([np.where(is_visor, VISOR, 1.0) * light, is_visor])


def body_triangles(detail):
    """Yield the triangles of a DetailLevel's mesh, three corner indices each.

    They are a fan around each pole, and two triangles for each side between two rings.
    """
    after = [(k + 1) % detail.around for k in range(detail.around)]
    yield from ((0, 1 + k, 1 + after[k]) for k in range(detail.around))
    for ring in range(len(detail.heights) - 1):
        low, high = 1 + ring * detail.around, 1 + (ring + 1) * detail.around
        for k in range(detail.around):
            yield low + k, high + after[k], low + after[k]
            yield low + k, high + k, high + after[k]
    pole = 1 + len(detail.heights) * detail.around
    yield from ((pole, pole - detail.around + after[k], pole - detail.around + k) for k in range(detail.around))


def by_detail(distances):
    """Split the indices of bodies by level of detail. Return a list of int arrays: one for each DetailLevel, then impostors.

    Each array is sorted by distance. Bodies that exceed the number `most` of their level go to the next one.

    distances: (n,) [m] from the eye, inf for bodies that are not drawn
    """
    order, ends = np.argsort(distances), [0]
    shown = int(np.isfinite(distances).sum())
    for detail in DETAIL_LEVELS:
        ends.append(min(int(np.searchsorted(distances, detail.reach, sorter=order)), ends[-1] + detail.most, shown))
    return np.split(order[:shown], ends[1:])
