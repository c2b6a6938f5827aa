"""The shipped lessons: each one plays, is short enough, and claims only what is true in the simulation."""

import pkgutil
import re
import xml.etree.ElementTree as ET

import pytest

from game.lesson import course, lesson_names, level_of
from game.lesson.tools.document_headings import SECTIONS, TOPICS
from game.lesson.tools.latex_to_svg import formula
from game.lesson.tools.svg_canvas import LETTER
from game.level import level_names
from game.pictures.lesson_book import COLUMN, projected
from tests.lesson.svg_parts import parts
from tests.lesson_pages import lesson_of, page_tables, run_of, word_count

MOST_WORDS = 90  # a page; more do not fit above its formulas and its drawing
LONGEST_TITLE = 34  # letters, in the large font of the panel
WIDEST_FORMULA = 525  # [pixels]: shrunk to three quarters at most
LONGEST_CODE = 41  # letters, in a window of 16:10
NAMES = lesson_names()
TABLES = {(name, number): table for name in NAMES for number, table in enumerate(page_tables(name), 1)}
PAGES = [pytest.param(place, id="-".join(map(str, place))) for place in TABLES]
DRAWN = [page for page, table in zip(PAGES, TABLES.values()) if "drawing" in table]
CLAIMS = [
    pytest.param((name, number), claim["name"], id=f"{name}-{number}-{claim['name']}")
    for (name, number), table in TABLES.items()
    for claim in table.get("claims", ())
]


@pytest.fixture
def run(request):
    """The Run of the same page, which all tests share."""
    return run_of(*request.node.callspec.params["page"])


def test_lessons_are_not_in_the_list_of_levels():
    assert not set(NAMES) & set(level_names()) and "lessons" not in level_names()


def test_a_file_of_drawings_and_measures_has_the_name_of_its_lesson():
    assert {found.name for found in pkgutil.iter_modules(course.__path__)} <= set(NAMES)


def test_lessons_are_sorted_by_their_order():
    orders = [lesson_of(name).order for name in NAMES]
    assert orders == sorted(set(orders))


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_four_to_twelve_pages_and_a_question(name):
    """Twelve: one idea a page, so a lesson with formulas takes more pages. With more than that it should be two lessons."""
    lesson = lesson_of(name)
    assert 4 <= len(lesson.pages) <= 12 and any(page.question for page in lesson.pages) and lesson.about


@pytest.mark.parametrize("page", PAGES, indirect=True)
def test_a_page_is_short(page):
    assert word_count(page) <= MOST_WORDS and len(page.title) <= LONGEST_TITLE and page.section in {**SECTIONS, **TOPICS}
    if page.question:
        words = [page.question.ask, page.question.because, *(answer.text for answer in page.question.answers)]
        assert len(" ".join(words).split()) <= MOST_WORDS - word_count(page) + 40


@pytest.mark.parametrize("page", PAGES, indirect=True)
def test_formulas_and_code_can_be_read_from_the_back_row(page):
    """The side panel is 398 units wide, or 356 in a window of 16:10. Wider formulas are shrunk, longer code lines are broken."""
    assert [line for line in page.formula if formula(line).width > WIDEST_FORMULA] == []
    assert [line for line in page.code.split("\n") if len(line) > LONGEST_CODE] == []


@pytest.mark.parametrize("page", DRAWN, indirect=True)
def test_a_drawing_can_be_read_from_the_back_row(page, run):
    """Its letters are at least 20 pixels large on a screen of 1280 x 720, where they touch no other ones."""
    sheet = ET.fromstring(projected(page.drawing(run)))
    scale = min(COLUMN[0] / float(sheet.get("width")), COLUMN[1] / float(sheet.get("height")))
    texts = [part for part in sheet.findall("{*}svg") if part.get("x")]
    factors = [float(text.get("width")) / float(text.get("viewBox", f"0 0 {text.get('width')}").split()[2]) for text in texts]
    assert min(factors, default=2.0) * LETTER * scale >= 20.0


