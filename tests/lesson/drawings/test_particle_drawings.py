"""Drawings of particles and of integrators: places on the sheet are worked out here from closed forms."""

import re
import xml.etree.ElementTree as ET
from math import exp, hypot, log, pi

import pytest

from game.lesson.course import DRAWINGS
from game.lesson.course.steps import EXACT_COLOUR, TOO_LONG
from game.lesson.tools.exhibits import LANE_COLOURS
from game.lesson.tools.svg_canvas import AFTER, BODY, CONTACT, FAINT, NORMAL, PLANE, T1
from tests.lesson.drawings.test_drawings import parts, run_of


def places(part):
    return [tuple(map(float, place.split(","))) for place in part.get("points").split()]


def lines(svg, colour):
    return [places(part) for part in parts(svg, "polyline") if part.get("stroke") == colour]


def dots(svg, colour):
    return [(float(part.get("cx")), float(part.get("cy"))) for part in parts(svg, "circle") if part.get("fill") == colour]


def arrows(svg, colour):
    """Return the lengths of the vertical arrows in a colour, upwards positive."""
    tips = [places(part)[0] for part in parts(svg, "polygon") if part.get("fill") == colour and len(places(part)) == 3]
    starts = [float(part.get("y1")) for part in parts(svg, "line") if part.get("stroke") == colour]
    return [start - tip[1] for start, tip in zip(starts, tips)]


def test_velocities_of_a_throw_lie_on_a_line_and_heights_do_not():
    svg = DRAWINGS["flight_slopes"](exhibit="cannon", step=3)(run_of("particle", 2))

    def bends(points):
        return [a[1] - 2.0 * b[1] + c[1] for a, b, c in zip(points, points[1:], points[2:])]

    heights, velocities = dots(svg, PLANE), dots(svg, NORMAL)
    assert max(map(abs, bends(velocities))) < 0.05 and len(heights) == len(velocities) == 17
    assert min(bends(heights)) > 0.5, "y points down in a picture"


def test_spring_and_weight_add_up():
    """At rest they are equal; 0.6 m below it the sum is k times 0.6 m, with k = 2 kg (2 pi / s)^2."""
    svg = DRAWINGS["spring_forces"](exhibit="springs")(run_of("particle", 3))
    (rest, pulled), (weight, same) = arrows(svg, PLANE), arrows(svg, T1)
    (total,) = arrows(svg, AFTER)
    assert rest == pytest.approx(-weight, abs=0.05) and weight == pytest.approx(same, abs=0.05)
    assert total == pytest.approx(pulled + weight, abs=0.05)
    assert total / rest == pytest.approx((2.0 * pi) ** 2 * 0.6 / 9.81, rel=0.01)


def test_a_damper_leaves_one_part_in_e_of_the_swing_after_a_second():
    svg = DRAWINGS["swings"](exhibit="springs", damping=2.0)(run_of("particle", 5))
    (damped,), (free,) = lines(svg, CONTACT), lines(svg, LANE_COLOURS["Runge-Kutta"])
    middle = (min(y for _, y in free) + max(y for _, y in free)) / 2.0
    lows = [b[1] - middle for a, b, c in zip(damped, damped[1:], damped[2:]) if a[1] < b[1] >= c[1]]
    assert lows[1] / lows[0] == pytest.approx(exp(-1.0), abs=0.02)


def test_four_times_the_mass_has_twice_the_terminal_speed():
    svg = DRAWINGS["fall_speeds"](exhibits=["heavy", "light"])(run_of("particle", 6))
    (start,) = {line[0][1] for line in lines(svg, FAINT)}
    limits = [start - min(y for _, y in next(line for line in lines(svg, colour) if len(line) == 2)) for colour in (NORMAL, BODY)]
    assert limits[0] / limits[1] == pytest.approx(2.0, abs=0.01)
    for colour, limit in zip((NORMAL, BODY), limits):
        (curve,) = [line for line in lines(svg, colour) if len(line) > 2]
        assert 0.0 < start - curve[-1][1] < limit


def test_a_struck_ball_rolls_with_five_sevenths_of_its_speed():
    svg = DRAWINGS["sliding_speeds"](exhibit="table", since=3)(run_of("particle", 7))
    (particle,) = lines(svg, PLANE)
    ground, top = particle[-1][1], particle[0][1]
    balls = dots(svg, BODY)
    assert (ground - balls[-2][1]) / (ground - top) == pytest.approx(5.0 / 7.0, abs=0.01)
    assert balls[-2][1] == pytest.approx(balls[-8][1], abs=0.02)


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


EVERY = [
    ("flight_slopes", {"exhibit": "cannon", "step": 3}, "particle", 2),
    ("spring_forces", {"exhibit": "springs"}, "particle", 3),
    ("motion_cycle", {"exhibit": "springs"}, "particle", 4),
    ("swings", {"exhibit": "springs", "damping": 2.0}, "particle", 5),
    ("fall_speeds", {"exhibits": ["heavy", "light"]}, "particle", 6),
    ("sliding_speeds", {"exhibit": "table", "since": 3}, "particle", 7),
    ("euler_steps", {"exhibit": "cannon", "count": 4}, "steps", 1),
    ("energies", {"exhibit": "springs", "lanes": ["explicit", "semi-implicit"]}, "steps", 4),
    ("spring_orbits", {"exhibit": "springs", "lanes": ["Verlet"]}, "steps", 3),
    ("flight_errors", {"exhibit": "cannon", "methods": ["explicit"]}, "steps", 5),
    ("too_long_steps", {"angles": [1.0]}, "steps", 6),
]


@pytest.mark.parametrize("name, keys, lesson, page", EVERY, ids=[name for name, *_ in EVERY])
def test_every_drawing_is_whole_and_inside_its_sheet(name, keys, lesson, page):
    svg = DRAWINGS[name](**keys)(run_of(lesson, page))
    root = ET.fromstring(svg.text)
    assert root.get("aria-label")
    assert not re.search(r"nan|\binf", svg.text.replace(root.get("aria-label"), ""))
    for x, y in [place for part in parts(svg, "circle") for place in [(float(part.get("cx")), float(part.get("cy")))]]:
        assert -1.0 <= x <= svg.width + 1.0 and -1.0 <= y <= svg.height + 1.0
