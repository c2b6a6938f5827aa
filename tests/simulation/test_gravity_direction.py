"""Gravity of any direction: the same walk turned, planets, ceilings, and what may be said of it in a level file."""

from functools import cache
from math import cos, hypot, pi, sin, sqrt

import numpy as np
import pytest

from game.core import jit
from game.core.right_forward_up_frame import WORLD, frame_at, own_to_world, up_of
from game.explain.describe_trace import describe_trace
from game.level.contents.volume import Down, Gravity, TurnedGravity
from game.player.gravity_aligned_frame import TURN_RATE, rotate_towards
from game.simulation import Ground, Intent, PlayerParams, Simulation
from game.simulation.event_detection import EventKind, events_of
from game.simulation.oriented_body import rotated_mesh
from tests.forks import GAME, output_of_fork
from tests.simulation.driving import STILL, apart, grounds, path, run, simulate, walk
from tests.simulation.scenes import WALKS, box, floor, join, level_of, mover, scene, travelling, volume, wall

CENTRE, RADIUS = (3.0, -2.0, 5.0), 8.0
FEET = PlayerParams().feet
UPS = {
    "upside down": (0.0, 0.0, -1.0),
    "on a wall": (0.0, -1.0, 0.0),
    "on another": (1.0, 0.0, 0.0),
    "aslant": (0.48, -0.6, 0.64),
    "nearly upside down": (6e-7, 0.0, -sqrt(1.0 - 3.6e-13)),
}


def down_to(up):
    return Down(direction=tuple(-part for part in up))


def in_gravity(triangles, gravity, **params):
    level = level_of(triangles)
    level.gravity = gravity
    return Simulation(level, PlayerParams(**params), history=10**6)


def walked(sim, start):
    sim.teleport(start)
    return [sim.tick(walk(x, y, 1.0, jump=jump)) for x, y, ticks, jump in WALKS for _ in range(ticks)]


@cache
def walked_twice(up, height):
    """Return the records of a walk from a height [m], and those of the same walk in the level turned with its gravity."""
    frame, start = frame_at(up), (0.1, -1.0, height)
    plain = walked(Simulation(level_of(scene()), history=10**6), start)
    return plain, walked(in_gravity(turned_by(frame, scene()), down_to(up)), turned_by(frame, start))


def turned_by(frame, points):
    """Points (n, 3) of the frame in the world."""
    return np.asarray(points) @ np.array(frame or np.eye(3))


# The same walk, turned


@pytest.mark.parametrize("up", UPS.values(), ids=UPS)
def test_a_level_turned_with_its_gravity_gives_the_turned_path(up):
    records, others = walked_twice(up, 0.95)
    plain, turned = np.array(path(records)), np.array(path(others))
    assert np.abs(turned - turned_by(frame_at(up), plain)).max() < 1e-9
    assert [r.after.ground for r in records] == [r.after.ground for r in others]
    assert np.ptp(plain[:, 2]) > 0.8 and np.ptp(plain[:, 0]) > 2.0  # it climbs, jumps and meets things


@pytest.mark.parametrize("up", UPS.values(), ids=UPS)
def test_state_and_trace_are_the_worlds(up):
    frame, (records, others) = frame_at(up), walked_twice(up, 0.95)
    for record, other in zip(records[::7], others[::7]):
        for name in ("velocity", "normal", "fall"):
            assert getattr(other.after, name) == pytest.approx(own_to_world(frame, getattr(record.after, name)), abs=1e-9)
        for iteration, seen in zip(record.trace.iterations, other.trace.iterations, strict=True):
            for name in ("start", "end", "displacement", *(("point", "normal", "next_displacement") if iteration.hit else ())):
                assert getattr(seen, name) == pytest.approx(own_to_world(frame, getattr(iteration, name)), abs=1e-6)


