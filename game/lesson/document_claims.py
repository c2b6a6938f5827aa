"""The claims of the source documents: each row and each error, the pages that show it, and its figures as measured today.

The list is a TOML file. A figure is a claim of a page, or its question, and is measured in the page's run.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import nan
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from ..core.input_errors import InputError, counted
from ..core.progress_bar import Progress
from ..core.value_rules import TEXT, ListOf, Passing, TableOf, Text, Yes, call_checked, nearest, some_of
from ..level.library import LEVELS
from ..level.toml_reader import read_tables, table_names
from . import library_and_page_runs as library
from .library_and_page_runs import lesson_names, load_lesson, play
from .tools.lesson_records import Page

ROWS = {"P": 14, "F": 13, "G": 8, "L": 42, "E": 29}  # number of rows of each document, and of the errors in all of them
IDS = tuple(f"{document}{number}" for document, count in ROWS.items() for number in range(1, count + 1))
LIST = library.LESSONS / library.CLAIMS
QUESTION = "question"  # names the question of a page as its figure
HOLDS, DIFFERS, MISSING, NOTHING = "holds", "DIFFERS", "not shown yet", "needs no system"  # states of a row
REFUTED = "differs"  # verdict on what a document says, in place of HOLDS
LEGEND = (
    "P: Fauerby's paper. F: the FreeBASIC forum. G: Gomez's article. C, D: two lectures by Tang. Numbers are lines in them. "
    "The verdict is on the document; today, on the figures."
)
HEAD = (
    "row", "place", "what it says", "what was found", "expected", "verdict",
    "where it is shown", "printed", "measured", "today",
)  # fmt: skip
IdText = Annotated[str, Passing('a row, such as "P1" or "E29"', lambda value: value in IDS)]
PLACE = re.compile(r"[PFGCD]:\d+(-\d+)?(, ([PFGCD]:)?\d+(-\d+)?)*")
Place = Annotated[str, Passing('lines of a document, such as "C:584-611"', lambda value: bool(PLACE.fullmatch(str(value))))]
SENTENCE = Passing(
    'a text in quotes that ends with "." and has no "|", which ends a cell of the table',
    lambda value: isinstance(value, str) and value.endswith(".") and not set(value) & set("|\n"),
)
Sentence = Annotated[str, SENTENCE]
CELL = re.compile(r"[^|\n]+")
Cell = Annotated[str, Passing('a text without "|"', lambda value: isinstance(value, str) and bool(CELL.fullmatch(value)))]
SLOT = re.compile(r"\{(?:(\d+)\.)?(\w+)\}")  # of a figure in `found` and `expected`: {name}, or {2.name} of the second page
Names = Annotated[tuple[str, ...], ListOf(TEXT, least=1)]


@dataclass(frozen=True)
class ShownPage:
    """A page that shows a row, with its figures. Those of an error are `wrong`, by the document, and `right`, by the repair."""

    lesson: Text  # name of its file
    page: Text  # title
    figures: Names = ()  # names of claims of the page, or QUESTION
    wrong: Names = ()
    right: Names = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.figures, *self.wrong, *self.right)


@dataclass(frozen=True)
class ShownExhibit:
    level: Text
    exhibit: Text  # name in its level


@dataclass(frozen=True)
class DocumentClaim:
    """A row: what a document says, where it is shown, and what is still missing. The place is that of LINES in a document."""

    id: IdText
    place: Place  # document and lines, such as "C:584-611"
    where: Cell  # the place in words, for readers: section and page, post, or slide
    says: Sentence
    truth: Sentence = ""  # of an error: what is true instead
    found: Sentence = ""  # what was measured, with SLOTs for figures and with units
    expected: Sentence = ""  # what the measurement should give. Of an error, this is its truth
    differs: Yes = False  # True if what the document says is not what was found. Of an error, this is always so
    shown: Annotated[tuple[ShownPage, ...], ListOf(TableOf(ShownPage), least=1)] = ()
    exhibits: Annotated[tuple[ShownExhibit, ...], ListOf(TableOf(ShownExhibit), least=1)] = ()
    lacks: Sentence = ""  # what is not shown yet
    note: Sentence = ""  # why a row needs no system, or is left in part on purpose

    def __post_init__(self) -> None:
        is_error = self.id.startswith("E")
        if is_error != bool(self.truth):
            raise ValueError("an error needs `truth`, the sentence of what is true" if is_error else "only an error has `truth`")
        if not (self.shown or self.lacks or self.note):
            raise ValueError("name the page in `shown`, or say what is missing in `lacks`, or why nothing is in `note`")
        if bool(self.shown) != bool(self.found):
            raise ValueError("`found` says what the pages in `shown` measure: give both, or none")
        if bool(self.expected) != (bool(self.shown) and not is_error):
            raise ValueError("an error expects its `truth`" if is_error else "`expected` says what `found` should be: give both")
        for page in self.shown:
            if not page.names:
                raise ValueError(f'"{page.page}": name a claim of the page in `figures`, or `wrong` and `right`')
            if is_error == bool(page.figures):
                kinds = "figures of an error are in `wrong` and `right`" if is_error else "only an error has `wrong`, `right`"
                raise ValueError(kinds)
        for kind in ("wrong", "right") if is_error and self.shown and not self.lacks else ():
            if not any(getattr(page, kind) for page in self.shown):
                raise ValueError(f"an error is shown beside its repair: no page has a `{kind}` figure")

    @property
    def verdict(self) -> str:
        """Return HOLDS or REFUTED, whether the document's statement agrees with what was found, or MISSING, or NOTHING."""
        if self.lacks:
            return MISSING
        if not self.shown:
            return NOTHING
        return REFUTED if self.truth or self.differs else HOLDS

    def filled(self, text: str, written: Callable[[ShownPage, str], str]) -> str:
        """Return `found` or `expected` with its SLOTs filled. written(page, name): returns a figure as text

        Raises ValueError as `page_of`.
        """
        return SLOT.sub(lambda slot: without_zeros(written(self.page_of(slot), slot[2])), text)

    def page_of(self, slot: re.Match) -> ShownPage:
        """Return the page of a SLOT's figure. Raises ValueError if none, or more than one, of the pages in `shown` has it."""
        pages = self.shown[int(slot[1]) - 1 : int(slot[1])] if slot[1] else self.shown
        having = [page for page in pages if slot[2] in page.names]
        if len(having) != 1:
            several = f"{len(having)} pages have it; write {{1.{slot[2]}}} for that of the first page"
            raise ValueError(f"{slot[0]}: {several if having else 'no page in `shown` has this figure'}")
        return having[0]


