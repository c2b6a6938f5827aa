"""An open lesson: its pages, tasks and runs, and what the game does for it."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from ...explain.tick_overlay import Switches
from ...lesson import intents_of, lesson_names, level_of, load_lesson, play, simulation_of
from ...lesson.lesson import AT_ONCE
from ...lesson.scene_mark_shapes import marks_of
from ...lesson.task import Attempt
from ...level import Level
from ...panels.lesson_panel import NO_ANSWER, Reading, Summary
from ...scene.framing import page_framing
from ...simulation import PlayerState
from ..session.intent_source import Intents
from ..session.play_session import SLOWER
from ..session.race import RaceTracker


class PlayerView(NamedTuple):
    """The view, level and run before the lesson, which are restored after the lesson."""

    overlays: Switches
    third_person: bool  # True for a camera behind the player
    space: str  # name of the displayed space
    minkowski: bool  # True in the Minkowski view
    twins: tuple  # `TwinManager.configuration`
    level: Level
    options: dict  # `Session.options`
    was_title: bool  # True if the front page was open
    state: PlayerState
    race: RaceTracker


class LessonCallbacks(NamedTuple):
    """The actions of the game that a lesson needs.

    load(level, leaving=None, **options): starts a level with the options of a Session. leaving() is called just before the old
    level is removed.
    replay(sim, script): runs a Simulation of the level by a script of Intents.
    intents: Intents, the script or the controls
    show_title(): opens the front page.
    show_message(message): shows a message.
    changed(): called after the time or the lesson has started or stopped
    race(): returns the RaceTracker of the present Simulation
    """

    load: Callable
    replay: Callable
    intents: Intents
    show_title: Callable
    show_message: Callable
    changed: Callable
    race: Callable


class LessonPlayer:
    """The controller of the open lesson: it shows pages, runs their scripts, and takes answers.

    session: Session
    settings: Settings
    viewpoint: Viewpoint
    views: TickViews
    progress: Progress
    host: LessonCallbacks
    reading: Reading of the open page, or None without a lesson
    """

    def __init__(self, session, settings, viewpoint, views, progress, host):
        self._session, self._settings, self._viewpoint, self._views = session, settings, viewpoint, views
        self._progress, self._host = progress, host
        self.reading = self._before = None
        self._marks = None, ()  # inputs of the marks, and their shapes
        self._answers = {}  # (name of the lesson, index of the page): index of the user's answer
        self._plays = False  # True while the page's script runs, until the tick that the page shows
        self._used = {}  # {"exhibit.control": value} of the controls used since the page was opened

    # Opening and leaving

    @property
    def is_open(self):
        """True while a lesson is open."""
        return self.reading is not None

    @property
    def is_asking(self):
        """True while a page waits for an answer."""
        return self.is_open and self.reading.is_asking and not self.reading.summary

    @property
    def is_read(self):
        """True while a lesson is open and time stands, so that the pointer is free to click."""
        return self.is_open and self._session.paused

    @property
    def marks(self):
        """The overlay shapes of the page's marks, or () at most times.

        They are shown while time stands at the tick that the page shows, or for an open question at the tick that asks it.
        The list is the same object until it changes.
        """
        page, record = self.reading.page if self.is_read else None, self._session.record
        if page is None or not page.marks or not record:
            return ()
        is_answered = not self.is_asking
        if record.tick != (page.shot.tick if is_answered else page.question.ask_at):
            return ()
        if self._marks[0] != (id(page), is_answered):
            self._marks = (id(page), is_answered), marks_of(play(page), is_answered)
        return self._marks[1]

    def open(self, lesson, number=None):
        """Open a Lesson at the page with index `number`. Before that, store the PlayerView, unless a lesson is open already.
        number: None for the page at which the user left the lesson. A message then says how to begin again.
        """
        if not self.is_open:
            settings, views, session = self._settings, self._views, self._session
            shown = settings.overlays, settings.third_person, views.space.name, views.minkowski.on, views.twins.configuration
            level, was_title = (session.sim.level, session.options), self._viewpoint.circling_since is not None
            self._before = PlayerView(*shown, *level, was_title, session.sim.state, self._host.race())
        left = min(self._progress.page_left(lesson.name), len(lesson.pages) - 1) if number is None else 0
        self.reading = Reading(lesson, number or left)
        self.show_page()
        if left:
            self._host.show_message(f'You left this lesson at page {left + 1}. To begin again: {{menu}}, then "First page".')

    def follow_link(self, name, number):
        """Open the page with index `number` of the lesson with this name. A message says where the link was."""
        title, place = self.reading.lesson.title, self.reading.number + 1
        self.open(load_lesson(name), number)
        self._host.show_message(f"You came from page {place} of: {title}. {{lessons}} lists all lessons.")

    def leave(self):
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
    def options_before(self):
        """`Session.options` from before the lesson, or {} without a lesson."""
        return self._before.options if self.is_open else {}

    def close(self):
        """End the lesson and restore the view. The level stays."""
        if not self.is_open:
            return
        before, settings, views = self._before, self._settings, self._views
        self.reading, self._before, self._plays, self._answers = None, None, False, {}
        settings.overlays, settings.third_person = before.overlays, before.third_person
        views.space.choose(before.space)
        views.minkowski.on = before.minkowski
        views.twins.configure(*before.twins)
        views.inspector.show(None)
        self._viewpoint.free.return_to_player()
        self._host.changed()

    def settings_to_keep(self):
        """Return the user's Settings without the changes that a page makes for a while."""
        if not self.is_open:
            return self._settings
        return self._settings.changed(overlays=self._before.overlays, third_person=self._before.third_person)

    # Pages

    def turn_pages(self, pages):
        """Open the next page if `pages` is 1, or the previous one if it is -1.

        The last page is followed by a summary, and the summary by the next lesson. The last lesson is left after its summary.
        From the summary, -1 returns to the last page. On the first page, -1 changes nothing.
        """
        lesson, number = self.reading.lesson, self.reading.number + pages
        if self.reading.summary:
            following = self.reading.summary.following
            if pages < 0:
                self.reading = replace(self.reading, summary=None)
            else:
                self.open(following) if following else self.leave()
        elif number == len(lesson.pages):
            self.reading = replace(self.reading, summary=self._summary(lesson))
            self._progress.store_page_left(lesson.name, 0)
            self._play(False)
        elif number >= 0:
            self.reading = Reading(lesson, number)
            self.show_page()

    def _summary(self, lesson):
        """Return the Summary of a Lesson."""
        questions, names = sum(page.question is not None for page in lesson.pages), lesson_names()
        place = names.index(lesson.name) + 1 if lesson.name in names else 0
        following = load_lesson(names[place]) if 0 < place < len(names) else None
        tasks = sum(page.task is not None for page in lesson.pages)
        right, done = self._progress.right_answers(lesson.name), self._progress.tasks_done(lesson.name)
        return Summary(len(right), questions, len(done), tasks, following)

    def show_page(self):
        """Show the current page: load its level, and run its script until the tick that it shows, or until its question.

        A question that was answered before is shown with its answer, until the lessons are left.
        """
        chosen = self._answers.get(self._place)
        is_done = self.reading.number in self._progress.tasks_done(self.reading.lesson.name)
        self.reading = replace(self.reading, focus=NO_ANSWER, chosen=chosen, decided=None, summary=None, is_done=is_done)
        page, self._used = self.reading.page, {}
        self._progress.store_page_read(*self._place)
        question, is_played = page.question, page.question is None and page.slower != AT_ONCE
        self._begin(page, 0 if is_played else question.ask_at if self.is_asking else page.shot.tick)
        if chosen is not None:
            self._decide(question)
        self._play(is_played)

    def restart_page(self):
        """Show the current page from its start, and ask its question again."""
        self._answers.pop(self._place, None)
        self.show_page()

    @property
    def _place(self):
        """The open page as (name of the lesson, index of the page)."""
        return self.reading.lesson.name, self.reading.number

    def _begin(self, page, ticks):
        """Start the run of a lesson Page, and simulate its first `ticks` ticks at once.

        The script plays the other ticks in the window, until the tick that the page shows.
        """
        level, host = level_of(page.level), self._host
        sim = simulation_of(page, level=level)
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

    def _show_as_page(self, page):
        """Set the overlays, the camera and the space of a lesson Page."""
        settings, viewpoint, shot = self._settings, self._viewpoint, page.shot
        settings.overlays = Switches() if shot.overlays is None else Switches.only(shot.overlays)
        settings.third_person = shot.camera == "third"
        viewpoint.flying = None
        self._views.inspector.show(page.inside)
        self._views.space.choose(page.space)
        self._views.minkowski.on = page.minkowski
        self._frame(page)

    def _frame(self, page):
        """Place the camera at the framing of a lesson Page, if it has one."""
        session, viewpoint = self._session, self._viewpoint
        framing = page_framing(page, session.record, session.sim, float(self._settings.field_of_view), viewpoint.screen())
        if framing is not None:
            viewpoint.show_page(framing)

    def _play(self, wanted):
        """Continue the run at the page's speed if `wanted`, else pause. A pause ends the script unless a question is open."""
        self._plays, session = wanted, self._session
        if not wanted and not self.is_asking:
            self._host.intents.play(None)
        session.slower = SLOWER.index(max(self.reading.page.slower, 1)) if wanted else 0
        session.resume() if wanted else session.pause()
        self._host.changed()

    # A question

    def move_focus(self, answers):
        """Move the focus by a number of answers, down (+) or up (-), and wrap around at both ends.

        If no answer is in focus yet, +1 moves to the first answer and -1 to the last one. The page must have a question.
        """
        count, focus = len(self.reading.page.question.answers), self.reading.focus
        if focus == NO_ANSWER and answers < 0:
            focus = 0
        self.reading = replace(self.reading, focus=(focus + answers) % count)

    def choose(self, number=None):
        """Answer the question, and run the page's script until it shows the right answer.

        Nothing happens if no answer is in focus, or if the question was answered before.
        number: index of the answer, or None for the answer in focus
        """
        number = self.reading.focus if number is None else number
        if self.is_asking and number != NO_ANSWER:
            page = self.reading.page
            self.reading, self._answers[self._place] = replace(self.reading, chosen=number), number
            self._begin(page, page.question.ask_at)
            self._play(True)

    def handle_tick(self, record):
        """Handle the TickRecord of a new tick. Called after every tick.

        At the tick that the page shows: pause, place the camera, and let the run decide the question. A right answer is stored.
        After that tick, and whenever no script runs, uses of the exhibits' controls are stored for the page's task.
        """
        if not self._plays:
            self._used.update({f"{use.exhibit}.{use.control}": use.value for use in record.intent.actions})
        if not self._plays or record.tick < self.reading.page.shot.tick:
            return
        self._play(False)
        self._frame(self.reading.page)
        if question := self.reading.page.question:
            self._decide(question)
            if self.reading.chosen == self.reading.decided:
                self._progress.store_right_answer(*self._place)

    def notice_task(self):
        """Mark the page's task as done, once it is. Called in every frame."""
        reading, views = self.reading, self._views
        task = reading.page.task if self.is_open and not reading.summary and not self._plays else None
        if task is None or reading.is_done:
            return
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
        )
        if task.is_done(attempt):
            self.reading = replace(reading, is_done=True)
            self._progress.store_task_done(*self._place)

    def _decide(self, question):
        """Set `decided` in the Reading to the right answer, which the page's run shows."""
        self.reading = replace(self.reading, decided=question.answer_for(question.measure(play(self.reading.page))))
