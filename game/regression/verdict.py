"""One case judged: walked, climbed up the ladder, and what came of it."""

from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb, format_exception

import numpy as np

from ..errors import InputError
from ..level.case import COMPARE, RUN, Case, Shot
from ..overlay import Switches
from ..simulation.player.view_smoothing import heights
from .case_pictures import NoPictures
from .golden import Golden, causes, golden_folder, golden_of, read_golden
from .ladder import Finding, findings_of, picture_finding
from .run_case import title_of, walk

SHEET = 5  # frames of a contact sheet: more are too small to be seen beside each other
SHRUNK = 2  # times smaller than a picture is a frame


def some(things, name):
    """How many of what, such as "1 case" and "2 cases"."""
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


@dataclass(frozen=True)
class Verdict:
    """now, was: today's Golden and the one on record, None where there is none to compare with; findings: the lowest rung first.

    eyes: their height now after each tick [m]; sheet: [(tick, (h, w, 3) uint8)], the run in a few frames
    without: why there are no pictures
    """

    level: str
    case: Case
    now: Golden
    was: Golden | None
    findings: tuple[Finding, ...]
    eyes: tuple = ()
    sheet: tuple = ()
    without: str = ""

    @property
    def title(self):
        return f"{self.level}/{self.case.name}"

    @property
    def same(self):
        return not self.findings

    @property
    def causes(self):
        return causes(self.now.head, self.was.head) if self.was and not self.same else []

    @property
    def words(self):
        """What came out, in one line without the case's name."""
        ticks = len(self.now.rows) - 1
        if self.was is None:
            return f"{ticks} ticks walked" if self.case.mode == RUN else f"new: {ticks} ticks, {some(self.case.shots, 'shot')}"
        if self.same:
            pictures = f", {some(self.now.pictures, 'picture')}" if self.now.pictures else ""
            return f"same: {ticks} ticks{pictures}, to the bit"
        higher = ", ".join(dict.fromkeys(finding.rung for finding in self.findings[1:]))
        parts = [f"DIFFERENT: {self.findings[0]}", *([f"above it: {higher}"] if higher else [])]
        return "; ".join(parts + self.causes)


@dataclass(frozen=True)
class Broken:
    """Instead of a Verdict: a case in which the program itself failed. reason: one line; story: Python's traceback."""

    level: str
    case: Case
    reason: str
    story: str
    same, without = False, ""
    title = Verdict.title

    @property
    def words(self):
        return f"BROKEN: {self.reason}"


def broken(level, case, error):
    """The Broken of an exception: what, and in which line."""
    last = extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name}, line {last.lineno}, in {last.name}"
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return Broken(level.name, case, f"{reason} ({place})", "".join(format_exception(error)))


def judge(level, case, scene_for, accepting=False):
    """The Verdict on a case of a level.

    scene_for(walked): a Scene, or raises NoPictures
    accepting: today's run is to be put on record: there need not be a good one yet
    InputError when the case cannot be walked, or what is on record is missing or damaged.
    """
    was = recorded(level, case, accepting)
    walked = walk(level, case)
    pictures, sheet, without = drawn(walked, scene_for)
    now = golden_of(walked, pictures)
    found = findings_of(now, was) if was else []
    if was and pictures:
        found += filter(None, (picture_finding(name, pictures[name], was.pictures[name]) for name in pictures))
    eyes = tuple(heights(walked.simulation, walked.records))
    return Verdict(level.name, case, now, was, tuple(found), eyes, sheet, without)


def recorded(level, case, accepting):
    """The Golden to compare with, or None."""
    if case.mode != COMPARE:
        return None
    try:
        return read_golden(golden_folder(level) / case.name, case, title_of(level, case))
    except InputError:
        if accepting:
            return None
        raise


def drawn(walked, scene_for):
    """(pictures by the shots' names, frames of the run, why there are none)."""
    try:
        scene = scene_for(walked)
    except NoPictures as reason:
        return {}, (), str(reason)
    return {shot.name: scene.shot(walked, shot) for shot in walked.case.shots}, frames(walked, scene), ""


def frames(walked, scene):
    """The run in a few small pictures from behind, evenly from its beginning to its end."""
    ticks = sorted({round(number * len(walked.records) / SHEET) for number in range(1, SHEET + 1)} - {0})
    behind = Shot(0, "")
    return tuple((tick, shrunk(scene.picture(walked, tick, Switches(), behind))) for tick in ticks)


def shrunk(pixels):
    """A smaller picture: the mean of each block."""
    height, width = (length // SHRUNK * SHRUNK for length in pixels.shape[:2])
    blocks = pixels[:height, :width].reshape(height // SHRUNK, SHRUNK, width // SHRUNK, SHRUNK, 3)
    return blocks.mean(axis=(1, 3)).astype(np.uint8)
