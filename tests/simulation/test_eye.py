"""The eyes: closed forms of the spring that lifts them, and what a camera must never do on stairs."""

from math import exp

import pytest

from game.simulation import Ground, Intent, PlayerParams, PlayerState, StepRecord
from game.simulation.eye import DEEPEST, STRAIGHT, TIME, TOP, Eye, accelerations, follow, heights
from game.simulation.state import Ride

from .driving import on_slope, path, run, settled, simulate, walk
from .scenes import FAR, box, floor, slope, staircase

RATES = (30, 60, 120, 240)
PARAMS = PlayerParams()
HIGHEST = 2.0 * PARAMS.radii[2] - PARAMS.eye_height - TOP


def moved(rises, dt, ground=Ground.FLOOR):
    """The Eye after ticks that lift the body by `rises` [m]."""
    eye, z = STRAIGHT, 0.0
    for rise in rises:
        eye, z = follow(eye, lifted(z, z + rise, ground), PARAMS, dt), z + rise
    return eye


def lifted(z, top, ground=Ground.FLOOR, carried=0.0):
    before, after = (PlayerState((0.0, 0.0, height), ground=ground) for height in (z, top))
    return StepRecord(1, before, Intent(), None, after, 0.0, Ride((0.0, 0.0, carried)))


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("ticks", [1, 3, 10])
def test_one_step_up_is_a_critically_damped_spring(ticks, hz):
    """-h (1 + t/T) exp(-t/T): the same at every rate."""
    t = ticks / hz
    eye = moved([0.2] + [0.0] * (ticks - 1), 1.0 / hz)
    assert eye.above == pytest.approx(-0.2 * (1.0 + t / TIME) * exp(-t / TIME), abs=1e-12)
    assert eye.speed == pytest.approx(0.2 * t / TIME**2 * exp(-t / TIME), abs=1e-12)


@pytest.mark.parametrize("hz", RATES)
def test_a_long_way_up_lags_by_twice_the_time(hz):
    eye = moved([2.0 / hz] * 2 * hz, 1.0 / hz)
    assert eye.speed == pytest.approx(2.0, abs=0.2 / (hz * TIME) ** 2) and eye.bend == 0.0
    assert eye.above == pytest.approx(-2.0 * TIME * 2.0, abs=2.0 / hz)


@pytest.mark.parametrize("hz", RATES)
def test_a_long_way_down_does_not_lag(hz):
    eye = moved([-2.0 / hz] * 2 * hz, 1.0 / hz)
    assert eye.speed == pytest.approx(-2.0, abs=0.2 / (hz * TIME) ** 2)
    assert eye.above == pytest.approx(0.0, abs=2.0 / hz)


def test_they_come_to_rest_where_they_belong():
    assert moved([0.3, -0.1, -0.3] + [0.0] * 120, 1 / 60).above == pytest.approx(0.0, abs=1e-9)


def test_in_the_air_they_move_with_the_body():
    assert moved([0.3, -0.5], 1 / 60, Ground.AIR) == STRAIGHT


def test_who_is_put_somewhere_else_looks_straight():
    for height in (4.0, 6.0):
        assert follow(Eye(-0.2, 1.0, -0.1), lifted(5.0, height), PARAMS, 1 / 60) == STRAIGHT


def test_a_lift_takes_them_along():
    assert follow(STRAIGHT, lifted(0.0, 0.1, carried=0.1), PARAMS, 1 / 60) == STRAIGHT


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("speed", [2.0, 5.0, 8.0])
@pytest.mark.parametrize("rise, step_run", [(0.18, 0.28), (0.30, 0.30), (0.40, 0.25)])
@pytest.mark.parametrize("way", [1.0, -1.0], ids=["up", "down"])
def test_they_never_leave_the_body(way, rise, step_run, speed, hz):
    sim, records = on_stairs(way, rise, step_run, speed, hz)
    for record, eye in zip(records, heights(records, sim.params, 1.0 / hz)):
        above = eye - (record.after.position[2] - sim.params.feet) - sim.params.eye_height
        assert -DEEPEST * sim.params.eye_height - 1e-9 <= above <= HIGHEST + 1e-9


