"""Volumes in the scene. The surface of water has small waves, is darker in the deep, and foams along the shore."""

import numpy as np
from panda3d.core import NodePath, TransparencyAttrib

from ..core.jit import is_interpreted
from ..core.vec3 import VectorLike
from ..explain.volume_faces_and_flow import VolumeLook, beacon_of, look_of
from ..level import Level
from ..level.contents.volume import Volume, Water
from ..player.volume_containment import contains_line, volume_row
from ..simulation.race_clock_and_medals import next_goal
from .geometry_nodes import VERTEX, redraw, redrawn, triangles_node
from .look_and_spring_arm import NEAR

CELL = 0.5  # [m] of the grid. Larger: waves have corners; smaller: costs time in each frame
MOST_CELLS = 96  # along a side
SHALLOW, DEEP = np.array((0.34, 0.62, 0.68, 0.40)), np.array((0.04, 0.22, 0.38, 0.86))
CLEAR = 1.1  # [m] depth at which the colour is two thirds of the way from SHALLOW to DEEP
FOAM = np.array((0.93, 0.97, 0.98, 0.72))
SHORE = 0.45  # [m] from the shore, and of depth, at which foam ends
WAVES = ((0.9, 0.5, 1.3, 1.0), (-0.6, 1.1, 1.7, 0.8), (1.9, -1.4, 2.3, 0.5), (0.4, 2.6, 2.9, 0.4))  # (x, y [1/m], [1/s], height)
HEIGHT, GLINT = 0.018, 0.22  # [m] of the waves; how much brighter their crests are
AROUND = 8  # directions in which the shore is searched
WATER_LIFT = 0.03  # [m] depth of the rays that search the shore


class WaterSurface:
    def __init__(self, volume: Volume, level: Level):
        self._points, triangles = volume_grid(volume)
        assert isinstance(volume.effect, Water)
        self._flow = volume.rotate(volume.effect.current)
        depth, shore = soundings(self._points, level, volume.height)
        share = 1.0 - np.exp(-depth / CLEAR)[:, None]
        self._colours = SHALLOW + (DEEP - SHALLOW) * share
        self._foam = np.clip(1.0 - np.minimum(depth, shore) / SHORE, 0.0, 1.0)
        self._rows = np.zeros(len(self._points), VERTEX)
        self._rows["position"] = self._points
        self._triangles = triangles.astype(np.uint32)
        self.root = redrawn("water surface")
        self.root.setTransparency(TransparencyAttrib.MAlpha)

    def place(self, time: float) -> None:
        """Move the waves and their foam to a time [s]."""
        x, y = self._points[:, 0] - self._flow[0] * time, self._points[:, 1] - self._flow[1] * time
        waves = (height * np.sin(a * x + b * y + speed * time) for a, b, speed, height in WAVES)
        wave = sum(waves, np.zeros(len(x))) / 2.7
        foam = np.clip(self._foam * (1.1 + 0.5 * wave), 0.0, 1.0)[:, None]
        colours = self._colours * np.column_stack([np.tile((1.0 + GLINT * wave)[:, None], 3), np.ones(len(wave))])
        self._rows["colour"] = np.clip(colours + (FOAM - colours) * foam, 0.04, 0.97) * 255
        self._rows["position"][:, 2] = self._points[:, 2] + HEIGHT * wave
        redraw(self.root, self._rows, self._triangles)


def volume_grid(volume: Volume) -> tuple[np.ndarray, np.ndarray]:
    """Return a grid over the top of a box or cylinder: points (n, 3) [m] in the world, and triangles (t, 3) of point indices."""
    half = np.full(2, volume.radius) if volume.radius > 0.0 else np.array(volume.size[:2]) / 2.0
    columns, rows = np.clip(np.ceil(2.0 * half / CELL).astype(int), 2, MOST_CELLS) + 1
    u, v = (axis.ravel() for axis in np.meshgrid(np.linspace(-1.0, 1.0, columns), np.linspace(-1.0, 1.0, rows)))
    if volume.radius > 0.0:  # the square becomes a disc
        u, v = u * np.sqrt(1.0 - v**2 / 2.0), v * np.sqrt(1.0 - u**2 / 2.0)
    own = np.column_stack([u * half[0], v * half[1], np.full(len(u), volume.height)])
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    quads = corner[:, None] + (0, 1, columns + 1, 0, columns + 1, columns)
    return np.array([volume.rotate(tuple(point)) for point in own.tolist()]) + volume.at, quads.reshape(-1, 3)


