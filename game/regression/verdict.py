"""The verdict on a case: the kind of its difference from the golden record, and the inputs that differ from those on record."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from traceback import extract_tb, format_exception

import numpy as np

from ..collision import Rules
from ..core.input_errors import InputError, counted
from ..level import Level
from ..level.contents.level import COMPARE, RUN, Case
from ..player.player_params import PlayerParams
from ..simulation.recording import fields_text
from ..simulation.view_smoothing import heights
from .case_pictures import ShotScene, draw_pictures, scene_around, section_at
from .case_simulation import CaseRun, run_case
from .first_difference import ROUNDING, WITHIN_SKIN, Figures, Finding, Rows, findings_of, picture_finding
from .golden_records import MOTION, CsvRow, Golden, golden_folder, golden_of, read_golden


def causes(now: Mapping[str, str], was: Mapping[str, str]) -> list[str]:
    """Return texts with the changed inputs of a case, by the heads of both Goldens, the most likely causes first."""
    found = [f"the {name} has changed" for name in ("level-hash", "script", "start") if now[name] != was.get(name)]
    usual = {"player": fields_text(PlayerParams()), "rules": fields_text(Rules())}  # of what is newer than the record
    words = [word for key in usual for word in changed_words(now[key], f"{usual[key]} {was.get(key, '')}")]
    rate = [f"{now['rate']} ticks a second instead of {was.get('rate')}"] if now["rate"] != was.get("rate") else []
    return [text.replace("level-hash", "level") for text in found] + rate + words


def changed_words(now: str, was: str) -> list[str]:
    """Return texts such as "step_up=0.3 instead of 0.4" for different `name=value` words, separated by spaces."""
    today, before = (dict(word.split("=", 1) for word in text.split()) for text in (now, was))
    changed = [name for name in today | before if today.get(name) != before.get(name)]
    return [f"{name}={today.get(name, 'nothing')} instead of {before.get(name, 'nothing')}" for name in changed]


CLOSE = 1e-9  # relative difference of two figures that may be rounding, as for paths
# [0..255] mean difference of the worst tile. Smaller: an edge that rounding moved counts; larger: a missing overlay does not
VISIBLE = 6.0


class Matter(IntEnum):
    """The kinds of differences of a run, the most important first."""

    PATH = 0  # the player is somewhere else, or on other ground
    CONTACTS = 1  # nearly the same path by other iterations or contacts
    LAB = 2  # an exhibit of the lab computes something else
    PICTURE = 3  # the same run looks different
    ROUNDING = 4  # the same contacts: last digits, or other candidates

    @property
    def words(self) -> str:
        return MATTERS[self]


MATTERS = {
    Matter.PATH: "another path",
    Matter.CONTACTS: "other contacts",
    Matter.LAB: "other figures in the lab",
    Matter.PICTURE: "another picture",
    Matter.ROUNDING: "rounding or other candidates",
}


def matter_of(findings: Sequence[Finding], now: Golden, was: Golden) -> Matter:
    """Return the kind of the difference between today's run and the record. findings: all of them"""
    rungs = {finding.rung for finding in findings}
    if len(now.rows) != len(was.rows) or is_farther(now.rows, was.rows, WITHIN_SKIN):
        return Matter.PATH
    if is_farther(now.rows, was.rows, ROUNDING) or list(map(contacts_of, now.rows)) != list(map(contacts_of, was.rows)):
        return Matter.CONTACTS
    if not are_close(now.figures, was.figures):
        return Matter.LAB
    is_only_drawn = not rungs & {"trajectory", "lab", "trace"}
    return Matter.PICTURE if is_only_drawn or any(finding.worst > VISIBLE for finding in findings) else Matter.ROUNDING


def is_farther(now: Rows, was: Rows, limit: float) -> bool:
    """True if in a tick the ground differs, or position [m], velocity [m/s] or normal by more than `limit`."""
    numbers = [name for name in MOTION if name != "ground"]
    for a, b in zip(now, was):
        if a.ground != b.ground or any(abs(getattr(a, name) - getattr(b, name)) > limit for name in numbers):
            return True
    return False


def are_close(now: Figures, was: Figures) -> bool:
    """True if figures differ at most by rounding (CLOSE): the same figures change in the same ticks."""
    if [row[:3] for row in now] != [row[:3] for row in was]:
        return False
    pairs = ((float(here.value), float(there.value)) for here, there in zip(now, was) if here.value != there.value)
    return all(abs(here - there) <= CLOSE * max(1.0, abs(there)) for here, there in pairs)


def contacts_of(row: CsvRow) -> str:
    """Return the iterations of a tick as text, without the fractions of their sweeps, which differ by rounding."""
    return re.sub(r" at -?[\d.]+", "", row.story)


@dataclass(frozen=True)
class CaseResult:
    level: str
    case: Case

    @property
    def title(self) -> str:
        return f"{self.level}/{self.case.name}"


