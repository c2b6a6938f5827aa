"""The command `check --add`: append a recording as a case to the level's file, and write its golden record."""

import tomllib

from ..core.input_errors import InputError
from ..core.safe_files import read_exact_text, restored_on_failure, write_file
from ..level.case_table import NAME, beside, read_cases
from ..level.contents.level import Case
from ..level.toml_reader import shown_path
from ..simulation import Recording
from ..simulation.recording import source_of
from .case_simulation import TOUR, cases_of, title_of
from .golden_records import golden_folder
from .recording_to_case import case_of, case_text
from .verdict import count_text


def add_case(source, name, accept, axis=None, scale=None):
    """Append a recording as a case to its level's file, and accept its run as golden record. Returns the exit code of `accept`.

    source: path of the recording
    name: name of the new case
    accept(word): function that accepts the run of the case `word`, LEVEL/CASE
    axis, scale: up axis and metres per unit of a mesh file, or None, as for load_level
    The cases of a mesh file are in NAME.cases.toml beside it.
    Raises InputError and changes nothing if the name exists, or if the recording is damaged. The same holds if the recording
    belongs to another level, or cannot be expressed as a case.
    """
    recording = Recording.parse(read_exact_text(source), source)
    level = recording.load_level(source, axis, scale)
    refuse_name(name, level)
    recording.simulation(level)  # refuses another level
    case, values = case_of(recording, level, name, source)
    path = level.path if level.path.suffix == ".toml" else beside(level.path)
    before = read_exact_text(path) if path.is_file() else ""
    with restored_on_failure(path):
        write_file(path, with_case(before, tour_text(level) + case_text(case, values), shown_path(path)))
        print(f"{shown_path(path)}: case {name!r} added, {recording.script.ticks} ticks, {count_text(case.shots, 'shot')}")
        return accept(f"{source_of(level)}/{name}")


def refuse_name(name, level):
    """Raise InputError for an invalid name of a case, or for a name that another case of the Level has."""
    NAME.check(name, "--add")
    if name in [case.name for case in cases_of(level)]:
        raise InputError(f"{title_of(level, Case(name))}: there is a case of this name already: take another, or delete it there")


def tour_text(level):
    """Return the TOML text that declares a Level's tour as a case, or "" if this is not necessary.

    A level without declared cases has the tour as its case. The first declared case replaces it. So a tour with a golden record
    must be declared before that case.
    """
    undeclared = cases_of(level) == (TOUR,) and (golden_folder(level) / TOUR.name).is_dir()
    return case_text(TOUR, {}) + "\n" if undeclared else ""


def with_case(before, added, file):
    """Return the text of a file with a table appended, with the file's line endings.

    before: text of the file
    added: text of the table
    file: name of the file in errors
    Raises InputError if the result is not valid.
    """
    ending = "\r\n" if "\r\n" in before else "\n"
    gap = "" if not before else ending if before.endswith("\n") else 2 * ending
    text = before + gap + added.replace("\n", ending)
    try:
        tables = tomllib.loads(text)["cases"]
    except tomllib.TOMLDecodeError:
        raise InputError(f"{file}: no table can be added to its cases: write them as tables [[cases]]") from None
    read_cases(tables, text, file)
    return text
