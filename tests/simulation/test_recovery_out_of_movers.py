"""Movers are solid: a player that is put inside one comes out, or is crushed."""

import numpy as np
import pytest

from game.collision.mesh.closed_shells import winding_number
from game.core.right_forward_up_frame import frame_at
from game.level.contents.mover import Waypoint
from game.level.contents.volume import Down
from game.simulation import Ground, PlayerParams, Simulation
from game.simulation.oriented_body import OrientedBody
from game.simulation.recovery import contains
from tests.simulation.driving import STILL, run, settled, simulate
from tests.simulation.scenes import box, floor, join, level_of, mover, travelling, wall

BLOCK = box((-4.0, -4.0, 0.0), (4.0, 4.0, 6.0))
CUBE = box((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0))
UPS = [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (0.0, -1.0, 0.0)]


def out_of(sim, number=0):
    """True if the player is in no mover at the end of the newest tick."""
    each, pose = sim.movers.all[number], sim.movers.pose(number, sim.state.tick)
    own = pose.to_own(sim.state.position)
    return OrientedBody(sim.body, sim.state.frame).in_frame_of(pose).depth(each.mesh, own) < 1e-6 and not contains(each, own)


@pytest.mark.parametrize("point, turns", [((0.0, 0.0, 0.0), 1), ((0.9, -0.9, 0.99), 1), ((1.1, 0.0, 0.0), 0), ((0.0, 9.0, 0), 0)])
def test_a_closed_mesh_goes_round_what_is_in_it_once(point, turns):
    assert winding_number(CUBE - np.array(point)) == pytest.approx(turns, abs=1e-12)
    assert winding_number(CUBE[:, ::-1] - np.array(point)) == pytest.approx(-turns, abs=1e-12)


def test_an_open_shell_has_no_inside_and_a_double_wall_has():
    shell, twice = mover(CUBE[2:]), mover(join(CUBE, CUBE))
    assert not contains(shell, (0.0, 0.0, 0.0)) and contains(twice, (0.0, 0.0, 0.0))


@pytest.mark.parametrize("up", UPS)
@pytest.mark.parametrize("motion", [{}, {"turn": 3.0}, travelling((0.0, 1.5, 0.5)), travelling((0.0, -40.0, 0.0))])
@pytest.mark.parametrize("depth", [0.01, 0.6, 2.0])
def test_a_centre_in_a_solid_mover_comes_out(up, motion, depth):
    """By the nearest face, at any depth, orientation and motion of the block."""
    level = level_of(floor(-50.0), floor(50.0), movers=[mover(BLOCK, **motion)])
    level.gravity = Down(direction=tuple(-part for part in up))
    sim = Simulation(level)
    sim.teleport((0.3, 4.0 - depth, 3.0))
    assert not out_of(sim)
    for record in run(sim, 10):
        assert out_of(sim) and record.ride.crushed_by is None
    assert sim.history[0].after.position[1] >= 4.0  # the face that was nearest


@pytest.mark.parametrize("up", UPS)
def test_the_player_comes_out_on_the_open_side(up):
    """The nearest face is shut by a wall of the level: out by the next one."""
    frame = np.array(frame_at(up) or np.eye(3))
    shut = wall(0.0, 4.1, low=-20.0)
    level = level_of(shut @ frame, movers=[mover(BLOCK @ frame)])
    level.gravity = Down(direction=tuple(-part for part in up))
    sim = Simulation(level)
    sim.teleport(tuple(np.array((0.3, 3.5, 3.2)) @ frame))
    run(sim, 1)
    x, y, z = frame @ sim.state.position
    assert out_of(sim) and y < 4.1 and (z > 6.0 or z < 0.0)


def test_a_lift_on_the_floor_lets_out_upwards():
    """The player is placed waist-deep in a parked mover: not down through the floor."""
    sim = simulate(floor(), feet=(0.0, 0.0, 0.0), movers=(mover(box((-9.0, -9.0, 0.0), (9.0, 9.0, 1.2))),))
    settled(sim)
    run(sim, 2)
    assert sim.state.ground == Ground.FLOOR and sim.state.ground_body == 0
    assert sim.state.position[2] == pytest.approx(1.2 + 0.9, abs=1e-3)


def test_an_enclosed_player_is_crushed():
    """A block between floor, ceiling and four walls, without room for a body beside it."""
    room = box((-1.2, -1.2, 0.0), (1.2, 1.2, 2.4))
    inside = mover(box((-1.0, -1.0, 0.2), (1.0, 1.0, 2.2)))
    sim = simulate(room, movers=(inside,))
    record = sim.tick(STILL)
    assert record.ride.crushed_by == 0 and record.after.crushed == 1


def test_respawning_where_a_mover_is_ends_beside_it():
    """Crushed against a wall; at the spawn another mover is parked. The player is not crushed there again and again."""
    press = mover(box((-5.0, -0.5, 0.01), (5.0, 0.0, 3.0)), at=(0.0, 6.0, 0.0), path=(Waypoint(), Waypoint((0.0, 3.9, 0.0))))
    parked = mover(CUBE, at=(0.0, 0.0, 1.0))
    sim = simulate(floor(), wall(0.0, 10.0), movers=(press, parked))
    sim.teleport((0.0, 8.0, PlayerParams().feet + 1e-4))
    run(sim, 400)
    assert sim.state.crushed == 1
    assert out_of(sim, 1)


def test_a_ferry_with_a_cabin_is_hollow():
    """A player in a room of it is not inside it, though inside its box; and rides."""
    cabin = join(box((-2, -2, -0.2), (2, 2, 0)), box((-2, -2, 2.5), (2, 2, 2.7)), box((-2, -2, 0), (-1.8, 2, 2.5)))
    sim = settled(simulate(floor(-9.0), movers=(mover(cabin, turn=0.5, **travelling((1.0, 0.0, 0.0))),)))
    run(sim, 120)
    assert sim.state.crushed == 0 and sim.state.ground_body == 0
    assert sim.state.position[0] == pytest.approx(2.0, abs=0.02) and sim.state.heading == 0.0