def without_zeros(figure: str) -> str:
    return "0" if re.fullmatch(r"-?0\.0+", figure) else figure


class PageEntry(NamedTuple):
    """A page's number and its figures as printed, read without the formulas of its lesson."""

    number: int  # from 1
    figures: Mapping[str, str]  # {name: figure as printed} of its claims and its question


@dataclass(frozen=True)
class ClaimList:
    """The rows in their order, and the pages of all lessons: {lesson: {title: PageEntry}}."""

    claims: tuple[DocumentClaim, ...]
    pages: Mapping[str, Mapping[str, PageEntry]]

    def entry(self, page: ShownPage) -> PageEntry:
        return self.pages[page.lesson][page.page]

    def printed(self, claim: DocumentClaim, text: str) -> str:
        """Return `found` or `expected` of a row with the figures as they are printed in the lessons."""
        return claim.filled(text, lambda page, name: self.entry(page).figures[name])


class Figure(NamedTuple):
    printed: str
    measured: float
    holds: bool


Figures = Mapping[tuple[str, str, str], Figure]  # by lesson, title of the page and name of the figure


# The list


def read_claims(path: Path | None = None) -> ClaimList:
    """Return the rows of a TOML file, by default those of the project.

    Raises InputError, one line, if the file is not valid, or names a page, figure or exhibit that does not exist.
    """
    document, text, file = read_tables(path or LIST)
    tables = document.pop("claims", None)
    if document or not isinstance(tables, list):
        other = f", not {next(iter(document))}" if document else ""
        raise InputError(f"{file}: only [[claims]] tables are allowed, one for each row{other}")
    pages = {name: pages_of(name) for name in lesson_names()}
    claims: dict[str, DocumentClaim] = {}
    for table, where in zip(tables, table_names(tables, "claims", "id", text, file)):
        claim = call_checked(DocumentClaim, table, where)
        if claim.id in claims:
            raise InputError(f"{where}: {claim.id} is already in the file; leave one of the two out")
        check_places(claim, pages, where)
        claims[claim.id] = claim
    if missing := [row for row in IDS if row not in claims]:
        raise InputError(f"{file}: {some_of(missing)} missing; each row of the documents needs a [[claims]] table")
    return ClaimList(tuple(claims.values()), pages)


