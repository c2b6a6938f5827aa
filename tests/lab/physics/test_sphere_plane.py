"""A sphere against a plane: Gomez's listing and the repaired sweep, against 60 digits."""

from decimal import Decimal, getcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.lab.physics.plane_and_sphere_sweeps import plane_report, plane_through, sweep_as_printed, sweep_sphere_plane

UP = (0.0, 0.0, 1.0)
FLOOR = plane_through((0.0, 0.0, 0.0), UP)


def from_to(first, last, radius=1.0):
    """The repaired sweep from one height to another over the floor."""
    return sweep_sphere_plane(radius, (3.0, 1.0, first), (5.0, 2.0, last), FLOOR)


def test_the_listing_misses_all_that_come_from_behind():
    """d0 > r and d1 < r only: of 20 000 sweeps between places at -1 to 1 with r = 0.2, (1 - r r) / 4 = 24 % are missed."""
    rng, missed = np.random.default_rng(1), 0
    for first, last in rng.uniform(-1.0, 1.0, (20_000, 2)).tolist():
        ours = from_to(first, last, 0.2)
        printed, _ = sweep_as_printed(0.2, (3.0, 1.0, first), (5.0, 2.0, last), FLOOR)
        missed += ours.is_hit and not printed
        assert not (ours.is_hit and not printed) or first < -0.2 or (first > 0.2 and last == 0.2)
    assert missed / 20_000 == pytest.approx(0.24, abs=0.01)


def test_the_repaired_sweep_has_the_listings_bits_where_the_listing_applies():
    rng, count = np.random.default_rng(2), 0
    for first, last in rng.uniform(-9.0, 9.0, (2000, 2)).tolist():
        printed, fraction = sweep_as_printed(1.0, (0.0, 0.0, first), (0.0, 0.0, last), FLOOR)
        if printed and first > 1.0:
            count += 1
            assert sweep_sphere_plane(1.0, (0.0, 0.0, first), (0.0, 0.0, last), FLOOR).enter == fraction
    assert count > 400


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), st.floats(0.0, 100.0))
def test_times_agree_with_60_digits(first, last, radius):
    """u0 = (d0 - r) / (d0 - d1) and u1 = (d0 + r) / (d0 - d1) on the side of the start."""
    getcontext().prec = 60
    crossing = from_to(first, last, radius)
    if abs(first) <= radius or not crossing.is_hit:
        return
    side = 1 if first >= 0.0 else -1
    near, far, r = side * Decimal(first), side * Decimal(last), Decimal(radius)
    assert crossing.enter == pytest.approx(float((near - r) / (near - far)), rel=1e-12, abs=1e-300)
    assert crossing.leave == pytest.approx(float(min((near + r) / (near - far), Decimal(1))), rel=1e-12)


def test_a_touching_sphere_that_leaves_is_not_hit():
    """The listing says a hit at 0 for |d0| <= r, so a touching sphere could never separate."""
    assert sweep_as_printed(1.0, (0.0, 0.0, 0.5), (0.0, 0.0, 3.0), FLOOR) == (True, 0.0)
    leaving, entering = from_to(0.5, 3.0), from_to(0.5, 0.2)
    assert (leaving.is_hit, leaving.depth, leaving.leave) == (False, 0.5, 0.2)
    assert entering.is_hit and entering.enter == 0.0


def test_the_upper_bound_of_the_time_of_overlap():
    crossing = from_to(3.0, -5.0)
    assert (crossing.enter, crossing.leave) == (0.25, 0.5)


def test_touching_at_the_end_counts_in_this_step():
    assert from_to(2.0, 1.0).is_hit and not sweep_as_printed(1.0, (0.0, 0.0, 2.0), (0.0, 0.0, 1.0), FLOOR)[0]


def test_a_segment_is_a_sphere_of_radius_zero():
    assert from_to(1.0, -1.0, 0.0).enter == 0.5


def test_the_report_of_the_bench_has_both_answers():
    report = plane_report(1.0, (0.0, 0.0, -4.0), (2.0, 0.0, 0.0), FLOOR)
    assert (report.printed_hit, report.crossing.is_hit, report.crossing.side) == (False, True, -1.0)
    assert report.centre == (1.5, 0.0, -1.0) and report.touched == (1.5, 0.0, 0.0)
