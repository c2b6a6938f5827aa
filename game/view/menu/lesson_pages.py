"""The menu's pages and rows that open and leave lessons."""

from functools import cache

from game.errors import InputError
from game.lesson import lesson_names, load_lesson

from .cards import shown_picture
from .menu import Page, Row

COLUMNS = 5  # of cards: fourteen lessons fit into a window of 1000 x 560. Fewer: cards too low; more: names are cut off


def lessons_page(menu, lessons, progress):
    """All lessons, in their order. menu: Menu; lessons: LessonPlayer; progress: Progress"""

    def begin(lesson):
        return lambda: (menu.close(), lessons.open(lesson))

    def row(name, lesson, problem):
        if lesson is None:
            return Row(name, about=problem)
        read, pages = len(progress.pages_read(name)), len(lesson.pages)
        value = "done" if read >= pages else f"{read}/{pages}"
        picture, title = shown_picture(lesson.pages[0].level), f"{lesson.order}  {lesson.title}"
        return Row(title, lambda: value, begin(lesson), about=lesson.about, picture=picture, share=min(read / pages, 1.0))

    return Page("Lessons", tuple(row(*entry) for entry in lesson_entries()), columns=COLUMNS)


@cache
def lesson_entries():
    """((name, Lesson, ""), ...); an invalid lesson is (name, None, its error)."""
    return tuple(lesson_entry(name) for name in lesson_names())


def lesson_entry(name):
    try:
        return name, load_lesson(name), ""
    except InputError as problem:
        return name, None, str(problem)


def lesson_rows(menu, lessons):
    """The rows of the main page while a lesson is open."""
    again, leave = lessons.show_page, lessons.leave
    return (
        Row("Restart page", activate=lambda: (menu.close(), again()), about="Show this page of the lesson from its start."),
        Row("Leave the lesson", activate=lambda: (menu.close(), leave()), about="Back to where you were before it."),
    )
