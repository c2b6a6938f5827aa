"""Shadows of player and movers as thin dark patches: grids of points projected on the surfaces below, all in one node.

They need no feature of the renderer. Slopes too steep to stand on have none, because they would hide the planes of contacts.
Sunlight is baked. These are contact shadows in the direction of gravity, which show the place where a lift will land.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from panda3d.core import Geom, GeomTriangles, NodePath, OmniBoundingVolume, TransparencyAttrib

from ..collision import TriangleMesh
from ..core.jit import is_interpreted
from ..core.right_forward_up_frame import Frame, up_of
from ..core.vec3 import DOWN, VectorLike
from ..level import Level
from ..level.contents.level import LevelRaycast
from ..level.contents.mover import Mover, Pose
from .geometry_nodes import VERTEX, node, redraw, vertices
from .look_and_spring_arm import Look

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
    """Thin dark patches that show shadows on the surfaces below. Each layer darkens a pixel only once.

    cells: (m, 4) indices of the points around each cell, counter-clockwise seen from above; size: width of each [m]; layer: 0 or
    1
    """

    def __init__(self, cells: np.ndarray, size: float | np.ndarray, layer: int = 0):
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

    def project(
        self, starts: np.ndarray, down: VectorLike, depths: np.ndarray, darkness: Callable[[np.ndarray, np.ndarray], np.ndarray]
    ) -> None:
        """Project the points of the grids on the surfaces below them, and draw the patches instead of the last ones.

        starts: (n, 3) [m]; down: unit direction; depths: (n,) [m], or inf; darkness(depths, points): 0..1 for distances [m] and
        point indices of any shape. Cells on steep slopes, hardly dark ones, and those above no surface are not drawn.
        """
        deep = np.minimum(depths, NOWHERE)[self._cells]
        deepest = deep.max(axis=1, keepdims=True)
        # Across an edge all corners are placed on the lower surface. The upper surface hides that part of the cell.
        is_steep = self._are_on_steep_slopes(deep)
        deep = np.where(deepest - deep > self._steepest[:, None], deepest, deep)
        dark = darkness(deep, self._cells)
        shown = np.flatnonzero((deepest[:, 0] < NOWHERE) & (dark.max(axis=1) > LEAST) & ~is_steep)
        shown = shown[np.argsort(-dark[shown].mean(axis=1), kind="stable")]  # from dark to light
        above = self._off * (1.0 + dark[shown])  # of two overlapping patches, the darker is higher and drawn first
        places = starts[self._cells[shown]] + (deep[shown] - above)[..., None] * np.asarray(down)
        rows = self._rows[: 4 * len(places)]
        rows["position"] = places.reshape(-1, 3)
        rows["colour"][:, 3] = 255 * dark[shown].ravel()
        redraw(self.root, rows, self._triangles[: 2 * len(places)])

    def _are_on_steep_slopes(self, deep: np.ndarray) -> np.ndarray:
        """Return a mask (m,) of cells on steep slopes, but not across an edge. deep: depths of the corners (m, 4) [m]

        A cell on a slope has a neighbour that rises in the same direction by about as much. A cell across an edge has none.
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


def cells_beside(cells: np.ndarray) -> np.ndarray:
    """Return the neighbours of each cell before (0) and after (1) it in both directions, (2, 2, m), or -1."""
    found = []
    for sides in SIDES:
        first, second = (list(map(tuple, cells[:, side].tolist())) for side in sides)
        with_first, with_second = ({side: number for number, side in enumerate(own)} for own in (first, second))
        found.append([[with_second.get(side, -1) for side in first], [with_first.get(side, -1) for side in second]])
    return np.array(found, dtype=int).reshape(2, 2, -1)


def halves(cells: np.ndarray) -> np.ndarray:
    return cells[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)


