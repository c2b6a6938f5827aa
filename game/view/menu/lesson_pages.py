"""The menu's page of lessons, and the rows that restart a page or leave a lesson."""

from functools import cache
from typing import NamedTuple

from game.errors import InputError
from game.lesson import lesson_names, load_lesson
from game.lesson.library import LESSONS
from game.level.file.toml_reader import read_tables

from .cards import shown_picture
from .menu import Page, Row

COLUMNS = 5  # of cards: fourteen lessons fit into a window of 1000 x 560. Fewer: cards too low; more: names are cut off


def lessons_page(menu, run):
    """Return the Page with all lessons, in their order. `menu` is the Menu, `run` is RunActions."""

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
        value = f"{read}/{entry.pages}"
        if read >= entry.pages:
            value = "done" if right >= entry.questions else f"{right}/{entry.questions} right"
        share, picture = min(read / max(entry.pages, 1), 1.0), shown_picture(entry.name, "lessons")
        return Row(entry.title, lambda: value, begin(entry), about=entry.about, picture=picture, share=share)

    return Page("Lessons", tuple(map(row, lesson_entries())), columns=COLUMNS)


class LessonEntry(NamedTuple):
    """The title and description of a lesson, for its card in the menu.

    name: of its file
    title: with the lesson's number
    about: its description, or the error of an invalid file
    pages: number of pages
    questions: number of pages with a question
    """

    name: str
    title: str
    about: str
    pages: int = 0
    questions: int = 0


@cache
def lesson_entries():
    """Return a tuple with the LessonEntry of each lesson."""
    return tuple(lesson_entry(LESSONS / f"{name}.toml") for name in lesson_names())


def lesson_entry(path):
    """Return the LessonEntry of a lesson file. Only its tables are read: loading a lesson with its formulas takes half a second.

    path: Path of the file
    """
    try:
        tables = read_tables(path)[0]
        pages, title = tables["pages"], f"{tables['order']}  {tables['title']}"
        return LessonEntry(path.stem, title, str(tables["about"]), len(pages), sum("question" in page for page in pages))
    except InputError as problem:
        return LessonEntry(path.stem, path.stem, str(problem))
    except (KeyError, IndexError, TypeError, AttributeError):  # the exact error is shown when the lesson is opened
        return LessonEntry(path.stem, path.stem, "This file is not a lesson.")


def lesson_rows(menu, lessons):
    """Return the Rows that the main page has only during a lesson. `menu` is the Menu, `lessons` is the LessonPlayer."""
    again, leave = lessons.show_page, lessons.leave
    return (
        Row("Restart page", activate=lambda: (menu.close(), again()), about="Show this page of the lesson from its start."),
        Row("Leave the lesson", activate=lambda: (menu.close(), leave()), about="Back to where you were before it."),
    )
