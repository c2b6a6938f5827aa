"""Golden: what is on record of a case, in a folder of its own, as texts and pictures to be kept under version control.

tests/golden/LEVEL/CASE/case.txt           what it was made from: level, script, rate, rules, player
                        path.csv           every tick, exact
                        TICK.trace.txt     a named tick, as `explain` tells it
                        TICK-CAMERA.overlays.txt
                        TICK-CAMERA.webp
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..errors import InputError
from ..explain.describe_trace import describe_trace
from ..explain.recorded_triangles import inspection_of
from ..files import make_parents, write_files
from ..level.library import LEVELS
from ..simulation.recording import params_text, rules_text
from .case_pictures import encoded, read_picture
from .overlay_list import overlay_list
from .trajectory import csv_of, rows_from, trajectory_of

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "golden"
HEAD = "case.txt"
PATH = "path.csv"
OURS = re.compile(r"case\.txt|path\.csv|\d+\.trace\.txt|\d+-[\w-]+\.(overlays\.txt|webp)")  # no other name is deleted


@dataclass(frozen=True)
class Golden:
    """head: {name: value}; rows: of the trajectory; words: {tick: text}; overlays: {shot's name: text}; pictures: the same,
    (h, w, 3) uint8."""

    head: dict
    rows: tuple
    words: dict
    overlays: dict
    pictures: dict


def golden_folder(level):
    """Where a level's cases are on record: ours in tests/golden, others in a folder `golden` beside the level."""
    ours = level.path.parent == LEVELS
    return (GOLDEN if ours else level.path.parent / "golden") / level.name


def golden_of(walked, pictures=None):
    """What a run puts on record. pictures: {shot's name: (h, w, 3) uint8}, None: not drawn."""
    case, records = walked.case, walked.records
    return Golden(
        head_of(walked),
        trajectory_of(walked),
        {shot.tick: words_of(records[shot.tick - 1], walked.simulation) for shot in case.shots},
        {shot.name: overlay_list(walked, shot) for shot in overlaid(case)},
        pictures or {},
    )


def words_of(record, simulation):
    """A tick as `explain` tells it."""
    return describe_trace(record.trace, inspection_of(record, simulation)) + "\n"


def head_of(walked):
    """What the run was made from, so that a difference can be told from a change of its case."""
    level, case, simulation = walked.level, walked.case, walked.simulation
    return {
        "level-hash": level.hash,
        "script": hashlib.sha256((case.script or level.tour).encode()).hexdigest()[:16],
        "start": " ".join(repr(float(x)) for x in (*walked.records[0].before.position, walked.records[0].before.heading)),
        "ticks": str(len(walked.records)),
        "rate": str(case.hz),
        "rules": rules_text(simulation.rules),
        "player": params_text(simulation.params),
    }


def overlaid(case):
    """The shots in which anything is drawn."""
    return [shot for shot in case.shots if shot.overlays != ()]


def file_names(case):
    """All files that a case has on record."""
    texts = [f"{shot.tick}.trace.txt" for shot in case.shots] + [f"{shot.name}.overlays.txt" for shot in overlaid(case)]
    return {HEAD, PATH, *texts, *(f"{shot.name}.webp" for shot in case.shots)}


def read_golden(folder, case, title, pictures=True):
    """A case's Golden. folder: its own. InputError in one line when something is missing or damaged."""
    refuse_missing(folder, case, title)
    try:
        rows = rows_from(read(folder / PATH))
        head = dict(line.split(": ", 1) for line in read(folder / HEAD).splitlines())
        if head.get("ticks") != str(len(rows) - 1):
            raise ValueError(f"{len(rows) - 1} ticks instead of {head.get('ticks')}")
    except (ValueError, TypeError) as problem:
        raise InputError(f"{title}: on record is a damaged {PATH} or {HEAD} ({problem}); {remedy(title)}") from None
    return Golden(
        head,
        rows,
        {shot.tick: read(folder / f"{shot.tick}.trace.txt") for shot in case.shots},
        {shot.name: read(folder / f"{shot.name}.overlays.txt") for shot in overlaid(case)},
        {shot.name: read_picture(folder / f"{shot.name}.webp", title) for shot in case.shots} if pictures else {},
    )


def read(path):
    return path.read_text(encoding="utf-8")


def refuse_missing(folder, case, title):
    """InputError when a file of the case is not there."""
    if not folder.is_dir():
        raise InputError(f"{title}: nothing is on record yet; {remedy(title)}")
    missing = sorted(name for name in file_names(case) if not (folder / name).is_file())
    if missing:
        raise InputError(f"{title}: {missing[0]} is missing in {folder}; bring it back, or {remedy(title)}")


def remedy(title):
    return f"`python main.py check --accept {title}` puts today's run on record"


def write_golden(folder, golden):
    """Put a run on record, in place of what was there: all of it, or, with InputError, nothing.

    A picture is written only when a pixel of it changed: another encoder writes other bytes, and version control keeps both.
    """
    make_parents(folder / HEAD)
    texts = {HEAD: "".join(f"{name}: {value}\n" for name, value in golden.head.items()), PATH: csv_of(golden.rows)}
    texts |= {f"{tick}.trace.txt": text for tick, text in golden.words.items()}
    texts |= {f"{name}.overlays.txt": text for name, text in golden.overlays.items()}
    pictures = {f"{name}.webp": pixels for name, pixels in golden.pictures.items()}
    changed = {name: encoded(pixels) for name, pixels in pictures.items() if not same_picture(folder / name, pixels)}
    old = [path for path in folder.iterdir() if OURS.fullmatch(path.name) and path.name not in {*texts, *pictures}]
    write_files({folder / name: content for name, content in {**texts, **changed}.items()}, obsolete=old)


def same_picture(path, pixels):
    """Is this very picture in the file?"""
    try:
        return np.array_equal(read_picture(path, path.name), pixels)
    except InputError:  # missing or damaged
        return False


def orphans(folder, cases):
    """What lies in a level's folder and belongs to none of its cases, as paths."""
    compared = {case.name: file_names(case) for case in cases if case.mode == "compare"}
    found = sorted(folder.rglob("*")) if folder.is_dir() else []
    files = [path for path in found if path.is_file()]
    return [path for path in files if path.name not in compared.get(path.parent.name, ()) or path.parent.parent != folder]


def causes(now, was):
    """What else is not as it was on record, as words: the first things to look at. now, was: heads of Goldens."""
    found = [f"the {name} has changed" for name in ("level-hash", "script", "start") if now[name] != was.get(name)]
    words = changed_words(now["player"], was.get("player", "")) + changed_words(now["rules"], was.get("rules", ""))
    rate = [f"{now['rate']} ticks a second instead of {was.get('rate')}"] if now["rate"] != was.get("rate") else []
    return [text.replace("level-hash", "level") for text in found] + rate + words


def changed_words(now, was):
    """["step_up=0.3 instead of 0.4"] from two texts of `name=value` words, for the names that both have."""
    before = dict(word.split("=", 1) for word in was.split())
    words = (word.split("=", 1) for word in now.split())
    return [f"{name}={value} instead of {before[name]}" for name, value in words if before.get(name, value) != value]
