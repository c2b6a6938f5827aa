"""Input and output of a tick: Intent, PlayerState and TickRecord. They are immutable."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import inf
from struct import pack
from typing import TYPE_CHECKING, NamedTuple

from ..collision import Rules, Trace
from ..lab.exhibits.exhibit import Action
from ..player.tick_rows import AIR, FLOOR, LONG_AGO, STEEP
from .crouch_and_body_turn import body_of
from .player_params import PlayerParams

if TYPE_CHECKING:  # movers import this file
    import numpy as np

    from ..collision import Ellipsoid, Iteration
    from ..core.right_forward_up_frame import Frame
    from ..core.vec3 import Vector
    from ..lab import LabRecord
    from .mover_poses_and_queries import Movers
    from .player_rows import EncodedPlayerState
    from .pushing import MoverContact


class Ground(IntEnum):
    """The kind of ground under the player."""

    FLOOR = FLOOR
    STEEP = STEEP
    AIR = AIR


class Intent(NamedTuple):
    """The player's input for one tick.

    wish: direction (x, y) in the player's frame, which is the world for a player whose up is +z. The walking or running speed is
    multiplied by the wish's length. A length above 1 counts as 1.
    jump, run, crouch: True while the key is held
    heading: view direction in the player's frame [rad], counter-clockwise from +y, or None to keep it
    actions: uses of exhibits' controls in this tick
    """

    wish: tuple[float, float] = (0.0, 0.0)
    jump: bool = False
    run: bool = False
    crouch: bool = False
    heading: float | None = None
    actions: tuple[Action, ...] = ()


class PlayerState(NamedTuple):
    """The state that the next tick depends on. Vectors are (3,) and in the world, except walk and heading.

    position: centre [m]; velocity: sum of walk and fall [m/s]; heading: view direction in the player's frame [rad]
    normal: of the ground, or in the air the player's up; tick: number of ticks since the start of the run
    walk: own velocity (x, y) in the player's frame [m/s]; fall: velocity by gravity and jumps [m/s]
    stood: last safe position on a floor [m], or None; returns: number of falls out of the level (respawn_and_portals.py)
    ground_body: number of the mover under the player, or -1; crushed: number of times that movers crushed the player
    loose: downward speed of the mover under the player, relative to a free fall [m/s]
    late: fraction of the tick, 0..1, that was left when the player landed on its mover, which moved on without the player
    coyote: time since the player left the floor [s], LONG_AGO after a jump; buffered: remaining time of a buffered jump [s]
    jump_held: True if the jump key was down in the last tick
    jumping: True while rising with the jump key held; airborne: time since the last floor [s], inf: never on one
    crouched: 0 standing to 1 fully crouched; facing: heading of a body that could not turn with the view [rad], or None
    walked: distance walked on floors since the start [m]
    inside: numbers of the volumes that contain the player
    checkpoint: number of the volume of the farthest checkpoint reached, in the order of the level's volumes, or -1
    deaths: number of deaths
    frame: the player's right, forward and up in the world (gravity_aligned_frame.py), or None for x, y and z
    flow: velocity of the wind, water or belt that carried the player in the last tick [m/s]
    started, finished: ticks in which a timed run began and ended, or -1; ported: number of passages through portals
    finish_part: part of the last tick of a timed run before the finish, 0..1
    stood_crouched: `crouched` of the body at `stood`
    """

    position: Vector
    velocity: Vector = (0.0, 0.0, 0.0)
    ground: Ground = Ground.AIR
    normal: Vector = (0.0, 0.0, 1.0)
    heading: float = 0.0
    tick: int = 0
    walk: tuple[float, float] = (0.0, 0.0)
    fall: Vector = (0.0, 0.0, 0.0)
    coyote: float = LONG_AGO
    buffered: float = 0.0
    jump_held: bool = False
    stood: Vector | None = None
    returns: int = 0
    ground_body: int = -1
    loose: float = 0.0
    late: float = 0.0
    crushed: int = 0
    walked: float = 0.0
    inside: tuple[int, ...] = ()
    checkpoint: int = -1
    deaths: int = 0
    started: int = -1
    finished: int = -1
    ported: int = 0
    jumping: bool = False
    airborne: float = inf
    crouched: float = 0.0
    facing: float | None = None
    frame: Frame | None = None
    flow: Vector = (0.0, 0.0, 0.0)
    finish_part: float = 1.0
    stood_crouched: float = 0.0


class Ride(NamedTuple):
    """The effect of movers on the player in a tick.

    displacement: displacement (3,) [m] by movers that carry and push the player, and by exhibits
    turn: rotation of the view with the mover underfoot [rad], counter-clockwise about the player's up
    crushed_by: number of the mover that crushed the player, or None
    contacts: MoverContacts of all movers that pushed the player (pushing.py)
    """

    displacement: Vector = (0.0, 0.0, 0.0)
    turn: float = 0.0
    crushed_by: int | None = None
    contacts: tuple[MoverContact, ...] = ()


class TickRecord(NamedTuple):
    """The record of a tick.

    tick: number of the tick, from 1
    stored_before, stored_after: EncodedPlayerState before and after the tick; `before` and `after` are their PlayerStates
    trace: Trace of the solver's iterations
    microseconds: duration of the computation [us]
    ride: effect of movers
    earlier: Trace of the tick before, for events (event_detection.py), or None if that tick is not in the history
    surfaces: (t,) surface numbers of the triangles in the level's mesh, for events
    params, rules: of this tick
    movers: Movers of the level, or None
    lab: LabRecord of the level's exhibits, or None
    """

    tick: int
    stored_before: EncodedPlayerState
    intent: Intent
    trace: Trace
    stored_after: EncodedPlayerState
    microseconds: float
    ride: Ride = Ride()
    earlier: Trace | None = None
    surfaces: Sequence[int] | np.ndarray = ()
    params: PlayerParams = PlayerParams()
    rules: Rules = Rules.modern()
    movers: Movers | None = None
    lab: LabRecord | None = None

    @property
    def before(self) -> PlayerState:
        """The PlayerState before the tick."""
        return self.stored_before.state

    @property
    def after(self) -> PlayerState:
        """The PlayerState after the tick."""
        return self.stored_after.state

    @property
    def body(self) -> Ellipsoid:
        """The player's Ellipsoid at the end of the tick."""
        return body_of(self.after, self.params, self.rules)

    @property
    def contacts(self) -> tuple[Iteration, ...]:
        """The Iterations of the tick's iterations that have a contact, in their order."""
        return self.trace.contacts


def hashed_bytes(state: PlayerState, among_movers: bool) -> bytes:
    """Return the bytes of a PlayerState that enter the state hash of a run (history_and_state_hash.py).

    among_movers: True if the level has movers
    """
    data = pack("<6dqq", *state.position, *state.velocity, int(state.ground), state.tick)
    if among_movers:
        data += pack("<dqq", state.loose, state.ground_body, state.crushed)
    if state.frame is not None:
        right, forward, up = state.frame
        data += pack("<9d", *right, *forward, *up)
    return data