@pytest.mark.parametrize("up", UPS.values(), ids=UPS)
def test_sounds_are_the_same(up):
    heard, same = ([(e.kind, e.amount) for r in run_ for e in events_of(r)] for run_ in walked_twice(up, 1.5))
    assert [kind for kind, _ in same] == [kind for kind, _ in heard]
    assert [amount for _, amount in same] == pytest.approx([amount for _, amount in heard], abs=1e-6)
    assert {EventKind.JUMPED, EventKind.LANDED, EventKind.STEPPED_UP, EventKind.FOOTSTEP} <= {kind for kind, _ in heard}


def test_slopes_are_measured_against_the_players_own_up():
    sim = in_gravity(turned_by(frame_at((0.0, -1.0, 0.0)), floor()), down_to((0.0, -1.0, 0.0)))
    sim.tick(STILL)
    words = describe_trace(sim.tick(STILL).trace)
    assert "tilted 0.00 degrees" in words and "can be stood on" in words


def test_magic_walls_and_refused_triangles_hold_for_turned_players():
    frame = frame_at((0.0, 0.0, -1.0))
    level = level_of(turned_by(frame, join(floor(), wall(0.0, 2.0))))
    level.gravity = down_to((0.0, 0.0, -1.0))
    sim = Simulation(level, refuse=lambda state: [2, 3])
    run(sim, 60, walk(0.0, 5.0))
    assert sim.state.position[1] == pytest.approx(5.0, abs=0.1)


# Frames


def test_frames_stay_square_and_are_carried_by_the_smallest_rotation():
    frame = None
    for number in range(1000):
        up = (sin(0.01 * number), 0.0, cos(0.01 * number))
        frame = frame_at(up, frame)
        if frame:
            assert np.abs(np.array(frame) @ np.array(frame).T - np.eye(3)).max() < 1e-15
            assert frame[2] == up and frame[1] == pytest.approx((0.0, 1.0, 0.0), abs=1e-12)


def test_a_body_turns_no_faster_than_it_can_and_comes_to_stand():
    frame, ticks = WORLD, 0
    while up_of(frame) != (0.0, 0.0, -1.0):
        before, frame, ticks = up_of(frame), rotate_towards(frame, (0.0, 0.0, -1.0), 0.7, 1 / 60), ticks + 1
        assert np.arccos(np.clip(np.dot(before, up_of(frame)), -1, 1)) < TURN_RATE / 60 + 1e-7
    assert ticks == pytest.approx(60 * pi / TURN_RATE, abs=1.5)
    ahead = (-sin(0.7), cos(0.7), 0.0)
    assert own_to_world(frame, ahead) == pytest.approx(ahead, abs=1e-9)  # rolled about where the player looks


# A planet


def planet(radius=RADIUS, cuts=32):
    """A cube's faces cut into squares and blown up to a ball of facets."""
    at = np.tan(np.linspace(-pi / 4, pi / 4, cuts + 1))
    triangles = []
    for axis in range(3):
        for side in (-1.0, 1.0):
            grid = np.empty((cuts + 1, cuts + 1, 3))
            grid[..., axis], grid[..., (axis + 1) % 3], grid[..., (axis + 2) % 3] = side, at[:, None] * side, at[None, :]
            grid *= radius / np.linalg.norm(grid, axis=2, keepdims=True)
            a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
            triangles += [np.stack([a, b, c], axis=2).reshape(-1, 3, 3), np.stack([a, c, d], axis=2).reshape(-1, 3, 3)]
    return np.concatenate(triangles) + np.array(CENTRE)


@pytest.fixture(scope="module")
def ball():
    return planet()


def on_planet(ball, up, height=0.0):
    sim = in_gravity(ball, Down(towards=CENTRE))
    sim.teleport(tuple(c + part * (RADIUS + height + FEET + 1e-4) for c, part in zip(CENTRE, up)))
    return sim


def away(state):
    """Distance of a state's centre from the planet's centre [m]."""
    return apart(state.position, CENTRE)


