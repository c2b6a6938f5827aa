"""Scenario L. Riding lifts: at their height up and down, thrown by what stops short, left by what falls faster."""

import pytest

from game.level.contents.mover import Waypoint
from game.level.contents.volume import Gravity
from game.simulation import Ground, Simulation
from tests.simulation.driving import GRAVITY, STILL, grounds, run
from tests.simulation.scenes import floor, level_of, mover, volume
from tests.simulation.test_carrying import PIT, RATES, SLAB, feet_of, on_mover


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("speed", (0.5, -0.5, 1.0, -1.0, 10.0))
def test_a_lift_carries_at_its_height(hz, speed):
    """From the second on; before that it waits."""
    sim = on_mover(SLAB, hz=hz, path=(Waypoint(pause=1.0), Waypoint((0.0, 0.0, 40.0 * speed), time=40.0)), mode="once")
    for record in run(sim, 3 * hz):
        assert abs(feet_of(sim, record.after) - speed * max(record.tick / hz - 1.0, 0.0)) < 0.01
        assert (record.after.ground, record.after.ground_body) == (Ground.FLOOR, 0)


@pytest.mark.parametrize("hz", (30, 60, 240))
@pytest.mark.parametrize("acceleration", (14.0, 30.0))
def test_a_lift_that_drops_and_then_slows_catches_its_rider(hz, acceleration):
    """Down faster than a free fall for half a second, then evenly: the player falls after it, lands, and rides on."""
    ticks, step, z, speed, path = 4 * hz, 1.0 / hz, 0.0, 0.0, [Waypoint()]
    for tick in range(ticks):
        faster = min(acceleration * (tick + 1) * step, acceleration * 0.5)
        speed = faster if tick < 0.5 * hz else max(speed - 6.0 * step, 2.0)
        z -= speed * step
        path.append(Waypoint((0.0, 0.0, z), time=step))
    sim = on_mover(SLAB, static=(floor(-90.0),), hz=hz, path=tuple(path), mode="once")
    records = run(sim, ticks - 2)
    assert grounds(records) == {Ground.AIR, Ground.FLOOR}
    for record in records:
        assert feet_of(sim, record.after) >= sim.movers.pose(0, record.tick).z - 1e-6  # never into it
        assert record.after.velocity[2] > -4.0 * GRAVITY
    landed = [n for n, (one, two) in enumerate(zip(records, records[1:])) if one.after.ground == Ground.AIR != two.after.ground]
    assert len(landed) == 1 and sim.state.ground_body == 0
    assert feet_of(sim, sim.state) == pytest.approx(sim.movers.pose(0, sim.state.tick).z, abs=1e-6)


@pytest.mark.parametrize("hz", (30, 60, 240))
@pytest.mark.parametrize("speed", (2.0, 5.0, 12.0))
def test_when_a_fast_lift_reverses_the_player_flies_on(hz, speed):
    """Up, and down again at once: the player keeps the speed upwards, as a body does, and meets the lift again after a fall."""
    up_and_down = (Waypoint(), Waypoint((0.0, 0.0, 2.0 * speed)))
    sim = on_mover(SLAB, hz=hz, path=up_and_down, speed=speed)
    records = run(sim, (2.0 + 1.1 * speed / GRAVITY) * hz)
    heights = [feet_of(sim, record.after) for record in records]
    assert max(heights) - 2.0 * speed == pytest.approx(speed**2 / (2.0 * GRAVITY), abs=speed * 1.01 / hz + 1e-3)
    assert all(height >= sim.movers.pose(0, record.tick).z - 1e-6 for height, record in zip(heights, records))


@pytest.mark.parametrize("hz", RATES)
def test_a_lift_that_turns_round_at_once_keeps_its_rider(hz):
    up_and_down = (Waypoint(), Waypoint((0.0, 0.0, 1.0)))
    sim = on_mover(SLAB, hz=hz, path=up_and_down, speed=0.5)
    for record in run(sim, 20 * hz):
        share = (record.tick / hz / 2.0) % 2.0
        assert abs(feet_of(sim, record.after) - min(share, 2.0 - share)) < 0.01
        assert record.after.ground == Ground.FLOOR


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("acceleration", (15.0, 20.0, 40.0))
def test_a_lift_that_falls_faster_than_gravity_leaves_its_rider_in_the_air(hz, acceleration):
    """The lift's height is a parabola of waypoints; once its rider is off, the player falls as bodies fall."""
    fall = tuple(Waypoint((0.0, 0.0, -0.5 * acceleration * (tick / hz) ** 2), time=1.0 / hz) for tick in range(hz + 1))
    sim = on_mover(SLAB, hz=hz, path=fall, mode="once")
    records = run(sim, 0.8 * hz)
    first = next(number for number, record in enumerate(records) if record.after.ground == Ground.AIR)
    assert first / hz <= 1.5 / (acceleration - GRAVITY) + 2.0 / hz
    flight = records[first:]
    assert grounds(flight) == {Ground.AIR}
    for before, after in zip(flight, flight[1:]):
        assert after.after.fall[2] - before.after.fall[2] == pytest.approx(-GRAVITY / hz, abs=1e-9)


def test_a_trapdoor_leaves_its_rider_in_place():
    sim = on_mover(SLAB, path=(Waypoint(pause=1.0), Waypoint((0.0, 0.0, -40.0), time=1.0)), mode="once")
    run(sim, 59)
    before = sim.state.position[2]
    record = sim.tick(STILL)
    assert record.after.ground == Ground.AIR
    assert before - record.after.position[2] == pytest.approx(0.5 * GRAVITY / 60**2, abs=1e-9)


def test_a_lift_that_stops_short_throws_its_rider():
    """From 6 m/s upwards to nothing: the player goes on, to the height that a body thrown at 6 m/s reaches."""
    sim = on_mover(SLAB, path=(Waypoint(), Waypoint((0.0, 0.0, 6.0), time=1.0)), mode="once")
    records = run(sim, 120)
    highest = max(record.after.position[2] for record in records) - sim.params.feet - 6.0
    assert highest == pytest.approx(6.0**2 / (2.0 * GRAVITY), rel=0.001)
    assert sim.state.ground == Ground.AIR


@pytest.mark.parametrize("hz", (30, 60, 240))
@pytest.mark.parametrize("factor, stays", ((1.0, True), (0.16, False)))
def test_in_low_gravity_a_lift_leaves_the_player_sooner(hz, factor, stays):
    """It drops with 4 m/s2: less than gravity, but not than a sixth of it."""
    fall = tuple(Waypoint((0.0, 0.0, -2.0 * (tick / hz) ** 2), time=1.0 / hz) for tick in range(2 * hz + 1))
    light = volume(Gravity(factor), at=(0.0, 0.0, -40.0), height=90.0)
    slab = mover(SLAB, path=fall, mode="once")
    sim = Simulation(level_of(PIT, movers=(slab,), volumes=(light,)), hz=hz, history=10**6)
    records = run(sim, 1.6 * hz)
    assert (grounds(records[2:]) == {Ground.FLOOR}) is stays
    if not stays:
        first = next(n for n, record in enumerate(records) if n > 2 and record.after.ground == Ground.AIR)
        assert first / hz <= 1.5 / (4.0 - factor * GRAVITY) + 3.0 / hz
        assert sim.state.fall[2] - records[first].after.fall[2] == pytest.approx(
            -factor * GRAVITY * (len(records) - 1 - first) / hz, abs=1e-6
        )
