"""Conservative masks for agents that need the slow path this tick; all others go through the compiled call."""

import numpy as np

from ...level.volume import Checkpoint, Finish, Kill, Portal, TurnedGravity
from ..environment.forces import MEDIA
from ..environment.respawn import FALL_MARGIN
from ..player.columns import FALL, POSITION, STOOD
from .agents import CHECKPOINT, CROUCHED, FINISHED, FRAME, STARTED

ROUNDING = 1e-6  # margin of the masks [m]; the slow path decides exactly


class VolumeKinds:
    """Numbers of a level's volumes by effect, as arrays. volumes: Volumes, or None"""

    def __init__(self, volumes):
        self._effects = [placed.effect for placed in volumes.placed] if volumes else []
        self.turned, self.kills = self._of(TurnedGravity), self._of(Kill)
        self.media = self._of(MEDIA)
        turn_alone = [number for number in self.turned if self._effects[number].factor == 1.0]
        self.changing = np.setdiff1d(self.media, turn_alone)  # more than the direction of gravity
        self.checkpoints, self.finishes, self.portals = self._of(Checkpoint), self._of(Finish), self._of(Portal)
        self.boxes = {number: volumes.placed[number].bounds for number in volumes.triggers} if volumes else {}

    def _of(self, kinds):
        return np.array([number for number, effect in enumerate(self._effects) if isinstance(effect, kinds)], np.int64)


def in_turned_gravity(agents, kinds):
    """(n,) bool: agents whose up is not +z now, or possibly not +z after this tick."""
    return have_frames(agents) | agents.inside[:, kinds.turned].any(axis=1)


def have_frames(agents):
    """(n,) bool: agents whose up is not +z now."""
    return ~np.isnan(agents.others[:, FRAME])


def change_posture(agents, crouches):
    """(n,) bool: agents that crouch down or stand up."""
    return crouches != agents.others[:, CROUCHED]


def within(positions, lows, highs, reach):
    """(n, b) bool: True where a position (n, 3) is in a box, lows and highs (b, 3), grown by `reach`, (3,) or (n, 1) [m]."""
    near = np.ones((len(positions), len(lows)), bool)
    reach = np.broadcast_to(reach, (len(positions), 3))
    for axis in range(3):
        place, room = positions[:, axis, None], reach[:, axis, None]
        near &= (place >= lows[:, axis] - room) & (place <= highs[:, axis] + room)
    return near


def reaches(players, flows, params, dt):
    """(n, 3): distance from each agent, to the sides and up and down, within which anything can matter in a tick [m].

    A bound of the tick's candidates: the body, the ground behind an edge, walking, falling and flow. flows (n, 2) [m/s]
    """
    speeds = np.linalg.norm(players[:, FALL : FALL + 3], axis=1) + np.linalg.norm(flows, axis=1)
    most = 2.0 * (speeds + params.run_speed + params.speed + params.jump_speed + params.gravity * dt)[:, None] * dt
    return most + (2.0 * params.radii[0], 2.0 * params.radii[1], params.radii[2] + params.step_up + params.step_down)


def may_trigger(agents, half, kinds):
    """(n,) bool: agents whose displacement of this tick may have crossed a trigger.

    half: (n, 1) half of each agent's height [m]; agents whose up is not +z are bounded by a ball of that radius
    """
    others, before = agents.others, agents.inside
    ends = agents.players[:, POSITION : POSITION + 3], agents.after[:, POSITION : POSITION + 3]
    aside = np.where(have_frames(agents)[:, None], half, 0.0)
    reach = np.concatenate((aside, aside, half), axis=1) + ROUNDING
    low, high = np.minimum(*ends) - reach, np.maximum(*ends) + reach
    met = np.zeros((len(low), len(before[0])), bool)
    for number, (box_low, box_high) in kinds.boxes.items():
        met[:, number] = ((low <= box_high) & (high >= box_low)).all(axis=1)
    met[:, kinds.checkpoints] &= kinds.checkpoints > others[:, CHECKPOINT, None]
    met[:, kinds.finishes] &= ((others[:, STARTED] >= 0.0) & (others[:, FINISHED] < 0.0))[:, None]
    met[:, kinds.portals] &= ~before[:, kinds.portals]
    return met.any(axis=1)


def fell_out(players, above, feet, params):
    """(n,) bool: agents below the level that have a last safe position, as in respawn.py.

    above (n,): height of each centre above the level's lowest corner [m]; feet (n,)
    """
    return (above - feet <= ROUNDING - FALL_MARGIN * params.feet) & ~np.isnan(players[:, STOOD])
