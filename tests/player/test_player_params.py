"""PlayerParams and Simulation refuse by name what cannot be."""

from functools import partial
from math import inf, nan, radians

import pytest

from game.collision import Rules
from game.core.input_errors import InputError
from game.simulation import Crowd, Intent, PlayerParams, Simulation, parse_script
from tests.simulation.driving import settled, simulate
from tests.simulation.scenes import floor, level_of

NUMBERS = ("eye_height", "speed", "run_speed", "gravity", "jump_height", "step_up", "step_down", "coyote_time", "jump_buffer")


@pytest.mark.parametrize(
    "name, value",
    [
        *((name, value) for name in NUMBERS for value in (-1.0, nan, inf, 10**400, "5", None, True)),
        ("radii", (0.4, 0.4)),
        ("radii", (0.4, 0.4, 0.0)),
        ("radii", (0.4, nan, 0.9)),
        ("radii", "tall"),
        ("radii", (0.4, 0.4, True)),
        ("radii", (1e99, 1e99, 1e99)),
        ("radii", 0.4),
        ("max_slope", 0.0),
        ("max_slope", radians(90)),
        ("max_slope", nan),
        ("skin", 0.0),
        ("skin", 0.2),
        ("acceleration", 0.0),
        ("acceleration", nan),
        ("acceleration", -1.0),
        ("terminal_speed", 0.0),
        ("keep_horizontal_speed", "yes"),
        ("keep_horizontal_speed", 2),
    ],
)
def test_impossible_values_are_refused_by_name(name, value):
    with pytest.raises(InputError, match=name):
        PlayerParams(**{name: value})


def test_settings_are_read_in_degrees_and_by_name():
    params = PlayerParams.from_settings(
        {"speed": "3.5", "max_slope": "45", "radii": "0.3,0.3,0.8", "keep_horizontal_speed": "true", "acceleration": "inf"}
    )
    assert (params.speed, params.max_slope, params.radii) == (3.5, radians(45), (0.3, 0.3, 0.8))
    assert params.keep_horizontal_speed is True and params.acceleration == inf


@pytest.mark.parametrize(
    "name, text",
    [
        ("speed", "fast"),
        ("speed", "-1"),
        ("radii", "1,2"),
        ("keep_horizontal_speed", "maybe"),
        ("max_slope", "90"),
        ("gravity", ""),
    ],
)
def test_bad_settings_are_refused_by_name(name, text):
    with pytest.raises(InputError, match=name) as refusal:
        PlayerParams.from_settings({name: text})
    assert "\n" not in str(refusal.value)


def test_the_error_for_an_unknown_setting_names_its_neighbour():
    with pytest.raises(InputError, match="stepup.*did you mean step_up"):
        PlayerParams.from_settings({"stepup": "0.3"})
    with pytest.raises(InputError, match="there are radii"):
        PlayerParams.from_settings({"xyz": "0.3"})


@pytest.mark.parametrize("hz", [0, 29, 481, -60, nan])
def test_a_rate_out_of_range_is_refused(hz):
    with pytest.raises(InputError, match="^hz must be "):
        Simulation(level_of(floor()), hz=hz)


@pytest.mark.parametrize("position, heading", [((0, 0), 0.0), ((0, 0, nan), 0.0), ((0, 0, inf), 0.0), ((0, 0, 1), nan)])
def test_teleport_refuses_what_is_no_place(position, heading):
    with pytest.raises(InputError, match="position must be" if heading == 0.0 else "heading must be"):
        simulate(floor()).teleport(position, heading)


@pytest.mark.parametrize("intent", [Intent((nan, 0.0)), Intent((0.0, inf)), Intent(heading=nan)])
def test_an_intent_that_is_no_number_is_refused_and_changes_nothing(intent):
    sim = settled(simulate(floor()))
    state, state_hash = sim.state, sim.state_hash()
    with pytest.raises(InputError, match="^an intent.s wish must be "):
        sim.tick(intent)
    assert (sim.state, sim.state_hash()) == (state, state_hash)


def test_a_wish_longer_than_one_is_shortened():
    sim = settled(simulate(floor()))
    assert sim.tick(Intent((3.0, 4.0))).after.velocity == pytest.approx((3.0, 4.0, 0.0))
    assert sim.tick(Intent((0.3, 0.4), run=True)).after.velocity == pytest.approx((2.4, 3.2, 0.0))


WRONG = [None, "x", [], {}, object(), 1j]


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", ["level", "params", "rules", "hz", "count"])
def test_a_simulation_and_a_crowd_name_an_argument_of_a_wrong_kind(name, wrong):
    right = {"level": level_of(floor()), "params": PlayerParams(), "rules": Rules.modern(), "hz": 60}
    if name in ("params", "rules") and not wrong:
        return  # the default
    for made in (Simulation, partial(Crowd, count=2)):
        if made is not Simulation or name != "count":
            with pytest.raises(ValueError, match=f"{name}"):
                made(**right | {name: wrong})


@pytest.mark.parametrize("wrong", WRONG)
def test_calls_of_a_simulation_name_an_argument_of_a_wrong_kind(wrong):
    sim, place = simulate(floor()), (0.0, 0.0, 1.0)
    calls = {
        "params": [lambda: sim.set_params(wrong)],
        "rules": [lambda: sim.set_rules(wrong)],
        "hz": [lambda: sim.set_rate(wrong)],
        "position": [lambda: sim.teleport(wrong)],
        "heading": [lambda: sim.teleport(place, wrong), lambda: sim.begin_at(place, wrong or "x")],
        "crouched": [lambda: sim.teleport(place, 0.0, wrong)],
        "feet": [lambda: sim.begin_at(wrong or "x")],
        "text": [lambda: parse_script(5 if isinstance(wrong, str) else wrong)],
    }
    for name, functions in calls.items():
        for function in functions:
            with pytest.raises(ValueError, match=f"{name} must be"):
                function()
