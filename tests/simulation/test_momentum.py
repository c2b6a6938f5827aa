"""In the air a player keeps its velocity: out of the wind, off a belt, over a weir. On a floor friction stops it."""

from math import cos, pi, sin

import pytest

from game.level.contents.volume import Conveyor, Portal, Water, Wind
from game.simulation import Ground, Intent
from tests.simulation.driving import GRAVITY, run, simulate, walk
from tests.simulation.scenes import floor, volume, wall

RATES = (30, 60, 120, 240)
JUMP = Intent(jump=True)
HIGH = 60.0  # [m] the feet begin above the floor: time to fall


def wind(velocity, at=(0.0, 0.0), size=(4.0, 40.0), heading=0.0):
    return volume(Wind(velocity), at=(*at, -1.0), size=size, height=200.0, heading=heading)


def falling(*volumes, hz=60, static=(), feet=(0.0, 0.0, HIGH)):
    return simulate(floor(), *static, feet=feet, hz=hz, volumes=volumes)


@pytest.mark.parametrize("hz", RATES)
def test_out_of_the_wind_the_player_flies_on(hz):
    """It blows as far as x = 2; the player is there after half a second, and 2 m further another half second later."""
    sim = falling(wind((4.0, 0.0, 0.0)), hz=hz)
    run(sim, hz)
    assert sim.state.position[0] == pytest.approx(4.0, abs=4.0 / hz + 1e-9)  # the first tick finds the wind
    assert sim.state.fall[0] == pytest.approx(4.0, abs=1e-12) and sim.state.fall[2] == pytest.approx(-GRAVITY, abs=1e-9)
    ways = [record.after.position[0] - record.before.position[0] for record in sim.history]
    assert ways[1:] == pytest.approx([4.0 / hz] * (len(ways) - 1), abs=1e-12)  # no jerk at the border


def test_own_walking_changes_it():
    """Its 5 m/s are more than the wind's 4 m/s, in the wind and behind it."""
    sim = falling(wind((4.0, 0.0, 0.0), size=(400.0, 40.0)), wind((0.0, 0.0, 0.0)))
    run(sim, 30, walk(-5.0, 0.0))
    assert sim.state.position[0] == pytest.approx(-30.0 / 60 + 4.0 * -1.0 / 60, abs=1e-9)


def test_on_the_floor_the_wind_leaves_nothing():
    sim = simulate(floor(), volumes=[wind((4.0, 0.0, 0.0))])
    run(sim, 90)
    assert sim.state.position[0] == pytest.approx(2.0, abs=4.0 / 60 + 1e-9)
    assert run(sim, 30)[0].before.position == sim.state.position


def test_blown_over_an_edge_the_player_keeps_the_velocity():
    sim = simulate(floor(0.0, (-5.0, -5.0), (0.5, 5.0)), floor(-50.0), volumes=[wind((4.0, 0.0, 0.0))])
    run(sim, 90)
    assert sim.state.ground == Ground.AIR and sim.state.fall[0] == pytest.approx(4.0, abs=1e-12)


@pytest.mark.parametrize("gap", (0.0, 1.0))
def test_from_one_wind_into_the_same_again_nothing_is_added(gap):
    """Ten of them in a row, side by side or with still air between: 4 m/s all the way."""
    sim = falling(*(wind((4.0, 0.0, 0.0), at=(number * (1.0 + gap), 0.0), size=(1.0, 40.0)) for number in range(10)))
    for record in run(sim, 150)[1:]:
        assert record.after.position[0] - record.before.position[0] == pytest.approx(4.0 / 60, abs=1e-9)


def test_back_and_forth_over_the_border_gains_no_speed():
    """The player walks out of the wind, which blows it in again: never faster than both together."""
    sim = falling(wind((4.0, 0.0, 0.0), at=(2.0, 0.0)))
    for number in range(200):
        record = sim.tick(walk(-5.0 if number // 7 % 2 else 5.0, 0.0))
        assert abs(record.after.fall[0] + record.after.flow[0]) <= 4.0 + 1e-9


@pytest.mark.parametrize("turns", ((0.0, pi / 2), (0.0, pi), (0.0, 2.4), (0.0, 2.0, 4.0)))
def test_between_winds_that_blow_across_each_other_speed_has_a_limit(turns):
    """Strips 0.3 m wide: in and out of them all the time."""
    flows = [(4.0 * cos(turn), 4.0 * sin(turn), 0.0) for turn in turns]
    strips = [wind(flows[n % len(flows)], at=(0.0, 0.3 * n), size=(900.0, 0.3)) for n in range(-80, 80)]
    sim = falling(*strips)
    for record in run(sim, 180, walk(0.0, 5.0)):
        assert max(abs(part) for part in record.after.fall[:2]) < 12.0


def test_against_the_wind_a_throw_is_slowed_by_its_speed():
    """Off a belt of 9 m/s into a wind of 1 m/s: 8."""
    belt = volume(Conveyor(9.0), at=(0.0, 0.0, -1.0), size=(4.0, 4.0), height=1.2)
    sim = simulate(floor(), volumes=[belt, wind((0.0, -1.0, 0.0), at=(0.0, 12.0), size=(9.0, 19.0))])
    run(sim, 5), run(sim, 1, JUMP), run(sim, 30)
    assert sim.state.position[1] > 3.0 and sim.state.fall[1] + sim.state.flow[1] == pytest.approx(8.0, abs=1e-9)


def test_a_wall_stops_the_velocity_left_by_the_wind():
    sim = falling(wind((4.0, 0.0, 0.0)), static=[wall(3.5, 0.0, -pi / 2, low=-5.0, high=90.0)])
    run(sim, 90)
    assert sim.state.position[0] == pytest.approx(3.1, abs=2e-4) and sim.state.fall[0] == pytest.approx(0.0, abs=1e-9)


def test_over_a_weir_the_rivers_speed_goes_along():
    river = volume(Water((0.0, 3.0, 0.0), 0.5, 3.0, 3.0, 0.6), at=(0.0, -3.0, 0.0), size=(9.0, 10.0), height=3.0)
    sim = simulate(floor(0.0, (-9.0, -9.0), (9.0, 1.0)), floor(-50.0), volumes=[river])
    run(sim, 120)
    assert sim.state.ground == Ground.AIR and sim.state.inside == ()
    assert sim.state.fall[1] == pytest.approx(3.0, abs=1e-6)


def test_a_portal_turns_it_too():
    """Into a portal by the wind, and out of it a quarter turned."""
    door = volume(Portal((0.0, 90.0, HIGH), pi / 2), at=(1.9, 0.0, 0.0), size=(1.0, 9.0), height=200.0)
    sim = falling(wind((4.0, 0.0, 0.0)), door)
    run(sim, 60)
    assert sim.state.ported == 1 and sim.state.fall[:2] == pytest.approx((0.0, 4.0), abs=1e-9)
