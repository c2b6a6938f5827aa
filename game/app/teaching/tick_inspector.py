"""The tick inspector in the window: the chosen iteration, its sweep and section, a picked triangle, the large page of numbers."""

from collections.abc import Callable

from panda3d.core import NodePath

from ...collision import Iteration
from ...core.shapes import Point, Shape
from ...explain.iteration_overlay import (
    BODY_ENTRIES,
    BODY_POINT,
    InspectedTick,
    Named,
    iteration_labels,
    legend_of,
    named,
    picked_shapes,
    shapes_of,
)
from ...explain.palette import BODY, PLAYER
from ...explain.tick_overlay import Entries, plain_marks
from ...explain.triangle_picking import Pick, pick, pick_message
from ...panels.bindings import hint_for
from ...panels.canvas import Canvas
from ...panels.panel import Panel, PanelGroup, strip_height
from ...panels.side_panel import GAP, SCROLLED_BY, draw_bars
from ...panels.text_column_layout import MORE_HEIGHT, Line, hint_block, lay_out_blocks
from ...panels.theme import INK, LINE, PANEL, SCROLLED, Size
from ...panels.tick_and_iteration_content import all_blocks
from ..session.play_session import Session

SWEEP_TIME = 1.2  # [s] duration of an animated sweep. Smaller: too fast to follow; larger: a long wait


