"""The sweep against oracles of 50 digits: statuses all right, path lengths to nine digits, in every hard kind."""

import json
from math import cos, pi, sin
from pathlib import Path

import numpy as np
import pytest
from mpmath import mp, mpf

from game.collision import Ellipsoid, TriangleMesh, sweep
from tests.oracle.cases import KINDS, cases
from tests.oracle.judging import judge
from tests.oracle.kept import verdicts
from tests.oracle.newton import DIGITS

BALL = Ellipsoid(radii=(1.0, 1.0, 1.0))
LISTED = Path(__file__).parents[3] / "shared" / "oracle.json"
USUAL, WORST = 1e-9, 1e-7  # [radii] 99 of 100 path errors, and all of them
# A triangle far away from all: a mesh whose other triangle has no area still is a mesh.
FAR = np.array([[9e6, 9e6, 9e6], [9e6 + 1, 9e6, 9e6], [9e6, 9e6 + 1, 9e6]])


def mesh_of(triangle):
    """A mesh of the one triangle that matters."""
    return TriangleMesh(np.concatenate([triangle, FAR]), [(0, 1, 2), (3, 4, 5)])


def found(triangle, start, displacement, body=BALL):
    """(fraction of the first contact or None, triangles dropped for want of area)."""
    mesh = mesh_of(np.asarray(triangle, dtype=float))
    hit = sweep(mesh, body, tuple(start), tuple(displacement))
    return (hit.fraction if hit else None), mesh.dropped


def judgements_of(sweeps, answers=None):
    """Return the Judgement of each sweep, as the oracle sees it, whose triangle is not dropped.

    answers: what `found` returns for each, if it was asked in another space
    """
    judgements = []
    for case, verdict, answer in zip(sweeps, verdicts(sweeps), answers or (found(*case) for case in sweeps)):
        fraction, dropped = answer
        if not dropped:
            judgements.append(judge(verdict, fraction, np.linalg.norm(case[2])))
    return judgements


def assert_good(judgements):
    errors = [judgement.error for judgement in judgements]
    assert all(judgement.right for judgement in judgements)
    assert np.percentile(errors, 99) < USUAL
    assert max(errors) < WORST


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"collinear", "point_tri"}))  # a mesh drops those: no area
def test_generated_cases(kind):
    assert_good(judgements_of([case[1:] for case in cases(kind, 150, seed=1)]))


@pytest.mark.parametrize("first, last", [(0, 400), (400, 845)])
def test_listed_cases(first, last):
    if not LISTED.exists():
        pytest.skip(f"no list of cases at {LISTED.name} beside the checkout")
    listed = json.loads(LISTED.read_text())[first:last]
    sweeps = [(case["T"], case["p"], case["v"]) for case in listed]
    for case, verdict in zip(listed, verdicts(sweeps)):
        assert verdict.status == case["status"]
        with mp.workdps(DIGITS):
            assert verdict.t is None or abs(verdict.t - mpf(case["t"])) < 1e-28
    judgements = judgements_of(sweeps)
    assert len(judgements) > 0.8 * (last - first)
    assert_good(judgements)


@pytest.mark.parametrize("ratio", (1.0, 1.7, 3.0, 10.0))
@pytest.mark.parametrize("kind", ("generic", "grazing", "sliver", "blade", "long_v", "tiny_v", "embedded"))
def test_through_turned_ellipsoids(kind, ratio):
    """The case is laid into the world by the inverse of eSpace; the oracle sees what the rounded world maps back to."""
    rng = np.random.default_rng(int(ratio * 10))
    answers, seen = [], []
    for case in cases(kind, 60, seed=2):
        radii = rng.permutation([0.4, 0.4 * ratio, rng.uniform(0.4, 0.4 * ratio)])
        heading = rng.uniform(-pi, pi)
        world = [vectors @ out_of_espace(radii, heading).T for vectors in case[1:]]
        answers.append(found(*world, body=Ellipsoid(tuple(radii), heading)))
        seen.append([vectors @ exact_inverse(radii, heading) for vectors in world])
    assert_good(judgements_of(seen, answers))


def out_of_espace(radii, heading):
    """Matrix from eSpace to the world: stretch, then turn."""
    c, s = cos(heading), sin(heading)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.diag(radii)


def exact_inverse(radii, heading):
    """Matrix that brings world rows back to eSpace; exact enough: the oracle only has to see nearly the same case."""
    c, s = cos(heading), sin(heading)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.diag(1 / np.asarray(radii))
