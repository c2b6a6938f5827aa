"""Reader of a lesson's TOML file. Errors name the file, and the page, the key and the allowed values if they are known."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from ..core.input_errors import InputError
from ..core.value_rules import Degrees, ListOf, OneOf, Point, TableOf, Text, Whole, Yes, call_checked, errors_at
from ..explain.tick_overlay import Switches
from ..level.case_table import SCRIPT, SETTINGS, shot_table
from ..level.contents.level import Shot
from ..level.toml_reader import read_tables, table_names
from ..simulation import PlayerParams, parse_script
from .claim_and_question_schema import ClaimRule, QuestionRule
from .drawing_table_schema import DrawingRule
from .lesson import AT_ONCE, SLOWDOWNS, Lesson, Page, Question, Table
from .paper_and_lecture_headings import SECTIONS, TOPICS
from .rules_choice_schema import SwitchesRule, TwinRule, rules_choice
from .scene_mark_schema import SceneMark
from .task import SPACES, Task
from .tools.latex_to_svg import check_formula

LAST = 10_000  # order of a lesson whose file cannot be read: it is listed last, and opening it is an error


def read_lesson(path: Path) -> Lesson:
    """Return the Lesson in a TOML file. Raise InputError, one line, if the file is missing or invalid."""
    document, text, file = read_tables(path)
    tables = document.pop("pages", None)
    if not isinstance(tables, list) or not tables:
        raise InputError(f"{file}: pages is missing; a lesson needs at least one [[pages]] table")
    header = call_checked(header_table, document, f"{file}:")
    wheres = table_names(tables, "pages", "title", text, file)
    pages = tuple(read_page(table, where, header["level"]) for table, where in zip(tables, wheres))
    return Lesson(path.stem, header["title"], header["order"], header["about"], pages)


def header_table(title: Text, order: Annotated[int, Whole(1, LAST)], about: Text, level: Text = "") -> dict:
    """Return {key: value} of the keys at the top of a lesson's file. level: level of all pages that name none"""
    return {"title": title, "order": order, "about": about, "level": level}


def order_of(path: Path) -> int:
    """Return the key `order` of a lesson's file, or LAST if the file cannot be read or the key is missing or no integer."""
    try:
        order = read_tables(path)[0].get("order", LAST)
    except InputError:
        return LAST
    return order if isinstance(order, int) else LAST


def read_page(table: Any, where: str, level: str) -> Page:
    """Return the Page of a TOML table.

    where: the table's place in the file, for errors
    level: level of a page that names none; "" if the lesson names none either
    Raises InputError if the table is invalid.
    """
    read = call_checked(PageTable, {"level": level} | table if level else table, where)
    with errors_at(where):
        return read.page()


def table_of(
    head: Annotated[tuple, ListOf(Text.__metadata__[0], least=1)],
    rows: Annotated[tuple, ListOf(ListOf(Text.__metadata__[0], least=1), least=1)],
) -> Table:
    """Return the Table of a page. Raise ValueError if a row does not have as many cells as `head`."""
    if any(len(row) != len(head) for row in rows):
        raise ValueError(f"each row needs {len(head)} cells, as many as the head")
    return Table(head, rows)


