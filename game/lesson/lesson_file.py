"""A lesson's file (TOML) -> Lesson. Every error names the file, the page, the key and what is allowed."""

from pathlib import Path
from string import Formatter
from typing import Annotated, Any

from game.errors import InputError
from game.level.case import Shot
from game.level.file.case_table import ScriptRule, SettingsRule, shot_table
from game.level.file.part_table import table_names
from game.level.file.toml_file import read_tables
from game.level.schema import Degrees, ListOf, OneOf, Point, TableOf, Text, Whole, Yes, call_checked
from game.overlay import Switches
from game.simulation import PlayerParams, parse_script

from .claim_table import ClaimRule, QuestionRule
from .lesson import AT_ONCE, WATCHED, Lesson, Page, Question
from .paper_sections import SECTIONS
from .rules_table import SwitchesRule, TwinRule, ruled_table

SPACES = ("world", "ellipsoid", "both")
LAST = 10_000  # order of a lesson whose file cannot be read: it is listed, and refused when it is opened


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file. InputError says in one line what is wrong with it."""
    document, text, file = read_tables(path)
    tables = document.pop("pages", None)
    if not isinstance(tables, list) or not tables:
        raise InputError(f"{file}: pages is missing; a lesson needs at least one [[pages]] table")
    header = call_checked(header_table, document, f"{file}:")
    wheres = table_names(tables, "pages", "title", text, file)
    pages = tuple(read_page(table, where, header["level"]) for table, where in zip(tables, wheres))
    return Lesson(path.stem, header["title"], header["order"], header["about"], pages)


def header_table(title: Text, order: Annotated[int, Whole(1, LAST)], about: Text, level: Text = "") -> dict:
    """level: of all pages that name none."""
    return {"title": title, "order": order, "about": about, "level": level}


def order_of(path: Path) -> int:
    """The place of a lesson among the others, from its file alone."""
    try:
        order = read_tables(path)[0].get("order", LAST)
    except InputError:
        return LAST
    return order if isinstance(order, int) else LAST


def read_page(table: Any, where: str, level: str) -> Page:
    return call_checked(page_table, {"level": level} | table if level else table, where)


def page_table(
    title: Text,
    section: Annotated[str, OneOf(tuple(SECTIONS))],
    text: Text,
    level: Text,
    shot: Annotated[Any, TableOf(shot_table)],
    exercise: Text = "",
    script: Annotated[str, ScriptRule()] = "",
    slower: Annotated[int, Whole(0, WATCHED[-1])] = AT_ONCE,
    spawn: Annotated[tuple | None, Point.__metadata__[0]] = None,
    heading: Annotated[float | None, Degrees.__metadata__[0]] = None,
    hz: Annotated[int, Whole(30, 480)] = 60,
    rules: Annotated[str, OneOf(("modern", "fauerby", "thebigh"))] = "modern",
    switches: Annotated[tuple, SwitchesRule()] = (),
    set: Annotated[tuple, SettingsRule()] = (),
    twins: Annotated[tuple, ListOf(TwinRule())] = (),
    space: Annotated[str, OneOf(SPACES)] = "world",
    minkowski: Yes = False,
    inside: Annotated[int | None, Whole(0, 63)] = None,
    claims: Annotated[tuple, ListOf(ClaimRule())] = (),
    question: Annotated[Any, QuestionRule()] = None,
) -> Page:
    """The keys of a page are the parameters of this function."""
    figures = {claim.name: claim.figure for claim in claims}
    check_moment(script, shot, question)
    if question and inside is not None:
        raise ValueError("a page with a question cannot be inside of a tick: both are chosen by Up and Down")
    if slower not in WATCHED:
        raise ValueError(f"slower {slower}: there are {WATCHED}, times slower than life")
    PlayerParams.from_settings(dict(set))
    return Page(
        title,
        section,
        tuple(filled(" ".join(paragraph.split()), figures) for paragraph in text.strip().split("\n\n")),
        level,
        shot,
        filled(" ".join(exercise.split()), figures),
        script,
        slower,
        spawn,
        heading,
        hz,
        ruled_table(rules, switches),
        set,
        twins,
        space,
        minkowski,
        inside,
        claims,
        question,
    )


def check_moment(script: str, shot: Shot, question: Question | None) -> None:
    """ValueError when the script is over before the page's moment, or the moment before the question."""
    ticks = parse_script(script, "script").ticks if script else shot.tick
    if shot.tick > ticks:
        raise ValueError(f"shot: tick {shot.tick}: the script has only {ticks} ticks")
    if question and question.ask_at >= shot.tick:
        raise ValueError(f"question: ask_at {question.ask_at}: it must be asked before the shot's tick {shot.tick}")
    for name in shot.overlays or ():
        if name not in Switches.names():
            raise ValueError(f"shot: no overlay {name!r}; there are {', '.join(Switches.names())}")


def filled(text: str, figures: dict[str, str]) -> str:
    """The text with {name} replaced by the figure of the claim of that name. ValueError for a name that no claim has."""
    for _, name, _, _ in Formatter().parse(text):
        if name is not None and name not in figures:
            raise ValueError(f"text: {{{name}}} is no claim of this page; claims are {', '.join(figures) or 'none'}")
    return text.format(**figures)
