"""A level's volumes, such as water, wind and checkpoints, as nodes. They are transparent and drawn after the level."""

import numpy as np
from panda3d.core import NodePath, TransparencyAttrib

from ....explain.volume_faces_and_flow import beacon_of, look_of
from ....level.volume import Water
from ....simulation.environment.volume_overlap_and_sweep import contains_line
from ....simulation.environment.volume_rows import volume_row
from ....simulation.runs.race_times_and_checkpoints import next_goal
from ...camera.look_and_spring_arm import NEAR
from ..geometry_nodes import triangles_node
from .water_surface import WaterSurface

SORT = 5  # after the level, before the overlays
PASSED = (0.45, 0.97, 0.55, 0.55)  # tint of a passed checkpoint
GOALS = ("checkpoint", "finish")  # kinds of volumes of which the next is marked by a column of light
LIFT = 8  # depth offset: the smallest that has an effect in the software renderer

CUT = 0.15  # [m] from a surface of water to a camera whose near plane may reach it. Less: it cuts a hole into the surface
AT_WATER = 0.01  # [m] near plane of such a camera. Larger: the hole is seen; smaller: far surfaces flicker


class VolumeScenery:
    """A Level's volumes in the scene. `root` is the NodePath to attach to the scene."""

    def __init__(self, level):
        self.root = NodePath("volumes")
        self.root.setTwoSided(True)
        self.root.setLightOff(1)
        self.root.setTextureOff(1)
        self.root.setDepthWrite(False)
        self.root.setTransparency(TransparencyAttrib.MAlpha)
        self._level, self._checkpoints = level, {}
        waters = [volume for volume in level.volumes if isinstance(volume.effect, Water)]
        self._waters = [volume_row(volume) for volume in waters]
        self._surfaces = [self._surface(volume) for volume in waters if volume.effect.current[2] >= 0.0]
        self._drifting = [self._add(number, volume) for number, volume in enumerate(level.volumes)]
        self._beacons = {n: self._beacon(volume) for n, volume in enumerate(level.volumes) if volume.kind in GOALS}

    def _add(self, number, volume):
        """Attach the nodes of a Volume. Return its VolumeLook, and the NodePath of its drifting marks.

        number: index of the Volume in the level
        """
        look = look_of(volume)
        still, marks = (self._attach(volume.kind, part, SORT + after) for after, part in enumerate((look.faces, look.marks)))
        if volume.kind == "checkpoint":
            self._checkpoints[number] = still
        return look, marks

    def _surface(self, volume):
        surface = WaterSurface(volume, self._level)
        surface.root.reparentTo(self.root)
        surface.root.setBin("fixed", SORT)
        surface.root.setDepthOffset(LIFT)
        return surface

    def _beacon(self, volume):
        return self._attach("beacon", beacon_of(volume), SORT)

    def _attach(self, name, drawn, sort):
        triangles = np.arange(len(drawn)).reshape(-1, 3)
        path = self.root.attachNewNode(triangles_node(name, drawn["position"], drawn["colour"], triangles))
        path.setBin("fixed", sort)
        path.setDepthOffset(LIFT)
        return path

    def covers(self, eye):
        """True if a camera at `eye` (3,) [m], in world space, is under water."""
        x, y, z = eye
        return any(contains_line(water, x, y, z, z) for water in self._waters)

    def near_plane(self, eye):
        """Return the largest distance [m] of a near clipping plane that does not cut a surface of water open, at most NEAR.

        It is smaller only for a camera at `eye` (3,) [m], in world space, that is close above or below the surface.
        """
        x, y, z = eye
        waters = (water for water in self._waters if contains_line(water, x, y, z - CUT, z))
        return AT_WATER if any(abs(z - float(water.high)) < CUT for water in waters) else NEAR

    def place(self, time, checkpoint):
        """Move waves and drifting marks to a time [s], and show the column of light of the next checkpoint or finish.

        checkpoint: index in the level of the last checkpoint volume that was passed, or -1. Passed ones are tinted.
        """
        for surface in self._surfaces:
            surface.place(time)
        for look, marks in self._drifting:
            marks.setPos(*look.offset(time))
        for number, path in self._checkpoints.items():
            path.setColorScale(*(PASSED if number <= checkpoint else (1.0, 1.0, 1.0, 1.0)))
        goal = next_goal(self._level, checkpoint)
        for number, path in self._beacons.items():
            path.show() if number == goal else path.hide()
