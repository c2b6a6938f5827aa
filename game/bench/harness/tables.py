"""Tables of measured values, as text and as JSON."""

from __future__ import annotations

import json
import platform
from typing import NamedTuple

from ...core.safe_files import write_file

MARK = '{\n "python": "'  # at the beginning of every file of tables


class Table(NamedTuple):
    """A table: its title, the names of the columns, rows of the same length, and a note on the method."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple]
    note: str = ""


def text(table: Table) -> str:
    """Return the table as aligned text."""
    cells = [table.columns, *([shown(value) for value in row] for row in table.rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(table.columns))]
    lines = [aligned(row, widths) for row in cells]
    rule = "-" * len(lines[0])
    return "\n".join([table.title, rule, lines[0], rule, *lines[1:], *([table.note] if table.note else [])])


def aligned(row, widths: list[int]) -> str:
    """Return a row of texts as one line. The first column is left-aligned, the others are right-aligned.

    widths: number of letters in each column
    """
    return "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))])


def shown(value) -> str:
    """Return a value as text. Floats have three significant digits, or no decimals from 1000 on, and None is a dash."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return str(value)


def write_json(tables: list[Table], path: str) -> None:
    """Write all tables with a description of the machine to a JSON file.

    Raises InputError if the file cannot be written, or is another program's.
    """
    document = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "tables": [{"title": t.title, "note": t.note, "rows": [dict(zip(t.columns, row)) for row in t.rows]} for t in tables],
    }
    write_file(path, json.dumps(document, indent=1) + "\n", MARK)
