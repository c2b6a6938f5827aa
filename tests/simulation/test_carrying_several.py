"""Scenario L. More on carrying: platforms that turn and rise; a player that crouches, is on two platforms or beside a wall."""

from math import cos, pi, sin

import pytest

from game.level.contents.mover import Waypoint
from game.simulation import Ground, Intent
from tests.simulation.driving import STILL, apart, grounds, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, mover, travelling, wall

RATES = (30, 60, 120, 240, 360)
PIT = floor(-50.0)
DISC = box((-10.0, -10.0, -0.2), (10.0, 10.0, 0.0))
LEFT, RIGHT = box((-9.0, -9.0, -0.2), (0.0, 9.0, 0.0)), box((0.0, -9.0, -0.2), (9.0, 9.0, 0.0))
CROUCH = Intent(crouch=True)


def feet_of(sim):
    return sim.state.position[2] - sim.params.at(sim.state.crouched).feet - sim.params.skin


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("intent", (STILL, CROUCH), ids=("upright", "crouched"))
@pytest.mark.parametrize("turn, rise", ((2.0 * pi, 0.5), (2.0 * pi, -0.5), (-1.0, 3.0)))
def test_one_that_turns_and_rises_carries_on_a_helix(hz, intent, turn, rise):
    """It rises after a second. 9 m from its axis the player is on the arc within 1e-4, and on the floor except one tick."""
    path = Waypoint(pause=1.0), Waypoint((0.0, 0.0, 40.0 * rise), time=40.0)
    disc = mover(DISC, turn=turn, path=path, mode="once")
    sim = settled(simulate(PIT, feet=(9.0, 0.0, 0.0), hz=hz, movers=(disc,)))
    for record in run(sim, 2 * hz, intent):
        angle = turn * (record.tick - 1) / hz
        assert apart(record.after.position[:2], (9.0 * cos(angle), 9.0 * sin(angle))) < 1e-4
        assert (record.after.ground, record.after.ground_body) == (Ground.FLOOR, 0)
    assert feet_of(sim) == pytest.approx(rise * (sim.time - 1.0), abs=0.01)
    assert sim.state.crouched == float(intent.crouch)


@pytest.mark.parametrize("hz", (30, 60, 240))
def test_crouching_on_a_lift_is_what_fits_under_a_ceiling(hz):
    """It stops 1.5 m below: an upright player is crushed, a crouched one rides on, and cannot stand up there."""
    path = Waypoint(pause=1.0), Waypoint((0.0, 0.0, 1.5), time=1.5)
    for intent, crushed in ((STILL, True), (CROUCH, False)):
        lift = mover(box((-2.0, -2.0, -0.2), (2.0, 2.0, 0.0)), path=path, mode="once")
        sim = settled(simulate(PIT, box((-3.0, -3.0, 3.0), (3.0, 3.0, 3.5)), hz=hz, movers=(lift,)))
        run(sim, 3 * hz, intent)
        assert (sim.state.crushed > 0) is crushed
        if not crushed:
            run(sim, hz)
            assert feet_of(sim) == pytest.approx(1.5, abs=1e-3) and sim.state.crouched > 0.4


@pytest.mark.parametrize("hz", (30, 60, 240))
@pytest.mark.parametrize("left, right", (((0.0, 2.0, 0.0), (0.0, -2.0, 0.0)), ((0.0, 2.0, 0.0), (0.0, 0.0, 0.0))))
def test_on_two_movers_that_pass_each_other_the_player_goes_with_one_of_them(hz, left, right):
    """The player's lowest point is on the joint. One of the two carries it, never faster, and it never leaves the floor."""
    slabs = mover(LEFT, **travelling(left)), mover(RIGHT, **travelling(right))
    sim = settled(simulate(PIT, hz=hz, movers=slabs))
    for record in run(sim, hz):
        x, y, z = (b - a for a, b in zip(record.before.position, record.after.position))
        assert min(left[1], right[1]) - 1e-6 <= y * hz <= max(left[1], right[1]) + 1e-6
        assert abs(x) < 1e-6 and abs(z) < 1e-6 and record.after.ground == Ground.FLOOR


@pytest.mark.parametrize("hz", (30, 60, 240))
@pytest.mark.parametrize("speed", (0.5, 2.0))
def test_of_two_movers_the_rising_one_lifts_the_player(hz, speed):
    """The joint is under the player; the other mover rests. The player rises or rolls off to the other side; it is in neither."""
    slabs = mover(LEFT, **travelling((0.0, 0.0, 0.0))), mover(RIGHT, **travelling((0.0, 0.0, speed)))
    sim = settled(simulate(PIT, feet=(0.05, 0.0, 0.0), hz=hz, movers=slabs))
    run(sim, hz)
    assert sim.state.ground_body == 1 and feet_of(sim) == pytest.approx(speed * sim.time, abs=0.01) and sim.state.crushed == 0


@pytest.mark.parametrize("hz", (30, 60, 240))
def test_walking_over_many_slats_that_all_move_is_walking(hz):
    """Slats .5 m wide, side by side, all at 3 m/s: as on one slab."""
    slats = [mover(box((-2.0, 0.5 * n, -0.2), (2.0, 0.5 * n + 0.5, 0.0)), **travelling((0.0, 3.0, 0.0))) for n in range(-30, 30)]
    sim = settled(simulate(PIT, hz=hz, movers=slats))
    began = sim.state.position
    records = run(sim, hz, walk(0.0, 4.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[1] - began[1] == pytest.approx(7.0, abs=0.01) and abs(sim.state.position[0]) < 1e-6


@pytest.mark.parametrize("hz", (30, 60, 240))
@pytest.mark.parametrize("gap, crushed", ((0.82, 0), (0.7, 1)))
def test_between_a_mover_that_comes_and_a_wall(hz, gap, crushed):
    """It stops when so much is left; the body is .8 m wide."""
    stop = Waypoint(), Waypoint((0.0, 3.0 - gap, 0.0), time=1.0)
    pusher = mover(box((-5.0, -0.5, 0.01), (5.0, 0.0, 3.0)), at=(0.0, -2.0, 0.0), path=stop, mode="once")
    sim = settled(simulate(floor(), wall(0.0, 1.0), hz=hz, movers=(pusher,)))
    run(sim, 1.5 * hz)
    assert min(sim.state.crushed, 1) == crushed
    if not crushed:
        assert 1.0 - gap + 0.4 - 1e-6 <= sim.state.position[1] <= 1.0 - 0.4 and sim.state.ground == Ground.FLOOR


@pytest.mark.parametrize("hz", (30, 60, 240))
def test_a_platform_along_a_wall_carries_without_friction(hz):
    """A hair from it, at 4 m/s: the player goes as fast as the platform."""
    slab = mover(box((-90.0, -2.0, -0.2), (90.0, 2.0, 0.0)), **travelling((4.0, 0.0, 0.0)))
    sim = settled(simulate(PIT, wall(0.0, 0.4002), hz=hz, movers=(slab,)))
    run(sim, hz)
    assert sim.state.position[0] == pytest.approx(4.0 * (sim.time - 1.0 / hz), abs=1e-4)
    run(sim, hz, walk(0.0, 1.0))  # and leaning on it
    assert sim.state.position[0] == pytest.approx(4.0 * (sim.time - 1.0 / hz), abs=1e-3)
