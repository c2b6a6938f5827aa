"""The brightness of a mover along its path. It is lower where the level hides the sun."""

import numpy as np

from ..lighting.sun_and_sky_light import direction_to_sun

EVERY = 0.25  # [s] between two samples. Longer: a mover darkens too slowly at a shadow's edge; shorter: costs time
MOST = 400  # samples
POINTS = 24  # of the surface in a sample. Fewer: the brightness changes in steps
SHADOW = 0.62  # brightness without sun: about that of baked surfaces lit by the sky alone
LIFT = 0.02  # [m] rays start this far above the surface. Smaller: a wall that the mover slides along shades it
FAR = 1e4  # [m] length of a ray


class MoverShade:
    """The brightness of a Mover in a Level at each time of its cycle.

    It is measured once, by rays to the sun from the mover's top at many times of the cycle.
    """

    def __init__(self, mover, level):
        self._motion = motion = mover.motion
        count = min(MOST, int(motion.cycle / EVERY) + 1)
        points, self._times = sample_points(mover), np.linspace(0.0, motion.cycle, count)
        poses = [mover.pose(time - motion.phase) for time in self._times]
        shares = [sun_share(np.array([pose.to_world(point) for point in points]), level) for pose in poses]
        self._values = SHADOW + (1.0 - SHADOW) * np.array(shares)

    def at(self, time):
        """Return the brightness at a time [s] of the level's clock, from SHADOW without sun to 1 in full sun."""
        return float(np.interp(self._motion.cycle_time(time), self._times, self._values))


def sample_points(mover):
    """Return points (POINTS, 3) [m] spread evenly LIFT above the top of a Mover's bounding box, in the mover's own frame."""
    low, high = (np.array(corner) for corner in mover.mesh.bounds)
    number = np.arange(POINTS)[:, None]
    spread = (0.5 + number * (0.7548776662466927, 0.5698402909980532)) % 1.0
    return np.column_stack([low[:2] + spread * (high - low)[:2], np.full(POINTS, high[2] + LIFT)])


def sun_share(points, level):
    """Return the share, 0..1, of the points (n, 3) [m] that the sun reaches in a Level without its movers."""
    rays = np.tile(direction_to_sun(level.sun), (len(points), 1))
    return float(np.isinf(level.mesh.raycast(points, rays, FAR)).mean())
