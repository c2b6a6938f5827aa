"""The tables [[cases]] of a level file, or of the file NAME.cases.toml beside a mesh file: the level's regression cases."""

from functools import partial
from pathlib import Path
from typing import Any

from ..core.input_errors import InputError
from ..core.value_rules import call_checked, errors_at
from .contents.level import Case, refuse_twice
from .toml_reader import read_list, read_tables

BESIDE = ".cases.toml"


def read_cases(tables: Any, text: str, file: str) -> tuple[Case, ...]:
    """Return the Cases of the value of the key `cases` in a file's text. Raises InputError that names the wrong table."""
    cases = read_list(tables, "cases", "name", text, file, partial(call_checked, Case))
    with errors_at(file):
        refuse_twice([case.name for case in cases], "cases: name")
    return cases


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
