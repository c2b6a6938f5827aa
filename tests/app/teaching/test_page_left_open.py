"""A lesson opens at the page at which the player left it, and at its first page after its end."""


import pytest

from game.app.game import teach
from game.app.menu.main_pages import lesson_rows
from game.app.menu.menu_model import Menu
from tests.app.teaching.test_lesson_player import Player
from tests.lesson_pages import lesson_of


@pytest.fixture
def left_at_page_3(tmp_path):
    """A new game, after a lesson was left at page 3."""
    player = Player(tmp_path)
    player.lessons.open(lesson_of("wedges"))
    assert player.message == "" and player.lessons.reading.number == 0
    for _ in range(2):
        player.lessons.turn_pages(1)
    player.lessons.leave()
    return Player(tmp_path)


def test_a_lesson_opens_where_it_was_left_and_says_how_to_begin_again(left_at_page_3):
    player = left_at_page_3
    player.lessons.open(lesson_of("wedges"))
    assert player.lessons.reading.number == 2
    assert player.message == 'You left this lesson at page 3. To begin again: {menu}, then "First page".'


def test_a_page_that_was_chosen_comes_before_the_page_left_open(left_at_page_3):
    left_at_page_3.lessons.open(lesson_of("wedges"), 0)
    assert left_at_page_3.lessons.reading.number == 0 and left_at_page_3.message == ""


def test_the_menu_leads_to_the_first_page(left_at_page_3, tmp_path):
    menu, lessons = Menu(lambda: None), left_at_page_3.lessons
    lessons.open(lesson_of("wedges"))
    first = next(row for row in lesson_rows(menu, lessons) if row.name == "First page")
    first.activate()
    assert lessons.reading.number == 0
    assert "First page" in [row.name for row in lesson_rows(menu, lessons)], "rows keep their places"


def test_after_its_end_the_menu_leads_to_the_next_lesson(left_at_page_3):
    lessons, lesson = left_at_page_3.lessons, lesson_of("wedges")
    lessons.open(lesson, len(lesson.pages) - 1)
    assert not lesson_rows(Menu(lambda: None), lessons)[1].name.startswith("Next")
    lessons.turn_pages(1)
    following = lessons.reading.summary.following
    onward = lesson_rows(Menu(lambda: None), lessons)[1]
    assert onward.name == f"Next: {following.title}"
    onward.activate()
    assert lessons.reading.lesson == following


def test_after_its_end_a_lesson_begins_again(left_at_page_3):
    lessons, lesson = left_at_page_3.lessons, lesson_of("wedges")
    lessons.open(lesson, len(lesson.pages) - 1)
    lessons.turn_pages(1)
    lessons.leave()
    lessons.open(lesson)
    assert lessons.reading.number == 0 and left_at_page_3.message == ""


def test_a_finished_lesson_begins_again_although_it_was_left_at_its_last_page(left_at_page_3):
    """A teacher had read and answered all, and found the last page, with its question open again."""
    lessons, lesson, progress = left_at_page_3.lessons, lesson_of("wedges"), left_at_page_3.progress
    last = len(lesson.pages) - 1
    for number in range(last):
        progress.store_page_read(lesson.name, number)
    lessons.open(lesson, last)
    lessons.leave()
    lessons.open(lesson)
    is_asked = lesson.pages[last].question is not None
    assert lessons.reading.number == (last if is_asked else 0), "an open question waits"
    lessons.leave()
    progress.store_right_answer(lesson.name, last)
    progress.store_page_left(lesson.name, last)
    lessons.open(lesson)
    assert lessons.reading.number == 0


def test_the_command_loads_only_the_level_of_the_page_left_open(tmp_path, monkeypatch):
    """A gamer opened a lesson again, and saw the loading screen of its first page's level, then that of the page's own."""
    loaded, load = [], Player.load
    monkeypatch.setattr(Player, "load", lambda self, level, **options: (loaded.append(level.name), load(self, level, **options)))
    player, lesson = Player(tmp_path), lesson_of("climbing")
    number = next(number for number, page in enumerate(lesson.pages) if page.level != lesson.pages[0].level)
    player.progress.store_page_left("climbing", number)
    monkeypatch.setattr(player, "run", lambda: None, raising=False)
    monkeypatch.setattr("game.app.game.open_game", lambda: player)
    loaded.clear()
    teach(lesson)
    assert loaded == [lesson.pages[number].level] and player.lessons.reading.number == number
