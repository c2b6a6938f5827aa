"""Placement after a teleport: never in a mover, never on the wrong side of the floor."""

from math import pi

import numpy as np
import pytest

from game.core.right_forward_up_frame import up_of
from game.level.contents.mover import Waypoint
from game.level.contents.volume import Checkpoint, Down, Kill, Portal, TurnedGravity, Water
from game.simulation import Ground, Intent
from tests.simulation.driving import STILL, run, settled, simulate, walk
from tests.simulation.random_movers import deepest
from tests.simulation.scenes import box, floor, level_of, mover, travelling, volume, wall
from tests.simulation.test_crowd_equals_players import walk_side_by_side

ROOM = box((-8.0, -8.0, 0.0), (8.0, 8.0, 5.0))[:, ::-1]
SKIN = 1e-4


def pulling(direction):
    return volume(TurnedGravity(1.0, Down(direction=direction)))


# Gravity that does not pull towards the floor


@pytest.mark.parametrize("z, height", [(0.0, 0.9 + SKIN), (0.05, 0.9 + SKIN), (5.0, 4.1 - SKIN)])
def test_a_player_placed_on_a_floor_that_is_a_ceiling_to_it_falls_from_there(z, height):
    """Reversed gravity: on the room's floor the head is there, on its ceiling the feet. The player falls to the ceiling."""
    sim = simulate(ROOM, feet=(0.0, 0.0, z), volumes=[pulling((0.0, 0.0, 1.0))])
    assert up_of(sim.state.frame) == (0.0, 0.0, -1.0) and sim.state.position[2] == pytest.approx(height, abs=0.051)
    run(sim, 120)
    assert sim.state.position[2] == pytest.approx(5.0 - 0.9, abs=1e-3) and sim.state.ground == Ground.FLOOR


def test_in_a_solid_ground_too():
    """The point is on top of a block: no way leads down into it."""
    sim = simulate(box((-9.0, -9.0, -5.0), (9.0, 9.0, 0.0)), floor(5.0)[:, ::-1], volumes=[pulling((0.0, 0.0, 1.0))])
    assert run(sim, 120)[-1].after.position[2] == pytest.approx(5.0 - 0.9, abs=1e-3)


def test_a_player_placed_beside_its_gravity_lies_on_the_floor():
    """Gravity along +x: the player's feet towards the wall at x = 8, its side a skin above the floor."""
    sim = simulate(ROOM, volumes=[pulling((1.0, 0.0, 0.0))])
    assert sim.state.position[2] == pytest.approx(0.4 + SKIN, abs=1e-9)
    assert run(sim, 150)[-1].after.position[0] == pytest.approx(8.0 - 0.9, abs=1e-3)


def test_a_portal_to_a_floor_that_is_none_leads_into_the_room():
    door = volume(Portal((4.0, 0.0, 0.0), 0.0), at=(0.0, 2.0, 0.0), size=(2.0, 1.0), height=2.0)
    above = volume(TurnedGravity(1.0, Down(direction=(0.0, 0.0, 1.0))), at=(5.0, 0.0, -1.0), size=(6.0, 16.0), height=9.0)
    sim = simulate(ROOM, volumes=[door, above])
    run(sim, 60, walk(0.0, 5.0))
    assert sim.state.ported == 1 and 0.0 < sim.state.position[2] < 5.0


# Among movers


def parked(*boxes):
    return [mover(box(low, high)) for low, high in boxes]


THREE = ((-1.0, -1.0, 0.01), (1.0, 1.0, 1.5)), ((-0.3, -2.0, 0.01), (0.4, 0.7, 2.5)), ((-1.2, 0.2, 0.4), (0.9, 0.9, 2.0))
OVERLAPPING = parked(*THREE)
DEADLY = volume(Kill(), at=(0.0, 6.5, 0.0), size=(9.0, 1.0), height=2.0)


def killed(*static, movers, feet=(0.0, 0.0, 0.0), volumes=()):
    """The simulation right after a death and respawn."""
    sim = simulate(*static, feet=feet, movers=movers, volumes=[DEADLY, *volumes])
    sim.teleport((0.0, 5.0, 0.9 + SKIN))
    while sim.tick(walk(0.0, 5.0)).after.deaths == 0:
        assert sim.state.tick < 100
    return sim


def test_the_player_is_placed_beside_overlapping_movers_and_stays_out_of_them():
    sim = killed(floor(), movers=OVERLAPPING)
    assert deepest(sim, sim.state) < 1e-6 and np.hypot(*sim.state.position[:2]) < 3.0
    for _ in range(30):
        sim.tick(STILL)
        assert deepest(sim, sim.state) < 1e-6 and sim.state.crushed == 0
    assert sim.state.ground == Ground.FLOOR


