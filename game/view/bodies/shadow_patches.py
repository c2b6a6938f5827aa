"""Shadows as thin dark patches: grids of points projected on the surfaces below, all in one node.

They need no feature of the renderer, so the software renderer and OpenGL draw the same. Slopes too steep to stand on have no
shadows: these would be long, and hide the planes of contacts.
"""

import numpy as np
from panda3d.core import Geom, GeomTriangles, NodePath, OmniBoundingVolume, TransparencyAttrib

from ..scene.geometry_nodes import VERTEX, node, redraw, vertices

SORT = 3  # after the level, before volumes and overlays
OFF = 0.012  # [m] above the surface. Smaller: the surface shines through; larger: a patch floats beside a step
DEPTH_OFFSET = 8  # the least that the software renderer takes into account
COLOUR = 12  # of 255. Smaller: the software renderer leaves stray white pixels
STEEPEST = 1.2  # rise over run of a cell with a shadow. Larger: patches bend over edges; smaller: ramps have no shadows
LIKE = 1.1  # rise of a cell over that of the next cell on one slope. Smaller: stripes on curved slopes; larger: gaps beside edges
SIDES = ((0, 3), (1, 2)), ((0, 1), (3, 2))  # corners at the first and second side of a cell, in both directions of the grid
NOWHERE = 1e9  # [m] depth without a surface below
LEAST = 0.01  # cells that are less dark are not drawn


class ShadowPatches:
    """Thin dark patches that show shadows on the surfaces below.

    cells: (m, 4) indices of the points around each cell, counter-clockwise seen from above
    size: width of a cell [m], or of each cell (m,)
    layer: 0, or 1 for patches on top of layer 0
    root: NodePath to attach to the scene
    Each layer darkens a pixel only once, although the software renderer draws the border pixels of neighbouring cells twice.
    """

    def __init__(self, cells, size, layer=0):
        self._cells, self._off, self._beside = cells, OFF * (1 + layer), cells_beside(cells)
        self._steepest = np.broadcast_to(STEEPEST * np.asarray(size, dtype=float), len(cells))  # rise of a cell [m]
        corners = 4 * len(cells)
        data = vertices(np.zeros((corners, 3)), np.full((corners, 4), COLOUR, dtype=np.uint8))
        self._rows = np.frombuffer(bytes(data.getArray(0)), VERTEX).copy()
        self._triangles = halves(np.arange(corners).reshape(-1, 4))
        self._node = node("shadows", data, GeomTriangles(Geom.UHDynamic), self._triangles)
        self._node.setBounds(OmniBoundingVolume())
        self._node.setFinal(True)
        self.root = NodePath(self._node)
        self.root.setTransparency(TransparencyAttrib.MAlpha)
        self.root.setTextureOff(1)
        self.root.setLightOff(1)
        self.root.setDepthOffset(DEPTH_OFFSET)
        self.root.setBin("fixed", SORT + layer)

    def project(self, starts, down, depths, darkness):
        """Project the points of the grids on the surfaces below them, and draw the patches. Earlier patches disappear.

        Cells on steep slopes, cells that are hardly dark, and cells with a corner above no surface are not drawn.

        starts: origins of the rays (n, 3) [m], one for each point
        down: unit direction of the rays (3,)
        depths: distances to the surfaces (n,) [m], or inf
        darkness(depths, points): returns the darkness 0..1 for distances [m] and point indices, both of any shape
        """
        deep = np.minimum(depths, NOWHERE)[self._cells]
        deepest = deep.max(axis=1, keepdims=True)
        # Across an edge all corners are placed on the lower surface. The upper surface hides that part of the cell.
        is_steep = self._are_on_steep_slopes(deep)
        deep = np.where(deepest - deep > self._steepest[:, None], deepest, deep)
        dark = darkness(deep, self._cells)
        shown = darkest_first((deepest[:, 0] < NOWHERE) & (dark.max(axis=1) > LEAST) & ~is_steep, dark)
        above = self._off * (1.0 + dark[shown])  # of two overlapping patches, the darker is higher and drawn first
        places = starts[self._cells[shown]] + (deep[shown] - above)[..., None] * np.asarray(down)
        rows = self._rows[: 4 * len(places)]
        rows["position"] = places.reshape(-1, 3)
        rows["colour"][:, 3] = 255 * dark[shown].ravel()
        redraw(self.root, rows, self._triangles[: 2 * len(places)])

    def _are_on_steep_slopes(self, deep):
        """Return a mask (m,), True for cells on a slope that is too steep for a shadow. It is False for cells across an edge.

        deep: depths of the corners (m, 4) [m]

        A cell on a slope has a neighbour that rises in the same direction by about as much or more. A cell across an edge has
        none.
        """
        steep = np.zeros(len(deep), dtype=bool)
        for (first, second), beside in zip(SIDES, self._beside):
            rises = deep[:, second] - deep[:, first]
            high = np.flatnonzero(np.abs(rises).max(axis=1) > self._steepest)
            for other in beside[:, high]:
                own, next_to = rises[high], rises[other]
                is_alike = ((next_to * own > 0.0) & (np.abs(own) <= LIKE * np.abs(next_to))).all(axis=1)
                steep[high] |= is_alike & (other >= 0)
        return steep


def cells_beside(cells):
    """Return the indices of the neighbours of each cell, (2, 2, m), or -1 where there is none.

    The first axis is the direction in the grid, the second is 0 for the cell before and 1 for the cell after.

    cells: (m, 4) indices of the points around each cell
    """
    found = []
    for sides in SIDES:
        first, second = (list(map(tuple, cells[:, side].tolist())) for side in sides)
        with_first, with_second = ({side: number for number, side in enumerate(own)} for own in (first, second))
        found.append([[with_second.get(side, -1) for side in first], [with_first.get(side, -1) for side in second]])
    return np.array(found, dtype=int).reshape(2, 2, -1)


def darkest_first(shown, dark):
    """Return the indices of the shown cells, sorted from dark to light.

    shown: (m,) bool
    dark: (m, 4) darkness 0..1 at the corners
    """
    numbers = np.flatnonzero(shown)
    return numbers[np.argsort(-dark[numbers].mean(axis=1), kind="stable")]


def halves(cells):
    """Return two triangles (2 m, 3) of point indices for each cell (m, 4), in the order of the cells."""
    return cells[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)


def grid(low, high, size):
    """Return the points (n, 2) [m] and cells (m, 4) of a grid that covers the box from `low` to `high`, both (2,) [m].

    The cells contain the indices of their corners.
    size: width of a cell [m]
    """
    columns, rows = (np.ceil(np.subtract(high, low) / size - 1e-9).astype(int) + 1).tolist()
    across, along = np.meshgrid(np.arange(columns), np.arange(rows))
    corner = (along[:-1, :-1] * columns + across[:-1, :-1]).ravel()
    cells = np.column_stack([corner, corner + 1, corner + 1 + columns, corner + columns])
    return np.column_stack([across.ravel(), along.ravel()]) * size + np.asarray(low), cells
