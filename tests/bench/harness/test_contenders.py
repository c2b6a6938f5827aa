"""The comparison is fair: the peers stand at the same places as Glissade, and the same obstacles stop them."""

import numpy as np
import pytest

from game.bench.harness.contenders import OURS, SPHERE, body_sweepers, sphere_sweepers, steppers, sweeping_peers, walkers
from game.bench.harness.meshes import small_level
from game.bench.harness.walking_moves import BODY, GAP, drop_to_ground, scattered_track, tour_track, walking_track
from game.collision import TriangleMesh, overlap, sweep
from game.other_engines import rapier


@pytest.fixture(scope="module")
def track():
    course = small_level()
    return walking_track(course, TriangleMesh(course.vertices, course.triangles))


def test_tracks_start_free_and_near_the_ground(track):
    for start in track.starts[::16]:
        assert overlap(track.mesh, BODY, start) < 0.0
        assert sweep(track.mesh, BODY, start, (0.0, 0.0, -1.01 * GAP))


def test_scattered_places_are_all_over(track):
    course = small_level()
    starts = np.array(scattered_track(course, track.mesh).starts)
    assert np.ptp(starts[:, 0]) > 0.9 * (course.high[0] - course.low[0])


def test_tours_are_walked_on_the_floor():
    tour = tour_track("stairs")
    assert all(np.hypot(*velocity) > 1.0 for velocity in tour.velocities)
    assert all(overlap(tour.mesh, BODY, start) < 0.0 for start in tour.starts[::32])


def test_peers_walk_along_with_glissade(track):
    pytest.importorskip("panda3d")
    for name, walker in walkers(track).items():
        walker.teleport(track.starts[0])
        for velocity in track.velocities[:5]:
            walker.step(velocity)
        x, y, z = walker.position()
        assert np.isfinite((x, y, z)).all(), name
        assert abs(z - track.starts[0][2]) < 0.6, name


def test_sweeping_peers_agree_on_a_fall_to_the_ground(track):
    pytest.importorskip("panda3d")
    starts, moves = np.array(track.starts[:8]) + (0, 0, 1.0), np.tile((0.0, 0.0, -2.0), (8, 1))
    bullet = sweeping_peers(track, "capsule", starts, moves)["Bullet capsule"]
    for i in range(8):
        ours = sweep(track.mesh, BODY, tuple(starts[i]), tuple(moves[i]))
        theirs = bullet.sweep(i)
        assert theirs.hasHit() and abs(theirs.getHitFraction() - ours.fraction) < 0.15


def test_spheres_stand_on_the_ground_and_agree_with_bullet(track):
    pytest.importorskip("panda3d")
    resting = np.array(drop_to_ground(track.mesh, SPHERE, track.starts[:64], 0.9))
    starts, move = resting + (0.0, 0.0, 0.5), (0.0, 0.0, -1.0)
    bullet = sweeping_peers(track, "sphere", starts, np.tile(move, (64, 1)))["Bullet sphere"]
    for i, (position, start) in enumerate(zip(resting, starts)):
        assert overlap(track.mesh, SPHERE, position) < 0.0
        assert bullet.sweep(i).getHitFraction() == pytest.approx(sweep(track.mesh, SPHERE, start, move).fraction, abs=0.05)


def test_without_peers_glissade_runs_alone(track):
    contenders = steppers, body_sweepers, sphere_sweepers
    assert [list(found(track, peers=False)) for found in contenders] == [[OURS]] * 3


def test_rapier_is_measured_where_installed(track):
    pytest.importorskip("panda3d")
    assert rapier.installed() == any(name.startswith("Rapier") for name in walkers(track))
