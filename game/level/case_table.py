"""The tables [[cases]] of a level file, or of the file NAME.cases.toml beside a mesh file: the level's regression cases."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from ..collision import Rules
from ..core.input_errors import InputError
from ..core.value_rules import (
    TEXT,
    Degrees,
    ImpossibleShape,
    ListOf,
    OneOf,
    Passing,
    Point,
    TableOf,
    Text,
    Whole,
    call_checked,
    errors_at,
)
from .contents.level import CAMERAS, COMPARE, FREE, MODES, THIRD, Case, Shot
from .toml_reader import read_list, read_tables

LATEST_TICK = 100_000  # largest tick of a shot. Smaller: no pictures of the end of long tours; larger: a case takes minutes
BESIDE = ".cases.toml"
FOLDER_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")

NAME = Passing("a name of letters, digits, - and _", lambda value: isinstance(value, str) and bool(FOLDER_NAME.fullmatch(value)))
SCRIPT = Passing("a script in quotes", lambda value: isinstance(value, str) and bool(value.strip()))
# Read as pairs (name, text). The class PlayerParams checks their names and limits later.
SETTINGS = Passing(
    "a table of player parameters, such as { speed = 8.0 }",
    lambda value: isinstance(value, dict) and all(isinstance(one, (int, float, list)) for one in value.values()),
    lambda value: tuple((name, setting_text(one)) for name, one in value.items()),
)


def setting_text(value: Any) -> str:
    """Return a number, or a list of numbers, in the form that the command line accepts, such as "8.0" or "0.3,0.3,0.9"."""
    return ",".join(map(repr, value)) if isinstance(value, list) else repr(value)


def shot_table(
    tick: Annotated[int, Whole(1, LATEST_TICK)],
    look: Text,
    camera: Annotated[str, OneOf(CAMERAS)] = THIRD,
    eye: Point | None = None,
    target: Point | None = None,
    overlays: Annotated[tuple[str, ...] | None, ListOf(TEXT)] = None,
) -> Shot:
    if (camera == FREE) != (eye is not None and target is not None):
        raise ImpossibleShape('a shot needs eye and target if its camera is "free", and must not have them otherwise')
    return Shot(tick, look, camera, eye, target, overlays)


@dataclass(frozen=True)
class CaseTable:
    """The keys of a table [[cases]]. Keys without a comment are the fields of the same name in Case."""

    name: Annotated[str, NAME]
    about: Text = ""
    mode: Annotated[str, OneOf(MODES)] = COMPARE
    script: Annotated[str, SCRIPT] = ""  # inputs, or "" for the level's tour
    hz: Annotated[int, Whole(30, 480)] = 60  # ticks per second
    rules: Annotated[str, OneOf(Rules.NAMES)] = "modern"
    set: Annotated[tuple[tuple[str, str], ...], SETTINGS] = ()  # that differ from the defaults
    spawn: Point | None = None  # feet (3,) [m], or the level's
    heading: Degrees | None = None  # [degrees], or the spawn's
    shots: Annotated[tuple[Shot, ...], ListOf(TableOf(shot_table))] = ()

    def case(self) -> Case:
        """Return the Case of the table. Raises ImpossibleShape if two shots have the same tick and camera."""
        refuse_twice([shot.name for shot in self.shots], "shots: tick and camera")
        start = self.spawn, self.heading
        return Case(self.name, self.about, self.mode, self.script, self.hz, self.rules, self.set, *start, self.shots)


def refuse_twice(names: list[str], what: str) -> None:
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ImpossibleShape(f'{what} "{twice[0]}" is given twice')


def read_cases(tables: Any, text: str, file: str) -> tuple[Case, ...]:
    """Return the Cases of the value of the key `cases` in a file's text. Raises InputError that names the wrong table."""
    cases = read_list(tables, "cases", "name", text, file, read_case)
    with errors_at(file):
        refuse_twice([case.name for case in cases], "cases: name")
    return cases


def read_case(table: Any, where: str) -> Case:
    case = call_checked(CaseTable, table, where)
    with errors_at(where):
        return case.case()


def beside(mesh: Path) -> Path:
    """Return the path of a mesh file's case file, as house.cases.toml of house.glb: its name up to the first dot counts."""
    return mesh.with_name(mesh.name.partition(".")[0] + BESIDE)


def cases_beside(mesh: Path) -> tuple[Case, ...]:
    """Read the case file of a mesh file. Returns () if there is no such file. Raises InputError if the file is not valid."""
    path = beside(mesh)
    if not path.is_file():
        return ()
    document, text, file = read_tables(path)
    others = [key for key in document if key != "cases"]
    if others:
        raise InputError(f"{file}: may contain only tables [[cases]], not {', '.join(others)}")
    return read_cases(document.get("cases", []), text, file)
