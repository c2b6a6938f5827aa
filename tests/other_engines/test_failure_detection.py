"""Failures of a peer, in walks that are made up: what counts as one, what does not, and where it is marked."""

import pytest

from game.collision import Ellipsoid, Nearby, TriangleMesh, overlap
from game.other_engines.capsule_shape import Capsule
from game.other_engines.engine_twins_and_failures import (
    FALLS,
    SINKS,
    STICKS,
    SUNK,
    CapsuleDepth,
    PeerFailureWatch,
    is_new,
    sphere_centres,
)
from game.simulation import PlayerParams
from tests.simulation.scenes import floor, indexed, wall

HZ, STEP = 60, 5.0 / 60.0  # [m] of a tick at walking speed
ON_FLOOR = 0.9  # [m] the centre of a standing body


@pytest.fixture
def near():
    return Nearby(TriangleMesh(*indexed(floor())))


def failures(near, walks):
    """The failures in ticks of (own centre, player's centre, walked)."""
    watch = PeerFailureWatch(near, PlayerParams(), HZ)
    return [failure for tick, walk in enumerate(walks, 1) for failure in watch.detect(tick, *walk)]


def walk(tick, x=0.0, z=ON_FLOOR):
    return x, STEP * tick, z


def test_it_sticks_when_only_the_player_goes_on(near):
    walks = [(walk(min(tick, 30)), walk(tick), (0.0, STEP)) for tick in range(120)]
    found = failures(near, walks)
    assert {failure.kind for failure in found} == {STICKS} and found[0].place == walk(30)
    assert 31 + 0.8 * HZ <= found[0].tick <= 31 + HZ + 1


def test_trembling_on_the_spot_is_sticking(near):
    walks = [(walk(5 * (tick % 2)), walk(tick), (0.0, STEP)) for tick in range(90)]
    assert failures(near, walks)[0].kind == STICKS


@pytest.mark.parametrize(
    "walks",
    [
        [(walk(tick), walk(tick), (0.0, STEP)) for tick in range(120)],  # both walk
        [(walk(0.4 * tick), walk(tick), (0.0, STEP)) for tick in range(120)],  # it is slow
        [(walk(0), walk(0), (0.0, 0.0)) for _ in range(120)],  # both stand
        [(walk(0), walk(tick), (0.0, 0.0)) for tick in range(120)],  # the player is carried
        [(walk(0, x=3.0), walk(tick), (0.0, STEP)) for tick in range(120)],  # it took another way
    ],
)
def test_it_does_not_stick(near, walks):
    assert failures(near, walks) == []


def fall(tick, edge=30):
    """The height of a body that falls from a tick on."""
    return ON_FLOOR - 4.905 * (max(0, tick - edge) / HZ) ** 2


def test_a_fall_is_marked_where_the_peer_last_had_a_footing():
    near = Nearby(TriangleMesh(*indexed(floor(high=(200.0, 2.0)))))
    walks = [(walk(tick, z=fall(tick)), walk(tick), (0.0, STEP)) for tick in range(90)]
    found = failures(near, walks)
    assert {failure.kind for failure in found} == {FALLS}
    assert found[0].place == pytest.approx(walk(36, z=fall(36)), abs=0.15)
    assert fall(found[0].tick - 1) < ON_FLOOR - 2.0


def test_a_fall_together_with_the_player_is_no_failure():
    near = Nearby(TriangleMesh(*indexed(floor(high=(200.0, 2.0)))))
    walks = [(walk(tick, z=fall(tick, 33)), walk(tick, z=fall(tick)), (0.0, STEP)) for tick in range(90)]
    assert failures(near, walks) == []


def test_a_drop_onto_the_next_floor_is_no_fall(near):
    walks = [(walk(tick, z=ON_FLOOR + max(0.0, 1.5 - 0.06 * tick)), walk(tick, z=2.4), (0.0, STEP)) for tick in range(60)]
    assert failures(near, walks) == []


@pytest.mark.parametrize("depth, ticks, kinds", [(0.15, 30, {SINKS}), (0.04, 60, set()), (0.15, 4, set())])
def test_it_sinks_when_it_stays_deep_in_the_floor(near, depth, ticks, kinds):
    heights = [ON_FLOOR - (depth if 10 <= tick < 10 + ticks else 0.0) for tick in range(80)]
    walks = [(walk(tick, z=z), walk(tick), (0.0, STEP)) for tick, z in enumerate(heights)]
    found = failures(near, walks)
    assert {failure.kind for failure in found} == kinds
    assert not found or 10 < found[0].tick <= 18


def test_a_place_is_marked_once_for_each_kind(near):
    walks = [(walk(0), walk(tick), (0.0, STEP)) for tick in range(120)]
    first, second = failures(near, walks)[:2]
    assert is_new(first, []) and not is_new(second, [first])
    assert is_new(second._replace(kind=SINKS), [first]) and is_new(second._replace(place=(0.0, 9.0, 1.0)), [first])


# The capsule


def test_the_depth_in_a_floor_and_in_a_wall_is_exact():
    capsule = Capsule.of(PlayerParams())
    assert capsule == pytest.approx((0.4, 0.5))
    places = floor(), wall(0.0, 0.4, low=-9.0)
    on_floor, at_wall = (CapsuleDepth(Nearby(TriangleMesh(*indexed(part))), capsule) for part in places)
    for depth in (0.3, SUNK, 0.01, -0.002):
        assert on_floor.depth((0.0, 0.0, 0.9 - depth)) == pytest.approx(depth, abs=1e-3)
        assert at_wall.depth((0.0, depth, 0.7)) == pytest.approx(depth, abs=1e-3)


def test_the_capsule_contains_the_player():
    """A place that is free for a peer is free for the player."""
    mesh = TriangleMesh(*indexed(floor()))
    inside = CapsuleDepth(Nearby(mesh), Capsule.of(PlayerParams()))
    for height in (0.5, 0.8, 0.89, 0.95):
        assert inside.depth((0.0, 0.0, height)) >= overlap(mesh, Ellipsoid((0.4, 0.4, 0.9)), (0.0, 0.0, height)) - 1e-9


def test_a_wide_and_low_body_is_a_sphere():
    capsule = Capsule.of(PlayerParams(radii=(0.6, 0.5, 0.4)))
    assert capsule == (0.4, 0.0) and len(set(sphere_centres(capsule, (1.0, 2.0, 3.0)))) == 1
