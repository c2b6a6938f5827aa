"""A crowd in the scene: all its bodies in one node, whose corners are put where they are in every frame.

So it is one thing to draw, however many walk; a node a walker would cost more than all of their walking.
"""

from colorsys import hsv_to_rgb

import numpy as np
from panda3d.core import Geom, GeomTriangles, OmniBoundingVolume

from game.simulation import Crowd, Wander

from .geometry import VERTEX, node, vertices

# Corners of a ring, and where the rings are [parts of the vertical radius]: finer above, where one looks. More: 2000 take long
AROUND, HEIGHTS = 8, (-0.75, 0.0, 0.55, 0.88)
LEAP = 1.0  # [m] in a tick: farther is no way but being put back
ROOM = 0.4  # [m] around a body within which it is not drawn. Smaller: one looks through its inside; larger: it is missed
OUT_OF_SIGHT = (0.0, 0.0, -1e4)  # [m]
GOLDEN = 0.618  # turns between two colours: neighbours in the row look different


class CrowdScene:
    """Walkers who wander through a simulation's level. parent: NodePath; sim: Simulation; count: how many"""

    def __init__(self, parent, sim, count):
        self.crowd = Crowd(sim.level, count, sim.params, sim.rules, sim.hz)
        self._wander = Wander(count)
        self._shape, triangles = body_shape(sim.params.radii)
        self._room = np.add(sim.params.radii, ROOM)
        self._remember()
        shades = np.repeat(colours(count), len(self._shape), axis=0) * np.tile(shading(self._shape), count)[:, None]
        self._data = vertices(np.zeros((len(shades), 3)), shades.astype(np.uint8))
        self._rows = np.frombuffer(bytes(self._data.getArray(0)), VERTEX).copy()
        every = triangles + np.arange(count)[:, None, None] * len(self._shape)
        made = node("crowd", self._data, GeomTriangles(Geom.UHDynamic), every)
        made.setBounds(OmniBoundingVolume())
        made.setFinal(True)
        self.root = parent.attachNewNode(made)
        self.root.setTextureOff()
        self._geom = made
        self.place(1.0)

    def tick(self, hz, tick):
        """All take the step that leads to a tick. hz: ticks a second; both the player's, so that all see the same movers"""
        if hz != self.crowd.hz:
            self.crowd.set_rate(hz)
        self.crowd.ticks = tick - 1
        self._remember()
        self.crowd.tick(self._wander.wishes(self.crowd), headings=self._wander.headings)

    def _remember(self):
        """How all are before a tick."""
        self._before, self._stood = self.crowd.positions.copy(), self.crowd.axes()

    def places(self, part):
        """Centres (n, 3) [m], a part of the way from before the last tick to after it."""
        now = self.crowd.positions
        way = now - self._before
        way[np.abs(way).max(axis=1) > LEAP] = 0.0
        return now - way * (1.0 - part)

    def place(self, part, eye=None):
        """Draw them there, but not whose body would hang before an eye (3,) [m]."""
        corners = self.places(part)[:, None, :] + self._shape
        axes = self._stood * (1.0 - part) + self.crowd.axes() * part
        turned = np.flatnonzero((axes != np.eye(3)).any(axis=(1, 2)))
        corners[turned] += self._shape @ (axes[turned] - np.eye(3))
        self._rows["position"] = corners.reshape(-1, 3)
        if eye is not None:
            self._leave_out(eye)
        self._geom.modifyGeom(0).modifyVertexData().modifyArrayHandle(0).copyDataFrom(self._rows)

    def _leave_out(self, eye):
        bodies = self._rows["position"].reshape(len(self.crowd.positions), -1, 3)
        bodies[np.linalg.norm((bodies[:, (0, -1)].mean(axis=1) - eye) / self._room, axis=1) < 1.0] = OUT_OF_SIGHT

    def remove(self):
        self.root.removeNode()


def body_shape(radii):
    """(corners (v, 3) [m], triangles (t, 3)) of an ellipsoid as simple as can be still taken for one."""
    angles = np.arange(AROUND) * (2.0 * np.pi / AROUND)
    rings = [
        np.stack([np.cos(angles) * across, np.sin(angles) * across, np.full(AROUND, height)], axis=1)
        for height, across in ((height, (1.0 - height**2) ** 0.5) for height in HEIGHTS)
    ]
    corners = np.concatenate([[(0.0, 0.0, -1.0)], *rings, [(0.0, 0.0, 1.0)]]) * radii
    return corners, np.array([*bottom(), *belts(), *top(len(corners) - 1)])


def bottom():
    return [(0, 1 + (k + 1) % AROUND, 1 + k) for k in range(AROUND)]


def belts():
    """Two triangles a side between each two rings."""
    for ring in range(len(HEIGHTS) - 1):
        low, high = 1 + ring * AROUND, 1 + (ring + 1) * AROUND
        for k in range(AROUND):
            after = (k + 1) % AROUND
            yield low + k, low + after, high + after
            yield low + k, high + after, high + k


def top(pole):
    first = pole - AROUND
    return [(pole, first + k, first + (k + 1) % AROUND) for k in range(AROUND)]


def colours(count):
    """(count, 3) 0..255, each unlike its neighbours."""
    return np.array([hsv_to_rgb(number * GOLDEN % 1.0, 0.42, 0.86) for number in range(count)]) * 255.0


def shading(shape):
    """(v,) light from above and from one side, painted on."""
    x, y, z = (shape / np.abs(shape).max(axis=0)).T
    return 0.74 + 0.18 * z + 0.08 * (x - y) / np.sqrt(2.0)
