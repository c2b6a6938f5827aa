"""The effects of exhibits on the player: a displacement and a velocity, added before the player's own part of a tick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.right_forward_up_frame import up_of
from ..core.vec3 import add
from ..lab.exhibits.exhibit import ZERO
from .lazy_player_state import EncodedPlayerState
from .tick_input_and_output import Ground, PlayerState

if TYPE_CHECKING:
    from ..core.vec3 import Vector
    from ..lab import LabRecord


def displace_and_launch(before: EncodedPlayerState, exhibits: LabRecord) -> EncodedPlayerState:
    """Return the player's state with the displacement and the velocity that exhibits add in a tick, or `before` if both are 0.

    before: EncodedPlayerState at the start of the tick
    exhibits: LabRecord of the tick, with the displacement `shift` (3,) [m] and the velocity `push` (3,) [m/s]
    """
    state = before.state
    if exhibits.shift != ZERO:
        state = state._replace(position=add(state.position, exhibits.shift))
    state = launch(state, exhibits.push)
    return before if state is before.state else EncodedPlayerState(state)


def launch(state: PlayerState, push: Vector) -> PlayerState:
    """Return a PlayerState with the velocity `push` (3,) [m/s] added and the player in the air. A zero push changes nothing."""
    if push == ZERO:
        return state
    fall, velocity = add(state.fall, push), add(state.velocity, push)
    return state._replace(fall=fall, velocity=velocity, ground=Ground.AIR, normal=up_of(state.frame), jumping=False)
