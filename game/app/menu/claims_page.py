"""The page of the source documents' claims: each row leads to the pages of lessons and the exhibits that show it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from textwrap import shorten
from typing import TYPE_CHECKING

from ...core.input_errors import InputError
from ...lesson import load_lesson, names_by_number
from ...lesson.document_claims import ClaimList, DocumentClaim, ShownExhibit, ShownPage, read_claims
from ...panels.canvas import Canvas, wrap_to_width
from ...panels.theme import ACCENT, DIM, HEADING, LINE_HEIGHT, NOTE, PANEL, SMALL, TextStyle
from .menu_model import Menu, MenuPage, MenuRow

if TYPE_CHECKING:
    from ..action_handlers import RunActions

CLAIMS_TITLE = "Right and wrong in the sources"
ABOUT_CLAIMS = "What the paper, the forum, the article and the lectures say, where it is shown, and what is wrong in them."
ABOUT_FIGURES = "A row leads to the page that shows it. The game has measured the numbers beside the rows."
DOCUMENTS = {"P": "Fauerby's paper", "F": "The FreeBASIC forum", "G": "Gomez's article", "L": "Tang's lectures", "E": "Errors"}
SOURCES = {"P": "paper", "F": "forum", "G": "article", "C": "lecture C", "D": "lecture D"}  # of the places
LONGEST = 44  # letters of a row's name that is a sentence. More: it meets the value
WIDEST, INSET, BETWEEN = 560, 18, 10  # [units] of the card beside the rows: its width, its margin, the space between its parts


def claims_page(menu: Menu, run: RunActions) -> MenuPage:
    """Return the page with a row for each document, which opens the page of its claims. Raises InputError for a faulty list."""
    listed = read_claims()
    rows = []
    for letter, name in DOCUMENTS.items():
        claims = [claim for claim in listed.claims if claim.id.startswith(letter)]
        others = [claim.id for claim in claims if claim.lacks or not claim.shown]
        page = MenuPage(f"{CLAIMS_TITLE}: {name}", tuple(claim_row(menu, run, listed, claim) for claim in claims), ABOUT_FIGURES)
        count = f"{len(claims) - len(others)} of {len(claims)} shown" + (f", not {', '.join(others)}" if others else "")
        rows.append(MenuRow(name, partial(str, count), partial(menu.open, page), about=ABOUT_FIGURES))
    return MenuPage(CLAIMS_TITLE, tuple(rows))


def claim_row(menu: Menu, run: RunActions, listed: ClaimList, claim: DocumentClaim) -> MenuRow:
    """Return the row of a claim. It opens the only place that shows it, or a page of these places."""
    places = [*page_rows(menu, run, listed, claim), *exhibit_rows(menu, run, claim)]
    if claim.lacks:
        value = "not yet"
    elif not places:
        value = "-"
    else:
        value = f"{len(places)} places" if len(places) > 1 else places[0].value()
    act = places[0].activate if places else None
    if len(places) > 1:
        act = partial(menu.open, MenuPage(f"{claim.id}: where it is shown", tuple(places)))
    titles = [one.shown[0].page for one in listed.claims if one.shown and one.id[0] == claim.id[0]]
    is_own = bool(claim.shown) and titles.count(claim.shown[0].page) == 1  # several rows with one title look alike
    name = f"{claim.id}  {claim.shown[0].page if is_own else shorten(claim.says, LONGEST, placeholder=' …')}"
    return MenuRow(name, lambda: value, act, draw=partial(draw_claim, listed, claim))


def page_rows(menu: Menu, run: RunActions, listed: ClaimList, claim: DocumentClaim) -> Iterator[MenuRow]:
    """Yield a row for each page of a lesson that shows a claim."""
    numbers = {name: number for number, name in names_by_number().items()}

    def begin(shown: ShownPage) -> Callable[[], None]:
        def act() -> None:
            try:
                lesson = load_lesson(shown.lesson)
            except InputError as problem:
                return run.show_message(str(problem))
            menu.close()
            return run.lessons.open(lesson, listed.entry(shown).number - 1)

        return act

    for shown in claim.shown:
        value = f"lesson {numbers[shown.lesson]}, page {listed.entry(shown).number}"
        yield MenuRow(shown.page, partial(str, value), begin(shown), about=figures_text(listed, shown))


def exhibit_rows(menu: Menu, run: RunActions, claim: DocumentClaim) -> Iterator[MenuRow]:
    """Yield a row for each exhibit that shows a claim. It leads to the exhibit's desk."""

    def begin(place: ShownExhibit) -> Callable[[], None]:
        def act() -> None:
            menu.close()
            if run.session.sim.level.name != place.level:
                run.level_actions.visit(place.level)
            level = run.session.sim.level  # another one than asked for, if that is not valid
            desk = next((one.desk for one in level.exhibits if one.name == place.exhibit), None)
            if level.name == place.level and desk:
                run.visit_desk(desk)

        return act

    for place in claim.exhibits:
        yield MenuRow(place.exhibit.replace("_", " ").capitalize(), partial(str, f"level {place.level}"), begin(place))


def figures_text(listed: ClaimList, shown: ShownPage) -> str:
    """Return the figures of a row on a page as text, such as "wrong: 4.9; right: 95.1, 100"."""
    printed = listed.entry(shown).figures
    parts = [
        kind + ", ".join(printed[name] for name in names)
        for kind, names in (("measured: ", shown.figures), ("wrong: ", shown.wrong), ("right: ", shown.right))
        if names
    ]
    return "; ".join(parts)


# The card beside the rows


def place_words(place: str) -> str:
    """Return a place such as "C:34-72, D:12" in words: "lecture C, lines 34-72, lecture D, lines 12"."""
    return re.sub(r"([PFGCD]):", lambda found: f"{SOURCES[found[1]]}, lines ", place)


def draw_claim(listed: ClaimList, claim: DocumentClaim, canvas: Canvas, *place: float) -> None:
    """Draw a claim as a card: what the document says, and for an error what is true, with the figures on each page.

    place: left, top, width and height of the room for it [units]
    """
    left, top, width, _ = place
    width = min(width, WIDEST)
    parts = [(f"{claim.id}: {place_words(claim.place)}", HEADING), (claim.says, NOTE)]
    if claim.truth:
        parts += [("But:", TextStyle(SMALL, ACCENT)), (claim.truth, NOTE)]
    for shown in claim.shown:
        parts.append((f"{shown.page}: {figures_text(listed, shown)}", TextStyle(SMALL, DIM)))
    if claim.lacks:
        parts.append((f"Not shown yet: {claim.lacks}", TextStyle(SMALL, ACCENT)))
    if claim.note:
        parts.append((claim.note, NOTE))
    blocks = [(wrap_to_width(canvas, text, width - 2 * INSET, style), style) for text, style in parts]
    total = sum(len(lines) * style.size * LINE_HEIGHT + BETWEEN for lines, style in blocks)
    canvas.box(left, top, width, total + 2 * INSET - BETWEEN, PANEL)
    y = top + INSET
    for lines, style in blocks:
        canvas.text("\n".join(lines), left + INSET, y, style)
        y += len(lines) * style.size * LINE_HEIGHT + BETWEEN
