"""A whole body is placed: it keeps its feet, crouches where it cannot stand, and leaves solids by the nearest free side."""

from math import cos, pi, radians, sin, tan
from pathlib import Path

import numpy as np
import pytest

from game.collision import overlap
from game.collision.mesh.closed_shells import ClosedShells
from game.explain.describe_trace import respawn_message
from game.level.contents.volume import Checkpoint, Kill, Portal
from game.simulation import Ground, Intent
from game.simulation.recording import Recording
from tests.simulation.driving import STILL, run, simulate, walk
from tests.simulation.scenes import box, floor, indexed, level_of, mover, quad, travelling, turned, volume

FREE = 1e-8
EDGE = floor(0.0, (-3.0, -10.0), (3.0, 0.0))
FAR_BELOW = floor(-5.0, (90.0, 90.0), (91.0, 91.0))


def feet_of(sim):
    return sim.state.position[2] - sim.params.at(sim.state.crouched).feet


def tunnel(height):
    return floor(), box((-3.0, -2.0, height), (3.0, 2.0, height + 0.5))


def assert_outside(sim, shells):
    assert overlap(sim.mesh, sim.body, sim.state.position) <= FREE
    assert not shells.in_solid(np.array(sim.state.position))


# Falls


@pytest.mark.parametrize("ceiling", [None, 1.21, 1.25, 1.3])
@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("pace", [1.0, 0.7, 0.4])
def test_a_crouched_player_that_stands_up_in_its_fall_returns_once_and_free(ceiling, hz, pace):
    roof = () if ceiling is None else (box((-3.0, -6.0, ceiling), (3.0, 1.0, ceiling + 0.5)),)
    sim = simulate(EDGE, FAR_BELOW, *roof, feet=(0.0, -8.0, 0.0), hz=hz)
    while not sim.state.returns:
        sim.tick(Intent((0.0, pace), crouch=sim.state.position[2] > 0.0))
    assert overlap(sim.mesh, sim.body, sim.state.position) <= FREE and sim.state.crouched == 1.0
    run(sim, 3 * hz)
    assert sim.state.returns == 1 and sim.state.ground == Ground.FLOOR and feet_of(sim) == pytest.approx(0.0, abs=1e-3)
    assert (sim.state.crouched == 0.0) == (ceiling is None)


def test_a_player_that_never_stood_returns_to_the_spawn():
    """A spawn beside the floor, a portal's exit, a mesh that is saved without its ground: the fall had no end and no word."""
    sim = simulate(EDGE, FAR_BELOW, feet=(0.0, -8.0, 0.0))
    sim.begin_at((50.0, 0.0, 0.0))
    sim.tick(STILL)
    before = sim.state
    assert before.stood is None
    while not sim.state.returns:
        before = sim.tick(STILL).before
        assert sim.state.tick < 500
    said = respawn_message(before, sim.state, is_timed=False)
    assert said == "you fell out of the level: you are back at the start"
    run(sim, 60)
    assert (sim.state.returns, sim.state.deaths, sim.state.ground) == (1, 0, Ground.FLOOR)
    assert sim.state.position == pytest.approx((0.0, -8.0, 0.9), abs=1e-3)


def test_a_tall_checkpoint_delays_no_return():
    """The fall ended only below the foot of the checkpoint's column."""
    sim = simulate(EDGE, feet=(0.0, -0.9, 0.0), volumes=[volume(Checkpoint(), (0.0, -8.0, -300.0), (2.0, 2.0), 400.0)])
    while not sim.state.returns:
        assert sim.tick(walk(0.0, 5.0)).tick < 150


def test_a_spawn_below_the_level_holds_the_player_near_it():
    sim = simulate(EDGE, feet=(0.0, -5.0, -30.0))
    records = run(sim, 600)
    assert sim.state.returns > 1 and min(record.after.position[2] for record in records) > -130.0


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_hanging_on_the_edge_of_the_lowest_floor_is_no_fall(hz):
    sim = simulate(EDGE, feet=(0.0, -0.5, 0.0), hz=hz)
    while sim.state.position[1] < 0.3:
        assert sim.tick(walk(0.0, 0.25)).tick < 60 * hz
    records = run(sim, 5 * hz)
    assert {record.after.ground for record in records} == {Ground.FLOOR} and sim.state.returns == 0


