"""Two bodies on a bench: where the printed formulas err, the repaired sweep agrees with the gap between the surfaces."""

import numpy as np
import pytest

from game.core.shapes import Polyline
from game.lab import IncidentKind
from game.lab.exhibits.swept_spheres import (
    APART,
    ASIDE,
    BEHIND,
    CASES,
    FASTER,
    FRONT,
    LEAVING,
    PRINTED,
    REPAIRED,
    SAME,
    TOWARDS,
    TURN,
    TURNED,
    answer_of,
    bisected,
    bounds_of,
    gap_at,
    report_of,
    shares_right,
    situation_of,
    turn_at,
)
from tests.lab.rooms import Run


@pytest.mark.parametrize("aside", ASIDE)
@pytest.mark.parametrize("case", range(len(CASES)))
def test_the_repaired_answer_is_that_of_the_gap(case, aside):
    """A hit is where the gap first becomes 0 while it shrinks, to 1e-12 of the step; else it stays above 0."""
    situation = situation_of(case, aside)
    answer = answer_of(report_of(situation), REPAIRED)
    gaps = np.array([gap_at(situation, time) for time in np.linspace(0.0, 1.0, 4001)])
    if answer.is_hit and gaps[0] > 0.0:
        assert gap_at(situation, answer.time) == pytest.approx(0.0, abs=1e-12) and gap_at(situation, answer.time - 1e-6) > 0.0
    elif not answer.is_hit:
        assert gaps.min() > -1e-9 or (gaps[0] <= 0.0 and gaps[1] >= gaps[0])


def answers(case, aside=0.0):
    report = report_of(situation_of(case, aside))
    return [answer_of(report, method).is_hit for method in (PRINTED, TURNED, REPAIRED)]


def test_each_fault_of_the_printed_formulas_has_a_case():
    """E13: from behind; E14: leaving; E16: the wrong way round; E18: equal velocities (claims.toml)."""
    assert answers(FRONT) == [True, True, True]
    assert answers(BEHIND) == [False, False, True]
    assert answers(LEAVING) == [True, True, False]
    assert answers(TOWARDS) == [False, True, True] and answers(TOWARDS, 1.5) == [True, False, False]
    assert answers(FASTER) == [False, True, True]
    assert answers(SAME) == [True, False, False]
    assert answers(APART) == [False, True, False], "turned round it forgets that they part"


def test_the_printed_test_is_right_in_one_of_twenty_pairs():
    """4.9 % as printed, 95.1 % turned round, all as repaired: within half a per cent."""
    printed, turned, ours = shares_right()
    assert (printed, turned) == pytest.approx((0.049, 0.951), abs=0.008) and ours == 1.0


@pytest.mark.parametrize("method, overlaps", [(0, False), (2, True)])
def test_a_sphere_from_behind_passes_the_plane_as_printed(method, overlaps):
    run = Run("swept_spheres", 240, f"swept_spheres.bodies:{BEHIND}", f"swept_spheres.method:{method}")
    assert (min(readout.figures["gap"] for readout in run.readouts) < -0.3) is overlaps
    assert (IncidentKind.STRUCK in run.incidents) is not overlaps


def test_the_dial_shows_any_time_and_run_starts_again():
    run = Run("swept_spheres", 2, "swept_spheres.time:0.5")
    assert run.bodies == (0.5, False) and run.go(1, "swept_spheres.run").bodies == (0.0, True)


@pytest.mark.parametrize("case", range(len(CASES)))
@pytest.mark.parametrize("method", range(3))
def test_the_drawing_is_made_in_every_case(case, method):
    uses = f"swept_spheres.bodies:{case}", f"swept_spheres.method:{method}", "swept_spheres.time:0.7"
    assert 3 <= len(Run("swept_spheres", 1, *uses).drawn().rows) <= 4


@pytest.mark.parametrize("method, words", [(0, "printed"), (1, "turned"), (2, "printed")])
def test_the_board_marks_the_wrong_number_and_not_the_right_one(method, words):
    """For spheres that meet head-on the printed test finds no hit; turned round it does."""
    sheet = Run("swept_spheres", 1, f"swept_spheres.bodies:{TOWARDS}", f"swept_spheres.method:{method}").board
    assert sheet.labels == (words, "repaired") and not any(row.wrong for row in sheet.rows)
    assert sheet.rows[0].wrong_prediction is (method != 1) and sheet.rows[2].wrong_prediction


@pytest.mark.parametrize("degrees, off", [(30.0, 0.033), (90.0, 0.919), (170.0, 6.757)])
def test_a_linear_mix_of_orientations_turns_unevenly(degrees, off):
    """E16: it is .03, .92 and 6.75 degrees off at most, in turns of 30, 90 and 170 degrees. Both ends are right."""
    turn, fractions = np.radians(degrees), np.linspace(0.0, 1.0, 2001)
    errors = [np.degrees(turn_at(u, turn, True) - turn_at(u, turn, False)) for u in fractions]
    assert np.abs(errors).max() == pytest.approx(off, abs=1e-3)
    assert max(abs(errors[0]), abs(errors[-1]), abs(errors[1000])) < 1e-9 and errors[400] < 0.0 < errors[1600]


@pytest.mark.parametrize("case", [FRONT, BEHIND])
@pytest.mark.parametrize("aside", ASIDE)
def test_bounds_of_a_sweep_save_halvings_and_change_no_result(case, aside):
    """G3: u0, and the time when the centre crosses the plane, are a tenth of the step apart, so three halvings are saved."""
    situation = situation_of(case, aside)
    report = report_of(situation)
    low, high = bounds_of(report)
    (whole, slow), (fewer, quick) = bisected(situation, (0.0, 1.0)), bisected(situation, (low, high))
    exact = low + (high - low) / 2.0  # a ball of half the radius touches half-way
    assert whole == 10 and fewer == int(np.ceil(np.log2(1000.0) - np.log2(1.0 / (high - low)))) < 8
    assert exact - 1e-3 <= slow <= exact + 1e-12 and exact - 1e-3 <= quick <= exact + 1e-12


def test_the_bar_turns_with_the_time():
    """The drawing shows it: half of the whole turn at half of the step, by either method."""
    for method in (0, 2):
        run = Run("swept_spheres", 1, f"swept_spheres.method:{method}", "swept_spheres.bodies:0", "swept_spheres.time:0.5")
        shapes = run.exhibit.kind.bodies(run.states[-1], run.states[-1], 1.0)
        bar = next(shape for shape in shapes if isinstance(shape, Polyline) and len(shape.points) == 2)
        across = bar.points[1] - bar.points[0]
        assert np.arctan2(across[2], across[0]) == pytest.approx(TURN / 2.0)
    *_, (_, printed, repaired, *_) = run.board.rows
    assert printed == "none: 10 halvings" and repaired.endswith(": 7 halvings")
