"""The player as rows of numbers, and back: the compiled tick (tick/columns.py) knows nothing else."""

from functools import lru_cache
from math import tan

import numpy as np

from .state import Ground

GROUNDS = tuple(Ground)  # by number: calling Ground(number) takes ten times as long
# How deep [of the body's half width] the ground behind a step's edge must be to count as a tread. Smaller: a wall of narrow
# ledges is climbed like a ladder; larger: steep real stairs are refused.
TREAD = 0.5


def row_of(state):
    """The row of one player's state, (1, PLAYER_COLUMNS)."""
    jumping = (state.coyote, state.buffered, state.jump_held, state.jumping)
    return np.array([(*state.position, state.ground, *state.normal, *state.walk, *state.fall, *jumping)], np.float64)


def state_of(row, state, heading, dt):
    """`state` at the end of the tick of dt [s] that wrote this row; heading: where he looks then [rad]"""
    x, y, z, ground, nx, ny, nz, wx, wy, fx, fy, fz, coyote, buffered, held, jumping = row.tolist()
    position, ground = (x, y, z), GROUNDS[int(ground)]
    return state._replace(
        position=position,
        velocity=(wx + fx, wy + fy, fz),
        ground=ground,
        normal=(nx, ny, nz),
        heading=heading,
        tick=state.tick + 1,
        walk=(wx, wy),
        fall=(fx, fy, fz),
        coyote=coyote,
        buffered=buffered,
        jump_held=held != 0.0,
        jumping=jumping != 0.0,
        airborne=0.0 if ground == Ground.FLOOR else state.airborne + dt,
        stood=position if ground == Ground.FLOOR else state.stood,
    )


def input_of(intent, around):
    """The row of one tick's input, (1, INPUT_COLUMNS). around: Surroundings"""
    return np.array([(*intent.wish, intent.jump, intent.run, around.gravity, around.kept, *around.flow)], np.float64)


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
