"""Movers in the scene: where they are at any time, lit, and dimmer in the shadow of the level."""

from math import sqrt

import pytest

from game.core.jit import COMPILED
from game.level import load_level
from game.scene.light.bake import bake
from game.scene.mover_models import SHADOW, MoverModels, MoverShade, model_of
from game.scene.static_scenery_and_patterns import build_scenery
from tests.app.small_level import level_of
from tests.level.mesh_import.example_file import FILE as EXAMPLE

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
    moving = MoverModels(level, renderer)
    for time in (0.0, 1.0, 1.3):
        moving.place(time)
        for path, mover in zip(moving.root.getChildren(), level.movers):
            pose = mover.pose(time)
            assert tuple(path.getPos()) == pytest.approx(pose[:3], abs=1e-5)
            corner = moving.root.getRelativePoint(path, (1.0, 0.5, 0.4))
            assert tuple(corner) == pytest.approx(pose.to_world((1.0, 0.5, 0.4)), abs=1e-5)


def test_drawn_movers_are_as_large_as_their_collision_meshes(level):
    moving = MoverModels(level)
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
    moving = MoverModels(load_level(str(path)))
    moving.place(1.0)
    assert moving.root.getNumChildren() == 0


def test_a_mover_is_drawn_alone_in_a_level_that_is_not_drawn_as_it_is_solid():
    level = load_level(EXAMPLE)
    for mover in level.movers:
        low, high = model_of(mover, level, "tiny").getTightBounds()
        assert tuple(low) == pytest.approx(tuple(mover.vertices.min(axis=0)), abs=1e-5)
        assert tuple(high) == pytest.approx(tuple(mover.vertices.max(axis=0)), abs=1e-5)


def test_what_is_only_solid_is_not_drawn_and_what_is_only_drawn_is():
    level = load_level(EXAMPLE)
    low, high = build_scenery(level, baked=bake(level, plain=True)).find("surfaces and lines").getTightBounds()
    assert low[1] == pytest.approx(-12.0) and high[2] == pytest.approx(3.0)
    edge = bake(level, plain=True).positions[:, 1:3]
    assert not ((edge[:, 0] < -11.79) & (edge[:, 1] > 1.01)).any() and ((edge[:, 0] < -11.1) & (edge[:, 1] == 1.0)).any()
