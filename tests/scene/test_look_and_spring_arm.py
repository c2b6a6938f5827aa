"""View directions, the third-person spring arm, and the orbit."""

from math import dist, hypot, pi, radians

import numpy as np
import pytest

from game.app.free_camera_and_panorama import circling_camera
from game.collision import TriangleMesh
from game.core.vec3 import along
from game.level.contents.level import LevelRaycast
from game.level.contents.volume import MagicWall
from game.scene.framing import Framing, Screen, is_in_view
from game.scene.look_and_spring_arm import ARM_LENGTH, CLEARANCE, PIVOT_DROP, SHORTEST_ARM, STEEPEST, Look, SpringArm
from game.scene.scene import CLOSE
from tests.shipped_levels import shipped
from tests.simulation.scenes import box, floor, indexed, level_of, mover, travelling, volume

EYE = (0.0, 0.0, 1.62)


def wall(y):
    """A wall across the y axis."""
    corners = np.array([(-50, y, -50), (50, y, -50), (50, y, 50), (-50, y, 50)], dtype=float)
    return TriangleMesh(corners, np.array([(0, 1, 2), (0, 2, 3)]))


def test_heading_zero_looks_along_y_and_grows_to_the_left():
    assert Look().forward() == pytest.approx((0, 1, 0))
    assert Look(radians(90)).forward() == pytest.approx((-1, 0, 0), abs=1e-12)
    assert Look().across() == pytest.approx((1, 0, 0))


def test_pitch_stops_short_of_straight_up_and_heading_wraps():
    look = Look()
    look.turn(7.0, 9.0)
    assert look.pitch == STEEPEST and -pi <= look.heading <= pi
    look.turn(0.0, -20.0)
    assert look.pitch == -STEEPEST


def test_the_arm_has_its_full_length_in_the_open():
    place, look = SpringArm().advance(wall(100.0), EYE, Look(), 1.0)
    pivot = (EYE[0], EYE[1], EYE[2] - PIVOT_DROP)
    assert hypot(*(p - m for p, m in zip(place, pivot))) == pytest.approx(ARM_LENGTH)
    assert place[1] < 0 and place[2] > EYE[2] and look.pitch < 0


@pytest.mark.parametrize("distance", [0.5, 1.0, 2.0, 3.0])
def test_the_arm_does_not_pass_through_a_wall(distance):
    arm = SpringArm()
    place, _ = arm.advance(wall(-distance), EYE, Look(), 0.0)
    assert place[1] > -distance
    assert arm.length >= SHORTEST_ARM and (arm.length == SHORTEST_ARM or place[1] > -distance + CLEARANCE / 2)


@pytest.mark.parametrize("seconds, shortened", [(0.0, False), (4.0, True), (5.0, True)])
@pytest.mark.parametrize("heading", [0.0, 0.6])
def test_the_arm_does_not_pass_through_a_mover(heading, seconds, shortened):
    """A slab comes nearer from behind at 1 m/s: it shortens the arm as a wall at the same place would."""
    slab = mover(box((-5.0, -0.2, -5.0), (5.0, 0.0, 5.0)), **travelling((0.0, 1.0, 0.0), at=(0.0, -6.0, 0.0), heading=heading))
    standing = TriangleMesh(*indexed(slab.pose(seconds).world_corners(slab.mesh.corners)))
    moving, still = SpringArm(), SpringArm()
    moving.advance(LevelRaycast(level_of(floor(-9.0), movers=(slab,)), seconds), EYE, Look(), 1e9)
    still.advance(standing, EYE, Look(), 1e9)
    assert moving.length == pytest.approx(still.length, abs=1e-9)
    assert (moving.length < 3.0) is shortened


