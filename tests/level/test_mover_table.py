"""Movers in level files: their tables give their pose at any time; each mistake is one line."""

import math

import numpy as np
import pytest

from game.level import load_level
from game.level.contents.mover import Motion, Pose, Waypoint
from tests.shipped_levels import shipped

HEAD = 'title = "A"\n[spawn]\nat = [0, 0, 0]\n[[parts]]\npart = "floor"\n'
LIFT = HEAD + '[[movers]]\nname = "lift"\nat = [1, 2, 0]\n{keys}\n[[movers.parts]]\npart = "floor"\n'
UP = (Waypoint(pause=1.0), Waypoint((0.0, 0.0, 3.0), pause=2.0))


def place(motion, time):
    return motion.pose(time)[:3]


# Motion


def test_a_path_is_gone_through_with_its_pauses():
    lift = Motion(at=(1.0, 2.0, 0.0), path=UP, speed=1.5)
    heights = {0.0: 0.0, 1.0: 0.0, 2.0: 1.5, 3.0: 3.0, 4.9: 3.0, 6.0: 1.5, 7.0: 0.0, 8.0: 0.0, 9.0: 1.5, -1.0: 1.5}
    for time, height in heights.items():
        assert place(lift, time) == pytest.approx((1.0, 2.0, height))


def test_once_stays_at_its_end():
    lift = Motion(path=UP, speed=1.5, mode="once")
    assert [place(lift, time)[2] for time in (-5.0, 0.5, 2.0, 3.0, 100.0)] == pytest.approx([0.0, 0.0, 1.5, 3.0, 3.0])


