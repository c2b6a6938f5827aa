"""The user's progress, in the user's data folder: levels, lesson pages, answers, tasks and goals.

A damaged file is ignored. Two running copies of the game add to each other's progress.
"""

import json
from pathlib import Path
from typing import Any

from ...core.safe_files import keep
from ...core.user_and_cache_folders import user_folder

NAME = "progress.json"
LAST, LAST_LESSON, LEFT = "last level", "last lesson", "pages left open"
READ, RIGHT, DONE, REACHED = "pages read", "right answers", "tasks done", "goals reached"
LISTS = READ, RIGHT, DONE, REACHED


class UserProgress:
    """The user's progress, by names of lessons and levels, and indices of pages. What is stored is written at once."""

    def __init__(self, path: Path | None = None):
        folder = user_folder("data")
        self._path = path or (folder and folder / NAME)
        self._own = read(self._path)

    @property
    def last_level(self) -> str | None:
        return self._own[LAST]

    def store_level(self, level: str) -> None:
        if level != self.last_level:
            self._save({LAST: level})

    @property
    def last_lesson(self) -> str | None:
        return self._own[LAST_LESSON]

    def pages_read(self, lesson: str) -> set[int]:
        return set(self._own[READ].get(lesson, ()))

    def page_left(self, lesson: str) -> int:
        return self._own[LEFT].get(lesson, 0)

    def right_answers(self, lesson: str) -> set[int]:
        return set(self._own[RIGHT].get(lesson, ()))

    def tasks_done(self, lesson: str) -> set[int]:
        return set(self._own[DONE].get(lesson, ()))

    def store_page_read(self, lesson: str, number: int) -> None:
        """Store that a page was read, and is the page left open. This lesson is then the last one."""
        self._add(READ, lesson, number)
        self.store_page_left(lesson, number)
        if lesson != self.last_lesson:
            self._save({LAST_LESSON: lesson})

    def store_page_left(self, lesson: str, number: int) -> None:
        if number != self.page_left(lesson):
            self._save({LEFT: {lesson: number}})

    def store_right_answer(self, lesson: str, number: int) -> None:
        self._add(RIGHT, lesson, number)

    def store_task_done(self, lesson: str, number: int) -> None:
        self._add(DONE, lesson, number)

    def goals(self, level: str) -> set[str]:
        return set(self._own[REACHED].get(level, ()))

    def store_goal(self, level: str, goal: str) -> None:
        self._add(REACHED, level, goal)

    def _add(self, kind: str, name: str, item: int | str) -> None:
        items = self._own[kind].setdefault(name, [])
        if item not in items:
            items.append(item)
            self._save({})

    def _save(self, changed: dict[str, Any]) -> None:
        """Add to the file the entries that `changed` here, and all lists. Another copy of the game may have written it since."""
        other = read(self._path)
        for kind in LISTS:
            for name, items in other[kind].items():
                own = self._own[kind].setdefault(name, [])
                own += [item for item in items if item not in own]
        for kind in (LAST, LAST_LESSON):
            self._own[kind] = changed.get(kind) or other[kind] or self._own[kind]
        self._own[LEFT] |= other[LEFT] | changed.get(LEFT, {})
        keep(self._path, json.dumps(self._own, indent=1))


def read(path: Path | None) -> dict[str, Any]:
    """Return the content of a progress file, empty if it is missing or damaged.

    LAST and LAST_LESSON are a name or None, LEFT is {lesson: page}. Each entry of LISTS is {lesson or level: [page or goal,
    ...]}.
    """
    empty: dict[str, Any] = {LAST: None, LAST_LESSON: None, LEFT: {}, **{kind: {} for kind in LISTS}}
    if path is None:  # a user without a home folder
        return empty
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        left = {lesson: number for lesson, number in kept.get(LEFT, {}).items() if type(number) is int and number >= 0}
        found = {kind: lists(kept.get(kind, {}) if kind == DONE else kept[kind]) for kind in LISTS}
        return {LAST: kept[LAST], LAST_LESSON: kept.get(LAST_LESSON), LEFT: left, **found}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return empty


def lists(kept: dict[str, Any]) -> dict[str, list[int | str]]:
    for items in kept.values():
        if not isinstance(items, list) or not all(isinstance(item, int | str) for item in items):
            raise TypeError("not a list of numbers or texts")
    return kept
