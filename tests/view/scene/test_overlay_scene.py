"""The order in which overlay shapes are drawn."""

import numpy as np
from panda3d.core import NodePath

from game.overlay.geometry.overlay_shapes import Triangles
from game.view.bodies.shadow_patches import SORT
from game.view.scene.overlay_scene import OverlayScene


def test_tinted_triangles_are_drawn_before_the_shadow_of_the_body():
    """The shadow lies above the ground and writes its depth: a tint that is drawn after it has a hole there."""
    overlay = OverlayScene(NodePath("scene"))
    floor = np.array([[(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]])
    overlay.show([Triangles(floor, np.array([(1.0, 0.0, 0.0)]))])
    filled = [path for path in overlay.root.getChildren() if any(is_filled(geom) for geom in path.node().getGeoms())]
    assert len(filled) == 2, "faces and borders"
    assert all(path.getBinDrawOrder() < SORT for path in filled)


def is_filled(geom):
    return any(primitive.getNumVertices() for primitive in geom.getPrimitives())