class TickInspector:
    """The tick inspector in the window.

    ray(x, y, number): `Scene.ray`; number: index of the iteration; phase: of the sweep, 0..1
    cuts: True if it shows a section, False for a page of a lesson with another camera; is_plain: draw what a newcomer is shown
    is_first: True in the tutorial, whose picture is not cut open; is_large: True while a page shows all numbers
    shapes: overlay shapes to draw instead of the tick's, or None. The list is the same object until it changes.
    """

    def __init__(self, session: Session, ray: Callable[[float, float, int], tuple], show_message: Callable[[str], None]):
        self._session, self._ray, self._show_message = session, ray, show_message
        self.on, self.cuts, self.number, self.phase = False, True, 0, 1.0
        self.is_plain = self.is_first = self.is_large = False
        self.tick: InspectedTick | None = None  # the displayed tick, or None
        self.shapes: list[Shape] | None = None
        self.legend: Entries = []  # of the shapes
        self.picked: Pick | None = None  # the picked triangle, or None
        self.left: Callable[[], None] = lambda: None  # called when time goes on, runs again or starts again while it is on
        self._is_of_page = False  # True while a page of a lesson shows it: the page's run ends inside its tick
        self._begun: float | None = None  # [s]
        self._static: tuple[tuple, list[Named]] | None = None  # inputs, and the shapes that do not move

    # Keys and clicks

    def toggle(self) -> None:
        """Switch the inspector on or off. Switching it on pauses the game, and begins with the first iteration."""
        self.on, self.cuts, self.picked, self.is_large, self._is_of_page = not self.on, True, None, False, False
        if self.on:
            self._session.pause()
            self._show_message("")  # such as a level's first words, over the picture
            self.number = 0
            self.play()

    def show(self, number: int | None, cuts: bool = False) -> None:
        """Show the iteration with index `number`, from the start of its sweep. For None, switch the inspector off."""
        self.on, self.cuts, self.number, self.picked = number is not None, cuts, number or 0, None
        self._is_of_page = self.on
        self.play()

    def play(self) -> None:
        self._begun = None

    def move(self, places: int) -> None:
        """Inspect the next (1) or previous (-1) iteration, also in the next or previous tick. Without a tick, do nothing."""
        if self.tick is None:
            return
        session, number = self._session, self.number + places
        if not 0 <= number < len(self.tick.iterations):
            cursor = session.cursor
            session.scrub(places)
            record = session.record
            if session.cursor == cursor or record is None:
                end = "the newest tick: there is no next one yet" if places > 0 else "the oldest tick that is kept"
                return self._show_message(end)
            number = 0 if places > 0 else len(record.trace.iterations) - 1
            self._show_message(f"on to the {'next' if places > 0 else 'previous'} tick, {record.tick}")
        self.number = number
        self.play()

    def choose(self, number: int) -> None:
        if not self.on:
            self.toggle()
        self.number = number
        self.play()

    def toggle_size(self) -> None:
        """Show all numbers on a large page, or the panel beside the picture again. Without a tick, say what is needed."""
        self.is_large = self.tick is not None and not self.is_large
        if self.tick is None:
            self._show_message("{inspector} looks inside a tick, and then {inspector_panel} shows all its numbers")

    def pick(self, x: float = 0.0, y: float = 0.0, number: int = 0) -> None:
        """Pause, and pick or release the triangle at a point (-1..1) of a picture. That switches the inspector on."""
        session = self._session
        session.pause()
        before, found = self.picked, pick(session.sim, session.state.tick, *self._ray(x, y, number))
        self.picked = None if before and found and before.triangle == found.triangle else found
        self.on = self.on or found is not None
        self._show_message(pick_message(found, session.record, self.number) if found else "nothing there")

    # Every frame

    def update(self, now: float, labels: bool = False, minkowski: bool = False) -> None:
        """Update tick, sweep and shapes for a frame. Both are None while it is off, and without iterations.

        It is switched off when time does not stand still, except in a page of a lesson: the next stop shows a whole tick.
        """
        session = self._session
        if self.on and not (session.paused or self._is_of_page):
            self.on = False
            self.left()
        self._find_tick()
        if self.tick is None:
            self.shapes = self._static = None
            self.is_large = False
            self.picked = self.picked if session.paused else None
            return
        self._begun = now if self._begun is None else self._begun
        self._draw(self.tick, min((now - self._begun) / SWEEP_TIME, 1.0), labels, minkowski)

    def _find_tick(self) -> None:
        """Make `tick` the displayed one: None while the inspector is off or time goes on, and for a tick without iterations."""
        session = self._session
        record = session.record if self.on and session.paused else None
        if record is None or not record.trace.iterations:
            self.tick = None
        elif self.tick is None or self.tick.record is not record:
            self.tick = InspectedTick(record, session.sim)
            self.number = min(self.number, len(self.tick.iterations) - 1)
            self.play()

    def _draw(self, tick: InspectedTick, phase: float, labels: bool, minkowski: bool) -> None:
        """Make the shapes for a phase 0..1 of the sweep: only the swept body if nothing else has changed."""
        kept = self._session.before_trial
        wanted = tick, self.number, self.picked, labels, self.shows_section, minkowski, self.is_plain, kept
        if self._static is None or self._static[0] != wanted:
            marks = picked_shapes(self.picked.corners) if self.picked else []
            marks += [Named(label, []) for label in iteration_labels(tick.iterations[self.number])] if labels else []
            candidate = tick.candidate_of(self.picked.triangle) if self.picked else None  # None also for no candidate
            if minkowski:
                self._static = wanted, tick.expanded_shapes(self.number)
            elif self.is_plain and self.picked is None:
                marks = [Named(mark, []) for mark in plain_marks(tick.iterations[self.number])]  # a newcomer has no legend
                self._static = wanted, (tick.section(self.number) if self.shows_section else []) + marks
            else:
                section = tick.section(self.number) if self.cuts else []
                self._static = wanted, [*section, *tick.drawn(self.number, candidate), *marks]
            if kept is not None and kept.tick == tick.record.tick:
                self._static[1].append(named(tick.outline(kept.after.position, PLAYER), "body before the trial of a rule"))
            self.legend = legend_of(self._static[1]) + ([(BODY, "body, as a point")] if minkowski else BODY_ENTRIES)
            self.shapes = None
        if self.shapes is None or phase != self.phase:
            self.phase = phase
            body = tick.swept_body(self.number, phase)
            self.shapes = [*shapes_of(self._static[1]), Point(body.centre, BODY, BODY_POINT) if minkowski else body]

    @property
    def shows_section(self) -> bool:
        return self.cuts and self.tick is not None and not (self.is_first and self.is_plain and self.picked is None)

    def find_iteration(self) -> Iteration | None:
        """Return the inspected iteration of the displayed tick, or None. The camera needs it before `update`."""
        self._find_tick()
        return self.tick.iterations[self.number] if self.tick else None


PAGE_PADDING, COLUMN_GAP = 18, 24
PAGE_FOOT = hint_for(
    "previous_iteration next_iteration", "inspector_panel", "pause", "inspector", off=("inspector_panel", "pause", "inspector")
)
CROSS, ROOM = 9, 3  # [units] length of the crosshair's strokes; from its middle to the strokes
DARK = (0.04, 0.06, 0.09, 0.95)