def soundings(points: np.ndarray, level: Level, height: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the depth (n,) [m] of water, at most `height`, below points (n, 3) [m], and their distance to the shore.

    A distance of more than 2 SHORE is infinite. Without compiled ray casts all depths are `height`, all distances infinite.
    """
    if is_interpreted():
        return np.full(len(points), height), np.full(len(points), np.inf)
    below = points - (0.0, 0.0, WATER_LIFT)
    down = np.tile((0.0, 0.0, -1.0), (len(points), 1))
    depth = np.minimum(level.mesh.raycast(below, down, height), height)
    shore = np.full(len(points), np.inf)
    for angle in np.arange(AROUND) * (2.0 * np.pi / AROUND):
        aside = np.tile((np.cos(angle), np.sin(angle), 0.0), (len(points), 1))
        shore = np.minimum(shore, level.mesh.raycast(below, aside, 2.0 * SHORE))
    return depth, shore


SORT = 5  # after the level, before the overlays
PASSED = (0.45, 0.97, 0.55, 0.55)  # tint of a passed checkpoint
GOALS = ("checkpoint", "finish")  # kinds of volumes of which the next is marked by a column of light
LIFT = 8  # depth offset: the smallest that has an effect in the software renderer

CUT = 0.15  # [m] from a surface of water to a camera whose near plane may reach it. Less: it cuts a hole into the surface
AT_WATER = 0.01  # [m] near plane of such a camera. Larger: the hole is seen; smaller: far surfaces flicker


class VolumeScenery:
    def __init__(self, level: Level):
        self.root = NodePath("volumes")
        self.root.setTwoSided(True)
        self.root.setLightOff(1)
        self.root.setTextureOff(1)
        self.root.setDepthWrite(False)
        self.root.setTransparency(TransparencyAttrib.MAlpha)
        self._level = level
        self._checkpoints: dict[int, NodePath] = {}
        waters = [(volume, volume.effect) for volume in level.volumes if isinstance(volume.effect, Water)]
        self._waters = [volume_row(volume) for volume, _ in waters]
        self._surfaces = [self._surface(volume) for volume, water in waters if water.current[2] >= 0.0]
        self._drifting = [self._add(number, volume) for number, volume in enumerate(level.volumes)]
        goals = [(number, volume) for number, volume in enumerate(level.volumes) if volume.kind in GOALS]
        self._beacons = {number: self._attach("beacon", beacon_of(volume), SORT) for number, volume in goals}

    def _add(self, number: int, volume: Volume) -> tuple[VolumeLook, NodePath]:
        """Attach the nodes of a volume with its index in the level. Return its look, and the node of its drifting marks."""
        look = look_of(volume)
        still, marks = (self._attach(volume.kind, part, SORT + after) for after, part in enumerate((look.faces, look.marks)))
        if volume.kind == "checkpoint":
            self._checkpoints[number] = still
        return look, marks

    def _surface(self, volume: Volume) -> WaterSurface:
        surface = WaterSurface(volume, self._level)
        surface.root.reparentTo(self.root)
        surface.root.setBin("fixed", SORT)
        surface.root.setDepthOffset(LIFT)
        return surface

    def _attach(self, name: str, drawn: np.ndarray, sort: int) -> NodePath:
        triangles = np.arange(len(drawn)).reshape(-1, 3)
        path = self.root.attachNewNode(triangles_node(name, drawn["position"], drawn["colour"], triangles))
        path.setBin("fixed", sort)
        path.setDepthOffset(LIFT)
        return path

    def covers(self, eye: VectorLike) -> bool:
        x, y, z = eye
        return any(contains_line(water, x, y, z, z) for water in self._waters)

    def near_plane(self, eye: VectorLike) -> float:
        """Return the largest distance [m] of a near plane, at most NEAR, that cuts no water close to an eye [m] open."""
        x, y, z = eye
        waters = (water for water in self._waters if contains_line(water, x, y, z - CUT, z))
        return AT_WATER if any(abs(z - float(water.high)) < CUT for water in waters) else NEAR

    def place(self, time: float, checkpoint: int, is_live: bool = False) -> None:
        """Move waves and marks to a time [s], and show the light of the goal after a checkpoint (volume index or -1).

        is_live: True while time runs. Water then hides what is drawn after it, and has no seams: the software renderer draws
        pixels between two triangles twice. In a pause overlays are seen below it.
        """
        for surface in self._surfaces:
            surface.place(time)
            surface.root.setDepthWrite(is_live)
        for look, marks in self._drifting:
            marks.setPos(*look.offset(time))
        for number, path in self._checkpoints.items():
            path.setColorScale(*(PASSED if number <= checkpoint else (1.0, 1.0, 1.0, 1.0)))
        goal = next_goal(self._level, checkpoint)
        for number, path in self._beacons.items():
            path.show() if number == goal else path.hide()
