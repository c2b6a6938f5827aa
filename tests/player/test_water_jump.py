"""Scenario Z. Out of the water: a swimmer that holds forward and jump gets over an edge up to step_up above the surface.

| edge above the water | pool, rate, body, heading, current | out                                     |
|----------------------|------------------------------------|-----------------------------------------|
| 0 .. step_up         | any, also with a leaning wall      | yes, never far above the edge           |
| more                 | deep                               | no                                      |
"""

from math import cos, radians, sin, tan

import numpy as np
import pytest

from game.core.right_forward_up_frame import to_frame
from game.level.contents.volume import Down, Water
from game.simulation import Ground, Intent, Simulation
from tests.simulation.driving import path, run, simulate
from tests.simulation.scenes import box, floor, join, level_of, quad, volume

ROUND, SMALL, FLAT = (0.4, 0.4, 0.9), (0.25, 0.25, 0.6), (0.45, 0.25, 0.85)


def pool(depth, edge, hz=60, current=(0.0, 0.0, 0.0), buoyancy=1.25, swim=3.0, **params):
    """A swimmer over the floor of a pool of this depth, whose edge at y = 3 is so far above the water [m]. Land is at z = 0."""
    land = box((-30.0, 3.0, -10.0), (30.0, 40.0, 0.0))
    water = volume(Water(current, buoyancy, 3.0, swim, 0.6), (0.0, -17.0, -depth - edge), (60.0, 40.0), depth)
    return simulate(floor(-depth - edge), land, feet=(0.0, 1.0, -depth - edge), volumes=(water,), hz=hz, **params)


def leaves(sim, seconds=8.0, aside=0.0, **keys):
    """True if the swimmer gets on land and then stands there."""
    intent = Intent((sin(radians(aside)), cos(radians(aside))), jump=True, **keys)
    for _ in range(round(seconds * sim.hz)):
        after = sim.tick(intent).after
        if after.position[1] > 4.0:
            return after.position[2] > 0.0 and run(sim, sim.hz)[-1].after.ground == Ground.FLOOR
    return False


@pytest.mark.parametrize("hz", [30, 60, 144, 480])
@pytest.mark.parametrize("edge", [0.0, 0.05, 0.2, 0.39])
@pytest.mark.parametrize("depth", [0.6, 1.0, 1.5, 3.0])
def test_gets_out_of_every_pool_at_every_rate(depth, edge, hz):
    assert leaves(pool(depth, edge, hz))


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("degrees, edge, radii", [
    (55, 0.2, ROUND), (60, 0.36, ROUND), (52, 0.1, ROUND), (65, 0.2, (0.25, 0.25, 0.9)), (70, 0.36, (0.25, 0.25, 0.9)),
])  # fmt: skip
def test_gets_out_over_a_wall_that_leans(degrees, edge, radii, hz):
    """It is too steep to walk, and its edge is farther inwards than the body is wide."""
    deep, foot = 3.0, 3.0 - 3.0 / tan(radians(degrees))
    wall = quad((-9.0, foot, -deep), (9.0, foot, -deep), (9.0, 3.0, 0.0), (-9.0, 3.0, 0.0))
    land = quad((-9.0, 3.0, 0.0), (9.0, 3.0, 0.0), (9.0, 20.0, 0.0), (-9.0, 20.0, 0.0))
    water = volume(Water((0.0, 0.0, 0.0), 1.25, 3.0, 3.0, 0.6), (0.0, -5.0, -deep), (18.0, 20.0), deep - edge)
    sim = simulate(floor(-deep), wall, land, feet=(0.0, 0.0, -deep), volumes=(water,), hz=hz, radii=radii)
    run(sim, 3 * hz)  # it floats
    assert leaves(sim)


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize(
    "options, keys",
    [
        ({"radii": SMALL}, {}),
        ({"radii": FLAT}, {"heading": 0.6}),
        ({}, {"aside": 50.0}),
        ({}, {"aside": -75.0}),
        ({"current": (0.6, -0.5, 0.0)}, {}),
        ({"current": (0.0, 0.0, -0.5)}, {}),
        ({"buoyancy": 1.0, "swim": 1.5}, {}),
        ({"acceleration": 50.0, "friction": 30.0, "air_control": 0.4, "jump_release": 0.5}, {}),
        ({"step_up": 0.3}, {}),
        ({}, {"crouch": True}),
        ({}, {"run": True}),
    ],
)
def test_gets_out_with_other_bodies_waters_and_ways(options, keys, hz):
    assert leaves(pool(3.0, 0.25, hz, **options), 12.0, **keys)


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("edge, options", [(0.405, {}), (0.42, {}), (0.6, {}), (0.25, {"step_up": 0.2})])
def test_an_edge_higher_than_a_step_above_the_water_is_not_climbed(edge, options, hz):
    """A swimmer that has come up at the edge, so that no speed of its way up counts."""
    sim = pool(3.0, edge, hz, **options)
    run(sim, 4 * hz, Intent((0.0, 1.0)))
    assert not leaves(sim)


def test_the_leap_is_no_jump():
    """It ends at most a quarter of a metre above the edge, and without the jump key or a wish there is none."""
    sim = pool(3.0, 0.2)
    run(sim, 240, Intent((0.0, 1.0)))
    assert sim.state.position[1] < 3.0
    assert max(place[2] for place in path(run(sim, 240, Intent(jump=True)))) < 0.9
    assert max(place[2] for place in path(run(sim, 120, Intent((0.0, 1.0), jump=True)))) < 0.9 + 0.25
    assert sim.state.position[1] > 4.0


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("edge, is_left", [(0.0, True), (0.2, True), (0.39, True), (0.6, False)])
@pytest.mark.parametrize("down", [Down((0.0, -1.0, 0.0)), Down(towards=(0.0, -60.0, 0.0))], ids=["turned", "planet"])
def test_gets_out_where_up_is_not_z(down, edge, is_left, hz):
    """The pool lies on its side: its z is the world's y, and its y the world's -z."""
    ground = join(floor(-3.0 - edge, (-30.0, -40.0), (30.0, 40.0)), box((-30.0, 3.0, -10.0), (30.0, 40.0, 0.0)))
    water = volume(Water((0.0, 0.0, 0.0), 1.25, 3.0, 3.0, 0.6), (0.0, -1.5 - edge, -3.0), (60.0, 3.0), 40.0)
    turned = np.array([(1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)])
    level = level_of(ground @ turned, feet=(0.0, -3.0 - edge, -1.0), volumes=(water,))
    level.gravity = down
    sim = Simulation(level, hz=hz)
    for number in range(12 * hz):
        right, forward, _ = to_frame(sim.state.frame, (0.0, 0.0, -1.0))
        sim.tick(Intent((right, forward), jump=is_left or number > 4 * hz))
        if sim.state.position[2] < -4.0:
            break
    assert (sim.state.position[2] < -4.0 and sim.state.position[1] > 0.0) == is_left
