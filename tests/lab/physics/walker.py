"""A player that walks at random among the balls of a box: an ellipsoid swept against all balls, as the game's player is.

The sweep of the player past a ball is the ball's sweep past the player with the opposite displacement, so both agree.
"""

import numpy as np

from game.core.vec3 import vec
from game.lab.physics.ellipsoid_among_balls import Obstacle, ellipsoid_gap, meets_obstacle

RADII, SKIN = np.array([0.4, 0.4, 0.9]), 1e-6
STILL = (0.0, 0.0, 0.0)


class Walker:
    """place: (3,) [m], in the box's frame; velocity: (3,) [m/s]"""

    def __init__(self, place, seed):
        self.place, self.velocity, self._random = np.array(place, float), np.zeros(3), np.random.default_rng(seed)

    def body(self, axes):
        """The Obstacle of a walker that turns with the box's axes (3, 3), rows."""
        rows = np.asarray(axes)
        return Obstacle(vec(self.place @ rows), vec(RADII), tuple(map(vec, rows)), vec(self.velocity @ rows))

    def walk(self, balls, axes, half, step):
        """Walk for a step at up to 6 m/s in a direction that changes at random, as far as walls and balls allow."""
        if self._random.random() < 0.05 or not self.velocity.any():
            self.velocity = self._random.normal(size=3) * (2.5, 2.5, 1.0)
        most, rows = np.array(half) - RADII, np.asarray(axes)
        way = np.clip(self.place + self.velocity * step, -most, most) - self.place
        body, share = self.body(axes)._replace(axes=tuple(map(tuple, rows.tolist()))), 1.0
        back = tuple((-way @ rows / step).tolist())
        near = np.linalg.norm(balls["position"] - self.place @ rows, axis=1) < 1.6 + balls["radius"]
        for ball in balls[near]:
            flight = tuple(ball["position"].tolist()), back, STILL, float(ball["radius"]) + SKIN
            time, _ = meets_obstacle(body, flight, 0.0, step)
            share = min(share, max(time / step, 0.0))
        self.place = self.place + share * way
        self.velocity = way / step * share

    def least_gap(self, balls, axes):
        """The least gap between the body and a ball [m]; negative if they overlap."""
        body = self.body(axes)
        return min(ellipsoid_gap(body, tuple(ball["position"].tolist()))[0] - float(ball["radius"]) for ball in balls)


def free_of(walker, balls, axes):
    """The balls that are apart from a walker."""
    body = walker.body(axes)
    gaps = [ellipsoid_gap(body, tuple(ball["position"].tolist()))[0] - ball["radius"] for ball in balls]
    return balls[np.array(gaps) > 1e-3].copy()
