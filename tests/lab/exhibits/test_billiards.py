"""Billiards: what collisions keep, what they lose, and velocities turned round."""

import numpy as np
import pytest

from tests.lab.rooms import Run
from tests.processes import output_of_process


def play(ticks, *first):
    return Run("billiards", ticks, *(f"billiards.{use}" for use in first))


def figures_of(run):
    return [readout.figures for readout in run.readouts]


def test_elastic_shots_keep_the_energy():
    """sum m v v / 2 to 1e-12 relative, cushions included."""
    figures = play(300, "shoot").figures
    assert figures["collisions"] > 10
    assert figures["energy"] == pytest.approx(0.5 * 0.17 * 16.0, rel=1e-12)


def test_each_loss_is_that_of_the_formula():
    """m (1 - e e) vn vn / 2, m the reduced mass; to 1e-12 of the energy."""
    figures = figures_of(play(120, "bounce:0.8", "shoot"))
    assert max(now["loss by formula"] for now in figures) > 0.01
    for now in figures:
        assert now["loss"] == pytest.approx(now["loss by formula"], abs=2e-12)


@pytest.mark.parametrize("bounce", [0.5, 0.8, 1.0])
def test_the_board_shows_that_a_collision_keeps_the_sum_of_momenta_and_loses_what_the_formula_says(bounce):
    run = play(120, f"bounce:{bounce}", "friction:0.05", "shoot")
    seen = {now["momentum before"]: now["momentum after"] for now in figures_of(run) if now["momentum before"] > 0.0}
    assert len(seen) > 3 and all(after == pytest.approx(before, abs=1e-12) for before, after in seen.items())
    momenta, lost, _ = run.board.rows
    assert momenta.predicted == momenta.measured and not momenta.wrong and lost.predicted == lost.measured


def test_without_bounce_the_board_says_that_the_break_was_too_much_for_the_order_of_time():
    """The triangle would collide infinitely often in one step, which the solver for heaps then finishes."""
    run = play(17, "bounce:0", "shoot")
    sheet = run.board
    assert run.bodies.impact.is_cut
    assert "all at once" in sheet.notes[0] and sheet.rows[0].wrong and not sheet.rows[1].predicted
    run.go(120)  # the sums stay changed, so the board goes on saying it, up to the next shot
    assert "all at once" in run.board.notes[0] and run.figures["cut"] > 0.0
    assert run.go(1, "billiards.bounce:1", "billiards.rack").figures["cut"] == 0.0


def test_all_at_once_collisions_are_counted_too_and_what_is_lost_is_shown():
    """The solver for heaps holds back balls, which takes energy and momentum also with a bounce of 1."""
    run = play(20, "solver:1", "shoot")
    figures = figures_of(run)
    assert figures[-1]["collisions"] >= 1.0 and f"{figures[-1]['collisions']:.0f} collisions" in run.board.notes[1]
    assert figures[-1]["energy"] < 0.6 * figures[0]["energy"] and figures[-1]["momentum"] < 0.6 * figures[0]["momentum"]
    impacts = [now for now in figures if now["momentum before"] > 0.0]
    assert impacts[0]["momentum before"] > 1.5 * impacts[0]["momentum after"] and impacts[0]["loss"] > 0.6
    momenta, lost, _ = play(17, "solver:1", "shoot").board.rows
    assert momenta.wrong and float(lost.measured.split()[0]) > 0.6 and not lost.predicted


def test_a_heavy_cue_ball_goes_on_behind_light_balls_that_are_faster():
    """Of masses M and m, head on: m leaves with 2 M / (M + m) of the speed, which is above 1; M keeps its direction."""
    run = play(1, "mass:20", "aim:0", "shoot")
    assert run.figures["momentum"] == pytest.approx(20.0 * 0.17 * 4.0, rel=1e-12)
    while run.figures["collisions"] < 1:
        run.go(1)
    velocities = run.bodies.balls["velocity"]
    assert np.abs(velocities).max() > 4.0 and velocities[0, 0] > 0.0
    assert run.figures["energy"] == pytest.approx(0.5 * 20.0 * 0.17 * 16.0, rel=1e-12)


def test_velocities_turned_round_bring_the_cue_ball_back():
    """Before the triangle and a few collisions in: back within 1e-6 m."""
    run, ticks = play(1, "shoot"), 0
    start = run.bodies.balls["position"]
    while run.figures["collisions"] < 1 and ticks < 120:
        run.go(1)
        ticks += 1
    run.go(ticks, "billiards.turn")
    assert ticks < 120 and np.abs(run.bodies.balls["position"] - start).max() < 1e-6


SHOT = """
import hashlib
from tests.lab.exhibits.test_billiards import play
run = play(45, "friction:0.2", "bounce:0.8", "mass:2", "shoot")
print(hashlib.sha256(run.bodies.balls.tobytes()).hexdigest(), sorted(run.figures.items()))
"""


def test_a_shot_has_the_same_bits_compiled_and_interpreted():
    """Friction, losses and a heavier cue ball, through the first collisions of the triangle."""
    compiled, interpreted = (output_of_process(SHOT, NUMBA_DISABLE_JIT=switch) for switch in "01")
    assert compiled == interpreted and "collisions" in compiled


@pytest.mark.parametrize("solver", [0, 1])
def test_the_drawing_is_made(solver):
    assert len(play(90, f"solver:{solver}", "friction:0.2", "shoot").drawn().rows) == 3
