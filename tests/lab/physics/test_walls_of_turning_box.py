"""The turning box: what its walls keep, by each method. Full lengths: `python -m tests.lab.physics.long_runs`."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.lab.physics import balls_in_box_step, forum_ball_method, overlap_response, simultaneous_contacts
from game.lab.physics.ball_array import BALL, BallRules, BallWorld, balls_at, deepest_overlap, energy, fill_box
from game.lab.physics.ellipsoid_among_balls import NO_OBSTACLE, Obstacle, ellipsoid_gap
from game.lab.physics.event_driven import OBSTACLE_HITS, advance, scratch_of
from game.lab.physics.walls_of_turning_box import axis_at, box, first_wall, rest_of, wall_gap
from tests.lab.interpreting import assert_same_bits
from tests.lab.physics.gases import AXIS, H, box_in_tick, figures, gas, pose, run
from tests.lab.physics.hostile_boxes import run_box
from tests.lab.physics.long_runs import drift, fast, leak

WEIGHT = (0.0, 0.0, -9.81)


def test_a_box_at_rest_keeps_the_energy():
    """|dE / E| <= 1e-11 without gravity, 200 balls; here 1000 of the 36 000 ticks."""
    greatest, deepest, outside, cut = drift(200, 1000)
    assert greatest <= 1e-12 and (deepest, outside, cut) == (pytest.approx(0.0, abs=1e-9), 0, 0)


def test_a_box_at_rest_keeps_the_energy_with_gravity():
    """Kinetic and potential, <= 1e-10: paths are parabolas, and gravity cancels between two balls."""
    assert drift(200, 600, gravity=WEIGHT)[0] <= 1e-11


@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_a_steady_turn_keeps_energy_less_spin_times_angular_momentum(gravity):
    """E - w . L <= 1e-10, without gravity and with gravity along the axis."""
    greatest, deepest, outside, _ = drift(200, 400, 0.5, tuple(gravity * part for part in AXIS))
    assert greatest <= 1e-11 and deepest <= 1e-9 and outside == 0


def test_the_work_of_the_walls_is_the_gain_of_energy():
    """J n . (w x p), summed over all hits."""
    balls = gas(60, 1.0)
    before = energy(balls)
    _, work, _ = run(balls, 1.0, 200, 0.8)
    assert abs(work) > 1.0 and energy(balls) - before == pytest.approx(work, rel=1e-9)


def test_a_wall_that_turns_is_never_passed_by_a_slow_ball():
    """A ball at rest before a wall that comes: the printed law lets it through, ours gives it twice the wall's speed (E9)."""
    balls = balls_at([(0.0, 1.5, 0.7)], [(0.0, 0.0, 0.0)], 0.1)
    ours, printed, scratch = balls.copy(), balls.copy(), scratch_of(1)
    gone = False
    for tick in range(240):
        world = BallWorld(
            box((1.0, 2.0, 1.0), H, *(pose(0.5, t * H, (1.0, 0.0, 0.0)) for t in (tick, tick + 1))), BallRules(), NO_OBSTACLE
        )
        advance(ours, scratch, world)
        assert figures(ours, world).outside == 0
        forum_ball_method.advance(printed, world.box, forum_ball_method.UNITS)
        gone = gone or figures(printed, world).outside > 0
    assert gone and np.linalg.norm(ours["velocity"]) > 0.5


def test_balls_at_1000_m_s_stay_inside_and_apart():
    """15 balls in dodicat's box for 10 s, 200 for 1 s: overlap <= 1e-9 m, none outside."""
    assert fast(15, 600)[:2] == (pytest.approx(0.0, abs=1e-9), 0)
    assert fast(200, 60)[:2] == (pytest.approx(0.0, abs=1e-9), 0)


def test_the_printed_box_leaks_and_ours_does_not():
    """Reflection of whatever is near a wall, without the wall's velocity: balls get out within a minute (E9)."""
    outside = leak(1800)
    assert outside[:, 0].max() > 0 and outside[:, 1].max() == 0


