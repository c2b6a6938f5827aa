"""What goes into a tick and what comes out: Intent, PlayerState, StepRecord. All immutable."""

from collections.abc import Sequence
from enum import IntEnum
from math import inf
from typing import NamedTuple

from ..collision import Rules, Trace
from .params import PlayerParams
from .player.columns import AIR, FLOOR, LONG_AGO, STEEP
from .player.crouching import body_of


class Ground(IntEnum):
    """What the player stands on."""

    FLOOR = FLOOR
    STEEP = STEEP
    AIR = AIR


class Intent(NamedTuple):
    """What the player wants in one tick.

    wish: (x, y) in the world, length at most 1 (longer is shortened), times the walking or running speed
    heading: where to look [rad], counter-clockwise from +y; None keeps it
    """

    wish: tuple = (0.0, 0.0)
    jump: bool = False
    run: bool = False
    crouch: bool = False
    heading: float | None = None


class PlayerState(NamedTuple):
    """Everything that the next tick depends on.

    position: centre [m]; velocity: walk and fall together [m/s]; normal: of the ground, (0, 0, 1) in the air
    walk: own velocity (x, y) [m/s]; fall: velocity by gravity and jumps (3,) [m/s]
    stood: where the player last was on a floor [m], None: never; returns: how often he was put back there (respawn.py)
    ground_body: number of the mover stood on, -1: what stands still; crushed: how often a mover crushed him
    loose: how much faster than a free fall that mover has dropped, up to now [m/s]; late: part of the tick in which he landed on
    it that it went on without him
    coyote: time since the floor was left [s]; buffered: time a pressed jump still waits [s]
    jumping: rises from a jump that was not let go yet; airborne: time since he stood on a floor [s], inf: he never did
    crouched: how far, 0..1; facing: heading of a body that could not turn with the view [rad], None: it did
    walked: way walked on floors since the start [m]
    inside: numbers of the volumes that hold him; checkpoint: of the last one reached, -1: none; deaths: how often he died
    frame: the player's right, forward and up in the world (orientation.py), None: along x, y, z; walk and heading are the
    frame's, all other vectors the world's
    flow: velocity (3,) of what carried him in the last tick, wind, water or belt [m/s]
    started, finished: ticks in which a timed run began and ended, -1: not yet; ported: number of passages through portals
    finish_part: part of the last tick of a timed run that had passed when the finish was crossed, 0..1
    """

    position: tuple
    velocity: tuple = (0.0, 0.0, 0.0)
    ground: Ground = Ground.AIR
    normal: tuple = (0.0, 0.0, 1.0)
    heading: float = 0.0
    tick: int = 0
    walk: tuple = (0.0, 0.0)
    fall: tuple = (0.0, 0.0, 0.0)
    coyote: float = LONG_AGO
    buffered: float = 0.0
    jump_held: bool = False
    stood: tuple | None = None
    returns: int = 0
    ground_body: int = -1
    loose: float = 0.0
    late: float = 0.0
    crushed: int = 0
    walked: float = 0.0
    inside: tuple = ()
    checkpoint: int = -1
    deaths: int = 0
    started: int = -1
    finished: int = -1
    ported: int = 0
    jumping: bool = False
    airborne: float = inf
    crouched: float = 0.0
    facing: float | None = None
    frame: tuple | None = None
    flow: tuple = (0.0, 0.0, 0.0)
    finish_part: float = 1.0


class Ride(NamedTuple):
    """What movers did to the player in a tick.

    displacement: carried and pushed by [m]; turn: how far the view turned with what he stood on [rad]; crushed_by: number of
    the mover that left him no room, or None; blows: of all that pushed him (pushing.py)
    """

    displacement: tuple = (0.0, 0.0, 0.0)
    turn: float = 0.0
    crushed_by: int | None = None
    blows: tuple = ()


class StepRecord(NamedTuple):
    """One tick: state before, intent, what the algorithm did, state after, how long it took (not part of the state), and what
    movers did before all that. For its events (events.py): the trace of the tick before, and the surface of each triangle (t,).
    params, rules: what the tick went by; movers: of the level (movers.py), None: it has none
    """

    tick: int
    before: PlayerState
    intent: Intent
    trace: Trace
    after: PlayerState
    microseconds: float
    ride: Ride = Ride()
    earlier: Trace | None = None
    surfaces: Sequence = ()
    params: PlayerParams | None = None
    rules: Rules | None = None
    movers: object = None

    @property
    def body(self):
        """The player's Ellipsoid at its end."""
        return body_of(self.after, self.params, self.rules)

    @property
    def contacts(self):
        """The iterations that touched something."""
        return self.trace.contacts
