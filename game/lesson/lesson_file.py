"""Reader of a lesson's TOML file. Errors name the file, and the page, the key and the allowed values if they are known.

Tables of drawings, claims and questions have fixed keys and name a drawing or a measure, whose arguments are all other keys. A
rule's `check(value, where)` returns what a page keeps. It raises InputError, which names the value's place in the file.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any

from ..collision import Rules
from ..core.input_errors import InputError
from ..core.value_rules import (
    TEXT,
    Degrees,
    ListOf,
    OneOf,
    Passing,
    Point,
    TableOf,
    Text,
    Whole,
    Yes,
    call_checked,
    errors_at,
    nearest,
    parameters,
    refusal,
)
from ..explain.tick_overlay import Switches
from ..level.case_table import LATEST_TICK, SCRIPT, SETTINGS, shot_table
from ..level.contents.level import SECTION, Shot
from ..level.toml_reader import read_list, read_tables
from ..simulation import PlayerParams, parse_script
from ..simulation.twins import forum_repairs, rules_of, twin_choices
from .course import DRAWINGS, MEASURES
from .tools.latex_to_svg import check_formula
from .tools.lesson_records import (
    AT_ONCE,
    SECTIONS,
    SLOWDOWNS,
    SPACES,
    TOPICS,
    Answer,
    Claim,
    Drawing,
    Lesson,
    Page,
    Question,
    RulesChoice,
    SceneMark,
    Table,
    Task,
)

LAST = 10_000  # order of a lesson whose file cannot be read: it is listed last, and opening it is an error
PLAYERS = ("skin", "max_slope", "climb")  # fields of Rules that the player's parameters set (PlayerParams.on)
FIGURE = Passing(  # a claimed number, whose decimals say how exact the claim is
    'a number in quotes, such as "1.18"', lambda value: isinstance(value, str) and bool(re.fullmatch(r"-?\d+(\.\d+)?", value))
)
FREE = tuple(field.name for field in fields(Rules) if field.name not in PLAYERS)


def read_lesson(path: Path) -> Lesson:
    """Return the Lesson in a TOML file. Raise InputError, one line, if the file is missing or invalid."""
    document, text, file = read_tables(path)
    tables = document.pop("pages", None)
    if not isinstance(tables, list) or not tables:
        raise InputError(f"{file}: pages is missing; a lesson needs at least one [[pages]] table")
    header = call_checked(header_table, document, f"{file}:")
    pages = read_list(tables, "pages", "title", text, file, lambda table, where: read_page(table, where, header["level"]))
    return Lesson(path.stem, header["title"], header["order"], header["about"], pages)


def header_table(title: Text, order: Annotated[int, Whole(1, LAST)], about: Text, level: Text = "") -> dict:
    """Return the keys at the top of a lesson's file. level: of all pages that name none"""
    return {"title": title, "order": order, "about": about, "level": level}


def order_of(path: Path) -> int:
    """Return the key `order` of a lesson's file, or LAST if the file cannot be read or the key is missing or no integer."""
    try:
        order = read_tables(path)[0].get("order", LAST)
    except InputError:
        return LAST
    return order if isinstance(order, int) else LAST


def read_page(table: Any, where: str, level: str) -> Page:
    read = call_checked(PageTable, {"level": level} | table if level else table, where)
    with errors_at(where):
        return read.page()


def table_of(
    head: Annotated[tuple[str, ...], ListOf(TEXT, least=1)],
    rows: Annotated[tuple[tuple[str, ...], ...], ListOf(ListOf(TEXT, least=1), least=1)],
) -> Table:
    """Return the Table of a page. Raise ValueError if a row does not have as many cells as `head`."""
    if any(len(row) != len(head) for row in rows):
        raise ValueError(f"each row needs {len(head)} cells, as many as the head")
    return Table(head, rows)


class SwitchesRule:
    """The schema of the table `switches`: fields of Rules, with the values that replace the preset's."""

    def __str__(self) -> str:
        return "a table of " + ", ".join(FREE)

    def check(self, value: Any, where: str) -> tuple:
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        for name, wanted in value.items():
            if name not in FREE:
                raise refusal(name, where, f"{self}{nearest(name, FREE)}")
            if isinstance(wanted, bool) != (name in Rules.SWITCHES) or not isinstance(wanted, (bool, int, float)):
                raise refusal(wanted, f"{where}.{name}", "true or false" if name in Rules.SWITCHES else "a number")
        return tuple(value.items())


