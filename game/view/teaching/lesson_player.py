"""Who leads through a lesson: opens a page at its moment, asks, lets the game answer, and puts everything back at the end."""

from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from game.lesson import intents_of, level_of, play, simulation_of
from game.lesson.lesson import AT_ONCE
from game.overlay import Switches

from ..camera.camera import look_at
from ..session import SLOWER
from .lesson_panel import Reading


class Kept(NamedTuple):
    """What the player had before the lesson."""

    overlays: Switches
    third_person: bool
    space: str
    minkowski: bool
    twins: tuple
    level: object
    options: dict
    was_title: bool


class LessonPlayer:
    """game: Game. `reading`: where he is in a lesson, None when there is none."""

    def __init__(self, game):
        self._game = game
        self.reading = self._kept = None
        self._plays = False  # the page's script, up to its moment

    # Opening and leaving

    @property
    def is_open(self):
        return self.reading is not None

    @property
    def asks(self):
        return self.is_open and self.reading.asks

    @property
    def is_read(self):
        """Does the player read, so that the pointer is for clicking, not for looking round?"""
        return self.is_open and self._game.session.paused

    def open(self, lesson, number=0):
        """Begin a lesson at one of its pages."""
        if not self.is_open:
            self._kept = self._what_he_has()
        self.reading = Reading(lesson, number)
        self.show_page()

    def _what_he_has(self):
        game, session = self._game, self._game.session
        settings, was_title = game.settings, game.viewpoint.circling_since is not None
        shown = settings.overlays, settings.third_person, game.space.name, game.minkowski.on, game.twins.wanted
        return Kept(*shown, session.sim.level, session.options, was_title)

    def leave(self):
        """Back to the level that he came from, seen as before."""
        kept = self._kept
        self._game.load(kept.level, leaving=self.close, **kept.options)
        if kept.was_title:
            self._game.show_title()

    @property
    def options_before(self):
        """By what he played before the lesson, as Session.options; {} where there is none."""
        return self._kept.options if self.is_open else {}

    def close(self):
        """No lesson any more, wherever he goes on from here."""
        if not self.is_open:
            return
        kept, game = self._kept, self._game
        self.reading, self._kept, self._plays = None, None, False
        self._show_as(kept)
        game.viewpoint.free.come_back()
        game.window.update_pointer()

    def _show_as(self, kept):
        """See the game as he saw it before the lesson."""
        game = self._game
        game.settings.overlays, game.settings.third_person = kept.overlays, kept.third_person
        game.space.choose(kept.space)
        game.minkowski.on = kept.minkowski
        game.twins.take(*kept.twins)
        game.inside.show(None)

    def settings_to_keep(self):
        """The player's settings, without what a page has changed in them for the time being."""
        settings = self._game.settings
        if not self.is_open:
            return settings
        return replace(settings, overlays=self._kept.overlays, third_person=self._kept.third_person)

    # Pages

    def turn(self, pages):
        """To the next page (1) or the one before (-1); after the last one out of the lesson."""
        number = self.reading.number + pages
        if number == len(self.reading.lesson.pages):
            self.leave()
        elif number >= 0:
            self.reading = Reading(self.reading.lesson, number)
            self.show_page()

    def show_page(self):
        """The page from its beginning: its level, its player, its run up to the moment, or up to the question."""
        self.reading = replace(self.reading, focus=0, chosen=None, decided=None)
        page = self.reading.page
        question, watched = page.question, page.slower != AT_ONCE
        self._begin(page, question.ask_at if question else 0 if watched else page.shot.tick)
        self._play(watched and question is None)

    def _begin(self, page, ticks):
        """A new player in the page's level, after so many ticks; the others up to the moment are still to be played."""
        game, level = self._game, level_of(page.level)
        sim = simulation_of(page, level=level)
        if game.session.sim.level is not level or game.session.sim.params.radii != sim.params.radii:
            game.load(level, params=sim.params, rules=sim.rules, hz=sim.hz)
            game.tell("")  # the page says what is to be said of the level
        script = iter(intents_of(page, sim.state.heading)[: page.shot.tick])
        game.twins.take(page.twins or self._kept.twins[0], bool(page.twins))
        game.replay(sim, script)
        for intent in islice(script, ticks):  # behind replay's back, so that twins begin where he does
            sim.tick(intent)
        game.viewpoint.look_as_player()
        self._look(page.shot)

    def _look(self, shot):
        """See the page's moment as the page wants it to be seen."""
        settings = self._game.settings
        settings.overlays = Switches() if shot.overlays is None else Switches.only(shot.overlays)
        settings.third_person = shot.camera == "third"
        self._game.viewpoint.flying = None
        self._game.inside.show(self.reading.page.inside)
        self._game.space.choose(self.reading.page.space)
        self._game.minkowski.on = self.reading.page.minkowski
        if shot.camera == "free":
            self._game.viewpoint.free.put(shot.eye, look_at(shot.eye, shot.target))

    def _play(self, wanted):
        """Play the page's script on, or stand still."""
        self._plays = wanted
        if not wanted and not self.asks:
            self._game.intents.take_over()
        session = self._game.session
        session.slower = SLOWER.index(max(self.reading.page.slower, 1)) if wanted else 0
        session.go_on() if wanted else session.pause()
        self._game.window.update_pointer()

    # A question

    def move_focus(self, answers):
        count = len(self.reading.page.question.answers)
        self.reading = replace(self.reading, focus=(self.reading.focus + answers) % count)

    def choose(self, number=None):
        """Give an answer, the one in focus for None, and let the game show which is right."""
        if self.asks:
            page = self.reading.page
            self.reading = replace(self.reading, chosen=self.reading.focus if number is None else number)
            self._begin(page, page.question.ask_at)
            self._play(True)

    def hear(self, record):
        """Every tick played: at the page's moment time stops, and what the run has shown decides the question."""
        if not self._plays or record.tick < self.reading.page.shot.tick:
            return
        self._play(False)
        question = self.reading.page.question
        if question:
            self.reading = replace(self.reading, decided=question.decided(question.measure(play(self.reading.page))))
