"""One simulation being played: the clock in fixed ticks, pause, single steps, and going back through its history.

No renderer in here: the window asks for what to show.
"""

from ..collision.frame import up_of
from ..collision.vec3 import along
from ..simulation.eye import STRAIGHT, above_centre, follow
from ..simulation.frame import between

LONGEST_FRAME = 0.1  # [s] of simulation that one frame may ask for: after a hitch the game slows down, it does not leap
MOST_TICKS = 5  # a frame. Smaller: slow motion on slow machines; larger: a slow machine gets slower still


class Session:
    """sim: Simulation. `paused` stops the clock; `cursor` is the number of ticks behind the newest record that is shown."""

    def __init__(self, sim, told=None):
        self.sim, self._told = sim, told or (lambda record: None)
        self.paused = False
        self.cursor = 0
        self._owed = 0.0  # [s] of simulation
        self._eyes = (STRAIGHT, STRAIGHT)  # before the last tick and after it

    @property
    def record(self):
        """The record to show, or None before the first tick."""
        history = self.sim.history
        return history[-1 - min(self.cursor, len(history) - 1)] if len(history) else None

    @property
    def state(self):
        """The player's state to show."""
        return self.record.after if self.record else self.sim.state

    def advance(self, seconds, next_intent):
        """Let time pass: as many ticks as have come due, each with a fresh intent. Returns how many."""
        if self.paused:
            return 0
        self.cursor = 0
        self._owed += min(seconds, LONGEST_FRAME)
        ticks = min(int(self._owed * self.sim.hz), MOST_TICKS)
        for _ in range(ticks):
            self._tick(next_intent())
        self._owed = min(self._owed - ticks / self.sim.hz, 1.0 / self.sim.hz)
        return ticks

    def _tick(self, intent):
        record = self.sim.tick(intent)
        self._told(record)
        self._eyes = self._eyes[1], follow(self._eyes[1], record, self.sim.params, 1.0 / self.sim.hz)

    def turned(self):
        """How far the last tick turned the player's view [rad]: what he stands on, a portal, being put back, another up."""
        if not self.sim.history:
            return 0.0
        record = self.sim.history[-1]
        if record.intent.heading is None:
            return record.after.heading - record.before.heading
        return record.ride.turn + record.after.heading - record.intent.heading

    def step(self, intent):
        """One tick forward: through history as long as there is some, else a new one. Pauses."""
        self.paused = True
        if self.cursor:
            self.cursor -= 1
        else:
            self._told(self.sim.tick(intent))

    def scrub(self, ticks):
        """Go back (negative) or forward through history. Pauses."""
        self.paused = True
        self.cursor = max(0, min(self.cursor - ticks, len(self.sim.history) - 1))

    def go_on(self):
        """Play on from the newest tick."""
        self.paused, self.cursor, self._owed, self._eyes = False, 0, 0.0, (STRAIGHT, STRAIGHT)

    def restart(self):
        self.sim.restart()
        self.go_on()

    def moment(self):
        """The time that is shown [s], between the last two ticks; the last one's when paused."""
        if self.paused or self.record is None:
            return self.state.tick / self.sim.hz
        return self._between(self.record.before.tick, self.record.after.tick) / self.sim.hz

    def position(self):
        """The body's centre between the last two ticks; the last one's when paused or just put back. 3-tuple [m]"""
        record = self.record
        if self.paused or record is None or was_put_back(record):
            return self.state.position
        return tuple(self._between(a, b) for a, b in zip(record.before.position, record.after.position))

    @property
    def part(self):
        """The part of the way from before the last tick to after it that is shown, 0..1."""
        return 1.0 if self.paused else self._owed * self.sim.hz

    def _between(self, before, after):
        return before + (after - before) * self._owed * self.sim.hz

    def frame(self):
        """The frame in which the player stands between the last two ticks; None: the world's."""
        record = self.record
        if self.paused or record is None or was_put_back(record) or record.before.frame is record.after.frame:
            return self.state.frame
        return between(record.before.frame, record.after.frame, self._between(0.0, 1.0))

    def eye(self):
        """Where the eyes are [m]; steps reach them softly."""
        up = up_of(self.frame())
        if self.paused or self.record is None:
            return along(self.position(), up, self._eyes_above(self.state))
        before, after = self.record.before, self.record.after
        above = self._between(self._eyes_above(before), self._eyes_above(after))
        return along(self.position(), up, above + self._between(*(eye.above for eye in self._eyes)))

    def move_eye_to(self, eye, heading):
        """Put the player where his eyes are at `eye` [m], out of whatever is there."""
        params = self.sim.params
        self.sim.teleport(along(eye, self.sim.up_at(eye), params.feet - params.eye_height), heading)
        self.go_on()

    def _eyes_above(self, state):
        return above_centre(state, self.sim.params)


def was_put_back(record):
    """Was the player put somewhere else in this tick, without a way there?"""
    before, after = record.before, record.after
    return any(getattr(before, name) != getattr(after, name) for name in ("returns", "crushed", "deaths", "ported"))
