"""The eyes: closed forms of the spring that lifts them, and what a camera must never do on stairs, ramps, kerbs and lifts."""

from math import exp, hypot

import pytest

from game.simulation import Ground, Intent, PlayerParams, PlayerState, TickRecord
from game.simulation.intent_and_tick_record import Ride
from game.simulation.view_smoothing import (
    BRISK,
    DEEPEST,
    EARLY,
    PACE_TIME,
    STRAIGHT,
    TIME,
    TOP,
    Eye,
    Eyes,
    accelerations,
    advance_eye,
    heights,
)
from tests.simulation.driving import on_slope, path, run, settled, simulate, walk
from tests.simulation.scenes import FAR, box, floor, mover, slope, staircase, travelling

RATES = (30, 60, 120, 240)
PARAMS = PlayerParams()
HIGHEST = 2.0 * PARAMS.radii[2] - PARAMS.eye_height - TOP


def moved(rises, dt, ground=Ground.FLOOR, ahead=lambda i: 0.0):
    """The Eye after ticks that lift the body by `rises` [m]; ahead(i): what is foreseen in each [m]."""
    eye, z = STRAIGHT, 0.0
    for i, rise in enumerate(rises):
        eye, z = advance_eye(eye, lifted(z, z + rise, ground), ahead(i), PARAMS, dt), z + rise
    return eye


def lifted(z, top, ground=Ground.FLOOR, carried=0.0):
    before, after = (PlayerState((0.0, 0.0, height), ground=ground) for height in (z, top))
    return TickRecord(before, after, 0.0, Ride((0.0, 0.0, carried)))


def shaken(sim, records):
    """The largest vertical acceleration of the eyes [m/s2]."""
    return max(map(abs, accelerations(heights(sim, records), 1.0 / sim.hz)))


def aboves(sim, records):
    """Height of the eyes above their place in the body after each tick [m]."""
    places = (record.after.position[2] + sim.params.at(record.after.crouched).eye_height for record in records)
    feet = (sim.params.at(record.after.crouched).feet for record in records)
    return [eye - place + low for eye, place, low in zip(heights(sim, records), places, feet)]


# The spring


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("ticks", [1, 3, 10])
def test_one_step_up_is_a_critically_damped_spring(ticks, hz):
    """-h (1 + t/T) exp(-t/T): the same at every rate."""
    t = ticks / hz
    eye = moved([0.2] + [0.0] * (ticks - 1), 1.0 / hz)
    assert eye.above == pytest.approx(-0.2 * (1.0 + t / TIME) * exp(-t / TIME), abs=1e-12)
    assert eye.speed == pytest.approx(0.2 * t / TIME**2 * exp(-t / TIME), abs=1e-12)


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("speed, lag", [(-2.0, 0.0), (-8.0, 0.0), (1.0, 0.0), (2.0, 2.0), (6.0, BRISK)])
def test_on_a_long_slope_they_do_not_lag_downwards_and_little_upwards(hz, speed, lag):
    """The mean of what is ahead is as far ahead as the spring lags. Upwards that is more than they may rise early."""
    eye = moved([speed / hz] * 2 * hz, 1.0 / hz, ahead=lambda i: 2.0 * TIME * speed)
    assert eye.speed == pytest.approx(speed, rel=0.1 / (hz * TIME) ** 2)
    late = -2.0 * TIME * lag + EARLY * HIGHEST if lag else 0.0
    assert eye.pace == pytest.approx(speed) and eye.above == pytest.approx(late, abs=abs(speed) / hz)


@pytest.mark.parametrize("hz", RATES)
def test_the_prediction_moves_the_eyes_early_but_only_a_little_upwards(hz):
    for ahead, above in [(-0.1, -0.1), (0.05, 0.05), (0.3, EARLY * HIGHEST)]:
        assert moved([0.0] * hz, 1.0 / hz, ahead=lambda i, ahead=ahead: ahead).above == pytest.approx(above, abs=1e-6)


def test_they_come_to_rest_where_they_belong():
    assert moved([0.3, -0.1, -0.3] + [0.0] * 120, 1 / 60).above == pytest.approx(0.0, abs=1e-9)


def test_in_the_air_they_move_with_the_body():
    assert moved([0.3, -0.5], 1 / 60, Ground.AIR) == STRAIGHT


