"""The simulation of one player in a level: its ticks, its history, and what the exhibits of a lab do to it."""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from math import hypot, radians
from numbers import Integral
from struct import pack
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..collision import Rules
from ..core.argument_checks import finite_number, instance, vector
from ..core.input_errors import InputError, counted
from ..core.right_forward_up_frame import own_to_world, up_of
from ..core.vec3 import ZERO, add, along, dot, normalise, scale
from ..lab import Actor, Lab, LabRecord
from ..lab.lab_run import Inputs, LabRun, RunSegment
from ..player.obstacles_and_one_way_walls import reach_for_exhibits
from ..player.player_params import PlayerParams
from ..player.player_state import Ground, PlayerState
from .body_heading import depth_of
from .intent_and_tick_record import NO_EXTRA, Extra, Intent, TickRecord, TickWorld, trace_of
from .race_clock_and_medals import clock_text, run_seconds
from .recovery import recovered_position
from .world import World, check_rate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np

    from ..collision import Ellipsoid
    from ..core.vec3 import VectorLike
    from ..level import Level


def displace_and_launch(state: PlayerState, exhibits: LabRecord) -> PlayerState:
    """Return a PlayerState with the `shift` [m] and the `push` [m/s] of exhibits. A push takes the player into the air."""
    if exhibits.shift != ZERO:
        state = state.replace(position=add(state.position, exhibits.shift))
    if exhibits.push == ZERO:
        return state
    fall, velocity = add(state.fall, exhibits.push), add(state.velocity, exhibits.push)
    return state.replace(fall=fall, velocity=velocity, ground=Ground.AIR, normal=up_of(state.frame), jumping=False)


T = TypeVar("T")
HISTORY = 7200  # records kept: two minutes at 60 ticks a second. Fewer: less to rewind; more: only costs memory
new = tuple.__new__  # a NamedTuple's own constructor takes twice as long
FITS = 1e-3  # [m] depth of a body that has room. Smaller: rounding is reported; larger: a visible depth is not
MOST_RECORDS = 10**9  # a larger number is a typing error


class Snapshot(NamedTuple):
    """A run after one of its ticks, with its history."""

    hz: int  # ticks per second
    params: PlayerParams
    rules: Rules
    state: PlayerState  # PlayerState after the tick
    past: History  # History up to the tick
    lab: tuple[RunSegment, int] | None = None  # place of the exhibits' state in their own history, None without exhibits


def checked(check: Callable[[str, Any], T], name: str, value: object) -> T:
    """Return what a check of argument_checks.py makes of the argument `name`. Raises InputError: a user may have chosen it."""
    try:
        return check(name, value)
    except ValueError as problem:
        raise InputError(problem) from None


