"""Scenario I. Speed: nothing is passed through, however thin and however fast, and the skin is kept."""

import numpy as np
import pytest

from game.collision import overlap
from game.simulation import Ground
from tests.simulation.driving import grounds, run, simulate, walk
from tests.simulation.scenes import box, floor, quad

SKIN = 1e-4
SPEEDS = (1.0, 10.0, 100.0, 600.0, 1000.0)
HIGH = 0.9 + SKIN  # of the centre: gravity is switched off

TARGETS = {
    "face": quad((-1, 0, -1), (1, 0, -1), (1, 0, 3), (-1, 0, 3)),
    "upright edge": quad((0, 0, -1), (2, 0, -1), (2, 0, 3), (0, 0, 3)),
    "level edge": quad((-1, 0, HIGH), (1, 0, HIGH), (1, 0, 3), (-1, 0, 3)),
    "corner": quad((0, 0, HIGH), (2, 0, HIGH), (2, 0, 3), (0, 0, 3)),
}


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("away", [2.0, 2.003])
@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("target", TARGETS)
def test_stops_before_a_thin_target(target, speed, away, side, hz):
    sim = simulate(TARGETS[target], speed=speed, gravity=0.0, hz=hz)
    sim.teleport((0.0, -away * side, HIGH))
    run(sim, away / speed * hz + 3, walk(0.0, side * speed, speed))
    assert sim.state.position == pytest.approx((0.0, -side * (0.4 + SKIN), HIGH), abs=1e-6)
    assert overlap(sim.mesh, sim.body, sim.state.position) == pytest.approx(-SKIN, abs=1e-6)


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("hz", [30, 60, 240])
def test_stays_in_a_closed_room(speed, hz):
    """Thrown about in a room of thin walls: never outside, never deeper than the skin."""
    rng = np.random.default_rng(int(speed))
    sim = simulate(box((-3, -3, 0), (3, 3, 3)), speed=speed, hz=hz, gravity=9.81)
    for _ in range(60):
        angle = rng.uniform(0.0, 2.0 * np.pi)
        run(sim, 2, walk(speed * np.cos(angle), speed * np.sin(angle), speed, jump=bool(rng.random() < 0.2)))
        assert overlap(sim.mesh, sim.body, sim.state.position) < 1e-9
        assert all(abs(p) < 3.0 for p in sim.state.position)


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_ten_seconds_at_terminal_speed_end_on_a_thin_floor(hz):
    """It is reached after 60 / 9.81 s and 183 m; ten seconds of it are 600 m more."""
    sim = simulate(floor(), hz=hz)
    sim.teleport((0.0, 0.0, 784.0))
    falling = run(sim, 16 * hz)
    assert falling[-1].after.velocity[2] == -60.0 and grounds(falling) == {Ground.AIR}
    run(sim, hz)
    assert sim.state.ground == Ground.FLOOR
    assert sim.state.position == pytest.approx((0.0, 0.0, HIGH), abs=1e-6)


@pytest.mark.parametrize("terminal", [60.0, 600.0])
def test_a_fast_fall_beside_the_edge_of_a_floor_is_caught_by_it(terminal):
    sim = simulate(floor(0.0, high=(200.0, 0.0)), terminal_speed=terminal, gravity=100.0)
    sim.teleport((0.0, -0.01, 100.0))
    run(sim, 240)
    assert sim.state.ground == Ground.FLOOR
    assert sim.state.position[2] > 0.89
