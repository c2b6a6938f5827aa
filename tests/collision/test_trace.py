"""The trace: what it holds of a tick worked out by hand, that asking for it changes nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.collision import Ellipsoid, Ending, Feature, Outcome, Pass, Rules, Trace, collide_and_slide
from game.explain.describe_trace import describe_trace
from tests.collision.scenes import floor, mesh, quad, side_wall, wall
from tests.collision.soups import KINDS, mesh_of, random_body, random_move

BODY = Ellipsoid((0.5, 0.5, 1.0))
SKIN = Rules.modern().skin


@pytest.fixture(scope="module")
def trace():
    """Walks 2 m into a wall that is 1 m away, and on along it; then falls 1 m on a floor."""
    found = Trace()
    collide_and_slide(mesh(wall(4.0), floor()), BODY, (0.0, 2.5, 2.0), (1.0, 2.0, 0.0), (0.0, 0.0, -2.0), trace=found)
    return found


def test_iterations(trace):
    assert [(iteration.pass_, iteration.number, iteration.ending) for iteration in trace.iterations] == [
        (Pass.MOVE, 0, Ending.SLID),
        (Pass.MOVE, 1, Ending.ARRIVED),
        (Pass.GRAVITY, 0, Ending.LANDED),
    ]
    assert [iteration.hit for iteration in trace.iterations] == [True, False, True]


@pytest.mark.parametrize("form", [list, np.array])
def test_the_start_may_be_a_list_or_an_array(trace, form):
    """Reading the trace raised a TypeError, and followed the caller's list."""
    found, start = Trace(), form([0.0, 2.5, 2.0])
    collide_and_slide(mesh(wall(4.0), floor()), BODY, start, form([1.0, 2.0, 0.0]), form([0.0, 0.0, -2.0]), trace=found)
    start[0] = 9.0
    assert found.iterations == trace.iterations


def test_the_ways_hang_together(trace):
    first, second, fall = trace.iterations
    assert first.start == (0.0, 2.5, 2.0) and first.displacement == (1.0, 2.0, 0.0)
    assert second.start == first.end and second.displacement == first.next_displacement
    assert fall.start == second.end and fall.displacement == (0.0, 0.0, -2.0)
    assert fall.next_displacement == (0.0, 0.0, 0.0)
    assert fall.end == pytest.approx((1.0, 3.5 - SKIN, 1.0 + SKIN), abs=1e-8)


def test_the_contact(trace):
    touch = trace.iterations[0]
    assert touch.fraction == pytest.approx(0.5)
    assert touch.point == pytest.approx((0.5, 4.0, 2.0))
    assert touch.normal == pytest.approx((0.0, -1.0, 0.0)) and touch.face_normal == pytest.approx((0.0, -1.0, 0.0))
    assert touch.feature == Feature.FACE and touch.triangle in (0, 1) and touch.triangle in trace.candidates
    assert not touch.walkable and trace.iterations[2].walkable


def test_the_sliding_plane_in_espace(trace):
    """Touched by the unit sphere: at distance 1 from its centre at the contact, and through the contact point."""
    for touch in trace.contacts:
        normal, constant = touch.e_plane
        assert np.linalg.norm(normal) == pytest.approx(1.0)
        assert np.dot(normal, touch.e_point) + constant == pytest.approx(0.0, abs=1e-12)
        e_point = np.array([p - o for p, o in zip(touch.point, trace.origin)]) / BODY.radii
        assert touch.e_point == pytest.approx(tuple(e_point))
        e_way = np.array(touch.displacement) / BODY.radii
        e_start = np.array([s - o for s, o in zip(touch.start, trace.origin)]) / BODY.radii
        assert np.dot(normal, e_start + e_way * touch.fraction) + constant == pytest.approx(1.0)


def test_outcomes_stand_beside_candidates(trace):
    for iteration in trace.iterations:
        assert iteration.outcomes.shape == trace.candidates.shape
        assert iteration.count(Outcome.HIT) == int(iteration.hit)
    walk = trace.iterations[0]
    hit = int(np.flatnonzero(walk.outcomes == Outcome.HIT)[0])
    assert trace.candidates[hit] == walk.triangle
    assert sum(trace.statistics().values()) == len(trace.iterations) * len(trace.candidates)


def test_back_faces_are_recorded():
    found = Trace()
    collide_and_slide(mesh(wall(1.0)), BODY, (0.0, 3.0, 0.0), (0.0, -3.0, 0.0), rules=Rules.fauerby(), trace=found)
    assert found.statistics()[Outcome.BACK_FACING] >= 1 and not found.contacts


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), kind=st.sampled_from(sorted(KINDS)), rules=st.sampled_from(Rules.NAMES))
def test_asking_for_a_trace_changes_nothing(seed, kind, rules):
    rng = np.random.default_rng(seed)
    world, body, rules = mesh_of(KINDS[kind](rng)), random_body(rng), Rules.named(rules)
    position, way = random_move(rng)
    plain = collide_and_slide(world, body, position, way, (0.0, 0.0, -0.1), rules)
    found = Trace()
    traced = collide_and_slide(world, body, position, way, (0.0, 0.0, -0.1), rules, found)
    assert (plain.position, plain.velocity) == (traced.position, traced.velocity)
    assert found.iterations[-1].end == pytest.approx(traced.position, rel=1e-12, abs=1e-12)
    assert [iteration.point for iteration in plain.contacts] == [iteration.point for iteration in found.contacts]


def test_a_trace_is_its_own_after_the_next_tick():
    world, found = mesh(wall(4.0), floor()), Trace()
    collide_and_slide(world, BODY, (0.0, 2.5, 2.0), (1.0, 2.0, 0.0), trace=found)
    before = describe_trace(found)
    collide_and_slide(world, BODY, (9.0, 2.5, 2.0), (0.0, 3.0, 0.0), (0.0, 0.0, -9.0))
    assert describe_trace(found) == before


def test_a_trace_can_be_used_again():
    world, found, fresh = mesh(wall(4.0), floor()), Trace(), Trace()
    collide_and_slide(world, BODY, (0.0, 2.5, 2.0), (1.0, 2.0, 0.0), trace=found)
    assert found.iterations
    for trace in (found, fresh):
        collide_and_slide(world, BODY, (9.0, 2.5, 2.0), (0.0, 3.0, 0.0), trace=trace)
    assert describe_trace(found) == describe_trace(fresh)


def test_the_normal_is_that_at_the_contact_though_a_later_iteration_turned_the_plane():
    """A ball touches the end of a wall aside of its middle, slides off it for 1 cm, and meets a second wall there."""
    end = quad((0.0, 0.0, -9.0), (0.0, 0.0, 9.0), (0.0, 9.0, 9.0), (0.0, 9.0, -9.0))
    found = Trace()
    world = mesh(end, side_wall(1.61))
    collide_and_slide(world, Ellipsoid((1.0, 1.0, 1.0)), (0.6, -2.0, 0.0), (0.0, 2.0, 0.0), trace=found)
    first, second = found.contacts[:2]
    assert (first.feature, second.feature) == (Feature.EDGE, Feature.FACE) and first.restrains
    assert first.normal == pytest.approx((0.6, -0.8, 0.0), abs=1e-9) and second.normal == pytest.approx((-1.0, 0.0, 0.0))
