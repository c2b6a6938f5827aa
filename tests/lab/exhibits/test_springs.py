"""The springs show what the formulas say, and a lane that grows without end is stopped."""

from math import pi

import pytest

from game.lab import IncidentKind
from game.lab.exhibits.springs import LANES, NAMES
from game.lab.physics.motion_and_stability_formulas import damped_swing, energy_factor
from tests.lab.rooms import Run


@pytest.mark.parametrize("hz", [30, 60, 144])
def test_ten_seconds_of_one_hertz_at_sixty_steps(hz):
    """Explicit Euler multiplies the energy by (1 + w w h h) a step, implicit divides by it, in 600 steps."""
    figures = Run("springs", 10 * hz, hz=hz).figures
    assert figures["explicit"] == pytest.approx(695.0, rel=5e-5)
    assert figures["implicit"] == pytest.approx(0.001439, rel=5e-4)
    assert figures["Runge-Kutta"] == pytest.approx(0.999989, abs=1e-6)


def test_the_energies_that_oscillate_stay_within_their_bounds():
    """Semi-implicit Euler in [1/(1 + w h/2), 1/(1 - w h/2)], Verlet in [1 - (w h)^2/4, 1]."""
    lanes = dict(zip(NAMES, Run("springs", 600).bodies.lanes))
    semi, verlet = lanes["semi-implicit"], lanes["Verlet"]
    assert 0.9502 < semi.least < 0.951 and 1.054 < semi.greatest < 1.0553
    assert 0.997258 < verlet.least < 0.9973 and verlet.greatest <= 1.0 + 1e-12


@pytest.mark.parametrize("frequency, is_stable", [(19.0, True), (20.0, False)])
def test_a_spring_stiffer_than_the_step_explodes(frequency, is_stable):
    """w h is 1.99 at 19 Hz and 2.09 at 20 Hz, with 60 steps a second: the limit is 2."""
    bodies = Run("springs", 1000, f"springs.frequency:{frequency}").bodies
    energies = [bodies.lanes[NAMES.index(name)].greatest for name in ("Verlet", "semi-implicit")]
    assert all((energy < 1e4) == is_stable for energy in energies)
    assert bodies.steps == 1000


def test_a_lane_without_bound_is_stopped_and_says_so_once():
    run = Run("springs", 1800, "springs.rate:5")
    assert run.bodies.lanes[NAMES.index("explicit")].burst and run.incidents.count(IncidentKind.BURST) == 1
    assert all(abs(lane.particle.position[2]) < 1e7 for lane in run.bodies.lanes)


def test_a_use_of_a_dial_pulls_again():
    run = Run("springs", 60, "springs.rate:20")
    assert run.bodies.ticks == 60 and run.bodies.steps == 20 and run.figures["time"] == pytest.approx(1.0)


def swung(frequency, damping, rate, seconds=10.0):
    """The bodies of the springs with a damper [1/s]."""
    uses = f"springs.frequency:{frequency}", f"springs.damping:{damping}", f"springs.rate:{rate}"
    return Run("springs", round(60 * seconds), *uses).bodies


@pytest.mark.parametrize("name, squared, plain, braked", [
    ("explicit", 1, 1.0, 0.0), ("semi-implicit", 0, 1.0, 0.0), ("Verlet", 0, 1.0, 0.5),
])  # fmt: skip
def test_with_a_damper_energy_changes_in_a_step_by_the_determinant_of_its_matrix(name, squared, plain, braked):
    """det = 1 - c h + (w h)^2 (explicit), 1 - c h (semi-implicit), 1 - c h + (c h)^2 / 2 (Verlet), over 1200 steps."""
    bodies, h, c = swung(1.0, 0.5, 120.0), 1.0 / 120.0, 0.5
    expected = plain - c * h + squared * (2.0 * pi * h) ** 2 + braked * (c * h) ** 2
    lane = bodies.lanes[NAMES.index(name)]
    assert bodies.steps == 1200
    assert lane.energy ** (1.0 / 1200.0) == pytest.approx(expected, abs=1e-4)
    assert energy_factor(LANES[NAMES.index(name)], 2.0 * pi * h, c * h) == pytest.approx(expected, abs=1e-15)


def test_a_damper_wins_against_explicit_euler_in_steps_below_c_over_w_squared():
    """c / w^2 is 1 / 39.5 s at 1 Hz and 1/s."""
    explicit = NAMES.index("explicit")
    assert swung(1.0, 1.0, 60.0).lanes[explicit].energy < 1.0 < swung(1.0, 1.0, 30.0).lanes[explicit].energy


def test_the_exact_swing_is_that_of_runge_kutta_in_short_steps():
    lane = swung(0.5, 1.0, 240.0, 3.0).lanes[NAMES.index("Runge-Kutta")]
    place, energy = damped_swing(pi, 1.0, 3.0)
    assert lane.particle.position[2] == pytest.approx(-0.6 * place, abs=1e-7)
    assert lane.energy == pytest.approx(energy, abs=1e-7)


@pytest.mark.parametrize("damping", [0.0, 0.5])
def test_the_board_says_when_a_step_is_too_long(damping):
    """Semi-implicit Euler at 20 Hz and 60 steps a second: w h = 2.09."""
    uses = f"springs.damping:{damping}", f"springs.method:{NAMES.index('semi-implicit')}"
    notes = [Run("springs", 30, f"springs.frequency:{hz}", *uses).board.notes[1] for hz in (2.0, 20.0)]
    assert ["TOO LONG" in text for text in notes] == [False, True]
