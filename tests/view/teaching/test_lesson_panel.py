"""The panel of a lesson: every page fits, and clicks and keys reach their actions."""

from types import SimpleNamespace

import pytest
from direct.showbase.DirectObject import DirectObject
from direct.showbase.MessengerGlobal import messenger

from game.lesson import lesson_names, load_lesson, play
from game.view.pictures.lesson_slides import slides
from game.view.pictures.offscreen import Studio
from game.view.teaching.lesson_panel import AGAIN, ANSWER, BACK, LINK, NEXT, LessonPanel, Reading, lesson_sheet, page_named_in
from game.view.teaching.lesson_view import LessonView
from tests.lesson_pages import lesson_of

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def wedges():
    return load_lesson("wedges")


@pytest.fixture(scope="module")
def studio():
    with Studio(SIZE) as studio:
        yield studio


@pytest.mark.parametrize("size", [SIZE, (1280, 800)])
def test_every_page_fits_without_scrolling(studio, size):
    """With its drawing, its code or its table."""
    panel = LessonPanel(studio.overlay, size)
    hidden = {}
    for lesson in map(lesson_of, lesson_names()):
        for number, page in enumerate(lesson.pages):
            right = page.question.right if page.question else None
            drawing = page.drawing(play(page)) if page.drawing else None
            panel.show(lesson_sheet(Reading(lesson, number, chosen=right, decided=right), drawing=drawing))
            hidden[lesson.name, number + 1] = panel._hidden
    panel.remove()
    assert {page: height for page, height in hidden.items() if height} == {}


def test_a_click_finds_its_action(studio, wedges):
    panel = LessonPanel(studio.overlay, SIZE)
    panel.show(lesson_sheet(Reading(wedges, len(wedges.pages) - 1)))
    found = [panel.action_at(x, y) for y in range(0, 720, 4) for x in (900, 1066, 1240)]
    answers = len(wedges.pages[-1].question.answers)
    assert set(found) == {None, (NEXT, None), (BACK, None), (AGAIN, None), *((ANSWER, number) for number in range(answers))}
    assert panel.action_at(600, 300) is None and not panel.covers(600, 300) and panel.covers(1066, 100)
    panel.show(lesson_sheet(Reading(wedges)))
    first = {panel.action_at(x, y) for y in range(0, 720, 4) for x in range(860, 1280, 20)}
    assert (NEXT, None) in first and (BACK, None) not in first, "there is no page before the first one"
    panel.show(None)
    panel.remove()


def test_enter_in_the_menu_answers_nothing_also_after_the_window_has_changed(studio):
    """Enter in the menu opens a page with a question; the lesson got that key before, when there was no question."""
    answers, menu = [], DirectObject()
    lessons = SimpleNamespace(is_asking=False, move_focus=None, choose=lambda: answers.append(0))
    view = LessonView(lessons, SimpleNamespace(is_open=False), None, None)
    menu.accept("enter", lambda: setattr(lessons, "is_asking", True))
    for _ in range(2):
        view.build(studio.overlay, SIZE)
        view.remove()
    messenger.send("enter")
    view.ignoreAll()
    menu.ignoreAll()
    assert lessons.is_asking and not answers


def test_slides_of_a_question(tmp_path, wedges):
    last = type(wedges)(wedges.name, wedges.title, wedges.order, wedges.about, wedges.pages[-1:])
    reported = []
    paths = slides(last, tmp_path, (320, 180), lambda fraction, text: reported.append(fraction))
    assert [path.name for path in paths] == ["wedges-01.png", "wedges-01_answer.png"]
    assert paths[0].read_bytes() != paths[1].read_bytes() and reported == sorted(reported)


def test_every_row_of_printed_fault_and_repair_leads_to_its_page():
    algorithm = load_lesson("algorithm")
    for number in (4, 5):
        blocks = lesson_sheet(Reading(algorithm, number)).blocks
        rows = [block for block in blocks if block.runs and block.runs[0].text.endswith(":") and block.runs[0].style.bold]
        links = [block.action for block in rows]
        assert len(links) == len(algorithm.pages[number].table.rows) and all(action[0] == LINK for action in links)
        for _, (name, page) in links:
            assert 0 <= page < len(load_lesson(name).pages)
    assert page_named_in("lesson 3, pages 8 to 11") == ("features", 7)
    assert page_named_in("a coarse path") is None and page_named_in("lesson 99, page 1") is None