class TwinRule:
    """The schema of a twin: a value must be the name of rules that a twin can have, or a choice for `forum_repairs`."""

    def __str__(self) -> str:
        return "one of " + ", ".join(f'"{name}"' for name in twin_choices())

    def check(self, value: Any, where: str) -> str:
        try:
            if forum_repairs(value) is None:
                rules_of(value)
        except (ValueError, AttributeError):
            raise refusal(value, where, f"{self}{nearest(value, twin_choices())}") from None
        return value


def rules_choice(
    rules: Annotated[str, OneOf(Rules.NAMES)] = "modern", switches: Annotated[tuple, SwitchesRule()] = ()
) -> RulesChoice:
    choice = RulesChoice(rules, switches)
    choice.build()
    return choice


def claim_head(name: Text, figure: Annotated[str, FIGURE]) -> dict:
    return {"name": name, "figure": figure}


def question_head(
    ask: Text,
    answers: Annotated[tuple, ListOf(TableOf(Answer), least=2)],
    right: Annotated[int, Whole(1, 4)],
    because: Text,
    ask_at: Annotated[int, Whole(1, LATEST_TICK)] = 1,
) -> dict:
    """Return a question's keys that are not its measure's, `right` from 0. Raises ValueError unless they fit."""
    if not 2 <= len(answers) <= 4 or right > len(answers):
        raise ValueError(f"a question has two to four answers, of which `right` is one; not {len(answers)} and {right}")
    return {"ask": ask, "answers": answers, "right": right - 1, "because": because, "ask_at": ask_at}


@dataclass(frozen=True)
class MeasuredRule:
    """The schema of a table that names a measure, and becomes a Claim or a Question. `head` takes its other keys."""

    build: Callable[..., Claim | Question]
    head: Callable[..., dict]
    keys: str

    def __str__(self) -> str:
        return f"a table of {self.keys}, measure and the measure's own keys"

    def check(self, value: Any, where: str) -> Claim | Question:
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        common = parameters(self.head)
        measure = built(MEASURES, "measure", {key: part for key, part in value.items() if key not in common}, where)
        head = call_checked(self.head, {key: part for key, part in value.items() if key in common}, where)
        return self.build(measure=measure, **head)


CLAIM = MeasuredRule(Claim, claim_head, "name, figure")
QUESTION = MeasuredRule(Question, question_head, "ask, answers, right, because, ask_at")


def built(registry: dict[str, Callable], key: str, table: dict, where: str) -> Callable:
    """Return the function of a Run that a table chooses: it names one of a registry with a key, and gives its arguments."""
    name = table.get(key)
    if not isinstance(name, str) or name not in registry:
        raise InputError(f"{where}: {key} = {name!r} does not exist{nearest(name, registry)}; there are {', '.join(registry)}")
    kind = "drawing" if key == "draw" else key
    return call_checked(registry[name], {own: part for own, part in table.items() if own != key}, f"{where}: {kind} {name}")


class DrawingRule:
    """The schema of a drawing's TOML table, which becomes a function from a Run to an Svg."""

    def __str__(self) -> str:
        return "a table of draw, the name of a drawing, and the drawing's own keys"

    def check(self, value: Any, where: str) -> Drawing:
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        return built(DRAWINGS, "draw", value, where)


