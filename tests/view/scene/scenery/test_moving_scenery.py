"""Movers in the scene: where they are at any time, lit, and dimmer in the shadow of the level."""

from math import sqrt

import pytest

from game.collision.engine.jit import COMPILED
from game.level import load_level
from game.view.bodies.mover_shade import SHADOW, MoverShade
from game.view.scene.scenery.moving_scenery import MovingScenery

from ...small_level import level_of

LEVEL = """
title = "Movers"
[spawn]
at = [0, 0, 0]
[sun]
heading = 0
elevation = 90
[[parts]]
part = "floor"
size = [40, 40]
[[parts]]
part = "box"
at = [10, 0, 5]
size = [4, 4, 0.2]
[[movers]]
at = [0, 0, 1]
path = [{}, {to = [10, 0, 0], pause = 2}]
speed = 5
turn = 45
repeat = {count = 2, phase = 1, step = [0, 3, 0]}
[[movers.parts]]
part = "box"
size = [2, 1, 0.4]
"""


@pytest.fixture(scope="module")
def level(tmp_path_factory):
    return level_of(LEVEL, tmp_path_factory)


@pytest.mark.parametrize("renderer", ("tiny", "gl"))
def test_they_are_where_their_motion_says(level, renderer):
    moving = MovingScenery(level, renderer)
    for time in (0.0, 1.0, 1.3):
        moving.place(time)
        for path, mover in zip(moving.root.getChildren(), level.movers):
            pose = mover.pose(time)
            assert tuple(path.getPos()) == pytest.approx(pose[:3], abs=1e-5)
            corner = moving.root.getRelativePoint(path, (1.0, 0.5, 0.4))
            assert tuple(corner) == pytest.approx(pose.to_world((1.0, 0.5, 0.4)), abs=1e-5)


def test_drawn_movers_are_as_large_as_their_collision_meshes(level):
    moving = MovingScenery(level)
    moving.place(1.0)  # an eighth of a turn
    low, high = moving.root.getChild(0).getTightBounds()
    reach = 1.5 / sqrt(2.0)
    assert tuple(low) == pytest.approx((5.0 - reach, -reach, 1.0), abs=1e-4)
    assert tuple(high) == pytest.approx((5.0 + reach, reach, 1.4), abs=1e-4)


@pytest.mark.skipif(not COMPILED, reason="takes long")
def test_under_a_roof_it_is_dim_and_outside_it_is_not(level):
    shade = MoverShade(level.movers[0], level)
    assert shade.at(0.0) == 1.0 and shade.at(3.0) == pytest.approx(SHADOW)
    assert all(SHADOW <= shade.at(0.1 * number) <= 1.0 for number in range(100))


def test_a_level_without_movers_has_none(tmp_path):
    path = tmp_path / "still.toml"
    path.write_text(LEVEL.partition("[[movers]]")[0], encoding="utf-8")
    moving = MovingScenery(load_level(str(path)))
    moving.place(1.0)
    assert moving.root.getNumChildren() == 0
