"""The page of the documents' claims: all rows are there, and each one leads to its page or its exhibit."""

from functools import cache
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from panda3d.core import NodePath

from game.app.menu.claims_page import CLAIMS_TITLE, DOCUMENTS, VERDICTS
from game.app.menu.main_pages import MenuPages
from game.app.menu.menu_model import Menu
from game.app.menu.menu_panel import FOOT, MenuPanel, MenuState
from game.lesson import lesson_names, load_lesson
from game.lesson.document_claims import IDS, read_claims
from game.panels.canvas import set_text_size

listed = cache(read_claims)


def opened(level="lab", exhibits=()):
    """(Menu with the page of claims open, the run's actions) in a level with exhibits."""
    run, menu = MagicMock(), Menu(lambda: None)
    run.session.sim.level = SimpleNamespace(name=level, exhibits=exhibits)
    pages = MenuPages(menu, run, None, None, MagicMock())
    menu.open(pages._lab_page())
    choose(menu, CLAIMS_TITLE)
    return menu, run


def choose(menu, name):
    menu.focus_on([row.name.split("  ")[0] for row in menu.page.rows].index(name))
    menu.activate()


def claim_of(row):
    return next(claim for claim in listed().claims if claim.id == row)


def test_each_row_is_on_the_page_of_its_document():
    menu, _ = opened()
    rows = []
    for letter, name in DOCUMENTS.items():
        choose(menu, name)
        rows += [row.name.split("  ")[0] for row in menu.page.rows]
        assert all(row.startswith(letter) for row in rows[-len(menu.page.rows) :])
        menu.back()
    assert sorted(rows) == sorted(IDS)


def test_a_document_counts_its_verdicts():
    menu, _ = opened()
    assert menu.page.rows[-1].value() == "29 differ"
    assert menu.page.rows[3].value() == "40 hold, 2 need no system"


def test_a_row_with_one_page_opens_it():
    menu, run = opened()
    choose(menu, "Fauerby's paper")
    choose(menu, "P9")
    (lesson, number), _ = run.lessons.open.call_args
    assert not menu.is_open and lesson.name == "gravity" and lesson.pages[number].title == "No extra cost on level ground"


def test_a_row_with_more_places_lists_them_with_their_figures():
    menu, run = opened()
    choose(menu, "Errors")
    choose(menu, "E17")
    page, exhibit = menu.page.rows
    number = next(n for n, one in enumerate(load_lesson("spheres").pages, 1) if one.title == "The lecture's sign")
    assert page.value() == f"lesson {1 + lesson_names().index('spheres')}, page {number}"
    assert "the printed test is right for 4.9 %" in page.about and page.about == exhibit.about and exhibit.name == "Swept spheres"


@pytest.mark.parametrize("here", ["lab", "stairs"])
def test_an_exhibit_leads_to_its_desk(here):
    desk = MagicMock()
    lab = SimpleNamespace(name="lab", exhibits=[SimpleNamespace(name="swept_spheres", desk=desk)])
    menu, run = opened(here, lab.exhibits)
    run.level_actions.visit.side_effect = lambda name: setattr(run.session.sim, "level", lab)
    choose(menu, "Errors")
    choose(menu, "E17")
    choose(menu, "Swept spheres")
    assert run.level_actions.visit.call_args_list == ([] if here == "lab" else [(("lab",),)])
    run.visit_desk.assert_called_once_with(desk)


def test_a_row_that_needs_no_system_leads_nowhere():
    menu, run = opened()
    choose(menu, "Tang's lectures")
    page = menu.page
    choose(menu, "L42")
    assert menu.page is page and not run.lessons.open.called


def test_a_faulty_list_is_a_message(monkeypatch, tmp_path):
    monkeypatch.setattr("game.lesson.document_claims.LIST", tmp_path / "none.toml")
    menu, run = opened()
    assert menu.page.title == "The lab" and "cannot be read" in run.show_message.call_args[0][0]


def test_a_row_says_what_was_claimed_measured_and_expected():
    """P4 was "What we gain", 40.9 and 0.0."""
    menu, _ = opened()
    choose(menu, "Fauerby's paper")
    row, claim = menu.page.rows[3], claim_of("P4")
    name, says, found, expected, verdict = row.cells
    assert (name.text, says.text, says.note) == ("P4", claim.says, "Paper, section 2.4, pages 7 and 8")
    assert "40.9° off" in found.text and expected.text == "0° in ellipsoid space, as on any sphere."
    assert verdict.text == "holds" and verdict.colour == VERDICTS["holds"][1] and verdict.note == "2 places"
    assert [head for head, _ in menu.page.table][-1] == "verdict"


def test_an_error_has_what_is_true_instead():
    menu, _ = opened()
    choose(menu, "Errors")
    for row in menu.page.rows:
        assert row.cells[3].text.replace("\u00a0", " ") == claim_of(row.cells[0].text).truth and row.cells[4].text == "differs"
    assert menu.page.table[3][0] == "true instead"


@pytest.mark.parametrize("size, text_size", [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.5)])
def test_no_text_of_a_claim_leaves_its_cell(size, text_size):
    menu, _ = opened()
    root = NodePath("window")
    set_text_size(root, text_size)
    panel = MenuPanel(root, size)
    for name in DOCUMENTS.values():
        choose(menu, name)
        seen = set()
        for focus in range(0, len(menu.page.rows)):
            if focus in seen:
                continue
            menu.focus_on(focus)
            panel.show(MenuState.of(menu))
            seen |= rows_in_view(panel, menu.page, focus)
        assert seen == set(range(len(menu.page.rows)))
        menu.back()


def rows_in_view(panel, page, focus):
    """Check the places of all texts, and return the indices of the rows that are in view."""
    scale, canvas, boxes = panel.canvas.scale, panel.canvas, {}
    for path in canvas.root.findAllMatches("**/+TextNode"):
        if path.node().getText():
            low, high = path.getTightBounds(canvas.root)
            boxes[path] = (low.x / scale, -high.z / scale, high.x / scale, -low.z / scale)
    for left, top, right, bottom in boxes.values():
        assert 0 <= left and right <= canvas.width and 0 <= top and bottom <= canvas.height
    places = list(boxes.values())
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
            assert apart, "two texts meet"
    shown = {row for y in range(0, int(canvas.height), 9) if (row := panel.row_at(40 * scale, y * scale)) is not None}
    words = {path.node().getText().replace("\n", " "): box for path, box in boxes.items()}
    for row in shown:
        assert all(words[part][3] <= canvas.height - FOOT + 3 for cell in page.rows[row].cells for part in cell[:2] if part)
    assert focus in shown
    return shown
