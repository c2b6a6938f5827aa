"""Displacements of every magnitude that a float has: the result is finite, above the floor, and in the direction given."""

from math import hypot, isfinite

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.collision import Ellipsoid, Rules, collide_and_slide, collide_and_slide_many, depenetrate, overlap, sweep
from game.collision.robust_detection import APPROACHING
from game.core.argument_checks import FARTHEST
from game.core.vec3 import NEGLIGIBLE
from tests.collision.scenes import FAR, floor, mesh

BODY = Ellipsoid((0.4, 0.4, 0.9))
RESTING = 0.9 + Rules().skin
FLOOR = mesh(floor())
ROUNDING = 1e-9  # [m]

PARTS = st.sampled_from([0.0, -0.0, 1.0, -1.0]) | st.floats(-1.0, 1.0)
DIRECTIONS = st.tuples(PARTS, PARTS, PARTS).filter(lambda way: 0.1 < hypot(*way))
MAGNITUDES = st.sampled_from(
    [5e-324, 1e-320, 1e-200, 1e-162, 1e-155, NEGLIGIBLE, 1.0, FARTHEST, 1e155, 1e200, 1e300]
) | st.floats(-320.0, 300.0).map(lambda exponent: 10.0**exponent)
HEIGHTS = st.sampled_from([0.9, RESTING, 1.9, 5.0])


def scaled(direction, magnitude):
    return tuple(part * magnitude for part in direction)


def is_refused(*vectors):
    return any(abs(part) > FARTHEST for vector in vectors for part in vector)


def is_finite(*vectors):
    return all(isfinite(part) for vector in vectors for part in vector)


@settings(max_examples=300)
@given(DIRECTIONS, MAGNITUDES, HEIGHTS)
@example((0.0, 1.0, -1.4551915228366852e-11), NEGLIGIBLE, 0.9)
@example((0.0, 1.0, -1e-9), 1e-120, 0.9)
def test_a_sweep_of_any_length(direction, magnitude, height):
    way, gap = scaled(direction, magnitude), height - 0.9
    if is_refused(way):
        with pytest.raises(ValueError, match="displacement must be finite and within 1e"):
            sweep(FLOOR, BODY, (0.0, 0.0, height), way)
        return
    hit = sweep(FLOOR, BODY, (0.0, 0.0, height), way)
    if way[2] >= 0.0 or -way[2] < gap or hypot(*way) < NEGLIGIBLE:
        assert hit is None
        return
    fraction = gap / -way[2]
    steepness = -way[2] / BODY.radii[2] / hypot(*np.divide(way, BODY.radii))  # in eSpace
    if steepness < 2.0 * APPROACHING:  # level but for rounding: it may miss, and a hit is where the body touches
        assert hit is None or scaled(way, hit.fraction) == pytest.approx(scaled(way, fraction), abs=1e-8)
        return
    if hypot(way[0], way[1]) * fraction < FAR - 1.0:
        assert hit is not None and is_finite((hit.fraction,), hit.point, hit.normal)
        assert hit.normal == pytest.approx((0.0, 0.0, 1.0), abs=1e-9)
        assert scaled(way, hit.fraction) == pytest.approx(scaled(way, fraction), abs=1e-8)


@settings(max_examples=400)
@given(DIRECTIONS, MAGNITUDES, DIRECTIONS, MAGNITUDES, HEIGHTS.filter(lambda height: height > 0.9), st.sampled_from(Rules.NAMES))
def test_a_slide_of_any_length(direction, magnitude, pull, strength, height, name):
    velocity, gravity, start = scaled(direction, magnitude), scaled(pull, strength), (0.0, 0.0, height)
    rules = Rules.named(name)
    if is_refused(velocity, gravity):
        with pytest.raises(ValueError, match="(velocity|gravity) must be finite and within 1e"):
            collide_and_slide(FLOOR, BODY, start, velocity, gravity, rules)
        return
    end, left, contacts = collide_and_slide(FLOOR, BODY, start, velocity, gravity, rules)
    assert is_finite(end, left) and all(is_finite(step.point, step.normal, step.end) for step in contacts)
    if name != "modern":
        return
    if max(abs(end[0]), abs(end[1])) < FAR - 1.0:
        assert end[2] >= 0.9 - ROUNDING
    if magnitude > 1e3 * strength:  # where gravity is too weak to show
        moved = np.subtract(end, start)
        assert moved @ direction >= -ROUNDING * (1.0 + magnitude)
        if hypot(*velocity) < 20.0 and strength < ROUNDING:
            assert moved[:2] == pytest.approx(velocity[:2], abs=1e-3 * hypot(*velocity) + ROUNDING)
            assert left[:2] == pytest.approx(velocity[:2], rel=1e-9)


@pytest.mark.parametrize("tiny", [5e-324, 1e-320, 1e-200, 1e-162])
def test_a_tiny_way_is_none(tiny):
    """In each place that it is given, on a floor that it leads into."""
    start, way = (3.0, 2.0, RESTING), (tiny, -tiny, -tiny)
    for velocity, gravity in ((way, (0.0, 0.0, 0.0)), ((0.0, 0.0, 0.0), way), (way, way)):
        assert collide_and_slide(FLOOR, BODY, start, velocity, gravity).position == start
        assert collide_and_slide_many(FLOOR, BODY, [start], [velocity], gravity)[0][0].tolist() == list(start)


@pytest.mark.parametrize("huge", [1.01 * FARTHEST, 1e200, 1e308, -1e308])
def test_a_value_too_far_away_is_named(huge):
    near, far = (0.0, 0.0, 2.0), (0.0, huge, 0.0)
    calls = {
        "position": [
            lambda: sweep(FLOOR, BODY, far, near),
            lambda: overlap(FLOOR, BODY, far),
            lambda: depenetrate(FLOOR, BODY, far),
            lambda: collide_and_slide(FLOOR, BODY, far, near),
            lambda: collide_and_slide_many(FLOOR, BODY, [far], [near]),
        ],
        "velocit": [
            lambda: collide_and_slide(FLOOR, BODY, near, far),
            lambda: collide_and_slide_many(FLOOR, BODY, [near], [far]),
        ],
        "gravity": [
            lambda: collide_and_slide(FLOOR, BODY, near, near, far),
            lambda: collide_and_slide_many(FLOOR, BODY, [near], [near], far),
        ],
        "displacement": [lambda: sweep(FLOOR, BODY, near, far)],
    }
    for name, questions in calls.items():
        for question in questions:
            with pytest.raises(ValueError, match=f"^{name}"):
                question()
