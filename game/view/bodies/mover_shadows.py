"""Shadows of what moves, on what stands below: the outline, softer and fainter the higher it is.

The sun's light is baked into the level and stays. This is the light from above that a thing overhead takes away. So it falls
straight down, as contact shadows do, and tells who rides a lift where it will come down.
"""

import numpy as np

from game.collision.engine.jit import COMPILED

from .mover_outline import CELL, Outline
from .shadow_patches import ShadowPatches

DOWN = (0.0, 0.0, -1.0)
DARKEST = 0.55  # of a shadow right below; more: a hole in the floor, less: nobody sees it
REACH = 7.0  # [m] height at which a third of that is left; a lift 4 m up is still seen on the ground
SOFT_FROM = 3.0  # [m] height from which the edge is as soft as it gets
LIFT = 0.02  # [m] rays start this far above the underside, or what stands on the ground would have none
FAR = 60.0  # [m] and none below that


class MoverShadows:
    """level: Level. `root`: NodePath, to be put into the scene; empty where rays are not compiled: they take too long."""

    def __init__(self, level):
        outlines = outlines_of(level.movers) if COMPILED else []
        firsts = np.cumsum([0, *(len(outline.points) for outline in outlines)])
        cells = [outline.cells + first for outline, first in zip(outlines, firsts)]
        self._mesh, self._owners = level.mesh, np.repeat(np.arange(len(outlines)), np.diff(firsts))
        self._points, self._crisp, self._soft = (
            np.concatenate([empty, *(getattr(outline, name) for outline in outlines)])
            for name, empty in (("points", np.empty((0, 3))), ("crisp", []), ("soft", []))
        )
        self._patches = ShadowPatches(np.concatenate([np.empty((0, 4), dtype=int), *cells]), CELL)
        self.root = self._patches.root

    def place(self, poses):
        """Lay them below movers that stand so. poses: of all movers, in order."""
        if not len(self._points):
            return
        x, y, z, c, s = np.array([(pose.x, pose.y, pose.z, pose.c, pose.s) for pose in poses])[self._owners].T
        across, along, up = self._points.T
        starts = np.column_stack([x + c * across - s * along, y + s * across + c * along, z + up + LIFT])
        depths = self._mesh.raycast(starts, np.tile(DOWN, (len(starts), 1)), FAR)
        self._patches.lay(starts, DOWN, depths, self._darkness)

    def _darkness(self, depths, points):
        """0..1, where points have what is so far below them [m]."""
        crisp, soft, softness = self._crisp[points], self._soft[points], np.minimum(depths / SOFT_FROM, 1.0)
        return DARKEST * np.exp(-depths / REACH) * (crisp + (soft - crisp) * softness)


def outlines_of(movers):
    """An Outline a mover; copies of one share theirs."""
    made = {}
    for mover in movers:
        if id(mover.vertices) not in made:
            made[id(mover.vertices)] = Outline.of(mover)
    return [made[id(mover.vertices)] for mover in movers]
