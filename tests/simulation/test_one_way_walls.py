"""Contacts that are refused: magic walls, and a rule of the caller's."""

from math import pi

import numpy as np
import pytest

from game.level.contents.volume import Down, MagicWall
from game.simulation import Intent, PlayerParams, Simulation
from tests.simulation.driving import path, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, join, level_of, turned, volume, wall

FORWARD = walk(0.0, 5.0)


def magic(one_way, heading=0.0, start=0.0):
    block = box((-5.0, 2.0, 0.0), (5.0, 2.5, 4.0))
    held = volume(MagicWall(one_way), at=(0.0, 2.25, 0.0), size=(10.0, 0.5), height=4.0, heading=heading)
    return settled(simulate(floor(-0.01), block, feet=(0.0, start, 0.0), volumes=(held,)))


def test_a_magic_wall_is_walked_through_at_full_speed():
    sim = magic(False)
    assert run(sim, 60, FORWARD)[-1].after.position[1] == pytest.approx(5.0, abs=1e-9)
    assert run(sim, 60, walk(0.0, -5.0))[-1].after.position[1] == pytest.approx(0.0, abs=1e-9)


def test_a_one_way_wall_lets_through_along_its_heading_only():
    sim = magic(True)
    assert run(sim, 60, FORWARD)[-1].after.position[1] == pytest.approx(5.0, abs=1e-9)
    assert run(sim, 60, walk(0.0, -5.0))[-1].after.position[1] == pytest.approx(2.9, abs=1e-3)
    turned = magic(True, heading=pi)
    assert run(turned, 60, FORWARD)[-1].after.position[1] == pytest.approx(1.6, abs=1e-3)


@pytest.mark.parametrize("x, passes", [(0.0, True), (3.0, False)])
def test_a_round_one_takes_what_is_in_its_circle(x, passes):
    """A plate in the middle of it, and one in a corner of the box around it."""
    plate = box((x - 0.8, 2.0, 0.0), (x + 0.8, 2.1, 3.0)) + np.array([0.0, x, 0.0])
    sim = simulate(floor(-0.01), plate, feet=(x, x, 0.0), volumes=(volume(MagicWall(False), at=(0.0, 2.0, 0.0), radius=4.0),))
    assert (run(settled(sim), 60, FORWARD)[-1].after.position[1] > x + 4.0) is passes


@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0, 3.7, 5.0])
def test_no_player_is_left_inside_a_one_way_wall(speed):
    """It stops the player only once it is wholly through: in every tick it moves as it walks."""
    sim = magic(True, start=1.5)
    for record in run(sim, 120, walk(0.0, speed)):
        assert record.after.position[1] - record.before.position[1] == pytest.approx(speed / 60, abs=1e-9)


def test_triangles_that_reach_out_of_it_still_stop():
    held = volume(MagicWall(False), at=(0.0, 2.25, 0.0), size=(9.0, 0.5), height=4.0)
    sim = settled(simulate(floor(-0.01), box((-5.0, 2.0, 0.0), (5.0, 2.5, 4.0)), volumes=(held,)))
    assert run(sim, 60, FORWARD)[-1].after.position[1] == pytest.approx(1.6, abs=1e-3)


def test_a_caller_may_refuse_contacts():
    sim = settled(simulate(floor(-0.01), wall(0.0, 2.0)))
    sim.refuse = lambda state: [2, 3] if state.position[1] < 10.0 else []
    assert run(sim, 60, FORWARD)[-1].after.position[1] == pytest.approx(5.0, abs=1e-9)
    sim.refuse = None
    back = run(sim, 60, walk(0.0, -5.0))[-1].after.position[1]
    assert back == pytest.approx(2.4, abs=1e-3)


ROUND, FLAT, WIDE, SMALL = (0.4, 0.4, 0.9), (0.35, 0.1, 0.9), (0.2, 0.6, 0.9), (0.3, 0.3, 0.5)


@pytest.mark.parametrize("hz", [30, 240])
@pytest.mark.parametrize(
    "height, depth, margin, radii, heading, crouch",
    [
        (3.0, 0.3, 0.001, ROUND, 0.0, False),
        (3.0, 0.3, 0.1, ROUND, 0.7, False),
        (3.0, 0.3, 1.0, ROUND, 2.5, False),
        (0.6, 0.3, 0.0, ROUND, 0.0, False),
        (0.45, 2.0, 0.3, ROUND, 4.0, False),
        (3.0, 0.3, 0.0, FLAT, 0.0, False),
        (0.7, 0.02, 0.5, FLAT, 1.1, False),
        (3.0, 0.3, 0.2, WIDE, 3.0, True),
        (1.0, 5.0, 0.1, SMALL, 5.5, True),
    ],
)
def test_one_way_is_one_way(height, depth, margin, radii, heading, crouch, hz):
    """It passes at full speed along the heading, and stops one skin behind the wall on the way back."""
    block = turned(box((-8.0, 3.0, 0.0), (8.0, 3.0 + depth, height)), heading)
    ahead = (-np.sin(heading), np.cos(heading))
    middle = (3.0 + 0.5 * depth) * np.array(ahead)
    held = volume(MagicWall(True), (*middle, 0.0), (16.0, depth + 2.0 * margin), height, heading)
    sim = settled(simulate(floor(0.0), block, volumes=(held,), radii=radii, hz=hz))
    options = {"crouch": crouch, "heading": heading}
    run(sim, hz, Intent(**options))
    there = run(sim, 5 * hz, Intent(ahead, **options))
    speed = 2.5 if crouch else 5.0
    assert np.dot(there[-1].after.position[:2], ahead) == pytest.approx(5.0 * speed, abs=1e-6)
    back = run(sim, 6 * hz, Intent((-ahead[0], -ahead[1]), **options))
    assert np.dot(back[-1].after.position[:2], ahead) > 3.0 + depth + 0.05
    assert np.dot(back[-1].after.position[:2], ahead) < 3.0 + depth + max(radii[:2]) + 1e-3


@pytest.mark.parametrize("aside", [-0.9, 0.4, 2.0])
def test_one_way_is_one_way_for_oblique_paths(aside):
    sim = magic(True, start=4.0)
    assert min(place[1] for place in path(run(sim, 60, Intent((aside, -1.0))))) > 2.9


def test_a_one_way_wall_carries_a_player_that_falls_on_it():
    sim = magic(True)
    sim.teleport((0.0, 2.25, 6.0))
    assert run(sim, 120)[-1].after.position == pytest.approx((0.0, 2.25, 4.9), abs=1e-3)


def test_a_one_way_wall_stays_one_way_when_gravity_is_turned():
    """Gravity pulls along -x, so the floor is the plane x = 0."""
    ground = floor(0.0) @ np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    block = box((-5.0, 2.0, -5.0), (5.0, 2.5, 5.0))
    held = volume(MagicWall(True), at=(0.0, 2.25, -5.0), size=(10.0, 0.8), height=10.0)
    level = level_of(join(ground, block), volumes=(held,))
    level.gravity = Down(direction=(-1.0, 0.0, 0.0))
    sim = Simulation(level, PlayerParams())
    assert run(sim, 60, FORWARD)[-1].after.position[1] == pytest.approx(5.0, abs=0.1)
    assert run(sim, 90, walk(0.0, -5.0))[-1].after.position[1] == pytest.approx(2.9, abs=1e-3)