def test_a_teleport_resets_the_eyes():
    record = lifted(5.0, 4.9)
    for what in ("returns", "crushed", "deaths", "ported"):
        there = record._replace(after=record.after.replace(**{what: 1}))
        assert advance_eye(Eye(-0.2, 1.0, -0.1), there, 0.0, PARAMS, 1 / 60) == STRAIGHT


def test_a_lift_takes_them_along():
    assert advance_eye(STRAIGHT, lifted(0.0, 0.1, carried=0.1), 0.0, PARAMS, 1 / 60) == STRAIGHT


@pytest.mark.parametrize("scale", [0.01, 0.5])
def test_small_bodies_have_their_eyes_inside_as_well(scale):
    """On a step as high as the eyes they still stay in the ellipsoid."""
    params = PlayerParams(radii=(0.4 * scale, 0.4 * scale, 0.9 * scale), eye_height=1.62 * scale, skin=1e-4 * scale)
    eye = advance_eye(STRAIGHT, lifted(0.0, 0.4), 0.0, params, 1 / 60)
    assert params.eye_height + eye.above > 0.0
    eye = advance_eye(STRAIGHT, lifted(0.0, -0.4), 0.0, params, 1 / 60)
    assert params.eye_height + eye.above <= 2.0 * params.radii[2]


# Stairs, kerbs, ramps


def on_stairs(way, rise, step_run, speed, hz, steps=8, phase=0.0):
    start = (0.0, phase - 1.0, 0.0) if way > 0.0 else (0.0, steps * step_run + 0.6 + phase, steps * rise)
    sim = settled(simulate(staircase(steps, rise, step_run), feet=start, hz=hz, speed=speed))
    return sim, run(sim, (steps * step_run + 1.6) / speed * hz + 0.3 * hz, walk(0.0, way * speed, speed))


# Bars, a tenth above what was measured. A path in the ellipsoid that stays at rest until the body moves cannot have
# less than 30, 59, 93, 138 and 223 on the way down; the body has 2000 to 5500.
WALKED = [(0.18, 0.28, 5.0, 58.0), (0.30, 0.30, 5.0, 90.0)]
STAIRS = [*WALKED, (0.20, 0.25, 8.0, 110.0), (0.30, 0.30, 8.0, 155.0), (0.40, 0.25, 8.0, 240.0)]


