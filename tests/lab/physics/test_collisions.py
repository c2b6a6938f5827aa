"""Collisions: conserved sums, losses, angles, friction and spin, reversal."""

from time import process_time

import numpy as np
import pytest
from mpmath import mpf, sqrt, workdps

from game.core.vec3 import cross, dot, scale
from game.lab.physics.ball_array import (
    BALL,
    BallRules,
    BallWorld,
    angular_momentum,
    balls_at,
    deepest_overlap,
    energy,
    momentum,
    near_pairs,
)
from game.lab.physics.cells import time_to
from game.lab.physics.contact_impulses import slide
from game.lab.physics.ellipsoid_among_balls import NO_OBSTACLE
from game.lab.physics.event_driven import LOST, MEETINGS, advance, scratch_of
from game.lab.physics.one_dimension import solve_at_once, solve_in_pairs, swing
from game.lab.physics.walls_of_turning_box import box
from tests.lab.interpreting import assert_same_bits
from tests.lab.physics.gases import H, gas, run

UP = (0.0, 0.0, 1.0)


def collide(balls, half=1000.0, ticks=1, **keys):
    """The Scratch after some ticks in a large box."""
    scratch = scratch_of(len(balls))
    for _ in range(ticks):
        advance(balls, scratch, BallWorld(box((half,) * 3, H), BallRules(**keys), NO_OBSTACLE))
    return scratch


def test_momentum_and_energy_are_kept_over_1000_elastic_collisions():
    """To 1e-12 relative, of 512 balls that fly to the midst of a large box, so that no wall takes part."""
    rng, collisions = np.random.default_rng(1), 0
    balls = gas(512, 1.6)
    balls["mass"], balls["radius"] = rng.uniform(0.1, 10.0, 512), rng.uniform(0.05, 0.2, 512)
    balls["velocity"] = -3.0 * balls["position"] + rng.normal(size=(512, 3))
    size = (balls["mass"][:, None] * np.abs(balls["velocity"])).sum()
    before, drive, turn = energy(balls), momentum(balls), angular_momentum(balls)
    for _ in range(90):
        collisions += collide(balls).counts[MEETINGS]
    assert collisions > 1000
    assert energy(balls) == pytest.approx(before, rel=1e-12)
    np.testing.assert_allclose(momentum(balls), drive, atol=1e-12 * size)
    np.testing.assert_allclose(angular_momentum(balls), turn, atol=1e-12 * size)
    assert deepest_overlap(balls) < 1e-12


def test_energy_of_1000_collisions_in_a_box_at_rest():
    """Walls at rest do no work: 1e-12 relative."""
    balls = gas(64, 1.0)
    before = energy(balls)
    _, _, events = run(balls, 1.0, 300)
    assert events > 1000 and energy(balls) == pytest.approx(before, rel=1e-12)