def test_the_printed_box_rounds_the_sum_of_radii_and_the_energy():
    """20.5 becomes 20 and 20.6 becomes 21 (E10); the energy loses up to half a unit a ball (E11)."""
    assert [forum_ball_method.rounded(x) for x in (20.5, 20.6, 21.5, 20.4)] == [20.0, 21.0, 22.0, 20.0]
    balls = balls_at([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)], [(0.7, 0.0, 0.0)] * 2, 0.1)
    shown = forum_ball_method.advance(balls, box((3.0,) * 3, 1.0), 1.0)
    assert shown == 0.0 and 2 * 0.5 * 0.7**2 == pytest.approx(0.49)


@pytest.mark.parametrize("count, radius", [(60, 0.15), (300, 0.1)])
def test_the_printed_loop_over_all_pairs_gives_the_same_bits(count, radius):
    """The search along x exchanges the velocities of the same pairs in the same order."""
    balls = gas(count, 1.5, radius, 3.0)
    balls["radius"] *= 3.0 + np.random.default_rng(1).random(count)
    printed, order, units = balls.copy(), np.argsort(balls["position"][:, 0]), 20.0
    _, (balls, *_) = assert_same_bits(
        forum_ball_method.exchange_all, balls, units, order, np.argsort(order), np.zeros(count, np.int64)
    )
    pairs = [pair for pair in combinations(range(count), 2) if forum_ball_method.are_near(*printed[list(pair)], units)]
    for first, second in pairs:
        forum_ball_method.exchange(printed[first], printed[second])
    assert len(pairs) > 30 and balls.tobytes() == printed.tobytes()


@pytest.mark.parametrize("method", [balls_in_box_step.EVENT_DRIVEN, balls_in_box_step.SIMULTANEOUS])
def test_hostile_boxes_lose_no_ball(method):
    """Turning to 10 rad/s, sides and radii 1:10, masses 1:1000, to 1000 m/s: 0 escapes, 0 overlaps, 0 NaN."""
    for seed in range(12):
        fate = run_box(seed, 15, method)
        assert (fate.escapes, fate.faults) == (0, 0) and fate.overlap <= 1e-9, seed


@pytest.mark.parametrize("seed", [376, 845])
def test_a_ball_that_goes_out_and_in_within_a_step_is_noticed(seed):
    """In these boxes a jammed ball left through a wall for microseconds; its way back made an overlap of 2 and 17 nm."""
    fate = run_box(seed, 25)
    assert fate.overlap <= 1e-12 and fate.escapes == 0


def test_a_heap_comes_to_rest():
    """300 balls with e = .5: after 6 s the kinetic energy of a ball is below 1e-4 J, nothing overlaps, all lie on the floor."""
    balls, memory, law = gas(300, 1.0), balls_in_box_step.memory_of(300), BallRules(WEIGHT, 0.5)
    world = balls_in_box_step.BallWorld(box((1.0,) * 3, H), law, NO_OBSTACLE)
    for _ in range(360):
        balls_in_box_step.step(balls_in_box_step.SIMULTANEOUS, balls, memory, world)
        assert deepest_overlap(balls) <= 1e-9
    assert energy(balls) / 300 < 1e-4 and balls["position"][:, 2].mean() < -0.6


def test_a_heap_in_a_turning_box_flows():
    """The heap moves as soon as the floor is a wall: its mean is lower than if it had turned with the box."""
    balls, memory, law = gas(200, 1.0), balls_in_box_step.memory_of(200), BallRules(WEIGHT, 0.5)
    for tick in range(360):
        frames = (pose(0.4, t * H, (1.0, 0.0, 0.0)) for t in (tick, tick + 1))
        moved = balls_in_box_step.BallWorld(box((1.0,) * 3, H, *frames), law, NO_OBSTACLE)
        balls_in_box_step.step(balls_in_box_step.SIMULTANEOUS, balls, memory, moved)
        if tick == 120:
            resting = balls["position"] @ np.asarray(moved.box.turned).T
    glued = (resting @ np.asarray(moved.box.turned))[:, 2].mean()
    assert balls["position"][:, 2].mean() < glued - 0.1