@pytest.mark.parametrize("radii", [(0.5, 0.5, 0.5), (0.3, 0.3, 0.3), (0.6, 0.6, 0.4), (0.15, 0.15, 0.4)])
@pytest.mark.parametrize("hz, pace", [(30, 0.1), (60, 0.02), (240, 0.1), (480, 0.3)])
def test_a_low_body_that_walks_off_the_lowest_floor_returns_once(radii, hz, pace):
    """The edge may be as high as its waist and still carry it, so it hangs by its side before it falls."""
    sim = simulate(EDGE, feet=(0.0, -0.9, 0.0), hz=hz, radii=radii, crouch_height=1.4 * radii[2])
    while not sim.state.returns:
        assert sim.tick(walk(0.0, 5.0 * pace)).tick < 60 * hz
    run(sim, hz)
    assert sim.state.returns == 1 and sim.state.ground == Ground.FLOOR
    run(sim, hz, walk(0.0, -1.0))
    assert sim.state.returns == 1 and sim.state.position[1] < -0.5


@pytest.mark.parametrize("degrees, radii", [
    (35, (0.4, 0.4, 0.9)), (45, (0.4, 0.4, 0.9)), (30, (0.8, 0.8, 0.9)), (48, (0.5, 0.5, 0.5)),
])  # fmt: skip
@pytest.mark.parametrize("hz, pace", [(60, 0.3), (120, 1.0), (240, 0.1)])
def test_a_player_that_crawls_down_over_the_end_of_a_ramp_is_returned_once(degrees, radii, hz, pace):
    """The last safe place is beside the ramp, and ground beside that place is a slope."""
    rise = tan(radians(degrees))
    ramp = quad((-3.0, -8.0, 8.0 * rise), (3.0, -8.0, 8.0 * rise), (3.0, 0.0, 0.0), (-3.0, 0.0, 0.0))[:, ::-1]
    sim = simulate(ramp, feet=(0.0, -2.0, 2.0 * rise + 0.3), hz=hz, radii=radii, crouch_height=min(1.2, 1.4 * radii[2]))
    run(sim, hz)
    while not sim.state.returns:
        is_above = sim.state.ground == Ground.FLOOR or sim.state.position[2] > sim.state.stood[2] - 0.02
        assert sim.tick(Intent((0.0, pace), crouch=is_above)).tick < 60 * hz
    run(sim, 3 * hz)
    assert sim.state.returns == 1 and sim.state.ground == Ground.FLOOR


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("crouch", [False, True])
@pytest.mark.parametrize("speed", [0.0, 0.05])
def test_a_player_that_stood_on_a_mover_alone_returns_to_it_and_not_over_the_gap(speed, crouch, hz):
    """To where it stood after the first tick, which may be one of walking."""
    lift = mover(box((-3.0, -3.0, -0.5), (3.0, 0.0, 0.0)), **travelling((speed, 0.0, 0.0)))
    land = floor(0.0, (-10.0, 1.5), (10.0, 12.0))
    sim = simulate(land, FAR_BELOW, feet=(0.0, -1.5, 0.0), movers=[lift], hz=hz)
    while not sim.state.returns:
        assert sim.tick(Intent((0.0, -1.0), crouch=crouch)).tick < 20 * hz
    run(sim, hz)
    assert sim.state.returns == 1 and sim.state.ground == Ground.FLOOR and abs(sim.state.position[1] + 1.5) <= 5.0 / hz + 1e-9


# Low spaces


@pytest.mark.parametrize("thick", [0.03, 0.05, 0.07])
def test_a_roof_below_the_centre_of_a_standing_body_is_above_a_crouched_one(thick):
    roof = box((-3.0, -3.0, 0.82), (3.0, 3.0, 0.82 + thick))
    sim = simulate(floor(), roof, radii=(0.2, 0.2, 0.9), crouch_height=0.8)
    assert sim.state.crouched == 1.0 and feet_of(sim) == pytest.approx(0.0, abs=1e-3)
    sim.begin_at((0.5, 0.0, 0.0))
    assert sim.state.crouched == 1.0 and feet_of(sim) == pytest.approx(0.0, abs=1e-3)
    sim.begin_at((0.5, 0.0, 0.82 + thick))
    assert sim.state.crouched == 0.0 and feet_of(sim) == pytest.approx(0.82 + thick, abs=1e-3)


