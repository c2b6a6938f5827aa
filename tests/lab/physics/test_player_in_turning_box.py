"""The walls of a turning box around the player: where they push it to, and what stops it."""

import numpy as np
import pytest

from game.lab.physics import balls_in_box_step
from game.lab.physics.ball_array import BALL, BallRules, BallWorld
from game.lab.physics.ellipsoid_among_balls import Obstacle, is_free
from game.lab.physics.walls_of_turning_box import (
    Y_AXIS,
    axes_at,
    box,
    end_walls,
    half_extent,
    is_inside,
    pushed_by_walls,
    side_walls,
)

HALF, HATCH, RADII = (2.2, 2.2, 2.2), 1.7, (0.4, 0.4, 0.9)


def test_a_pushed_player_is_inside_at_every_angle_and_moved_along_the_normal():
    random = np.random.default_rng(1)
    for _ in range(500):
        axes, place = axes_at(random.uniform(0.0, 7.0), Y_AXIS), tuple((3.0 * random.random(3) - 1.5).tolist())
        end = pushed_by_walls(HALF, axes, place, RADII)
        heights = [abs(np.dot(axes[k], end)) + half_extent(RADII, axes[k]) for k in (0, 2)]
        assert max(heights) <= 2.2 - 4e-5 and end[1] == pytest.approx(place[1], abs=1e-12)
        assert pushed_by_walls(HALF, axes, end, RADII) == pytest.approx(end, abs=1e-12)
        assert is_inside(HALF, axes, end, RADII)


def test_a_player_under_the_box_or_before_its_hatch_is_not_inside():
    assert not is_inside(HALF, axes_at(0.4, Y_AXIS), (0.0, 0.0, -2.4), RADII)
    assert not is_inside(HALF, axes_at(0.4, Y_AXIS), (0.0, -2.7, -0.8), RADII)
    assert is_inside(HALF, axes_at(0.4, Y_AXIS), (0.0, -2.5, -0.8), RADII)


@pytest.mark.parametrize("angle", [0.0, 0.3, 2.0])
def test_the_walls_have_their_fronts_inside(angle):
    for corners in (side_walls(HALF, axes_at(angle, Y_AXIS)), end_walls(HALF, HATCH)[-48:]):
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        heights = (normals * corners[:, 0]).sum(axis=1) / np.linalg.norm(normals, axis=1)
        np.testing.assert_allclose(heights, -2.2, atol=1e-12)


def test_a_ball_or_the_rim_of_the_hatch_makes_a_place_not_free():
    balls = np.zeros(1, BALL)
    balls["position"], balls["radius"] = (0.0, 0.0, 1.1), 0.2
    assert is_free(HALF, HATCH, balls, Obstacle((0.0, 0.0, -0.01), RADII))
    assert not is_free(HALF, HATCH, balls, Obstacle((0.0, 0.0, 0.01), RADII))
    assert is_free(HALF, HATCH, balls, Obstacle((0.0, -2.2, -0.7), RADII))
    assert not is_free(HALF, HATCH, balls, Obstacle((0.0, -2.2, -0.9), RADII))


def test_a_moving_obstacle_hits_a_ball_at_rest():
    """It reaches the ball after 0.2 s. The ball leaves with (1 + e) times its speed, and is at 0.55 m + 1.3 * 2 m/s * 0.1 s."""
    balls = np.zeros(1, BALL)
    balls["position"], balls["radius"], balls["mass"] = (1.0, 0.0, 0.0), 0.2, 1.0
    body = Obstacle((0.0, 0.0, 0.0), RADII, velocity=(2.0, 0.0, 0.0))._replace(motion=(2.0, 0.0, 0.0))
    world = BallWorld(box((3.0, 3.0, 3.0), 0.3), BallRules(), body)
    balls_in_box_step.step(balls_in_box_step.EVENT_DRIVEN, balls, balls_in_box_step.memory_for(1), world)
    np.testing.assert_allclose(balls["velocity"][0], (2.6, 0.0, 0.0), atol=1e-9)
    np.testing.assert_allclose(balls["position"][0], (1.26, 0.0, 0.0), atol=1e-9)
