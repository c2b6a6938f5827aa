"""The nodes of movers. A mover's brightness is lower along its path where the level hides the sun."""

from dataclasses import replace
from math import degrees

import numpy as np
from panda3d.core import NodePath

from ..level import Level, Sun
from ..level.contents.mover import Mover
from .feature_edges import feature_lines
from .light.bake import bake
from .light.level_light import direction_to_sun
from .shadows import MoverShadows
from .static_scenery_and_patterns import lit_surfaces, with_lines

EVERY = 0.25  # [s] between two samples. Longer: a mover darkens too slowly at a shadow's edge; shorter: costs time
MOST = 400  # samples
POINTS = 24  # of the surface in a sample. Fewer: the brightness changes in steps
SHADOW = 0.62  # brightness without sun: about that of baked surfaces lit by the sky alone
LIFT = 0.02  # [m] rays start this far above the surface. Smaller: a wall that the mover slides along shades it
FAR = 1e4  # [m] length of a ray


class MoverShade:
    """The brightness of a mover in a level at each time of its cycle, measured once by rays from its top to the sun."""

    def __init__(self, mover: Mover, level: Level):
        self._motion = motion = mover.motion
        count = min(MOST, int(motion.cycle / EVERY) + 1)
        points, self._times = sample_points(mover), np.linspace(0.0, motion.cycle, count)
        poses = [mover.pose(time - motion.phase) for time in self._times]
        places = (np.array([pose.to_world(point) for point in points]) for pose in poses)
        rays = np.tile(direction_to_sun(level.sun), (POINTS, 1))
        shares = [np.isinf(level.mesh.raycast(place, rays, FAR)).mean() for place in places]
        self._values = SHADOW + (1.0 - SHADOW) * np.array(shares)

    def at(self, time: float) -> float:
        """Return the brightness at a time [s] of the level's clock, from SHADOW without sun to 1 in full sun."""
        return float(np.interp(self._motion.cycle_time(time), self._times, self._values))


def sample_points(mover: Mover) -> np.ndarray:
    """Return points (POINTS, 3) [m] spread evenly LIFT above the top of a mover's bounding box, in the mover's own frame."""
    low, high = (np.array(corner) for corner in mover.mesh.bounds)
    number = np.arange(POINTS)[:, None]
    spread = (0.5 + number * (0.7548776662466927, 0.5698402909980532)) % 1.0
    return np.column_stack([low[:2] + spread * (high - low)[:2], np.full(POINTS, high[2] + LIFT)])


class MoverModels:
    """A level's movers in the scene. `root` and `shadows` are to be attached to it."""

    def __init__(self, level: Level, renderer: str = "tiny"):
        self.root = NodePath("movers")
        self.root.setLightOff(1)
        self._movers, models = level.movers, {}
        for mover in self._movers:
            if id(mover.vertices) not in models:  # copies share their triangles
                models[id(mover.vertices)] = model_of(mover, level, renderer)
            models[id(mover.vertices)].copyTo(self.root)
        self._shades, self._below = [MoverShade(mover, level) for mover in self._movers], MoverShadows(level)
        self._time: float | None = None
        self.shadows = self._below.root

    def place(self, time: float) -> None:
        """Place all movers and their shadows for a time [s], and darken movers that are in the level's shadow."""
        if time == self._time:
            return
        self._time, poses = time, [mover.pose(time) for mover in self._movers]
        for pose, shade, path in zip(poses, self._shades, self.root.getChildren()):
            path.setPosHpr(pose.x, pose.y, pose.z, degrees(pose.heading), 0, 0)
            brightness = shade.at(time)
            path.setColorScale(brightness, brightness, brightness, 1.0)
        self._below.place(poses)


def model_of(mover: Mover, level: Level, renderer: str) -> NodePath:
    """Return a mover's model in its own frame, in the light of sun and sky on it alone, with its heading at time 0."""
    single = alone(mover, level)
    return with_lines(NodePath("mover"), lit_surfaces(bake(single), single, renderer), feature_lines(single), renderer)


def alone(mover: Mover, level: Level) -> Level:
    """Return a level of a mover alone, in its own frame, with the sun as it is at time 0."""
    return replace(
        level,
        vertices=mover.vertices,
        triangles=mover.triangles,
        surfaces=mover.surfaces,
        look=mover.look,
        sun=Sun(level.sun.heading - mover.pose(0.0).heading, level.sun.elevation),
        signs=(),
        movers=(),
        drawn_as=None,
    )