@pytest.mark.parametrize("page", DRAWN, indirect=True)
def test_a_drawing_is_whole_and_inside_its_sheet(page, run):
    svg = page.drawing(run)
    root = ET.fromstring(svg.text)
    assert root.get("aria-label") and (svg.width, svg.height) == (float(root.get("width")), float(root.get("height")))
    assert not re.search(r"nan|\binf", svg.text.replace(root.get("aria-label"), ""))
    for part in parts(svg, "circle"):
        assert -1.0 <= float(part.get("cx")) <= svg.width + 1.0 and -1.0 <= float(part.get("cy")) <= svg.height + 1.0


@pytest.mark.parametrize("page", PAGES, indirect=True)
def test_a_page_plays_up_to_its_moment(page, run):
    assert run.record().tick == page.shot.tick and run.record().after.returns == 0


@pytest.mark.parametrize("page, name", CLAIMS, indirect=["page"])
def test_a_claim_is_true(page, run, name):
    (claim,) = [claim for claim in page.claims if claim.name == name]
    measured = claim.measure(run)
    assert claim.written(measured) == claim.figure, measured


@pytest.mark.parametrize("page", PAGES, indirect=True)
def test_every_figure_with_a_fraction_is_a_claim_or_a_given(page):
    """A decimal in the text or in a formula is either measured, or given by a level, a rule or the player's parameters."""
    text = " ".join([page.text, *page.formula, page.exercise, page.shot.look])
    claimed = {claim.figure.lstrip("-") for claim in page.claims}
    assert set(re.findall(r"\d+\.\d+", text)) <= claimed | GIVEN | dialled(page)


# Sizes of the player, of levels and of rules; numbers of the paper, and its figure 4.5; the cosine of 50 degrees
SIZES = {"0.4", "0.9", "0.5", "0.18", "0.2", "0.28", "0.7", "0.3", "0.05", "0.75", "0.005", "0.1"}
GIVEN = SIZES | {"1.1", "4.5", "0.643", "9.81"}


def dialled(page):
    """Return the decimals that the page's script sets on an exhibit, and those in the tables of its level's exhibits."""
    values = [str(value) for exhibit in level_of(page.level).exhibits for _, value in exhibit.keys if isinstance(value, float)]
    return {*re.findall(r"\d+\.\d+", page.script), *values}


QUESTIONS = [page for page, table in zip(PAGES, TABLES.values()) if "question" in table]


@pytest.mark.parametrize("page", QUESTIONS, indirect=True)
def test_the_game_shows_the_right_answer(page, run):
    question = page.question
    measured = question.measure(run)
    right = [number for number, answer in enumerate(question.answers) if answer.low <= measured < answer.high]
    assert right == [question.right] == [question.answer_for(measured)], measured


NUMBER = r"(?:-?\d[\d.]*|\([\d.+\-·/ ]+\))"
SUM = re.compile(rf"({NUMBER}(?:\s*[·/+-]\s*{NUMBER})+) = (-?\d+(?:\.\d+)?)")  # such as "9.81 · 0.1 · 1.697 / 2 = 0.832"


def test_sums_in_texts_and_answers_are_right():
    """Some of their numbers are claims, which change with the run; the result is written."""
    found = []
    for name in NAMES:
        for page in lesson_of(name).pages:
            for text in (page.text, page.question.because if page.question else ""):
                for sum_, result in SUM.findall(text):
                    found.append(sum_)
                    value, digits = eval(sum_.replace("·", "*")), len(result.partition(".")[2])
                    assert f"{value:.{digits}f}" == result, f"{name}: {sum_} = {result}"
    assert len(found) >= 8


BARS = [page for page, table in zip(PAGES, TABLES.values()) if "rows" in table.get("drawing", {})]


@pytest.mark.parametrize("page", BARS, indirect=True)
def test_every_bar_is_a_claim(page):
    figures = {float(claim.figure) for claim in page.claims}
    assert {value for _, value in page.drawing.keywords["rows"]} <= figures
