"""Movers in the scene. A mover's light is baked once, in its own frame. Mover and shadow are placed for each picture."""

from dataclasses import replace
from math import degrees

from panda3d.core import NodePath

from ....level import Sun
from ...bodies.mover_brightness import MoverShade
from ...bodies.mover_shadows import MoverShadows
from ...lighting.bake import bake
from .feature_edges import feature_lines
from .static_scenery import lit_surfaces, with_lines


class MoverModels:
    """A level's movers in the scene.

    level: Level
    renderer: "tiny", "gl" or "llvmpipe"
    root: NodePath of the movers, to attach to the scene
    shadows: NodePath of their shadows, to attach to the scene
    """

    def __init__(self, level, renderer="tiny"):
        self.root = NodePath("movers")
        self.root.setLightOff(1)
        self._movers, models = level.movers, {}
        for mover in self._movers:
            if id(mover.vertices) not in models:  # copies share their triangles
                models[id(mover.vertices)] = model_of(mover, level, renderer)
            models[id(mover.vertices)].copyTo(self.root)
        self._shades, self._below, self._time = [MoverShade(mover, level) for mover in self._movers], MoverShadows(level), None
        self.shadows = self._below.root

    def place(self, time):
        """Place all movers and their shadows for a time [s], and darken movers that are in the level's shadow."""
        if time == self._time:
            return
        self._time, poses = time, [mover.pose(time) for mover in self._movers]
        for pose, shade, path in zip(poses, self._shades, self.root.getChildren()):
            path.setPosHpr(pose.x, pose.y, pose.z, degrees(pose.heading), 0, 0)
            brightness = shade.at(time)
            path.setColorScale(brightness, brightness, brightness, 1.0)
        self._below.place(poses)


def model_of(mover, level, renderer):
    """Return the NodePath of a Mover in the mover's own frame.

    The light is that of the Level's sun and sky on the mover alone, with the mover's heading at time 0.
    renderer: "tiny", "gl" or "llvmpipe"
    """
    alone = replace(
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
    return with_lines(NodePath("mover"), lit_surfaces(bake(alone), alone, renderer), feature_lines(alone), renderer)
