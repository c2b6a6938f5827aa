"""The player as rows of numbers, and back: the compiled tick (simulation/player/columns.py) knows nothing else."""

from functools import lru_cache
from math import nan, tan

import numpy as np

from ..state import Ground
from .step_up import TREAD

GROUNDS = tuple(Ground)  # by number: calling Ground(number) takes ten times as long
NEVER = (nan, nan, nan)  # where somebody stood who never did


def row_of(state):
    """The row of one player's state, (1, PLAYER_COLUMNS)."""
    return np.array([numbers_in(state)], np.float64)


def numbers_in(state):
    """What the compiled tick reads and writes of a state, a tuple of PLAYER_COLUMNS numbers."""
    jumping = (state.coyote, state.buffered, state.jump_held, state.jumping)
    moving = (*state.position, state.ground, *state.normal, *state.walk, *state.fall, *jumping, *state.velocity)
    return *moving, state.airborne, state.walked, *(state.stood or NEVER), -1.0


def state_of(row, state, heading):
    """`state` at the end of the tick that wrote this row, a list of numbers; heading: where he looks then [rad]"""
    x, y, z, ground, nx, ny, nz, wx, wy, fx, fy, fz, coyote, buffered, held, jumping, *rest = row
    vx, vy, vz, airborne, walked, sx, sy, sz, _ = rest
    return state._replace(
        position=(x, y, z),
        velocity=(vx, vy, vz),
        ground=GROUNDS[int(ground)],
        normal=(nx, ny, nz),
        heading=heading,
        tick=state.tick + 1,
        walk=(wx, wy),
        fall=(fx, fy, fz),
        coyote=coyote,
        buffered=buffered,
        jump_held=held != 0.0,
        jumping=jumping != 0.0,
        airborne=airborne,
        walked=walked,
        stood=(sx, sy, sz) if sx == sx else None,
    )


def input_of(intent, around):
    """The row of one tick's input, (1, INPUT_COLUMNS). around: Forces"""
    return np.array([(*intent.wish, intent.jump, intent.run, around.gravity, around.kept, *around.flow[:2])], np.float64)


@lru_cache(maxsize=16)
def numbers_of(params, rules, dt):
    """The array of the parameters. rules: whether steps are climbed; dt: length of a tick [s]"""
    depth = TREAD * min(params.radii[:2])
    rise = min(depth * tan(params.max_slope), params.step_up)
    walking = (params.speed, params.run_speed, params.acceleration, params.friction, params.air_control)
    jumping = (params.jump_speed, params.jump_release, params.coyote_time, params.jump_buffer)
    falling = (params.gravity, params.terminal_speed)
    climbing = (params.step_up, params.step_down, params.feet, depth, rise, rules.climb_steps)
    return np.array([*walking, params.keep_horizontal_speed, *jumping, *falling, *climbing, dt], np.float64)
