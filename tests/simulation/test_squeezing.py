"""Scenario L. A body between a mover and a wall: how far it can be squeezed, and that it stays out of the wall."""

from math import cos, pi

import pytest

from game.collision import overlap
from game.level.contents.mover import Waypoint
from game.simulation.body_heading import turn_body
from game.simulation.pushing import CRUSH_DEPTH
from game.simulation.recovery import push_step_by_step
from tests.simulation.cave_hunt import corners_of
from tests.simulation.cave_oracle import TOUCH, axes_of, depth
from tests.simulation.driving import height_on, on_slope, run, settled, simulate
from tests.simulation.scenes import box, floor, mover, slope, travelling, wall
from tests.simulation.test_pushing import WALL


@pytest.mark.parametrize("radii", [(0.4, 0.4, 0.9), (0.6, 0.3, 0.9), (0.8, 0.8, 0.5)])
@pytest.mark.parametrize("part, crushed", [(0.6, 0), (1.4, 1)])
def test_the_least_radius_says_how_far_a_body_can_be_squeezed(radii, part, crushed):
    """Between a wall that comes and one that stands. part: of what it can be squeezed by, by which the gap ends too narrow"""
    width = 2.0 * radii[1] - part * CRUSH_DEPTH * min(radii)
    path = (Waypoint(), Waypoint((0.0, 2.0 - width, 0.0), time=2.0))
    shape = mover(WALL, at=(0.0, -1.0, 0.0), path=path, mode="once")
    sim = settled(simulate(floor(), wall(0.0, 1.0), movers=(shape,), radii=radii))
    run(sim, 150)
    assert sim.state.crushed == crushed


@pytest.mark.parametrize("angle", (0.5, 0.8, 1.2))
def test_a_body_that_is_squeezed_stays_out_of_what_stands(angle):
    """Pushed by 1 cm more than there is room into the corner of two walls that lean to both sides."""
    sim = pushed_into_a_corner(angle, 0.01)
    for record in run(sim, 150):
        assert overlap(sim.mesh, sim.body, record.after.position) <= 0.0
    assert sim.state.crushed == 0 and sim.state.position[1] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("angle", (0.5, 0.8, 1.2))
@pytest.mark.parametrize("start", (1e-5, 1e-3))
def test_a_squeezed_body_that_starts_in_what_stands_comes_out_of_that(start, angle):
    """Pushes away from all surfaces lead from the mover into the walls: it once ended 6 mm in a wall from a start 13 um in it."""
    sim = pushed_into_a_corner(angle, 0.01)
    run(sim, 150)
    x, y, z = sim.state.position
    position = (x, start / cos(angle), z)
    assert overlap(sim.mesh, sim.body, position) == pytest.approx(start, rel=1e-3)
    assert sim.nearby.use(sim.body, sim.rules).depth(position) > 5e-3
    assert overlap(sim.mesh, sim.body, push_step_by_step(sim.nearby, position, sim.rules)) <= 0.0


@pytest.mark.parametrize("room", (0.2, 0.5, 0.8))
@pytest.mark.parametrize("angle", (0.5, 0.8, 1.2))
def test_a_body_with_less_room_than_its_skins_is_in_nothing(angle, room):
    """room: of a skin, that the walls and the mover leave. The body once stayed in the mover: there is no place for its skins."""
    sim = pushed_into_a_corner(angle, -room * 1e-4)
    for record in run(sim, 150):
        assert overlap(sim.mesh, sim.body, record.after.position) <= TOUCH
        assert depth_in(sim.movers.all[0], record) <= TOUCH
    assert sim.state.crushed == 0


def pushed_into_a_corner(angle, farther):
    """A Simulation of a body that is pushed so far [m] beyond the place where it touches two walls.

    angle: by which each wall leans to its side [rad]
    """
    path = (Waypoint(), Waypoint((0.0, 2.0 + farther - 0.4, 0.0), time=2.0))
    sides = [wall(0.0, 0.4 / cos(angle), side * angle) for side in (-1.0, 1.0)]  # both touch a body at the origin
    shape = mover(WALL, at=(0.0, -2.0, 0.0), path=path, mode="once")
    return settled(simulate(floor(), *sides, feet=(0.0, -0.1, 0.0), movers=(shape,)))


