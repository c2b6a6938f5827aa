"""Acceleration, friction, air control and cut jumps: closed forms, the same at every tick rate."""

from math import sqrt

import pytest

from game.core.input_errors import InputError
from game.level.contents.volume import Water
from game.player.player_params import FEELS
from game.simulation import Ground, Intent, PlayerParams
from tests.simulation.driving import GRAVITY, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, volume

RATES = (30, 60, 120, 240)


@pytest.mark.parametrize("hz", RATES)
def test_speeding_up_takes_the_acceleration(hz):
    sim = settled(simulate(floor(), hz=hz, acceleration=20.0, friction=7.0))
    run(sim, 0.2 * hz, walk(0.0, 5.0))
    assert sim.state.velocity == pytest.approx((0.0, 4.0, 0.0), abs=1e-9)
    run(sim, 0.1 * hz, walk(0.0, 5.0))
    assert sim.state.velocity == pytest.approx((0.0, 5.0, 0.0), abs=1e-9)


@pytest.mark.parametrize("hz", RATES)
def test_stopping_takes_acceleration_and_friction(hz):
    sim = settled(simulate(floor(), hz=hz, acceleration=10.0, friction=10.0))
    run(sim, hz, walk(3.0, 4.0))
    run(sim, 0.1 * hz)
    assert sim.state.velocity == pytest.approx((1.8, 2.4, 0.0), abs=1e-9)
    run(sim, 0.2 * hz)
    assert sim.state.velocity == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("control", [0.0, 0.25, 1.0])
def test_in_the_air_a_part_of_the_acceleration_is_left(hz, control):
    sim = simulate(floor(), feet=(0.0, 0.0, 50.0), hz=hz, acceleration=8.0, friction=100.0, air_control=control)
    run(sim, 0.5 * hz, walk(0.0, 5.0))
    assert sim.state.ground == Ground.AIR
    assert sim.state.velocity[1] == pytest.approx(8.0 * control * 0.5, abs=1e-9)


def test_exact_speed_is_exact_whatever_the_rest():
    """With no end to the acceleration nothing else counts: the wish speed at once, also in the air."""
    sim = simulate(floor(), feet=(0.0, 0.0, 50.0), friction=1.0, air_control=0.0)
    run(sim, 1, walk(3.0, 4.0))
    assert sim.state.velocity[:2] == (3.0, 4.0)
    run(sim, 1)
    assert sim.state.velocity[:2] == (0.0, 0.0)


# Jumps


def apex(sim, held):
    """Greatest height of the feet above the floor [m] with the jump held for a number of ticks."""
    ticks = 2 * sim.hz
    records = [sim.tick(Intent(jump=tick < held)) for tick in range(ticks)]
    assert records[-1].after.ground == Ground.FLOOR
    return max(record.after.position[2] for record in records) - records[-1].after.position[2]


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("release", [0.0, 0.5, 0.8])
def test_a_jump_that_is_let_go_ends_lower(hz, release):
    """After t seconds it is v t - g t^2 / 2 high and rises at v - g t, of which a part is left."""
    sim = settled(simulate(floor(), hz=hz, jump_release=release))
    speed, time = sim.params.jump_speed, 0.1
    rising = release * (speed - GRAVITY * time)
    height = speed * time - 0.5 * GRAVITY * time**2 + rising**2 / (2.0 * GRAVITY)
    between = GRAVITY / (8.0 * hz**2)  # the highest point may lie between two ticks
    assert apex(sim, held=0.1 * hz) == pytest.approx(height, abs=between + 1e-9)


@pytest.mark.parametrize("hz", RATES)
def test_a_jump_that_is_held_is_full(hz):
    sim = settled(simulate(floor(), hz=hz, jump_release=0.3))
    assert apex(sim, held=hz) == pytest.approx(1.0, abs=GRAVITY / (8.0 * hz**2) + 1e-9)


def test_letting_go_counts_once_and_only_while_rising():
    sim = settled(simulate(floor(), jump_release=0.5))
    run(sim, 6, Intent(jump=True))
    assert sim.state.jumping
    before = run(sim, 1)[-1].before.fall[2]
    assert sim.state.fall[2] == pytest.approx(0.5 * before - GRAVITY / 60.0) and not sim.state.jumping
    run(sim, 1, Intent(jump=True))
    after = run(sim, 1)[-1]
    assert after.after.fall[2] == pytest.approx(after.before.fall[2] - GRAVITY / 60.0)


