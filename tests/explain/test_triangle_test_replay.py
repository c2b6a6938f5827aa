"""A triangle's test reproduced from the record gives what the solver recorded, to the bit."""

from math import inf

import pytest

from game.collision import Feature, Outcome, Rules
from game.explain.triangle_test_replay import Stage, TriangleVerdict, inspection_of
from tests.simulation.sampled import some_records

# Stairs, a wall and a mover (platforms); on `planet` up is any direction.
RUNS = [(level, rules) for level in ("stairs", "platforms") for rules in Rules.NAMES]
RUNS += [("planet", "modern"), ("planet", "fauerby")]


@pytest.fixture(scope="module", params=RUNS, ids=str)
def tests(request):
    """[(Iteration, index of the candidate, TriangleTest), ...] of random ticks."""
    sim, records = some_records(*request.param)
    found = []
    for record in records:
        inspection = inspection_of(record, sim)
        for iteration in record.trace.iterations:
            found += [(iteration, k, inspection.test(iteration, k)) for k in range(len(record.trace.candidates))]
    return [entry for entry in found if entry[2]]


def test_every_outcome_is_the_recorded_one(tests):
    """A contact that is not the nearest, or lies beyond the displacement, is on record as tested in full."""
    for iteration, k, test in tests:
        nearest = iteration.hit and iteration.candidate == k
        found = Outcome.FULL_TEST if test.outcome == Outcome.HIT and not nearest else test.outcome
        assert found == iteration.outcomes[k], (iteration.pass_, iteration.number, test)


def test_every_contact_is_the_recorded_one(tests):
    hits = [(iteration, test) for iteration, k, test in tests if iteration.hit and iteration.candidate == k]
    assert hits
    for iteration, test in hits:
        assert (test.feature, test.point, max(test.e_distance, 0.0)) == (
            iteration.feature,
            iteration.e_point,
            iteration.e_distance,
        )
        assert test.t == iteration.e_distance / test.sweep.length and test.triangle == iteration.triangle


def test_the_accepted_root_is_the_contact(tests):
    for _, _, test in tests:
        accepted = [part for part in test.parts if part.verdict == TriangleVerdict.FIRST]
        if test.stage == Stage.OUTLINE:
            assert bool(accepted) == (test.outcome == Outcome.HIT)
        for part in accepted[-1:]:
            assert part.t == pytest.approx(test.t, abs=1e-12)
            assert test.feature == (Feature.CORNER if len(part.points) == 1 else Feature.EDGE)


def test_rejected_roots_say_why(tests):
    for _, _, test in tests:
        for part in test.parts:
            x1, x2 = part.roots
            assert x1 <= x2
            if part.verdict == TriangleVerdict.NO_ROOT:
                assert x1 == inf
            if part.verdict == TriangleVerdict.BESIDE:
                assert not 0.0 <= part.f0 <= 1.0
            if part.verdict == TriangleVerdict.BEYOND_END:
                assert x2 > 1.0


def test_the_paper_agrees_with_the_exact_test(tests):
    """The root of the paper's formula, the distance of the exact test and the time of the plane are the same number."""
    for _, _, test in tests:
        if test.stage == Stage.INSIDE and test.exact and test.outcome == Outcome.HIT:
            assert test.interval[0] == pytest.approx(test.t, abs=1e-9)
            assert test.point_on_plane == pytest.approx(test.point, abs=1e-9)
            assert min(test.barycentric) >= -1e-12 and sum(test.barycentric) == pytest.approx(1.0)
        for part in test.parts:
            if part.t is not None and test.exact and part.roots[0] < inf:
                assert part.t == pytest.approx(part.roots[0], abs=1e-6)
