"""The menu's main page, and its pages of levels, overlays and settings."""

from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from game.errors import InputError
from game.level import level_names, load_level
from game.overlay import Switches
from game.simulation.params import FEELS
from game.simulation.runs.race import clock_text, finish_of, medal_of

from ..quality import FRAME_RATES, NAMES
from ..race.best_runs import load_best, path_of
from ..settings import DEAD_ZONE, FIELD_OF_VIEW, SENSITIVITY, TEXT_SIZES, VOLUME
from .cards import FIRST_LEVEL, shown_picture
from .keys_page import keys_page
from .lesson_pages import lesson_rows, lessons_page
from .menu import Page, Row
from .rules_pages import parameters_page, rules_page, twins_page

TITLE = "Collide and slide, step by step."
FIRST = "Three minutes: look, walk, climb, jump, crouch, then stop time and look into a tick."
LESSONS_PICTURE = Path(__file__).resolve().parents[3] / "assets" / "pictures" / "inside.webp"
COLUMNS = 4  # of cards. Fewer: they do not fit into a low window; more: they are too small
CROWDS = (0, 20, 100, 500, 2000)
OVERLAYS = {
    "ellipsoid": "The player's body as the solver sees it.",
    "contacts": "Contact points, coloured by feature: face, edge or corner.",
    "normals": "The normal of the contact; in grey, where it differs, the triangle's own.",
    "planes": "The sliding plane of each contact, in the colour of its pass.",
    "velocity": "Velocity before and after the tick; an arrow of 1 m is 5 m/s.",
    "path": "The displacement of each iteration; in grey what a contact took away.",
    "candidates": "The triangles gathered for this tick, coloured by how far each got in the test.",
    "labels": "Pass, iteration, feature and fraction of each contact.",
    "exhibits": "What the exhibits of the lab compute: next steps, bounds, paths.",
}


class MenuPages:
    """The pages of the menu. menu: Menu; run: RunActions; view: ViewActions; program: ProgramActions"""

    def __init__(self, menu, run, view, program):
        self._menu, self._run, self._view, self._program = menu, run, view, program
        program.open_page = menu.open

    def menu(self):
        """Go back to the page before; close the help; or open the main page."""
        if self._menu.is_open:
            self._menu.back()
        elif self._program.interface.help.visible:
            self._program.interface.help.visible = False
        else:
            self._menu.open(self._main_page())

    def lessons(self):
        """Open the list of lessons, once."""
        page = lessons_page(self._menu, self._run.lessons, self._run.progress)
        if not self._menu.is_open or self._menu.page.title != page.title:
            self._menu.open(page)

    def open_title(self):
        """Open the front page, at the start of the program."""
        run, now = self._run, self._run.progress.last_level

        def begin():
            self._menu.close()
            run.destinations.begin_guide()

        first = Row("Start here", activate=begin, about=FIRST, picture=shown_picture(FIRST_LEVEL))
        again = ()
        if now in level_names():
            again = (self._level_row("Continue", now),)
        self._menu.open(Page(TITLE, (first, *again, *self._shared_rows(is_front=True))), focus=len(again))

    def _level_row(self, title, name):
        entry = next(entry for entry in level_entries() if entry.name == name)
        return Row(title, lambda: entry.title, self._go(name), about=entry.about, picture=shown_picture(name))

    def _go(self, name):
        return lambda: (self._menu.close(), self._run.destinations.visit(name))

    def _main_page(self):
        menu, run, shared = self._menu, self._run, self._shared_rows()
        restart = Row("Restart", activate=lambda: (menu.close(), run.restart()), about="Start this level again.")
        about = "Overlays, rules, parameters, twins and crowd: look into the algorithm, and change it."
        return Page(
            run.session.sim.level.title,
            (
                Row("Play", activate=menu.close, about="Back to the game."),
                *(lesson_rows(menu, run.lessons) if run.lessons.is_open else (restart,)),
                *shared[:2],
                Row("Experiments", lambda: ">", lambda: menu.open(self._experiments_page()), about=about),
                *shared[2:],
            ),
        )

    def _experiments_page(self):
        run, view, sub = self._run, self._view, self._sub
        about_parameters = "Iterations, skin, tick rate, size of the body, steps, gravity."
        rows = (
            sub("Overlays", lambda: overlays_page(view), "Drawings of the algorithm while you play."),
            sub("Rules", lambda: rules_page(run), "Repairs of the printed listing, and what to watch without each."),
            sub("Parameters", lambda: parameters_page(run), about_parameters),
            sub("Twins", lambda: twins_page(view), "Bodies like yours with your input and other rules."),
            crowd_row(run),
        )
        return Page("Experiments", rows)

    def _sub(self, name, make_page, about, picture=None):
        return Row(name, lambda: ">", lambda: self._menu.open(make_page()), about=about, picture=picture)

    def _shared_rows(self, is_front=False):
        """The rows of both first pages. is_front: True for the front page, where pictures are behind them"""
        menu, run, program, sub = self._menu, self._run, self._program, self._sub

        def show_help():
            menu.close()
            program.interface.help.visible = True

        about_lessons = "The paper, step by step, and what goes wrong without each repair."
        pictures = (shown_picture("gauntlet"), LESSONS_PICTURE) if is_front else (None, None)
        return (
            sub("Levels", self._levels_page, "Ten places to walk, climb and race.", pictures[0]),
            sub("Lessons", lambda: lessons_page(menu, run.lessons, run.progress), about_lessons, pictures[1]),
            sub("Settings", lambda: settings_page(program, run), "Mouse, field of view, sound, full screen."),
            Row("Keys", activate=show_help, about="All keys on one sheet."),
            Row("Quit", activate=program.quit, about="Leave Glissade."),
        )

    def _levels_page(self):
        def row(entry):
            value = partial(level_value, entry, self._run.progress)
            return Row(entry.title, value, self._go(entry.name), about=entry.about, picture=shown_picture(entry.name))

        return Page("Levels", tuple(map(row, level_entries())), columns=COLUMNS)


