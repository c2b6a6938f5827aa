"""The golden records: the stored texts and pictures of each case, the tables of a run as CSV text, and a shot's overlays.

The record of a shipped level's case is the folder tests/golden/LEVEL/CASE with these files:

case.txt           inputs of the run: level, script, start, ticks, rate, rules, player
lab.csv            the numbers that the lab's exhibits show, if the level has any
path.csv           position, velocity and contacts of every tick, with all digits
TICK.trace.txt     text of `explain` for the tick of a shot
TICK-CAMERA.overlays.txt  the shapes in a shot
TICK-CAMERA.webp   the picture of a shot

Each row of a table ends with a line feed on every system. All digits are written, so equal tables mean equal bits.
"""

import csv
import hashlib
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..collision import Iteration
from ..core.input_errors import InputError
from ..core.safe_files import make_parents, write_files
from ..core.shapes import Shape, Triangles
from ..core.vec3 import Vector
from ..explain.describe_trace import describe_trace
from ..explain.hud_text import iteration_text
from ..explain.tick_overlay import Switches, build_overlay
from ..explain.triangle_test_replay import inspection_of
from ..level import Level
from ..level.contents.level import Case, Shot
from ..level.library import LEVELS
from ..simulation import PlayerState
from ..simulation.recording import fields_text, source_of
from .case_pictures import encoded, read_picture
from .case_simulation import CaseRun, title_of