def test_too_many_events_are_finished_by_the_solver_for_heaps():
    """Resting balls without bounce meet the floor again and again; the step ends, and nothing overlaps."""
    balls, memory, law = gas(27, 0.6), balls_in_box_step.memory_of(27), BallRules(WEIGHT, 0.3)
    world, cut = balls_in_box_step.BallWorld(box((0.6,) * 3, H), law, NO_OBSTACLE), 0.0
    for _ in range(300):
        done = balls_in_box_step.step(balls_in_box_step.EVENT_DRIVEN, balls, memory, world)
        cut += done.cut
        assert done.events <= 24 * 27 + 1001 and deepest_overlap(balls) <= 1e-9
    assert cut > 0.0 and figures(balls, world).outside == 0


def test_penalty_balls_overlap_and_stay_bounded():
    balls, memory = gas(60, 1.0), balls_in_box_step.memory_of(60)
    world = balls_in_box_step.BallWorld(box((1.0,) * 3, H), BallRules(), NO_OBSTACLE)
    before, deepest = energy(balls), 0.0
    for _ in range(300):
        balls_in_box_step.step(balls_in_box_step.PENALTY, balls, memory, world)
        deepest = max(deepest, deepest_overlap(balls))
    assert 0.3 * before < energy(balls) < 3.0 * before and deepest > 1e-3


def test_two_balls_are_moved_apart_by_their_depth():
    """The four steps of the lecture (L35): normal, depth, apart, new velocities. The centre of mass and the momentum stay."""
    for mass, restitution in ((1.0, 1.0), (3.0, 0.5)):
        balls = np.zeros(2, BALL)
        balls["position"], balls["radius"], balls["mass"] = [(-0.08, 0.03, 0.0), (0.1, 0.03, 0.0)], 0.1, [1.0, mass]
        balls["velocity"] = [(0.6, 0.2, 0.0), (-0.3, 0.0, 0.0)]
        world = balls_in_box_step.BallWorld(box((1.0,) * 3, 1e-9), BallRules(restitution=restitution), NO_OBSTACLE)
        centre, pushed = balls["mass"] @ balls["position"], balls["mass"] @ balls["velocity"]
        balls_in_box_step.step(balls_in_box_step.APART, balls, balls_in_box_step.memory_of(2), world)
        (ax, *_), (bx, *_) = balls["position"]
        assert bx - ax == pytest.approx(0.2, abs=1e-8) and balls["mass"] @ balls["position"] == pytest.approx(centre, abs=1e-8)
        assert ax + 0.08 == pytest.approx(-0.02 * mass / (1.0 + mass), abs=1e-8)
        assert balls["velocity"][1, 0] - balls["velocity"][0, 0] == pytest.approx(0.9 * restitution)
        assert balls["mass"] @ balls["velocity"] == pytest.approx(pushed)
        assert balls["velocity"][0, 1] == pytest.approx(0.2, abs=1e-6)  # across the normal nothing changes


def test_balls_that_are_moved_apart_stay_in_the_box_and_near_their_energy():
    """Elastic and without weight each bounce keeps the energy. With weight and restitution .3 they come to lie on the floor."""
    balls, memory = gas(60, 1.0), balls_in_box_step.memory_of(60)
    world = balls_in_box_step.BallWorld(box((1.0,) * 3, H), BallRules(), NO_OBSTACLE)
    before = energy(balls)
    for _ in range(300):
        balls_in_box_step.step(balls_in_box_step.APART, balls, memory, world)
        assert figures(balls, world).outside == 0
    assert energy(balls) == pytest.approx(before, rel=1e-9)
    heavy = balls_in_box_step.BallWorld(box((1.0,) * 3, H), BallRules(WEIGHT, 0.3), NO_OBSTACLE)
    for _ in range(600):
        balls_in_box_step.step(balls_in_box_step.APART, balls, memory, heavy)
    assert figures(balls, heavy).outside == 0 and energy(balls, WEIGHT) < 0.5 * before
    assert balls["position"][:, 2].mean() < -0.5


