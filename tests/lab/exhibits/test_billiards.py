"""Billiards: what collisions keep, what they lose, and velocities turned round."""

import numpy as np
import pytest

from game.lab import Actor
from tests.lab.rooms import lab_of, use
from tests.processes import output_of_process

HERE = Actor((0.0, -3.0, 0.9), (0.4, 0.4, 0.9))


def play(ticks, *first, lab=None, state=None):
    lab = lab or lab_of("billiards")
    state, figures = state or lab.begin(), []
    for tick in range(ticks):
        state, readouts = lab.step(state, HERE, use(*first) if tick == 0 else ())
        figures.append(readouts["billiards"].figures)
    return lab, state, figures


def test_elastic_shots_keep_the_energy():
    """sum m v v / 2 to 1e-12 relative, cushions included."""
    _, _, figures = play(300, "billiards.shoot")
    assert figures[-1]["collisions"] > 10
    assert figures[-1]["energy"] == pytest.approx(0.5 * 0.17 * 16.0, rel=1e-12)


def test_each_loss_is_that_of_the_formula():
    """m (1 - e e) vn vn / 2, m the reduced mass; to 1e-12 of the energy."""
    _, _, figures = play(120, "billiards.bounce:0.8", "billiards.shoot")
    assert max(now["loss by formula"] for now in figures) > 0.01
    for now in figures:
        assert now["loss"] == pytest.approx(now["loss by formula"], abs=2e-12)


@pytest.mark.parametrize("bounce", [0.5, 0.8, 1.0])
def test_the_board_shows_that_a_collision_keeps_the_sum_of_momenta_and_loses_what_the_formula_says(bounce):
    lab, state, figures = play(120, f"billiards.bounce:{bounce}", "billiards.friction:0.05", "billiards.shoot")
    seen = {now["momentum before"]: now["momentum after"] for now in figures if now["momentum before"] > 0.0}
    assert len(seen) > 3 and all(after == pytest.approx(before, abs=1e-12) for before, after in seen.items())
    momenta, lost, _ = lab.exhibits[0].kind.sheet(state[0]).rows
    assert momenta.predicted == momenta.measured and not momenta.wrong and lost.predicted == lost.measured


def test_without_bounce_the_board_says_that_the_break_was_too_much_for_the_order_of_time():
    """The triangle would collide infinitely often in one step, which the solver for heaps then finishes."""
    lab, state, _ = play(17, "billiards.bounce:0", "billiards.shoot")
    assert state[0].bodies.impact.is_cut
    sheet = lab.exhibits[0].kind.sheet(state[0])
    assert "all at once" in sheet.notes[0] and sheet.rows[0].wrong and not sheet.rows[1].predicted
    for _ in range(120):  # the sums stay changed, so the board goes on saying it, up to the next shot
        state, readouts = lab.step(state, HERE, ())
    assert "all at once" in lab.exhibits[0].kind.sheet(state[0]).notes[0]
    assert readouts["billiards"].figures["cut"] > 0.0
    state, readouts = lab.step(state, HERE, use("billiards.bounce:1", "billiards.rack"))
    assert readouts["billiards"].figures["cut"] == 0.0


def test_all_at_once_collisions_are_counted_too_and_what_is_lost_is_shown():
    """The solver for heaps holds back balls, which takes energy and momentum also with a bounce of 1."""
    lab, state, figures = play(20, "billiards.solver:1", "billiards.shoot")
    exhibit = lab.exhibits[0]
    sheet = exhibit.kind.sheet(state[0])
    assert figures[-1]["collisions"] >= 1.0 and f"{figures[-1]['collisions']:.0f} collisions" in sheet.notes[1]
    assert figures[-1]["energy"] < 0.6 * figures[0]["energy"] and figures[-1]["momentum"] < 0.6 * figures[0]["momentum"]
    impacts = [now for now in figures if now["momentum before"] > 0.0]
    assert impacts[0]["momentum before"] > 1.5 * impacts[0]["momentum after"] and impacts[0]["loss"] > 0.6
    _, state, _ = play(17, "billiards.solver:1", "billiards.shoot")
    momenta, lost, _ = exhibit.kind.sheet(state[0]).rows
    assert momenta.wrong and float(lost.measured.split()[0]) > 0.6 and not lost.predicted


def test_a_heavy_cue_ball_goes_on_behind_light_balls_that_are_faster():
    """Of masses M and m, head on: m leaves with 2 M / (M + m) of the speed, which is above 1; M keeps its direction."""
    lab, state, figures = play(1, "billiards.mass:20", "billiards.aim:0", "billiards.shoot")
    assert figures[-1]["momentum"] == pytest.approx(20.0 * 0.17 * 4.0, rel=1e-12)
    while figures[-1]["collisions"] < 1:
        _, state, figures = play(1, lab=lab, state=state)
    fastest = np.abs(state[0].bodies.balls["velocity"]).max()
    assert fastest > 4.0 and state[0].bodies.balls["velocity"][0, 0] > 0.0
    assert figures[-1]["energy"] == pytest.approx(0.5 * 20.0 * 0.17 * 16.0, rel=1e-12)


def test_velocities_turned_round_bring_the_cue_ball_back():
    """Before the triangle and a few collisions in: back within 1e-6 m."""
    lab, state, figures = play(1, "billiards.shoot")
    start, ticks = state[0].bodies.balls["position"].copy(), 0
    while figures[-1]["collisions"] < 1 and ticks < 120:
        _, state, figures = play(1, lab=lab, state=state)
        ticks += 1
    _, state, _ = play(ticks, "billiards.turn", lab=lab, state=state)
    assert ticks < 120 and np.abs(state[0].bodies.balls["position"] - start).max() < 1e-6


SHOT = """
import hashlib
from tests.lab.exhibits.test_billiards import play
_, state, figures = play(45, "billiards.friction:0.2", "billiards.bounce:0.8", "billiards.mass:2", "billiards.shoot")
print(hashlib.sha256(state[0].bodies.balls.tobytes()).hexdigest(), sorted(figures[-1].items()))
"""


def test_a_shot_has_the_same_bits_compiled_and_interpreted():
    """Friction, losses and a heavier cue ball, through the first collisions of the triangle."""
    compiled, interpreted = (output_of_process(SHOT, NUMBA_DISABLE_JIT=switch) for switch in "01")
    assert compiled == interpreted and "collisions" in compiled


@pytest.mark.parametrize("solver", [0, 1])
def test_the_drawing_is_made(solver):
    lab, state, _ = play(90, f"billiards.solver:{solver}", "billiards.friction:0.2", "billiards.shoot")
    exhibit = lab.exhibits[0]
    assert exhibit.kind.bodies(state[0], state[0], 0.5) and exhibit.kind.overlay(state[0])
    assert len(exhibit.kind.sheet(state[0]).rows) == 3