@pytest.mark.parametrize("height", [1.21, 1.3, 1.5, 1.7])
@pytest.mark.parametrize("radii", [(0.3, 0.3, 0.9), (0.4, 0.4, 0.9), (0.5, 0.3, 0.9)])
@pytest.mark.parametrize("hz", [30, 60])
def test_a_start_in_a_low_space_is_crouched_until_there_is_room(height, radii, hz):
    sim = simulate(*tunnel(height), radii=radii, hz=hz)
    assert sim.state.crouched == 1.0 and feet_of(sim) == pytest.approx(1e-4, abs=1e-9)
    for _ in range(2 * hz):
        sim.tick(STILL)
        assert overlap(sim.mesh, sim.body, sim.state.position) <= FREE
    run(sim, 2 * hz, walk(0.0, -5.0))
    assert sim.state.position[1] < -2.5 and sim.state.crouched == 0.0 and sim.state.ground == Ground.FLOOR


@pytest.mark.parametrize("kind", ["respawn", "portal"])
def test_so_are_a_respawn_and_a_portal(kind):
    deadly = volume(Kill(), at=(0.0, 10.0, 0.0), size=(6.0, 1.0), height=2.0)
    point = volume(Checkpoint(), at=(0.0, 0.0, 0.0), size=(1.0, 1.0), height=1.2)
    door = volume(Portal((0.0, 0.0, 0.0), 0.0), at=(0.0, 10.0, 0.0), size=(6.0, 1.0), height=2.0)
    sim = simulate(*tunnel(1.3), feet=(0.0, 8.0, 0.0), volumes=[deadly, point] if kind == "respawn" else [door])
    sim.restore(sim.state.replace(checkpoint=1 if kind == "respawn" else -1))
    while not sim.state.deaths + sim.state.ported:
        sim.tick(walk(0.0, 5.0))
    assert sim.state.crouched == 1.0 and feet_of(sim) == pytest.approx(1e-4, abs=1e-9)
    run(sim, 60)
    assert overlap(sim.mesh, sim.body, sim.state.position) <= FREE and sim.state.ground == Ground.FLOOR


def test_a_recording_that_starts_crouched_starts_so_again():
    level = level_of(*tunnel(1.3))
    level.name, level.path, level.hash = "scene", Path("scene.toml"), "0"
    sim = simulate(*tunnel(1.3))
    sim.level = level
    run(sim, 90, walk(0.0, 5.0))
    again = Recording.parse(str(Recording.of(sim)))
    assert again.crouched == 1.0 and again.verify(level)[0]


# Solids


@pytest.mark.parametrize("thick", [0.05, 0.2, 0.6, 1.0, 1.7, 2.0])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("turn", [0.0, 0.5])
@pytest.mark.parametrize("radii", [(0.4, 0.4, 0.9), (0.6, 0.3, 0.9)])
def test_out_of_a_slab(thick, share, turn, radii):
    slab = turned(box((-3.0, -3.0, 3.0), (3.0, 3.0, 3.0 + thick)), turn)
    sim = simulate(floor(), slab, radii=radii)
    sim.teleport((0.0, 0.0, 3.0 + share * thick))
    shells = ClosedShells(*indexed(floor(), slab))
    assert_outside(sim, shells)
    for _ in range(60):
        sim.tick(walk(1.0, 1.0))
        assert_outside(sim, shells)


@pytest.mark.parametrize("lean", [0.3, 0.8, pi / 2])
@pytest.mark.parametrize("thick", [0.2, 0.6, 1.2])
def test_out_of_a_leaning_plate_by_its_nearer_side(lean, thick):
    c, s = cos(lean), sin(lean)
    plate = box((-4.0, -4.0, -0.5 * thick), (4.0, 4.0, 0.5 * thick)) @ np.array([[1, 0, 0], [0, c, s], [0, -s, c]])
    normal = np.array([0.0, -s, c])
    for side in (1.0, -1.0):
        sim = simulate(floor(-9.0), plate + (0.0, 0.0, 6.0))
        sim.teleport(tuple((0.3 * side * thick * normal + (0.0, 0.0, 6.0)).tolist()))
        assert_outside(sim, ClosedShells(*indexed(floor(-9.0), plate + (0.0, 0.0, 6.0))))
        assert side * ((sim.state.position - np.array((0.0, 0.0, 6.0))) @ normal) > 0.0


