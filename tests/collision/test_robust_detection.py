"""The contact test alone against the oracles: also the triangles without area that a mesh would have dropped."""

import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from game.collision.ellipsoid_and_espace import Sweep, Triangle
from game.collision.robust_detection import NEEDLE, sweep_triangle, triangle_normal
from game.collision.trace import HIT
from tests.oracle.cases import KINDS, cases
from tests.oracle.judging import judge
from tests.oracle.kept import verdicts

LISTED = Path(__file__).parents[3] / "shared" / "oracle.json"


def fraction_found(triangle, start, displacement):
    """Fraction of the displacement at which `sweep_triangle` finds the contact, None for none."""
    p1, p2, p3 = (tuple(float(x) for x in corner) for corner in np.asarray(triangle) - np.asarray(start))
    way = sqrt(sum(float(x) ** 2 for x in displacement))
    direction = tuple(float(x) / way for x in displacement)
    normal, height = triangle_normal(p1, p2, p3)
    tested = Triangle(p1, p2, p3, normal, 1.0, height < NEEDLE, 0)
    contact = sweep_triangle(tested, Sweep((0.0, 0.0, 0.0), direction, way), True)
    return max(contact.distance, 0.0) / way if contact.outcome == HIT else None


def judged(sweeps):
    return [judge(verdict, fraction_found(*sweep), np.linalg.norm(sweep[2])) for sweep, verdict in zip(sweeps, verdicts(sweeps))]


@pytest.mark.parametrize("kind", KINDS)
def test_generated_cases(kind):
    judgements = judged([case[1:] for case in cases(kind, 150, seed=3)])
    assert all(judgement.right for judgement in judgements)
    assert max(judgement.error for judgement in judgements) < 1e-8


def test_listed_cases():
    if not LISTED.exists():
        pytest.skip(f"no list of cases at {LISTED.name} beside the checkout")
    judgements = judged([(case["T"], case["p"], case["v"]) for case in json.loads(LISTED.read_text())])
    assert len(judgements) == 845
    assert all(judgement.right for judgement in judgements)
    assert np.percentile([judgement.error for judgement in judgements], 99) < 1e-9
    assert max(judgement.error for judgement in judgements) < 1e-7
