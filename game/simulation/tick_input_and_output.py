"""Input and output of a tick: Intent and TickRecord. They are immutable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..collision import Rules, Trace
from ..lab.exhibits.exhibit import Action
from ..player.player_state import PlayerState
from .crouch_and_body_turn import body_of
from .player_params import PlayerParams

if TYPE_CHECKING:  # movers import this file
    import numpy as np

    from ..collision import Ellipsoid, Iteration
    from ..core.vec3 import Vector
    from ..lab import LabRecord
    from .mover_poses_and_queries import Movers
    from .pushing import MoverContact


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

    before, after: PlayerStates before and after the tick
    trace: Trace of the solver's iterations
    microseconds: duration of the computation [us]
    ride: effect of movers
    earlier: Trace of the tick before, for events (event_detection.py), or None if that tick is not in the history
    surfaces: (t,) surface numbers of the triangles in the level's mesh, for events
    params, rules: of this tick
    movers: Movers of the level, or None
    lab: LabRecord of the level's exhibits, or None
    """

    before: PlayerState
    intent: Intent
    trace: Trace
    after: PlayerState
    microseconds: float
    ride: Ride = Ride()
    earlier: Trace | None = None
    surfaces: Sequence[int] | np.ndarray = ()
    params: PlayerParams = PlayerParams()
    rules: Rules = Rules.modern()
    movers: Movers | None = None
    lab: LabRecord | None = None

    @property
    def tick(self) -> int:
        """The number of the tick, from 1."""
        return self.before.tick + 1

    @property
    def body(self) -> Ellipsoid:
        """The player's Ellipsoid at the end of the tick."""
        return body_of(self.after, self.params, self.rules)

    @property
    def contacts(self) -> tuple[Iteration, ...]:
        """The Iterations of the tick's iterations that have a contact, in their order."""
        return self.trace.contacts