@dataclass(frozen=True)
class Verdict(CaseResult):
    """The result of a case: its run, compared with the golden record `was`, if there is one.

    findings: one for each rung that differs (first_difference.py), or several pictures; eyes: height after each tick [m]; sheet:
    (tick, (h, w, 3) uint8) of the contact sheet; cut: the same of the section at the first different tick, or None; scene: of the
    ticks around it, packed, or ""; without: the reason if there are no pictures, or ""
    """

    now: Golden
    was: Golden | None
    findings: tuple[Finding, ...]
    eyes: tuple[float, ...] = ()
    sheet: tuple[tuple[int, np.ndarray], ...] = ()
    cut: tuple[int, np.ndarray] | None = None
    scene: str = ""
    without: str = ""

    @property
    def same(self) -> bool:
        return not self.findings

    @cached_property
    def matter(self) -> Matter | None:
        """The kind of the difference, or None if the run does not differ or has no record."""
        return matter_of(self.findings, self.now, self.recorded) if self.findings else None

    @property
    def difference(self) -> str:
        """The kind of the difference in words, or "" without one."""
        return "" if self.matter is None else self.matter.words

    @property
    def recorded(self) -> Golden:
        assert self.was is not None
        return self.was

    @property
    def causes(self) -> list[str]:
        """The inputs of the case that differ from the record. There are none if the run does not differ, or has no record."""
        return causes(self.now.head, self.was.head) if self.was and not self.same else []

    @property
    def words(self) -> str:
        """The result in one line, without the case's name."""
        ticks = len(self.now.rows) - 1
        if self.was is None:
            count = counted(ticks, "tick")
            return f"{count} run" if self.case.mode == RUN else f"new: {count}, {counted(len(self.case.shots), 'shot')}"
        if self.same:
            pictures = f", {counted(len(self.now.pictures), 'picture')}" if self.now.pictures else ""
            return f"same: {counted(ticks, 'tick')}{pictures}, to the bit"
        higher = ", ".join(dict.fromkeys(finding.rung for finding in self.findings[1:]))
        parts = [f"DIFFERENT: {self.findings[0]}", *([f"above it: {higher}"] if higher else [])]
        return "; ".join(parts + self.causes)


@dataclass(frozen=True)
class Broken(CaseResult):
    """The result of a case that raised an exception. reason: the exception in one line; story: Python's traceback"""

    reason: str
    story: str
    same, without = False, ""

    @property
    def words(self) -> str:
        return f"BROKEN: {self.reason}"


Result = Verdict | Broken


def is_minor(verdict: Result) -> bool:
    return severity_of(verdict) == Matter.ROUNDING


def by_matter(verdicts: Iterable[Result]) -> list[Result]:
    """Sort verdicts by importance: broken cases, different cases by their kind, cases that do not differ."""
    return sorted(verdicts, key=severity_of)


def severity_of(verdict: Result) -> int:
    """Return the sort key of a verdict: -1 for Broken, the number of its Matter, or len(Matter) if the run does not differ."""
    if isinstance(verdict, Broken):
        return -1
    return len(Matter) if verdict.matter is None else verdict.matter


def broken(level: Level, case: Case, error: Exception) -> Broken:
    last = extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name}, line {last.lineno}, in {last.name}"
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return Broken(level.name, case, f"{reason} ({place})", "".join(format_exception(error)))


def judge(level: Level, case: Case, scene_for: Callable[[CaseRun], ShotScene], accepting: bool = False) -> Verdict:
    """Run a case and compare it with the golden record. scene_for(run): returns a scene, or raises NoPictures

    Raises InputError if the case is not valid, or its record is missing or damaged, unless `accepting`. A picture on record of
    another size always counts as damaged.
    """
    was = recorded_golden(level, case, accepting)
    run = run_case(level, case)
    pictures, sheet, without = draw_pictures(run, scene_for)
    now = golden_of(run, pictures)
    found = findings_of(now, was) if was else []
    if was and pictures:
        found += filter(None, (picture_finding(name, pictures[name], was.pictures[name]) for name in pictures))
    eyes = tuple(heights(run.simulation, run.records))
    cut = section_at(run, found[0].tick, scene_for) if found and pictures else None
    scene = scene_around(run, [row.place for row in was.rows], found[0].tick) if was and found and pictures else ""
    return Verdict(level.name, case, now, was, tuple(found), eyes, sheet, cut, scene, without)


def recorded_golden(level: Level, case: Case, accepting: bool) -> Golden | None:
    """Return the record of a case, or None if it is not compared, or unreadable while `accepting`."""
    if case.mode != COMPARE:
        return None
    try:
        return read_golden(golden_folder(level) / case.name, level, case)
    except InputError:
        if accepting:
            return None
        raise
