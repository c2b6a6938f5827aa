"""Volumes in pictures of the software renderer: seen through, tinted, drifting; and the clock of a timed run."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from game.app.panels.race_panels import TimerPanel
from game.level.contents.volume import Finish
from game.panels.hud_panel import UnderwaterTint
from game.pictures.offscreen import Studio
from game.scene.geometry_nodes import VERTEX
from game.scene.look_and_spring_arm import NEAR
from game.scene.player_body import GHOST, body_model, ghost_model
from game.scene.static_scenery_and_patterns import build_scenery
from game.scene.volume_scenery import VolumeScenery, WaterSurface
from game.simulation import PlayerState
from tests.app.small_level import level_of

LEVEL = """
title = "Volumes"
[spawn]
at = [0, 0, 0]
[[parts]]
part = "floor"
size = [40, 40]
[[volumes]]
kind = "water"
at = [-4, 8, 0]
size = [6, 6, 1]
[[volumes]]
kind = "checkpoint"
at = [4, 8, 0]
size = [5, 3, 3]
[[volumes]]
kind = "wind"
at = [0, 8, 4]
size = [12, 4, 4]
velocity = [2, 0, 0]
"""
POOL = """
title = "Pool"
[spawn]
at = [0, -20, 0]
[[parts]]
part = "floor"
at = [0, 0, -2]
size = [60, 60]
[[parts]]
part = "box"
at = [6.25, 0, -1.5]
size = [11.5, 8, 2.0]
[[parts]]
part = "box"
at = [0, 0, -2]
size = [0.4, 8, 4.0]
[[volumes]]
kind = "water"
at = [0, 0, -2]
size = [10, 6, 3]
"""
SIZE = (320, 180)


@pytest.fixture(scope="module")
def level(tmp_path_factory):
    return level_of(LEVEL, tmp_path_factory)


@pytest.fixture(scope="module")
def bare(level):
    """The picture without volumes."""
    return picture(replace(level, volumes=()))


def picture(level, time=0.0, checkpoint=-1):
    with Studio(SIZE) as studio:
        build_scenery(level).reparentTo(studio.scene)
        volumes = VolumeScenery(level)
        volumes.root.reparentTo(studio.scene)
        volumes.place(time, checkpoint)
        studio.aim((0.0, -2.0, 2.5), 0.0)
        return studio.pixels().astype(int)


def test_water_and_checkpoint_let_the_floor_show_through(level, bare):
    """The one makes its side of the picture bluer, the other its side more cyan; neither covers what is behind."""
    seen = (picture(level) - bare)[90:]
    for half in (seen[:, :160], seen[:, 160:]):
        red, green, blue = half[(half != 0).any(axis=2)].mean(axis=0)
        assert len(half[(half != 0).any(axis=2)]) > 500 and red < green and red < blue
        assert np.abs(half).max() < 200


def test_a_checkpoint_that_was_passed_is_greener(level):
    before, after = (picture(level, checkpoint=number)[90:, 160:].mean(axis=(0, 1)) for number in (-1, 1))
    assert after[1] - after[2] > before[1] - before[2] + 0.5


def test_marks_drift(level):
    level = replace(level, volumes=tuple(volume for volume in level.volumes if volume.kind == "wind"))
    first, later, again = picture(level), picture(level, 0.3), picture(level, 0.75)
    assert (first != later).any() and (first == again).mean() > 0.999  # 1.5 m at 2 m/s: each is where its neighbour was


def test_water_moves_is_darker_where_it_is_deep_and_pale_at_the_shore(tmp_path_factory):
    """A pool with a wall across it, and a shallow beyond."""
    pool = level_of(POOL, tmp_path_factory)
    water = WaterSurface(pool.volumes[0], pool)
    water.place(0.0)
    rows = np.frombuffer(bytes(water.root.node().getGeom(0).getVertexData().getArray(0)), VERTEX).copy()
    points, brightness, opacity = rows["position"], rows["colour"][:, :3].mean(axis=1), rows["colour"][:, 3]
    deep, shallow = points[:, 0] < -2.0, points[:, 0] > 2.0
    at_wall = np.abs(points[:, 0]) < 0.6
    assert opacity[deep].mean() > opacity[shallow].mean() + 30 and brightness[at_wall].mean() > brightness[deep].mean() + 40
    water.place(0.5)
    later = np.frombuffer(bytes(water.root.node().getGeom(0).getVertexData().getArray(0)), VERTEX)
    assert np.abs(later["position"][:, 2] - points[:, 2]).max() > 0.005
    assert np.abs(later["position"][:, 2] - 1.0).max() < 0.05


def test_the_same_picture_every_time(level):
    assert (picture(level, 0.2) == picture(level, 0.2)).all()


def test_eyes_are_under_water_in_water_only(level):
    scenery = VolumeScenery(level)
    assert scenery.covers((-4.0, 8.0, 0.9)) and not scenery.covers((-4.0, 8.0, 1.1)) and not scenery.covers((4.0, 8.0, 0.5))


def test_the_tint_covers_all_or_nothing():
    with Studio(SIZE) as studio:
        empty = studio.pixels().astype(int)
        tint = UnderwaterTint(studio.overlay, SIZE)
        assert (studio.pixels() == empty).all()
        tint.show(True)
        assert (np.abs(studio.pixels() - empty).max(axis=2) > 20).all()


def test_the_clock_is_drawn_for_timed_levels_only(level):
    tracker = SimpleNamespace(finish=None, best=None, ghost=None, result=None, reason="", delta=lambda number: None, level=level)
    with Studio((1280, 720)) as studio:
        empty = studio.pixels().astype(int)
        clock = TimerPanel(studio.overlay, (1280, 720))
        clock.show(PlayerState((0, 0, 0), tick=90, started=30), 60, tracker)
        assert (studio.pixels() == empty).all()
        tracker.finish = Finish(2.0, 3.0, 4.0)
        clock.show(PlayerState((0, 0, 0), tick=90, started=30), 60, tracker)
        running = studio.pixels().astype(int)
        assert (running != empty)[16:90, 40:300].any(axis=2).mean() > 0.9 and (running == empty)[:, 330:].all()
        clock.show(PlayerState((0, 0, 0), tick=150, started=30, finished=150), 60, tracker)
        assert (studio.pixels() != running)[20:50, 110:230].any()


def test_a_light_stands_over_the_next_goal_alone(level):
    """The only checkpoint's until it is passed: above it the sky is bluer."""
    before, passed = (picture(level, checkpoint=number)[:40, 160:] for number in (-1, 1))
    assert (before != passed).any(axis=2).sum() > 40 and (before != passed).any(axis=(0, 2)).sum() < 12


