"""The list of lessons: in their order, and each file is read once for as long as it does not change."""

import os

import pytest

from game.core.input_errors import InputError
from game.lesson import lesson_names, lesson_summaries, load_lesson
from game.lesson import library_and_page_runs as library

LESSON = 'order = {}\ntitle = "A lesson"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of three lessons, in the order c, a, b."""
    for name, order in zip("abc", (2, 3, 1)):
        (tmp_path / f"{name}.toml").write_text(LESSON.format(order))
    monkeypatch.setattr(library, "LESSONS", tmp_path)
    return tmp_path


def test_lessons_are_sorted_by_their_order_also_after_a_change(folder):
    assert library.lesson_names() == ["c", "a", "b"]
    (folder / "c.toml").write_text(LESSON.format(10))
    os.utime(folder / "c.toml", ns=(0, 0))
    assert library.lesson_names() == ["a", "b", "c"]


def test_an_unchanged_file_is_read_once(folder, monkeypatch):
    before, read = library.lesson_names(), []
    monkeypatch.setattr(library, "order_of", lambda path: read.append(path.name) or 9)
    assert library.lesson_names() == before and not read
    os.utime(folder / "b.toml", ns=(0, 0))
    library.lesson_names()
    assert read == ["b.toml"]


def test_a_number_is_the_name_of_a_lesson():
    """The window and the texts number the lessons, but only names were accepted."""
    for number, name in enumerate(lesson_names(), 1):
        assert load_lesson(str(number)).name == name
    with pytest.raises(InputError, match=f"lessons are 1 to {len(lesson_names())}, or {', '.join(lesson_names())}$"):
        load_lesson("0")


def test_a_summary_says_what_the_lesson_holds():
    """Without reading its pages."""
    (summary,) = [summary for summary in lesson_summaries() if summary[0] == "wedges"]
    wedges = load_lesson("wedges")
    assert summary == ("wedges", wedges.title, len(wedges.pages)) and [name for name, *_ in lesson_summaries()] == lesson_names()