def test_not_behind_a_wall_and_not_over_a_pit():
    """Walls on three sides; towards +y the floor ends after a step, and towards -y there is room."""
    edge, walls = floor(0.0, (-9.0, -9.0), (9.0, 1.4)), (wall(1.3, 0.0, -pi / 2), wall(-1.3, 0.0, pi / 2))
    beyond = floor(0.0, (-9.0, 4.0), (9.0, 9.0))
    sim = killed(edge, beyond, *walls, movers=parked(((-1.2, -1.0, 0.01), (1.2, 1.3, 2.5))))
    x, y, _ = sim.state.position
    assert deepest(sim, sim.state) < 1e-6 and abs(x) < 0.9 and -4.0 < y < -1.3


def test_on_top_where_there_is_no_room_beside():
    """A cell as wide as the mover in it, which is half as high."""
    cell = box((-1.0, -1.0, 0.0), (1.0, 1.0, 9.0))[:, ::-1]
    sim = killed(cell, floor(0.0, (-9.0, 4.0), (9.0, 9.0)), movers=parked(((-0.95, -0.95, 0.01), (0.95, 0.95, 1.2))))
    assert deepest(sim, sim.state) < 1e-6 and sim.state.position[2] > 2.0
    run(sim, 60)
    assert sim.state.ground_body == 0 and sim.state.crushed == 0


def test_a_lost_player_respawns_beside_a_mover_that_came_there_meanwhile():
    """The player walks off an edge; a block moves to its last safe position."""
    way = {"path": (Waypoint(), Waypoint((-5.0, 0.0, 0.0))), "speed": 9.0, "mode": "once"}
    block = mover(box((-1.0, -1.0, 0.01), (1.0, 1.0, 2.0)), at=(5.0, 1.0, 0.0), **way)
    sim = simulate(floor(0.0, (-9.0, -9.0), (9.0, 1.2)), movers=[block])
    run(sim, 20, walk(0.0, 5.0))
    while not sim.tick(STILL).after.returns:
        assert sim.state.tick < 200
    assert deepest(sim, sim.state) < 1e-6
    run(sim, 10)
    assert sim.state.ground == Ground.FLOOR and deepest(sim, sim.state) < 1e-6


def test_a_portal_onto_a_mover_leads_beside_it():
    door = volume(Portal((0.0, 0.0, 0.0), 0.0), at=(0.0, 4.0, 0.0), size=(4.0, 1.0), height=2.0)
    sim = simulate(floor(), movers=OVERLAPPING, volumes=[door])
    sim.teleport((0.0, 3.0, 0.9 + SKIN))
    while not sim.tick(walk(0.0, 5.0)).after.ported:
        assert sim.state.tick < 60
    assert deepest(sim, sim.state) < 1e-6


def test_a_crouched_player_is_placed_on_the_floor_crouched():
    sim = settled(simulate(floor(), volumes=[volume(Checkpoint(), at=(0.0, 0.0, 0.0), size=(1.0, 1.0), height=2.0), DEADLY]))
    run(sim, 60, Intent(crouch=True))
    sim.restore(sim.state.replace(position=(0.0, 6.5, sim.state.position[2])))
    assert sim.tick(Intent(crouch=True)).after.position == pytest.approx((0.0, 0.0, 0.6 + SKIN), abs=1e-9)


# In volumes


def test_volumes_at_the_respawn_point_count_at_once():
    """Crushed on dry land, the player respawns in water: the water counts at once, and the old volumes no longer."""
    press = mover(box((-2.0, -2.0, 0.0), (2.0, 2.0, 1.0)), **travelling((0.0, 0.0, -1.0), (9.0, 0.0, 2.0)))
    pools = [volume(Water((0, 0, 0), 1.0, 3.0, 3.0, 0.6), at=(x, 0.0, -0.5), size=(3.0, 3.0), height=3.0) for x in (0.0, 9.0)]
    sim = simulate(floor(), movers=[press], volumes=pools)
    sim.teleport((9.0, 0.0, 0.9 + SKIN))
    while not (record := sim.tick(STILL)).after.crushed:
        assert record.after.inside == (1,)
    assert record.after.inside == (0,)


def test_a_crowd_arrives_as_players_do():
    level = level_of(floor(), movers=OVERLAPPING, volumes=[DEADLY])
    sims = walk_side_by_side(level, [(0.0, 6.0, 0.0), (1.0, 6.1, 0.0), (0.2, 0.1, 0.0)], 20)
    assert sum(sim.state.deaths for sim in sims) >= 2
