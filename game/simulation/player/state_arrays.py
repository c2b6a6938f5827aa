"""Conversion of the player to rows of numbers and back: the compiled tick reads only such rows (columns.py)."""

from functools import lru_cache
from math import nan, tan

import numpy as np

from ..state import Ground
from .step_up import TREAD

GROUNDS = tuple(Ground)  # by number: calling Ground(number) takes ten times as long
NEVER = (nan, nan, nan)  # the last position on the floor of a player that was never on one


def row_of(state):
    """The row of one player's state, (1, PLAYER_COLUMNS)."""
    return np.array([numbers_in(state)], np.float64)


def numbers_in(state):
    """The numbers of a state that the compiled tick reads and writes, a tuple of PLAYER_COLUMNS numbers."""
    jumping = (state.coyote, state.buffered, state.jump_held, state.jumping)
    moving = (*state.position, state.ground, *state.normal, *state.walk, *state.fall, *jumping, *state.velocity)
    return *moving, state.airborne, state.walked, *(state.stood or NEVER), -1.0


def state_of(row, state, heading):
    """The state after the tick that wrote this row, a list of numbers. state: before it; heading: of the view after it [rad]"""
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
