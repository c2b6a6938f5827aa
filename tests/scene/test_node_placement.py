"""Nodes in the frame of a player whose up is not +z."""

from math import pi

import numpy as np
import pytest
from panda3d.core import NodePath

from game.app.session.play_session import Session
from game.core.right_forward_up_frame import WORLD, frame_at, up_of
from game.explain.hud_text import hud_rows
from game.explain.tick_overlay import Switches, build_overlay
from game.level.contents.volume import Down
from game.player.gravity_aligned_frame import interpolate
from game.scene.framing import subject_of
from game.scene.geometry_nodes import place_node
from game.scene.look_and_spring_arm import Look, SpringArm
from game.simulation import Intent, Simulation
from tests.simulation.scenes import floor, level_of

ON_A_WALL = frame_at((1.0, 0.0, 0.0))
FRAMES = [frame_at(up) for up in ((0.0, 0.0, -1.0), (1.0, 0.0, 0.0), (0.48, -0.6, 0.64))]


def hanging():
    """A simulation of a player that stands on a ceiling at 3 m."""
    level = level_of(floor(3.0)[:, ::-1])
    level.gravity, level.spawn.at, level.title = Down(direction=(0.0, 0.0, 1.0)), (0.0, 0.0, 3.0), "Ceiling"
    sim = Simulation(level)
    sim.tick(Intent())
    return sim


@pytest.mark.parametrize("heading, pitch", [(0.0, 0.0), (0.7, -0.4), (-2.0, 1.2)])
def test_the_worlds_own_frame_places_as_heading_and_pitch_do(heading, pitch):
    plain, framed = NodePath("plain"), NodePath("framed")
    place_node(plain, (1.0, 2.0, 3.0), heading, pitch)
    place_node(framed, (1.0, 2.0, 3.0), heading, pitch, WORLD)
    assert np.abs(np.subtract(plain.getMat(), framed.getMat())).max() < 1e-6


@pytest.mark.parametrize("frame", FRAMES)
def test_the_top_of_the_picture_is_the_players_up(frame):
    path = NodePath("camera")
    place_node(path, (1.0, 2.0, 3.0), 0.8, 0.0, frame)
    assert tuple(path.getMat().getRow3(2)) == pytest.approx(frame[2], abs=1e-6)
    assert tuple(path.getMat().getRow3(1)) == pytest.approx(Look(0.8, 0.0, frame).forward(), abs=1e-6)
    assert tuple(path.getPos()) == (1.0, 2.0, 3.0)


@pytest.mark.parametrize("frame", FRAMES)
def test_the_third_person_camera_is_above_the_player_by_its_own_up(frame):
    mesh = level_of(floor(-900.0)).mesh
    eye, look = SpringArm().advance(mesh, (0.0, 0.0, 0.0), Look(0.3, 0.0, frame), 1e9)
    upright, _ = SpringArm().advance(mesh, (0.0, 0.0, 0.0), Look(0.3), 1e9)
    assert np.dot(eye, up_of(frame)) == pytest.approx(upright[2])
    assert look.frame is frame


def test_the_eyes_hang_below_the_ceiling_and_pitch_looks_to_it():
    session = Session(hanging())
    session.pause()
    params = session.sim.params
    assert session.eye()[2] == pytest.approx(3.0 - params.eye_height, abs=1e-3)
    assert Look(0.0, -0.5, session.frame()).forward()[2] > 0.0  # down, for the player, is up


def test_frames_between_two_ticks_are_between_them_and_square():
    half = interpolate(None, ON_A_WALL, 0.5)
    assert np.abs(np.array(half) @ np.array(half).T - np.eye(3)).max() < 1e-12
    assert half[2] == pytest.approx((np.sqrt(0.5), 0.0, np.sqrt(0.5)))
    twisted = ((0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    assert interpolate(twisted, None, 1.0) == twisted  # the heading turns in the next tick only


def test_the_drawn_ellipsoid_and_the_numbers_are_turned():
    sim = hanging()
    record = sim.tick(Intent((0.0, 1.0), heading=pi / 5))
    points = subject_of(record).points()
    assert points[:, 2].max() == pytest.approx(3.0, abs=0.02) and points[:, 2].min() == pytest.approx(1.2, abs=0.02)
    (body,) = build_overlay(record, sim, Switches.none().toggled("ellipsoid"))
    assert body.frame == record.after.frame and body.centre == record.after.position
    rows = dict(hud_rows(record, sim))
    assert rows["ground"].startswith("floor  0.0") and rows["speed"].startswith("5.00 of 5.00") and "up" not in rows["speed"]
