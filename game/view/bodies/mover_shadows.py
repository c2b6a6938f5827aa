"""The shadows of movers on the level below, which become softer and fainter with height.

Sunlight is baked into the level and does not change. So these are contact shadows straight below a mover, which show the place
where a lift will land.
"""

import numpy as np

from ...core.jit import is_interpreted
from .mover_footprint import MoverOutline
from .shadow_patches import ShadowPatches

DOWN = (0.0, 0.0, -1.0)
DARKEST = 0.55  # of a shadow right below. More: the shadow looks like a hole in the floor; less: it is not seen
REACH = 7.0  # [m] height at which a third of DARKEST is left; the shadow of a lift 4 m up is still visible
SOFT_FROM = 3.0  # [m] height from which the edge does not become softer
LIFT = 0.02  # [m] rays start this far above the underside. Smaller: movers that touch the ground have no shadow
FAR = 60.0  # [m] of height; no shadow from higher up


class MoverShadows:
    """The shadows of a Level's movers.

    root: NodePath to attach to the scene. It is empty without compiled ray casts, because interpreted ones take too long.
    """

    def __init__(self, level):
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

    def place(self, poses):
        """Draw the shadows of the movers.

        poses: list of Poses, in the order of the level's movers
        """
        if not len(self._points):
            return
        x, y, z, c, s = np.array([(pose.x, pose.y, pose.z, pose.c, pose.s) for pose in poses])[self._owners].T
        across, along, up = self._points.T
        starts = np.column_stack([x + c * across - s * along, y + s * across + c * along, z + up + LIFT])
        depths = self._mesh.raycast(starts, np.tile(DOWN, (len(starts), 1)), FAR)
        self._patches.project(starts, DOWN, depths, self._darkness)

    def _darkness(self, depths, points):
        """Return the darkness 0..1 of points of the shadows.

        depths: distances to the surfaces below the points [m], of any shape
        points: indices of the points of the grids, of the same shape
        """
        crisp, soft, softness = self._crisp[points], self._soft[points], np.minimum(depths / SOFT_FROM, 1.0)
        return DARKEST * np.exp(-depths / REACH) * (crisp + (soft - crisp) * softness)


def outlines_of(movers):
    """Return the MoverOutline of each Mover. Copies of a mover share an outline."""
    made = {}
    for mover in movers:
        if id(mover.vertices) not in made:
            made[id(mover.vertices)] = MoverOutline.of(mover)
    return [made[id(mover.vertices)] for mover in movers]
