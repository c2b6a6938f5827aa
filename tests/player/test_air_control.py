"""Scenario J. Beside walls in the air: pressing them slows no fall and stores nothing, and nothing interferes with a jump."""

from math import cos, pi, radians, sin, sqrt

import numpy as np
import pytest

from game.collision import Pass
from game.simulation import Ground, Intent
from tests.simulation.driving import GRAVITY, apart, grounds, height_on, path, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, slope, staircase, wall

REST = 0.9 + 1e-4


@pytest.mark.parametrize("hz", [30, 60, 120, 240])
@pytest.mark.parametrize("push", [(0.0, 5.0), (2.0, 4.0)])
@pytest.mark.parametrize("gap", [1e-4, 0.3])
def test_falling_along_a_wall_is_free_fall(hz, push, gap):
    sim = simulate(floor(), wall(0.0, 0.4 + gap), hz=hz)
    sim.teleport((0.0, 0.0, REST + 15.0))
    for record in run(sim, 1.5 * hz, walk(*push)):
        time = record.tick / hz
        assert record.after.position[2] == pytest.approx(REST + 15.0 - 0.5 * GRAVITY * time**2, abs=1e-6)


@pytest.mark.parametrize("into_corner", [False, True])
def test_falling_into_a_corner_is_free_fall(into_corner):
    sim = simulate(floor(), wall(0.0, 0.4), wall(0.4, 0.0, -pi / 2))
    sim.teleport((-1e-4, -1e-4, REST + 10.0))
    records = run(sim, 60, walk(3.0, 4.0) if into_corner else walk(0.0, 0.0))
    assert grounds(records) == {Ground.AIR}
    assert sim.state.position[2] == pytest.approx(REST + 10.0 - 0.5 * GRAVITY, abs=1e-6)


def drop_from_a_ledge(pressed_ticks):
    """Press a wall on a ledge for so long, then walk along it off the ledge; the heights of the fall."""
    sim = settled(simulate(floor(-8.0), box((-5.0, -5.0, -1.0), (0.0, 5.0, 0.0)), wall(0.0, 0.4 + 1e-4), feet=(-1.0, 0.0, 0.0)))
    run(sim, pressed_ticks, walk(0.0, 5.0))
    x, _, _ = sim.state.position
    return x, [z for _, _, z in path(run(sim, 90, walk(3.0, 4.0)))]


def test_pressing_a_wall_for_a_minute_stores_nothing():
    (x, at_once), (u, later) = drop_from_a_ledge(2), drop_from_a_ledge(3600)
    assert u == pytest.approx(x, abs=1e-6)
    assert later == pytest.approx(at_once, abs=1e-6)
    assert later[-1] < -3.0


SCENES = {
    "wall": [floor(), wall(0.0, 0.5)],
    "ledge": [floor(), box((-5.0, 0.5, -1.0), (5.0, 5.0, 0.35))],
    "high ledge": [floor(), box((-5.0, 0.5, -1.0), (5.0, 5.0, 0.9))],
    "stairs": [staircase(10, 0.18, 0.28)],
}


@pytest.mark.parametrize("hz", [30, 60, 120, 240, 360])
@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("ahead", [0.0, 0.5, 1.0, 2.0, 5.0])
def test_a_jump_reaches_its_full_height_beside_anything(scene, ahead, hz):
    sim = settled(simulate(*SCENES[scene], feet=(0.0, -0.5, 0.0), hz=hz))
    records = run(sim, 1, walk(0.0, ahead, jump=True)) + run(sim, 0.42 * hz, walk(0.0, ahead))
    rising = [r for r in records if r.after.velocity[2] > 0.0 and r.after.ground == Ground.AIR]
    others = {iteration.pass_ for r in rising for iteration in r.trace.iterations} - {Pass.MOVE, Pass.GRAVITY}
    assert others == set()
    assert len(rising) >= 0.42 * hz - 1
    for record in rising:
        time = (record.tick - records[0].before.tick) / hz
        parabola = REST + sim.params.jump_speed * time - 0.5 * GRAVITY * time**2
        assert record.after.position[2] >= parabola - 1e-6


def test_a_ceiling_ends_a_jump_and_does_not_hold():
    ceiling = box((-5.0, -5.0, 2.2), (5.0, 5.0, 3.0))
    sim = settled(simulate(floor(), ceiling))
    records = run(sim, 1, Intent(jump=True)) + run(sim, 60)
    heights = [z for _, _, z in path(records)]
    top = heights.index(max(heights))
    assert max(heights) == pytest.approx(2.2 - 0.9 - 1e-4, abs=1e-4)
    assert heights[top + 3] < heights[top] - 0.5 * GRAVITY * (2 / 60) ** 2 + 1e-3
    assert sim.state.ground == Ground.FLOOR


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("gap", [0.05, 0.5, 0.8])
@pytest.mark.parametrize("degrees", [10, 20, 30, 45])
def test_a_sloped_ceiling_turns_a_jump_along_it(degrees, gap, hz):
    """The speed into the wall is lost: v sin T cos T is left to the side, v sin2 T upwards, up to one tick of gravity."""
    s, c = sin(radians(degrees)), cos(radians(degrees))
    ceiling = slope(degrees) + np.array([0.0, 0.0, REST + gap + height_on(degrees)])
    sim = settled(simulate(floor(), ceiling, hz=hz))
    speed, tick = sqrt(sim.params.jump_speed**2 - 2.0 * GRAVITY * gap), GRAVITY / hz
    records = run(sim, 1, Intent(jump=True)) + run(sim, 0.5 * hz)
    bumped = next(r.after.velocity for r in records if any(contact.normal[2] < 0.0 for contact in r.contacts))
    assert bumped == pytest.approx((0.0, speed * s * c, speed * s * s), abs=tick)
    assert apart(bumped, (0.0, speed * s * c, speed * s * s)) < tick


def test_walking_off_a_ledge_keeps_the_walking_speed():
    sim = settled(simulate(floor(-8.0), box((-5.0, -5.0, -1.0), (5.0, 0.0, 0.0)), feet=(0.0, -0.5, 0.0)))
    records = run(sim, 60, walk(0.0, 5.0))
    assert records[-1].after.position[1] == pytest.approx(4.5, abs=1e-3)
    assert records[-1].after.ground == Ground.AIR


def test_pressing_a_wall_on_a_ledge_edge_in_the_air_does_not_climb():
    """At a wall's top edge beside the chest: no hanging on, no pulling up."""
    sim = simulate(floor(), box((-5.0, 0.5, -1.0), (5.0, 5.0, 1.5)), feet=(0.0, 0.0, 0.0))
    settled(sim)
    run(sim, 1, walk(0.0, 5.0, jump=True))
    records = run(sim, 120, walk(0.0, 5.0))
    assert sim.state.position[2] == pytest.approx(REST, abs=1e-4)
    assert records[-1].after.ground == Ground.FLOOR
