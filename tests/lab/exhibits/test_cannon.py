"""The cannon: two angles, the misses of the methods, and what a test of positions notices (lecture, target practice)."""

import numpy as np
import pytest

from game.lab import IncidentKind
from game.lab.exhibits.cannon import METHODS, MUZZLE, RATES
from game.lab.physics.integrators import EXPLICIT
from tests.lab.rooms import AFAR, Run


def shot(*actions, seconds=0.1, hz=60, **keys):
    """The bodies, the last figures and all incidents of a cannon that fires in its first tick."""
    run = Run("cannon", round(seconds * hz), *actions, "cannon.fire", hz=hz, **keys)
    return run.bodies, run.figures, run.incidents


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
    assert incidents == [IncidentKind.BURST, IncidentKind.STRUCK]


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
    assert figures["radicand"] < 0.0 and np.isnan(figures["low angle"]) and np.isnan(figures["high angle"]) and not incidents


def test_with_a_parachute_the_ball_falls_short_and_there_is_no_formula():
    bodies, figures, incidents = shot("cannon.air:1", "cannon.method:0", "cannon.rate:60", steps=True, seconds=5.0)
    assert not bodies.height > -0.5 and np.isnan(figures["predicted height"]) and IncidentKind.STRUCK not in incidents


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
    assert 1.6 < len(Run("cannon", 1, "cannon.fire").go(200, actor=AFAR).readouts) / 60 < 2.2


@pytest.mark.parametrize("steps", [False, True])
@pytest.mark.parametrize("actions", [(), ("cannon.arc:1",)])
def test_the_drawing_is_made_at_any_moment(steps, actions):
    run = Run("cannon", 2, steps=steps)
    for tick in range(400):
        run.go(1, *(*actions, "cannon.fire") if tick == 0 else ())
        assert tick % 20 > 2 or len(run.drawn().rows) <= 4


def test_the_drawing_out_of_reach_has_a_lamp_and_no_shot():
    run = Run("cannon", 1, "cannon.target:60", "cannon.speed:15")
    board, state = run.board, run.states[-1]
    assert run.exhibit.kind.bodies(state, state, 1.0) and board.rows[0].wrong
    assert "measured" not in board.labels and "red lamp" in board.notes[1]