@pytest.mark.parametrize("up", [(0.0, 0.0, 1.0), (0.6, 0.0, 0.8), (0.0, -1.0, 0.0), (0.0, 0.6, -0.8)])
@pytest.mark.parametrize("heading", [0.0, 0.8, 2.5])
def test_a_whole_great_circle_comes_home_and_is_floor_all_the_way(ball, up, heading):
    sim = on_planet(ball, up)
    run(sim, 10)
    start, round_ = sim.state, 2.0 * pi * (RADIUS + FEET) / 5.0
    records = run(sim, 60 * round_ + 1, walk(-5.0 * sin(heading), 5.0 * cos(heading)))
    assert grounds(records) == {Ground.FLOOR}
    assert min(apart(r.after.position, start.position) for r in records[600:]) < 0.06  # half a tick's way, and facets
    heights = [away(record.after) - RADIUS - FEET for record in records]
    assert max(heights) < 1e-3 and min(heights) > -(RADIUS * (1.0 - cos(0.5 * hypot(0.05, 0.05)))) - 1e-3
    assert np.abs(np.subtract(sim.state.frame or np.eye(3), start.frame or np.eye(3))).max() < 0.03
    assert max(apart(r.before.position, r.after.position) for r in records) < 5.2 / 60


def test_a_jump_on_the_far_side_of_the_planet_lands_again(ball):
    sim = on_planet(ball, (0.0, 0.6, -0.8))
    run(sim, 10)
    start = away(sim.state)
    records = run(sim, 1, Intent(jump=True)) + run(sim, 60)
    assert max(away(r.after) for r in records) - start == pytest.approx(sim.params.jump_height, rel=0.01)
    assert sim.state.ground == Ground.FLOOR and away(sim.state) == pytest.approx(start, abs=1e-3)


@pytest.mark.parametrize("up", [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (0.8, 0.0, -0.6), (2 / 3, 2 / 3, 1 / 3)])
def test_falling_ten_metres_onto_the_planet_lands(ball, up):
    sim = on_planet(ball, up, height=10.0)
    needed = 60.0 * sqrt(2.0 * 10.0 / sim.params.gravity)
    records = run(sim, needed - 2)
    assert grounds(records) == {Ground.AIR}
    run(sim, 10)
    assert sim.state.ground == Ground.FLOOR and abs(away(sim.state) - RADIUS - FEET) < 0.02


# Volumes, from one gravity into another


def test_falling_up_to_a_ceiling_and_walking_there_and_back_down():
    gravity = volume(TurnedGravity(1.0, Down(direction=(0.0, 0.0, 1.0))), at=(0.0, 10.0, -1.0), size=(20.0, 10.0), height=8.0)
    sim = simulate(floor(), floor(6.0)[:, ::-1], volumes=[gravity])
    out = run(sim, 90, walk(0.0, 5.0)) + run(sim, 150)
    assert sim.state.ground == Ground.FLOOR and sim.state.position[2] == pytest.approx(6.0 - FEET, abs=1e-3)
    assert up_of(sim.state.frame) == (0.0, 0.0, -1.0)
    assert max(apart(r.before.position, r.after.position) for r in out) < 0.25  # nothing throws the player
    run(sim, 90, walk(0.0, -5.0)), run(sim, 150)
    assert sim.state.ground == Ground.FLOOR and sim.state.position[2] == pytest.approx(FEET, abs=1e-3)
    assert sim.state.frame is None


def test_gravity_that_turns_by_ninety_degrees_beside_a_wall_does_not_embed():
    """The body turns where it stands, and comes out of what its length would be in."""
    gravity = volume(TurnedGravity(1.0, Down(direction=(0.0, 1.0, 0.0))), at=(0.0, 9.0, -1.0), size=(20.0, 4.0), height=8.0)
    sim = simulate(floor(), wall(0.0, 10.0), volumes=[gravity])
    records = run(sim, 120, walk(0.0, 5.0)) + run(sim, 90)
    assert sim.state.ground == Ground.FLOOR and up_of(sim.state.frame) == (0.0, -1.0, 0.0)
    assert sim.state.position[1] == pytest.approx(10.0 - FEET, abs=1e-3) and sim.state.position[2] > 0.4
    assert max(apart(r.before.position, r.after.position) for r in records) < 0.25


