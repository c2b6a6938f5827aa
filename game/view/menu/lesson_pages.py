"""The menu's pages and rows that open and leave lessons."""

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
    """Make the page with all lessons, in their order. menu: Menu; run: RunActions"""

    def begin(entry):
        def act():
            try:
                lesson = load_lesson(entry.name)
            except InputError as problem:
                return run.tell(str(problem))
            menu.close()
            return run.lessons.open(lesson)

        return act

    def row(entry):
        read = len(run.progress.pages_read(entry.name))
        value = "done" if read >= entry.pages else f"{read}/{entry.pages}"
        share, picture = min(read / max(entry.pages, 1), 1.0), shown_picture(entry.level)
        return Row(entry.title, lambda: value, begin(entry), about=entry.about, picture=picture, share=share)

    return Page("Lessons", tuple(map(row, lesson_entries())), columns=COLUMNS)


class LessonEntry(NamedTuple):
    """A lesson on its card.

    name: of its file
    about: its description, or the error of an invalid file
    pages: number of pages
    level: of the first page
    """

    name: str
    title: str
    about: str
    pages: int = 0
    level: str = ""


@cache
def lesson_entries():
    """List the LessonEntry of each lesson."""
    return tuple(lesson_entry(LESSONS / f"{name}.toml") for name in lesson_names())


def lesson_entry(path):
    """Read the LessonEntry of a file. It reads tables only: loading a lesson with its formulas takes half a second."""
    try:
        tables = read_tables(path)[0]
        pages = tables["pages"]
        level = pages[0].get("level", tables.get("level", ""))
        return LessonEntry(path.stem, f"{tables['order']}  {tables['title']}", str(tables["about"]), len(pages), str(level))
    except InputError as problem:
        return LessonEntry(path.stem, path.stem, str(problem))
    except (KeyError, IndexError, TypeError, AttributeError):  # the exact error is shown when the lesson is opened
        return LessonEntry(path.stem, path.stem, "This file is not a lesson.")


def lesson_rows(menu, lessons):
    """Make the rows of the main page during a lesson. menu: Menu; lessons: LessonPlayer"""
    again, leave = lessons.show_page, lessons.leave
    return (
        Row("Restart page", activate=lambda: (menu.close(), again()), about="Show this page of the lesson from its start."),
        Row("Leave the lesson", activate=lambda: (menu.close(), leave()), about="Back to where you were before it."),
    )
