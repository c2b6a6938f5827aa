"""Finding a lesson, and the levels that belong to lessons alone."""

from functools import cache
from pathlib import Path

from game.errors import InputError
from game.level import Level, load_level
from game.level.library import LEVELS
from game.level.schema import nearest

from .lesson import Lesson
from .lesson_file import order_of, read_lesson

LESSONS = LEVELS / "lessons"
OWN_LEVELS = LESSONS / "levels"  # below the folder of lessons, so that neither list takes them for its own


def lesson_names() -> list[str]:
    """The names of all lessons, in the order in which they are told; a file put into levels/lessons is one of them."""
    return [path.stem for path in sorted(LESSONS.glob("*.toml"), key=lambda path: (order_of(path), path.stem))]


def load_lesson(source: str | Path) -> Lesson:
    """The lesson of that name, or of a path to a file. InputError in one line when there is none or it is faulty."""
    name = str(source)
    if name in lesson_names():
        return read_lesson(LESSONS / f"{name}.toml")
    if Path(source).suffix == ".toml":
        return read_lesson(Path(source))
    names = lesson_names()
    raise InputError(f'no lesson "{name}"{nearest(name, names)}; lessons are {", ".join(names)}')


@cache
def level_of(name: str) -> Level:
    """The level that pages name: one that belongs to lessons, or any that load_level knows. Kept: many pages share one."""
    own = OWN_LEVELS / f"{name}.toml"
    return load_level(str(own) if own.is_file() else name)
