"""Reader of a lesson's TOML file. Errors name the file, and the page, the key and the allowed values if they are known."""

from pathlib import Path
from typing import Annotated, Any

from ..core.input_errors import InputError
from ..core.value_rules import Text, Whole, call_checked
from ..level.toml_reader import read_list, read_tables, require_list
from . import course as course  # its files register the drawings and measures that pages name
from .tools.lesson_records import Lesson, Page

LAST = 10_000  # order of a lesson whose file cannot be read: it is listed last, and opening it is an error


def read_lesson(path: Path) -> Lesson:
    """Return the Lesson in a TOML file. Raise InputError, one line, if the file is missing or invalid."""
    document, text, file = read_tables(path)
    tables = document.pop("pages", [])
    require_list(tables, "pages", text, file)
    if not tables:
        raise InputError(f"{file}: pages is missing; a lesson needs at least one [[pages]] table")
    header = call_checked(header_table, document, file)
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
    return call_checked(Page, {"level": level} | table if level else table, where)
