"""Whom of a crowd a tick may do something to that is rare: told for all at once and on the safe side, so that the compiled call
serves all others.
"""

import numpy as np

from ...level.volume import Checkpoint, Finish, Kill, Portal, TurnedGravity
from ..environment.forces import MEDIA
from ..environment.respawn import LOST
from ..player.columns import FALL, POSITION, STOOD
from .agents import CHECKPOINT, CROUCHED, FINISHED, FRAME, STARTED

ROUNDING = 1e-6  # [m]: they are looked at closely once more


class VolumeKinds:
    """Which volumes of a level do what: arrays of their numbers. volumes: Volumes, or None"""

    def __init__(self, volumes):
        self._effects = [placed.effect for placed in volumes.placed] if volumes else []
        self.turned, self.kills = self._of(TurnedGravity), self._of(Kill)
        self.media = self._of(MEDIA)
        turn_alone = [number for number in self.turned if self._effects[number].factor == 1.0]
        self.changing = np.setdiff1d(self.media, turn_alone)  # more than which way is up
        self.checkpoints, self.finishes, self.portals = self._of(Checkpoint), self._of(Finish), self._of(Portal)
        self.boxes = {number: volumes.placed[number].bounds for number in volumes.acting} if volumes else {}

    def _of(self, kinds):
        return np.array([number for number, effect in enumerate(self._effects) if isinstance(effect, kinds)], np.int64)


def stand_turned(walkers, kinds):
    """(n,) bool: whose up is not +z, or may not be after this tick."""
    return stand_in_frames(walkers) | walkers.inside[:, kinds.turned].any(axis=1)


def stand_in_frames(walkers):
    """(n,) bool: whose up is not +z now."""
    return ~np.isnan(walkers.others[:, FRAME])


def change_posture(walkers, crouches):
    """(n,) bool: who is on his way down or up."""
    return crouches != walkers.others[:, CROUCHED]


def within(positions, lows, highs, reach):
    """(n, b) bool: which positions (n, 3) are in which boxes, lows and highs (b, 3), grown by `reach`, (3,) or (n, 1) [m]."""
    near = np.ones((len(positions), len(lows)), bool)
    reach = np.broadcast_to(reach, (len(positions), 3))
    for axis in range(3):
        place, room = positions[:, axis, None], reach[:, axis, None]
        near &= (place >= lows[:, axis] - room) & (place <= highs[:, axis] + room)
    return near


def reaches(players, flows, params, dt):
    """(n, 3): how far from each of them, to the sides and up and down, anything can matter in a tick [m]; flows (n, 2) [m/s]

    On the safe side of what the tick gathers: his body, the ground behind an edge, his ways of walking, falling and drifting.
    """
    speeds = np.linalg.norm(players[:, FALL : FALL + 3], axis=1) + np.linalg.norm(flows, axis=1)
    ways = 2.0 * (speeds + params.run_speed + params.speed + params.jump_speed + params.gravity * dt)[:, None] * dt
    return ways + (2.0 * params.radii[0], 2.0 * params.radii[1], params.radii[2] + params.step_up + params.step_down)


def meet_effects(walkers, half, kinds):
    """(n,) bool: agents whose displacement of this tick may have led them into a volume that does something once.

    half: (n, 1) half of each agent's height [m]; agents whose up is not +z are bounded by a ball of that radius
    """
    others, before = walkers.others, walkers.inside
    ends = walkers.players[:, POSITION : POSITION + 3], walkers.after[:, POSITION : POSITION + 3]
    aside = np.where(stand_in_frames(walkers)[:, None], half, 0.0)
    reach = np.concatenate((aside, aside, half), axis=1) + ROUNDING
    low, high = np.minimum(*ends) - reach, np.maximum(*ends) + reach
    met = np.zeros((len(low), len(before[0])), bool)
    for number, (box_low, box_high) in kinds.boxes.items():
        met[:, number] = ((low <= box_high) & (high >= box_low)).all(axis=1)
    met[:, kinds.checkpoints] &= kinds.checkpoints > others[:, CHECKPOINT, None]
    met[:, kinds.finishes] &= ((others[:, STARTED] >= 0.0) & (others[:, FINISHED] < 0.0))[:, None]
    met[:, kinds.portals] &= ~before[:, kinds.portals]
    return met.any(axis=1)


def are_lost(players, above, feet, params):
    """(n,) bool: as in respawn.py, who is below everything there is, and stood somewhere.

    above (n,): how high each one's centre is above the level's lowest corner [m]; feet (n,)
    """
    return (above - feet <= ROUNDING - LOST * params.feet) & ~np.isnan(players[:, STOOD])
