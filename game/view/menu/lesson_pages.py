"""The pages of the menu that lead into lessons, and out of them."""

from functools import cache

from game.errors import InputError
from game.lesson import lesson_names, load_lesson

from .menu import Page, Row


def lessons_page(game):
    """All lessons, in the order in which they are told."""

    def begin(lesson):
        return lambda: (game.menu.close(), game.guide.open(lesson))

    def row(name, lesson, problem):
        if lesson is None:
            return Row(name, about=problem)
        return Row(f"{lesson.order:>2}  {lesson.title}", lambda: f"{len(lesson.pages)} pages", begin(lesson), about=lesson.about)

    return Page("Lessons", tuple(row(*found) for found in lessons()))


@cache
def lessons():
    """((name, Lesson, ""), ...); a faulty one is listed with what is wrong with it."""
    return tuple(opened(name) for name in lesson_names())


def opened(name):
    try:
        return name, load_lesson(name), ""
    except InputError as problem:
        return name, None, str(problem)


def lesson_rows(game):
    """What the menu offers while a lesson is open."""
    again, leave = game.guide.show_page, game.guide.leave
    return (
        Row("This page again", activate=lambda: (game.menu.close(), again()), about="From its beginning, as it was meant."),
        Row("Leave the lesson", activate=lambda: (game.menu.close(), leave()), about="Back to where you were before it."),
    )
