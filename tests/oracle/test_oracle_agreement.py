"""The two oracles share nothing but the data: where they agree, both are right."""

from math import nan

import pytest
from mpmath import mpf

from tests.oracle.cases import KINDS, cases
from tests.oracle.closed_form import closed_form
from tests.oracle.newton import newton

TRIANGLE = [(0, 0, 0), (4, 0, 0), (0, 4, 0)]


@pytest.mark.parametrize("kind", KINDS)
def test_oracles_agree(kind):
    for case in cases(kind, 60):
        one, other = newton(*case[1:]), closed_form(*case[1:])
        assert one.status == other.status, case
        if one.t is not None:
            assert abs(one.t - other.t) < mpf(10) ** -25, case


@pytest.mark.parametrize("oracle", (newton, closed_form))
@pytest.mark.parametrize(
    "start, displacement, status, t",
    [
        ((1, 1, 3), (0, 0, -4), "hit", 0.5),  # face
        ((1, 1, -3), (0, 0, 4), "hit", 0.5),  # face from behind
        ((1, -3, 0), (0, 4, 0), "hit", 0.5),  # edge
        ((-3, 0, 0), (4, 0, 0), "hit", 0.5),  # corner
        ((1, 1, 3), (0, 0, -1.5), "miss", None),  # too short
        ((1, 1, 3), (0, 0, 4), "miss", None),  # away
        ((1, 1, 0.5), (0, 0, -1), "embed", None),
    ],
)
def test_known_sweeps(oracle, start, displacement, status, t):
    verdict = oracle(TRIANGLE, start, displacement)
    assert (verdict.status, verdict.t) == (status, t)


def test_embedded_starts_say_where_they_go():
    assert newton(TRIANGLE, (1, 1, 0.5), (0, 0, -2)).approach == 1
    assert newton(TRIANGLE, (1, 1, 0.5), (0, 0, 2)).approach == -1
    assert newton(TRIANGLE, (1, 1, 3), (0, 0, -4)).approach is nan


def test_every_kind_makes_hits():
    for kind in set(KINDS) - {"embedded"}:
        assert any(newton(*case[1:]).status == "hit" for case in cases(kind, 60)), kind
