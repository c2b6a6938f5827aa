"""Crouching: lower and slower, the feet stay, the eyes follow the body, and the player does not stand up into a ceiling."""

import pytest

from game.collision import overlap
from game.core.input_errors import InputError
from game.simulation import Ground, Intent, PlayerParams
from game.simulation.view_smoothing import above_centre
from tests.simulation.driving import GRAVITY, grounds, height_on, on_slope, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, slope

RATES = (30, 60, 120, 240)
DOWN = Intent(crouch=True)


def feet(state, params):
    return state.position[2] - params.at(state.crouched).feet


def crouched(*parts, **options):
    """A player that has crouched down."""
    sim = settled(simulate(*parts, **options))
    run(sim, 0.2 * sim.hz, DOWN)
    assert sim.state.crouched == 1.0
    return sim


@pytest.mark.parametrize("hz", RATES)
def test_the_feet_stay_on_the_floor(hz):
    sim = settled(simulate(floor(), hz=hz))
    records = run(sim, hz, DOWN) + run(sim, hz)
    assert grounds(records) == {Ground.FLOOR}
    assert max(abs(feet(record.after, sim.params) - 1e-4) for record in records) < 1e-6
    assert records[hz - 1].after.position[2] == pytest.approx(0.6 + 1e-4, abs=1e-6)
    assert records[-1].after.position[2] == pytest.approx(0.9 + 1e-4, abs=1e-6)


@pytest.mark.parametrize("hz", RATES)
def test_it_takes_its_time(hz):
    sim = settled(simulate(floor(), hz=hz, crouch_time=0.2))
    run(sim, 0.1 * hz, DOWN)
    assert sim.state.crouched == pytest.approx(0.5)
    assert sim.body.radii == pytest.approx((0.4, 0.4, 0.75))
    run(sim, 0.1 * hz, DOWN)
    assert sim.state.crouched == 1.0 and sim.body.radii == pytest.approx((0.4, 0.4, 0.6))


@pytest.mark.parametrize("hz", RATES)
def test_a_crouched_player_is_slower_and_does_not_run(hz):
    sim = crouched(floor(), hz=hz)
    run(sim, hz, walk(0.0, 5.0, crouch=True, run=True))
    assert sim.state.position[1] == pytest.approx(2.5)


@pytest.mark.parametrize("hz", RATES)
def test_a_low_passage_is_passed_crouched_only(hz):
    """A ceiling at 1.3 m over y > 2 stops a standing player. A crouched one gets through, and stands up only behind it."""
    world = floor(), box((-5.0, 2.0, 1.3), (5.0, 6.0, 3.0))
    upright = settled(simulate(*world, hz=hz))
    run(upright, 2 * hz, walk(0.0, 5.0))
    assert upright.state.position[1] < 2.0
    sim = crouched(*world, hz=hz)
    run(sim, 1.5 * hz, walk(0.0, 5.0, crouch=True))
    assert 2.5 < sim.state.position[1] < 5.5
    for record in run(sim, 3 * hz, walk(0.0, 2.5)):
        y = record.after.position[1]
        assert overlap(sim.mesh, sim.body_in(record.after), record.after.position) <= 1e-8
        assert record.after.crouched > 0.7 or y > 5.9
    assert sim.state.crouched == 0.0 and sim.state.position[1] > 6.0


def test_stands_up_as_far_as_there_is_room():
    """Under a ceiling at 1.5 m: a body of 1.4 m stands up, one of 1.8 m gets within a tick's growth of it."""
    small = crouched(floor(), box((-5.0, -5.0, 1.5), (5.0, 5.0, 3.0)), hz=240, radii=(0.4, 0.4, 0.7))
    run(small, 240)
    assert small.state.crouched == 0.0
    low = simulate(floor(), box((-5.0, -5.0, 1.5), (5.0, 5.0, 3.0)), hz=240)
    low.restore(low.state.replace(position=(0.0, 0.0, 0.6 + 1e-4), crouched=1.0))
    run(low, 240)
    top = low.state.position[2] + low.body.radii[2]
    assert 1.5 - 0.6 / (0.15 * 240) < top < 1.5


@pytest.mark.parametrize("degrees", [0, 20, 45])
@pytest.mark.parametrize("hz", RATES)
def test_on_slopes_crouching_stays_on_the_floor_without_penetration(hz, degrees):
    sim = on_slope(degrees, slope(degrees), hz=hz)
    run(sim, 2)
    for intent, ticks in ((DOWN, hz), (Intent(), hz)):
        for record in run(sim, ticks, intent):
            assert record.after.ground == Ground.FLOOR
            assert overlap(sim.mesh, sim.body_in(record.after), record.after.position) <= 1e-8
    assert sim.state.crouched == 0.0
    assert sim.state.position[2] == pytest.approx(height_on(degrees), abs=2e-3)


@pytest.mark.parametrize("hz", RATES)
def test_in_the_air_nothing_changes_for_the_feet(hz):
    sim = simulate(floor(), feet=(0.0, 0.0, 20.0), hz=hz)
    fallen = [feet(record.after, sim.params) for record in run(sim, hz, DOWN)]
    assert fallen[-1] == pytest.approx(20.0 + 1e-4 - 0.5 * GRAVITY, abs=1e-9)


@pytest.mark.parametrize("hz", RATES)
def test_the_eyes_move_softly_and_stay_in_the_body(hz):
    sim = settled(simulate(floor(), hz=hz))
    heights = []
    for record in run(sim, hz, DOWN) + run(sim, hz):
        after = record.after
        assert abs(above_centre(after, sim.params)) < sim.params.at(after.crouched).feet
        heights.append(after.position[2] + above_centre(after, sim.params))
    fastest = (1.62 - 1.08) / 0.15 / hz
    assert max(abs(a - b) for a, b in zip(heights, heights[1:])) <= fastest + 1e-6
    assert min(heights) == pytest.approx(1.08, abs=1e-3)


def test_a_crouched_jump_is_as_high():
    sim = crouched(floor(), hz=240)
    ground = sim.state.position[2]
    top = max(record.after.position[2] for record in run(sim, 240, Intent(crouch=True, jump=True)))
    assert top - ground == pytest.approx(1.0, abs=1e-3)


def test_at_once_where_no_time_is_given():
    sim = settled(simulate(floor(), crouch_time=0.0))
    run(sim, 1, DOWN)
    assert sim.state.crouched == 1.0


def test_a_crouched_player_is_not_respawned():
    sim = crouched(floor(), crouch_height=0.3)
    run(sim, 10, DOWN)
    assert sim.state.returns == 0 and sim.state.position[2] == pytest.approx(0.15 + 1e-4, abs=1e-6)


def test_a_low_body_does_not_crouch():
    params = PlayerParams(radii=(0.3, 0.3, 0.5))
    assert params.at(1.0).radii == params.radii


def test_a_body_without_height_is_refused():
    with pytest.raises(InputError, match="crouch_height"):
        PlayerParams(crouch_height=0.0)
