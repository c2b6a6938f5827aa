"""Whom of a crowd a tick may do something to that is rare: told for all at once and on the safe side, so that the compiled call
serves all others.
"""

import numpy as np

from ..level.volume import Checkpoint, Finish, Kill, Portal, TurnedGravity
from .lost import LOST
from .surroundings import MEDIA
from .tick.columns import FALL, POSITION, STOOD, WALK
from .walkers import CHECKPOINT, CROUCHED, FINISHED, FRAME, STARTED


class VolumeKinds:
    """Which volumes of a level do what: arrays of their numbers. volumes: Volumes, or None"""

    def __init__(self, volumes):
        self._effects = [placed.effect for placed in volumes.placed] if volumes else []
        self.turned, self.kills = self._of(TurnedGravity), self._of(Kill)
        self.media = self._of(MEDIA)
        self.checkpoints, self.finishes, self.portals = self._of(Checkpoint), self._of(Finish), self._of(Portal)

    def _of(self, kinds):
        return np.array([number for number, effect in enumerate(self._effects) if isinstance(effect, kinds)], np.int64)


def stand_turned(walkers, kinds):
    """(n,) bool: whose up is not +z, or may not be after this tick."""
    framed = walkers.others[:, FRAME] == walkers.others[:, FRAME]
    return framed | walkers.inside[:, kinds.turned].any(axis=1)


def change_posture(walkers, crouches):
    """(n,) bool: who is crouched, or is to be."""
    return crouches | (walkers.others[:, CROUCHED] != 0.0)


def within(positions, lows, highs, reach):
    """(n, b) bool: which positions (n, 3) are in which boxes, lows and highs (b, 3), grown by `reach`, (3,) or (n, 1) [m]."""
    near = np.ones((len(positions), len(lows)), bool)
    reach = np.broadcast_to(reach, (len(positions), 3))
    for axis in range(3):
        place, room = positions[:, axis, None], reach[:, axis, None]
        near &= (place >= lows[:, axis] - room) & (place <= highs[:, axis] + room)
    return near


def swept_boxes(movers, tick):
    """Corners (m, 3) [m] of boxes that hold each mover on its way to where it is at a tick: (lows, highs)."""
    poses = np.array([(movers.pose(number, tick - 1), movers.pose(number, tick)) for number in range(len(movers.all))])
    x, y, z, heading, c, s = np.moveaxis(poses, 2, 0)[..., None]  # each (m, 2, 1)
    lows, highs = np.moveaxis(np.array([mover.mesh.bounds for mover in movers.all]), 1, 0)
    across = np.stack([lows[:, 0], highs[:, 0], lows[:, 0], highs[:, 0]], axis=1)[:, None]
    along = np.stack([lows[:, 1], lows[:, 1], highs[:, 1], highs[:, 1]], axis=1)[:, None]
    aside = np.hypot(across, along).max(axis=2) * (heading[:, 1] - heading[:, 0]) ** 2  # of the straight way, on an arc
    places = np.stack([x + c * across - s * along, y + s * across + c * along], axis=3).reshape(len(lows), 8, 2)
    low = np.column_stack([places.min(axis=1) - aside, z.min(axis=1) + lows[:, 2:]])
    return low, np.column_stack([places.max(axis=1) + aside, z.max(axis=1) + highs[:, 2:]])


def reaches(players, params, dt):
    """(n, 1): as reach_of in riding.py, how far from each of them anything can matter in a tick [m]."""
    speeds = np.linalg.norm(players[:, FALL : FALL + 3], axis=1) + np.linalg.norm(players[:, WALK : WALK + 2], axis=1)
    speeds += params.speed + params.run_speed + params.jump_speed
    return (2.0 * max(params.radii) + params.step_up + params.step_down + speeds * dt)[:, None]


def meet_effects(walkers, held, kinds):
    """(n,) bool: to whom the volumes that hold them now, (n, volumes), do something once."""
    others, before = walkers.others, walkers.inside
    met = held[:, kinds.kills].any(axis=1)
    met |= (held[:, kinds.checkpoints] & (kinds.checkpoints > others[:, CHECKPOINT, None])).any(axis=1)
    met |= held[:, kinds.finishes].any(axis=1) & (others[:, STARTED] >= 0.0) & (others[:, FINISHED] < 0.0)
    return met | (held[:, kinds.portals] & ~before[:, kinds.portals]).any(axis=1)


def are_lost(players, lowest, feet):
    """(n,) bool: as in lost.py, who is below everything there is, and stood somewhere. lowest: of the level [m]"""
    return (players[:, POSITION + 2] - feet <= lowest - LOST) & ~np.isnan(players[:, STOOD])
