"""Scenario D: without following steps down, a low bar across flat ground is still stepped over, from every start."""

import pytest

from tests.simulation.driving import run, settled, simulate, walk
from tests.simulation.scenes import box, floor


@pytest.mark.parametrize("height", [0.0, 0.03, 1e3 / 7.0])
def test_a_bar_on_flat_ground_is_stepped_over_from_every_start(height):
    """Behind the bar the floor is exactly as deep below the raised body as it was raised: rounding must not hide it."""
    for k in range(24):
        bar = box((-2.0, 0.0, height), (2.0, 0.02, height + 0.09))
        steps = {"step_up": 0.1, "step_down": 0.0, "radii": (0.23, 0.23, 0.87)}
        sim = simulate(floor(height), bar, feet=(0.0, -0.7 - k / 293.0, height), **steps)
        run(settled(sim), 30, walk(0.4, 4.6))
        assert sim.state.position[1] > 1.0, k
