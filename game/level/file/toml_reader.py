"""Read a TOML file into its text and its tables."""

import tomllib
from pathlib import Path
from typing import Any

from game.bounded_file_reading import MOST_WORDS, file_bytes
from game.input_errors import InputError


def read_tables(path: Path) -> tuple[dict[str, Any], str, str]:
    """Return the tables of a TOML file, the file's text, and its name in messages (see `shown_path`).

    Raises InputError if the file cannot be read or is not TOML.
    """
    file = shown_path(path)
    text = read_text(path, file)
    return parse(text, file), text, file


def shown_path(path: Path) -> str:
    """Return a path as text for messages, relative to the current folder if the path is inside it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def read_text(path: Path, file: str) -> str:
    """Return the text of a TOML file. `file` is its name in errors.

    Raises InputError if it cannot be read, is not UTF-8, or has more than MOST_WORDS bytes.
    """
    try:
        return file_bytes(path, MOST_WORDS).decode("utf-8")
    except OSError as problem:
        raise InputError(f"{file}: cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{file}: is not text in UTF-8, which TOML requires") from None


def parse(text: str, file: str) -> dict[str, Any]:
    """Return the tables of a TOML text. `file` is its name in errors. Raises InputError if the text is not TOML."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # also a number of thousands of digits, and lists in lists in lists
        raise InputError(f"{file}: is not valid TOML: {problem}") from None
