"""The page of the documents' claims: all rows are there, and each one leads to its page or its exhibit."""

from functools import cache
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from game.app.menu.claims_page import CLAIMS_TITLE, DOCUMENTS, figures_text, place_words
from game.app.menu.main_pages import MenuPages
from game.app.menu.menu_model import Menu
from game.lesson import lesson_names, load_lesson
from game.lesson.document_claims import IDS, read_claims

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


def test_a_document_counts_its_rows_that_are_shown():
    menu, _ = opened()
    assert menu.page.rows[-1].value() == "29 of 29 shown"
    assert menu.page.rows[3].value() == "40 of 42 shown, not L1, L42", "which need no system"


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
    assert page.about == "wrong: 4.9; right: 95.1, 100" and exhibit.name == "Swept spheres"


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


def test_figures_of_an_error_say_which_are_wrong():
    (shown,) = claim_of("E15").shown
    assert figures_text(listed(), shown) == "wrong: 0.592; right: 0.754"


def test_a_place_is_written_in_words():
    assert place_words("C:337-347, D:13-18") == "lecture C, lines 337-347, lecture D, lines 13-18"