def test_a_fall_is_not_a_jump():
    sim = simulate(floor(), feet=(0.0, 0.0, 5.0), jump_release=0.0)
    run(sim, 5, Intent(jump=True))
    run(sim, 5)
    assert sim.state.fall[2] == pytest.approx(-GRAVITY * 10.0 / 60.0)


@pytest.mark.parametrize("hz", RATES)
def test_time_in_the_air_is_recorded(hz):
    sim = settled(simulate(floor(), hz=hz))
    assert sim.state.airborne == 0.0
    run(sim, 0.3 * hz, Intent(jump=True))
    assert sim.state.airborne == pytest.approx(0.3)
    run(sim, hz)
    assert sim.state.airborne == 0.0


# The switch


def test_one_word_changes_the_feel():
    assert PlayerParams.from_settings({}) == PlayerParams() == PlayerParams.from_settings({}, "exact")
    smooth = PlayerParams.from_settings({"friction": "9"}, "smooth")
    assert smooth == PlayerParams(**FEELS["smooth"] | {"friction": 9.0})


def test_the_feel_can_be_changed_while_playing():
    sim = settled(simulate(floor(), speed=4.0))
    assert sim.params.feel == "exact"
    sim.set_params(sim.params.with_feel("smooth"))
    run(sim, 6, walk(0.0, 4.0, speed=4.0))
    assert sim.params.feel == "smooth" and sim.state.velocity[1] == pytest.approx(4.0)
    assert PlayerParams(friction=1.0).feel == "own"
    sim.set_params(sim.params.with_feel("exact"))
    assert sim.params == PlayerParams(speed=4.0)


@pytest.mark.parametrize("name", ["air_control", "jump_release"])
def test_parts_are_parts(name):
    with pytest.raises(InputError, match=name):
        PlayerParams(**{name: 1.5})


def test_an_unknown_feel_is_refused():
    with pytest.raises(InputError, match="exact, smooth"):
        PlayerParams.from_settings({}, "floaty")


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("factor", [1.0, 1.5, 2.5])
def test_a_fall_is_faster_than_the_rise_by_the_root_of_its_gravity(hz, factor):
    sim = settled(simulate(floor(), hz=hz, fall_gravity=factor))
    heights = [record.after.position[2] for record in run(sim, 2 * hz, Intent(jump=True))]
    top, start = heights.index(max(heights)), sim.params.feet
    landed = next(number for number in range(top, len(heights)) if heights[number] < start + 1e-3)
    assert max(heights) - start == pytest.approx(1.0, abs=GRAVITY / (8.0 * hz**2) + 2e-4)
    assert (top + 1) / hz == pytest.approx(sqrt(2.0 / GRAVITY), abs=1.0 / hz)
    assert (landed - top) / hz == pytest.approx(sqrt(2.0 / GRAVITY / factor), abs=2.0 / hz)


@pytest.mark.parametrize("hz", RATES)
def test_a_late_jump_off_an_edge_is_as_high_with_a_fast_fall(hz):
    """The player walks off a block, and jumps when it has fallen for two thirds of the time in which it may."""
    tops = []
    for factor in (1.0, 3.0):
        sim = settled(simulate(floor(), box((-2, -2, 0), (2, 0, 2)), feet=(0.0, -0.5, 2.0), hz=hz, fall_gravity=factor))
        while sim.state.ground == Ground.FLOOR:
            run(sim, 1, Intent((0.0, 1.0)))
        run(sim, hz / 15, Intent((0.0, 1.0)))
        run(sim, 1, Intent((0.0, 1.0), jump=True))
        tops.append(max(record.after.position[2] for record in run(sim, hz, Intent((0.0, 1.0), jump=True))))
    assert tops[0] == tops[1] > 3.3


def test_a_fast_fall_does_not_sink_a_swimmer():
    depths = []
    for factor in (1.0, 3.0):
        water = volume(Water((0.0, 0.0, 0.0), 0.7, 3.0, 3.0, 0.6))
        sim = simulate(floor(), feet=(0.0, 0.0, 2.0), volumes=(water,), fall_gravity=factor)
        depths.append(run(sim, 30)[-1].after.position)
    assert depths[0] == depths[1]


def test_smooth_is_at_full_speed_in_six_ticks_and_stops_in_four():
    sim = settled(simulate(floor(), **FEELS["smooth"]))
    assert [record.after.velocity[1] < 5.0 - 1e-9 for record in run(sim, 7, walk(0.0, 5.0))] == [True] * 5 + [False] * 2
    assert [record.after.velocity[1] > 0.0 for record in run(sim, 5)] == [True] * 3 + [False] * 2