@pytest.mark.parametrize("restitution", [0.0, 0.3, 0.8, 1.0])
def test_a_collision_loses_half_the_reduced_mass_times_one_minus_e_squared_vn_squared(restitution):
    """mu (1 - e e) vn vn / 2, to 1e-12 (lecture, impulse and momentum)."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        towards = rng.normal(size=3)
        places = np.array([[0.0, 0.0, 0.0], 0.21 * towards / np.linalg.norm(towards)])
        balls = balls_at(places, [5.0 * towards / np.linalg.norm(towards) + rng.normal(size=3), rng.normal(size=3)], 0.1)
        balls["mass"] = rng.uniform(0.1, 10.0, 2)
        before = energy(balls)
        scratch = collide(balls, restitution=restitution)
        assert scratch.counts[MEETINGS] == 1
        assert before - energy(balls) == pytest.approx(scratch.sums[LOST], rel=1e-11, abs=1e-12 * before)


def test_the_reported_loss_is_the_formula():
    """Head-on with masses 2 and 3 kg at 4 m/s and e = .5: 1.2 (1 - .25) 16 / 2 J."""
    balls = balls_at([(0.0, 0.0, 0.0), (0.21, 0.0, 0.0)], [(4.0, 0.0, 0.0), (0.0, 0.0, 0.0)], 0.1, [2.0, 3.0])
    assert collide(balls, restitution=0.5).sums[LOST] == pytest.approx(1.2 * 0.75 * 8.0, rel=1e-12)


def test_equal_balls_part_at_a_right_angle():
    """One at rest, e = 1: 90 degrees to 1e-9."""
    for aside in (0.01, 0.05, 0.12, 0.19):
        balls = balls_at([(-0.25, aside, 0.0), (0.0, 0.0, 0.0)], [(20.0, 0.0, 0.0), (0.0, 0.0, 0.0)], 0.1)
        collide(balls)
        first, second = balls["velocity"]
        cosine = first @ second / (np.linalg.norm(first) * np.linalg.norm(second))
        assert abs(cosine) < 1e-9 and np.linalg.norm(second) > 1.0


def test_the_cradle_in_pairs_and_at_once():
    """(1, 0, 0, 0, 0) becomes (0, 0, 0, 0, 1) in pairs and (-.6, .4, .4, .4, .4) at once; both keep energy."""
    start, touching = [1.0, 0.0, 0.0, 0.0, 0.0], [True] * 4
    assert solve_in_pairs(start, touching, 1.0) == pytest.approx([0.0, 0.0, 0.0, 0.0, 1.0], abs=1e-12)
    after = solve_at_once(start, touching, 1.0)
    assert after == pytest.approx([-0.6, 0.4, 0.4, 0.4, 0.4], abs=1e-12)
    assert sum(v * v for v in after) == pytest.approx(1.0)


def test_balls_in_a_row_pass_the_velocity_on_in_the_order_of_time():
    """The event-driven solver with five touching balls gives (0, 0, 0, 0, 1)."""
    balls = balls_at([(0.2 * k, 0.0, 0.0) for k in range(5)], [(1.0, 0.0, 0.0)] + [(0.0, 0.0, 0.0)] * 4, 0.1)
    collide(balls)
    assert balls["velocity"][:, 0] == pytest.approx([0.0, 0.0, 0.0, 0.0, 1.0], abs=1e-12)


def test_a_swinging_cradle_keeps_its_energy():
    """Two balls in, two balls out, for 100 swings."""
    offsets, velocities, collisions = [-0.1, -0.1, 0.0, 0.0, 0.0], [0.0] * 5, 0
    for _ in range(6000):
        offsets, velocities, made = swing(offsets, velocities, 4.0, H)
        collisions += made
    stored = sum(v * v + 16.0 * x * x for x, v in zip(offsets, velocities))
    assert stored == pytest.approx(2 * 0.16, rel=1e-9) and collisions > 100
    assert all(after - before >= -1e-9 for before, after in zip(offsets, offsets[1:]))


def rolled(speed, friction, seconds, slope=0.0):
    """(place, velocity, spin, first tick of rolling) of a ball on a cloth; slope: sine of its angle."""
    balls = balls_at([(0.0, 0.0, 0.0)], [(speed, 0.0, 0.0)], 0.03)
    load, pull, rolling = 9.81 * np.sqrt(1.0 - slope * slope), (9.81 * slope, 0.0, 0.0), None
    scratch = scratch_of(1)
    for tick in range(round(seconds / H)):
        slide(balls, UP, friction, load, H / 2.0)
        advance(balls, scratch, BallWorld(box((1e3,) * 3, H), BallRules(pull), NO_OBSTACLE))
        if not slide(balls, UP, friction, load, H / 2.0) and rolling is None:
            rolling = tick + 1
    return balls["position"][0, 0], balls["velocity"][0, 0], balls["spin"][0, 1], rolling


def test_a_struck_ball_slides_then_rolls():
    """It slides for 2 v / 7 mu g, rolls with 5/7 v after 12 v v / 49 mu g; within .1 % and one tick."""
    speed, friction = 5.0, 0.2
    time, way = 2.0 * speed / (7.0 * friction * 9.81), 12.0 * speed * speed / (49.0 * friction * 9.81)
    place, velocity, spin, rolling = rolled(speed, friction, 2.0)
    assert abs(rolling * H - time) <= H
    assert velocity == pytest.approx(5.0 / 7.0 * speed, rel=1e-9) and spin == pytest.approx(velocity / 0.03, rel=1e-9)
    assert place == pytest.approx(way + (2.0 - time) * velocity, rel=1e-3)


def test_a_ball_rolls_down_with_five_sevenths():
    """5/7 g sin."""
    _, velocity, spin, _ = rolled(0.0, 0.5, 1.0, 0.1)
    assert velocity == pytest.approx(5.0 / 7.0 * 9.81 * 0.1, rel=1e-6)


def test_friction_at_a_wall_lets_a_ball_roll():
    """A thrown ball without spin that meets a rough floor: 5/7 of the tangential velocity, spin 5/7 v / r (2/7 m u)."""
    balls = balls_at([(0.0, 0.0, 0.15)], [(7.0, 0.0, -6.0)], 0.1)
    collide(balls, 0.3 - 1e-9, restitution=1.0, friction=10.0)
    collide(balls, 0.3 - 1e-9, 3, restitution=1.0, friction=10.0)
    assert balls["velocity"][0, 0] < 7.0 and energy(balls) < 0.5 * (49.0 + 36.0)


def test_friction_between_balls_keeps_momentum_and_angular_momentum():
    rng = np.random.default_rng(3)
    balls = balls_at([(-0.25, 0.05, 0.02), (0.0, 0.0, 0.0)], [(20.0, 0.0, 0.0), (0.0, 0.0, 0.0)], 0.1, [1.0, 3.0])
    balls["spin"] = rng.normal(size=(2, 3)) * 30.0
    before, drive, turn = energy(balls), momentum(balls), angular_momentum(balls)
    assert collide(balls, friction=0.3).counts[MEETINGS] == 1
    np.testing.assert_allclose(momentum(balls), drive, atol=1e-12)
    np.testing.assert_allclose(angular_momentum(balls), turn, atol=1e-12)
    assert energy(balls) < before


def test_time_turned_round_brings_all_balls_back():
    """After at most six collisions all velocities are turned round: back within 1e-6 m."""
    balls = gas(15, 2.0, 0.2, seed=5)
    start, collisions, ticks, scratch = balls["position"].copy(), 0, 0, scratch_of(15)
    world = BallWorld(box((2.0,) * 3, H), BallRules(), NO_OBSTACLE)
    while collisions < 6 and ticks < 600:
        advance(balls, scratch, world)
        collisions, ticks = collisions + scratch.counts[MEETINGS], ticks + 1
    assert collisions >= 2
    balls["velocity"] *= -1.0
    for _ in range(ticks):
        advance(balls, scratch, world)
    assert np.abs(balls["position"] - start).max() < 1e-6


def test_two_tables_part_exponentially():
    """Two gases 1e-9 m apart: the logarithm of their distance grows with the collisions (chaos)."""
    one, other = gas(15, 1.0, 0.2, seed=5), gas(15, 1.0, 0.2, seed=5)
    other["position"][0, 0] += 1e-9
    apart = []
    for _ in range(4):
        run(one, 1.0, 15)
        run(other, 1.0, 15)
        apart.append(np.log10(np.abs(one["position"] - other["position"]).max()))
    assert apart[0] < -6.0 and apart[-1] > apart[0] + 2.0


def test_meetings_have_the_same_bits_compiled_and_interpreted():
    balls = gas(12, 0.7, 0.2, 6.0)
    balls["mass"], balls["spin"] = np.linspace(0.5, 3.0, 12), 4.0
    world = BallWorld(box((0.7,) * 3, H), BallRules((0.0, 0.0, -9.81), 0.9, 0.4), NO_OBSTACLE)
    _, (after, _, _) = assert_same_bits(advance, balls, scratch_of(12), world)
    assert deepest_overlap(after) < 1e-12


def crowd(count, seed, spread=1.0):
    """Rows of BALL of unequal size at random places: some overlap."""
    rng, balls = np.random.default_rng(seed), np.zeros(count, BALL)
    balls["position"], balls["velocity"] = spread * rng.normal(size=(count, 3)), rng.normal(size=(count, 3))
    balls["spin"], balls["radius"], balls["mass"] = rng.normal(size=(count, 3)), rng.uniform(0.01, 0.1, count), rng.random(count)
    return balls


@pytest.mark.parametrize("seed", range(20))
def test_near_pairs_have_every_overlap(seed):
    """Against all pairs, for balls of sizes 1:10."""
    balls = crowd(120, seed, 0.2 * (1 + seed % 4))
    found = {}
    for first, second, depths in near_pairs(balls):
        for a, b, depth in zip(first.tolist(), second.tolist(), depths.tolist()):
            assert a != b and frozenset((a, b)) not in found, "each pair once"
            found[frozenset((a, b))] = depth
    apart = np.linalg.norm(balls["position"][:, None] - balls["position"], axis=2)
    depths = balls["radius"][:, None] + balls["radius"] - apart
    expected = {frozenset(pair) for pair in zip(*np.nonzero(np.triu(depths > 0.0, 1)))}
    assert expected and expected == {pair for pair, depth in found.items() if depth > 0.0}


def test_twenty_thousand_balls_are_checked_within_a_moment():
    """Comparing each with all others took 6 s."""
    places = np.stack(np.meshgrid(*[np.arange(28.0)] * 3), -1).reshape(-1, 3)[:20_000]
    balls, start = balls_at(places, np.zeros_like(places), 0.5), process_time()
    assert deepest_overlap(balls) == 0.0
    assert process_time() - start < 1.0


def test_the_sums_are_added_in_order():
    """To the bit as a loop does: a product of matrices adds in the order of the processor's own library."""
    balls, gravity, whole, spin = crowd(300, 3), (0.1, -0.2, -9.81), 0.0, [0.0, 0.0, 0.0]
    for ball in balls:
        v, w, p, r, m = (ball[name].tolist() for name in ("velocity", "spin", "position", "radius", "mass"))
        moving = dot(v, v) + 0.4 * r**2 * dot(w, w)
        whole += m * (0.5 * moving - dot(p, gravity))
        orbital = cross(p, scale(v, m))
        spin = [s + (o + 0.4 * m * r**2 * turn) for s, o, turn in zip(spin, orbital, w)]
    assert energy(balls, gravity) == whole and angular_momentum(balls).tolist() == spin


@pytest.mark.parametrize("speed", [-1.0, -1e-3, 0.0, 1e-9, 2.0])
@pytest.mark.parametrize("pull", [-3.0, 0.0, 2.0])
@pytest.mark.parametrize("distance", [0.0, 1e-15, 1e-3, 1.0])
def test_the_time_to_a_distance_is_the_root_of_the_path(distance, speed, pull):
    """Also from distance 0 backwards: a ball on the border of its cell that gravity brings back was forgotten."""
    time = time_to(distance, speed, pull)
    with workdps(60):
        s, a, d = mpf(speed), mpf(pull), mpf(distance)
        square = s * s + 2 * a * d
        roots = [d / s] if a == 0 and s else [(sign * sqrt(square) - s) / a for sign in (-1, 1)] if a and square >= 0 else []
        ahead = [float(root) for root in roots if root > 0 or (root == 0 and d == 0 and (s > 0 or (s == 0 and a > 0)))]
    assert time == (pytest.approx(min(ahead), rel=1e-12, abs=1e-300) if ahead else np.inf)
