"""Wishes, speeds and gravity of every magnitude: the player stays finite and above the floor, and goes where it wants to."""

from math import hypot, isfinite, radians

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.argument_checks import FARTHEST
from game.core.input_errors import InputError
from game.player.forces import drag_factors
from game.simulation import Crowd, Intent, PlayerParams, Simulation
from tests.simulation.driving import STILL
from tests.simulation.scenes import floor, join, level_of, slope, wall

LEVELS = [level_of(floor()), level_of(slope(30.0)), level_of(join(floor(), wall(0.0, 1.0, 0.3)))]
MAGNITUDES = st.sampled_from(
    [0.0, 5e-324, 1e-320, 1e-200, 1e-162, 1e-155, 1e-99, 1.0, FARTHEST, 1e155, 1e200, 1e300]
) | st.floats(-320.0, 300.0).map(lambda exponent: 10.0**exponent)
PARTS = st.sampled_from([0.0, -0.0, 1.0, -1.0]) | st.floats(-1.0, 1.0)
DIRECTIONS = st.tuples(PARTS, PARTS).filter(lambda way: hypot(*way) > 0.1)


def height_above(level, position):
    """Height of the feet above the floor or slope below them [m]."""
    rise = np.tan(radians(30.0)) if level is LEVELS[1] else 0.0
    return position[2] - 0.9 - rise * position[1]


@settings(max_examples=200)
@given(st.sampled_from(LEVELS), DIRECTIONS, MAGNITUDES, st.booleans())
def test_a_wish_of_any_length(level, direction, magnitude, smooth):
    params = PlayerParams().with_feel("smooth") if smooth else PlayerParams()
    sim, intent = Simulation(level, params), Intent((direction[0] * magnitude, direction[1] * magnitude))
    for _ in range(5):
        sim.tick(STILL)
    if max(map(abs, intent.wish)) > FARTHEST:
        with pytest.raises(InputError, match="^an intent.s wish must be "):
            sim.tick(intent)
        return
    for _ in range(5):
        before = sim.state.position
        position = sim.tick(intent).after.position
        assert all(map(isfinite, (*position, *sim.state.velocity))) and height_above(level, position) >= -1e-9
        assert (position[0] - before[0]) * direction[0] + (position[1] - before[1]) * direction[1] >= -1e-9
    if level is LEVELS[0] and not smooth:
        speed = 5.0 * min(hypot(*intent.wish), 1.0)
        assert sim.state.velocity[:2] == pytest.approx(
            [part * speed / hypot(*direction) for part in direction], rel=1e-9, abs=1e-9
        )


@settings(max_examples=200)
@given(
    st.sampled_from(LEVELS),
    st.fixed_dictionaries(
        {},
        optional={
            name: MAGNITUDES
            for name in (
                "speed",
                "run_speed",
                "acceleration",
                "friction",
                "gravity",
                "jump_height",
                "terminal_speed",
                "step_up",
                "step_down",
            )
        },
    ),
)
def test_parameters_of_any_size(level, sizes):
    named = [
        name for name, size in sizes.items() if size > FARTHEST or size == 0.0 and name in ("acceleration", "terminal_speed")
    ]
    if named:
        with pytest.raises(InputError, match="|".join(named)):
            PlayerParams(**sizes)
        return
    sim = Simulation(level, PlayerParams(**sizes))
    for intent in (STILL, Intent((0.0, 1.0)), Intent((0.6, 0.8), run=True), Intent((-0.1, 0.0), jump=True), *[STILL] * 3):
        position = sim.tick(intent).after.position
        assert all(map(isfinite, (*position, *sim.state.velocity)))
        if max(map(abs, position[:2])) < 100.0:
            assert height_above(level, position) >= -1e-9


@pytest.mark.parametrize("tiny", [5e-324, 1e-200, 1e-162])
def test_a_tiny_velocity_of_a_state(tiny):
    sim = Simulation(LEVELS[0])
    for _ in range(5):
        sim.tick(STILL)
    for change in ({"walk": (tiny, -tiny)}, {"fall": (tiny, tiny, -tiny)}, {"flow": (tiny, 0.0, 0.0)}):
        sim.restore(sim.state.replace(**change))
        assert sim.tick(STILL).after.position == pytest.approx((0.0, 0.0, 0.9001), abs=1e-9)


def test_a_drag_that_is_next_to_none_leaves_all():
    assert drag_factors(5e-324, 1.0 / 60.0) == drag_factors(1e-200, 1.0 / 60.0) == (1.0, 1.0)


def test_a_crowd_walks_by_wishes_of_any_length_too():
    wishes = np.array([(0.0, 5e-324), (1e-162, 1e-162), (3e29, 4e29), (0.0, 1.0)])
    crowd = Crowd(LEVELS[0], 4)
    for _ in range(3):
        crowd.tick(wishes)
    assert np.isfinite(crowd.positions).all() and (crowd.positions[:, 2] > 0.9 - 1e-9).all()
    assert crowd.walking[2] == pytest.approx((3.0, 4.0)) and crowd.walking[3] == pytest.approx((0.0, 5.0))


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1.01 * FARTHEST, -1e300])
def test_a_crowd_names_the_wish_that_is_none(bad):
    crowd = Crowd(LEVELS[0], 2)
    before = crowd.positions.copy()
    with pytest.raises(InputError, match="wishes: row 1"):
        crowd.tick([(0.0, 0.0), (0.0, bad)])
    assert (crowd.positions == before).all() and crowd.ticks == 0
