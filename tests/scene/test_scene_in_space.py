"""The scene in a space: nothing is made again while nothing changes, and shapes that only move are only moved."""

import numpy as np
import pytest
from panda3d.core import NodePath, Point3

from game.collision import Ellipsoid
from game.core.shapes import Point
from game.explain.spaces import space_between
from game.scene.overlay_scene import SpaceScene, panda_matrix

BODY = Ellipsoid((0.4, 0.3, 0.9), 0.5)
SHAPES = [Point((1.0, 2.0, 3.0), (0.9, 0.9, 0.9))]


@pytest.fixture
def scene(monkeypatch):
    made = SpaceScene(NodePath("root"), NodePath("sky"), NodePath("things"))
    made.cuts = []
    monkeypatch.setattr(made._overlay, "show", lambda shapes, eye: made.cuts.append(shapes))
    return made


def espace(anchor, part=1.0):
    return space_between(BODY, None, anchor, part)


def test_panda3d_maps_places_as_the_space_does():
    space = espace((1.0, -2.0, 0.5))
    place = panda_matrix(space).xformPoint(Point3(3.0, 1.0, 2.0))
    assert np.allclose(place, space.points((3.0, 1.0, 2.0)), atol=1e-5)


def test_shapes_are_cut_once_as_long_as_nothing_changes(scene):
    for _ in range(5):
        scene.show(SHAPES, espace((0.0, 0.0, 0.0)), (0.0, 0.0, 0.0), None)
    assert len(scene.cuts) == 1


def test_shapes_move_on_with_the_level_between_two_ticks(scene):
    pin = (0.0, 0.0, 0.0)
    for y in (0.0, 0.05, 0.1):
        space = espace((0.0, y, 0.0))
        scene.show(SHAPES, space, pin, None)
        drawn = np.add(scene.shapes[0].position, scene._overlay.root.getPos())
        assert np.allclose(drawn, space.points(SHAPES[0].position), atol=1e-6)
    assert len(scene.cuts) == 1


def test_shapes_are_cut_again_while_the_space_changes(scene):
    for part in (0.1, 0.2, 0.2):
        scene.show(SHAPES, espace((0.0, 0.0, 0.0), part), (0.0, 0.0, 0.0), None)
    assert len(scene.cuts) == 2
