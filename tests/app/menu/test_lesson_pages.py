"""The page of lessons: its focus is where the player goes on, and its cards say what was read."""

from types import SimpleNamespace

import pytest

from game.app.menu.main_pages import LAB, LESSONS_TITLE, lesson_entries, open_lessons_page
from game.app.menu.menu_model import Menu
from game.app.session.saved_progress import UserProgress
from game.panels.canvas import wrap_text
from game.panels.text_column_layout import NO_BREAK

PAPER = [entry for entry in lesson_entries() if not entry.is_lab]
IN_LAB = [entry for entry in lesson_entries() if entry.is_lab]


@pytest.fixture
def progress(tmp_path):
    return UserProgress(tmp_path / "progress.json")


def opened(progress, lesson=None):
    """A Menu with the page of lessons open, as from play, or from a lesson."""
    menu, lessons = Menu(lambda: None), SimpleNamespace(is_open=lesson is not None)
    lessons.reading = SimpleNamespace(lesson=SimpleNamespace(name=lesson))
    open_lessons_page(menu, SimpleNamespace(progress=progress, lessons=lessons))
    return menu


def focused(menu):
    return menu.page.rows[menu.focus].name


def finish(progress, entry):
    for number in range(entry.pages):
        progress.store_page_read(entry.name, number)
    progress.store_page_left(entry.name, 0)


def test_the_focus_is_on_the_lesson_that_was_open_last_or_on_the_next_unfinished_one(progress):
    """A newcomer came back, and the page of lessons opened at lesson 1 each time."""
    assert focused(opened(progress)) == PAPER[0].title
    progress.store_page_read(PAPER[5].name, 0)
    progress.store_page_read(PAPER[3].name, 2)
    progress.store_page_read(PAPER[3].name, 0)
    assert focused(opened(progress)) == PAPER[3].title, "also if it was left at its first page"
    finish(progress, PAPER[4])
    finish(progress, PAPER[3])
    assert focused(opened(progress)) == PAPER[5].title
    for entry in lesson_entries():
        finish(progress, entry)
    assert progress.last_lesson == IN_LAB[-1].name and focused(opened(progress)) == LAB


def test_a_lesson_in_the_lab_is_in_focus_behind_its_card(progress):
    progress.store_page_read(IN_LAB[2].name, 1)
    menu = opened(progress)
    assert focused(menu) == LAB
    menu.activate()
    assert focused(menu) == IN_LAB[2].title


def test_from_a_lesson_in_the_lab_the_list_is_that_of_the_lab(progress):
    progress.store_page_read(IN_LAB[2].name, 1)
    menu = opened(progress, IN_LAB[2].name)
    assert menu.page.title == LAB and focused(menu) == IN_LAB[2].title
    menu.back()
    assert menu.page.title == LESSONS_TITLE == opened(progress, PAPER[0].name).page.title


def test_a_card_counts_pages_in_words_and_does_not_change_what_it_counts(progress):
    """A newcomer saw "0/5" become "0/1 right", and did not know what either counts."""
    entry = next(entry for entry in PAPER if entry.questions)

    def card():
        row = next(row for row in opened(progress).page.rows if row.name == entry.title)
        return row.value(), row.about.removeprefix(entry.about)

    words = f" Questions answered right: 0{NO_BREAK}of{NO_BREAK}{entry.questions}."
    lines = wrap_text(words, lambda line: len(line) <= len(words) - 2)
    assert lines[-1].startswith("0"), "a card ended with 2 on a line of its own"
    assert card() == (f"0 of {entry.pages} pages", words)
    finish(progress, entry)
    assert card() == (f"{entry.pages} of {entry.pages} pages", words)
    for number in range(entry.questions):
        progress.store_right_answer(entry.name, number)
    assert card() == ("done", words.replace(" 0", f" {entry.questions}"))