def test_the_arm_shortens_at_once_and_grows_back_slowly():
    arm, far = SpringArm(), wall(100.0)
    arm.advance(wall(-1.0), EYE, Look(), 0.016)
    short = arm.length
    arm.advance(far, EYE, Look(), 0.016)
    assert short < arm.length < ARM_LENGTH
    for _ in range(200):
        arm.advance(far, EYE, Look(), 0.016)
    assert arm.length == pytest.approx(ARM_LENGTH, abs=1e-3)


def test_the_orbit_looks_from_outside_at_the_middle_of_the_level():
    low, high = (-10.0, -20.0, 0.0), (10.0, 20.0, 5.0)
    for seconds in (0.0, 10.0, 50.0):
        eye, look = circling_camera((low, high), seconds)
        direction = np.array([0, 0, 1.5]) - eye
        assert np.dot(direction / np.linalg.norm(direction), look.forward()) > 0.99


def test_between_two_walls_the_camera_is_over_the_head():
    """In a corridor of 1 m, turned by 60 degrees, the arm of a level view ends in the body."""
    mesh = TriangleMesh(*indexed(box((0.5, -20.0, -1.0), (1.0, 20.0, 3.0)), box((-1.0, -20.0, -1.0), (-0.5, 20.0, 3.0))))
    look = Look(radians(60.0))
    low, high = SpringArm(), SpringArm(adapts=True)
    for _ in range(120):
        (near, _), (far, raised) = (arm.advance(mesh, (0.0, 0.0, 1.6), look, 1.0 / 60.0) for arm in (low, high))
    assert dist(near, (0.0, 0.0, 0.9)) < 0.9 < 1.2 < dist(far, (0.0, 0.0, 1.05))
    assert raised.heading == look.heading and -0.8 < raised.pitch < -0.5 and look.pitch == 0.0


def test_in_the_open_the_camera_is_not_raised():
    mesh = wall(100.0)
    assert SpringArm(adapts=True).advance(mesh, EYE, Look(), 1.0)[0] == SpringArm().advance(mesh, EYE, Look(), 1.0)[0]


def test_before_a_wall_that_the_motion_leads_to_the_camera_moves_in_smoothly():
    """It goes sideways, and a wall behind it begins: the arm of a camera without foresight jumps."""
    mesh, worst = TriangleMesh(*indexed(box((1.0, -3.0, -1.0), (20.0, -2.0, 9.0)))), {}
    for adapts in (False, True):
        arm, lengths = SpringArm(adapts), []
        for frame in range(60):
            arm.advance(mesh, (5.0 * frame / 60.0 - 1.0, 0.0, 1.6), Look(), 1.0 / 60.0)
            lengths.append(arm.length)
        worst[adapts] = max(a - b for a, b in zip(lengths, lengths[1:]))
    assert worst[True] < 0.4 * worst[False]


def test_where_there_is_no_room_behind_the_camera_goes_over_to_the_eyes():
    """A niche as wide and high as the body: nothing but its back would be seen."""
    sides = box((0.45, -0.5, -1.0), (1.0, 9.0, 3.0)), box((-1.0, -0.5, -1.0), (-0.45, 9.0, 3.0))
    mesh = TriangleMesh(*indexed(*sides, box((-1.0, -1.0, -1.0), (1.0, -0.5, 3.0)), box((-1.0, -1.0, 1.85), (1.0, 9.0, 3.0))))
    arm, look, places = SpringArm(adapts=True), Look(pitch=0.1), []
    for _ in range(60):
        place, seen = arm.advance(mesh, EYE, look, 1.0 / 60.0)
        places.append(place)
    assert dist(place, EYE) < 0.05 and seen.pitch == pytest.approx(look.pitch, abs=0.05)
    assert all(abs(x) < 0.45 and -0.5 < y and z < 1.85 for x, y, z in places), "never inside a wall"


