"""Looking inside the tick that is shown: which iteration, how far its sweep is played, which triangle was picked."""

from game.overlay.inspector import InsideTick, inside_labels, picked_shapes
from game.overlay.picking import pick, tell_pick
from game.overlay.tick_overlay import EYE_SIDE

SWEEP_TIME = 1.2  # [s] that a sweep is played. Smaller: one does not see what it passes; larger: one waits for it
HIDDEN, BESIDE, LARGE = range(3)  # the panel


class TickInspector:
    """on: whether it is asked for; tick: InsideTick of what is shown, None when there is none; number: of its iteration

    phase: of the sweep, 0..1; shapes: to be drawn instead of the tick's, the same list as long as nothing changes, or None
    """

    def __init__(self, game):
        self._game = game
        self.on, self.panel, self.number, self.phase = False, BESIDE, 0, 1.0
        self.tick = self.shapes = self.picked = None
        self._begun, self._standing = None, None

    # What the player asks for

    def toggle(self):
        session = self._game.session
        self.on, self.picked = not self.on, None
        if self.on:
            session.pause()
            self.number = 0
            self.play()

    def show(self, number):
        """One iteration of the tick shown, from the start of its sweep; None: out of the tick."""
        self.on, self.number, self.picked = number is not None, number or 0, None
        self.play()

    def play(self):
        """The sweep from its start."""
        self._begun = None

    def go(self, places):
        """Another iteration; over the ends of the tick to the ticks beside it."""
        if self.tick is None:
            return
        session, here = self._game.session, self.number + places
        if not 0 <= here < len(self.tick.steps):
            cursor = session.cursor
            session.scrub(places)
            if session.cursor == cursor:
                return
            here = 0 if places > 0 else len(session.record.trace.steps) - 1
        self.number = here
        self.play()

    def choose(self, number):
        """Look into this iteration of the tick that is shown."""
        if not self.on:
            self.toggle()
        self.number = number
        self.play()

    def next_panel(self):
        self.panel = (self.panel + 1) % 3

    def enlarge(self):
        """The panel large, or beside the world again."""
        self.panel = BESIDE if self.panel == LARGE else LARGE

    def click(self, x, y):
        """Name what is under the pointer, at a place of the window [pixels]."""
        width, height = self._game.window.size
        screen = self._game.window.screen
        number = int(screen.is_split and x >= screen.across(1)[0] * width)
        left, right = screen.across(number)
        self.pick(2.0 * (x / width - left) / (right - left) - 1.0, 1.0 - 2.0 * y / height, number)

    def pick(self, x=0.0, y=0.0, half=0):
        """Name what is at a place of a picture, each -1..1 from its middle. half: of two pictures, the right one is 1"""
        session = self._game.session
        session.pause()
        self.on = True
        self.picked = pick(session.sim, session.state.tick, *self._game.scene.ray(x, y, half))
        self._game.tell(tell_pick(self.picked)[0].text if self.picked else "nothing there")

    # Every frame

    def follow(self, now, first_person, labels=False):
        """Once a frame, with the clock's time [s]. labels: are words wanted at the marks?"""
        session = self._game.session
        record = session.record if self.on and session.paused else None
        if record is None or record.trace is None or not record.trace.steps:
            self.tick = self.shapes = self._standing = None
            self.picked = self.picked if session.paused else None
            return
        if self.tick is None or self.tick.record is not record:
            self.tick = InsideTick(record, session.sim)
            self.number = min(self.number, len(self.tick.steps) - 1)
            self.play()
        self._begun = now if self._begun is None else self._begun
        self._draw(min((now - self._begun) / SWEEP_TIME, 1.0), EYE_SIDE if first_person else 1.0, labels)

    def _draw(self, phase, up_to, labels):
        wanted = self.tick, self.number, self.picked, up_to, labels
        if self._standing is None or self._standing[0] != wanted:
            marks = picked_shapes(self.picked.corners) if self.picked else []
            marks += inside_labels(self.tick.steps[self.number]) if labels else []
            self._standing = wanted, self.tick.standing(self.number, self.candidate, up_to) + marks
            self.shapes = None
        if self.shapes is None or phase != self.phase:
            self.phase = phase
            self.shapes = [*self._standing[1], self.tick.swept(self.number, phase, up_to)]

    @property
    def candidate(self):
        """The place among the tick's candidates of the triangle that was picked; None: not picked, or no candidate."""
        return self.tick.place_of(self.picked.triangle) if self.picked else None