def test_a_ghost_is_paler_than_the_body_and_seen_through():
    pictures = []
    for make in (lambda radii: None, body_model, ghost_model):
        with Studio(SIZE) as studio:
            model = make((0.4, 0.4, 0.9))
            if model:
                model.reparentTo(studio.scene)
            studio.aim((0.0, -4.0, 0.0), 0.0)
            pictures.append(studio.pixels().astype(int)[60:120, 150:170])
    empty, body, ghost = pictures
    between = (empty + np.array(GHOST) * 255) / 2
    assert np.abs(ghost - between).mean() < 30 and np.abs(ghost - empty).mean() < np.abs(body - empty).mean()
    assert ghost.std(axis=1).mean() < 8, "no facet shows through another"


@pytest.mark.parametrize("above", [-0.1, -0.03, 0.02, 0.1])
def test_the_near_plane_does_not_reach_a_surface_of_water(level, above):
    """A swimmer whose eyes were within 6 cm of the surface saw a hole in it."""
    scenery = VolumeScenery(level)
    assert scenery.near_plane((-4.0, 8.0, 1.0 + above)) <= 0.5 * abs(above)
    assert scenery.near_plane((4.0, 8.0, 1.0 + above)) == NEAR, "beside the water"
    assert scenery.near_plane((-4.0, 8.0, 1.3)) == scenery.near_plane((-4.0, 8.0, 0.5)) == NEAR