def cell_grid(low: tuple[float, float], high: tuple[float, float], size: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the points (n, 2) [m] and cells (m, 4) of corner indices of a grid that covers the box from `low` to `high` [m]."""
    columns, rows = (np.ceil(np.subtract(high, low) / size - 1e-9).astype(int) + 1).tolist()
    across, along = np.meshgrid(np.arange(columns), np.arange(rows))
    corner = (along[:-1, :-1] * columns + across[:-1, :-1]).ravel()
    cells = np.column_stack([corner, corner + 1, corner + 1 + columns, corner + columns])
    return np.column_stack([across.ravel(), along.ravel()]) * size + np.asarray(low), cells


CELL = 0.14  # [m] between two rays. Smaller: takes longer; larger: the shadow has corners
WIDE = 1.6  # largest radius, as a multiple of the body's. Less: no room for the soft edge
DARKEST = 0.6  # right below the feet. More: the shadow looks like a hole in the floor; less: it is not seen
REACH = 4.0  # [m] height of the feet at which a third of DARKEST is left
SPREAD = 0.08  # growth of the radius for each metre of height, as a fraction of the radius
FAR = 40.0  # [m] of height; no shadow from higher up


class PlayerShadow:
    """The player's shadow. `root` is hidden without compiled ray casts. radii: of the body at the start [m]"""

    def __init__(self, radii: VectorLike):
        reach = WIDE * max(radii[:2])
        self._flat, cells = cell_grid((-reach, -reach), (reach, reach), CELL)
        self._away, self._patches = np.hypot(*self._flat.T), ShadowPatches(cells, CELL, layer=1)
        self.root = self._patches.root

    def place(self, line_of_sight: LevelRaycast, position: VectorLike, frame: Frame | None, radii: VectorLike) -> None:
        """Draw the shadow of a body with radii [m] on the surfaces below it. Without compiled ray casts, hide it."""
        if is_interpreted():
            self.hide()
            return
        look, down = Look(0.0, frame=frame), -np.array(up_of(frame))
        starts = position + self._flat @ np.array((look.across(), look.forward()))
        depths = line_of_sight.raycast(starts, np.tile(down, (len(starts), 1)), np.full(len(starts), FAR))
        self._patches.project(starts, down, depths, partial(self._darkness, radii))

    def hide(self) -> None:
        self.root.hide()

    def _darkness(self, radii: VectorLike, depths: np.ndarray, points: np.ndarray) -> np.ndarray:
        """Return the darkness 0..1 of points of the shadow.

        depths: distances from the body's centre down to the surfaces [m], of any shape; points: their indices, of the same shape
        """
        heights = np.clip(depths - radii[2], 0.0, FAR)
        falloff = 1.0 - self._away[points] / (max(radii[:2]) * np.minimum(1.0 + SPREAD * heights, WIDE) + CELL)
        return DARKEST * np.exp(-heights / REACH) * np.clip(2.5 * falloff, 0.0, 1.0)


FOOTPRINT_CELL = 0.35  # [m] between two points. Smaller: more rays a frame; larger: rounded corners
MOST_POINTS = 6000  # of a mover; with more, cells grow. Fewer: large lifts (27 x 27 m) get coarse shadows; more: slow pictures
FINE = 5  # rays across a cell when the outline is sampled. Fewer: thin arms flicker as they turn
OVER = 0.05  # [m] above the mover's box: start of these rays


class MoverOutline(NamedTuple):
    """The outline of a mover, seen from above, as a grid of cells of `size` [m].

    points: (n, 3) [m] in its frame, at its underside; cells: (m, 4); crisp, soft: (n,) covered share of a disc of 0.6 or 1 cells
    """

    size: float
    points: np.ndarray
    cells: np.ndarray
    crisp: np.ndarray
    soft: np.ndarray

    @classmethod
    def of(cls, mover: Mover) -> "MoverOutline":
        (left, front, bottom), (right, back, top) = mover.mesh.bounds
        size = FOOTPRINT_CELL
        while ((right - left) / size + 4.0) * ((back - front) / size + 4.0) > MOST_POINTS:  # the grid has no more points
            size *= 1.25
        flat, cells = cell_grid((left - size, front - size), (right + size, back + size), size)
        is_below, underside = seen_from_above(mover.mesh, flat, size, bottom, top)
        shares = [is_below[:, near].mean(axis=1) for near in (within(0.6), within(1.0))]
        points = np.column_stack([flat, np.full(len(flat), underside)])
        return cls(size, points, cells[np.max(shares[1][cells], axis=1) > 0.0], *shares)


def around() -> np.ndarray:
    side = (np.arange(2 * FINE) + 0.5) / FINE - 1.0
    return np.column_stack([axis.ravel() for axis in np.meshgrid(side, side)])


def within(radius: float) -> np.ndarray:
    return np.hypot(*around().T) < radius


def seen_from_above(mesh: TriangleMesh, flat: np.ndarray, size: float, bottom: float, top: float) -> tuple[np.ndarray, float]:
    """Return a mask (n, k) of the samples covered by the mesh, and the median height of its underside [m], or `bottom`.

    flat: points (n, 2) of the grid [m] with k samples each; size: of the cells [m]; bottom, top: of the mesh's bounds [m]
    """
    places = (flat[:, None, :] + size * around()).reshape(-1, 2)
    down, up = (np.tile((0.0, 0.0, sign), (len(places), 1)) for sign in (-1.0, 1.0))
    above = np.column_stack([places, np.full(len(places), top + OVER)])
    hit = np.isfinite(mesh.raycast(above, down, top - bottom + 2.0 * OVER))
    below = np.column_stack([places, np.full(len(places), bottom - OVER)])
    undersides = bottom - OVER + mesh.raycast(below, up, top - bottom + 2.0 * OVER)[hit]
    # the median, since the column below a lift reaches into the ground
    return hit.reshape(len(flat), -1), float(np.median(undersides)) if hit.any() else bottom


MOVER_DARKEST = 0.55  # of a shadow right below. More: the shadow looks like a hole in the floor; less: it is not seen
MOVER_REACH = 7.0  # [m] height at which a third of DARKEST is left; the shadow of a lift 4 m up is still visible
SOFT_FROM = 3.0  # [m] height from which the edge does not become softer
LIFT = 0.02  # [m] rays start this far above the underside. Smaller: movers that touch the ground have no shadow
MOVER_FAR = 60.0  # [m] of height; no shadow from higher up


class MoverShadows:
    """The shadows of a level's movers. There are none without compiled ray casts, because interpreted ones take too long."""

    def __init__(self, level: Level):
        outlines = outlines_of(level.movers) if not is_interpreted() else []
        firsts = np.cumsum([0, *(len(outline.points) for outline in outlines)])
        cells = [outline.cells + first for outline, first in zip(outlines, firsts)]
        self._mesh, self._owners = level.mesh, np.repeat(np.arange(len(outlines)), np.diff(firsts))
        self._points, self._crisp, self._soft = (
            np.concatenate([empty, *(getattr(outline, name) for outline in outlines)])
            for name, empty in (("points", np.empty((0, 3))), ("crisp", []), ("soft", []))
        )
        sizes = np.repeat([outline.size for outline in outlines], [len(outline.cells) for outline in outlines])
        self._patches = ShadowPatches(np.concatenate([np.empty((0, 4), dtype=int), *cells]), sizes)
        self.root = self._patches.root

    def place(self, poses: Sequence[Pose]) -> None:
        """Draw the shadows of the movers at their poses, in the order of the level's movers."""
        if not len(self._points):
            return
        x, y, z, c, s = np.array([(pose.x, pose.y, pose.z, pose.c, pose.s) for pose in poses])[self._owners].T
        across, along, up = self._points.T
        starts = np.column_stack([x + c * across - s * along, y + s * across + c * along, z + up + LIFT])
        depths = self._mesh.raycast(starts, np.tile(DOWN, (len(starts), 1)), MOVER_FAR)
        self._patches.project(starts, DOWN, depths, self._darkness)

    def _darkness(self, depths: np.ndarray, points: np.ndarray) -> np.ndarray:
        """Return the darkness 0..1 at distances to the surfaces below [m] of points with indices of the same shape."""
        crisp, soft, softness = self._crisp[points], self._soft[points], np.minimum(depths / SOFT_FROM, 1.0)
        return MOVER_DARKEST * np.exp(-depths / MOVER_REACH) * (crisp + (soft - crisp) * softness)


def outlines_of(movers: Sequence[Mover]) -> list[MoverOutline]:
    """Return the outline of each mover. Copies of a mover share an outline."""
    made = {}
    for mover in movers:
        if id(mover.vertices) not in made:
            made[id(mover.vertices)] = MoverOutline.of(mover)
    return [made[id(mover.vertices)] for mover in movers]
