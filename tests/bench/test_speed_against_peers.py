"""The comparison is fair: the peers stand at the same places as Glissade, and the same obstacles stop them."""

import numpy as np
import pytest

from game.bench.speed import OURS, SPHERE, body_sweepers, sphere_sweepers, steppers, walkers
from game.bench.terrain_and_tracks import (
    BODY,
    GAP,
    PLACES,
    drop_to_ground,
    scattered_track,
    small_level,
    tour_track,
    walking_track,
)
from game.collision import TriangleMesh, overlap, sweep
from game.other_engines import rapier
from game.other_engines.bullet import BulletSweep, BulletWorld


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


def test_every_contender_makes_all_moves_of_a_block(track):
    pytest.importorskip("panda3d")
    for contenders in (steppers, body_sweepers, sphere_sweepers):
        for name, contender in contenders(track, peers=True).items():
            moves = contender.arguments(PLACES - 3, 8)
            assert len(moves) == 8 and moves[3] == contender.arguments(0, 1)[0], name
            contender.calls(moves)


def test_sweeping_peers_agree_on_a_fall_to_the_ground(track):
    pytest.importorskip("panda3d")
    bullet = BulletSweep(BulletWorld(track.vertices, track.triangles), "capsule")
    for x, y, z in track.starts[:8]:
        start, end = (x, y, z + 1.0), (x, y, z - 1.0)
        theirs, ours = bullet.sweep([(start, end)]), sweep(track.mesh, BODY, start, (0.0, 0.0, -2.0))
        assert theirs.hasHit() and abs(theirs.getHitFraction() - ours.fraction) < 0.15


def test_spheres_stand_on_the_ground_and_agree_with_bullet(track):
    pytest.importorskip("panda3d")
    bullet = BulletSweep(BulletWorld(track.vertices, track.triangles), "sphere")
    for x, y, z in drop_to_ground(track.mesh, SPHERE, track.starts[:64], 0.9):
        assert overlap(track.mesh, SPHERE, (x, y, z)) < 0.0
        start, end = (x, y, z + 0.5), (x, y, z - 0.5)
        ours = sweep(track.mesh, SPHERE, start, (0.0, 0.0, -1.0))
        assert bullet.sweep([(start, end)]).getHitFraction() == pytest.approx(ours.fraction, abs=0.05)


def test_without_peers_glissade_runs_alone(track):
    contenders = steppers, body_sweepers, sphere_sweepers
    assert [list(found(track, peers=False)) for found in contenders] == [[OURS]] * 3


def test_rapier_is_measured_where_installed(track):
    pytest.importorskip("panda3d")
    assert rapier.installed() == any(name.startswith("Rapier") for name in walkers(track))