@dataclass(frozen=True)
class PageTable:
    """The keys of a page in a lesson's file. Keys that are not listed here mean the same as in the class Page.

    formula: lines of LaTeX, in which @name is replaced by the claimed number of that name
    text, exercise, table: in these, {name} is replaced by the claimed number of that name
    """

    title: Text
    section: Annotated[str, OneOf((*SECTIONS, *TOPICS))]
    text: Text
    level: Text
    shot: Annotated[Any, TableOf(shot_table)]
    formula: Annotated[tuple, ListOf(Text.__metadata__[0])] = ()
    drawing: Annotated[Any, DrawingRule()] = None
    code: Text = ""
    table: Annotated[Any, TableOf(table_of)] = None
    exercise: Text = ""
    task: Annotated[Any, TableOf(Task)] = None
    script: Annotated[str, SCRIPT] = ""
    slower: Annotated[int, Whole(0, SLOWDOWNS[-1])] = AT_ONCE
    spawn: Annotated[tuple | None, Point.__metadata__[0]] = None  # position of the feet at the start [m]
    heading: Annotated[float | None, Degrees.__metadata__[0]] = None
    hz: Annotated[int, Whole(30, 480)] = 60
    rules: Annotated[str, OneOf(("modern", "fauerby", "thebigh"))] = "modern"  # name of a preset of Rules
    switches: Annotated[tuple, SwitchesRule()] = ()  # table of fields of Rules, with the values that replace the preset's
    set: Annotated[tuple, SETTINGS] = ()  # settings of the player, as of the option --set
    twins: Annotated[tuple, ListOf(TwinRule())] = ()
    space: Annotated[str, OneOf(SPACES)] = "world"
    minkowski: Yes = False
    inside: Annotated[int | None, Whole(0, 63)] = None  # index of the only iteration that the view shows, from 0
    claims: Annotated[tuple, ListOf(ClaimRule())] = ()  # Claims, the numbers that the page states
    question: Annotated[Any, QuestionRule()] = None
    marks: Annotated[tuple, ListOf(TableOf(SceneMark))] = ()

    def page(self) -> Page:
        """Return the Page, with the claimed numbers in its text.

        Raises ValueError for keys that exclude each other or have wrong values. It is also raised for a tick that the script does
        not reach, and for a {name} that is no claim.
        """
        check_moment(self.script, self.shot, self.question)
        if self.question and self.inside is not None:
            raise ValueError("a page with a question cannot have `inside`: both use the keys Up and Down")
        if self.task and (self.question or self.exercise):
            raise ValueError("a page has one thing to do: a question, a task or an exercise")
        if self.slower not in SLOWDOWNS:
            raise ValueError(f"slower = {self.slower}: allowed is one of {', '.join(map(str, SLOWDOWNS))}")
        PlayerParams.from_settings(dict(self.set))
        figures = {claim.name: claim.figure for claim in self.claims}
        return Page(
            title=self.title,
            section=self.section,
            text=tuple(fill_in(" ".join(paragraph.split()), figures) for paragraph in self.text.strip().split("\n\n")),
            level=self.level,
            shot=self.shot,
            formula=tuple(fill_in_formula(line, figures) for line in self.formula),
            drawing=self.drawing,
            code=self.code.strip("\n"),
            table=self.table
            and Table(self.table.head, tuple(tuple(fill_in(cell, figures) for cell in row) for row in self.table.rows)),
            exercise=fill_in(" ".join(self.exercise.split()), figures),
            task=self.task,
            script=self.script,
            slower=self.slower,
            feet=self.spawn,
            heading=self.heading,
            hz=self.hz,
            rules=rules_choice(self.rules, self.switches),
            settings=self.set,
            twins=self.twins,
            space=self.space,
            minkowski=self.minkowski,
            inside=self.inside,
            claims=self.claims,
            question=self.question,
            marks=self.marks,
        )


def check_moment(script: str, shot: Shot, question: Question | None) -> None:
    """Raise ValueError unless the script reaches the shot's tick, the question comes before it, and the shot's overlays exist."""
    ticks = parse_script(script, "script").ticks if script else shot.tick
    if shot.tick > ticks:
        raise ValueError(f"shot: tick {shot.tick}: the script has only {ticks} ticks")
    if question and question.ask_at >= shot.tick:
        raise ValueError(f"question: ask_at {question.ask_at}: must be before the shot's tick {shot.tick}")
    for name in shot.overlays or ():
        if name not in Switches.names():
            raise ValueError(f"shot: no overlay {name!r}; there are {', '.join(Switches.names())}")


def fill_in(text: str, figures: dict[str, str], mark: str = r"\{(\w*)\}") -> str:
    """Return the text with each {name} replaced by the number of the claim of that name.

    figures: claimed numbers by the claim's name
    mark: regular expression of a name in the text; formulas have @name, because braces are LaTeX
    Raises ValueError for a name that is no claim.
    """

    def figure_of(found: re.Match) -> str:
        if found[1] not in figures:
            claims = ", ".join(figures) or "none"
            raise ValueError(f"text: {found[0]} is no claim of this page; claims are {claims}")
        return figures[found[1]]

    return re.sub(mark, figure_of, text)


def fill_in_formula(latex: str, figures: dict[str, str]) -> str:
    """Return a line of LaTeX with each @name replaced by the claimed number of that name.

    figures: claimed numbers by the claim's name
    Raises ValueError if a name is no claim, or if the line is not valid LaTeX.
    """
    line = fill_in(latex, figures, r"@(\w+)")
    check_formula(line)
    return line
