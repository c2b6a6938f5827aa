"""Find lessons by name, and levels that only lessons use."""

from functools import cache, lru_cache
from pathlib import Path

from game.errors import InputError
from game.level import Level, load_level
from game.level.library import LEVELS
from game.level.schema import nearest

from .lesson import Lesson
from .lesson_file import order_of, read_lesson

LESSONS = LEVELS / "lessons"
MOST_ORDERS = 256  # lesson files whose order is remembered. Fewer: files are read at each call; more: memory
OWN_LEVELS = LESSONS / "levels"  # in a folder of their own, so that they are neither in the list of levels nor in that of lessons


def lesson_names() -> list[str]:
    """The names of all lessons, sorted by their `order`: every TOML file in levels/lessons."""
    return [path.stem for path in sorted(LESSONS.glob("*.toml"), key=lambda path: (known_order(path), path.stem))]


def known_order(path: Path) -> int:
    """The `order` of a lesson's file, which is read again only after a change: all of them take 50 ms."""
    found = path.stat()
    return order_at(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=MOST_ORDERS)
def order_at(path: Path, _changed: int, _size: int) -> int:
    return order_of(path)


def load_lesson(source: str | Path) -> Lesson:
    """The lesson with a name or in a file. Raises InputError, one line, if there is none or it is invalid."""
    name = str(source)
    if any(path.stem == name for path in LESSONS.glob("*.toml")):
        return read_lesson(LESSONS / f"{name}.toml")
    if Path(source).suffix == ".toml":
        return read_lesson(Path(source))
    names = lesson_names()
    raise InputError(f'no lesson "{name}"{nearest(name, names)}; lessons are {", ".join(names)}')


@cache
def level_of(name: str) -> Level:
    """The Level of a page, from the lessons' own levels or by `load_level`. It is cached, since many pages share a level."""
    own = OWN_LEVELS / f"{name}.toml"
    return load_level(str(own) if own.is_file() else name)