def pages_of(lesson: str) -> dict[str, PageEntry]:
    """Return {title: PageEntry} of a lesson. Raises InputError, one line, if its file is not valid."""
    try:
        tables = read_tables(library.LESSONS / f"{lesson}.toml")[0]["pages"]
        return {table["title"]: PageEntry(number, printed_figures(table)) for number, table in enumerate(tables, 1)}
    except (LookupError, TypeError, AttributeError):
        load_lesson(lesson)  # which names the fault
        raise


def printed_figures(table: dict[str, Any]) -> dict[str, str]:
    """Return {name: printed figure} of the claims and the question in a page's table."""
    found = {claim["name"]: claim["figure"] for claim in table.get("claims", ())}
    if question := table.get("question"):
        found[QUESTION] = question["answers"][question["right"] - 1]["text"].rstrip(".")
    return found


def check_places(claim: DocumentClaim, pages: Mapping[str, Mapping[str, PageEntry]], where: str) -> None:
    """Raise InputError if a row names a lesson, page, figure or exhibit that does not exist."""
    for page in claim.shown:
        refuse_unknown(page.lesson, pages, f"{where}: no lesson")
        refuse_unknown(page.page, pages[page.lesson], f"{where}: lesson {page.lesson} has no page")
        figures = pages[page.lesson][page.page].figures
        for name in page.names:
            refuse_unknown(name, figures, f'{where}: page "{page.page}" of lesson {page.lesson} has no claim')
    for text in (claim.found, claim.expected):
        try:
            claim.filled(text, lambda page, name: name)
        except ValueError as problem:
            raise InputError(f"{where}: {problem}") from None
    for place in claim.exhibits:
        if not (LEVELS / f"{place.level}.toml").is_file():
            raise InputError(f"{where}: no level {place.level!r} in levels/")
        refuse_unknown(place.exhibit, exhibit_names(place.level), f"{where}: level {place.level} has no exhibit")


def refuse_unknown(name: str, names: Iterable[str], words: str) -> None:
    known = list(names)
    if name not in known:
        raise InputError(f'{words} "{name}"{nearest(name, known)}; there are {some_of(known, name) or "none"}')


@cache
def exhibit_names(level: str) -> tuple[str, ...]:
    """Return the names of the exhibits in a level's file. The level is not built, which takes seconds."""
    tables = read_tables(LEVELS / f"{level}.toml")[0].get("exhibits", ())
    return tuple(str(table.get("name")) for table in tables if isinstance(table, dict))


def rows_named(listed: ClaimList, names: Sequence[str]) -> tuple[DocumentClaim, ...]:
    """Return the rows with these names, in the list's order, or all rows without names. Raises InputError for an unknown name."""
    for name in names:
        refuse_unknown(name, IDS, "claims: no row")
    return tuple(claim for claim in listed.claims if not names or claim.id in names)


# Its figures


def measure_figures(claims: Iterable[DocumentClaim], show: Progress) -> Figures:
    """Return all figures of some rows. Each page is played once. show(fraction, text): shows the progress, such as `show_bar`.

    Raises InputError if a lesson is not valid.
    """
    wanted: dict[tuple[str, str], dict[str, None]] = {}
    for shown in (shown for claim in claims for shown in claim.shown):
        wanted.setdefault((shown.lesson, shown.page), {}).update(dict.fromkeys(shown.names))
    found: dict[tuple[str, str, str], Figure] = {}
    lessons = {name: load_lesson(name) for name in dict.fromkeys(name for name, _ in wanted)}
    for number, ((name, title), figures) in enumerate(wanted.items()):
        show(number / len(wanted), f"{name}: {title}")
        page = next(page for page in lessons[name].pages if page.title == title)
        found |= {(name, title, figure): value for figure, value in measure_page(page, tuple(figures)).items()}
    return found


