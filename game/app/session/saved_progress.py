"""The user's progress, in the user's data folder: levels, lesson pages, answers, tasks, goals, and the best run of each level.

A damaged file is ignored. Two running copies of the game add to each other's progress.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...core.argument_checks import FARTHEST
from ...core.right_forward_up_frame import Frame, orthonormalise
from ...core.safe_files import decoded
from ...core.user_and_cache_folders import keep, user_folder
from ...core.vec3 import Vector, dot, normalise
from ...player.gravity_aligned_frame import interpolate
from ...simulation import PlayerState

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


FAR_APART = 3.0  # [m] between two rows of a track: the player was teleported, and the ghost is not drawn between them
UPRIGHT = 4  # numbers in the row of a player whose up is +z
ROUNDED = 0.01  # error of a frame rounded to three digits. Smaller: stored runs count as damaged; larger: a skewed ghost
LONGEST, SHORTEST = 36_000, 1e-3  # [s]; a longer run, or a shorter time between two rows of its track, is a damaged file


Ghost = tuple[Vector, float, Frame | None]  # centre [m], heading [rad] and frame of a player


@dataclass(frozen=True)
class BestRun:
    """The best run of a level.

    track: rows (x, y, z, heading) [m, rad] of the centre, and if the player's up is not +z, right (3) and up (3) of its frame
    splits: (index of a checkpoint's volume, time of the run [s]), ...
    """

    level_hash: str
    seconds: float  # duration of the run [s]
    step: float  # time between two rows of the track [s]
    track: tuple[tuple[float, ...], ...]
    splits: tuple[tuple[int, float], ...] = ()

    def at(self, time: float) -> Ghost | None:
        """Return the ghost at a time [s], interpolated between two rows of the track, from 0 to the end of the run, else None."""
        place = max(time, 0.0) / self.step
        row = int(place)
        if row + 1 >= len(self.track):
            return None
        a, b, part = self.track[row], self.track[row + 1], place - row
        if max(abs(p - q) for p, q in zip(a[:3], b[:3])) > FAR_APART:
            part = 0.0
        frame = interpolate(frame_of(a), frame_of(b), part) if len(a) + len(b) > 2 * UPRIGHT else None
        x, y, z = (p + (q - p) * part for p, q in zip(a[:3], b[:3]))
        return (x, y, z), a[3], frame

    def is_valid(self) -> bool:
        """True if duration, step, track and splits are valid. Can raise TypeError if values have wrong types."""
        rows = all(are_numbers(row, UPRIGHT) or has_frame(row) for row in self.track)
        rows = rows and all(are_numbers(row, 2) for row in self.splits)
        return rows and len(self.track) > 1 and 0 < self.seconds < LONGEST and SHORTEST <= self.step < 1.0

    def save(self, path: Path | None) -> None:
        keep(path, json.dumps(asdict(self)))


def row_of(state: PlayerState) -> tuple[float, ...]:
    frame = state.frame
    return *state.position, state.heading, *((*frame[0], *frame[2]) if frame else ())


def frame_of(row: Sequence[float]) -> Frame | None:
    """Return the frame of a track's row, made orthonormal again after rounding, or None if the player's up is +z."""
    return orthonormalise((row[4:7], None, normalise(row[7:10]))) if len(row) > UPRIGHT else None


def has_frame(row: Sequence[float]) -> bool:
    """True if a row of a track holds a frame: right and up of about unit length, at about a right angle."""
    if not are_numbers(row, UPRIGHT + 6):
        return False
    right, up = row[4:7], row[7:10]
    return max(abs(dot(right, right) - 1.0), abs(dot(up, up) - 1.0), abs(dot(right, up))) < ROUNDED


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and abs(value) <= FARTHEST


def are_numbers(row: Sequence, count: int) -> bool:
    return len(row) == count and all(is_number(x) for x in row)


def load_best(path: Path | None, level_hash: str) -> BestRun | None:
    """Return the best run in a file, or None without a valid file for the level."""
    if path is None:  # a user without a home folder
        return None
    try:
        kept = json.loads(decoded(path.read_bytes()))
        track, splits = (tuple(map(tuple, rows)) for rows in (kept["track"], kept.get("splits", ())))
        run = BestRun(kept["level_hash"], kept["seconds"], kept["step"], track, splits)
        return run if run.level_hash == level_hash and run.is_valid() else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def path_of(level: str, feel: str) -> Path | None:
    """Return the file of a level's best run by the feel "exact" or "smooth"."""
    folder = user_folder("data")
    return folder and folder / "runs" / ("" if feel == "exact" else feel) / f"{level}.json"
