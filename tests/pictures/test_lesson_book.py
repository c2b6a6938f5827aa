"""The book: every page with its text, formulas, drawing, picture and scene; hidden answers; links; small files; no network."""

import re
from base64 import b64decode
from dataclasses import replace
from html import unescape
from io import BytesIO

import numpy as np
import pytest

from game.cli_commands import main
from game.core.html_writer import html, whole_page
from game.core.shapes import Label
from game.lesson import lesson_names, load_lesson, names_by_number
from game.lesson.tools.latex_to_svg import with_shared_letters
from game.panels.lesson_panel import Reading
from game.pictures import lesson_book
from game.pictures.lesson_book import contents, formula_html, set_links, set_subscripts, table_of
from game.web.picture_scenes import PictureScenes
from tests.browser import Browser, needs_chromium
from tests.lesson_pages import lesson_of
from tests.web.reading import read_scenes

LESSON, SIZE = "wedges", (160, 90)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The folder of a book with one lesson."""
    folder = tmp_path_factory.mktemp("book")
    assert main(["lesson", LESSON, "--html", str(folder), "--size", "160x90"]) == 0
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """A Chromium whose page is a projected screen."""
    with Browser(tmp_path_factory.mktemp("profile")) as found:
        found.size(1280, 720)
        yield found


@pytest.fixture(scope="module")
def article(book):
    return (book / f"{LESSON}.html").read_text(encoding="utf-8")


def sections(article):
    return re.findall(r"<section.*?</section>", article, re.DOTALL)


def words(markup):
    """The text of HTML without tags, drawings and spaces."""
    return re.sub(r"\s", "", unescape(re.sub(r"<[^>]*>", "", re.sub(r"<svg.*</svg>", "", markup, flags=re.DOTALL))))


def test_every_page_has_its_text_its_formulas_and_a_picture(article):
    from PIL import Image

    pages = load_lesson(LESSON).pages
    assert len(sections(article)) == len(pages)
    for page, section in zip(pages, sections(article)):
        told = words(section)
        assert all(words(str(set_subscripts(paragraph))) in told for paragraph in (page.title, *page.paragraphs))
        assert section.count('class="formula"') == len(page.formula)
        coded = re.findall(r'src="data:image/webp;base64,([^"]*)"', section)
        assert len(coded) == (2 if page.question else 1)
        for data in coded:
            picture = Image.open(BytesIO(b64decode(data)))
            assert picture.size == SIZE and len(picture.convert("L").getcolors(256)) > 40


def test_every_picture_has_its_scene_which_waits_until_it_is_asked_for(article):
    numbers = [int(number) for number in re.findall(r'<figure class="scene" data-scene="(\d+)"[^>]* data-later>', article)]
    scenes = read_scenes(article)["scenes"]
    assert numbers == list(range(len(scenes))) and article.count("<figure") == len(scenes) == article.count("<img")
    titles = [page.title for page in load_lesson(LESSON).pages for _ in range(2 if page.question else 1)]
    assert [scene["name"] for scene in scenes] == titles


def test_a_lesson_is_small_and_has_its_scripts_once(book, article):
    (packed,) = re.findall(r'<script type="text/plain" id="scenes">([^<]*)</script>', article)
    assert len(packed) < 160_000 and len(re.findall("class Scene ", article)) == 1
    pictures = sum(map(len, re.findall(r'src="data:image/webp;base64,([^"]*)"', article)))
    assert len(article) - pictures < 400_000


def test_a_book_that_is_interrupted_leaves_the_folder_as_it_was(tmp_path, monkeypatch):
    def interrupted(lessons, number, *_):
        if number:
            raise KeyboardInterrupt
        yield "the first lesson"

    monkeypatch.setattr(lesson_book, "lesson_article", interrupted)
    (tmp_path / "index.html").write_text("<title>Glissade: an earlier book")
    with pytest.raises(KeyboardInterrupt):
        lesson_book.write_book([load_lesson(LESSON), load_lesson("nearest")], tmp_path)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("index.html", "<title>Glissade: an earlier book")]


def test_a_formula_too_wide_for_a_phone_has_a_second_form_in_lines():
    narrow = str(formula_html("a = b"))
    wide = str(formula_html(r"a + b + c + d + e = f, \quad g + h + i + j + k = l, \quad m = n"))
    assert narrow.count("<svg") == 1 and "narrow" not in narrow
    assert wide.count('class="wide"') == wide.count('class="narrow"') == 1 and wide.count("<svg") > 2


def test_the_answer_is_hidden_until_the_reader_opens_it(article):
    asked = [(page.question, section) for page, section in zip(load_lesson(LESSON).pages, sections(article)) if page.question]
    assert asked
    for question, section in asked:
        shown, _, hidden = section.partition('<details class="answer">')
        reason = words(str(set_subscripts(question.because)))
        assert reason in words(hidden) and reason not in words(shown)
        assert all(words(str(set_subscripts(answer.text))) in words(shown) for answer in question.answers)


def test_links_lead_to_pages_that_exist(book):
    for path in book.iterdir():
        for link in re.findall(r'href="([^"]*)"', path.read_text(encoding="utf-8")):
            name, _, place = link.partition("#")
            there = (book / (name or path.name)).read_text(encoding="utf-8")
            assert not place or f'id="{place}"' in there


def test_the_contents_name_every_page_of_the_course():
    course = [load_lesson(name) for name in lesson_names()]
    listed = "".join(contents(course))
    assert listed.count("<li") == sum(len(lesson.pages) for lesson in course)
    assert all(f'href="{lesson.name}.html#{len(lesson.pages)}"' in listed for lesson in course)


def test_a_legend_names_the_colours_that_its_picture_draws(monkeypatch, tmp_path):
    """A student looked for the body at t0 in the section of an edge, whose plane is never touched."""
    drawn, add = [], lesson_book.PictureScenes.add

    def noted(scenes, name, moment, seen):
        shown = [shape for shape in seen.overlay if not isinstance(shape, Label)]
        colours = [shape.colours if hasattr(shape, "colours") else [shape.colour] for shape in shown]
        rows = [row for found in colours for row in np.reshape(found, (-1, np.shape(found)[-1]))[:, :3].tolist()]
        drawn.append({tuple(round(255 * x) for x in row) for row in rows})
        return add(scenes, name, moment, seen)

    monkeypatch.setattr(lesson_book.PictureScenes, "add", noted)
    assert main(["lesson", "climbing", "--html", str(tmp_path), "--size", "160x90"]) == 0
    keys = re.findall(r'<span class="key">(.*?)</span>', (tmp_path / "climbing.html").read_text(encoding="utf-8"))
    assert len(keys) == len(drawn) and sum(map(bool, keys)) > 5 and "edge touched" in "".join(keys)
    for key, colours in zip(keys, drawn):
        assert {tuple(map(int, found)) for found in re.findall(r"rgb\((\d+), (\d+), (\d+)\)", key)} <= colours


def test_the_book_needs_no_network(book):
    for path in book.iterdir():
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"https?:[^\"<> ]*", text)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
        assert all(source.startswith("data:image/") for source in re.findall(r'src="([^"]*)"', text)) and "url(" not in text


def test_mentions_of_pages_lead_there():
    found = set_links("step_up is on lesson 9, pages 1 to 8, n_z on lesson 11, page 2", {9: "stepping"})
    assert found == 'step_up is on <a href="stepping.html#1">lesson 9, pages 1</a> to 8, n<sub>z</sub> on lesson 11, page 2'
    assert set_links("walk # 9, 2", {9: "stepping"}) == 'walk <a href="stepping.html#2"># 9, 2</a>'


def test_bare_pages_lead_to_their_own_lesson_and_pages_have_numbers(article):
    assert set_links("as on page 3", {}) == 'as on <a href="#3">page 3</a>'
    for number, section in enumerate(sections(article), 1):
        assert re.search(rf"<h2>{number}\. ", section)


def test_pages_for_experts_are_folded(article):
    for page, section in zip(load_lesson(LESSON).pages, sections(article)):
        assert page.expert == ('class="expert"' in section) == ("<summary><h2>" in section)
    assert any(page.expert for page in load_lesson(LESSON).pages)


def test_every_row_of_faults_and_repairs_leads_to_its_page():
    (page, other) = (page for page in load_lesson("algorithm").pages if page.title.startswith("Printed, fault, repair"))
    for found in page.table, other.table:
        assert table_of(found, names_by_number()).count("href=") >= len(found.rows)
        assert all("href=" in set_links(row[-1], names_by_number()) for row in found.rows)


def test_subscripts_are_set_and_names_are_not():
    assert set_subscripts("n_z of step_up < 1") == "n<sub>z</sub> of step_up &lt; 1"


def test_a_number_is_not_torn_apart_at_the_end_of_a_line():
    told = set_subscripts("20 000 places, 0.24 m wide, 9 % of e = (240, 273), at 48 m/s or 1 - L = -2.00; then (all, or 5)")
    assert str(told).replace("\N{NO-BREAK SPACE}", "_").replace("\N{MINUS SIGN}", "~") == (
        "20_000 places, 0.24_m wide, 9_% of e_=_(240,_273), at 48_m/s or 1_~_L_=_~2.00; then (all, or 5)"
    )
    assert set_links("a - 1 == 20 000", {}, is_code=True) == "a - 1 == 20 000"


def test_a_page_of_another_program_is_kept(tmp_path, capsys):
    (tmp_path / f"{LESSON}.html").write_text("<title>My page</title>")
    assert main(["lesson", LESSON, "--html", str(tmp_path), "--size", "160x90"]) == 2
    assert "Glissade did not write it" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [f"{LESSON}.html"]


@needs_chromium
def test_a_page_fits_a_projected_screen_with_its_picture_beside_the_text(book, browser):
    measured = """(section => {
      section.querySelectorAll("details").forEach(details => details.open = true);
      const all = [...section.querySelectorAll("p, li, pre, td, figcaption, .formula svg, .drawing, img")];
      const box = e => e.getBoundingClientRect(), shown = all.filter(e => e.checkVisibility()), top = box(section).top;
      const [text, picture] = [section.querySelector("p:not(.paper, summary p)"), shown.find(e => e.tagName === "IMG")];
      const left = shown.filter(e => !e.closest(".views")).map(e => box(e).right);
      return {bottom: Math.max(...shown.map(e => box(e).bottom)) - top, letters: parseFloat(getComputedStyle(text).fontSize),
              aside: box(picture).left - Math.max(...left), high: box(picture).top - top,
              wide: document.documentElement.scrollWidth};
    })"""
    browser.open(book / f"{LESSON}.html")
    for number in range(1, len(load_lesson(LESSON).pages) + 1):
        found = browser.run(f"{measured}(document.getElementById('{number}'))")
        assert found["bottom"] <= 720 and found["wide"] <= 1280, number
        assert found["letters"] >= 16 and found["aside"] > 0 and found["high"] < 360, (number, found)


@needs_chromium
def test_a_lesson_begins_with_a_page_of_its_own_that_names_its_pages(book, browser):
    """A teacher saw the first page cut off below the title."""
    browser.open(book / f"{LESSON}.html")
    bottoms = browser.run("[...document.querySelectorAll('.front p, .front li')].map(e => e.getBoundingClientRect().bottom)")
    first = browser.run("document.getElementById('1').getBoundingClientRect().top")
    assert len(bottoms) == 1 + len(load_lesson(LESSON).pages) and max(bottoms) < 720 <= first < 800


@needs_chromium
def test_the_text_of_every_page_of_the_course_fits_a_projected_screen(browser, tmp_path, monkeypatch):
    """With its formulas, code, table and open answer. Pictures and drawings are beside it, so they are left out."""
    pages = [(name, number) for name in lesson_names() for number in range(1, len(lesson_of(name).pages) + 1)]
    readings = [(Reading(lesson_of(LESSON), 0, decided=decided), None) for decided in (None, 0)]
    for name, instead in {"play": None, "pictures_of": readings, "views": "", "figure": ""}.items():
        monkeypatch.setattr(lesson_book, name, lambda *_, instead=instead: instead)
    sections = []
    for name, number in pages:
        lesson = replace(lesson_of(name), pages=tuple(replace(page, drawing=None) for page in lesson_of(name).pages))
        sections.append(lesson_book.page_section(lesson, number - 1, SIZE, lambda *_: None, {}, PictureScenes()))
    path, style = tmp_path / "course.html", lesson_book.STYLE.read_text(encoding="utf-8")
    path.write_text(whole_page("course", with_shared_letters(html(sections)), style=style), encoding="utf-8")
    measured = """[...document.querySelectorAll("section")].map(section => {
        const all = [...section.querySelectorAll("p, li, pre, td, details.answer, .formula svg")];
        const parts = all.filter(part => part.checkVisibility());
        const boxes = parts.map(part => part.getBoundingClientRect()), top = section.getBoundingClientRect().top;
        const most = side => Math.round(Math.max(...boxes.map(box => box[side])));
        return [most("bottom") - Math.round(top), most("right")];
    })"""
    browser.open(path)
    browser.run("document.querySelectorAll('details').forEach(details => details.open = true)")
    found = browser.run(measured)
    assert len(found) == len(pages)
    assert [(*page, *size) for page, size in zip(pages, found) if size[0] > 720 or size[1] > 640] == []
