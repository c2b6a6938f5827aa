"""An open lesson: its pages, tasks and runs, what the game does for it, and its panel in the window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from math import dist
from typing import TYPE_CHECKING, Any, NamedTuple

from direct.showbase.DirectObject import DirectObject
from panda3d.core import NodePath

from ...collision import Rules
from ...core.shapes import Shape
from ...core.vec3 import Vector
from ...explain.iteration_overlay import arrow_words
from ...explain.rule_explanations import preset_name
from ...explain.tick_overlay import Switches
from ...lesson import Lesson, Page, intents_of, lesson_names, level_of, load_lesson, play, simulation_of
from ...lesson.scene_mark_shapes import marks_of
from ...lesson.tools.latex_to_svg import Svg
from ...lesson.tools.lesson_records import AT_ONCE, WALKED, Attempt, Question, Task
from ...level import Level
from ...level.contents.level import SECTION, THIRD
from ...panels.lesson_panel import ANSWER, GAP, LINK, NO_ANSWER, LessonPanel, Reading, Summary, lesson_sheet
from ...panels.panel import PanelView
from ...panels.text_column_layout import ACT, NO_ACTION, Block, heading_block, text_block
from ...panels.theme import NOTE, Size
from ...panels.tick_and_iteration_content import result_blocks, twin_rows
from ...scene.framing import page_framing
from ...simulation import Intent, PlayerState, Simulation, TickRecord
from ..session.play_session import SLOWER, Session
from ..session.race import RaceTracker
from ..session.saved_progress import UserProgress
from ..session.settings import Settings
from .teaching_views import TickViews

if TYPE_CHECKING:
    from ..camera import Viewpoint
    from ..menu.menu_model import Menu
    from ..player_controls import Intents

RULES_WORDS = {"modern": "repaired", "fauerby": "printed", "thebigh": "forum's"}


class PlayerView(NamedTuple):
    """The view, level and run before the lesson, which are restored after the lesson."""

    overlays: Switches
    third_person: bool  # True for a camera behind the player
    space: str  # name of the displayed space
    minkowski: bool  # True in the Minkowski view
    twins: tuple[list[str], bool]  # `TwinManager.configuration`
    level: Level
    options: dict[str, Any]  # `Session.options`
    was_title: bool  # True if the front page was open
    state: PlayerState
    race: RaceTracker


class LessonCallbacks(NamedTuple):
    load: Callable[..., None]  # `Game.load`
    replay: Callable[[Simulation, Iterable[Intent] | None], None]  # runs a Simulation of the level by a script
    intents: Intents
    show_title: Callable[[], None]  # opens the front page
    show_message: Callable[[str], None]
    changed: Callable[[], None]  # called after the time or the lesson has started or stopped
    race: Callable[[], RaceTracker]  # returns the RaceTracker of the present Simulation


class LessonPlayer:
    _before: PlayerView  # of an open lesson

    def __init__(
        self, session: Session, settings: Settings, viewpoint: Viewpoint, views: TickViews, progress: UserProgress,
        host: LessonCallbacks
    ):
        self._session, self._settings, self._viewpoint, self._views = session, settings, viewpoint, views
        self._progress, self._host = progress, host
        self._reading: Reading | None = None
        self._marks: tuple[tuple | None, Sequence[Shape]] = None, ()  # inputs of the marks, and their shapes
        self._answers: dict[tuple[str, int], int] = {}  # (name of the lesson, index of the page): index of the user's answer
        self._plays = False  # True while the page's script runs, until the tick that the page shows
        # of a task that is walked: number of its rules that are done, [s] with the present ones, and True near its place
        self._walks, self._walked, self._is_near = 0, 0.0, False
        self._used: dict[str, float] = {}  # {"exhibit.control": value} of the controls used since the page was opened

    # Opening and leaving

    @property
    def reading(self) -> Reading:
        assert self._reading is not None
        return self._reading

    @property
    def is_open(self) -> bool:
        return self._reading is not None

    @property
    def is_asking(self) -> bool:
        return self.is_open and self.reading.is_asking and not self.reading.summary

    @property
    def is_read(self) -> bool:
        """True while a lesson is open and time stands, so that the pointer is free to click."""
        return self.is_open and self._session.paused

    @property
    def marks(self) -> Sequence[Shape]:
        """The overlay shapes of the page's marks, while time stands.

        Marks that depend on a tick are there at the page's tick, or at that of an open question.
        """
        page, record = self.reading.page if self.is_read else None, self._session.record
        if page is None or not page.marks or not record:
            return ()
        is_answered = not self.is_asking
        is_elsewhere = record.tick != (page.shot.tick if is_answered or page.question is None else page.question.ask_at)
        if is_elsewhere and not any(mark.is_fixed for mark in page.marks):
            return ()
        if self._marks[0] != (id(page), is_answered, is_elsewhere):
            self._marks = (id(page), is_answered, is_elsewhere), marks_of(play(page), is_answered, is_elsewhere)
        return self._marks[1]

    @property
    def aim(self) -> tuple[str, Vector] | None:
        """The name and place [m] to which a task leads that is walked and not done yet, while the user walks."""
        task = self.reading.page.task if self.is_open and not self.reading.is_done and not self._plays else None
        return ("walk here", task.near) if task and task.walk else None

    def open(self, lesson: Lesson, number: int | None = None) -> None:
        """Open a lesson at a page, or with a message where the user left it. If no lesson is open, store the PlayerView."""
        if not self.is_open:
            settings, views, session = self._settings, self._views, self._session
            shown = settings.overlays, settings.third_person, views.space.name, views.minkowski.on, views.twins.configuration
            level, was_title = (session.sim.level, session.options), self._viewpoint.circling_since is not None
            self._before = PlayerView(*shown, *level, was_title, session.sim.state, self._host.race())
        left = self.page_left(lesson) if number is None else 0
        self._reading = Reading(lesson, number or left)
        self.show_page()
        if left:
            self._host.show_message(f'You left this lesson at page {left + 1}. To begin again: {{menu}}, then "First page".')

    def page_left(self, lesson: Lesson) -> int:
        """Return the index of the page at which the user left a lesson, 0 for a new one and for one that is finished."""
        left = min(self._progress.page_left(lesson.name), len(lesson.pages) - 1)
        return 0 if left == len(lesson.pages) - 1 and self._is_finished(lesson) else left

    def _is_finished(self, lesson: Lesson) -> bool:
        """True if all pages were read, and the last question was answered right."""
        name, asking = lesson.name, [number for number, page in enumerate(lesson.pages) if page.question]
        is_answered = not asking or asking[-1] in self._progress.right_answers(name)
        return is_answered and len(self._progress.pages_read(name)) == len(lesson.pages)

    def follow_link(self, name: str, number: int) -> None:
        """Open the page with index `number` of the lesson with this name. A message says where the link was."""
        lesson, place = self.reading.lesson, self.reading.number + 1
        self.open(load_lesson(name), number)
        if name != lesson.name:
            self._host.show_message(f"You came from page {place} of: {lesson.title}. {{lessons}} lists all lessons.")

    def leave(self) -> None:
        """Leave the lesson. Restore the level and view from before it, and either the player's run or the front page."""
        before, session = self._before, self._session
        self._host.load(before.level, leaving=self.close, **before.options)
        if before.was_title:
            self._host.show_title()
        elif session.sim.level is before.level:
            session.sim.restore(before.state)
            self._viewpoint.look_as_player()
            if message := self._host.race().resume(before.race):
                self._host.intents.wait_for_walking()
                self._host.show_message(message)

    @property
    def options_before(self) -> dict[str, Any]:
        return self._before.options if self.is_open else {}

    def close(self) -> None:
        if not self.is_open:
            return
        before, settings, views = self._before, self._settings, self._views
        self._reading, self._plays, self._answers = None, False, {}
        settings.overlays, settings.third_person = before.overlays, before.third_person
        views.space.choose(before.space)
        views.minkowski.on = before.minkowski
        views.twins.configure(*before.twins)
        views.inspector.show(None)
        self._viewpoint.free.return_to_player()
        self._host.changed()

    def settings_to_keep(self) -> Settings:
        if not self.is_open:
            return self._settings
        return self._settings.changed(overlays=self._before.overlays, third_person=self._before.third_person)

    # Pages

    def turn_pages(self, pages: int) -> None:
        """Open the next page (1) or the previous one (-1). After the last page follow a summary and the next lesson."""
        lesson, number = self.reading.lesson, self.reading.number + pages
        if self.reading.summary:
            following = self.reading.summary.following
            if pages < 0:
                self._reading = replace(self.reading, summary=None)
            else:
                self.open(following) if following else self.leave()
        elif number == len(lesson.pages):
            self._reading = replace(self.reading, summary=self._summary(lesson))
            self._progress.store_page_left(lesson.name, 0)
            self._play(False)
        elif number >= 0:
            self._reading = Reading(lesson, number)
            self.show_page()

    def _summary(self, lesson: Lesson) -> Summary:
        questions, names = sum(page.question is not None for page in lesson.pages), lesson_names()
        place = names.index(lesson.name) + 1 if lesson.name in names else 0
        following = load_lesson(names[place]) if 0 < place < len(names) else None
        tasks = sum(page.task is not None for page in lesson.pages)
        right, done = self._progress.right_answers(lesson.name), self._progress.tasks_done(lesson.name)
        return Summary(len(right), questions, len(done), tasks, following)

    def show_page(self) -> None:
        """Show the page: load its level, and run its script until the tick that it shows, or until its open question."""
        chosen = self._answers.get(self._place)
        is_done = self.reading.number in self._progress.tasks_done(self.reading.lesson.name)
        self._reading = Reading(self.reading.lesson, self.reading.number, chosen=chosen, is_done=is_done)
        page, self._used = self.reading.page, {}
        self._walks, self._walked = 0, 0.0
        self._progress.store_page_read(*self._place)
        question, is_played = page.question, page.question is None and page.slower != AT_ONCE
        self._begin(page, 0 if is_played else question.ask_at if question and self.is_asking else page.shot.tick)
        if chosen is not None and question:
            self._decide(question)
        self._play(is_played)

    def restart_page(self) -> None:
        self._answers.pop(self._place, None)
        self.show_page()

    @property
    def _place(self) -> tuple[str, int]:
        return self.reading.lesson.name, self.reading.number

    def _begin(self, page: Page, ticks: int, rules: Rules | None = None) -> None:
        """Start the run of a page, and simulate its first `ticks` ticks at once. The window plays the others.

        rules: instead of the page's, or None
        """
        level, host = level_of(page.level), self._host
        sim = simulation_of(page, rules, level)
        if self._session.sim.level is not level or self._session.sim.params.radii != sim.params.radii:
            host.load(level, params=sim.params, rules=sim.rules, hz=sim.hz)
        host.show_message("")  # the page says all about the level
        script = iter(intents_of(page, sim.state.heading)[: page.shot.tick])
        self._views.twins.configure(page.twins or self._before.twins[0], bool(page.twins))
        host.replay(sim, script)
        for intent in islice(script, ticks):  # after `replay`, so that twins begin at the page's start
            sim.tick(intent)
        self._viewpoint.look_as_player()
        self._show_as_page(page)

    def _show_as_page(self, page: Page) -> None:
        settings, viewpoint, shot = self._settings, self._viewpoint, page.shot
        settings.overlays = Switches.only(shot.overlays)
        # A walk shows what the body does, so it is in view. At a desk it would hide the controls.
        settings.third_person = shot.camera == THIRD or bool(page.task and page.task.walk and not page.task.use)
        viewpoint.flying = None
        self._views.inspector.show(page.inside, shot.camera == SECTION)
        self._views.space.choose(page.space)
        self._views.minkowski.on = page.minkowski
        self._frame(page)

    def _frame(self, page: Page) -> None:
        session, viewpoint = self._session, self._viewpoint
        framing = page_framing(page, session.record, session.sim, float(self._settings.field_of_view), viewpoint.screen())
        if framing is not None:
            viewpoint.show_page(framing)

    def _play(self, wanted: bool) -> None:
        """Continue the run at the page's speed if `wanted`, else pause. A pause ends the script unless a question is open."""
        self._plays, session = wanted, self._session
        if not wanted and not self.is_asking:
            self._host.intents.play(None)
        session.slower = SLOWER.index(max(self.reading.page.slower, 1)) if wanted else 0
        session.resume() if wanted else session.pause()
        self._host.changed()

    # A question

    def move_focus(self, answers: int) -> None:
        """Move the focus by a number of answers, down (+) or up (-), around both ends. The page must have a question."""
        question, focus = self.reading.page.question, self.reading.focus
        assert question is not None
        if focus == NO_ANSWER and answers < 0:
            focus = 0
        self._reading = replace(self.reading, focus=(focus + answers) % len(question.answers))

    def choose(self, number: int | None = None) -> None:
        """Answer an open question, by default with the answer in focus, and run the script until it shows the right one."""
        page, number = self.reading.page, self.reading.focus if number is None else number
        if page.question and self.is_asking and number != NO_ANSWER:
            self._reading, self._answers[self._place] = replace(self.reading, chosen=number), number
            self._begin(page, page.question.ask_at)
            self._play(True)

    def handle_tick(self, record: TickRecord) -> None:
        """Pause and decide the question at the page's tick. Store a right answer, and used controls for the page's task."""
        if self._reading is None:
            return
        if not self._plays:
            self._used.update({f"{use.exhibit}.{use.control}": use.value for use in record.intent.actions})
            self._measure_walk(record)
        if not self._plays or record.tick < self.reading.page.shot.tick:
            return
        self._play(False)
        self._frame(self.reading.page)
        if question := self.reading.page.question:
            self._decide(question)
            if self.reading.chosen == self.reading.decided:
                self._progress.store_right_answer(*self._place)

    def _measure_walk(self, record: TickRecord) -> None:
        """Measure a tick of the user's own walk, if the page's task is walked: it counts from the first step on."""
        page, task = self.reading.page, self.reading.page.task
        if task is None or self._walks >= len(task.walk):
            return
        wanted = Rules.named(task.walk[self._walks]) if self._walks else page.chosen_rules()  # own rules may have switches
        if preset_name(self._session.rules) != preset_name(wanted):
            return
        if self._walked or any(record.intent.wish):
            self._walked += 1.0 / self._session.sim.hz
        x, y, z = record.after.position
        self._is_near = dist((x, y, z - self._session.body.radii[2]), task.near) <= task.within

    def _begin_next_walk(self, task: Task) -> None:
        """After the walk with one of the task's rules, show the start of the page again, with the next ones."""
        if self._walks == len(task.walk) or self._walked < WALKED or not self._is_near:
            return
        self._walks, self._walked = self._walks + 1, 0.0
        if self._walks < len(task.walk):
            self._begin(self.reading.page, 0, Rules.named(task.walk[self._walks]))
            self._play(False)
            say = f"Now the same by the {RULES_WORDS[task.walk[self._walks]]} rules: {{pause}}, and walk."
            self._reading = replace(self.reading, next_walk=say)
            self._host.show_message(say)

    def notice_task(self) -> None:
        """Mark the page's task as done, once it is. Called in every frame."""
        reading, views = self._reading, self._views
        task = None if reading is None or reading.summary or reading.is_done or self._plays else reading.page.task
        if reading is None or task is None:
            return
        self._begin_next_walk(task)
        inspector, framing, settings = views.inspector, self._viewpoint.free.framing, self._settings
        attempt = Attempt(
            self._session.state.tick,
            inspector.number + 1 if inspector.tick is not None else 0,
            frozenset(name for name in Switches.names() if getattr(settings.overlays, name)),
            views.space.name,
            views.minkowski.on,
            framing is not None and framing.is_flat,
            inspector.picked is not None,
            self._used,
            self._walks,
        )
        if task.is_done(attempt):
            self._reading = replace(self.reading, is_done=True, next_walk="")
            self._progress.store_task_done(*self._place)

    def _decide(self, question: Question) -> None:
        self._reading = replace(self.reading, decided=question.answer_for(question.measure(play(self.reading.page))))


