"""The cannon: two angles, the misses of the methods, and what a test of positions notices (lecture, target practice)."""

import numpy as np
import pytest

from game.lab import Actor, IncidentKind
from game.lab.exhibits.cannon import METHODS, MUZZLE, RATES
from game.lab.physics.integrators import EXPLICIT
from tests.lab.rooms import lab_of, use

HERE = Actor((0.0, -4.0, 0.9), (0.4, 0.4, 0.9))


def shot(*actions, seconds=0.1, hz=60, **keys):
    """The bodies, the last readout and all incidents of a cannon that fires in its first tick."""
    lab, incidents = lab_of("cannon", hz, **keys), []
    state = lab.begin()
    for tick in range(round(seconds * hz)):
        state, readouts = lab.step(state, HERE, use(*actions, "cannon.fire") if tick == 0 else ())
        incidents += readouts["cannon"].incidents
    return state[0].bodies, readouts["cannon"].figures, incidents


def test_the_desk_shows_the_lectures_example():
    """Radicand 969.307, 19.4455 and 70.5545 degrees, 1.697 and 4.806 s for 40 m at 25 m/s."""
    _, figures, _ = shot()
    assert figures["radicand"] == pytest.approx(969.307, abs=5e-4)
    assert (figures["low angle"], figures["high angle"]) == pytest.approx((19.4455, 70.5545), abs=1e-4)
    assert (figures["low time"], figures["high time"]) == pytest.approx((1.697, 4.806), abs=1e-3)


@pytest.mark.parametrize("arc", [0, 1])
@pytest.mark.parametrize("target, speed", [(20, 15), (40, 25), (50, 25), (60, 25), (60, 30)])
def test_an_exact_shot_hits_the_centre(arc, target, speed):
    """To 1e-9 m, at both angles; the hit is one incident."""
    bodies, _, incidents = shot(f"cannon.arc:{arc}", f"cannon.target:{target}", f"cannon.speed:{speed}", seconds=7.0)
    assert abs(bodies.height) < 1e-9
    assert [one.kind for one in incidents if one.kind != IncidentKind.OPERATED] == [IncidentKind.BURST, IncidentKind.STRUCK]


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("arc", [0, 1])
@pytest.mark.parametrize("method", range(len(METHODS)))
def test_the_miss_is_as_the_formula_says(method, arc, rate):
    """g h t / 2 above for explicit Euler, below for semi-implicit and for Verlet started wrongly, else none: to 1e-9 m."""
    bodies, figures, _ = shot(f"cannon.method:{method}", f"cannon.arc:{arc}", f"cannon.rate:{rate}", steps=True)
    if np.isfinite(bodies.height):
        assert bodies.height == pytest.approx(figures["predicted height"], abs=1e-9)
    else:  # on the ground before it is there
        assert figures["predicted height"] < 0.1 - MUZZLE


def test_explicit_euler_at_10_hz_flies_83_cm_and_2_36_m_high():
    method = METHODS.index(EXPLICIT)
    low, high = (shot(f"cannon.method:{method}", f"cannon.arc:{arc}", "cannon.rate:10", steps=True)[0] for arc in (0, 1))
    assert (low.height, high.height) == pytest.approx((0.832, 2.357), abs=6e-4)


def test_out_of_reach_there_is_no_angle_and_no_shot():
    """25 m/s reach 63.71 m; 20 m/s only 40.77 m."""
    _, figures, incidents = shot("cannon.target:50", "cannon.speed:20")
    assert figures["radicand"] < 0.0 and np.isnan(figures["low angle"]) and np.isnan(figures["high angle"])
    assert all(one.kind == IncidentKind.OPERATED for one in incidents)


def test_with_a_parachute_the_ball_falls_short_and_there_is_no_formula():
    bodies, figures, incidents = shot("cannon.air:1", "cannon.method:0", "cannon.rate:60", steps=True, seconds=5.0)
    assert not bodies.height > -0.5 and np.isnan(figures["predicted height"])
    assert IncidentKind.STRUCK not in [one.kind for one in incidents]


@pytest.mark.parametrize("drag", [0.02, 0.08])
def test_a_ball_on_a_parachute_never_falls_faster_than_its_terminal_speed(drag):
    """It is sqrt(g / K), 22.15 and 11.07 m/s; the flight over the high arc nearly reaches it."""
    bodies, _, _ = shot("cannon.air:1", "cannon.method:0", "cannon.arc:1", "cannon.rate:60", steps=True, drag=drag)
    assert 0.7 < -bodies.flight[:, 5].min() / (9.81 / drag) ** 0.5 < 1.0


@pytest.mark.parametrize("rate, expected", [(5, False), (240, True)])
def test_few_tests_of_positions_miss_the_plate(rate, expected):
    """A step of 4.7 m is longer than plate and ball; one of 10 cm is not. By formula (w + 2 r) f / v are noticed."""
    bodies, figures, _ = shot("cannon.method:0", f"cannon.rate:{rate}", steps=True)
    assert bodies.noticed is expected and abs(bodies.height) < 1e-9
    assert figures["predicted share"] == pytest.approx(min(1.0, 0.25 * rate / (25.0 * np.cos(np.radians(19.4455)))), rel=1e-6)


def test_the_exhibit_rests_after_the_flight():
    lab = lab_of("cannon")
    state, readouts = lab.step(lab.begin(), HERE, use("cannon.fire"))
    ticks = 0
    while readouts and ticks < 1000:
        state, readouts = lab.step(state, Actor((500.0, 0.0, 0.0), HERE.radii), ())
        ticks += 1
    assert 1.6 < ticks / 60 < 2.2


@pytest.mark.parametrize("steps", [False, True])
@pytest.mark.parametrize("actions", [(), ("cannon.arc:1",)])
def test_the_drawing_is_made_at_any_moment(steps, actions):
    lab = lab_of("cannon", steps=steps)
    state, (exhibit,) = lab.begin(), lab.exhibits
    for tick in range(400):
        before = state
        state, _ = lab.step(state, HERE, use(*actions, "cannon.fire") if tick == 2 else ())
        if tick % 20 < 3:
            assert exhibit.kind.bodies(before[0], state[0], 0.5) and exhibit.kind.overlay(state[0])
            assert len(exhibit.kind.sheet(state[0]).rows) <= 4


def test_the_drawing_out_of_reach_has_a_lamp_and_no_shot():
    lab = lab_of("cannon")
    state, _ = lab.step(lab.begin(), HERE, use("cannon.target:60", "cannon.speed:15"))
    exhibit = lab.exhibits[0]
    assert exhibit.kind.bodies(state[0], state[0], 1.0) and exhibit.kind.sheet(state[0]).rows[0].wrong
    sheet = exhibit.kind.sheet(state[0])
    assert "measured" not in sheet.labels and "red lamp" in sheet.notes[1]
