"""The panel of a lesson: every page fits, and clicks and keys reach their actions."""

import xml.etree.ElementTree as ET
from types import SimpleNamespace

import pytest
from direct.showbase.DirectObject import DirectObject
from direct.showbase.MessengerGlobal import messenger
from panda3d.core import NodePath

from game.app.teaching.lesson_player import LessonPanelControl
from game.lesson import lesson_names, load_lesson, play
from game.panels.canvas import set_text_size
from game.panels.lesson_panel import ANSWER, LINK, LessonPanel, Reading, lesson_sheet, page_named_in, question_blocks
from game.panels.side_panel import MORE, PADDING
from game.panels.text_column_layout import ACT
from game.panels.theme import TEXT
from game.pictures.lesson_book import slides
from game.pictures.offscreen import Studio
from tests.lesson_pages import lesson_of, run_of

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def wedges():
    return load_lesson("wedges")


@pytest.fixture(scope="module")
def studio():
    with Studio(SIZE) as studio:
        yield studio


def test_every_page_fits_without_scrolling(studio):
    """With its drawing, its code or its table, in two sizes of the window. A page is played once for all panels.

    With larger text, most pages do. A newcomer chose 125 %, and had to scroll 138 of 196 pages.
    """
    panels, larger = {size: LessonPanel(studio.overlay, size) for size in (SIZE, (1280, 800))}, NodePath("pixel2d")
    set_text_size(larger, 1.25)
    panels["larger"] = LessonPanel(larger, SIZE)
    scrolled = []
    for lesson in map(lesson_of, lesson_names()):
        for number, page in enumerate(lesson.pages):
            right = page.question.right if page.question else None
            drawing = page.drawing(run_of(lesson.name, number + 1)) if page.drawing else None
            sheet = lesson_sheet(Reading(lesson, number, chosen=right, decided=right), drawing=drawing)
            scrolled += [(size, lesson.name, number + 1) for size, panel in panels.items() if panel.arranged(sheet).hidden]
    for panel in panels.values():
        panel.remove()
    assert [page for page in scrolled if page[0] != "larger"] == [] and len(scrolled) <= 60


def texts_of(panel):
    return [path.node().getText() for path in panel.canvas.root.findAllMatches("**/+TextNode")]


@pytest.mark.parametrize("size", [SIZE, (1920, 1080)])
def test_with_larger_text_the_task_and_the_key_of_the_menu_are_in_view(size):
    """A newcomer chose 125 %, and did not see that the page goes on below, nor how to leave the lesson."""
    root = NodePath("pixel2d")
    set_text_size(root, 1.25)
    panel = LessonPanel(root, size)
    for number, task in ((0, ": it meets the edge of the first step."), (1, ": this tick from the side, up to the contact.")):
        page = lesson_of("espace").pages[number]
        panel.show(lesson_sheet(Reading(lesson_of("espace"), number), drawing=page.drawing(play(page))))
        assert task in " ".join(texts_of(panel)).replace("  ", " ") and {"Esc", "menu"} <= set(texts_of(panel))
        assert (MORE in texts_of(panel)) == (panel._hidden > 0.0)


def panel_with_large_text():
    root = NodePath("pixel2d")
    set_text_size(root, 1.5)
    return LessonPanel(root, SIZE)


def test_a_harder_page_says_in_one_line_which_key_skips_it():
    """A newcomer did not read "expert: skip to 6" in small grey letters. Here text has 150 %."""
    panel, said = panel_with_large_text(), []
    for lesson in map(lesson_of, lesson_names()):
        for number, page in enumerate(lesson.pages):
            lines = [line for line in panel.arranged(lesson_sheet(Reading(lesson, number))).lines if is_skip(line.block)]
            assert len(lines) == page.expert, (lesson.name, number + 1)
            said += ["".join(span.text for span in line.block.spans) for line in lines if lesson.name in ("climbing", "nearest")]
    assert said[0] == "8 of 12, harder page", "no easier one follows"
    assert said[-1] == "4 of 5, harder page: {next_page}skips to 5"
    panel.remove()


def is_skip(block):
    return bool(block.spans) and "harder page" in block.spans[0].text and block.size == TEXT.size


def test_with_larger_text_all_answers_to_a_question_are_in_view():
    """A teacher with text at 150 % saw two of three answers."""
    panel, hidden = panel_with_large_text(), []
    for lesson in map(lesson_of, lesson_names()):
        for number, page in enumerate(lesson.pages):
            if page.question:
                reading = Reading(lesson, number)
                assert reading.is_asking
                panel.show(lesson_sheet(reading))
                found = {action for *_, action in panel._places}
                hidden += [(lesson.name, number + 1, n) for n in range(len(page.question.answers)) if (ANSWER, n) not in found]
                words = [text for text in texts_of(panel) if text and page.question.ask.startswith(text)]
                hidden += [] if words else [(lesson.name, number + 1, "the question")]
    assert hidden == []