def test_out_of_nested_boxes_and_not_through_the_floor_below():
    inner, outer = box((-0.5, -0.5, 0.0), (0.5, 0.5, 1.2)), box((-1.0, -1.0, 0.0), (1.0, 1.0, 1.4))
    sim = simulate(floor(), inner, outer)
    sim.teleport((0.1, 0.0, 0.3))
    assert_outside(sim, ClosedShells(*indexed(floor(), inner, outer)))
    assert feet_of(sim) > 0.0


@pytest.mark.parametrize("count", [16, 40])
@pytest.mark.parametrize("radius", [2.5, 4.0])
def test_out_of_a_finely_meshed_ball_on_the_floor(radius, count):
    """Hundreds of its nearest facets are below, where the floor is in the way."""
    polar, around = np.linspace(0.0, pi, count + 1)[:, None], np.linspace(0.0, 2.0 * pi, 2 * count + 1)
    height = np.cos(polar) + 0.0 * around
    points = radius * np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), height + 1.0], axis=2)
    a, b, c, d = points[:-1, :-1], points[1:, :-1], points[:-1, 1:], points[1:, 1:]
    ball = np.concatenate([np.stack(corners, axis=2).reshape(-1, 3, 3) for corners in ((a, b, c), (c, b, d))])
    sim = simulate(floor(), ball, feet=(20.0, 20.0, 0.0))
    sim.teleport((0.1, 0.1, 0.95))
    assert_outside(sim, ClosedShells(*indexed(floor(), ball)))
    assert feet_of(sim) > -1e-3


def test_a_room_is_no_solid_and_a_box_in_it_is():
    shells = ClosedShells(*indexed(box((-9.0, -9.0, 0.0), (9.0, 9.0, 5.0))[:, ::-1], box((0.0, 0.0, 1.0), (2.0, 2.0, 2.0))))
    assert not shells.in_solid(np.array((-3.0, 0.1, 1.0))) and shells.in_solid(np.array((1.0, 0.9, 1.5)))


def test_an_open_box_contains_nothing():
    assert not ClosedShells(*indexed(box((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0))[2:])).in_solid(np.zeros(3))


@pytest.mark.parametrize("radii", [(0.5, 0.5, 0.35), (0.6, 0.6, 0.39), (0.9, 0.3, 0.3)])
@pytest.mark.parametrize("size, has_room", [(0.4, False), (4.0, True)])
def test_a_body_that_fits_nowhere_is_said(size, has_room, radii):
    """Its centre is in a chamber of solid rock that is too narrow for the body in any posture."""
    side = 30.0
    walls = [box((-side, -side, -side), (side, side, 0.0)), box((-side, -side, size), (side, side, side))]
    for low, high in (((-side, -side), (-0.5 * size, side)), ((0.5 * size, -side), (side, side))):
        walls += [box((*low, 0.0), (*high, size)), box((low[1], low[0], 0.0), (high[1], high[0], size))]
    sim = simulate(floor(-60.0), *walls, radii=radii)
    assert ("no room" in sim.note_on_room()) != has_room
    run(sim, 10)
    assert ("no room" in sim.note_on_room()) != has_room


ROOM = [
    box((-8.0, -8.0, -3.0), (8.0, 8.0, 0.0)), box((-8.0, -8.0, 3.0), (8.0, 8.0, 4.0)), box((-8.0, -8.0, 0.0), (-7.0, 8.0, 3.0)),
    box((7.0, -8.0, 0.0), (8.0, 8.0, 3.0)), box((-7.0, 7.0, 0.0), (7.0, 8.0, 3.0)), box((-7.0, -8.0, 0.0), (7.0, -7.0, 3.0)),
]  # fmt: skip


@pytest.mark.parametrize("place", [(0.0, 0.0), (3.0, -2.0), (-6.0, 6.0)])
@pytest.mark.parametrize("depth", [0.3, 1.0, 1.2])
@pytest.mark.parametrize("more", [[], [floor(-3.0, (-8.0, -40.0), (8.0, -8.0))]])
def test_boxes_of_one_mesh_that_share_corners_are_solids_of_their_own(more, depth, place):
    """A whole body has room in the thick floor of this room, but the floor is solid."""
    sim = simulate(*ROOM, *more, feet=(*place, -0.9 - depth))
    assert sim.state.position == pytest.approx((*place, 0.9), abs=2e-4)
