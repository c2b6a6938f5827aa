"""The cradle and the counting wall count and pass on what the formulas say."""

import pytest

from game.lab import Actor, IncidentKind
from tests.lab.rooms import lab_of, use

HERE = Actor((0.0, -8.0, 0.9), (0.4, 0.4, 0.9))


def after(kind, seconds, actions=(), hz=60):
    lab, incidents = lab_of(kind, hz), []
    state = lab.begin()
    for tick in range(round(seconds * hz)):
        state, readouts = lab.step(state, HERE, actions if tick == 0 else ())
        incidents += readouts[kind].incidents
    return state[0].bodies, readouts[kind], incidents


@pytest.mark.parametrize("hz", [30, 60, 144])
@pytest.mark.parametrize("exponent, count", [(0, 3), (1, 31), (2, 314), (3, 3141)])
def test_the_wall_counts_the_digits_of_pi(exponent, count, hz):
    """Galperin, Playing Pool with pi (2003): floor(pi 10^k) collisions of masses 1 : 100^k; the energy is kept."""
    _, readout, _ = after("counting_wall", 10.0, use(f"counting_wall.k:{exponent}"), hz)
    assert readout.figures["collisions"] == readout.figures["predicted"] == count
    assert abs(readout.figures["energy change"]) < 1e-9


@pytest.mark.parametrize("lifted", [1, 2, 3, 4])
def test_in_pairs_as_many_balls_leave_as_came(lifted):
    bodies, readout, _ = after("cradle", 1.0, use(f"cradle.lifted:{lifted}"))
    came = bodies.before[0]
    assert bodies.before == pytest.approx([came] * lifted + [0.0] * (5 - lifted), abs=1e-12)
    assert bodies.after == pytest.approx([0.0] * (5 - lifted) + [came] * lifted, abs=1e-12)
    assert readout.figures["energy"] == pytest.approx(bodies.energy, rel=1e-12)


def test_all_at_once_every_ball_moves():
    """(1, 0, 0, 0, 0) becomes (-.6, .4, .4, .4, .4), with the same momentum and energy."""
    bodies, readout, incidents = after("cradle", 1.0, use("cradle.contacts:1"))
    assert [v / bodies.before[0] for v in bodies.after] == pytest.approx([-0.6, 0.4, 0.4, 0.4, 0.4], abs=1e-9)
    assert readout.figures["energy"] == pytest.approx(bodies.energy, rel=1e-9)
    assert any(one.kind == IncidentKind.STRUCK for one in incidents)


def test_the_cradle_swings_for_a_minute_without_loss():
    bodies, readout, _ = after("cradle", 60.0)
    assert readout.figures["energy"] == pytest.approx(bodies.energy, rel=1e-9) and readout.figures["collisions"] > 70