def test_letters_of_a_drawing_do_not_shrink_with_it(studio):
    """On this page, the drawing shrinks to half of its size."""
    panel, page, drawn = LessonPanel(studio.overlay, SIZE), lesson_of("features").pages[3], []
    panel.canvas.picture = lambda svg, x, y, width, view: drawn.append((svg, width))
    drawing = page.drawing(play(page))
    panel.show(lesson_sheet(Reading(lesson_of("features"), 3, chosen=1, decided=1), drawing=drawing))
    (svg, width), *_ = [one for one in drawn if "drawing" in one[0]]
    panel.remove()
    picture, *_ = sizes = [part.attrib for part in ET.fromstring(svg).iter() if part.tag.endswith("svg")]
    scale = width / float(picture["width"])
    letters = [(float(one["height"]) * scale, float(one["viewBox"].split()[3])) for one in sizes[2:] if "overflow" in one]
    enlarged = [(high, full) for (high, full), one in zip(letters, sizes[2:]) if "x" in one]
    assert scale < 0.55 and enlarged and all(high == pytest.approx(full, rel=0.02) for high, full in enlarged)


def test_a_click_finds_its_action(studio, wedges):
    panel = LessonPanel(studio.overlay, SIZE)
    panel.show(lesson_sheet(Reading(wedges, len(wedges.pages) - 1)))
    found = [panel.action_at(x, y) for y in range(0, 720, 4) for x in (900, 1010, 1120, 1240)]
    answers = len(wedges.pages[-1].question.answers)
    buttons = {(ACT, action) for action in ("next_page", "previous_page", "restart", "menu")}
    assert set(found) == {None, *buttons, *((ANSWER, number) for number in range(answers))}
    assert panel.action_at(600, 300) is None and not panel.covers(600, 300) and panel.covers(1066, 100)
    panel.show(lesson_sheet(Reading(wedges)))
    first = {panel.action_at(x, y) for y in range(0, 720, 4) for x in range(860, 1280, 20)}
    assert (ACT, "next_page") in first and (ACT, "previous_page") not in first, "there is no page before the first one"
    panel.show(None)
    panel.remove()


def test_each_button_has_the_cap_of_the_key_that_does_the_same(studio, wedges):
    """A newcomer read "Esc leave", and Esc opened the menu. A click left the lesson at once."""
    panel, acted = LessonPanel(studio.overlay, SIZE), []
    panel.show(lesson_sheet(Reading(wedges, 1)))
    foot = list(lesson_sheet(Reading(wedges, 1)).foot[-1].spans)
    assert [(cap.text, word.text) for cap, word in zip(foot[::2], foot[1::2])] == [
        ("{previous_page}", "back"), ("{restart}", "again"), ("{menu}", "menu"), ("{next_page}", "next"),
    ]  # fmt: skip
    assert [run.is_cap for run in foot] == 4 * [True, False] and {"PgDn", "next"} <= set(texts_of(panel))
    panel.remove()
    view = LessonPanelControl(SimpleNamespace(is_read=True, move_focus=None, choose=None), None, None, None, acted.append)
    view._panel = SimpleNamespace(action_at=lambda x, y: (ACT, "menu"), covers=lambda x, y: True)
    assert view.click(0, 0) and acted == ["menu"]
    view.ignoreAll()


@pytest.mark.parametrize("size", [(1280, 720), (640, 480), (560, 660), (320, 640)])
def test_no_button_lies_on_another_in_a_window_of_any_size(studio, wedges, size):
    """In a small window a gamer read "PgUp bac", "R agai" and "Esc men": the next button lay on the end of each."""
    panel = LessonPanel(studio.overlay, size)
    sheet = lesson_sheet(Reading(wedges, 1))
    panel.show(sheet)
    rows, width = [line for line in panel.arranged(sheet).foot if line.block.buttons], panel.width - 2 * PADDING
    assert (len(rows) == 1) == (size == SIZE)
    for line in rows:
        ends = [0.0]
        for x, span in line.pieces:
            assert x >= ends[-1], span.text
            wide = panel.canvas.cap_width if span.is_cap else None
            ends.append(x + (wide(span.text, span.style.size) if wide else panel.canvas.text_width(span.text, span.style)))
        assert ends[-1] <= width or len(line.block.buttons) == 1
    assert {action for *_, action in panel._places} >= {
        (ACT, action) for action in ("previous_page", "restart", "menu", "next_page")
    }
    panel.remove()


def test_enter_in_the_menu_answers_nothing_also_after_the_window_has_changed(studio):
    """Enter in the menu opens a page with a question; the lesson got that key before, when there was no question."""
    answers, menu = [], DirectObject()
    lessons = SimpleNamespace(is_asking=False, move_focus=None, choose=lambda: answers.append(0))
    view = LessonPanelControl(lessons, SimpleNamespace(is_open=False), None, None, None)
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
        rows = [block for block in blocks if block.spans and block.spans[0].text.endswith(":") and block.spans[0].style.bold]
        links = [block.action for block in rows]
        assert len(links) == len(algorithm.pages[number].table.rows) and all(action[0] == LINK for action in links)
        for _, (name, page) in links:
            assert 0 <= page < len(load_lesson(name).pages)
    assert page_named_in("lesson 3, pages 8 to 11") == ("features", 7)
    assert page_named_in("a coarse path") is None and page_named_in("lesson 99, page 1") is None


def test_answers_are_marked_right_or_wrong_once_the_question_is_decided():
    lesson = lesson_of("features")
    number = next(at for at, page in enumerate(lesson.pages) if page.question)
    reading = Reading(lesson, number, focus=0, chosen=0, decided=1)
    marks = [block.spans[0].text for block in question_blocks(reading, lesson.pages[number].question, keys=True)]
    assert [mark for mark in marks if mark in "✓×>"] == ["×", "✓"]
