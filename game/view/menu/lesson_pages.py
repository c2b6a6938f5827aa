"""The menu's pages of lessons on the paper and in the lab, and the rows that restart a page or leave a lesson."""

from functools import cache, partial
from typing import NamedTuple

from ...core.input_errors import InputError
from ...lesson import lesson_names, load_lesson
from ...lesson.library import LESSONS
from ...lesson.paper_and_lecture_headings import TOPICS
from ...level.file.toml_reader import read_tables
from .cards import shown_picture
from .menu_model import Page, Row

COLUMNS = 5  # of cards: fifteen fit into a window of 1000 x 560. Fewer: cards too low; more: names are cut off
LESSONS_TITLE, LAB = "Lessons", "Lessons in the lab"
ABOUT_LAB = "Bodies that move and meet: particles, steps in time, sweeps of spheres, impulses, balls in a box."


def open_lessons_page(menu, run):
    """Open the page with the lessons on the paper, in their order, and a card that opens those in the lab.

    The focus of both pages is on the lesson with the name `lesson_to_go_on_with`, or on the card that leads to it.
    menu: Menu
    run: RunActions
    """

    def begin(entry):
        def act():
            try:
                lesson = load_lesson(entry.name)
            except InputError as problem:
                return run.show_message(str(problem))
            menu.close()
            return run.lessons.open(lesson)

        return act

    def row(entry):
        read, right = len(run.progress.pages_read(entry.name)), len(run.progress.right_answers(entry.name))
        is_done = read >= entry.pages and right >= entry.questions
        value = "done" if is_done else f"{read} of {entry.pages} pages"
        about = f"{entry.about} Questions answered right: {right} of {entry.questions}." if entry.questions else entry.about
        share, picture = min(read / max(entry.pages, 1), 1.0), shown_picture(entry.name, "lessons")
        return Row(entry.title, lambda: value, begin(entry), about=about, picture=picture, share=share)

    wanted = lesson_to_go_on_with(run.progress)
    paper, lab = ([entry for entry in lesson_entries() if entry.is_lab == is_lab] for is_lab in (False, True))
    rows = list(map(row, paper))
    if lab:
        page = Page(LAB, tuple(map(row, lab)), columns=COLUMNS)
        open_lab = partial(menu.open, page, focus=index_of(wanted, lab, 0))
        rows.append(Row(LAB, lambda: ">", open_lab, about=ABOUT_LAB, picture=shown_picture("lab")))
    menu.open(Page(LESSONS_TITLE, tuple(rows), columns=COLUMNS), focus=index_of(wanted, paper, len(rows) - 1))


def index_of(name, entries, otherwise):
    """Return the index of the LessonEntry with a name in the list `entries`, or `otherwise` if there is none."""
    names = [entry.name for entry in entries]
    return names.index(name) if name in names else otherwise


def lesson_to_go_on_with(progress):
    """Return the name of the lesson that the player opened last, or of the next unfinished one after its end.

    A lesson is finished if all its pages were read and it was not left in the middle. In a new game, it is the first lesson.
    progress: Progress
    """
    entries = lesson_entries()
    at = index_of(progress.last_lesson, entries, 0)
    unfinished = (
        entry.name
        for entry in (*entries[at:], *entries[:at])
        if progress.page_left(entry.name) or len(progress.pages_read(entry.name)) < entry.pages
    )
    return next(unfinished, entries[at].name)


class LessonEntry(NamedTuple):
    """The title and description of a lesson, for its card in the menu.

    name: name of the lesson's file, without ending
    title: the lesson's number and title, or `name` if the file is invalid
    about: description of the lesson, or the error of an invalid file
    pages: number of pages
    questions: number of pages with a question
    is_lab: True for a lesson in the lab, False for one on the paper
    """

    name: str
    title: str
    about: str
    pages: int = 0
    questions: int = 0
    is_lab: bool = False


@cache
def lesson_entries():
    """Return a tuple with the LessonEntry of each lesson, in the order of `lesson_names`. The files are read only once."""
    return tuple(lesson_entry(LESSONS / f"{name}.toml") for name in lesson_names())


def lesson_entry(path):
    """Return the LessonEntry of a lesson file. Only its tables are read: loading a lesson with its formulas takes half a second.

    path: Path of the file
    """
    try:
        tables = read_tables(path)[0]
        pages, title = tables["pages"], f"{tables['order']}  {tables['title']}"
        questions, is_lab = sum("question" in page for page in pages), pages[0]["section"] in TOPICS
        return LessonEntry(path.stem, title, str(tables["about"]), len(pages), questions, is_lab)
    except InputError as problem:
        return LessonEntry(path.stem, path.stem, str(problem))
    except (KeyError, IndexError, TypeError, AttributeError):  # the exact error is shown when the lesson is opened
        return LessonEntry(path.stem, path.stem, "This file is not a lesson.")


def lesson_rows(menu, lessons):
    """Return the Rows that the main page has only during a lesson. `menu` is the Menu, `lessons` is the LessonPlayer."""
    again, leave, lesson, number = lessons.restart_page, lessons.leave, lessons.reading.lesson, lessons.reading.number
    following = lessons.reading.summary and lessons.reading.summary.following
    first = Row("First page", activate=lambda: (menu.close(), lessons.open(lesson, 0)), about="Begin this lesson again.")
    onward = []
    if following:
        title, about = f"Next: {following.title}", following.about
        onward.append(Row(title, activate=lambda: (menu.close(), lessons.open(following)), about=about))
    return (
        *onward,
        Row("Restart page", activate=lambda: (menu.close(), again()), about="Show this page of the lesson from its start."),
        *((first,) if number else ()),
        Row("Leave the lesson", activate=lambda: (menu.close(), leave()), about="Back to where you were before it."),
    )
