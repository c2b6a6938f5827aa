"""How bright a mover is on its way: darker where the level takes the sun from it."""

import numpy as np

from game.view.lighting.level_light import towards

EVERY = 0.25  # [s] between two moments that are looked at. Longer: a shadow's edge is passed too softly; shorter costs time
MOST = 400  # moments
POINTS = 24  # of its surface that are asked. Fewer: its brightness goes in steps
SHADOW = 0.62  # brightness without any sun; what is lit by the sky alone looks about as much darker
LIFT = 0.02  # [m] rays start this far above the surface, or what a mover slides along would shade it
FAR = 1e4  # [m]


class Shade:
    """Brightness of a mover along its path."""

    def __init__(self, mover, level):
        self._motion = motion = mover.motion
        moments = min(MOST, int(motion.cycle / EVERY) + 1)
        points, self._times = sampled(mover), np.linspace(0.0, motion.cycle, moments)
        poses = [mover.pose(time - motion.phase) for time in self._times]
        shares = [sun_share(np.array([pose.to_world(point) for point in points]), level) for pose in poses]
        self._values = SHADOW + (1.0 - SHADOW) * np.array(shares)

    def at(self, time):
        """Brightness at a time [s], 1: in the sun."""
        return float(np.interp(self._motion.cycle_time(time), self._times, self._values))


def sampled(mover):
    """Points spread over the upper side of a mover's box, in its own frame. -> (POINTS, 3)."""
    low, high = (np.array(corner) for corner in mover.mesh.bounds)
    number = np.arange(POINTS)[:, None]
    spread = (0.5 + number * (0.7548776662466927, 0.5698402909980532)) % 1.0
    return np.column_stack([low[:2] + spread * (high - low)[:2], np.full(POINTS, high[2] + LIFT)])


def sun_share(points, level):
    """The share of points (n, 3) that the sun shines on."""
    rays = np.tile(towards(level.sun), (len(points), 1))
    return float(np.isinf(level.mesh.raycast(points, rays, FAR)).mean())