class LargePanel(Panel[tuple[InspectedTick, int, Pick | None, float]]):
    """A page over the scene with all numbers and the source code of an iteration, and the keys that work there in its foot.

    It is given by tick, index, picked triangle and its upper edge, as a fraction of the window's height.
    """

    NAME, SORT, NEEDED = "inside", 4, SCROLLED

    def __init__(self, parent: NodePath, size: Size):
        super().__init__(parent, size)
        self.bottom = self.canvas.height - strip_height(size) / self.canvas.scale
        self.top = self._scrolled = self._hidden = 0.0

    def draw(self, canvas: Canvas, data: tuple[InspectedTick, int, Pick | None, float]) -> None:
        tick, number, picked, top = data
        self.top = top * canvas.height
        canvas.box(0, self.top, canvas.width + 1, self.bottom - self.top, PANEL)
        whole = canvas.width - 2 * PAGE_PADDING
        foot, foot_height = lay_out_blocks(canvas, (hint_block(PAGE_FOOT),), whole)
        foot_top = self.bottom - PAGE_PADDING / 2 - foot_height
        canvas.box(PAGE_PADDING, foot_top - GAP, whole, 1, LINE)
        for line in foot:
            self._draw_line(canvas, line, PAGE_PADDING, whole, foot_top)
        end = foot_top - GAP  # of the room for the columns
        width = (whole - COLUMN_GAP) / 2
        columns = [lay_out_blocks(canvas, blocks, width) for blocks in all_blocks(tick, number, picked)]
        self._hidden = max(0.0, max(height for _, height in columns) - (end - self.top - PAGE_PADDING - GAP))
        self._scrolled = min(self._scrolled, self._hidden)
        is_below, has_more = self._scrolled > 0.0, self._scrolled < self._hidden
        begin, last = self.top + (MORE_HEIGHT if is_below else PAGE_PADDING / 2), end - (MORE_HEIGHT if has_more else 0.0)
        for left, (lines, _) in zip((PAGE_PADDING, PAGE_PADDING + width + COLUMN_GAP), columns):
            for line in lines:
                y = self.top + PAGE_PADDING - self._scrolled
                if begin <= y + line.y and y + line.y + line.height <= last:
                    self._draw_line(canvas, line, left, width, y)
        draw_bars(canvas, 0.0, canvas.width, self.top if is_below else None, end if has_more else None)

    def _draw_line(self, canvas: Canvas, line: Line, left: float, width: float, top: float) -> None:
        y, block = top + line.y, line.block
        if block.ground:
            canvas.box(left - 4, y, width + 8, line.height, block.ground)
        for x, run in line.pieces:
            if run.is_cap:
                canvas.key_cap(run.text, left + x, y, block.size)
            else:
                canvas.text(run.text, left + x, y + 2 + run.lowered, run.style)
        if block.right and line.is_first:
            canvas.text(block.right.text, left + width, y + 2, block.right.style, "right")

    def scroll(self, turns: int) -> None:
        self._scrolled = min(max(self._scrolled - SCROLLED_BY * turns, 0.0), self._hidden)
        if self._data:
            self.canvas.clear()
            self.draw(self.canvas, self._data)

    def covers(self, x: float, y: float) -> bool:
        return self.visible and self.top <= self.units(x, y)[1] < self.bottom


class Crosshair(Panel[tuple[float, float]]):
    """Four light strokes with dark borders, around the point that a click would pick, in fractions of the window."""

    NAME, SORT = "crosshair", 1

    def draw(self, canvas: Canvas, data: tuple[float, float]) -> None:
        x, y = canvas.width * data[0], canvas.height * data[1]
        for colour, grown in ((DARK, 1), (INK, 0)):
            for away in (ROOM, -ROOM - CROSS):
                canvas.box(x + away - grown, y - grown, CROSS + 2 * grown, 1 + 2 * grown, colour)
                canvas.box(x - grown, y + away - grown, 1 + 2 * grown, CROSS + 2 * grown, colour)


class InspectorPanel(PanelGroup):
    def __init__(self, parent: NodePath, size: Size):
        self._large, self._cross = LargePanel(parent, size), Crosshair(parent, size)
        super().__init__(self._large, self._cross)
        self.covers, self.scroll = self._large.covers, self._large.scroll

    def show(
        self, inspector: TickInspector | None, is_large: bool, crosshair: tuple[float, float] | None, top: float = 0.0
    ) -> None:
        """Show the crosshair, and the large page from `top` on, a fraction of the window's height."""
        self._cross.show(crosshair)
        tick = inspector.tick if inspector and is_large else None
        self._large.show((tick, inspector.number, inspector.picked, top) if inspector and tick else None)