def test_a_player_that_walks_off_a_ceiling_falls_out_and_respawns_on_it():
    frame = frame_at((0.0, 0.0, -1.0))
    sim = in_gravity(turned_by(frame, floor(0.0, (-5.0, -5.0), (5.0, 5.0))), down_to((0.0, 0.0, -1.0)))
    run(sim, 180, walk(0.0, 5.0))
    assert sim.state.returns >= 1
    run(sim, 60)
    assert sim.state.ground == Ground.FLOOR and up_of(sim.state.frame) == (0.0, 0.0, -1.0)


def test_movers_are_stood_on_upside_down():
    slab = mover(box((-2.0, -2.0, 0.0), (2.0, 2.0, 0.5)), **travelling((0.0, 1.0, 0.0), at=(0.0, 0.0, 3.0)))
    level = level_of(floor(20.0), movers=[slab])
    level.gravity = down_to((0.0, 0.0, -1.0))
    sim = Simulation(level, history=10**6)
    sim.teleport((0.0, 0.0, 3.0 - FEET - 1e-4))
    run(sim, 60)
    assert sim.state.ground == Ground.FLOOR and sim.state.ground_body == 0
    assert sim.state.position == pytest.approx((0.0, 59 / 60, 3.0 - FEET), abs=1e-3)  # the first tick finds it


# The same bits


def test_levels_without_it_know_no_frame():
    sim = simulate(floor(), volumes=[volume(Gravity(0.5))])
    run(sim, 30, walk(1.0, 1.0))
    assert all(record.after.frame is None and record.trace.turn is None for record in sim.history)


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_interpreted_turned_ticks_give_the_same_bits():
    code = "from tests.simulation.test_gravity_direction import planet_hash; print(planet_hash())"
    assert output_of_fork(code, preload=GAME, NUMBA_DISABLE_JIT="1").strip() == planet_hash()


def planet_hash():
    """Of a walk and a jump on a coarse planet."""
    sim = on_planet(planet(cuts=12), (0.6, 0.0, 0.8))
    run(sim, 40, walk(3.0, 4.0)), run(sim, 20, Intent((0.6, 0.8), jump=True))
    return sim.state_hash()


def test_crouching_on_a_wall_keeps_the_feet_and_stands_up_only_where_there_is_room():
    frame = frame_at((0.0, -1.0, 0.0))
    low = box((-2.0, 1.0, 1.3), (2.0, 4.0, 2.0))
    sim = in_gravity(turned_by(frame, join(floor(), low)), down_to((0.0, -1.0, 0.0)))
    sim.teleport(turned_by(frame, (0.0, 0.0, FEET + 1e-4)))
    run(sim, 30, Intent(crouch=True)), run(sim, 60, walk(0.0, 2.5, crouch=True)), run(sim, 30)
    state = sim.state
    tall, more = 2.0 * sim.params.at(state.crouched).feet, 2.0 * sim.params.at(state.crouched - 0.12).feet
    assert state.ground == Ground.FLOOR and tall < 1.3 < more  # as far up as the player fits
    assert np.dot(state.position, up_of(state.frame)) == pytest.approx(sim.params.at(state.crouched).feet, abs=1e-3)
    run(sim, 120, walk(0.0, -2.5))
    assert sim.state.crouched == 0.0


def test_a_turned_tick_gets_its_triangles_as_it_was_compiled_for():
    """Else the first step on a planet waits for the compiler."""
    sim = in_gravity(scene(), down_to(UPS["on a wall"]))
    sim.tick(walk(0.3, 1.0))
    corners, order = sim.nearby.rotated_triangles
    assert len(corners) > 1 and corners.flags.c_contiguous and order.flags.c_contiguous


@pytest.mark.parametrize("count", [1, 64, 65, 300, 1000])
def test_a_tree_of_rotated_triangles_is_full(count):
    """An inner node without all of its children would lead to boxes behind the end."""
    rotated = rotated_mesh(np.full((count, 9), 1.0), np.zeros(count, np.int32))
    leaves = len(rotated.corners) // 4
    assert len(rotated.corners) >= count and len(rotated.nodes) == (4 * leaves - 1) // 3
    assert np.isinf(rotated.nodes).all() and (rotated.corners[:count] == 1.0).all()