def csv_text(columns: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return the CSV text of a table. columns: names in the first row"""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def csv_lines(columns: tuple[str, ...], text: str) -> list[list[str]]:
    """Return a table's rows without the first, the names. Raises ValueError for other columns, or a missing end."""
    head, *lines = csv.reader(StringIO(text))
    if tuple(head) != columns or not text.endswith("\n"):
        raise ValueError("other columns, or cut short")
    return lines


class CsvRow(NamedTuple):
    """The values of one tick: time [s], centre [m], velocity [m/s], ground, its unit normal or the player's up in the air.

    contacts, iterations: their number in the tick; story: the iterations in short text, separated by "; "
    """

    tick: int
    time: float
    x: float
    y: float
    z: float
    vx: float
    vy: float
    vz: float
    ground: str
    nx: float
    ny: float
    nz: float
    contacts: int
    iterations: int
    story: str

    @property
    def place(self) -> Vector:
        return self.x, self.y, self.z


TYPES = tuple(CsvRow.__annotations__[name] for name in CsvRow._fields)
MOTION = ("x", "y", "z", "vx", "vy", "vz", "ground", "nx", "ny", "nz")  # compared on the rung "trajectory"
TRACED = ("contacts", "iterations", "story")  # compared on the rung "trace"
UNITS = dict.fromkeys("xyz", " m") | dict.fromkeys(("vx", "vy", "vz"), " m/s")


def trajectory_of(run: CaseRun) -> tuple[CsvRow, ...]:
    hz = run.simulation.hz
    first = row_of(run.records[0].before, hz, ())
    return (first, *(row_of(record.after, hz, record.trace.iterations) for record in run.records))


def row_of(state: PlayerState, hz: int, iterations: Sequence[Iteration]) -> CsvRow:
    """Return the row of a state after a tick with some iterations, () for the state at the start."""
    x, y, z, vx, vy, vz = (float(value) for value in (*state.position, *state.velocity))
    nx, ny, nz = (float(value) for value in state.normal)
    contacts, story = sum(iteration.hit for iteration in iterations), "; ".join(map(iteration_text, iterations))
    ground, count = state.ground.name.lower(), len(iterations)
    return CsvRow(state.tick, state.tick / hz, x, y, z, vx, vy, vz, ground, nx, ny, nz, contacts, count, story)


def csv_of(rows: Iterable[CsvRow]) -> str:
    return csv_text(CsvRow._fields, ([repr(value) if isinstance(value, float) else value for value in row] for row in rows))


def rows_from(text: str) -> tuple[CsvRow, ...]:
    """Parse rows from a CSV text. Raises ValueError if the text is damaged, or if its ticks do not count from 0."""
    lines = csv_lines(CsvRow._fields, text)
    rows = tuple(CsvRow(*(kind(value) for kind, value in zip(TYPES, line, strict=True))) for line in lines)
    if not rows or [row.tick for row in rows] != list(range(len(rows))):
        raise ValueError("its ticks are not counted from 0")
    return rows


class FigureRow(NamedTuple):
    """A figure of an exhibit's Readout in a tick in which it changed, as text, because nan does not equal itself."""

    tick: int
    exhibit: str
    figure: str
    value: str

    def __str__(self) -> str:
        return f"{self.exhibit}: {self.figure} is {self.value}"


def figures_of(run: CaseRun) -> tuple[FigureRow, ...]:
    """Return the figures of a run. There are none for a level without exhibits."""
    rows: list[FigureRow] = []
    latest: dict[tuple[str, str], str] = {}
    for record in run.records:
        for exhibit, readout in record.lab.readouts.items() if record.lab else ():
            for figure, number in readout.figures.items():
                value = repr(float(number))
                if latest.get((exhibit, figure)) != value:
                    latest[exhibit, figure] = value
                    rows.append(FigureRow(record.after.tick, exhibit, figure, value))
    return tuple(rows)


def figures_csv(rows: Iterable[FigureRow]) -> str:
    return csv_text(FigureRow._fields, rows)


def figures_from(text: str) -> tuple[FigureRow, ...]:
    """Parse figures from a CSV text. Raises ValueError if the text is damaged or has no row."""
    lines = csv_lines(FigureRow._fields, text)
    rows = tuple(FigureRow(int(tick), exhibit, figure, repr(float(value))) for tick, exhibit, figure, value in lines)
    if not rows:
        raise ValueError("no figures")
    return rows


def overlay_list(run: CaseRun, shot: Shot) -> str:
    """Return the overlays of a shot as text, with one line for each shape."""
    record = run.records[shot.tick - 1]
    shapes = build_overlay(record, run.simulation, Switches.only(shot.overlays), first_person=shot.camera == "first")
    return "".join(f"{line}\n" for shape in shapes for line in lines_of(shape))


def lines_of(shape: Shape) -> Iterator[str]:
    """Yield the text lines of a shape. A Triangles shape has one line for each triangle, all others have one line."""
    if isinstance(shape, Triangles):
        for corners, colour in zip(shape.corners, shape.colours):
            yield f"triangle corners {numbers(corners)} colour {numbers(colour)}"
    else:
        values = {field.name: getattr(shape, field.name) for field in fields(shape) if field.repr}
        listed = " ".join(f"{name} {words(value)}" for name, value in values.items() if value is not None)
        yield f"{type(shape).__name__.lower().removesuffix('shape')} {listed}"


def words(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else numbers(value)


def numbers(values: Any) -> str:
    """Return a number or an array as text with six decimals, because overlays are compared to a micrometre."""
    flat = [f"{number + 0.0:.6f}".replace("-0.000000", "0.000000") for number in np.ravel(values)]
    return flat[0] if len(flat) == 1 else f"({', '.join(flat)})"


GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "golden"
HEAD = "case.txt"
PATH = "path.csv"
LAB = "lab.csv"
OURS = re.compile(r"case\.txt|(path|lab)\.csv|\d+\.trace\.txt|\d+-[\w-]+\.(overlays\.txt|webp)")  # all others are never deleted


@dataclass(frozen=True)
class Golden:
    """The record of a run: numbers, texts, overlays and pictures.

    head: {name: value} of the run's inputs; rows: from tick 0 on; figures: of the lab, or (); words: {tick: text of the trace};
    overlays, pictures: {name of the shot: text or (h, w, 3) uint8}
    """

    head: Mapping[str, str]
    rows: tuple[CsvRow, ...]
    figures: tuple[FigureRow, ...]
    words: Mapping[int, str]
    overlays: Mapping[str, str]
    pictures: Mapping[str, np.ndarray]


def golden_folder(level: Level) -> Path:
    is_shipped = level.path.resolve().parent == LEVELS
    return (GOLDEN if is_shipped else level.path.parent / "golden") / level.name


def golden_of(run: CaseRun, pictures: Mapping[str, np.ndarray] | None = None) -> Golden:
    """Return the record of a run. pictures: {name of the shot: (h, w, 3) uint8}, or None if they are not drawn"""
    case, shown = run.case, {shot.tick: run.records[shot.tick - 1] for shot in run.case.shots}
    return Golden(
        header_of(run),
        trajectory_of(run),
        figures_of(run),
        {tick: describe_trace(one.trace, inspection_of(one, run.simulation)) + "\n" for tick, one in shown.items()},
        {shot.name: overlay_list(run, shot) for shot in overlaid(case)},
        pictures or {},
    )


def header_of(run: CaseRun) -> dict[str, str]:
    """Return the inputs of a run. They show if a difference comes from a change of the case."""
    level, case, simulation = run.level, run.case, run.simulation
    return {
        "level-hash": level.hash,
        "script": hashlib.sha256((case.script or level.tour).encode()).hexdigest()[:16],
        "start": " ".join(repr(float(x)) for x in (*run.records[0].before.position, run.records[0].before.heading)),
        "ticks": str(len(run.records)),
        "rate": str(case.hz),
        "rules": fields_text(simulation.rules),
        "player": fields_text(simulation.params),
    }


def overlaid(case: Case) -> list[Shot]:
    return [shot for shot in case.shots if shot.overlays != ()]


def file_names(case: Case) -> set[str]:
    """Return the names of the files that a case's record must have, without LAB, which depends on the level."""
    texts = [f"{shot.tick}.trace.txt" for shot in case.shots] + [f"{shot.name}.overlays.txt" for shot in overlaid(case)]
    return {HEAD, PATH, *texts, *(f"{shot.name}.webp" for shot in case.shots)}


def read_golden(folder: Path, level: Level, case: Case, pictures: bool = True) -> Golden:
    """Read the record of a case from its folder. Raises InputError if a file is missing or damaged."""
    refuse_missing(folder, level, case)
    title = title_of(level, case)
    try:
        rows = rows_from(read(folder / PATH))
        head = dict(line.split(": ", 1) for line in read(folder / HEAD).splitlines())
        figures = figures_from(read(folder / LAB)) if (folder / LAB).is_file() else ()
        if head.get("ticks") != str(len(rows) - 1):
            raise ValueError(f"{len(rows) - 1} ticks instead of {head.get('ticks')}")
        traces = {shot.tick: read(folder / f"{shot.tick}.trace.txt") for shot in case.shots}
        overlays = {shot.name: read(folder / f"{shot.name}.overlays.txt") for shot in overlaid(case)}
    except (ValueError, TypeError) as problem:
        damaged = f"{PATH}, {LAB}, {HEAD} or a text on record is damaged ({problem})"
        raise InputError(f"{title}: {damaged}; {remedy(level, case)}") from None
    shown = {shot.name: read_picture(folder / f"{shot.name}.webp", title) for shot in case.shots} if pictures else {}
    return Golden(head, rows, figures, traces, overlays, shown)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def refuse_missing(folder: Path, level: Level, case: Case) -> None:
    """Raise InputError if the folder of a case's record is missing, or if one of its `file_names` is."""
    title = title_of(level, case)
    if not folder.is_dir():
        raise InputError(f"{title}: nothing is on record yet; {remedy(level, case)}")
    missing = sorted(name for name in file_names(case) if not (folder / name).is_file())
    if missing:
        raise InputError(f"{title}: {missing[0]} is missing in {folder}; restore it, or {remedy(level, case)}")


def remedy(level: Level, case: Case) -> str:
    """Return advice for errors: the command that accepts a case, quoted for a shell, with a mesh file's axis and scale."""
    options = [f"--{name}={level.reading[name]}" for name in ("axis", "scale") if level.reading.get(name) is not None]
    command = shlex.join(["python", "main.py", "check", "--accept", f"{source_of(level)}/{case.name}", *options])
    return f"`{command}` puts today's run on record"


def write_golden(folder: Path, golden: Golden) -> None:
    """Replace the record in a folder, or raise InputError and change nothing. Pictures of equal pixels stay."""
    make_parents(folder / HEAD)
    texts = {HEAD: "".join(f"{name}: {value}\n" for name, value in golden.head.items()), PATH: csv_of(golden.rows)}
    texts |= {LAB: figures_csv(golden.figures)} if golden.figures else {}
    texts |= {f"{tick}.trace.txt": text for tick, text in golden.words.items()}
    texts |= {f"{name}.overlays.txt": text for name, text in golden.overlays.items()}
    pictures = {f"{name}.webp": pixels for name, pixels in golden.pictures.items()}
    changed = {name: encoded(pixels) for name, pixels in pictures.items() if not same_picture(folder / name, pixels)}
    old = [path for path in folder.iterdir() if OURS.fullmatch(path.name) and path.name not in {*texts, *pictures}]
    write_files({folder / name: content for name, content in {**texts, **changed}.items()}, obsolete=old)


def same_picture(path: Path, pixels: np.ndarray) -> bool:
    try:
        return np.array_equal(read_picture(path, path.name), pixels)
    except InputError:  # missing or damaged
        return False


def orphans(folder: Path, cases: Iterable[Case]) -> list[Path]:
    """Return the files in the folder of a level's records, which may be missing, that belong to no case that is compared."""
    compared = {case.name: file_names(case) | {LAB} for case in cases if case.mode == "compare"}
    found = sorted(folder.rglob("*")) if folder.is_dir() else []
    files = [path for path in found if path.is_file()]
    return [path for path in files if path.name not in compared.get(path.parent.name, ()) or path.parent.parent != folder]
