"""The order and the states in which overlay shapes are drawn."""

import numpy as np
import pytest
from panda3d.core import ColorScaleAttrib, DepthOffsetAttrib, DepthTestAttrib, DepthWriteAttrib, NodePath

from game.core.shapes import Arrow, Skin, Triangles
from game.scene.overlay_scene import DIMMED, OverlayScene
from game.scene.shadows import SORT


def test_tinted_triangles_are_drawn_before_the_shadow_of_the_body():
    """The shadow lies above the ground and writes its depth: a tint that is drawn after it has a hole there."""
    overlay = OverlayScene(NodePath("scene"))
    floor = np.array([[(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]])
    overlay.show([Triangles(floor, np.array([(1.0, 0.0, 0.0)]))])
    filled = filled_paths(overlay)
    assert len(filled) == 2, "faces and borders"
    assert all(draw_order(path) < SORT for path in filled)


def test_an_arrow_is_drawn_dimmed_without_a_depth_test_and_then_bright_with_one():
    """One node in two states needs a node above it for each. With the states on the node itself, arrows shone through walls."""
    overlay = OverlayScene(NodePath("scene"))
    overlay.show([Arrow((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))])
    hidden, seen = sorted(filled_paths(overlay), key=draw_order)
    assert not has_depth_test(hidden) and alpha(hidden) == pytest.approx(DIMMED, abs=0.01)
    assert has_depth_test(seen) and alpha(seen) == 1.0


def test_the_surface_of_a_solid_first_writes_its_depth_and_then_its_colour():
    """So only its front is drawn, and shapes inside are dimmed."""
    overlay = OverlayScene(NodePath("scene"))
    colours = np.full((1, 3, 4), 0.5)
    overlay.show([Skin(np.eye(3)[None], colours, is_solid=True)])
    depth, colour = sorted(filled_paths(overlay), key=draw_order)
    assert writes_depth(depth) and 0.0 < alpha(depth) < 0.5 / 255 * 3
    assert not writes_depth(colour) and has_depth_test(colour) and alpha(colour) == 1.0
    assert offset(depth) < offset(colour), "the colour is as far as the depth, and must pass its test"


def filled_paths(overlay):
    """Return the NodePaths of the nodes with triangles. A node that is attached twice has two."""
    paths = [path.getChild(0) for path in overlay.root.getChildren()]
    return [path for path in paths if any(is_filled(geom) for geom in path.node().getGeoms())]


def draw_order(path):
    return path.getNetState().getDrawOrder()


def has_depth_test(path):
    attrib = path.getNetState().getAttrib(DepthTestAttrib)
    return attrib is None or attrib.getMode() != DepthTestAttrib.MNone


def writes_depth(path):
    return path.getNetState().getAttrib(DepthWriteAttrib).getMode() == DepthWriteAttrib.MOn


def alpha(path):
    attrib = path.getNetState().getAttrib(ColorScaleAttrib)
    return 1.0 if attrib is None else attrib.getScale()[3]


def offset(path):
    return path.getNetState().getAttrib(DepthOffsetAttrib).getOffset()


def is_filled(geom):
    return any(primitive.getNumVertices() for primitive in geom.getPrimitives())
