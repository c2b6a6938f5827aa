"""One simulation being played: the clock in fixed ticks, pause, slow motion, single steps, going back through its history.

No renderer in here: the window asks for what to show.
"""

from math import pi

from ..collision.engine.frames import up_of
from ..collision.engine.vec3 import along
from ..overlay.timeline_marks import MarkBook
from ..simulation import events_of
from ..simulation.environment.orientation import interpolate
from ..simulation.environment.respawn import was_teleported
from ..simulation.player.view_smoothing import Eyes, above_centre
from .branches import Branches

LONGEST_FRAME = 0.1  # [s] of simulation that one frame may ask for: after a hitch the game slows down, it does not leap
MOST_TICKS = 5  # a frame. Smaller: slow motion on slow machines; larger: a slow machine gets slower still
SLOWER = (1, 2, 4, 8, 16, 30, 60)  # times slower than life, to choose from
NOT, FORWARD, BACKWARD = 0, 1, -1  # is what is remembered played, and which way


class Session:
    """sim: Simulation; told(record, its events): called for every tick played, not for those played again

    `paused` stops the clock; `cursor` is the number of ticks behind the newest record that is shown.
    """

    def __init__(self, sim, told=None):
        self.sim, self._told = sim, told or (lambda record, events: None)
        self.branches, self._book = Branches(sim), MarkBook()
        self._marked = None, ()  # (what the marks were worked out for, marks)
        self.paused, self.film = False, NOT
        self.slower = 0  # place in SLOWER
        self._behind = 0.0  # ticks from what is shown to the newest one's end
        self._owed = 0.0  # [s] of simulation
        self._eyes = Eyes(sim)

    @property
    def cursor(self):
        return int(self._behind)

    @property
    def live(self):
        """Does the player walk now?"""
        return not self.paused and self.film == NOT

    @property
    def speed(self):
        """Of the clock, 1 in life."""
        return 1.0 / SLOWER[self.slower]

    @property
    def record(self):
        """The record to show, or None before the first tick."""
        history = self.sim.history
        return history[-1 - self.cursor] if history else None

    @property
    def newest(self):
        """The newest record, or None before the first tick."""
        return self.sim.history[-1] if self.sim.history else None

    @property
    def state(self):
        """The player's state to show."""
        return self.record.after if self.record else self.sim.state

    @property
    def rules(self):
        """The Rules of the tick shown; while playing those of the next one."""
        return self.sim.rules if self.live or self.record is None else self.record.rules

    @property
    def params(self):
        """The PlayerParams of the tick shown; while playing those of the next one."""
        return self.sim.params if self.live or self.record is None else self.record.params

    @property
    def options(self):
        """By what is played: what another Simulation takes to go by the same."""
        return {"params": self.sim.params, "rules": self.sim.rules, "hz": self.sim.hz}

    @property
    def body(self):
        """The player's Ellipsoid in the state to show."""
        return self.record.body if self.record else self.sim.body

    # The clock

    def advance(self, seconds, next_intent):
        """Let time pass: as many ticks as have come due, each with a fresh intent. Returns how many."""
        if self.paused:
            return 0
        self._owed += min(seconds, LONGEST_FRAME) * self.speed
        if self.film != NOT:
            return self._play_film()
        ticks = min(int(self._owed * self.sim.hz), MOST_TICKS)
        for _ in range(ticks):
            if self.paused:  # the tick before may have been the one to stop at
                break
            self._tick(next_intent())
        self._owed = min(self._owed - ticks / self.sim.hz, 1.0 / self.sim.hz)
        return ticks

    def _tick(self, intent):
        record = self.sim.tick(intent)
        events = events_of(record)
        self._book.enter(record, events)  # now, a little a tick: at once at a pause it would be felt
        self._told(record, events)

    def _play_film(self):
        """What is remembered, either way; it stops where it ends. No tick is played."""
        oldest = max(len(self.sim.history) - 1, 0)
        behind = self._behind - self.film * self._owed * self.sim.hz
        self._owed = 0.0
        if 0.0 < behind < oldest:
            self._behind = behind
        else:
            self.show_tick(0 if behind <= 0.0 else oldest)
        return 0

    def slow_down(self, places):
        """Go to a slower clock, or with a negative number to a quicker one; the ticks stay what they are."""
        self.slower = max(0, min(self.slower + places, len(SLOWER) - 1))

    def pause(self):
        """Let time stand, at the end of the tick shown."""
        self.show_tick(self.cursor)

    def go_on(self):
        """Play on from the tick shown. Says whether that is a new branch: what came after it is kept for `undo`."""
        branched = self.cursor > 0
        if branched:
            self.branches.keep(self.cursor, self.cursor)
            self.sim.rewind(self.cursor)
        self._behind, self.paused, self.film = 0.0, False, NOT
        self._owed = 1.0 / self.sim.hz if self.sim.history else 0.0  # from the end of the tick shown, not from its beginning
        return branched

    def restart(self):
        self.sim.restart()
        self._begin()

    def begin_at(self, feet, heading):
        """Begin anew elsewhere. feet [m]; heading [degrees]"""
        self.sim.begin_at(feet, heading)
        self._begin()

    def _begin(self):
        self.branches.forget()
        self._behind = 0.0
        self.go_on()

    def move_eye_to(self, eye, heading):
        """Put the player where his eyes are at `eye` [m], out of whatever is there."""
        params = self.sim.params
        self.sim.teleport(along(eye, self.sim.up_at(eye), params.feet - params.eye_height), heading)
        self._begin()

    # Going through what is remembered

    def show_tick(self, cursor):
        """Pause and show the tick that is so many behind the newest, or the nearest one that is remembered."""
        self.paused, self.film, self._owed = True, NOT, 0.0
        self._behind = float(max(0, min(cursor, len(self.sim.history) - 1)))

    def scrub(self, ticks):
        """Go back (negative) or forward through history. Pauses."""
        self.show_tick(self.cursor - ticks)

    def step(self, next_intent):
        """One tick forward: through history as long as there is some, else a new one with a fresh intent. Pauses."""
        if not self.cursor:
            self._tick(next_intent())
        self.scrub(1)

    def play_film(self, direction):
        """Play what is remembered, FORWARD or BACKWARD from the tick shown, at the clock's speed."""
        self.paused, self.film, self._owed = False, direction, 0.0

    # Branches

    def branch(self, rules=None, params=None, hz=None):
        """Other Rules, PlayerParams, ticks a second; None: as they are. InputError when they are impossible.

        While paused the tick shown and all after it are played again with the same intents: what would have happened.
        `undo` brings back what did. While playing it is from the next tick on.
        """
        cursor, before = self.cursor, self.sim.hz
        self.branches.replay(cursor, 0 if self.live else cursor + 1, rules, params, hz)
        if not self.live:
            self.show_tick(cursor * self.sim.hz // before)

    def undo(self):
        """Back to the branch before, paused at the tick where it was left. False when there is none."""
        return self._show_run(self.branches.undo(self.cursor))

    def redo(self):
        """The same with the branch that was undone last, as long as no new one was begun."""
        return self._show_run(self.branches.redo(self.cursor))

    def _show_run(self, cursor):
        if cursor is not None:
            self.show_tick(cursor)
        return cursor is not None

    def marks(self):
        """What stands out in all that is remembered: Marks in order, the same list as long as nothing changes."""
        now = self.sim.history[-1] if self.sim.history else None, self.sim.past, self.branches.forks
        if any(a is not b for a, b in zip(self._marked[0] or (0, 0, 0), now)):
            self._marked = now, self._book.read(self.sim.history, self.branches.forks)
        return self._marked[1]

    # What is shown

    @property
    def part(self):
        """The part of the way from before the tick shown to after it, 0..1."""
        if self.live:
            return self._owed * self.sim.hz
        return 1.0 - (self._behind - self.cursor)

    def turned(self):
        """How far the last tick turned the player's view [rad]: what he stands on, a portal, being put back, another up."""
        if not self.sim.history:
            return 0.0
        record = self.sim.history[-1]
        if record.intent.heading is None:
            return record.after.heading - record.before.heading
        return record.ride.turn + record.after.heading - record.intent.heading

    def moment(self):
        """The time that is shown [s], between two ticks."""
        return (self.record.before.tick + self.part if self.record else self.state.tick) / self.sim.hz

    def position(self):
        """The body's centre between two ticks; the last one's when paused or just put back. 3-tuple [m]"""
        if self._at_an_end():
            return self.state.position
        return tuple(self._between(a, b) for a, b in zip(self.record.before.position, self.record.after.position))

    def _at_an_end(self):
        """Is the state after a tick shown, not a place on the way to it?"""
        return self.part == 1.0 or self.record is None or was_teleported(self.record.before, self.record.after)

    def _between(self, before, after):
        return before + (after - before) * self.part

    def heading(self):
        """Where he looks between two ticks [rad]."""
        if self._at_an_end():
            return self.state.heading
        before, after = self.record.before.heading, self.record.after.heading
        return self._between(before, before + (after - before + pi) % (2.0 * pi) - pi)

    def frame(self):
        """The frame in which the player stands between two ticks; None: the world's."""
        if self._at_an_end() or self.record.before.frame is self.record.after.frame:
            return self.state.frame
        return interpolate(self.record.before.frame, self.record.after.frame, self.part)

    def eye(self):
        """Where the eyes are [m]; steps reach them softly."""
        up, record = up_of(self.frame()), self.record
        if record is None:
            return along(self.position(), up, above_centre(self.state, self.sim.params))
        above = self._between(*(above_centre(state, record.params) for state in (record.before, record.after)))
        return along(self.position(), up, above + self._between(*(eye.above for eye in self._eyes.around(self.cursor))))