def test_balls_bounce_off_the_player():
    """An ellipsoid in a gas: no ball comes nearer than its radius, and its momentum is what the balls lose."""
    balls, memory = gas(100, 1.0), balls_in_box_step.memory_of(100)
    body = Obstacle((0.1, 0.2, -0.1), (0.3, 0.3, 0.6), restitution=1.0)
    apart = [ellipsoid_gap(body, tuple(place))[0] > 0.101 for place in balls["position"]]
    balls, hits = balls[np.array(apart)].copy(), 0
    memory, before = balls_in_box_step.memory_of(len(balls)), energy(balls)
    for method in (balls_in_box_step.EVENT_DRIVEN, balls_in_box_step.SIMULTANEOUS):
        for _ in range(60):
            balls_in_box_step.step(method, balls, memory, balls_in_box_step.BallWorld(box((1.0,) * 3, H), BallRules(), body))
            gaps = [ellipsoid_gap(body, tuple(place))[0] - 0.1 for place in balls["position"].tolist()]
            assert min(gaps) >= -1e-12
            hits += memory.events.counts[OBSTACLE_HITS]
        if method == balls_in_box_step.EVENT_DRIVEN:
            assert energy(balls) == pytest.approx(before, rel=1e-12) and hits > 20


def test_a_ball_gets_the_players_velocity():
    """A resting ball met at 4 m/s with e = .3 leaves with (1 + e) 4 m/s; a faster one that goes the same way is left alone."""
    body = Obstacle((0.0, 0.0, 0.0), (0.4, 0.4, 0.9), velocity=(4.0, 0.0, 0.0))
    balls, memory = balls_at([(0.55, 0.0, 0.0)], [(-6.0, 0.0, 0.0)], 0.1), balls_in_box_step.memory_of(1)
    world = balls_in_box_step.BallWorld(box((9.0,) * 3, H), BallRules(), body)
    balls_in_box_step.step(balls_in_box_step.EVENT_DRIVEN, balls, memory, world)
    assert balls["velocity"][0, 0] == pytest.approx(4.0 + 0.3 * 10.0)


def test_the_distance_to_an_ellipsoid():
    """Against the nearest of many points of its surface, and exactly on its axes."""
    body = Obstacle((1.0, 2.0, 3.0), (0.4, 0.5, 0.9), pose(0.7, 1.0))
    u, v = np.meshgrid(np.linspace(0.0, np.pi, 300), np.linspace(0.0, 2.0 * np.pi, 600))
    surface = np.stack([0.4 * np.sin(u) * np.cos(v), 0.5 * np.sin(u) * np.sin(v), 0.9 * np.cos(u)], -1).reshape(-1, 3)
    surface = surface @ np.asarray(body.axes) + body.centre
    for place in np.random.default_rng(1).normal(size=(20, 3)) * 2.0 + body.centre:
        nearest = np.sqrt(((surface - place) ** 2).sum(1).min())
        gap, normal = ellipsoid_gap(body, tuple(place.tolist()))
        if gap > 0.01:
            assert gap == pytest.approx(nearest, abs=5e-4) and np.linalg.norm(normal) == pytest.approx(1.0)
    assert ellipsoid_gap(Obstacle((0.0, 0.0, 0.0), (0.4, 0.5, 0.9)), (0.0, 0.0, 2.0))[0] == pytest.approx(1.1, abs=1e-12)


