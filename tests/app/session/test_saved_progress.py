"""Progress: kept at once, merged with what another copy of the game has written, and harmless where the file is damaged."""

import pytest

from game.app.session.saved_progress import UserProgress


def test_what_was_done_is_there_in_the_next_start(tmp_path):
    path = tmp_path / "data" / "progress.json"
    progress = UserProgress(path)
    progress.store_level("stairs")
    progress.store_page_read("skin", 2)
    progress.store_right_answer("skin", 2)
    progress.store_goal("terrain", "ring")
    again = UserProgress(path)
    assert again.last_level == "stairs"
    assert again.pages_read("skin") == again.right_answers("skin") == {2}
    assert again.goals("terrain") == {"ring"} and again.goals("stairs") == set()


def test_the_page_at_which_a_lesson_was_left_is_kept_and_the_newest_counts(tmp_path):
    path = tmp_path / "progress.json"
    one, other = UserProgress(path), UserProgress(path)
    for number in (0, 6, 4):
        one.store_page_read("skin", number)
    one.store_page_read("wedges", 2)
    other.store_page_read("skin", 5)
    other.store_page_left("sweep", 3)
    other.store_page_left("sweep", 0)
    again = UserProgress(path)
    assert [again.page_left(lesson) for lesson in ("skin", "wedges", "sweep", "tree")] == [5, 2, 0, 0]


@pytest.mark.parametrize("left", ["3", '["skin"]', '{"skin": "a"}', '{"skin": -1}', '{"skin": true}'])
def test_damaged_pages_left_open_count_as_none(tmp_path, left):
    path = tmp_path / "progress.json"
    UserProgress(path).store_page_read("skin", 2)
    path.write_text(path.read_text(encoding="utf-8").replace('{\n  "skin": 2\n }', left), encoding="utf-8")
    assert UserProgress(path).page_left("skin") == 0


def test_two_copies_add_to_each_other(tmp_path):
    path = tmp_path / "progress.json"
    one, other = UserProgress(path), UserProgress(path)
    one.store_page_read("skin", 0)
    other.store_page_read("skin", 1)
    one.store_level("river")
    other.store_page_read("wedges", 0)
    again = UserProgress(path)
    assert again.pages_read("skin") == {0, 1} and again.pages_read("wedges") == {0} and again.last_level == "river"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"last level": 1}', "\x00", '{"last level": "a", "pages read": {"skin": 3}}'])
def test_a_damaged_file_counts_as_none(tmp_path, text):
    path = tmp_path / "progress.json"
    path.write_text(text, encoding="utf-8")
    progress = UserProgress(path)
    assert progress.last_level is None and progress.pages_read("skin") == set()
    progress.store_page_read("skin", 1)
    assert UserProgress(path).pages_read("skin") == {1}
