"""Input and output of a tick: Intent and TickRecord. They are immutable.

A run keeps thousands of records. So a record keeps bytes, and makes objects of them when they are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple

from ..collision import Rules, Trace
from ..collision.trace import Pass, Turn
from ..core.right_forward_up_frame import from_frame
from ..core.vec3 import add
from ..lab.exhibits.exhibit import Action
from ..player.player_params import PlayerParams
from ..player.player_state import INPUT_WORDS, PlayerState
from .body_heading import body_of

if TYPE_CHECKING:  # movers import this file
    import numpy as np

    from ..collision import Ellipsoid, Iteration
    from ..core.vec3 import Vector
    from ..lab import LabRecord
    from .movers import Movers
    from .pushing import MoverContact


class Intent(NamedTuple):
    """The player's input for one tick.

    wish: direction (x, y) in the player's frame, which is the world for a player whose up is +z. The walking or running speed is
    multiplied by the wish's length. A length above 1 counts as 1.
    """

    wish: tuple[float, float] = (0.0, 0.0)
    jump: bool = False  # True while the key is held, as the next two
    run: bool = False
    crouch: bool = False
    heading: float | None = None  # view direction in the player's frame [rad], counter-clockwise from +y, or None to keep it
    actions: tuple[Action, ...] = ()  # uses of exhibits' controls in this tick


PACKED = Struct("=3d3?")  # an Intent without actions: the fields at the beginning of a row of INPUT (player/player_state.py)


def unpack_intent(packed: Any, at: int = 0) -> Intent:
    """Return the Intent, without actions, whose bytes begin at index `at`."""
    x, y, heading, jump, run, crouch = PACKED.unpack_from(packed, at)
    return Intent((x, y), jump, run, crouch, heading if heading == heading else None)


class Ride(NamedTuple):
    """The effect of movers on the player in a tick."""

    displacement: Vector = (0.0, 0.0, 0.0)  # [m], by movers that carry and push the player, and by exhibits
    turn: float = 0.0  # rotation of the view with the mover underfoot [rad], counter-clockwise about the player's up
    crushed_by: int | None = None  # number of the mover that crushed the player, or None
    contacts: tuple[MoverContact, ...] = ()  # of all movers that pushed the player (pushing.py)


class TickWorld(NamedTuple):
    """The common part of a run's ticks, in one object for all of them."""

    surfaces: Sequence[int] | np.ndarray = ()  # (t,) surface numbers of the triangles in the level's mesh, for events
    params: PlayerParams = PlayerParams()
    rules: Rules = Rules.modern()
    movers: Movers | None = None  # of the level


NO_RIDE, NO_WORLD = Ride(), TickWorld()


class Extra(NamedTuple):
    """The part of a record that only some records have."""

    lab: LabRecord | None = None  # of the level's exhibits
    intent: Intent | None = None  # of a tick with an event, whose state does not contain it, or with actions
    trace: Trace | None = None  # of a tick with an event
    earlier: Trace | None = None  # Trace of the tick before, if that had an event


NO_EXTRA = Extra()


class TickRecord(NamedTuple):
    before: PlayerState
    after: PlayerState  # it contains the input and the trace
    microseconds: float  # duration of the computation [us]
    ride: Ride = NO_RIDE  # effect of movers
    world: TickWorld = NO_WORLD
    extra: Extra = NO_EXTRA

    @property
    def tick(self) -> int:
        """The number of the tick, from 1."""
        return self.before.tick + 1

    @property
    def intent(self) -> Intent:
        return self.extra.intent or unpack_intent(self.after.row, self.after.size)

    @property
    def trace(self) -> Trace:
        return self.extra.trace or trace_of(self.after) or Trace()

    @property
    def earlier(self) -> Trace | None:
        """The Trace of the tick before, for events (event_detection.py), or None if that tick is not in the history."""
        return self.extra.earlier or trace_of(self.before)

    def follows(self, record: TickRecord | None) -> bool:
        """True if another record is that of the tick before, in the same run. None stands before the first tick."""
        if record is None:
            return self.earlier is None
        last = record.after
        return self.extra.earlier is record.extra.trace and (self.before.tick, self.before.rest) == (last.tick, last.rest)

    @property
    def lab(self) -> LabRecord | None:
        return self.extra.lab

    @property
    def surfaces(self) -> Sequence[int] | np.ndarray:
        return self.world.surfaces

    @property
    def params(self) -> PlayerParams:
        return self.world.params

    @property
    def rules(self) -> Rules:
        return self.world.rules

    @property
    def movers(self) -> Movers | None:
        return self.world.movers

    @property
    def body(self) -> Ellipsoid:
        """The player's Ellipsoid at the end of the tick."""
        return body_of(self.after, self.params, self.rules)

    @property
    def contacts(self) -> tuple[Iteration, ...]:
        """The Iterations of the tick that have a contact, in their order."""
        return self.trace.contacts

    @property
    def wall_contact(self) -> Iteration | None:
        """The first contact of the move pass, or None."""
        return next((iteration for iteration in self.contacts if iteration.pass_ == Pass.MOVE), None)


def trace_of(state: PlayerState) -> Trace | None:
    """Return the Trace of the tick that led to a state, or None if the state does not contain it."""
    size = state.size
    if len(state.row) == size:
        return None
    trace, origin, frame, at = Trace(), state.origin, state.frame, size + 8 * INPUT_WORDS
    if frame is None:
        trace.record(origin, state.row, state.settings, None, at)
    else:
        position = add(state.pivot, from_frame(frame, origin))
        trace.record(position, state.row, state.settings, Turn(frame, state.pivot, origin), at)
    return trace