def test_a_step_of_the_box_is_exact_at_both_ends_and_steady_between():
    moved = box_in_tick(1.0, 2.0, 5)
    for part in (0.0, 0.3, 0.7, 1.0):
        expected = pose(2.0, (5 + part) * H)
        found = [axis_at(moved, k, part * H) for k in range(3)]
        np.testing.assert_allclose(found, expected, atol=1e-11)
    late = rest_of(moved, 0.4 * H)
    np.testing.assert_allclose([axis_at(late, k, late.step) for k in range(3)], pose(2.0, 6 * H), atol=1e-12)
    np.testing.assert_allclose(moved.spin, 2.0 * np.asarray(AXIS), rtol=1e-12)


@pytest.mark.parametrize("method", range(5))
def test_drums_have_the_same_bits_compiled_and_interpreted(method):
    balls, memory = gas(20, 0.6, 0.1, 6.0), balls_in_box_step.memory_of(20)
    body = Obstacle((0.0, 0.0, 0.0), (0.1, 0.1, 0.15), pose(1.0, 0.3))
    world = balls_in_box_step.BallWorld(box_in_tick(0.6, 2.0, 3), BallRules(WEIGHT, 0.8, 0.3), body)
    calls = {
        balls_in_box_step.EVENT_DRIVEN: (advance, memory.events, world),
        balls_in_box_step.SIMULTANEOUS: (simultaneous_contacts.advance, memory.heap, world),
        balls_in_box_step.OVERLAP: (forum_ball_method.move, world.box),
        balls_in_box_step.PENALTY: (overlap_response.advance, memory.events, world, (900.0, 3.0)),
        balls_in_box_step.APART: (overlap_response.advance, memory.events, world, overlap_response.MOVED_APART),
    }
    function, *arguments = calls[method]
    assert_same_bits(function, balls, *arguments)


def test_a_fill_has_as_many_balls_as_asked_or_none():
    for count in (1, 15, 200, 1000):
        balls = fill_box((3.0, 3.0, 3.0), count, 0.22, 3.0, 1)
        assert len(balls) == count and deepest_overlap(balls) <= 0.0
    assert fill_box((3.0, 3.0, 3.0), 10_000, 0.22, 3.0, 1) is None


def first_time_outside(turning, flight, samples=400):
    """The first of many times at which the ball is outside of a wall by more than 1e-11 m, or inf."""
    for time in np.linspace(0.0, turning.step, samples):
        if max(wall_gap(turning, wall, flight, time)[0] for wall in range(6)) > 1e-11:
            return time
    return np.inf


@settings(max_examples=150)
@given(seed=st.integers(0, 10**6))
def test_a_ball_that_leaves_and_returns_within_a_step_meets_its_wall(seed):
    """Balls that barely part from a wall, while gravity and the turn bring them back.."""
    random = np.random.default_rng(seed)
    axis = random.normal(size=3)
    axis /= np.linalg.norm(axis)
    rate = random.uniform(-10.0, 10.0)
    turning = box((1.0, 1.0, 1.0), H, pose(rate, 0.3, axis), pose(rate, 0.3 + H, axis))
    wall, radius = int(random.integers(6)), 0.1
    outwards = np.asarray(turning.axes[wall % 3]) * (1.0 if wall < 3 else -1.0)
    along = random.uniform(-0.8, 0.8, 3) @ np.asarray(turning.axes)  # so that it is inside the other walls
    place = along - (along @ outwards) * outwards + outwards * (1.0 - radius) * (1.0 - 1e-15)
    velocity = np.cross(turning.spin, place) + np.cross(random.normal(size=3), outwards) * random.choice([0.3, 3.0])
    velocity -= outwards * 10.0 ** random.uniform(-5.0, -2.0)
    flight = tuple(place.tolist()), tuple(velocity.tolist()), tuple((5.0 * random.normal(size=3)).tolist()), radius
    assert first_wall(turning, flight, 0.0)[0] <= first_time_outside(turning, flight)
