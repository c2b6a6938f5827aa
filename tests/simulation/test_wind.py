"""Wind that blows up or down: a force beside gravity, held against the closed forms of a linear drag."""

from math import exp

import pytest

from game.level.contents.volume import Gravity, Wind
from game.player.forces import WIND_DRAG, drag_factors
from game.simulation import Ground
from tests.simulation.driving import GRAVITY, run, settled, simulate
from tests.simulation.scenes import floor, volume

REST = 0.9001  # height of the centre above a floor [m]
# What the wind pushes at a rest, upwards, is added to gravity: from this speed on it lifts [m/s].
LIFTS = GRAVITY / WIND_DRAG


def blowing(speed):
    return volume(Wind((0.0, 0.0, speed)), at=(0.0, 0.0, -500.0), height=1000.0)


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("wind", [3.4, 8.0, 50.0])
def test_an_updraft_lifts_at_what_it_is_faster_than_a_fall_in_it(hz, wind):
    """dv/dt = k (w - v) - g: exponentially to w - g/k, at any tick rate."""
    sim = settled(simulate(floor(), hz=hz, volumes=(blowing(wind),)))
    last, speed = run(sim, hz)[-1].after, (wind - LIFTS)
    assert last.velocity[2] == pytest.approx(speed * (1.0 - exp(-WIND_DRAG)), rel=1e-9)
    assert last.position[2] - REST == pytest.approx(speed * (1.0 - (1.0 - exp(-WIND_DRAG)) / WIND_DRAG), rel=0.02)


@pytest.mark.parametrize("wind", [0.1, 1.0, 3.2])
def test_a_weaker_updraft_does_not_lift(wind):
    sim = settled(simulate(floor(), volumes=(blowing(wind),)))
    assert all(record.after.ground == Ground.FLOOR for record in run(sim, 60))
    assert sim.state.position[2] == pytest.approx(REST, abs=1e-6)


@pytest.mark.parametrize("hz", [30, 240])
@pytest.mark.parametrize("wind", [0.5, 1.0, 2.0, 3.2])
def test_it_slows_a_fall_the_more_the_stronger_it_is(wind, hz):
    """A wind with k = K w / w0 pushes with k w, less than g: the player falls w0^2 / w slower than the wind blows."""
    sim = simulate(floor(-450.0), feet=(0.0, 0.0, 0.0), hz=hz, volumes=(blowing(wind),))
    falls = [-record.after.velocity[2] for record in run(sim, 12 * hz)]
    assert falls[-1] == pytest.approx(LIFTS**2 / wind - wind, rel=0.01)
    assert max(falls[1:]) <= max(falls[0], falls[-1]) + 1e-9


def test_the_weakest_updraft_is_next_to_none():
    """The effect of a wind is continuous: a very weak wind has almost none."""
    ends = [run(simulate(floor(-400.0), volumes=(blowing(wind),)), 120)[-1].after.position[2] for wind in (0.0, 1e-3, 1e-2)]
    assert ends[1:] == pytest.approx([ends[0]] * 2, abs=0.2) and ends[0] < ends[1] < ends[2]


@pytest.mark.parametrize("factor", [0.0, 0.16, 0.5])
def test_wind_and_gravity_are_added(factor):
    volumes = blowing(6.0), volume(Gravity(factor), at=(0.0, 0.0, -500.0), height=1000.0)
    sim = simulate(floor(-400.0), feet=(0.0, 0.0, 1.0), volumes=volumes)
    last = run(sim, 60)[-1].after  # the first tick falls before the volumes are known
    speed = 6.0 - factor * LIFTS
    started = -GRAVITY / 60
    assert last.velocity[2] == pytest.approx(speed + (started - speed) * exp(-WIND_DRAG * 59 / 60), abs=1e-9)


def test_two_winds_blow_as_one_of_their_sum():
    both, one = (simulate(floor(), volumes=volumes) for volumes in ((blowing(4.0), blowing(3.0)), (blowing(7.0),)))
    assert run(both, 60)[-1].after.position == run(one, 60)[-1].after.position


def test_a_downdraft_makes_a_fall_faster_and_never_slower():
    """Compared with still air, anywhere on its path; also faster than the air itself."""
    falls = [[r.after.position[2] for r in run(simulate(floor(-900.0), volumes=(blowing(w),)), 240)] for w in (0.0, -0.5, -9.0)]
    assert all(a >= b for a, b in zip(falls[0], falls[1])) and all(a >= b for a, b in zip(falls[1], falls[2]))
    assert falls[2][-1] - falls[2][-2] < -9.0 / 60


@pytest.mark.parametrize("drag", [1e-18, 1e-12, 1e-6, 0.3, 20.0])
def test_next_to_no_drag_is_next_to_none(drag):
    """The mean of exp(-drag t) over a tick: a body that hardly is braked falls as ever."""
    kept, mean = drag_factors(drag, 1 / 60)
    assert kept == exp(-drag / 60) and mean == pytest.approx(1.0 - drag / 120 + drag**2 / 21600, abs=(drag / 60) ** 3 / 20)