@pytest.mark.parametrize("hz", [60, 240])
@pytest.mark.parametrize("way", [1.0, -1.0], ids=["up", "down"])
@pytest.mark.parametrize("rise, step_run, speed, most", STAIRS)
def test_stairs_are_smooth_and_the_eyes_never_reach_the_bounds_of_the_head(rise, step_run, speed, most, way, hz):
    for phase in (0.0, 0.4):
        sim, records = on_stairs(way, rise, step_run, speed, hz, phase=phase * speed / hz)
        assert shaken(sim, records) < most
        above = aboves(sim, records)
        assert -DEEPEST * sim.params.eye_height < min(above) and max(above) < HIGHEST - 0.01


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("speed", [5.0, 8.0])
@pytest.mark.parametrize("height, way, most", [(0.1, 1, 30.0), (0.1, -1, 25.0), (0.39, 1, 110.0), (0.39, -1, 112.0)])
def test_a_kerb_is_smooth_and_soon_over(height, way, most, speed, hz):
    start = (0.0, -2.0, 0.0) if way > 0 else (0.0, 2.0, height)
    sim = settled(simulate(floor(high=(FAR, 0.0)), box((-3.0, 0.0, -1.0), (3.0, 9.0, height)), feet=start, hz=hz, speed=speed))
    records = run(sim, 1.2 * hz * 5.0 / speed, walk(0.0, way * speed, speed))
    assert shaken(sim, records) < most
    above = aboves(sim, records)
    last = max(i for i, record in enumerate(records) if abs(record.after.position[2] - record.before.position[2]) > 1e-6)
    assert max(map(abs, above[last + hz // 4 :])) < 0.13 * height, "a quarter of a second after it"
    assert max(above) < HIGHEST - 0.01


@pytest.mark.parametrize("hz", RATES)
def test_a_ramp_begins_softly_and_sinks_the_eyes_little(hz):
    """The body's speed leaps at its foot by 5 sin 30. On it they lag as the spring does, but for what they rose early."""
    sim = settled(on_slope(0, floor(high=(FAR, 0.0)), slope(30), y=-2.0, hz=hz))
    records = run(sim, hz, walk(0.0, 5.0))
    assert shaken(sim, records) < 24.0
    above = aboves(sim, records)
    assert -0.12 < min(above) and above[-1] == pytest.approx(EARLY * HIGHEST - 2.0 * TIME * 2.5, abs=2.5 / hz)


def test_a_floor_and_standing_are_perfectly_still():
    sim = settled(simulate(floor(), box((3.0, 3.0, 0.0), (4.0, 4.0, 1.0))))
    records = run(sim, 60, walk(3.0, 4.0)) + run(sim, 60)
    assert set(heights(sim, records)) == {records[0].after.position[2] - 0.9 + 1.62}


def test_stairs_on_a_lift_are_stairs():
    """Walked up while it rises: the eyes are as far from their place as on stairs that stand still."""
    steps = staircase(8, 0.18, 0.28)
    still = settled(simulate(steps, feet=(0.0, -1.0, 0.0)))
    lift = settled(simulate(floor(-9.0), feet=(0.0, -1.0, 0.0), movers=(mover(steps, **travelling((0.0, 0.0, 1.0))),)))
    rides = [aboves(sim, run(sim, 60, walk(0.0, 5.0))) for sim in (still, lift)]
    assert rides[1] == pytest.approx(rides[0], abs=0.02) and min(rides[1]) < -0.1


# In the air, landing, crouching


def test_a_jump_is_seen_as_it_is():
    sim = settled(simulate(floor()))
    records = run(sim, 1, Intent(jump=True)) + run(sim, 30)
    for record, eye in zip(records, heights(sim, records)):
        assert eye == pytest.approx(record.after.position[2] + 0.72, abs=1e-12)


@pytest.mark.parametrize("hz", RATES)
def test_landing_bends_the_knees(hz):
    """The eyes keep the body's speed v, and the spring takes it up: v T / e deep, 2 v / T hard, at every rate."""
    sim = settled(simulate(floor(), hz=hz))
    records = run(sim, 1, Intent(jump=True)) + run(sim, 1.5 * hz)
    speed = sim.params.jump_speed
    assert min(aboves(sim, records)) == pytest.approx(-speed * TIME / exp(1.0), rel=0.5)
    assert shaken(sim, records[1:]) < 2.0 * speed / TIME * 1.1
    assert aboves(sim, records)[-1] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("hz", RATES)
def test_crouching_and_standing_up_are_smooth(hz):
    """The body does it in .15 s at a steady speed, which begins and ends with a leap: 864 m/s2 at 240 ticks a second."""
    sim = settled(simulate(floor(), hz=hz))
    records = run(sim, 0.5 * hz, Intent(crouch=True)) + run(sim, 0.5 * hz)
    assert shaken(sim, records) < 160.0
    for record, above in zip(records, aboves(sim, records)):
        params = sim.params.at(record.after.crouched)
        assert above <= 2.0 * params.radii[2] - params.eye_height - TOP + 1e-9


# The Eyes of a run that is watched


def test_the_eyes_of_a_run_are_the_same_forwards_and_backwards():
    sim, records = on_stairs(1.0, 0.3, 0.3, 5.0, 60)
    watched, back = Eyes(sim), Eyes(sim)
    forwards = [watched.before_and_after(behind) for behind in range(len(records) - 1, -1, -1)]
    backwards = [back.before_and_after(behind) for behind in range(len(records))][::-1]
    for (_, eye), (_, again) in zip(forwards, backwards):
        assert hypot(eye.above - again.above, 0.01 * (eye.speed - again.speed)) < 1e-4
    assert all(one[1] == other[0] for one, other in zip(forwards, forwards[1:]))
    assert min(eye.above for _, eye in forwards) < -0.15


def test_a_pace_is_felt_over_its_time():
    assert moved([0.1], 1 / 60).pace == pytest.approx(6.0 * (1.0 - exp(-1 / 60 / PACE_TIME)))


def test_accelerations_of_a_parabola():
    assert accelerations([4.905 * (0.1 * i) ** 2 for i in range(6)], 0.1) == pytest.approx([9.81] * 4)


def test_the_body_leaps_where_the_eyes_do_not():
    sim, records = on_stairs(1.0, 0.18, 0.28, 5.0, 60)
    body = [z for _, _, z in path(records)]
    assert max(map(abs, accelerations(body, 1 / 60))) > 300.0
