"""Compile the collision module and the player's tick before a game starts, with progress."""

from types import SimpleNamespace

import numpy as np

from .. import collision
from ..collision import Rules
from ..collision.warmup import nearby_of_point
from .environment.volume_overlap_and_sweep import find_inside_kind
from .environment.volume_rows import KILL
from .player_params import PlayerParams
from .tick_input_and_output import Intent, PlayerState
from .world_and_player_tick import World

COLLISION = 0.65  # part of the time that the collision module takes


def warm_up(progress=lambda fraction, text: None, alone=False):
    """Compile the collision module and the player's tick, or load their machine code from the cache.

    progress: function called with the fraction done, 0..1, and a text about the next stage
    alone: True to compile in this process alone
    """
    collision.warm_up(lambda fraction, text: progress(COLLISION * fraction, text), alone)
    progress(COLLISION, "compiling the player")
    level = SimpleNamespace(mesh=nearby_of_point().mesh, spawn=None)
    level.mesh.bounds, level.mesh.triangles = ((0.0,) * 3,) * 2, np.zeros((1, 3), np.int64)
    world = World(level, PlayerParams(), Rules.modern(), 60)
    world.predict(PlayerState((0.0, 0.0, 9.0)), Intent())
    world.gravity_before_tick(world.new_rows(PlayerState((0.0, 0.0, 9.0)), 1), 0)
    find_inside_kind(world.surroundings.volumes, KILL, np.zeros((1, 3)), 1.0, np.empty(1, np.bool_))
    progress(1.0, "compiled")
