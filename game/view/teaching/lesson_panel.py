"""The panel of a lesson's page: text, answers and buttons in the left column, in place of the numbers."""

from dataclasses import dataclass

from game.lesson import Lesson, Page
from game.lesson.paper_sections import heading_of

from ..menu.menu_panel import wrapped
from ..panels.canvas import ACCENT, CROWDED, DIM, FOCUS, INK, LARGE, LINE, LINE_HEIGHT, NORMAL, SMALL
from ..panels.hud.hud_panel import MARGIN, PADDING, PANEL_WIDTH
from ..panels.panel import Panel

BEHIND = -1  # sort of the background, which is drawn after the text, when its height is known
GAP, INDENT, FOOT = 9, 20, 34  # between paragraphs; of answers; height of the row of buttons
LEFT, WIDTH = MARGIN + PADDING, PANEL_WIDTH - 2 * PADDING
RIGHT_WORDS, WRONG_WORDS = "Right.", "No."
HOW = "Click one, or Up, Down and Enter."
NEXT, BACK, AGAIN, ANSWER = "next", "back", "again", "answer"


@dataclass(frozen=True)
class Summary:
    """The end of a lesson. right, questions: numbers of questions answered right, and of all; following: next Lesson or None"""

    right: int
    questions: int
    following: Lesson | None


@dataclass(frozen=True)
class Reading:
    """The page of a lesson that is open, and its answer.

    number: of the page, from 0; focus: of the answer that keys choose; chosen: the answer given, None before it
    decided: the answer that the game has shown to be right, None before it has; summary: shown instead of the page, or None
    """

    lesson: Lesson
    number: int = 0
    focus: int = 0
    chosen: int | None = None
    decided: int | None = None
    summary: Summary | None = None

    @property
    def page(self) -> Page:
        return self.lesson.pages[self.number]

    @property
    def asks(self) -> bool:
        """True while the page waits for an answer."""
        return self.page.question is not None and self.chosen is None


class LessonPanel(Panel):
    """The panel with a page of a lesson.

    parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]; keys: name them below the text. Data: Reading.
    """

    NAME, SORT, NEEDED = "lesson", 3, CROWDED

    def __init__(self, parent, size, keys=True):
        super().__init__(parent, size)
        self._keys, self._places = keys, []
        self.bottom = MARGIN  # of the panel [units]

    def draw(self, canvas, data):
        reading, page = data, data.page
        self._places, self._y = [], MARGIN + PADDING
        if reading.summary:
            self._draw_summary(reading.lesson, reading.summary)
        else:
            self._draw_page(reading, page)
        self._draw_foot(reading)
        self.bottom = self._y
        for _ in range(2):  # darker than the numbers' panel: a text is read for longer, over whatever is behind it
            canvas.panel(MARGIN, MARGIN, PANEL_WIDTH, self.bottom - MARGIN, BEHIND)

    def _draw_summary(self, lesson, summary):
        self.canvas.text(lesson.title, LEFT, self._y, LARGE, INK, bold=True)
        self._y += LARGE * LINE_HEIGHT + GAP
        self._write(f"The end. You have read all {len(lesson.pages)} pages.", INK)
        if summary.questions:
            self._write(f"Questions answered right so far: {summary.right} of {summary.questions}.", INK)
        if summary.following:
            self._write(f"Next: {summary.following.title}", ACCENT, bold=True)
            self._write(summary.following.about, DIM)
        else:
            self._write("That was the last lesson.", ACCENT)

    def _draw_page(self, reading, page):
        self._draw_head(reading)
        for paragraph in page.text:
            self._write(paragraph, INK)
        if page.question is None or reading.decided is not None:
            self._write(page.shot.look, ACCENT)
        if page.question:
            self._draw_question(reading, page.question)
        elif page.exercise:
            self._write(f"Try: {page.exercise}", DIM)

    def _draw_head(self, reading):
        lesson, page, canvas = reading.lesson, reading.page, self.canvas
        canvas.text(f"{lesson.title}", LEFT, self._y - 2, SMALL, DIM)
        place = f"page {reading.number + 1} of {len(lesson.pages)}"
        canvas.text(place, LEFT + WIDTH, self._y - 2, SMALL, DIM, align="right")
        self._y += SMALL * LINE_HEIGHT + 4
        canvas.text(page.title, LEFT, self._y, LARGE, INK, bold=True)
        self._y += LARGE * LINE_HEIGHT
        canvas.text(heading_of(page.section), LEFT, self._y, SMALL, ACCENT)
        self._y += SMALL * LINE_HEIGHT + GAP

    def _write(self, text, colour, indent=0, bold=False):
        """Write a paragraph."""
        lines = wrapped(text, int((WIDTH - indent) / self.canvas.text_width("0")))
        self.canvas.text("\n".join(lines), LEFT + indent, self._y, NORMAL, colour, bold=bold)
        self._y += len(lines) * NORMAL * LINE_HEIGHT + GAP

    def _draw_question(self, reading, question):
        self.canvas.box(LEFT, self._y, WIDTH, 1, LINE)
        self._y += GAP
        self._write(question.ask, INK, bold=True)
        for number, answer in enumerate(question.answers):
            self._draw_answer(reading, number, answer.text)
        if reading.asks and self._keys:
            self._write(HOW, DIM)
        if reading.chosen is not None and reading.decided is not None:
            right = reading.chosen == reading.decided
            self._write(f"{RIGHT_WORDS if right else WRONG_WORDS} {question.because}", ACCENT)

    def _draw_answer(self, reading, number, text):
        canvas, top = self.canvas, self._y - GAP / 2
        lit = number == (reading.focus if reading.asks else reading.chosen)
        mark = "+" if number == reading.decided else ">" if lit else " "
        canvas.text(mark, LEFT, self._y, NORMAL, ACCENT, bold=True)
        self._write(text, INK if lit or number == reading.decided else DIM, INDENT)
        if lit:
            canvas.box(MARGIN, top, PANEL_WIDTH, self._y - GAP / 2 - top, FOCUS, BEHIND)
        self._places.append((top, self._y - GAP / 2, MARGIN, MARGIN + PANEL_WIDTH, (ANSWER, number)))

    def _draw_foot(self, reading):
        if not self._keys:
            self._y += PADDING - GAP
            return
        canvas, summary = self.canvas, reading.summary
        canvas.box(LEFT, self._y, WIDTH, 1, LINE)
        onward = "next" if summary is None else "next lesson" if summary.following else "leave"
        words = {BACK: "PgUp  back", AGAIN: "R  again", NEXT: f"PgDn  {onward}"}
        third = WIDTH / 3
        for column, (action, text) in enumerate(words.items()):
            x = LEFT + column * third
            canvas.text(text, x + third / 2, self._y + 9, SMALL, INK, align="centre")
            self._places.append((self._y, self._y + FOOT, x, x + third, (action, None)))
        self._y += FOOT

    def action_at(self, x, y):
        """The action of a click at a place [pixels]: (NEXT | BACK | AGAIN | ANSWER, number or None), or None."""
        x, y = self.units(x, y)
        found = (action for top, bottom, left, right, action in self._places if top <= y < bottom and left <= x < right)
        return next(found, None)

    def covers(self, x, y):
        """True if a place [pixels] is on the panel."""
        x, y = self.units(x, y)
        return self._data is not None and 0.0 <= x - MARGIN < PANEL_WIDTH and MARGIN <= y < self.bottom