def measure_page(page: Page, names: Sequence[str]) -> dict[str, Figure]:
    """Play a page and return {name: Figure} of its claims with these names, or of its question."""
    run, claims = play(page), {claim.name: claim for claim in page.claims}
    found = {}
    for name in names:
        asked = page.question if name == QUESTION else None
        measured = measured_or_nan(asked.measure if asked else claims[name].measure, run)
        if asked:
            answer = asked.answers[asked.right].text.rstrip(".")
            found[name] = Figure(answer, measured, asked.answer_for(measured) == asked.right)
        else:
            found[name] = Figure(claims[name].figure, measured, claims[name].holds(measured))
    return found


def measured_or_nan(measure: Callable[[Any], float], run: Any) -> float:
    """Return a measurement, or NaN if the run does not have what it measures, such as a contact."""
    try:
        return measure(run)
    except (ArithmeticError, LookupError, ValueError):
        return nan


def state_of(claim: DocumentClaim, figures: Figures) -> str:
    """Return the state of a row: HOLDS, DIFFERS, MISSING or NOTHING."""
    if any(not figures[page.lesson, page.page, name].holds for page in claim.shown for name in page.names):
        return DIFFERS
    if claim.lacks:
        return MISSING
    return HOLDS if claim.shown else NOTHING


def is_complete(claims: Iterable[DocumentClaim], figures: Figures) -> bool:
    """True if each of some rows holds, or needs no system."""
    return all(state_of(claim, figures) in (HOLDS, NOTHING) for claim in claims)


# The table


def table_lines(listed: ClaimList, claims: Sequence[DocumentClaim], figures: Figures) -> list[str]:
    """Return the lines of a Markdown table of some rows, what its letters mean, and the number of rows in each state."""
    states = [state_of(claim, figures) for claim in claims]
    rows = [cells_of(listed, claim, state, figures) for claim, state in zip(claims, states)]
    lines = [table_row(row) for row in (HEAD, ("---",) * len(HEAD), *rows)]
    numbers = [f"{states.count(state)} {words}" for state, words in (
        (HOLDS, "hold"), (NOTHING, "need no system"), (MISSING, "are not shown yet"), (DIFFERS, "differ"))]  # fmt: skip
    return [*lines, "", LEGEND, f"{counted(len(claims), 'row')}: {', '.join(numbers)}."]


def table_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def cells_of(listed: ClaimList, claim: DocumentClaim, state: str, figures: Figures) -> tuple[str, ...]:
    """Return the cells of a row of the table, in the order of HEAD."""
    printed, measured = ([], [])  # type: tuple[list[str], list[str]]
    for page in claim.shown:
        for kind, names in (("", page.figures), ("wrong: ", page.wrong), ("right: ", page.right)):
            for name in names:
                figure = figures[page.lesson, page.page, name]
                printed.append(f"{kind}{name} {figure.printed}")
                measured.append(f"{figure.measured:.6g}")
    more = claim.lacks or claim.note

    def today(page: ShownPage, name: str) -> str:
        figure = figures[page.lesson, page.page, name]
        return figure.printed if figure.holds else f"{figure.measured:.6g}"

    return (
        claim.id,
        f"{claim.place} ({claim.where})",
        claim.says,
        claim.filled(claim.found, today) or "-",
        claim.truth or claim.filled(claim.expected, today) or "-",
        claim.verdict,
        "-" if state == MISSING else "; ".join(places_of(listed, claim)) or "-",
        "; ".join(printed) or "-",
        "; ".join(measured) or "-",
        f"{state}: {more}" if more else state,
    )


def places_of(listed: ClaimList, claim: DocumentClaim) -> list[str]:
    """Return the places that show a row as texts: lesson and page, or level and exhibit."""
    pages = [f"{page.lesson} {listed.entry(page).number}, {page.page}" for page in claim.shown]
    return pages + [f"{place.level}: {place.exhibit}" for place in claim.exhibits]