@pytest.mark.parametrize("speed", [1.5, 5.0, 8.0])
def test_a_body_with_its_back_to_a_wall_is_seen_over_its_head(speed):
    """It walks backwards to the wall and stands there: the camera went to its eyes and stayed there, or looked straight down."""
    arm, mesh, seen = SpringArm(adapts=True), wall(-6.0), []
    for frame in range(360):
        back = max(-5.64, -speed * frame / 60.0)
        seen.append(arm.advance(mesh, (0.0, back, 1.62), Look(), 1.0 / 60.0))
    place, look = seen[-1]
    assert dist(place, (0.0, back, 0.9)) > CLOSE and place[1] > -6.0 + CLEARANCE / 2.0
    head = np.array([(0.0, back + 0.2, 0.9 + 0.9 * (1.0 - (0.2 / 0.4) ** 2) ** 0.5)])
    assert is_in_view(head, Framing(place, look, (0.0, back, 0.9), 90.0), Screen())
    assert min(look.pitch for _, look in seen) > -0.8, "it looks ahead, not down"
    assert max(dist(a, b) for (a, _), (b, _) in zip(seen, seen[1:])) < 0.2


@pytest.mark.parametrize("feet", [(1.6, 18.6), (3.25, 17.57), (0.0, 11.2), (0.0, -31.5)], ids=["inside", "wall", "door", "out"])
def test_a_turn_beside_walls_keeps_the_camera_behind_and_the_body_opaque(feet):
    """In the playground's tower a turn led the camera to straight above the body, or made it glass in half of the picture."""
    at = (*feet, 0.9 if feet[1] < 0.0 else 2.88)
    sight, arm, seen = LevelRaycast(shipped("playground"), 0.0), SpringArm(adapts=True), []
    for frame in range(-60, 240):
        look = Look(2.0 * pi * max(frame, 0) / 240.0)
        seconds = 1.0 / 60.0 if seen else 1e9
        seen.append((look, *arm.advance(sight, along(at, (0.0, 0.0, 1.0), 0.72), look, seconds)))
    for look, place, shown in seen:
        assert shown.heading == look.heading and shown.pitch > -0.8
        assert np.dot(np.subtract(place, at), look.forward()) < 0.0 and place[2] > at[2] + 0.35
    assert np.mean([dist(place, at) < CLOSE for _, place, _ in seen[60:]]) < 0.2, "a moment at most, while it turns past a corner"


def test_a_magic_wall_that_the_player_runs_through_is_foreseen_too():
    """On the gauntlet the arm of 4 m became 0.35 m within a tick: the wall behind the body was taken for one before it."""
    block = box((-0.1, -2.0, -1.0), (0.1, 2.0, 5.0))
    held, worst = volume(MagicWall(False), at=(0.0, 0.0, -1.5), size=(0.3, 5.0), height=7.0), {}
    for volumes in ((), (held,)):
        arm, lengths, level = SpringArm(adapts=True), [], level_of(floor(-9.0), block, volumes=volumes)
        for frame in range(60):
            place = (2.0 - 8.0 * frame / 60.0, 0.0, 1.6)
            arm.advance(LevelRaycast(level, 0.0), place, Look(0.5 * pi), 1.0 / 60.0)
            lengths.append(arm.length)
        worst[bool(volumes)] = max(a - b for a, b in zip(lengths, lengths[1:]))
    assert worst[True] < 1.0 < 3.0 < worst[False]


def test_a_body_that_stands_still_near_a_mover_has_a_camera_behind_it():
    """A ray without a length got a direction that was not a number, and the game ended."""
    slab = mover(box((-5.0, -0.2, -5.0), (5.0, 0.0, 5.0)), **travelling((0.0, 1.0, 0.0), at=(0.0, -0.5, 0.0)))
    arm, level = SpringArm(adapts=True), level_of(floor(-9.0), movers=(slab,))
    for _ in range(3):
        arm.advance(LevelRaycast(level, 0.0), EYE, Look(), 1.0 / 60.0)
    assert 0.0 < arm.length < SHORTEST_ARM + CLEARANCE
