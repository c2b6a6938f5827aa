"""The player inside the turning box: never overlapped, never out, and the balls around it as well."""

import numpy as np
import pytest

from game.lab.physics import balls_in_box_step
from game.lab.physics.ball_array import BallRules, fill_box
from game.lab.physics.ball_pairs_in_box import IMPULSE
from game.lab.physics.event_driven import OBSTACLE_HITS
from tests.lab.physics.gases import H, box_in_tick, figures
from tests.lab.physics.walker import RADII, Walker, free_of


@pytest.mark.parametrize(
    "method, rate, gravity", [(balls_in_box_step.EVENT_DRIVEN, 0.0, 0.0), (balls_in_box_step.SIMULTANEOUS, 0.3, -9.81)]
)
def test_a_player_walks_among_the_balls_for_a_time(method, rate, gravity, ticks=150):
    """The player is kept off the balls by its sweep, the balls by theirs; among 60 balls of 22 cm, standing on the box."""
    half, walker = (2.0,) * 3, Walker((0.0, 0.0, -1.0), 1)
    balls = free_of(walker, fill_box(half, 60, 0.22, 3.0, 1), box_in_tick(2.0, rate, 0).axes)
    memory, law, hits = balls_in_box_step.memory_of(len(balls)), BallRules((0.0, 0.0, gravity), 0.8), 0.0
    for tick in range(ticks):
        frame = box_in_tick(2.0, rate, tick)
        balls_in_box_step.step(method, balls, memory, balls_in_box_step.BallWorld(frame, law, walker.body(frame.axes)))
        hits += memory.events.counts[OBSTACLE_HITS] > 0 or memory.heap.touches[:, IMPULSE].any()
        assert walker.least_gap(balls, frame.turned) >= -1e-9
        walker.walk(balls, frame.turned, half, H)
        assert walker.least_gap(balls, frame.turned) >= -1e-9
        found = figures(balls, balls_in_box_step.BallWorld(frame, law, walker.body(frame.turned)))
        assert found.overlap <= 1e-9 and found.outside == 0
        assert (np.abs(walker.place) <= np.array(half) - RADII + 1e-9).all()
    assert hits > 6


def test_a_walk_is_the_same_twice():
    """The same seed gives the same bits of all balls."""
    ends = []
    for _ in range(2):
        walker, half = Walker((0.0, 0.0, -1.0), 3), (2.0,) * 3
        frame = box_in_tick(2.0, 0.0, 0)
        balls = free_of(walker, fill_box(half, 40, 0.22, 3.0, 2), frame.axes)
        memory = balls_in_box_step.memory_of(len(balls))
        for _ in range(60):
            world = balls_in_box_step.BallWorld(frame, BallRules(), walker.body(frame.axes))
            balls_in_box_step.step(balls_in_box_step.EVENT_DRIVEN, balls, memory, world)
            walker.walk(balls, frame.axes, half, H)
        ends.append(balls.tobytes() + walker.place.tobytes())
    assert ends[0] == ends[1]
