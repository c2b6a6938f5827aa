"""Time control of the Simulation that is played: fixed ticks, pause, slow motion, single steps, and films of the history.

A film shows stored ticks one after the other, without simulating. This module uses no renderer: the window draws the state.
"""

from math import pi

from ...core.right_forward_up_frame import up_of
from ...core.vec3 import along
from ...explain.timeline_marks import MarkBook
from ...player.gravity_aligned_frame import interpolate
from ...simulation import events_of
from ...simulation.respawn_and_portals import was_teleported
from ...simulation.view_smoothing import Eyes, above_centre
from .run_undo_and_redo import Branches

LONGEST_FRAME = 0.1  # [s] of simulation in one frame at most: after a hitch the game slows down and does not skip
MOST_TICKS = 5  # in a frame. Smaller: slow motion on slow machines; larger: slow machines become even slower
SLOWER = (1, 2, 4, 8, 16, 30, 60)  # times slower than normal speed, to choose from
NOT, FORWARD, BACKWARD = 0, 1, -1  # direction of the film of stored ticks, NOT: no film runs


class Session:
    """A Simulation that is played, with its clock, history and branches.

    sim: Simulation to play, or None if `begin` is called later
    on_tick(record, events): called for each new tick, or None. Ticks that `branch` simulates again do not count.
    paused: True while the clock is stopped
    film: direction of the film that runs, FORWARD or BACKWARD, or NOT; slower: index in SLOWER of the clock's speed
    """

    def __init__(self, sim=None, on_tick=None):
        self.sim, self._on_tick = None, on_tick or (lambda record, events: None)
        if sim is not None:
            self.begin(sim)

    def begin(self, sim):
        """Play another Simulation from now on."""
        self.sim = sim
        self.branches, self._book = Branches(sim), MarkBook()
        self._marked = None, ()  # (inputs of the marks, marks)
        self.paused, self.film, self._glances = False, NOT, False
        self.slower = 0
        self._behind = 0.0  # ticks from the displayed time to the end of the newest tick
        self._owed = 0.0  # [s] of simulated time that is due and not simulated yet
        self._eyes = Eyes(sim)

    @property
    def cursor(self):
        """Number of ticks from the displayed tick to the newest one."""
        return int(self._behind)

    @property
    def live(self):
        """True while new ticks are simulated: the clock is not paused, and no film runs."""
        return not self.paused and self.film == NOT

    @property
    def speed(self):
        """Speed of the clock, where 1 is normal."""
        return 1.0 / SLOWER[self.slower]

    @property
    def record(self):
        """The TickRecord of the displayed tick, or None before the first tick."""
        history = self.sim.history
        return history[-1 - self.cursor] if history else None

    @property
    def newest(self):
        """The newest TickRecord, or None before the first tick."""
        return self.sim.history[-1] if self.sim.history else None

    @property
    def state(self):
        """The PlayerState after the displayed tick, or the state at the start before the first tick."""
        return self.record.after if self.record else self.sim.state

    @property
    def rules(self):
        """The Rules of the displayed tick. During play and before the first tick, those of the next tick."""
        return self.sim.rules if self.live or self.record is None else self.record.rules

    @property
    def params(self):
        """The PlayerParams of the displayed tick. During play and before the first tick, those of the next tick."""
        return self.sim.params if self.live or self.record is None else self.record.params

    @property
    def options(self):
        """Params, rules and hz of the Simulation, as keyword arguments for another Simulation."""
        return {"params": self.sim.params, "rules": self.sim.rules, "hz": self.sim.hz}

    @property
    def body(self):
        """The player's Ellipsoid after the displayed tick, or at the start before the first tick."""
        return self.record.body if self.record else self.sim.body

    # The clock

    def advance(self, seconds, next_intent):
        """Simulate the ticks that are due after `seconds` [s] of real time, at most MOST_TICKS. Return their number.

        It is 0 in a pause and during a film. A tick that pauses the game is the last. More than LONGEST_FRAME does not count.
        next_intent(): returns the Intent of the next tick, or None to wait with it
        """
        if self.paused:
            return 0
        self._owed += min(seconds, LONGEST_FRAME) * self.speed
        if self.film != NOT:
            return self._play_film()
        due, done = min(int(self._owed * self.sim.hz), MOST_TICKS), 0
        while done < due and not self.paused and (intent := next_intent()):  # a tick may pause the game
            self._tick(intent)
            done += 1
        self._owed = min(self._owed - due / self.sim.hz, 1.0 / self.sim.hz)
        return done

    def _tick(self, intent):
        record = self.sim.tick(intent)
        events = events_of(record)
        self._book.enter(record, events)  # in each tick: all at once at a pause would cause a hitch
        self._on_tick(record, events)

    def _play_film(self):
        """Advance the film of stored ticks, which pauses at its end. Return 0, because no tick is simulated."""
        oldest = max(len(self.sim.history) - 1, 0)
        behind = self._behind - self.film * self._owed * self.sim.hz
        self._owed = 0.0
        if 0.0 < behind < oldest:
            self._behind = behind
        else:
            self.show_tick(0 if behind <= 0.0 else oldest)
        return 0

    def slow_down(self, places):
        """Make the clock slower by `places` entries of SLOWER, or faster if `places` is negative.

        The simulated length of a tick does not change.
        """
        self.slower = max(0, min(self.slower + places, len(SLOWER) - 1))

    def pause(self):
        """Stop the clock, and show the state at the end of the displayed tick."""
        self.show_tick(self.cursor)

    def resume(self):
        """Play on from the displayed tick, or after a glance from the newest. Return True if that replaces ticks (`undo`)."""
        self._behind = 0.0 if self._glances else self._behind
        branched = self.cursor > 0
        if branched:
            self.branches.keep(self.cursor, self.cursor)
            self.sim.rewind(self.cursor)
        self._behind, self.paused, self.film, self._glances = 0.0, False, NOT, False
        self._owed = 1.0 / self.sim.hz if self.sim.history else 0.0  # from the end of the tick shown
        return branched

    def restart(self):
        """Start again at the level's spawn. Delete the history and all branches."""
        self.sim.restart()
        self._play_from_start()

    def begin_at(self, feet, heading):
        """Restart at another position: feet (3,) [m] and heading [degrees]. Delete the history and all branches."""
        self.sim.begin_at(feet, heading)
        self._play_from_start()

    def _play_from_start(self):
        self.branches.forget()
        self._behind = 0.0
        self.resume()

    def move_eye_to(self, eye, heading):
        """Restart with the player's eyes at `eye` (3,) [m], or at a free position nearby, and with a heading [rad]."""
        params, before = self.sim.params, self.sim.state  # to which a fall out of the level leads back
        self.sim.teleport(along(eye, self.sim.up_at(eye), params.feet - params.eye_height), heading)
        self.sim.restore(self.sim.state.replace(stood=before.stood, stood_crouched=before.stood_crouched))
        self._play_from_start()

    # The history

    def show_tick(self, cursor, glance=False):
        """Pause and show the tick `cursor` ticks before the newest. If `glance` is True, `resume` plays on from the newest."""
        self.paused, self.film, self._owed, self._glances = True, NOT, 0.0, glance
        self._behind = float(max(0, min(cursor, len(self.sim.history) - 1)))

    def scrub(self, ticks):
        """Pause, and go forward in the history by a number of ticks, or back if `ticks` is negative."""
        self.show_tick(self.cursor - ticks)

    def step(self, next_intent):
        """Show the next tick and pause.

        If the newest tick is displayed, simulate a new one with the Intent that next_intent() returns.
        """
        if not self.cursor:
            self._tick(next_intent())
        self.scrub(1)

    def play_film(self, direction):
        """Play a film of stored ticks, FORWARD or BACKWARD from the displayed tick, at the clock's speed."""
        self.paused, self.film, self._owed = False, direction, 0.0

    # Branches

    def branch(self, rules=None, params=None, hz=None):
        """Change Rules, PlayerParams or ticks per second (hz). None means no change. Raises InputError if a value is not valid.

        In a pause or a film, the displayed tick and all later ticks are simulated again with the same Intents. `undo` restores
        the replaced run. During play the change is valid from the next tick on. A new hz starts a new history.
        """
        cursor, before = self.cursor, self.sim.hz
        self.branches.replay(cursor, 0 if self.live else cursor + 1, rules, params, hz)
        if not self.live:
            self.show_tick(cursor * self.sim.hz // before)

    def undo(self):
        """Restore the run that was replaced last, paused at the tick that it displayed. Return False if there is none."""
        return self._show_run(self.branches.undo(self.cursor))

    def redo(self):
        """Restore the run that was undone last, and pause. Return False if there is none, or after a new branch."""
        return self._show_run(self.branches.redo(self.cursor))

    def _show_run(self, cursor):
        """Pause and show the tick at the cursor of a restored run. Return False, and do nothing, if `cursor` is None."""
        if cursor is not None:
            self.show_tick(cursor)
        return cursor is not None

    def marks(self):
        """Return the timeline's Marks of all stored events and branches. The list stays the same object until ticks change."""
        now = self.sim.history[-1] if self.sim.history else None, self.sim.past, self.branches.forks
        if any(a is not b for a, b in zip(self._marked[0] or (0, 0, 0), now)):
            self._marked = now, self._book.read(self.sim.history, self.branches.forks)
        return self._marked[1]

    # The state to show

    @property
    def part(self):
        """The fraction of the displayed tick that has passed at the displayed time, 0..1."""
        if self.live:
            return self._owed * self.sim.hz
        return 1.0 - (self._behind - self.cursor)

    def view_turn(self):
        """Return the angle [rad], positive to the left, by which the newest tick turned the player's view.

        The cause is a mover, a portal, a respawn or other gravity. Turns by the user do not count. It is 0 before the first tick.
        """
        if not self.sim.history:
            return 0.0
        record = self.sim.history[-1]
        if record.intent.heading is None:
            return record.after.heading - record.before.heading
        return record.ride.turn + record.after.heading - record.intent.heading

    def time(self):
        """Return the displayed time [s], which may be between two ticks."""
        return (self.record.before.tick + self.part if self.record else self.state.tick) / self.sim.hz

    def position(self):
        """Return the body's centre (3,) [m] at the displayed time, interpolated between the states before and after the tick.

        At the end of a tick and in a tick with a teleport it is the position of `state`.
        """
        if self._at_an_end():
            return self.state.position
        return tuple(self._between(a, b) for a, b in zip(self.record.before.position, self.record.after.position))

    def _at_an_end(self):
        """True if `state` is displayed as it is, instead of a state between two ticks."""
        return self.part == 1.0 or self.record is None or was_teleported(self.record.before, self.record.after)

    def _between(self, before, after):
        """Return a number interpolated linearly between those before and after the displayed tick."""
        return before + (after - before) * self.part

    def heading(self):
        """Return the player's heading [rad] at the displayed time, interpolated like `position`."""
        if self._at_an_end():
            return self.state.heading
        before, after = self.record.before.heading, self.record.after.heading
        return self._between(before, before + (after - before + pi) % (2.0 * pi) - pi)

    def frame(self):
        """Return the player's axes (3, 3) right, forward, up, interpolated like `position`, or None if its up is +z."""
        if self._at_an_end() or self.record.before.frame is self.record.after.frame:
            return self.state.frame
        return interpolate(self.record.before.frame, self.record.after.frame, self.part)

    def eye(self):
        """Return the position of the player's eyes (3,) [m] at the displayed time. Their height is smoothed at steps."""
        up, record = up_of(self.frame()), self.record
        if record is None:
            return along(self.position(), up, above_centre(self.state, self.sim.params))
        above = self._between(*(above_centre(state, record.params) for state in (record.before, record.after)))
        return along(self.position(), up, above + self._between(*(eye.above for eye in self._eyes.before_and_after(self.cursor))))