class Simulation(World):
    """A player in a level, moved by fixed ticks.

    params: PlayerParams, or None for the default ones
    rules: Rules, or None for Rules.modern()
    hz: ticks per second, 30..480
    history: number of the newest records that are kept, 0 to MOST_RECORDS. At least one is kept, also for 0.
    refuse: function called with the PlayerState before each tick. It returns the numbers of triangles that must not stop the
    player. None: all triangles stop it.
    A copy is independent, but shares the level unless it is a deep copy or was pickled. Raises InputError that names the
    argument.
    """

    past: History
    lab: LabRun | None  # the exhibits of the level, None: it has none
    _remembered: int
    _tick_world: TickWorld | None  # of the newest record
    state: PlayerState  # the newest
    _in_rows: PlayerState | None  # the one that the rows contain

    def __init__(
        self,
        level: Level,
        params: PlayerParams | None = None,
        rules: Rules | None = None,
        hz: int = 60,
        history: int = HISTORY,
        refuse: Callable[[PlayerState], Iterable[int]] | None = None,
    ):
        super().__init__(level, params or PlayerParams(), rules or Rules.modern(), hz, refuse)
        if not isinstance(history, Integral) or not 0 <= history <= MOST_RECORDS:
            raise InputError(f"history must be a whole number of records, 0 to {MOST_RECORDS}")
        self._remembered, self._tick_world, self.lab = max(int(history), 1), None, None
        self.restart()

    def _prepare(self) -> None:
        super()._prepare()
        self._rows, self._in_rows = self.new_rows(PlayerState(ZERO), 1), None

    def __getstate__(self) -> dict:
        return super().__getstate__() | {"past": self.past.copy(), "lab": self.lab and self.lab.copy()}

    # Parameters of a run

    def _use(self, params: PlayerParams, rules: Rules) -> None:
        super()._use(params, rules)
        self._tick_world = None

    def _use_rate(self, hz: int) -> None:
        super()._use_rate(hz)
        self._tick_world = None

    def set_params(self, params: PlayerParams) -> None:
        """Change the PlayerParams from the next tick on. The feet keep their position if the height changes."""
        instance("params", params, PlayerParams)
        taller = params.at(self.state.crouched).feet - self.params.at(self.state.crouched).feet
        if taller:
            position = along(self.state.position, up_of(self.state.frame), taller)
            self.state = self.state.replace(position=position)
        self._use(params, params.on(self.rules))

    def set_rate(self, hz: int) -> None:
        """Change the tick rate [ticks per second] from the next tick on, and clear the history.

        Raises InputError if the rate is not from 30 to 480, or if the current time is between two ticks of the new rate.
        """
        check_rate(hz)
        tick = self.state.tick * hz
        if tick % self.hz:
            raise InputError(f"tick {self.state.tick} at {self.hz} a second is between two ticks at {hz} a second")
        before = self.hz
        self._use_rate(hz)
        if self.lab is not None:
            self.lab.use(Lab(self.level.exhibits, hz))
        started, finished = (round(t * hz / before) if t >= 0 else t for t in (self.state.started, self.state.finished))
        self.restore(self.state.replace(tick=tick // before, started=started, finished=finished))

    # Start, rewind and snapshots

    def restart(self) -> None:
        """Start a new run at the level's spawn, as `teleport` does."""
        self.begin_at()

    def begin_at(self, feet: VectorLike | None = None, heading: float | None = None, in_solids: bool = False) -> None:
        """Start a new run with the feet at a position (3,) [m] and a heading [degrees]. None: those of the level's spawn.

        in_solids: True to begin exactly there, also inside something, as a lesson on the way out does
        """
        angle = self.level.spawn.heading if heading is None else radians(checked(finite_number, "heading", heading))
        centre = self._centre_above(self.level.spawn.at if feet is None else checked(vector, "feet", feet))
        self.teleport(centre, angle)
        if in_solids:
            self.restore(self.state.replace(position=centre, crouched=0.0))

    def teleport(self, position: VectorLike, heading: float = 0.0, crouched: float = 0.0) -> None:
        """Start a new run with the player's centre at `position` (3,) [m], at rest, and the view along `heading` [rad].

        crouched: how far the body with this centre is crouched, 0 standing to 1
        The player crouches there if it has no room to stand. It is placed beside a solid that contains its centre (`place_body`).
        The tick becomes 0, and the history is cleared. Raises InputError with the name of a value that is not finite, or of a
        position beyond 1e30 m.
        """
        position, heading = checked(vector, "position", position), checked(finite_number, "heading", heading)
        self.restore(self.state_at(position, heading, checked(finite_number, "crouched", crouched)))

    def note_on_room(self) -> str:
        """Return a line for the user if the body is inside something from which no push frees it, and otherwise an empty text."""
        depth = depth_of(self.nearby, self.state, self.params, self.rules)
        if depth <= FITS:
            return ""
        freed = self.state.replace(position=recovered_position(self.nearby, self.state.position, self.rules))
        if depth_of(self.nearby, freed, self.params, self.rules) <= FITS:
            return ""
        return f"there is no room for the body at its start: it is {depth:.2f} m inside something, in no posture it fits"

    def restore(self, state: PlayerState) -> None:
        """Continue from a PlayerState, and clear the history. A state of tick 0 also restarts the exhibits."""
        self.state = state.alone()
        if state.tick == 0:
            self.lab = self._restarted_lab()
        self.past = History(state, self._remembered, self.movers is not None)

    def _restarted_lab(self) -> LabRun | None:
        """Return the exhibits at their start, None without any. Their Lab is kept, because it knows their first state."""
        if self.lab is not None and self.lab.lab.hz == self.hz:
            return LabRun(self.lab.lab)
        return LabRun(Lab(self.level.exhibits, self.hz)) if self.level.exhibits else None

    @property
    def history(self) -> deque[TickRecord]:
        """The newest TickRecords, oldest first."""
        return self.past.records

    def rewind(self, ticks: int) -> None:
        """Go back by 0..len(history) ticks and remove their records. Raises InputError for any other number.

        Parameters and rules become those of the earliest removed tick.
        """
        if not 0 <= ticks <= len(self.history):
            raise InputError(f"cannot rewind {ticks} ticks: {len(self.history)} are kept")
        for _ in range(ticks):
            first = self.history.pop()
        if ticks:
            self.state = first.before
            if first.lab is not None and self.lab is not None:
                self.lab.go_to(first.lab.segment, first.lab.place - 1)
            self._use(first.params, first.rules)

    def snapshot(self) -> Snapshot:
        exhibits = self.lab.now if self.lab else None
        return Snapshot(self.hz, self.params, self.rules, self.state, self.past.copy(), exhibits)

    def load_snapshot(self, saved: Snapshot) -> None:
        """Continue from a Snapshot of this simulation. It can be loaded any number of times."""
        if saved.hz != self.hz:
            self._use_rate(saved.hz)
        self._use(saved.params, saved.rules)
        self.state, self.past = saved.state, saved.past.copy()
        if self.lab is not None and saved.lab is not None:
            self.lab.go_to(*saved.lab)

    @property
    def body(self) -> Ellipsoid:
        """The player's Ellipsoid in its newest state."""
        return self.body_in(self.state)

    @property
    def time(self) -> float:
        """The time since the start of the run [s]."""
        return self.state.tick / self.hz

    def tick(self, intent: Intent, solids: np.ndarray | None = None) -> TickRecord:
        """Move the player by one tick. Returns the TickRecord, which is also appended to the history.

        solids: triangles of exhibits' bodies, corners (n, 9) [m], from another run. Only for a simulation without exhibits.
        Raises InputError for an intent with impossible values (`PlayerRows.set_intent`), or for actions in a level without
        exhibits.
        """
        began, before, rows = perf_counter_ns(), self.state, self._rows
        actions = rows.set_intent(intent)
        exhibits = self._tick_lab(before, intent) if self.lab is not None or actions else None
        start = displace_and_launch(before, exhibits) if exhibits else before
        if start is not self._in_rows:
            rows.set_state(0, start)
        phase, ride, base = self.apply_movers(rows, 0, start, exhibits.solids if exhibits else solids)
        events = self.driver.advance(rows, phase)
        block, settings = self.driver.written_block()
        after, extra = PlayerState.of_row(block, rows.volumes_of(0), settings), NO_EXTRA
        earlier = None if before.settings or not self.past.records else self.past.records[-1].extra.trace
        if exhibits or earlier is not None or actions:
            extra = Extra(exhibits, intent if actions else None, None, earlier)
        if events or ride.crushed_by is not None:  # the state after an event does not have the start of this tick
            extra = extra._replace(intent=intent, trace=trace_of(after))
        after = self.outcome(rows, 0, start, after, events, ride, base)
        self.state = self._in_rows = after
        if exhibits and exhibits.shift != ZERO:
            ride = ride._replace(displacement=add(ride.displacement, exhibits.shift))
        rows.swap()
        microseconds = (perf_counter_ns() - began) / 1000.0
        if self._tick_world is None:
            self._tick_world = TickWorld(self.mesh.surfaces, self.params, self.rules, self.movers)
        record = new(TickRecord, (before, after, microseconds, ride, self._tick_world, extra))
        self.past.add(record)
        return record

    def _tick_lab(self, before: PlayerState, intent: Intent) -> LabRecord:
        """Advance the exhibits by one tick, before the player's own part of the tick. Returns their LabRecord.

        The exhibits get the velocity that the player wishes to walk with, and the player's actual velocity along its up. The
        actual walking velocity would be wrong: it is 0 for a player that a body stops, so the player could never push a body.
        Raises InputError for an action in a level without exhibits.
        """
        if self.lab is None:
            raise InputError(f"use={intent.actions[0].exhibit}: level {self.level.name} has no exhibits")
        speed = (self.params.run_speed if intent.run else self.params.speed) * min(1.0, hypot(*intent.wish))
        walk = scale(normalise((*intent.wish, 0.0)), speed) if speed > 0.0 else ZERO
        push = add(own_to_world(before.frame, walk), scale(up_of(before.frame), dot(before.velocity, up_of(before.frame))))
        far = reach_for_exhibits(before, self.params, 1.0 / self.hz)
        actor = Actor(before.position, self.body_in(before).radii, push, before.heading, far)
        return self.lab.tick(Inputs(actor, intent.actions))

    def solid_corners(self, triangle: int, record: TickRecord) -> np.ndarray:
        """Return the corners (3, 3) [m] of a triangle of a mover or of an exhibit's body, at the end of a record's tick."""
        if triangle < self.first_solid:
            assert self.movers is not None
            return self.movers.corners(triangle, record.tick)
        assert record.lab is not None and record.lab.solids is not None  # only they have triangles after those of movers
        return record.lab.solids[triangle - self.first_solid].reshape(3, 3)

    def state_hash(self) -> str:
        """Return a hash of all states since the start or last `restore`, 16 hexadecimal digits. Equal runs have equal ones."""
        return self.past.hash()

    def summary(self) -> str:
        """Return a line of text: level, ticks, feet [m], ground, and any respawns and finished run."""
        x, y, feet = along(self.state.position, up_of(self.state.frame), -self.params.at(self.state.crouched).feet)
        run = f"; finished in {clock_text(run_seconds(self.state, self.hz))}" if self.state.finished >= 0 else ""
        deaths = f"; died {counted(self.state.deaths, 'time')}" if self.state.deaths else ""
        crushed = f"; crushed {counted(self.state.crushed, 'time')}" if self.state.crushed else ""
        returns = f"; fell out of the level and was put back {counted(self.state.returns, 'time')}" if self.state.returns else ""
        shares = ", ".join(f"{self.past.grounds[ground]} {ground.name.lower()}" for ground in Ground)
        return (
            f"{self.level.name}: {counted(self.state.tick, 'tick')} at {self.hz} a second; feet at {x:.4f}, {y:.4f}, {feet:.4f}; "
            f"on {self.state.ground.name.lower()} (ticks: {shares}){returns}{deaths}{crushed}{run}"
        )


# The history of a run


def hashed_bytes(state: PlayerState, among_movers: bool) -> bytes:
    """Return the bytes of a PlayerState that enter the state hash of a run. among_movers: True if the level has movers"""
    data = pack("<6dqq", *state.position, *state.velocity, state.ground, state.tick)
    if among_movers:
        data += pack("<dqq", state.loose, state.ground_body, state.crushed)
    if state.frame is not None:
        right, forward, up = state.frame
        data += pack("<9d", *right, *forward, *up)
    return data


class History:
    """The newest records of a run, the hash of its states, and the number of ticks on each ground.

    records: deque of the kept TickRecords, oldest first
    The hash of a tick in a level with exhibits includes the state of the exhibits.
    """

    def __init__(self, state: PlayerState, most: int, among_movers: bool):
        self.records: deque[TickRecord] = deque(maxlen=most)
        self._forgotten = [0] * len(Ground)  # numbers of ticks on each Ground, of records that are no longer kept
        self._among_movers = among_movers
        seed = hashed_bytes(state, among_movers)
        self._seed: bytes | None = seed  # None: records are forgotten
        self._before = hashlib.sha256(seed)  # of all states before the records

    def add(self, record: TickRecord) -> None:
        """Append the TickRecord of the next tick. Remove the oldest record if the largest number is kept already."""
        records = self.records
        if len(records) == records.maxlen:
            self._before.update(self._bytes_of(records[0]))
            self._seed = None
            self._forgotten[records[0].after.ground] += 1
        records.append(record)

    @property
    def grounds(self) -> Counter[Ground]:
        """The number of ticks on each Ground since the start of the run, as a Counter."""
        kept = Counter(record.after.ground for record in self.records)
        return kept + Counter({ground: self._forgotten[ground] for ground in Ground})

    def _bytes_of(self, record: TickRecord) -> bytes:
        """Return the bytes that a TickRecord adds to the hash: the states of the player and of the exhibits after the tick."""
        return hashed_bytes(record.after, self._among_movers) + (record.lab.digest if record.lab else b"")

    def copy(self) -> History:
        other = object.__new__(History)
        other.records, other._before = self.records.copy(), self._before.copy()
        other._forgotten, other._among_movers, other._seed = self._forgotten.copy(), self._among_movers, self._seed
        return other

    def __deepcopy__(self, _: dict) -> History:
        return self.copy()  # records are immutable

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes for pickle, with the first hashed bytes instead of the hash object.

        A run longer than its history has lost these bytes, so its digest so far replaces them. The copy's hash then differs.
        """
        return self.__dict__ | {"_before": None, "_seed": self._seed or self._before.digest()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._before = hashlib.sha256(self._seed or b"")

    def hash(self) -> str:
        """Return the hash of all states since the start as 16 hexadecimal digits."""
        digest = self._before.copy()
        digest.update(b"".join(map(self._bytes_of, self.records)))
        return digest.hexdigest()[:16]
