"""Drawings and measures of the lesson "steps" agree with closed forms."""

from math import hypot, log, pi

import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.steps import EXACT_COLOUR, TOO_LONG
from game.lesson.tools.exhibit_measures import LANE_COLOURS
from game.lesson.tools.svg_canvas import BODY, FAINT, NORMAL, T1
from tests.lesson.svg_parts import dots, lines, parts
from tests.lesson_pages import run_of


def test_the_error_of_explicit_euler_grows_with_the_number_of_steps():
    svg = DRAWINGS["euler_steps"](exhibit="cannon", count=4)(run_of("steps", 1))
    errors = [line[0][1] - line[1][1] for line in lines(svg, T1)]
    assert errors == pytest.approx([k * errors[0] for k in (1, 2, 3, 4)], abs=0.1) and errors[0] > 1.0
    assert len(lines(svg, EXACT_COLOUR)) == 1


def test_explicit_euler_gains_as_many_powers_of_ten_as_implicit_euler_loses():
    svg = DRAWINGS["energies"](exhibit="springs", lanes=["explicit", "implicit"])(run_of("steps", 4))
    (gain,), (loss,) = (lines(svg, LANE_COLOURS[name]) for name in ("explicit", "implicit"))
    assert gain[0][1] - gain[-1][1] == pytest.approx(loss[-1][1] - loss[0][1], abs=0.1)
    powers = sorted(line[0][1] for line in lines(svg, FAINT) if len(line) == 2)
    decade = powers[1] - powers[0]
    steps = 599.0 * log(1.0 + (2.0 * pi / 60.0) ** 2, 10.0)
    assert (gain[0][1] - gain[-1][1]) / decade == pytest.approx(steps, rel=0.01)


def test_the_orbit_of_explicit_euler_grows_by_the_square_root_of_its_energy():
    svg = DRAWINGS["spring_orbits"](exhibit="springs", lanes=["explicit"], until=90)(run_of("steps", 3))
    (orbit,) = lines(svg, LANE_COLOURS["explicit"])
    centre = parts(svg, "ellipse")[0]
    x, y = float(centre.get("cx")), float(centre.get("cy"))
    first, last = (hypot(place[0] - x, place[1] - y) for place in (orbit[0], orbit[-1]))
    assert first == pytest.approx(float(centre.get("rx")), abs=0.05)
    assert last / first == pytest.approx((1.0 + (2.0 * pi / 60.0) ** 2) ** 45.0, rel=0.01)


def test_verlet_started_wrongly_falls_away_on_a_line():
    svg = DRAWINGS["flight_errors"](exhibit="cannon", methods=["Verlet", "wrong Verlet"])(run_of("steps", 5))
    right, wrong = dots(svg, NORMAL), dots(svg, BODY)
    assert max(y for _, y in right) - min(y for _, y in right) < 0.05
    drops = [b[1] - a[1] for a, b in zip(wrong, wrong[1:])]
    assert drops == pytest.approx([drops[0]] * len(drops), abs=0.05) and drops[0] > 1.0


def test_steps_that_are_too_long_grow_with_changing_sign():
    svg = DRAWINGS["too_long_steps"](angles=[1.99, 2.01])(run_of("steps", 6))
    (grown,) = lines(svg, TOO_LONG)
    middle = grown[0][1] + 0.0
    signs = [y > middle for _, y in grown[-6:]]
    assert all(a != b for a, b in zip(signs, signs[1:]))
    assert abs(grown[-1][1] - middle) > abs(grown[-3][1] - middle) > abs(grown[-5][1] - middle)


@pytest.fixture(scope="module")
def springs():
    return run_of("steps", 4)


@pytest.mark.parametrize("method, sign", [("explicit", 1.0), ("Verlet", 0.0), ("Verlet, wrong start", -1.0), ("implicit", -1.0)])
def test_a_fall_has_the_error_of_its_formula(method, sign):
    """It is g h t / 2: 0.1635 m after 2 s at 60 steps a second."""
    error = MEASURES["fall_error"](method=method, rate=60.0, time=2.0)(None)
    assert error == pytest.approx(sign * 9.81 * 2.0 / 120.0, abs=1e-9)


def test_the_last_step_of_a_spring_multiplies_its_energy(springs):
    angle = MEASURES["readout"](exhibit="springs", reading="step_angle")(springs)
    assert angle == pytest.approx(2.0 * pi / 60.0)
    assert MEASURES["energy_factor"](exhibit="springs", lane="explicit")(springs) == pytest.approx(1.0 + angle * angle)
    assert MEASURES["energy_factor"](exhibit="springs", lane="implicit")(springs) == pytest.approx(1.0 / (1.0 + angle * angle))


def test_verlet_begins_where_the_exact_flight_was_one_step_before():
    run = run_of("steps", 5)
    up = MEASURES["exhibit_number"](exhibit="cannon", path="flight.0.5")(run)
    assert MEASURES["verlet_start"](exhibit="cannon")(run) == pytest.approx(-0.1 * up - 0.5 * 9.81 * 0.01)
