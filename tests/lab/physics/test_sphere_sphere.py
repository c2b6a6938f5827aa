"""Two moving spheres: the repaired sweep, against 60 digits and brute force."""


import numpy as np
import pytest

from game.lab.physics.plane_and_sphere_sweeps import quadratic_as_printed, spheres_report, sweep_spheres
from tests.lab.physics.sphere_pairs import RADII, cases, exact_time


@pytest.mark.parametrize("far", [1.0, 1e3, 1e6, 1e9])
def test_times_agree_with_60_digits_up_to_1e9_m(far):
    """1e-12 relative, for spheres that start `far` apart and miss the centre by up to 0.9 of the sum of their radii."""
    rng = np.random.default_rng(4)
    for _ in range(300):
        direction = rng.normal(size=3)
        direction /= np.linalg.norm(direction)
        aside = np.cross(direction, rng.normal(size=3))
        aside *= rng.uniform(0.0, 0.9) / np.linalg.norm(aside)
        offset = tuple((-(far + 1.0) * direction + aside).tolist())
        displacement = tuple((direction * (far + 1.0) * rng.uniform(1.0, 3.0)).tolist())
        exact = exact_time(offset, displacement, 1.0)
        meeting = sweep_spheres(offset, displacement, 1.0)
        if exact is not None and 0 <= exact <= 1:
            assert meeting.is_hit and meeting.time == pytest.approx(float(exact), rel=1e-12)


def test_spheres_at_the_same_velocity_meet_only_if_they_touch():
    assert not sweep_spheres((3.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0).is_hit
    touching = sweep_spheres((0.5, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0)
    assert not touching.is_hit and touching.depth == 0.5


def test_overlapping_spheres_that_approach_meet_at_once():
    """The lecture's t is negative for them, and they pass for free (E19)."""
    assert sweep_spheres((0.5, 0.0, 0.0), (-3.0, 0.0, 0.0), 1.0)[:2] == (True, 0.0)
    assert not sweep_spheres((0.5, 0.0, 0.0), (3.0, 0.0, 0.0), 1.0).is_hit
    assert not quadratic_as_printed((0.5, 0.0, 0.0), (-3.0, 0.0, 0.0), 1.0).is_hit


def test_the_first_of_20_001_instants_with_an_overlap():
    """Brute force over the step, within one interval; the least distance within the same."""
    times = np.linspace(0.0, 1.0, 20_001)
    for offset, displacement in cases(200, seed=6):
        squared = ((np.array(offset) + times[:, None] * np.array(displacement)) ** 2).sum(1)
        meeting = sweep_spheres(offset, displacement, RADII)
        first = np.flatnonzero(squared <= RADII**2)
        if len(first):
            assert meeting.is_hit and times[first[0]] - 5.1e-5 <= meeting.time <= times[first[0]] + 1e-12
        assert meeting.distance == pytest.approx(np.sqrt(squared.min()), abs=2e-3)


def test_the_sweep_is_symmetric_in_both_spheres():
    """Exchanged spheres have the opposite A and B, and the same bits."""
    for offset, displacement in cases(200, seed=7):
        swapped = sweep_spheres(tuple(-x for x in offset), tuple(-x for x in displacement), RADII)
        assert sweep_spheres(offset, displacement, RADII) == swapped


def test_a_common_velocity_changes_nothing():
    """Any Galilean shift of both paths, by whole numbers so that nothing is rounded."""
    paths = ((1.0, 2.0, 3.0), (4.0, 2.0, 8.0)), ((9.0, 2.0, 4.0), (1.0, 3.0, 6.0))
    shifted = [(start, tuple(x + y for x, y in zip(end, (16.0, -32.0, 64.0)))) for start, end in paths]
    assert spheres_report(*paths, 1.5).meeting == spheres_report(*shifted, 1.5).meeting
