"""Bodies wider than deep: beside a wall they are pushed out as they turn; where they do not fit, the turn is refused."""

from math import pi, radians

import pytest

from game.collision import overlap
from game.simulation import Intent
from game.simulation.body_heading import body_heading
from tests.simulation.driving import run, settled, simulate, walk, ways
from tests.simulation.scenes import floor, wall

WIDE = (0.6, 0.3, 0.9)
RATES = (30, 60, 120, 240)


def turning(sim, to, seconds=1.0):
    """The records of turning to a heading at a constant rate."""
    ticks, start = round(seconds * sim.hz), sim.state.heading
    return [sim.tick(Intent(heading=start + (to - start) * (tick + 1) / ticks)) for tick in range(ticks)]


def deepest(sim, records):
    return max(overlap(sim.mesh, sim.body_in(record.after), record.after.position) for record in records)


@pytest.mark.parametrize("hz", RATES)
def test_pushed_out_of_a_wall(hz):
    """Sideways beside a wall at .35 m, then square to it: the wide side needs .6 m."""
    sim = settled(simulate(floor(), wall(0.0, 0.35), hz=hz, radii=WIDE))
    records = turning(sim, pi / 2)
    assert deepest(sim, records) <= 1e-8
    assert body_heading(sim.state) == pytest.approx(pi / 2)
    assert sim.state.position[1] == pytest.approx(0.35 - 0.6, abs=2e-3)


@pytest.mark.parametrize("hz", RATES)
def test_refused_in_a_passage_that_is_too_narrow(hz):
    """.8 m of room: the body of 1.2 by .6 m stays along the passage, the view turns on, and the place is kept."""
    sim = settled(simulate(floor(), wall(0.4, 0.0, -pi / 2), wall(-0.4, 0.0, pi / 2), hz=hz, radii=WIDE))
    sim.teleport((0.0, 0.0, 0.9 + 1e-4), pi / 2)
    records = turning(sim, 0.0)
    assert deepest(sim, records) <= 1e-8
    assert sim.state.heading == pytest.approx(0.0) and body_heading(sim.state) > pi / 4
    assert abs(sim.state.position[0]) < 0.11
    turning(sim, pi / 2)
    assert sim.state.facing is None


def test_a_round_body_turns_anywhere():
    sim = settled(simulate(floor(), wall(0.0, 0.4002)))
    place = sim.state.position
    assert all(record.after.facing is None and record.after.position == place for record in turning(sim, 3.0))


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("beside", [0.301, 0.4])
def test_a_sudden_turn_is_no_leap(hz, beside):
    """The view turns towards a wall beside the body in one tick: the body follows and moves away from the wall smoothly."""
    sim = settled(simulate(floor(), wall(0.0, beside), hz=hz, radii=WIDE))
    records = run(sim, hz, Intent(heading=pi / 2))
    assert max(ways(records)) <= 6.0 * 0.3 / hz + 3e-4
    assert deepest(sim, records) <= 1e-8
    assert sim.state.heading == pi / 2 and sim.state.facing is None
    assert sim.state.position[1] == pytest.approx(beside - 0.6, abs=2e-3)


@pytest.mark.parametrize("way", [0.3, 1.2, 2.0, 2.9])
@pytest.mark.parametrize("opening", [20, 45, 70])
def test_a_turn_in_a_corner_does_not_throw_the_player_out(opening, way):
    """Pressed into an acute corner and turned there: no tick moves the body farther than a turn and a walk can."""
    half = radians(opening) / 2
    walls = wall(0.0, 2.0, pi / 2 - half), wall(0.0, 2.0, half - pi / 2)
    sim = settled(simulate(floor(), *walls, radii=WIDE))
    run(sim, 60, walk(0.0, 5.0, heading=pi / 2))
    records = run(sim, 60, walk(0.0, 5.0, heading=way))
    assert max(ways(records)) <= 5.0 / 60 + 2.0 * 6.0 * 0.3 / 60 + 1e-3
    assert deepest(sim, records) <= 1e-8
