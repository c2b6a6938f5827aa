"""Slope limits of a few degrees, where the ground behind an edge may be metres away: a tick stays a bounded number of sweeps."""

from math import radians, tan

import pytest

from game.collision import response
from game.core import jit
from game.simulation import Intent
from tests.player.test_rounded_edges import flight, ridge
from tests.simulation.driving import settled, simulate

MOST = 300  # sweeps a tick. A refused step at a limit of 50 degrees takes up to 90


@pytest.fixture
def sweeps(monkeypatch):
    """A list of one number: the sweeps so far. The tick is interpreted, so that they can be counted."""
    done, sweep = [0], response.nearest_contact

    def counted(*arguments):
        done[0] += 1
        return sweep(*arguments)

    monkeypatch.setattr(jit, "COMPILED", False)
    monkeypatch.setattr(response, "nearest_contact", counted)
    return done


@pytest.mark.parametrize("half_width, hz, part", [(0.4, 30, 1.0), (0.15, 60, 1.0), (0.6, 240, 0.5)])
@pytest.mark.parametrize("limit, steeper", [(1.0, 1.0), (1.0, 8.0), (2.0, 1.0), (2.0, 40.0), (5.0, 1.0), (10.0, 8.0)])
def test_a_tick_is_few_sweeps(sweeps, limit, steeper, half_width, hz, part):
    """At kerbs that lean more than the limit: one of a step's height, one higher, and stairs without treads."""
    lean = f"lean {limit + steeper}"
    options = {"radii": (half_width, half_width, 0.9), "max_slope": radians(limit), "hz": hz}
    for points in (flight(lean, 0.0, 0.38, 1), flight(lean, 0.0, 0.5, 1), flight(lean, 0.0, 0.2, 3, 0.3)):
        sim = settled(simulate(ridge(points), feet=(0.0, -half_width - 0.02, 0.0), **options))
        most = 0
        for _ in range(round((half_width + 0.1) / sim.params.speed / part * hz)):
            before = sweeps[0]
            sim.tick(Intent((0.0, part)))
            most = max(most, sweeps[0] - before)
        assert 2 < most < MOST  # 2: a tick that has met nothing


@pytest.mark.parametrize("hz, part", [(30, 1.0), (60, 0.3), (240, 1.0)])
@pytest.mark.parametrize("limit, degrees", [(2.0, 10.0), (2.0, 40.0), (5.0, 12.0), (5.0, 75.0)])
def test_leaning_kerbs_are_climbed_at_small_limits_too(limit, degrees, hz, part):
    rise, kerb = 0.38, ridge(flight(f"lean {degrees}", 0.0, 0.38, 1))
    far = rise / tan(radians(degrees))
    sim = settled(simulate(kerb, feet=(0.0, -0.5, 0.0), hz=hz, max_slope=radians(limit)))
    for _ in range(round((far + 1.2) / sim.params.speed / part * hz)):
        sim.tick(Intent((0.0, part)))
    assert sim.state.position[2] == pytest.approx(rise + 0.9, abs=2e-3)
