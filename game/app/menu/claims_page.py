"""The page of the source documents' claims, a table for each document. Rows lead to the pages and the exhibits that show them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from ...core.input_errors import InputError
from ...lesson import load_lesson, names_by_number
from ...lesson.document_claims import (
    HOLDS,
    MISSING,
    NOTHING,
    REFUTED,
    ClaimList,
    DocumentClaim,
    ShownExhibit,
    read_claims,
)
from ...panels.text_column_layout import NO_BREAK
from ...panels.theme import ACCENT, DIM
from ..panels.race_panels import AHEAD, BEHIND
from .menu_model import Cell, Menu, MenuPage, MenuRow

if TYPE_CHECKING:
    from ..action_handlers import RunActions

CLAIMS_TITLE = "Right and wrong in the sources"
ABOUT_CLAIMS = "What the paper, the forum, the article and the lectures say, where it is shown, and what is wrong in them."
ABOUT_FIGURES = "The lessons measure each number in a run of the game. A row leads to the page or the exhibit that shows it."
DOCUMENTS = {"P": "Fauerby's paper", "F": "The FreeBASIC forum", "G": "Gomez's article", "L": "Tang's lectures", "E": "Errors"}
SAYS, FOUND, EXPECTED = "what the source says", "what the game finds", "expected"
TRUE = "true instead"  # head of the column of an error's truth
COLUMNS = (0.04, 0.31, 0.31, 0.22, 0.12)  # shares of the width
UNIT = re.compile(r"(?<=\d) (?=(?:[cm]?m|s|%|J|N|kg)(?![a-z]))")  # the space before a unit, which is no place to break a line
VERDICTS = {  # of several rows, and its colour
    HOLDS: ("hold", AHEAD),
    REFUTED: ("differ", BEHIND),
    MISSING: ("are not shown yet", ACCENT),
    NOTHING: ("need no system", DIM),
}


def claims_page(menu: Menu, run: RunActions) -> MenuPage:
    """Return the page with a row for each document, which opens the table of its claims. Raises InputError for a faulty list."""
    listed = read_claims()
    rows = []
    for letter, name in DOCUMENTS.items():
        claims = [claim for claim in listed.claims if claim.id.startswith(letter)]
        heads = ("", SAYS, FOUND, TRUE if letter == "E" else EXPECTED, "verdict")
        table = tuple(claim_row(menu, run, listed, claim) for claim in claims)
        page = MenuPage(f"{CLAIMS_TITLE}: {name}", table, ABOUT_FIGURES, table=tuple(zip(heads, COLUMNS)))
        verdicts = [claim.verdict for claim in claims]
        counts = [f"{verdicts.count(verdict)} {words}" for verdict, (words, _) in VERDICTS.items() if verdict in verdicts]
        rows.append(MenuRow(name, partial(str, ", ".join(counts)), partial(menu.open, page), about=ABOUT_FIGURES))
    return MenuPage(CLAIMS_TITLE, tuple(rows))


def claim_row(menu: Menu, run: RunActions, listed: ClaimList, claim: DocumentClaim) -> MenuRow:
    """Return the row of a claim. It opens the only place that shows it, or a page of these places."""
    places = [*page_rows(menu, run, listed, claim), *exhibit_rows(menu, run, listed, claim)]
    where = "" if not places else places[0].value() if len(places) == 1 else f"{len(places)} places"
    act = places[0].activate if places else None
    if len(places) > 1:
        act = partial(menu.open, MenuPage(f"{claim.id}: where it is shown", tuple(places)))
    found, expected = (
        UNIT.sub(NO_BREAK, listed.printed(claim, text)) for text in (claim.found, claim.truth or claim.expected)
    )
    more = claim.lacks or claim.note
    cells = (
        Cell(claim.id, colour=ACCENT),
        Cell(claim.says, claim.where),
        Cell(found or more),
        Cell(expected),
        Cell(claim.verdict, where, VERDICTS[claim.verdict][1]),
    )
    about = f"{more} {ABOUT_FIGURES}" if found and more else ""
    return MenuRow(f"{claim.id}  {claim.says}", partial(str, where), act, about=about, cells=cells)


def page_rows(menu: Menu, run: RunActions, listed: ClaimList, claim: DocumentClaim) -> Iterator[MenuRow]:
    numbers = {name: number for number, name in names_by_number().items()}
    for shown in claim.shown:
        number = listed.entry(shown).number
        begin = partial(open_lesson, menu, run, shown.lesson, number - 1)
        value = f"lesson {numbers[shown.lesson]}, page {number}"
        yield MenuRow(shown.page, partial(str, value), begin, about=listed.printed(claim, claim.found))


def open_lesson(menu: Menu, run: RunActions, name: str, number: int | None = None) -> None:
    """Close the menu, and open a lesson at the page with index `number`, or where the user left it. Or show its error."""
    try:
        lesson = load_lesson(name)
    except InputError as problem:
        run.show_message(str(problem))
    else:
        menu.close()
        run.lessons.open(lesson, number)


def exhibit_rows(menu: Menu, run: RunActions, listed: ClaimList, claim: DocumentClaim) -> Iterator[MenuRow]:
    for place in claim.exhibits:
        name, about = place.exhibit.replace("_", " ").capitalize(), listed.printed(claim, claim.found)
        yield MenuRow(name, partial(str, f"level {place.level}"), partial(visit_exhibit, menu, run, place), about=about)


def visit_exhibit(menu: Menu, run: RunActions, place: ShownExhibit) -> None:
    """Close the menu, and go to the desk of an exhibit."""
    menu.close()
    if run.session.sim.level.name != place.level:
        run.level_actions.visit(place.level)
    level = run.session.sim.level  # another one than asked for, if that is not valid
    desk = next((one.desk for one in level.exhibits if one.name == place.exhibit), None)
    if level.name == place.level and desk:
        run.visit_desk(desk)