def on_stairs(way, rise, step_run, speed, hz, steps=16):
    start = (0.0, -1.0, 0.0) if way > 0.0 else (0.0, steps * step_run + 1.0, steps * rise)
    sim = settled(simulate(staircase(steps, rise, step_run), feet=start, hz=hz, speed=speed))
    return sim, run(sim, (steps * step_run + 4.0) / speed * hz, walk(0.0, way * speed, speed))


@pytest.mark.parametrize("hz", [60, 120, 240])
@pytest.mark.parametrize("way", [1.0, -1.0], ids=["up", "down"])
def test_stairs_are_smooth(way, hz):
    """At 5 m/s over .18 by .28 the body leaps, the more the higher the rate; the eyes do not at any."""
    sim, records = on_stairs(way, 0.18, 0.28, 5.0, hz)
    body = [z for _, _, z in path(records)]
    eyes = heights(records, sim.params, 1.0 / hz)
    assert max(map(abs, accelerations(eyes, 1.0 / hz))) < 110.0
    assert max(map(abs, accelerations(body, 1.0 / hz))) > 4.0 * 110.0 * 0.8
    assert eyes[-1] - eyes[0] == pytest.approx(way * 16 * 0.18, abs=0.05)


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("rise, step_run, speed", [(0.30, 0.30, 5.0), (0.18, 0.28, 8.0), (0.20, 0.30, 8.0)])
def test_down_steep_stairs_and_running_they_are_never_stopped_at_the_top_of_the_head(rise, step_run, speed, hz):
    """Wherever in a tick the first edge is passed. Being stopped was 500 to 3000 m/s2 at 120 ticks a second and more."""
    for phase in range(4):
        start = (0.0, 8 * step_run + 0.6 + 0.25 * phase * speed / hz, 8 * rise)
        sim = settled(simulate(staircase(8, rise, step_run), feet=start, hz=hz, speed=speed))
        records = run(sim, (8 * step_run + 2.0) / speed * hz, walk(0.0, -speed, speed))
        found = heights(records, sim.params, 1.0 / hz)
        assert max(map(abs, accelerations(found, 1.0 / hz))) < 280.0
        assert max(eye - z for eye, (_, _, z) in zip(found, path(records))) - 0.72 < HIGHEST - 0.01


@pytest.mark.parametrize("scale", [0.01, 0.5])
def test_small_bodies_have_their_eyes_inside_as_well(scale):
    """A step as high as they are may be a leap: the eyes stay inside of the ellipsoid all the same."""
    params = PlayerParams(radii=(0.4 * scale, 0.4 * scale, 0.9 * scale), eye_height=1.62 * scale, skin=1e-4 * scale)
    eye = follow(STRAIGHT, lifted(0.0, 0.4), params, 1 / 60)
    assert params.eye_height + eye.above > 0.0
    eye = follow(STRAIGHT, lifted(0.0, -0.4), params, 1 / 60)
    assert params.eye_height + eye.above <= 2.0 * params.radii[2]


@pytest.mark.parametrize("hz", RATES)
def test_a_ramp_begins_softly(hz):
    """The body's speed leaps at its foot by 5 sin 30; the spring takes that up with at most speed / TIME / e."""
    sim = settled(on_slope(0, floor(high=(FAR, 0.0)), slope(30), y=-2.0, hz=hz))
    records = run(sim, hz, walk(0.0, 5.0))
    eyes = accelerations(heights(records, sim.params, 1.0 / hz), 1.0 / hz)
    assert max(map(abs, eyes)) < 2.5 / TIME / exp(1.0) * 1.02
    assert eyes[-1] == pytest.approx(0.0, abs=0.01)


def test_a_floor_and_standing_are_perfectly_still():
    sim = settled(simulate(floor(), box((3.0, 3.0, 0.0), (4.0, 4.0, 1.0))))
    records = run(sim, 60, walk(3.0, 4.0)) + run(sim, 60)
    assert set(heights(records, sim.params, 1 / 60)) == {records[0].after.position[2] - 0.9 + 1.62}


def test_a_jump_is_seen_as_it_is():
    sim = settled(simulate(floor()))
    records = run(sim, 1, Intent(jump=True)) + run(sim, 30)
    for record, eye in zip(records, heights(records, sim.params, 1 / 60)):
        assert eye == pytest.approx(record.after.position[2] + 0.72, abs=1e-12)


def test_accelerations_of_a_parabola():
    assert accelerations([4.905 * (0.1 * i) ** 2 for i in range(6)], 0.1) == pytest.approx([9.81] * 4)