@pytest.mark.parametrize("angle", (0.02, 0.05, 0.115, 0.3))
def test_a_body_in_a_narrow_wedge_slips_out_along_it(angle):
    """Between a wall that comes, 2 mm a tick, and one almost parallel to it: the way out is up to 50 times as long."""
    shape = mover(WALL, **travelling((0.0, 0.12, 0.0), (0.0, -0.5, 0.0)))
    sim = settled(simulate(floor(), wall(0.0, 0.42, angle), movers=(shape,)))
    for record in run(sim, 80):
        assert depth_in(shape, record) <= record.params.skin
        assert overlap(sim.mesh, sim.body, record.after.position) <= 0.0
    assert sim.state.crushed == 0 and sim.state.position[1] > 0.0


def test_a_mover_that_goes_far_in_a_tick_drives_a_body_as_far_out_of_a_narrow_wedge():
    """The mover passes at 24 m/s and comes 15 mm nearer a tick, in front of a wall nearly parallel to it: it is 30 cm out."""
    shape = mover(WALL, **travelling((24.0, 0.9, 0.0), (-4.0, -0.5, 0.0)))
    sim = settled(simulate(floor(), wall(0.0, 0.42, 0.05), movers=(shape,)))
    for record in run(sim, 20):
        assert depth_in(shape, record) <= record.params.skin
        assert overlap(sim.mesh, sim.body, record.after.position) <= 0.0
    assert sim.state.crushed == 0


@pytest.mark.parametrize("speed", (0.3, 0.6, 1.0))
@pytest.mark.parametrize("degrees, beyond", [(0.0, 0.1), (0.5, 0.05), (1.2, 0.1), (2.0, 0.1)])
def test_a_body_under_a_press_slips_out_around_its_edge(degrees, beyond, speed):
    """The edge is downhill. Along the wedge of floor and press the way out is many times as long as around the edge, or none."""
    press, gap = box((-5.0, -beyond, 0.0), (5.0, 5.0, 1.0)), 1.05 * speed / 60.0
    shape = mover(press, **travelling((0.0, 0.0, -speed), (0.0, 0.0, height_on(degrees) + 0.9 + gap)))
    sim = on_slope(degrees, slope(degrees), movers=(shape,))
    for record in run(sim, 40):
        assert depth_in(shape, record) <= record.params.skin
        assert overlap(sim.mesh, sim.body, record.after.position) <= 0.0
    assert sim.state.crushed == 0 and sim.state.position[1] < -beyond


def test_a_body_that_is_in_a_mover_does_not_turn_into_a_wall():
    """It is 8 mm in the mover in front of it, and a wall beside it leaves no room for the turn, which takes 4 mm."""
    shape = mover(WALL, at=(0.0, -0.592, -1.0))
    sim = simulate(wall(0.3 + 1e-4, 0.0, -pi / 2), floor(-1.0), movers=(shape,), radii=(0.3, 0.6, 0.9))
    state, nearby = sim.state.replace(position=(0.0, 0.0, 0.0)), sim.nearby
    nearby.mover_triangles = sim.movers.triangles([0], 0)
    assert overlap(sim.mesh, sim.body, state.position) < 0.0 and nearby.use(sim.body, sim.rules).depth(state.position) > 5e-3
    after = turn_body(nearby, state, 0.1, sim.params, sim.rules, 1.0 / 60.0)
    assert overlap(sim.mesh, sim.body_in(after), after.position) <= 1e-8


def depth_in(shape, record):
    """Depth [m] of the body in the level's only mover after a tick, by the oracle."""
    moving = corners_of(shape, record.movers.pose(0, record.after.tick))
    return depth(moving, record.after.position, record.body.radii, axes_of(record.body, record.after.frame))