@dataclass(frozen=True)
class PageTable:
    """The keys of a page in a lesson's file. Other keys mean the same as in the class Page.

    In text, exercise, table and a question's `because`, {name} is replaced by the claimed number of that name. In a formula's
    lines of LaTeX it is @name.
    """

    title: Text
    section: Annotated[str, OneOf((*SECTIONS, *TOPICS))]
    text: Text
    level: Text
    shot: Annotated[Any, TableOf(shot_table)]
    formula: Annotated[tuple[str, ...], ListOf(TEXT)] = ()
    drawing: Annotated[Any, DrawingRule()] = None
    code: Text = ""
    table: Annotated[Any, TableOf(table_of)] = None
    exercise: Text = ""
    task: Annotated[Any, TableOf(Task)] = None
    script: Annotated[str, SCRIPT] = ""
    slower: Annotated[int, Whole(0, SLOWDOWNS[-1])] = AT_ONCE
    spawn: Point | None = None  # position of the feet at the start [m]
    heading: Degrees | None = None
    hz: Annotated[int, Whole(30, 480)] = 60
    rules: Annotated[str, OneOf(("modern", "fauerby", "thebigh"))] = "modern"  # name of a preset of Rules
    switches: Annotated[tuple, SwitchesRule()] = ()  # table of fields of Rules, with the values that replace the preset's
    set: Annotated[tuple, SETTINGS] = ()  # settings of the player, as of the option --set
    twins: Annotated[tuple, ListOf(TwinRule())] = ()
    space: Annotated[str, OneOf(SPACES)] = "world"
    minkowski: Yes = False
    inside: Annotated[int | None, Whole(0, 63)] = None  # index of the only iteration that the view shows, from 0
    claims: Annotated[tuple, ListOf(CLAIM)] = ()  # Claims, the numbers that the page states
    question: Annotated[Any, QUESTION] = None
    marks: Annotated[tuple, ListOf(TableOf(SceneMark))] = ()
    expert: Yes = False
    below: Yes = False

    def __post_init__(self) -> None:
        """Raise ValueError for keys that exclude each other, or a tick that does not exist."""
        check_moment(self.script, self.shot, self.question)
        if self.shot.camera == SECTION and self.inside is None:
            raise ValueError('a page whose camera is "section" needs `inside`, the iteration at which the level is cut')
        if self.question and self.inside is not None:
            raise ValueError("a page with a question cannot have `inside`: both use the keys Up and Down")
        if self.task and (self.question or self.exercise):
            raise ValueError("a page has one thing to do: a question, a task or an exercise")
        if self.task and replace(self.task, say="", value=None, near=(0.0, 0.0, 0.0), within=1.5) == Task(""):
            raise ValueError("task: nothing says when it is done")
        if self.task and self.task.walk and self.task.walk[0] != self.rules:
            raise ValueError(f'task: walk begins with "{self.task.walk[0]}", but the rules of the page are "{self.rules}"')
        if self.slower not in SLOWDOWNS:
            raise ValueError(f"slower = {self.slower}: allowed is one of {', '.join(map(str, SLOWDOWNS))}")
        PlayerParams.from_settings(dict(self.set))

    def page(self) -> Page:
        """Return the Page, with figures in its texts. Raises ValueError for a {name} that does not exist."""
        figures = {claim.name: claim.figure for claim in self.claims}
        rows = self.table and tuple(tuple(fill_in(cell, figures) for cell in row) for row in self.table.rows)
        same = {field.name: getattr(self, field.name) for field in fields(Page) if hasattr(self, field.name)}
        other = {
            "text": tuple(fill_in(" ".join(paragraph.split()), figures) for paragraph in self.text.strip().split("\n\n")),
            "formula": tuple(fill_in_formula(line, figures) for line in self.formula),
            "code": self.code.strip("\n"),
            "table": self.table and Table(self.table.head, rows),
            "exercise": fill_in(" ".join(self.exercise.split()), figures),
            "question": self.question and replace(self.question, because=fill_in(self.question.because, figures)),
            "feet": self.spawn,
            "rules": rules_choice(self.rules, self.switches),
            "settings": self.set,
        }
        return Page(**same | other)


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
    """Return the text with each {name}, by the regular expression `mark`, replaced. Raises ValueError for an unknown name."""

    def figure_of(found: re.Match) -> str:
        if found[1] not in figures:
            claims = ", ".join(figures) or "none"
            raise ValueError(f"text: {found[0]} is no claim of this page; claims are {claims}")
        return figures[found[1]]

    return re.sub(mark, figure_of, text)


def fill_in_formula(latex: str, figures: dict[str, str]) -> str:
    """Return a line of LaTeX with each @name replaced by the claim's number. Raises ValueError if it is not valid LaTeX."""
    line = fill_in(latex, figures, r"@(\w+)")
    check_formula(line)
    return line
