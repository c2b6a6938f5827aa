"""The reach of a pass, and its number of iterations."""

from dataclasses import replace
from math import cos, radians, sin

import numpy as np
import pytest

from game.collision import Ellipsoid, Ending, Pass, Rules, Trace, collide_and_slide
from tests.collision.scenes import mesh, quad, wall

RULES = Rules.modern()
BALL = Ellipsoid((0.5, 0.5, 0.5))
STILL = (0.0, 0.0, 0.0)
WAY = 0.2  # [m]


def gap_left(degrees, pass_):
    """Distance [skins] kept to a wall after a pass of WAY at this angle to it. Straight on, half a skin would be left."""
    direction = np.array([cos(radians(degrees)), sin(radians(degrees)), 0.0])
    start = np.array([0.0, -BALL.radii[1] - 0.5 * RULES.skin, 0.0]) - WAY * direction
    ways = (WAY * direction, STILL) if pass_ == Pass.MOVE else (STILL, WAY * direction)
    end = collide_and_slide(mesh(wall()), BALL, tuple(start), *map(tuple, ways), RULES).position
    return (-BALL.radii[1] - end[1]) / RULES.skin


@pytest.mark.parametrize("degrees", [2.0, 3.0, 10.0, 45.0])
def test_a_slide_keeps_the_skin_from_planes_ahead(degrees):
    assert gap_left(degrees, Pass.MOVE) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("degrees", [15.0, 20.0, 45.0])
def test_a_fall_keeps_the_skin_from_what_it_lands_on(degrees):
    assert gap_left(degrees, Pass.GRAVITY) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("degrees", [2.0, 3.0])
def test_a_fall_is_not_stopped_by_the_wall_beside_it(degrees):
    """Such a wall within the skin would hide the floor at its foot."""
    assert gap_left(degrees, Pass.GRAVITY) == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize("most", [1, 2, 3, 5, 8])
def test_a_pass_ends_after_so_many_iterations(most):
    """Without the crease rule an acute corner throws the body from wall to wall without end."""
    left = quad((9 * sin(0.2), 9 * cos(0.2), -9.0), (0.0, 0.0, -9.0), (0.0, 0.0, 9.0), (9 * sin(0.2), 9 * cos(0.2), 9.0))
    notch, trace = mesh(left, left[:, ::-1] * (-1.0, 1.0, 1.0)), Trace()
    rules = replace(RULES, keep_planes=False, max_iterations=most)
    collide_and_slide(notch, BALL, (0.1, 6.0, 0.0), (0.3, -9.0, 0.0), STILL, rules, trace)
    iterations = [iteration for iteration in trace.iterations if iteration.pass_ == Pass.MOVE]
    assert [iteration.ending for iteration in iterations] == [Ending.SLID] * (most - 1) + [Ending.ITERATIONS]