class LessonPanelControl(DirectObject, PanelView[LessonPanel]):
    """The view of the lesson. It must be made before the MenuView, or Enter in the menu would also answer the page's question.

    act(action): called for a button
    """

    PANEL = LessonPanel
    IS_BESIDE_MENU = True  # without it the menu would uncover another part of the picture, as if the camera had moved

    def __init__(self, lessons: LessonPlayer, menu: Menu, session: Session, views: TickViews, act: Callable[[str], None]):
        super().__init__()
        self._lessons, self._menu, self._session, self._views, self._act = lessons, menu, session, views, act
        self._drawn: tuple | None = None  # the inputs of the panel
        self._drawn_page: Page | None = None
        self._svg: Svg | None = None
        for key, answers in (("arrow_up", -1), ("arrow_down", 1)):
            self.accept(key, self._when_asked, [lessons.move_focus, answers])
        self.accept("enter", self._when_asked, [lessons.choose])

    def build(self, parent: NodePath, size: Size) -> None:
        super().build(parent, size)
        self._drawn = None

    def update(self, is_uncovered: bool) -> None:
        self._panel.visible = is_uncovered
        self._lessons.notice_task()
        lessons, inspector, session = self._lessons, self._views.inspector, self._session
        reading = lessons.reading if lessons.is_open else None
        # Comparing the inputs of the panel is faster than making the panel in each frame.
        wanted = reading, session.record if session.paused else None, inspector.tick and inspector.number
        if reading is None or self._drawn is None or any(a is not b for a, b in zip(wanted, self._drawn)):
            self._drawn = wanted
            sheet = None
            if reading:
                is_at_moment = session.paused and session.state.tick == reading.page.shot.tick
                more, drawing = self._more(reading.page), self._drawing(reading)
                sheet = lesson_sheet(reading, more=more, drawing=drawing, is_at_moment=is_at_moment)
            self._panel.show(sheet)

    def _drawing(self, reading: Reading) -> Svg | None:
        """Return the page's drawing, or None. It is made when its page is opened, from a run of the page."""
        page = reading.page
        if page is not self._drawn_page:
            self._drawn_page, self._svg = page, page.drawing(play(page)) if page.drawing else None
        return self._svg

    def _more(self, page: Page) -> list[Block]:
        """Return the Blocks after the text: inspected iteration and distances of the twins. An open question has none.

        The twins' plot is over the picture while time runs, because there it grows.
        """
        inspector, twins, record = self._views.inspector, self._views.twins.twins, self._session.record
        blocks: list[Block] = []
        if self._lessons.is_asking:
            return blocks  # more blocks would reveal the answer
        if inspector.tick is not None and (inspector.number != page.inside or inspector.tick.record.tick != page.shot.tick):
            count = len(inspector.tick.iterations)
            blocks.append(heading_block(f"In the picture: iteration {inspector.number + 1} of {count}", gap=2 * GAP, rule=True))
            blocks += result_blocks(inspector.tick.iterations[inspector.number])
        words = arrow_words(inspector.tick.iterations[inspector.number]) if inspector.tick is not None else ""
        blocks += [text_block(words, NOTE, gap=GAP)] if words else []
        if twins and record and self._session.paused:
            blocks += twin_rows(twins, self._session)
        return blocks

    def scroll(self, x: float, y: float, turns: int) -> bool:
        is_there = self._panel.covers(x, y)
        if is_there:
            self._panel.scroll(turns)
        return is_there

    def _when_asked(self, act: Callable[..., None], *amount: int) -> None:
        if self._lessons.is_asking and not self._menu.is_open:
            act(*amount)

    def click(self, x: float, y: float) -> bool:
        if not self._lessons.is_read:
            return False
        kind, value = self._panel.action_at(x, y) or NO_ACTION
        if kind == ANSWER:
            self._lessons.choose(value)
        elif kind == LINK:
            self._lessons.follow_link(*value)
        elif kind == ACT:
            self._act(value)
        return self._panel.covers(x, y)
