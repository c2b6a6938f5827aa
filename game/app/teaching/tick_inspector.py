"""The tick inspector: the displayed iteration of the tick, the progress of its sweep, and the picked triangle."""

from ...explain.iteration_overlay import InspectedTick, iteration_labels, picked_shapes
from ...explain.triangle_picking import pick, pick_message

SWEEP_TIME = 1.2  # [s] duration of an animated sweep. Smaller: too fast to follow; larger: a long wait
HIDDEN, BESIDE, LARGE = range(3)  # sizes of the panel


class TickInspector:
    """The tick inspector in the window.

    session: Session
    ray(x, y, number): `Scene.ray`, which returns origin and direction of the ray through a point of a picture.
    show_message(message): shows a message
    on: True while the inspector is switched on
    panel: HIDDEN, BESIDE (the side panel) or LARGE (the large page)
    tick: InspectedTick of the displayed tick, or None
    number: index of the iteration
    phase: progress of the animated sweep, 0..1
    picked: Pick of a triangle, or None
    shapes: overlay shapes to draw instead of the tick's, or None. The list is the same object until it changes.
    """

    def __init__(self, session, ray, show_message):
        self._session, self._ray, self._show_message = session, ray, show_message
        self.on, self.panel, self.number, self.phase = False, BESIDE, 0, 1.0
        self.tick = self.shapes = self.picked = None
        self._begun, self._static = None, None

    # Keys and clicks

    def toggle(self):
        """Switch the inspector on or off. Switching it on pauses the game, and begins with the first iteration."""
        self.on, self.picked = not self.on, None
        if self.on:
            self._session.pause()
            self.number = 0
            self.play()

    def show(self, number):
        """Show the iteration with index `number`, from the start of its sweep. If `number` is None, switch the inspector off."""
        self.on, self.number, self.picked = number is not None, number or 0, None
        self.play()

    def play(self):
        """Start the animated sweep again."""
        self._begun = None

    def move(self, places):
        """Inspect the next iteration if `places` is 1, or the previous one if it is -1. Without a tick, do nothing.

        After the last iteration comes the first one of the next tick. Before the first iteration comes the last one of the
        previous tick. If there is no such tick, a message says so.
        """
        if self.tick is None:
            return
        session, number = self._session, self.number + places
        if not 0 <= number < len(self.tick.iterations):
            cursor = session.cursor
            session.scrub(places)
            if session.cursor == cursor:
                end = "the newest tick: there is no next one yet" if places > 0 else "the oldest tick that is kept"
                return self._show_message(end)
            number = 0 if places > 0 else len(session.record.trace.iterations) - 1
            self._show_message(f"on to the {'next' if places > 0 else 'previous'} tick, {session.record.tick}")
        self.number = number
        self.play()

    def choose(self, number):
        """Inspect the iteration with index `number` in the displayed tick."""
        if not self.on:
            self.toggle()
        self.number = number
        self.play()

    def next_panel(self):
        """Show the panel in its next size. A message says how to bring a hidden panel back."""
        self.panel = (self.panel + 1) % 3
        if self.panel == HIDDEN:
            self._show_message("{inspector_panel} shows the panel again")

    def pick(self, x=0.0, y=0.0, number=0):
        """Pause, pick the triangle at a point of a picture, and switch the inspector on if there is one. Show a message.

        If that triangle is picked already, it is no longer picked.

        x, y: -1..1 from left to right and from bottom to top of the picture
        number: 0 for the first picture, 1 for the second
        """
        session = self._session
        session.pause()
        before, found = self.picked, pick(session.sim, session.state.tick, *self._ray(x, y, number))
        self.picked = None if before and found and before.triangle == found.triangle else found
        self.on = self.on or found is not None
        self._show_message(pick_message(found, session.record, self.number) if found else "nothing there")

    # Every frame

    def update(self, now, labels=False):
        """Update tick, sweep and shapes for a frame.

        Tick and shapes are None while time runs, while the inspector is off, and in a tick without iterations.
        now: the clock's time [s]
        labels: True to draw labels
        """
        session = self._session
        record = session.record if self.on and session.paused else None
        if record is None or record.trace is None or not record.trace.iterations:
            self.tick = self.shapes = self._static = None
            self.picked = self.picked if session.paused else None
            return
        if self.tick is None or self.tick.record is not record:
            self.tick = InspectedTick(record, session.sim)
            self.number = min(self.number, len(self.tick.iterations) - 1)
            self.play()
        self._begun = now if self._begun is None else self._begun
        self._draw(min((now - self._begun) / SWEEP_TIME, 1.0), labels)

    def _draw(self, phase, labels):
        """Make the overlay shapes for a phase 0..1 of the sweep, with labels if `labels` is True.

        Only the swept body is made again if nothing else has changed.
        """
        wanted = self.tick, self.number, self.picked, labels
        if self._static is None or self._static[0] != wanted:
            marks = picked_shapes(self.picked.corners) if self.picked else []
            marks += iteration_labels(self.tick.iterations[self.number]) if labels else []
            self._static = wanted, self.tick.static_shapes(self.number, self.candidate) + marks
            self.shapes = None
        if self.shapes is None or phase != self.phase:
            self.phase = phase
            self.shapes = [*self._static[1], self.tick.swept_body(self.number, phase)]

    @property
    def iteration(self):
        """The inspected Iteration, or None while no tick is inspected."""
        return self.tick and self.tick.iterations[self.number]

    @property
    def candidate(self):
        """Index of the picked triangle among the tick's candidates, or None without a picked triangle that is a candidate."""
        return self.tick.candidate_of(self.picked.triangle) if self.picked else None
