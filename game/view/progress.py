"""The user's progress: the last level, the pages read of lessons, and the goals reached. It is stored in the user's data folder.

A damaged file is ignored. Two copies of the game add to each other's progress.
"""

import json

from game.collision.engine.user_dirs import user_folder
from game.files import keep

NAME = "progress.json"
LAST, READ, RIGHT, REACHED = "last level", "pages read", "right answers", "goals reached"


class Progress:
    """The player's progress. path: of its file, None: the user's"""

    def __init__(self, path=None):
        folder = user_folder("data")
        self._path = path or (folder and folder / NAME)
        self._own = read(self._path)

    @property
    def last_level(self):
        """Name of the level played last, or None."""
        return self._own[LAST]

    def play(self, level):
        """Note that a level is played. level: its name"""
        if level != self.last_level:
            self._own[LAST] = level
            self._save(LAST)

    def pages_read(self, lesson):
        """Numbers of the pages read of a lesson, from 0. lesson: its name"""
        return set(self._own[READ].get(lesson, ()))

    def right_answers(self, lesson):
        """Numbers of the pages of a lesson whose question was answered right."""
        return set(self._own[RIGHT].get(lesson, ()))

    def read_page(self, lesson, number):
        self._add(READ, lesson, number)

    def answer_right(self, lesson, number):
        self._add(RIGHT, lesson, number)

    def goals(self, level):
        """Names of the goals reached in a level. level: its name"""
        return set(self._own[REACHED].get(level, ()))

    def reach(self, level, goal):
        self._add(REACHED, level, goal)

    def _add(self, kind, name, item):
        items = self._own[kind].setdefault(name, [])
        if item not in items:
            items.append(item)
            self._save(None)

    def _save(self, changed):
        """Write it, with what another copy has written since. changed: LAST if that is newer here, else None"""
        other = read(self._path)
        for kind in (READ, RIGHT, REACHED):
            for name, items in other[kind].items():
                own = self._own[kind].setdefault(name, [])
                own += [item for item in items if item not in own]
        if changed != LAST:
            self._own[LAST] = other[LAST] or self._own[LAST]
        keep(self._path, json.dumps(self._own, indent=1))


def read(path):
    """The content of a file of progress; empty where there is none, or it is damaged."""
    empty = {LAST: None, READ: {}, RIGHT: {}, REACHED: {}}
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return {LAST: kept[LAST], **{kind: lists(kept[kind]) for kind in (READ, RIGHT, REACHED)}}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return empty


def lists(kept):
    """{name: list of numbers or texts}. Raises TypeError for anything else."""
    for items in kept.values():
        if not isinstance(items, list) or not all(isinstance(item, int | str) for item in items):
            raise TypeError("not a list of numbers or texts")
    return kept
