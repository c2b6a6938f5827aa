"""The player's shadow on the level and the movers below. It shows the place directly below the player, which helps to land.

The shadow is cast in the direction of gravity.
"""

from functools import partial

import numpy as np

from ...core.jit import is_interpreted
from ...core.right_forward_up_frame import up_of
from ..camera.look_and_spring_arm import Look
from .shadow_patches import ShadowPatches, grid

CELL = 0.14  # [m] between two rays. Smaller: takes longer; larger: the shadow has corners
WIDE = 1.6  # largest radius, as a multiple of the body's. Less: no room for the soft edge
DARKEST = 0.6  # right below the feet. More: the shadow looks like a hole in the floor; less: it is not seen
REACH = 4.0  # [m] height of the feet at which a third of DARKEST is left
SPREAD = 0.08  # growth of the radius for each metre of height, as a fraction of the radius
FAR = 40.0  # [m] of height; no shadow from higher up


class PlayerShadow:
    """The player's shadow.

    radii: (3,) of the body at the start [m]
    root: NodePath to attach to the scene. It is hidden without compiled ray casts.
    """

    def __init__(self, radii):
        reach = WIDE * max(radii[:2])
        self._flat, cells = grid((-reach, -reach), (reach, reach), CELL)
        self._away, self._patches = np.hypot(*self._flat.T), ShadowPatches(cells, CELL, layer=1)
        self.root = self._patches.root

    def place(self, line_of_sight, position, frame, body):
        """Draw the shadow of a body on the surfaces below it. Without compiled ray casts, hide it.

        line_of_sight: LevelRaycast, which casts the rays
        position: centre of the body (3,) [m]
        frame: (3, 3) frame of the player, or None if its up is +z
        body: Ellipsoid
        """
        if is_interpreted():
            self.hide()
            return
        look, down = Look(0.0, frame=frame), -np.array(up_of(frame))
        starts = position + self._flat @ np.array((look.across(), look.forward()))
        depths = line_of_sight.raycast(starts, np.tile(down, (len(starts), 1)), np.full(len(starts), FAR))
        self._patches.project(starts, down, depths, partial(self._darkness, body))

    def hide(self):
        self.root.hide()

    def _darkness(self, body, depths, points):
        """Return the darkness 0..1 of points of the shadow.

        body: Ellipsoid
        depths: distances from the body's centre down to the surfaces [m], of any shape
        points: indices of the points of the grid, of the same shape
        """
        heights = np.clip(depths - body.radii[2], 0.0, FAR)
        falloff = 1.0 - self._away[points] / (max(body.radii[:2]) * np.minimum(1.0 + SPREAD * heights, WIDE) + CELL)
        return DARKEST * np.exp(-heights / REACH) * np.clip(2.5 * falloff, 0.0, 1.0)