class LevelEntry(NamedTuple):
    """A level in the menu. about: its line, or the error of an invalid level; finish: Finish, or None; hash: as Level's"""

    name: str
    title: str
    about: str
    finish: object = None
    path: object = None
    hash: str = ""
    goals: int = 0


@cache
def level_entries():
    """The LevelEntry of each level."""
    return tuple(level_entry(name) for name in level_names())


def level_entry(name):
    try:
        level = load_level(name)
    except InputError as problem:
        return LevelEntry(name, name, str(problem))
    return LevelEntry(name, level.title, level.about, finish_of(level), path_of(level), level.hash, len(level.goals))


def level_value(entry, progress):
    """The player's results in a level as text: medal and time, or the goals found."""
    if entry.finish:
        best = load_best(entry.path, entry.hash)
        return f"{medal_of(entry.finish, best.seconds) or 'best'} {clock_text(best.seconds)}" if best else "race"
    found = len(progress.goals(entry.name))
    return f"found {found} of {entry.goals}" if entry.goals else ""


def crowd_row(run):
    """The menu Row that changes the number of walkers in the crowd. run: RunActions"""

    def change(direction):
        place = min(range(len(CROWDS)), key=lambda n: abs(CROWDS[n] - run.crowd_size())) + direction
        run.destinations.set_crowd(CROWDS[max(0, min(place, len(CROWDS) - 1))])

    return Row("Crowd", lambda: str(run.crowd_size()), change=change, about="Walkers that wander here; the level begins again.")


def overlays_page(view):
    """Open the page of overlays. view: ViewActions"""
    settings, views = view.settings, view.views

    def row(name):
        read, flip = lambda: getattr(settings.overlays, name), lambda: view.toggle_overlay(name)
        return switch_row(name.capitalize(), read, flip, OVERLAYS[name])

    every = switch_row("All", lambda: settings.overlays.any(), view.all_overlays, "All overlays on or off.")
    about = "Pauses, and shows one iteration at a time."
    inspector = switch_row("Tick inspector", lambda: views.inspector.on, views.inspector.toggle, about)
    about = "World; ellipsoid space, where the body is a sphere and the paper's tests are made; or both side by side."
    space = Row("Space", lambda: views.space.name, change=view.next_space, about=about)
    about = "The triangles of the tick grown by the body, and the body shrunk to a point: its sweep is then a ray."
    minkowski = switch_row("Minkowski view", lambda: views.minkowski.on, view.minkowski, about)
    return Page("Overlays", (*map(row, Switches.names()), every, inspector, space, minkowski))