def test_a_loop_goes_back_to_its_beginning():
    square = tuple(Waypoint(to) for to in ((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (2.0, 2.0, 0.0), (0.0, 2.0, 0.0)))
    loop = Motion(path=square, mode="loop", speed=2.0)
    assert loop.cycle == 4.0
    for time, expected in ((0.5, (1.0, 0.0)), (1.5, (2.0, 1.0)), (3.5, (0.0, 1.0)), (4.5, (1.0, 0.0)), (-0.5, (0.0, 1.0))):
        assert place(loop, time)[:2] == pytest.approx(expected)


def test_ping_pong_comes_back_the_same_way():
    way = Motion(path=(Waypoint(), Waypoint((1.0, 0.0, 0.0), pause=1.0), Waypoint((1.0, 3.0, 0.0))), speed=1.0)
    assert way.cycle == 10.0
    for time in np.linspace(0.0, 5.0, 21):
        assert place(way, 5.0 - time) == pytest.approx(place(way, 5.0 + time))


def test_smooth_starts_and_stops_at_rest():
    door = Motion(path=(Waypoint(), Waypoint((2.0, 0.0, 0.0), time=2.0)), ease="smooth")
    assert [place(door, time)[0] for time in (0.0, 1.0, 2.0)] == pytest.approx([0.0, 1.0, 2.0])
    assert place(door, 0.01)[0] < 2e-4 and 2.0 - place(door, 1.99)[0] < 2e-4
    assert place(door, 1.01)[0] - place(door, 0.99)[0] == pytest.approx(0.02 * 1.5, rel=2e-3)


@pytest.mark.parametrize("time", (0.0, 0.3, 7.7, 1234.5))
def test_turning_is_exact_on_the_arc(time):
    disc = Motion(at=(5.0, 1.0, 0.0), turn=2.0, axis=(1.0, 0.0), phase=0.25)
    x, y, _ = disc.pose(time).to_world((4.0, 0.0, 0.0))
    angle = 2.0 * (time + 0.25)
    assert (x, y) == pytest.approx((6.0 + 3.0 * math.cos(angle), 1.0 + 3.0 * math.sin(angle)), abs=1e-12)


def test_a_door_swings_about_its_hinge():
    door = Motion(path=(Waypoint(), Waypoint(heading=math.pi / 2, time=1.0)), axis=(-1.0, 0.0))
    assert door.pose(1.0).to_world((1.0, 0.0, 0.0)) == pytest.approx((-1.0, 2.0, 0.0), abs=1e-12)


def test_to_the_world_and_back():
    pose = Pose.at((1.0, -2.0, 3.0), 0.7)
    point = (0.3, 0.4, -5.0)
    assert pose.to_own(pose.to_world(point)) == pytest.approx(point, abs=1e-15)
    assert pose.world_corners(np.array([point * 3]))[0] == pytest.approx(pose.to_world(point) * 3, abs=1e-15)


# Level files


def test_a_lift_is_read(level_file):
    level = load_level(level_file(LIFT.format(keys="path = [{pause = 1}, {to = [0, 0, 3], pause = 2}]\nspeed = 1.5\nturn = 90")))
    (lift,) = level.movers
    assert lift.name == "lift" and len(lift.triangles) == len(lift.surfaces) == 12
    assert lift.motion == Motion((1.0, 2.0, 0.0), path=UP, speed=1.5, turn=math.pi / 2)
    assert lift.mesh.bounds == ((-5.0, -5.0, -0.2), (5.0, 5.0, 0.0))


def test_copies_are_out_of_step(level_file):
    keys = "path = [{}, {to = [8, 0, 0]}]\nmode = 'loop'\nrepeat = {count = 3, phase = 2.0, step = [0, 1, 0]}"
    movers = load_level(level_file(LIFT.format(keys=keys))).movers
    assert [mover.pose(0.0)[:3] for mover in movers] == [(1.0, 2.0, 0.0), (3.0, 3.0, 0.0), (5.0, 4.0, 0.0)]


def test_movers_have_the_levels_materials(level_file):
    text = LIFT.format(keys="") + 'material = "wood"\n'
    level = load_level(level_file(text))
    assert {level.materials[number].name for number in level.movers[0].surfaces} == {"wood"}


def test_a_movers_range_holds_it_at_all_times(level_file):
    keys = "path = [{}, {to = [0, 9, 3], heading = 70}]\nturn = 20\naxis = [3, 1]\nphase = 2"
    (mover,) = load_level(level_file(LIFT.format(keys=keys))).movers
    low, high = mover.range
    for time in np.linspace(0.0, 60.0, 241):
        corners = mover.pose(time).world_corners(mover.mesh.corners).reshape(-1, 3)
        assert (corners >= low - 1e-9).all() and (corners <= high + 1e-9).all()


def test_the_hash_knows_the_movers(level_file):
    texts = [HEAD] + [LIFT.format(keys=keys) for keys in ("", "turn = 1", "phase = 1", "path = [{}, {to = [0, 0, 1]}]")]
    assert len({load_level(level_file(text)).hash for text in texts}) == len(texts)


MISTAKES = {
    "a name twice": (LIFT.format(keys="") + LIFT.removeprefix(HEAD).format(keys=""), ['movers: name "lift" is given twice']),
    "no parts": (HEAD + '[[movers]]\nname = "lift"\n', [":6:", "movers[1] lift", "parts is missing"]),
    "a typo": (LIFT.format(keys="sped = 1"), [":6:", "movers[1] lift", '"sped"', 'did you mean "speed"?']),
    "a typo in a part": (LIFT.format(keys="") + "sise = [1, 1]\n", [":6:", "movers[1] lift: parts[1]", '"sise"', '"size"']),
    "an unknown part": (LIFT.format(keys="").removesuffix('"floor"\n') + '"flor"\n', ["movers[1] lift: parts[1]", '"flor"']),
    "no speed": (LIFT.format(keys="speed = 0"), ["speed = 0", "from 0.001 to 1000 m/s"]),
    "an unknown mode": (LIFT.format(keys='mode = "pingpong"'), ["mode", 'did you mean "ping-pong"?']),
    "no waypoint": (LIFT.format(keys="path = []"), ["path = []", "1 or more"]),
    "a bad waypoint": (LIFT.format(keys="path = [{to = [1, 2]}]"), ["path[0]: to", "[_, _, _]"]),
    "a leg that only turns": (LIFT.format(keys="path = [{}, {heading = 90}]"), ["movers[1] lift", "path", "needs a time"]),
    "no time": (LIFT.format(keys="path = [{}, {heading = 90, time = 0}]"), ["time = 0", "from 0.01"]),
    "one table": (HEAD + '[movers]\nname = "lift"\n', ["[[movers]]"]),
    "a number": (HEAD.replace("[spawn]", "movers = 3\n[spawn]"), ["[[movers]]"]),
    "no copies": (LIFT.format(keys="repeat = {phase = 1}"), ["repeat", "count is missing"]),
}


@pytest.mark.parametrize(("text", "words"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_line(refused_in_a_line, text, words):
    refused_in_a_line(text, words)


@pytest.mark.parametrize("name", ["platforms", "gauntlet"])
def test_no_point_of_a_mover_is_ever_faster_than_it_says_nor_leaves_its_box(name):
    for mover in shipped(name).movers:
        own, poses = mover.mesh.corners, [mover.pose(tick / 20) for tick in range(300)]
        speeds = [20.0 * np.abs(b.world_corners(own) - a.world_corners(own)).max() for a, b in zip(poses, poses[1:])]
        assert 0.2 * mover.fastest < max(speeds) <= mover.fastest + 1e-9
        low, high = np.array([mover.bounds_at(pose) for pose in poses]).transpose(1, 0, 2)
        placed = np.array([pose.world_corners(own) for pose in poses]).reshape(len(poses), -1, 3)
        assert (placed.min(axis=1) >= low - 1e-9).all() and (placed.max(axis=1) <= high + 1e-9).all()
