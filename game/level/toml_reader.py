"""Read a TOML file into its text and its tables, and name the tables in errors."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ..core.input_errors import InputError, cut
from ..core.safe_files import MOST_WORDS, decoded, file_bytes
from .contents.limits import MOST_TABLES

T = TypeVar("T")


def read_tables(path: Path) -> tuple[dict[str, Any], str, str]:
    """Return the tables of a TOML file, its text, and its name in messages. Raises InputError if it cannot be read."""
    file = shown_path(path)
    try:
        text = decoded(file_bytes(path, MOST_WORDS))
    except OSError as problem:
        raise InputError(f"{file}: cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{file}: is not text in UTF-8 or UTF-16; save it as UTF-8") from None
    try:
        return tomllib.loads(text), text, file
    except (ValueError, RecursionError) as problem:  # also a number of thousands of digits, and lists in lists in lists
        raise InputError(f"{file}: is not valid TOML: {problem}") from None


def shown_path(path: Path) -> str:
    """Return a path for messages, relative to the current folder if the path is inside it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def read_list(tables: Any, key: str, word: str, text: str, file: str, read: Callable[[Any, str], T]) -> tuple[T, ...]:
    """Return what `read` makes of each table [[key]] and its name in errors. Raises InputError if `tables` is no list.

    word, text, file: as for `table_names`
    """
    require_list(tables, key, text, file)
    return tuple(read(table, where) for table, where in zip(tables, table_names(tables, key, word, text, file)))


def require_list(tables: Any, key: str, text: str, file: str) -> None:
    """Raise InputError, with the line if it is found, unless the value of the key `key` is a list."""
    if not isinstance(tables, list):
        begins = (number for number, line in enumerate(text.splitlines(), 1) if re.match(rf"\s*\[?\s*{key}\b", line))
        number = next(begins, None)
        brackets = f"; [{key}] has one bracket" if isinstance(tables, dict) else ""
        raise InputError(f"{file}{f':{number}' if number else ''}: {key} must be tables [[{key}]]{brackets}")


def table_names(tables: list[Any], key: str, word: str, text: str, file: str) -> list[str]:
    """Return the name of each table [[key]] for errors, such as "a.toml:7: parts[2] ramp", with a line if it is found.

    word: key whose text is added, such as "part"; text: of the file. Raises InputError if there are more than MOST_TABLES.
    """
    if len(tables) > MOST_TABLES:
        raise InputError(f"{file}: {len(tables)} tables [[{key}]], {MOST_TABLES} can be loaded; use repeat, or a mesh file")
    header = re.compile(rf"\s*\[\[\s*{key}\s*\]\]")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if header.match(line)]
    known = len(lines) == len(tables)
    names = []
    for index, table in enumerate(tables):
        kind = f" {cut(table[word])}" if isinstance(table, dict) and isinstance(table.get(word), str) else ""
        names.append(f"{file}{f':{lines[index]}' if known else ''}: {key}[{index + 1}]{kind}")
    return names