def settings_page(program, run):
    """Open the page of settings. program: ProgramActions; run: RunActions"""
    settings = program.settings
    about_sound = program.sound_problem.capitalize() or "Footsteps, landings, bells."
    return Page(
        "Settings",
        (
            Row("Keys", lambda: ">", lambda: program.open_page(keys_page(program)), about="Choose other keys."),
            number_row(settings, "sensitivity", "Mouse sensitivity", (*SENSITIVITY, 0.1, "{:.1f}"), "How far the mouse turns."),
            number_row(settings, "field_of_view", "Field of view", (*FIELD_OF_VIEW, 5, "{:.0f}°"), "Horizontal angle of view."),
            attribute_row(settings, "invert_mouse", "Invert mouse", "Mouse forward looks down."),
            number_row(settings, "dead_zone", "Dead zone", (*DEAD_ZONE, 5, "{:.0f} %"), "Of a gamepad's sticks."),
            attribute_row(settings, "hud", "Head-up display", "Numbers of the tick, legend and key hints."),
            attribute_row(settings, "sounds", "Sounds", about_sound),
            number_row(settings, "volume", "Volume", (*VOLUME, 10, "{:.0f} %"), about_sound),
            number_row(settings, "event_volume", "of steps and bells", (*VOLUME, 10, "{:.0f} %"), "Part of the volume."),
            number_row(settings, "ambient_volume", "of water and wind", (*VOLUME, 10, "{:.0f} %"), "Part of the volume."),
            attribute_row(settings, "captions", "Captions", "Words for the sounds of events."),
            feel_row(run),
            text_size_row(settings, program.interface.rebuild),
            quality_row(program.quality, settings),
            frame_rate_row(program.quality, settings),
            switch_row("Full screen", lambda: settings.fullscreen, program.fullscreen, "Fill the whole screen."),
        ),
    )


def text_size_row(settings, rebuild):
    """The Row of the text size. rebuild(): makes all panels again"""

    def change(direction):
        place = TEXT_SIZES.index(settings.text_size) + direction
        settings.text_size = TEXT_SIZES[max(0, min(place, len(TEXT_SIZES) - 1))]
        rebuild()

    about = "For a projector. Text grows only as far as the panels fit into the window."
    return Row("Text size", lambda: f"{settings.text_size} %", change=change, about=about)


def quality_row(quality, settings):
    """quality: QualityControl"""

    def change(direction):
        settings.quality = NAMES[(NAMES.index(settings.quality) + direction) % len(NAMES)]
        quality.update()

    about = (
        "low and medium: fewer pixels, low also without lines along edges;"
        " best: smooth edges, without a graphics card from the next start on."
    )
    return Row("Quality", lambda: quality.text, change=change, about=about)


def frame_rate_row(quality, settings):
    """quality: QualityControl"""

    def change(direction):
        settings.frame_rate = FRAME_RATES[(FRAME_RATES.index(settings.frame_rate) + direction) % len(FRAME_RATES)]
        quality.update()

    def text():
        return str(settings.frame_rate) if settings.frame_rate else "as the screen"

    return Row("Frame rate", text, change=change, about="Most frames a second. Fewer: cooler and quieter.")


def feel_row(run):
    """The Row of the feel of the movement. run: RunActions"""

    def change(direction):
        names = list(FEELS)
        params = run.session.params
        place = names.index(params.feel) if params.feel in names else -direction
        run.branch(params=params.felt(names[(place + direction) % len(names)]))

    about = "exact: full speed at once, full jumps. smooth: accelerates, slows down, and releasing jump early ends it lower."
    return Row("Feel", lambda: run.session.params.feel, change=change, about=about)


def switch_row(name, read, flip, about):
    return Row(name, lambda: "on" if read() else "off", activate=flip, change=lambda direction: flip(), about=about)


def attribute_row(settings, attribute, name, about):
    def flip():
        setattr(settings, attribute, not getattr(settings, attribute))

    return switch_row(name, lambda: getattr(settings, attribute), flip, about)


def number_row(settings, attribute, name, scale, about):
    """A Row for a number of the Settings. scale: (least, most, step, format)"""
    least, most, step, form = scale

    def change(direction):
        value = round(getattr(settings, attribute) + direction * step, 6)
        setattr(settings, attribute, max(least, min(most, value)))

    return Row(name, lambda: form.format(getattr(settings, attribute)), change=change, about=about)
