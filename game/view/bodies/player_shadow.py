"""The shadow of the body on what is below it, seen with it: it tells where a jump will end.

Like those of movers it lies in the direction in which he falls, whatever stands or moves there.
"""

from functools import partial

import numpy as np

from game.collision.engine.frames import up_of
from game.collision.engine.jit import COMPILED

from ..camera.camera import Look
from .shadow_patches import ShadowPatches, grid

CELL = 0.14  # [m] between two rays. Smaller: takes longer; larger: it has corners
WIDE = 1.6  # how much wider than the body it may get. Less: no room for its soft edge
DARKEST = 0.6  # right below. More: a hole in the floor; less: nobody sees it
REACH = 4.0  # [m] height of the feet at which a third of that is left
SPREAD = 0.08  # how much wider it gets a metre of height
FAR = 40.0  # [m] and none below that


class BodyShadow:
    """radii: of the body as it begins [m]. `root`: NodePath, to be put into the scene; empty where rays are not compiled."""

    def __init__(self, radii):
        reach = WIDE * max(radii[:2])
        self._flat, cells = grid((-reach, -reach), (reach, reach), CELL)
        self._away, self._patches = np.hypot(*self._flat.T), ShadowPatches(cells, CELL, layer=1)
        self.root = self._patches.root

    def place(self, sight, position, frame, body):
        """Lay it below a body. sight: LineOfSight; position: its centre [m]; frame: in which it stands; body: Ellipsoid"""
        if not COMPILED:
            self.hide()
            return
        look, down = Look(0.0, frame=frame), -np.array(up_of(frame))
        starts = position + self._flat @ np.array((look.across(), look.forward()))
        depths = sight.raycast(starts, np.tile(down, (len(starts), 1)), np.full(len(starts), FAR))
        self._patches.lay(starts, down, depths, partial(self._darkness, body))

    def hide(self):
        self.root.hide()

    def _darkness(self, body, depths, points):
        """0..1, where points have what is so far below them [m]: less far below his feet."""
        heights = np.clip(depths - body.radii[2], 0.0, FAR)
        inside = 1.0 - self._away[points] / (max(body.radii[:2]) * np.minimum(1.0 + SPREAD * heights, WIDE) + CELL)
        return DARKEST * np.exp(-heights / REACH) * np.clip(2.5 * inside, 0.0, 1.0)
