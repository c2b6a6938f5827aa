"""Contacts that are refused: magic walls, and a rule of the caller's."""

from math import pi

import numpy as np
import pytest

from game.level.volume import MagicWall

from ..driving import run, settled, simulate, walk
from ..scenes import box, floor, volume, wall

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
