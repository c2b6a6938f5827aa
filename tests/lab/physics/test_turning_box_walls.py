"""The time at which a ball meets a wall of a turning box, against the height over the wall at many times."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from game.lab.physics.walls_of_turning_box import box, first_wall, wall_gap
from tests.lab.physics.gases import H, pose


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
