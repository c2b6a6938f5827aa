"""Looking into a tick: what the inspection of a triangle's test concludes is what the solver recorded, to the bit."""

from math import inf

import pytest

from game.collision import Feature, Outcome, Rules
from game.explain.recorded_triangles import inspection_of
from game.explain.triangle_report import Stage, Verdict
from tests.simulation.sampled import some_records

# Enough for stairs, a wall and a mover (platforms); `planet` has players whose up is anything.
RUNS = [(level, rules) for level in ("stairs", "platforms") for rules in Rules.NAMES]
RUNS += [("planet", "modern"), ("planet", "fauerby")]


@pytest.fixture(scope="module", params=RUNS, ids=str)
def tests(request):
    """[(TraceStep, candidate's place, TriangleTest), ...] of random ticks."""
    sim, records = some_records(*request.param)
    found = []
    for record in records:
        inspection = inspection_of(record, sim)
        for step in record.trace.steps:
            found += [(step, k, inspection.test(step, k)) for k in range(len(record.trace.candidates))]
    return [entry for entry in found if entry[2]]


def test_every_outcome_is_the_recorded_one(tests):
    """A contact that is not the nearest of all, or only lies ahead of the way, is on record as tested in full."""
    for step, k, told in tests:
        nearest = step.hit and step.candidate == k
        found = Outcome.FULL_TEST if told.outcome == Outcome.HIT and not nearest else told.outcome
        assert found == step.outcomes[k], (step.pass_, step.iteration, told)


def test_every_contact_is_the_recorded_one(tests):
    hits = [(step, told) for step, k, told in tests if step.hit and step.candidate == k]
    assert hits
    for step, told in hits:
        assert (told.feature, told.point, max(told.way, 0.0)) == (step.feature, step.e_point, step.e_distance)
        assert told.t == step.e_distance / told.sweep.length and told.triangle == step.triangle


def test_the_accepted_root_is_the_contact(tests):
    for _, _, told in tests:
        accepted = [part for part in told.parts if part.verdict == Verdict.FIRST]
        if told.stage == Stage.OUTLINE:
            assert bool(accepted) == (told.outcome == Outcome.HIT)
        for part in accepted[-1:]:
            assert part.t == pytest.approx(told.t, abs=1e-12)
            assert told.feature == (Feature.CORNER if len(part.points) == 1 else Feature.EDGE)


def test_rejected_roots_say_why(tests):
    for _, _, told in tests:
        for part in told.parts:
            x1, x2 = part.roots
            assert x1 <= x2
            if part.verdict == Verdict.NO_ROOT:
                assert x1 == inf
            if part.verdict == Verdict.BESIDE:
                assert not 0.0 <= part.f0 <= 1.0
            if part.verdict == Verdict.BEYOND_END:
                assert x2 > 1.0


def test_the_paper_agrees_with_the_exact_test(tests):
    """The roots by the paper's formula and the way by the exact test are the same number, and so is the plane's."""
    for _, _, told in tests:
        if told.stage == Stage.INSIDE and told.exact and told.outcome == Outcome.HIT:
            assert told.interval[0] == pytest.approx(told.t, abs=1e-9)
            assert told.point_on_plane == pytest.approx(told.point, abs=1e-9)
            assert min(told.barycentric) >= -1e-12 and sum(told.barycentric) == pytest.approx(1.0)
        for part in told.parts:
            if part.t is not None and told.exact and part.roots[0] < inf:
                assert part.t == pytest.approx(part.roots[0], abs=1e-6)
