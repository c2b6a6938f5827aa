"""The cradle and the counting wall count and pass on what the formulas say."""

import pytest

from game.lab import IncidentKind
from tests.lab.rooms import Run


@pytest.mark.parametrize("hz", [30, 60, 144])
@pytest.mark.parametrize("exponent, count", [(0, 3), (1, 31), (2, 314), (3, 3141)])
def test_the_wall_counts_the_digits_of_pi(exponent, count, hz):
    """Galperin, Playing Pool with pi (2003): floor(pi 10^k) collisions of masses 1 : 100^k; the energy is kept."""
    figures = Run("counting_wall", 10 * hz, f"counting_wall.k:{exponent}", hz=hz).figures
    assert figures["collisions"] == figures["predicted"] == count
    assert abs(figures["energy change"]) < 1e-9


@pytest.mark.parametrize("lifted", [1, 2, 3, 4])
def test_in_pairs_as_many_balls_leave_as_came(lifted):
    run = Run("cradle", 60, f"cradle.lifted:{lifted}")
    bodies, came = run.bodies, run.bodies.before[0]
    assert bodies.before == pytest.approx([came] * lifted + [0.0] * (5 - lifted), abs=1e-12)
    assert bodies.after == pytest.approx([0.0] * (5 - lifted) + [came] * lifted, abs=1e-12)
    assert run.figures["energy"] == pytest.approx(bodies.energy, rel=1e-12)


def test_all_at_once_every_ball_moves():
    """(1, 0, 0, 0, 0) becomes (-.6, .4, .4, .4, .4), with the same momentum and energy."""
    run = Run("cradle", 60, "cradle.contacts:1")
    bodies = run.bodies
    assert [v / bodies.before[0] for v in bodies.after] == pytest.approx([-0.6, 0.4, 0.4, 0.4, 0.4], abs=1e-9)
    assert run.figures["energy"] == pytest.approx(bodies.energy, rel=1e-9) and IncidentKind.STRUCK in run.incidents


def test_the_cradle_swings_for_a_minute_without_loss():
    run = Run("cradle", 3600)
    assert run.figures["energy"] == pytest.approx(run.bodies.energy, rel=1e-9) and run.figures["collisions"] > 70
