"""The menu's front page, its pages of levels and lessons, and the rows that restart a page or leave a lesson."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...core.input_errors import InputError
from ...lesson import lesson_names, level_of
from ...lesson.library_and_page_runs import LESSONS
from ...lesson.tools.document_headings import TOPICS
from ...level import level_names
from ...level.library import LEVELS
from ...level.toml_reader import read_tables
from ...panels.text_column_layout import NO_BREAK
from ...player.player_params import FEELS
from ...simulation.race_clock_and_medals import clock_text, finish_of, medal_of
from ..session.saved_progress import UserProgress, load_best, path_of
from .claims_page import ABOUT_CLAIMS, CLAIMS_TITLE, claims_page, open_lesson
from .menu_model import OPENS, Menu, MenuPage, MenuRow
from .menu_panel import FIRST_LEVEL, shown_picture
from .rules_and_overlays_pages import clock_row, crowd_row, overlays_page, parameters_page, rules_page, twins_page
from .settings_page import capital, settings_page

if TYPE_CHECKING:
    from ..action_handlers import CameraActions, ProgramActions, RunActions, ViewActions
    from ..teaching.lesson_player import LessonPlayer

COLUMNS = 5  # of cards: fifteen fit into a window of 1000 x 560. Fewer: cards too low; more: names are cut off
LESSONS_TITLE, LAB = "Lessons", "Lessons in the lab"
ABOUT_LAB_LESSONS = "Bodies that move and meet: particles, steps in time, sweeps of spheres, impulses, balls in a box."


def open_lessons_page(menu: Menu, run: RunActions) -> None:
    """Open the page with the lessons on the paper, and a card for those in the lab, with the focus on `lesson_to_go_on_with`."""

    def row(entry: LessonEntry) -> MenuRow:
        read, right = len(run.progress.pages_read(entry.name)), len(run.progress.right_answers(entry.name))
        is_done = read >= entry.pages and right >= entry.questions
        value = "done" if is_done else f"{read} of {entry.pages} pages"
        score = f"{right} of {entry.questions}.".replace(" ", NO_BREAK)
        about = f"{entry.about} Questions answered right: {score}" if entry.questions else entry.about
        begin = partial(open_lesson, menu, run, entry.name)
        share, picture = min(read / max(entry.pages, 1), 1.0), shown_picture(entry.name, "lessons")
        return MenuRow(entry.title, lambda: value, begin, about=about, picture=picture, share=share)

    wanted = lesson_to_go_on_with(run.progress)
    paper, lab = ([entry for entry in lesson_entries() if entry.is_lab == is_lab] for is_lab in (False, True))
    rows = list(map(row, paper))
    if lab:
        page = MenuPage(LAB, tuple(map(row, lab)), columns=COLUMNS)
        open_lab = partial(menu.open, page, focus=index_of(wanted, lab, 0))
        rows.append(MenuRow(LAB, lambda: OPENS, open_lab, about=ABOUT_LAB_LESSONS, picture=shown_picture("lab")))
    menu.open(MenuPage(LESSONS_TITLE, tuple(rows), columns=COLUMNS), focus=index_of(wanted, paper, len(rows) - 1))
    if run.lessons.is_open and run.lessons.reading.lesson.name in [entry.name for entry in lab]:
        open_lab()


def index_of(name: str | None, entries: Sequence[LessonEntry], otherwise: int) -> int:
    names = [entry.name for entry in entries]
    return names.index(name) if name in names else otherwise


def lesson_to_go_on_with(progress: UserProgress) -> str:
    """Return the lesson that the player opened last, or the next one that was not read or was left in the middle."""
    entries = lesson_entries()
    at = index_of(progress.last_lesson, entries, 0)
    unfinished = (
        entry.name
        for entry in (*entries[at:], *entries[:at])
        if progress.page_left(entry.name) or len(progress.pages_read(entry.name)) < entry.pages
    )
    return next(unfinished, entries[at].name)


class LessonEntry(NamedTuple):
    name: str  # name of the lesson's file, without ending
    title: str  # the lesson's number and title, or `name` if the file is invalid
    about: str  # description of the lesson, or the error of an invalid file
    pages: int = 0
    questions: int = 0  # number of pages with a question
    is_lab: bool = False  # True for a lesson in the lab, False for one on the paper


@cache
def lesson_entries() -> tuple[LessonEntry, ...]:
    return tuple(lesson_entry(LESSONS / f"{name}.toml") for name in lesson_names())


def lesson_entry(path: Path) -> LessonEntry:
    """Return the entry of a lesson file. Only its tables are read: loading a lesson with its formulas takes half a second."""
    try:
        tables = read_tables(path)[0]
        pages, title = tables["pages"], f"{tables['order']}  {tables['title']}"
        questions, is_lab = sum("question" in page for page in pages), pages[0]["section"] in TOPICS
        return LessonEntry(path.stem, title, str(tables["about"]), len(pages), questions, is_lab)
    except InputError as problem:
        return LessonEntry(path.stem, path.stem, str(problem))
    except (KeyError, IndexError, TypeError, AttributeError):  # the exact error is shown when the lesson is opened
        return LessonEntry(path.stem, path.stem, "This file is not a lesson.")


def lesson_rows(menu: Menu, lessons: LessonPlayer) -> tuple[MenuRow, ...]:
    lesson, summary = lessons.reading.lesson, lessons.reading.summary
    following = summary.following if summary else None
    first = MenuRow("First page", activate=menu.closing(lambda: lessons.open(lesson, 0)), about="Begin this lesson again.")
    onward = []
    if following:
        begin = menu.closing(partial(lessons.open, following))
        onward.append(MenuRow(f"Next: {following.title}", activate=begin, about=following.about))
    return (
        MenuRow(
            "Start the page again", activate=menu.closing(lessons.restart_page), about="This page of the lesson, from its start."
        ),
        *onward,
        first,
        MenuRow("Leave the lesson", activate=menu.closing(lessons.leave), about="Back to where you were before it."),
    )


TITLE = "Walk, climb and race. Then stop time and see how it works."
FIRST = "Four minutes: walk, run, climb, jump and crouch. Then stop time, look inside a moment, and go back in time."
ABOUT_AGAIN = "The level that you played last, from its start."
ABOUT_NEXT = "You know the keys: this is the first of the levels."
ABOUT_LEVELS = "Places to walk and climb in, with golden marks to find, and races to run for gold."
ABOUT_LAB = "Halls with springs, bullets and balls: turn the dials of their desks, and see what goes wrong in games."
ABOUT_EXHIBITS = "Begin again at the desk of an exhibit."
# The most delightful first; the halls, which test one thing each, come after.
DELIGHT_FIRST = ("playground", "terrain", "river", "planet", "gauntlet", "stairs", "platforms", "ramps", "corners", "corridors")
MARKS_TITLE, ABOUT_MARKS = "Golden marks", "All places worth a visit, those that you have found and those that are left."
LAB_LEVELS = ("lab", "range", "shapes")
LESSONS_PICTURE = Path(__file__).resolve().parents[3] / "assets" / "pictures" / "inside.webp"


class MenuPages:
    def __init__(self, menu: Menu, run: RunActions, view: ViewActions, camera: CameraActions, program: ProgramActions):
        self._menu, self._run, self._view, self._camera, self._program = menu, run, view, camera, program
        program.open_page = menu.open
        self._show_again: Callable[[], None] = lambda: None  # shows the pages below the help again

    def menu(self) -> None:
        """Go back to the previous page if a menu is open. Otherwise close the help, or open the main page."""
        if self._menu.is_open:
            self._menu.back()
        elif self._program.interface.help.visible:
            self._close_help()
        else:
            page = self._main_page()
            is_done = self._run.level_actions.is_tutorial_done and not self._run.lessons.is_open
            self._menu.open(page, focus=len(page.rows) - 2 if is_done else 0)

    def help(self) -> None:
        """Open the help, or turn to its next page. After the last one, the pages are shown again from which it was opened."""
        panel = self._program.interface.help
        if not panel.visible:
            self._show_again = self._menu.put_aside()
        panel.show_next_page()
        if not panel.visible:
            self._close_help()

    def _close_help(self) -> None:
        self._program.interface.help.visible = False
        self._show_again()

    def lessons(self) -> None:
        if self._program.interface.help.visible:
            self._close_help()
        if not self._menu.is_open or self._menu.page.title != LESSONS_TITLE:
            open_lessons_page(self._menu, self._run)

    def open_title(self) -> None:
        """Open the front page, which the program begins with. The focus is on the last level if that still exists."""
        run, now = self._run, self._run.progress.last_level
        begin = self._menu.closing(run.level_actions.begin_tutorial)
        first = MenuRow("Start here", activate=begin, about=FIRST, picture=shown_picture(FIRST_LEVEL))
        again: tuple[MenuRow, ...] = ()
        if now in level_names():
            entry = level_entry(now)
            again = (replace(self._level_row(f"{entry.title} again", now), about=f"{ABOUT_AGAIN} {entry.about}"),)
        rows = (first, *again, *self._shared_rows(is_front=True))
        self._menu.open(MenuPage(TITLE, rows, leave=len(rows) - 1), focus=len(again))

    def _level_row(self, title: str, name: str) -> MenuRow:
        return MenuRow(title, activate=self._go(name), about=level_entry(name).about, picture=shown_picture(name))

    def _go(self, name: str) -> Callable[[], None]:
        return self._menu.closing(lambda: self._run.level_actions.visit(name))

    def _main_page(self) -> MenuPage:
        """Return the main page, which Esc opens during play. Rows that are not always there move only "Quit", the last one."""
        menu, run, shared, program = self._menu, self._run, self._shared_rows(), self._program
        restart = MenuRow(capital("restart"), activate=menu.closing(run.restart), about="From the start of this level.")

        def front_page() -> None:
            if run.lessons.is_open:
                run.lessons.leave()
            program.show_title()

        exhibits = (self._sub("Exhibits", self._exhibits_page, ABOUT_EXHIBITS),) if run.session.sim.level.exhibits else ()
        title, about_play = run.session.sim.level.title, f"Back to the game. {run.session.sim.level.about}"
        if run.lessons.is_open:
            reading = run.lessons.reading
            title, about_play = reading.lesson.heading, f"Back to page {reading.number + 1} of this lesson."
        next_rows: tuple[MenuRow, ...] = ()
        if run.level_actions.is_tutorial_done:
            name = names_by_delight()[0]
            entry = level_entry(name)
            next_rows = (replace(self._level_row(f"Next: {entry.title}", name), about=f"{ABOUT_NEXT} {entry.about}"),)
        about_front = "Leave this level, and go to the page that Glissade began with."
        rows = (
            MenuRow("Back to the page" if run.lessons.is_open else "Go on", activate=menu.close, about=about_play),
            *(lesson_rows(menu, run.lessons) if run.lessons.is_open else (restart,)),
            *shared[:-1],
            MenuRow("Front page", activate=menu.closing(front_page), about=about_front),
            *exhibits,
            *next_rows,
            shared[-1],
        )
        return MenuPage(title, rows)

    def _exhibits_page(self) -> MenuPage:
        lab = self._run.session.sim.lab
        rows = (
            MenuRow(exhibit.kind.TITLE, activate=self._menu.closing(partial(self._run.visit_desk, exhibit.place.desk)))
            for exhibit in (lab.exhibits if lab else ())
            if exhibit.place.desk
        )
        return MenuPage("Exhibits", tuple(rows), about=ABOUT_EXHIBITS)

    def _experiments_page(self) -> MenuPage:
        run, view, sub = self._run, self._view, self._sub
        about_parameters = "Gravity, speed, height of jumps, size of the body, steps, ticks a second."
        rows = (
            sub("Overlays", lambda: overlays_page(view, self._camera, self._menu), "Drawings of what the game computes."),
            sub("Rules", lambda: rules_page(run), "What keeps you out of walls: switch parts off, and see what goes wrong."),
            sub("Parameters", lambda: parameters_page(run), about_parameters),
            sub(capital("twins"), lambda: twins_page(view), "Race against other rules: two twins of you get your keys."),
            crowd_row(run),
            clock_row(run.session),
        )
        return MenuPage("Experiments", rows)

    def _sub(self, name: str, make_page: Callable[[], MenuPage], about: str, picture: Path | None = None) -> MenuRow:
        return MenuRow(name, lambda: OPENS, lambda: self._menu.open(make_page()), about=about, picture=picture)

    def _shared_rows(self, is_front: bool = False) -> tuple[MenuRow, ...]:
        """Return the rows that both main page and front page have. On the front page, they have pictures."""
        menu, run, program, sub = self._menu, self._run, self._program, self._sub

        about_lessons = "How a game keeps you out of walls, step by step: pages to look at, to answer, and to walk."
        about_experiments = "Change gravity, your size or the rules, race against other rules, add a crowd, slow down time."
        pictures = (shown_picture("gauntlet"), LESSONS_PICTURE, shown_picture("lab")) if is_front else (None, None, None)
        return (
            MenuRow("Levels", lambda: OPENS, self._open_levels, about=ABOUT_LEVELS, picture=pictures[0]),
            MenuRow(LESSONS_TITLE, lambda: OPENS, lambda: open_lessons_page(menu, run), about=about_lessons, picture=pictures[1]),
            sub("The lab", self._lab_page, ABOUT_LAB, pictures[2]),
            sub("Experiments", self._experiments_page, about_experiments),
            sub("Settings", lambda: settings_page(program, run), "Controls, movement, picture and sound."),
            MenuRow(capital("help"), activate=self.help, about="All keys on one sheet."),
            sub("Quit", self._quit_page, "Leave Glissade."),
        )

    def _quit_page(self) -> MenuPage:
        """Return the page that asks before the program ends. Its first row, which has the focus, does not end the program."""
        stay = MenuRow("Stay", activate=self._menu.back, about="Do not quit: return to the menu.")
        return MenuPage(
            "Quit?", (stay, MenuRow("Quit", activate=self._program.quit, about="Settings, times and progress are saved."))
        )

    def _lab_page(self) -> MenuPage:
        rows = (self._level_row(level_entry(name).title, name) for name in LAB_LEVELS)
        claims = MenuRow(CLAIMS_TITLE, lambda: OPENS, self._open_claims, about=ABOUT_CLAIMS, picture=shown_picture("lab"))
        return MenuPage("The lab", (*rows, claims))

    def _open_claims(self) -> None:
        try:
            self._menu.open(claims_page(self._menu, self._run))
        except InputError as problem:
            self._run.show_message(str(problem))

    def _open_levels(self) -> None:
        """Open the page of levels, with the focus on the loaded level, or on the first one if that is not there."""

        def row(entry: LevelEntry) -> MenuRow:
            value = partial(level_value, entry, self._run.progress)
            return MenuRow(entry.title, value, self._go(entry.name), about=entry.about, picture=shown_picture(entry.name))

        names = names_by_delight()
        here = self._run.session.sim.level.name if self._run.session.sim else ""
        found, there = count_marks(self._run.progress)
        open_marks = partial(self._menu.open, marks_page(self._go, self._run.progress))
        marks = MenuRow(
            MARKS_TITLE, lambda: f"{found} of {there}", open_marks, about=ABOUT_MARKS, picture=shown_picture("playground"),
            share=found / max(there, 1),
        )
        page = MenuPage("Levels", (*map(row, map(level_entry, names)), marks), columns=COLUMNS)
        self._menu.open(page, focus=names.index(here) if here in names else 0)


def count_marks(progress: UserProgress) -> tuple[int, int]:
    """Return the numbers of golden marks found and there, in all levels."""
    entries = [level_entry(name) for name in level_names()]
    found = sum(len(progress.goals(entry.name) & set(entry.goals)) for entry in entries)
    return found, sum(len(entry.goals) for entry in entries)


def marks_page(go: Callable[[str], Callable[[], None]], progress: UserProgress) -> MenuPage:
    """Return the page of the golden marks: a row for each level that has some. go(name): returns what starts a level"""
    rows = []
    for entry in map(level_entry, names_by_delight()):
        found = progress.goals(entry.name) & set(entry.goals)
        if not entry.goals:
            continue
        left = len(entry.goals) - len(found)
        named = ", ".join(name for name in entry.goals if name in found)
        about = f"Found: {named}." if named else "Nothing found yet."
        about += f" {left} left: a golden arrow points to the next." if left else " All of them."
        value = partial(level_value, entry, progress)
        rows.append(MenuRow(entry.title, value, go(entry.name), about=about, picture=shown_picture(entry.name)))
    found_all, there = count_marks(progress)
    return MenuPage(f"{MARKS_TITLE}: {found_all} of {there}", tuple(rows), about=ABOUT_MARKS)


def next_place(level: str, progress: UserProgress) -> str:
    """Return what to try after the last golden mark of a level: the next level with marks left, or the end."""
    names = names_by_delight()
    at = names.index(level) if level in names else -1
    for name in (*names[at + 1 :], *names[: at + 1]):
        entry = level_entry(name)
        if set(entry.goals) - progress.goals(name):
            return f"Next: {entry.title}, {{next_level}}." if name == names[(at + 1) % len(names)] else f"Next: {entry.title}."
    return END


END = "That was the last golden mark of all levels. Now race the Gauntlet for gold, or take the lessons: {lessons}."


def names_by_delight() -> list[str]:
    """Return the names of all levels in the order of the page of levels and of the keys for the next level."""
    return sorted(level_names(), key=lambda name: DELIGHT_FIRST.index(name) if name in DELIGHT_FIRST else len(DELIGHT_FIRST))


class LevelEntry(NamedTuple):
    name: str  # name of the level's file, without ending
    title: str  # of the level, or `name` if the file is invalid
    about: str  # description of the level, or the error of an invalid file
    goals: tuple[str, ...] = ()  # names of the goals to find
    is_race: bool = False  # True for a level with a finish


@cache
def level_entry(name: str) -> LevelEntry:
    """Return the entry of a level. Only the tables of its file are read: building all levels takes two seconds."""
    try:
        tables = read_tables(LEVELS / f"{name}.toml")[0]
        is_race = any(volume["kind"] == "finish" for volume in tables.get("volumes", ()))
        goals = tuple(str(goal["name"]) for goal in tables.get("goals", ()))
        return LevelEntry(name, str(tables["title"]), str(tables.get("about", "")), goals, is_race)
    except InputError as problem:
        return LevelEntry(name, name, str(problem))
    except (KeyError, TypeError, AttributeError):  # the exact error is shown when the level is opened
        return LevelEntry(name, name, "This file is not a level.")


def level_value(entry: LevelEntry, progress: UserProgress) -> str:
    """Return the player's result in a level as text: medal and time of a race, or the number of goals found, or ""."""
    if entry.is_race:
        return race_value(entry)
    found = len(progress.goals(entry.name) & set(entry.goals))
    count = len(entry.goals)
    return f"{found} of {count} mark{'s' * (count > 1)}" if count else ""


def race_value(entry: LevelEntry) -> str:
    """Return the medal (or "best") and time of the best run of a race, of any feel, "race" without one, "" if invalid."""
    paths = [path for feel in FEELS if (path := path_of(entry.name, feel)) and path.is_file()]
    if not paths:
        return "race"
    try:
        level = level_of(entry.name)
    except InputError:
        return ""
    best = min(filter(None, (load_best(path, level.hash) for path in paths)), key=lambda run: run.seconds, default=None)
    return f"{medal_of(finish_of(level), best.seconds) or 'best'} {clock_text(best.seconds)}" if best else "race"
