"""A crowd in the scene: all its bodies in a few nodes, whose corners are put where they are in every frame.

So it is a few things to draw, however many walk; a node a walker would cost more than all of their walking.
"""

from colorsys import hsv_to_rgb

import numpy as np

from game.simulation import Crowd, Wander
from game.simulation.crowd.spawn import spawn_along_tour
from game.simulation.player.columns import FLOOR, FOOTING_NORMAL

from .crowd_bodies import DETAILS, Bodies, by_detail
from .crowd_outlines import Outlines
from .crowd_shadows import CrowdShadows

LEAP = 1.0  # [m] in a tick: farther is no way but being put back
ROOM = 0.4  # [m] around a body within which it is not drawn. Smaller: one looks through its inside; larger: it is missed
BEHIND = 1.0  # [m] behind the camera, from where on nothing of a body is in the picture
TURNING = 8.0  # [rad/s] a body turns to where it walks. Slower: they walk sideways; faster: they jerk
GOLDEN = 0.618  # turns between two colours: neighbours in the row look different


class CrowdScene:
    """Agents who wander through a simulation's level. parent: NodePath; sim: Simulation; count: how many"""

    def __init__(self, parent, sim, count):
        self.crowd = Crowd(sim.level, count, sim.params, sim.rules, sim.hz)
        spawn_along_tour(self.crowd)
        self._wander = Wander(count)
        self._room, self._headings = np.add(sim.params.radii, ROOM), self._wander.headings.copy()
        self._remember()
        self._bodies = [Bodies(detail, sim.params.radii, colours(count)) for detail in DETAILS]
        self._bodies.append(Outlines(sim.params.radii, colours(count)))
        self._shadows = CrowdShadows(sim.params.radii)
        self.root = parent.attachNewNode("crowd")
        self.root.setTextureOff()
        for part in (*self._bodies, self._shadows):
            part.root.reparentTo(self.root)
        self.place(1.0)

    def tick(self, hz, tick):
        """All take the step that leads to a tick. hz: ticks a second; both the player's, so that all see the same movers"""
        if hz != self.crowd.hz:
            self.crowd.set_rate(hz)
        self.crowd.ticks = tick - 1
        self._remember()
        self.crowd.tick(self._wander.wishes(self.crowd), headings=self._wander.headings)
        left = (self._wander.headings - self._headings + np.pi) % (2.0 * np.pi) - np.pi
        self._headings += np.clip(left, -TURNING / hz, TURNING / hz)

    def _remember(self):
        """How all are before a tick."""
        self._before, self._stood = self.crowd.positions.copy(), self._axes()

    def _axes(self):
        """(n, 3, 3) of the bodies as they are seen: round ones turn, too."""
        return turned(self.crowd.axes(), self._headings) if self.crowd.is_round else self.crowd.axes()

    def places(self, part):
        """Centres (n, 3) [m], a part of the way from before the last tick to after it."""
        now = self.crowd.positions
        way = now - self._before
        way[np.abs(way).max(axis=1) > LEAP] = 0.0
        return now - way * (1.0 - part)

    def place(self, part, eye=(0.0, 0.0, 0.0), ahead=None):
        """Draw them there, but not whose body would hang before an eye (3,) [m].

        ahead (3,): unit vector in which the only camera looks, if there is one: nobody is drawn behind it
        """
        places, axes = self.places(part), self._stood * (1.0 - part) + self._axes() * part
        away = places - eye
        distances = np.linalg.norm(away, axis=1)
        distances[np.linalg.norm(away / self._room, axis=1) < 1.0] = np.inf
        if ahead is not None:
            distances[away @ ahead < -BEHIND] = np.inf
        groups = by_detail(distances)
        for bodies, numbers in zip(self._bodies, groups):
            bodies.draw(numbers, places, axes, eye)
        self._draw_shadows(np.concatenate(groups[:-1]), places, axes)

    def _draw_shadows(self, near, places, axes):
        standing = near[self.crowd.grounds[near] == FLOOR]
        normals = self.crowd.agents.players[standing, FOOTING_NORMAL : FOOTING_NORMAL + 3]
        self._shadows.draw(places[standing], axes[standing], normals)

    def remove(self):
        self.root.removeNode()


def turned(axes, headings):
    """The same axes (n, 3, 3), turned by headings (n,) [rad] about their up."""
    c, s = np.cos(headings)[:, None], np.sin(headings)[:, None]
    right, forward = axes[:, 0], axes[:, 1]
    return np.stack([right * c + forward * s, forward * c - right * s, axes[:, 2]], axis=1)


def colours(count):
    """(count, 3) 0..1, each unlike its neighbours: cloth, bright and plain by turns."""
    kinds = ((0.55, 0.80), (0.30, 0.92), (0.62, 0.62))
    return np.array([hsv_to_rgb(number * GOLDEN % 1.0, *kinds[number % len(kinds)]) for number in range(count)])
