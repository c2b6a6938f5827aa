"""A player that the FreeBASIC forum's collision program moves, as printed (game/lab/forum_collision.py).

The thread prints how a displacement collides, but no game around it. So walking, jumps and falling are made here, in the simplest
way: the wish is the velocity, gravity adds to the fall in each tick, and a fall that meets something ends.
"""

from __future__ import annotations

from math import hypot
from time import perf_counter_ns
from typing import TYPE_CHECKING

import numpy as np

from ..collision import Rules
from ..core.input_errors import InputError
from ..core.vec3 import UP, scale, sub
from ..lab.forum_collision import AS_PRINTED, ForumWorld, Moved, Repairs, collide_and_slide
from ..level.contents.volume import Gravity, TurnedGravity
from ..player.player_state import Ground, PlayerState
from .intent_and_tick_record import Extra, Intent, Ride, TickRecord, TickWorld

if TYPE_CHECKING:
    from ..collision import TriangleMesh
    from ..level import Level
    from ..player.player_params import PlayerParams

BELOW = 10.0  # [m] under the level at which it begins again. Less: the fall is hardly seen; more: it is gone for longer


class ForumPlayer:
    """A player of the printed program, with `tick` and `restore` as a Simulation.

    It collides with the level's mesh and with bodies of exhibits. It ignores movers and volumes, and does not crouch.
    Raises InputError if gravity is not along -z everywhere.
    """

    lab = None

    def __init__(self, level: Level, mesh: TriangleMesh, params: PlayerParams, hz: int, repairs: Repairs = AS_PRINTED):
        if has_turned_gravity(level):
            raise InputError(f"the forum's program cannot walk in {level.name}: its gravity is not straight down everywhere")
        self.params, self.hz, self._repairs = params, hz, repairs
        self._corners = np.ascontiguousarray(mesh.vertices[mesh.triangles].reshape(-1, 9))
        self._triangles, self._lowest = ForumWorld(self._corners), float(mesh.bounds[0][2])
        self._world = TickWorld(params=params, rules=Rules.thebigh())
        self.moved: Moved | None = None  # result of the program in the last tick
        self.state = self._first = PlayerState((0.0, 0.0, 0.0))

    def restore(self, state: PlayerState) -> None:
        self.state = self._first = state.alone()

    def tick(self, intent: Intent, solids: np.ndarray | None = None) -> TickRecord:
        """Move by one tick. solids: corners (n, 9) [m] of exhibits' bodies, or None"""
        began, before = perf_counter_ns(), self.state
        heading = before.heading if intent.heading is None else intent.heading
        speed = (self.params.run_speed if intent.run else self.params.speed) / max(1.0, hypot(*intent.wish))
        walk = intent.wish[0] * speed, intent.wish[1] * speed
        jumps = intent.jump and not before.jump_held and before.ground == Ground.FLOOR
        fall = self.params.jump_speed if jumps else before.fall[2]
        fall = max(fall - self.params.gravity / self.hz, -self.params.terminal_speed)
        own, force = (walk[0] / self.hz, walk[1] / self.hz, 0.0), (0.0, 0.0, fall / self.hz)
        world = self._triangles if solids is None else ForumWorld(np.concatenate([self._corners, solids]))
        self.moved = collide_and_slide(world, self.params.radii, heading, before.position, own, force, self._repairs)
        has_met = self.moved.force[0].collision is not None
        ground = Ground.FLOOR if has_met and fall < 0.0 else Ground.AIR
        position, returns = self.moved.position, before.returns
        if position[2] < self._lowest - BELOW:
            position, returns = self._first.position, returns + 1
        after = PlayerState(
            position,
            velocity=scale(sub(position, before.position), float(self.hz)) if returns == before.returns else (0.0, 0.0, 0.0),
            fall=(0.0, 0.0, 0.0 if has_met else fall),
            walk=walk,
            normal=UP,
            heading=heading,
            ground=ground,
            tick=before.tick + 1,
            returns=returns,
            jump_held=intent.jump,
        )
        self.state = after
        microseconds = (perf_counter_ns() - began) / 1000.0
        return TickRecord(before, after, microseconds, Ride(), self._world, Extra(intent=intent))


def has_turned_gravity(level: Level) -> bool:
    """True if gravity in some part of a level points elsewhere than along -z."""
    effects = [volume.effect for volume in level.volumes]
    turned = any(isinstance(effect, TurnedGravity) or (isinstance(effect, Gravity) and effect.factor < 0.0) for effect in effects)
    down = level.gravity
    return turned or (down is not None and (down.towards is not None or down.up((0.0, 0.0, 0.0)) != UP))
