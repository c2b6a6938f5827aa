"""LessonPanelControl: fills the panel of the lesson in the window, and handles its keys, clicks and scrolling."""

from direct.showbase.DirectObject import DirectObject

from ...lesson import play
from ...panels.lesson_panel import ANSWER, GAP, LINK, LessonPanel, lesson_sheet
from ...panels.side_panel import ACT
from ...panels.text_flow import heading_block
from ...panels.tick_sheets import result_blocks, twin_rows


class LessonPanelControl(DirectObject):
    """The lesson in the window, one of the views of Interface.

    It must be made before the MenuView. Otherwise Enter in the menu would open a page and at once answer the page's question.

    lessons: LessonPlayer
    menu: Menu
    session: Session
    views: TickViews
    """

    def __init__(self, lessons, menu, session, views):
        super().__init__()
        self._lessons, self._menu, self._session, self._views = lessons, menu, session, views
        self._panel = self._drawn = self._drawn_page = self._svg = None
        for key, answers in (("arrow_up", -1), ("arrow_down", 1)):
            self.accept(key, self._when_asked, [lessons.move_focus, answers])
        self.accept("enter", self._when_asked, [lessons.choose])

    def build(self, parent, size):
        """Make a new panel, after the caller has removed the old one.

        parent: NodePath `pixel2d`
        size: (width, height) of the window [pixels]
        """
        self._panel, self._drawn = LessonPanel(parent, size), None

    def update(self, is_uncovered):
        """Update the panel for a frame. `is_uncovered` is False while a menu or the help panel covers it."""
        self._panel.visible = is_uncovered
        self._lessons.notice_task()
        reading, inspector, session = self._lessons.reading, self._views.inspector, self._session
        # Comparing the inputs of the panel is faster than making the panel in each frame.
        wanted = reading, session.record if session.paused else None, inspector.tick and inspector.number
        if reading is None or self._drawn is None or any(a is not b for a, b in zip(wanted, self._drawn)):
            self._drawn = wanted
            self._panel.show(lesson_sheet(reading, more=self._more(), drawing=self._drawing(reading)) if reading else None)

    def _drawing(self, reading):
        """Return the Svg of the page's drawing, or None if the page has none.

        The drawing is made when its page is opened, from a run of the page.
        reading: Reading
        """
        page = reading.page
        if page is not self._drawn_page:
            self._drawn_page, self._svg = page, page.drawing(play(page)) if page.drawing else None
        return self._svg

    def _more(self):
        """Return the Blocks after the text: the inspected iteration, and the distances of the twins.

        The list is empty while a question waits for its answer.
        """
        inspector, twins, blocks = self._views.inspector, self._views.twins.twins, []
        if self._lessons.is_asking:
            return blocks  # more blocks would reveal the answer
        page = self._lessons.reading.page
        if inspector.tick is not None and (inspector.number != page.inside or self._session.record.tick != page.shot.tick):
            count = len(inspector.tick.iterations)
            blocks.append(heading_block(f"In the picture: iteration {inspector.number + 1} of {count}", gap=2 * GAP, rule=True))
            blocks += result_blocks(inspector.tick.iterations[inspector.number])
        if twins and self._session.record:
            blocks += twin_rows(twins, self._session)
        return blocks

    def scroll(self, x, y, turns):
        """Scroll the text if the panel covers the point (x, y) of the window [pixels]. Return True if it does.

        turns: steps of the mouse wheel, positive towards the start
        """
        is_there = self._panel.covers(x, y)
        if is_there:
            self._panel.scroll(turns)
        return is_there

    def _when_asked(self, act, *amount):
        """Call act(*amount) if a question waits for an answer and no menu is open."""
        if self._lessons.is_asking and not self._menu.is_open:
            act(*amount)

    def click_handler(self, act):
        """Return a click handler, a function of the point (x, y) of the window [pixels]. It returns True if the panel covers it.

        Without a lesson and while time runs, clicks are ignored, and the result is False.
        act(action): called with the action of a button
        """

        def click(x, y):
            if not self._lessons.is_read:
                return False
            kind, value = self._panel.action_at(x, y) or (None, None)
            if kind == ANSWER:
                self._lessons.choose(value)
            elif kind == LINK:
                self._lessons.follow_link(*value)
            elif kind == ACT:
                act(value)
            return self._panel.covers(x, y)

        return click

    def remove(self):
        self._panel.remove()
