"""A crowd and its bodies in the scene. All bodies are in a few nodes, whose vertices are overwritten in every frame.

A node for each agent would cost more time than the whole simulation of the crowd.
"""

from colorsys import hsv_to_rgb

import numpy as np

from ...simulation import Crowd, Wander
from ...simulation.crowd.tour_spawn_positions import spawn_along_tour
from ...simulation.player.tick_rows import FLOOR
from .crowd_body_lod import DETAIL_LEVELS, CrowdBodies, CrowdImpostors, by_detail
from .crowd_shadows import CrowdShadows

TELEPORT = 1.0  # [m] in a tick; a longer displacement is a teleport, and no body is drawn on its line
EYE_CLEARANCE = 0.4  # [m] a body this near to the eye is not drawn. Smaller: its inside is seen; larger: it vanishes too early
BEHIND = 1.0  # [m] behind the camera; no part of a body farther back is in the picture
TURNING = 8.0  # [rad/s] of a body to its walking direction. Slower: bodies walk sideways; faster: bodies jerk
GOLDEN = 0.618  # turns of hue between successive colours, so that neighbours look different


class CrowdScene:
    """A crowd of agents that wander through the level of a Simulation, with their bodies in the scene.

    parent: NodePath to attach it to
    sim: Simulation of the player
    count: number of agents
    crowd: the Crowd, which simulates them
    """

    def __init__(self, parent, sim, count):
        self.crowd = Crowd(sim.level, count, sim.params, sim.rules, sim.hz)
        spawn_along_tour(self.crowd)
        self._wander = Wander(count)
        self._hidden_within, self._headings = np.add(sim.params.radii, EYE_CLEARANCE), self._wander.headings.copy()
        self._remember()
        self._bodies = [CrowdBodies(detail, sim.params.radii, colours(count)) for detail in DETAIL_LEVELS]
        self._bodies.append(CrowdImpostors(sim.params.radii, colours(count)))
        self._shadows = CrowdShadows(sim.params.radii)
        self.root = parent.attachNewNode("crowd")
        self.root.setTextureOff()
        for part in (*self._bodies, self._shadows):
            part.root.reparentTo(self.root)
        self.place(1.0)

    def tick(self, hz, tick):
        """Advance all agents by one tick. The movers have the same positions as in the player's tick.

        hz: the player's ticks per second
        tick: number of the player's tick
        """
        if hz != self.crowd.hz:
            self.crowd.set_rate(hz)
        self.crowd.ticks = tick - 1
        self._remember()
        self.crowd.tick(self._wander.wishes(self.crowd), headings=self._wander.headings)
        left = (self._wander.headings - self._headings + np.pi) % (2.0 * np.pi) - np.pi
        self._headings += np.clip(left, -TURNING / hz, TURNING / hz)

    def _remember(self):
        """Store the positions and axes before a tick, for interpolation."""
        self._positions_before, self._axes_before = self.crowd.positions.copy(), self._axes()

    def _axes(self):
        """Return the axes with which the bodies are drawn, (n, 3, 3): the unit vectors right, forward and up of each body.

        Round bodies are drawn turned to their heading, although the solver does not turn them.
        """
        return rotate_about_up(self.crowd.axes(), self._headings) if self.crowd.is_round else self.crowd.axes()

    def places(self, part):
        """Return the interpolated centres (n, 3) [m] of the bodies. A teleported body is already at its new position.

        part: the time, 0 before the last tick, 1 after it, or between
        """
        now = self.crowd.positions
        displacements = now - self._positions_before
        displacements[np.abs(displacements).max(axis=1) > TELEPORT] = 0.0
        return now - displacements * (1.0 - part)

    def place(self, part, eye=(0.0, 0.0, 0.0), ahead=None):
        """Draw the bodies and their shadows, except bodies so close that the eye would see their inside.

        part: the time to draw, 0 before the last tick, 1 after it, or between
        eye: position (3,) of the camera [m]
        ahead: unit view direction (3,) of the only camera, so that bodies behind it are not drawn, or None to draw them
        """
        places, axes = self.places(part), self._axes_before * (1.0 - part) + self._axes() * part
        away = places - eye
        distances = np.linalg.norm(away, axis=1)
        distances[np.linalg.norm(away / self._hidden_within, axis=1) < 1.0] = np.inf
        if ahead is not None:
            distances[away @ ahead < -BEHIND] = np.inf
        groups = by_detail(distances)
        for bodies, numbers in zip(self._bodies, groups):
            bodies.draw(numbers, places, axes, eye)
        near = np.concatenate(groups[:-1])
        standing = near[self.crowd.grounds[near] == FLOOR]
        normals = self.crowd.agents.before["normal"][standing]
        self._shadows.draw(places[standing], axes[standing], normals)

    def remove(self):
        self.root.removeNode()


def rotate_about_up(axes, headings):
    """Return the axes (n, 3, 3) of bodies turned to the left by headings (n,) [rad] about their own up axes."""
    c, s = np.cos(headings)[:, None], np.sin(headings)[:, None]
    right, forward = axes[:, 0], axes[:, 1]
    return np.stack([right * c + forward * s, forward * c - right * s, axes[:, 2]], axis=1)


def colours(count):
    """Return colours (count, 3), 0..1, of a crowd. Successive bodies have different colours."""
    kinds = ((0.55, 0.80), (0.30, 0.92), (0.62, 0.62))
    return np.array([hsv_to_rgb(number * GOLDEN % 1.0, *kinds[number % len(kinds)]) for number in range(count)])
