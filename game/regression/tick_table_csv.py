"""The tables of a run as CSV text: positions and iterations of every tick, and the figures of the lab's exhibits.

Each row ends with a line feed on every system. All digits are written, so equal tables mean equal bits.
"""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any, NamedTuple

from ..collision import Iteration
from ..core.vec3 import Vector
from ..explain.hud_text import iteration_text
from ..simulation import PlayerState
from .case_simulation import CaseRun


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
        """The centre of the body [m]."""
        return self.x, self.y, self.z


TYPES = tuple(CsvRow.__annotations__[name] for name in CsvRow._fields)
MOTION = ("x", "y", "z", "vx", "vy", "vz", "ground", "nx", "ny", "nz")  # compared on the rung "trajectory"
TRACED = ("contacts", "iterations", "story")  # compared on the rung "trace"
UNITS = dict.fromkeys("xyz", " m") | dict.fromkeys(("vx", "vy", "vz"), " m/s")


def trajectory_of(run: CaseRun) -> tuple[CsvRow, ...]:
    """Return the rows of a run, from tick 0 on."""
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
