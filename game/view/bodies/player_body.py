"""The player seen from outside: a smooth ellipsoid with a visor that shows where it looks."""

import numpy as np
from panda3d.core import NodePath, TransparencyAttrib

from game.overlay.palette import PLAYER

from ..scene.geometry_nodes import triangles_node

AROUND, UPWARDS = 48, 32  # facets
VISOR = (0.13, 0.16, 0.21)
GHOST, OPACITY = (0.72, 0.93, 0.97), 0.5
GHOST_SORT = 8  # after volumes, before overlays
VISOR_HEIGHTS = (0.40, 0.66)  # lower and upper edge, as parts of the vertical radius
VISOR_HALF_WIDTH = 0.8  # [rad] to each side of straight ahead


def body_model(radii, colour=PLAYER):
    """The NodePath of an ellipsoid of these radii [m] around the origin that faces +y. Its light is part of its colours."""
    azimuth, height = np.meshgrid(np.linspace(-np.pi, np.pi, AROUND + 1), np.sin(np.linspace(-1.5707, 1.5707, UPWARDS + 1)))
    across = np.sqrt(1.0 - height**2)
    unit = np.stack([across * np.sin(azimuth), across * np.cos(azimuth), height], axis=-1)
    is_visor = (np.abs(azimuth) < VISOR_HALF_WIDTH) & (height > VISOR_HEIGHTS[0]) & (height < VISOR_HEIGHTS[1])
    colours = np.where(is_visor[..., None], VISOR, colour) * (0.78 + 0.24 * unit[..., 2:])
    packed = (np.clip(colours, 0.04, 0.97) * 255).astype(np.uint8)
    path = NodePath("body")
    path.attachNewNode(triangles_node("body", (unit * radii).reshape(-1, 3), packed.reshape(-1, 3), sphere_triangles()))
    path.setLightOff()
    path.setTextureOff()
    return path


def ghost_model(radii, colour=GHOST, opacity=OPACITY):
    """The NodePath of a translucent body, for the ghost of the best run and for twins."""
    path = body_model(radii, colour)
    path.setAlphaScale(opacity)
    path.setTransparency(TransparencyAttrib.MAlpha)
    path.setBin("fixed", GHOST_SORT)
    return path


def sphere_triangles():
    """Triangles (t, 3) of a grid of UPWARDS + 1 rows of AROUND + 1 points, counter-clockwise from outside."""
    row, column = np.mgrid[:UPWARDS, :AROUND]
    a = (row * (AROUND + 1) + column).ravel()
    b, c, d = a + 1, a + AROUND + 2, a + AROUND + 1
    return np.concatenate([np.column_stack([a, c, b]), np.column_stack([a, d, c])])
