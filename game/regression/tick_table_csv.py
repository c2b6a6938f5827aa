"""The tables of a run as CSV text: positions and iterations of every tick, and the figures of the lab's exhibits.

Each row ends with a line feed on every system. All digits are written, so equal tables mean equal bits.
"""

import csv
from io import StringIO
from typing import NamedTuple

from ..explain.hud_text import iteration_text


def csv_text(columns, rows):
    """Return the CSV text of a table. columns: names in the first row; rows: iterable of sequences of values"""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def csv_lines(columns, text):
    """Return the rows of a table, without the row of names, as lists of texts. The inverse of `csv_text`.

    columns: tuple of the names that must be in the first row
    Raises ValueError for other columns, and if the end is missing.
    """
    head, *lines = csv.reader(StringIO(text))
    if tuple(head) != columns or not text.endswith("\n"):
        raise ValueError("other columns, or cut short")
    return lines


class CsvRow(NamedTuple):
    """The values of one tick.

    tick: number of the tick
    time: since the start of the run [s]
    x, y, z: centre of the body [m]
    vx, vy, vz: velocity [m/s]
    ground: "floor", "steep" or "air"
    nx, ny, nz: unit normal of the ground, or in the air the player's up
    contacts, iterations: number of contacts and of iterations in the tick
    story: the iterations in short text, separated by "; "
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
    def place(self):
        """The centre of the body (x, y, z) [m]."""
        return self.x, self.y, self.z


TYPES = tuple(CsvRow.__annotations__[name] for name in CsvRow._fields)
MOTION = ("x", "y", "z", "vx", "vy", "vz", "ground", "nx", "ny", "nz")  # compared on the rung "trajectory"
TRACED = ("contacts", "iterations", "story")  # compared on the rung "trace"
UNITS = dict.fromkeys("xyz", " m") | dict.fromkeys(("vx", "vy", "vz"), " m/s")


def trajectory_of(run):
    """Return the Rows of a CaseRun as a tuple, from tick 0 on."""
    hz = run.simulation.hz
    first = row_of(run.records[0].before, hz, ())
    return (first, *(row_of(record.after, hz, record.trace.iterations) for record in run.records))


def row_of(state, hz, iterations):
    """Return the CsvRow of a PlayerState after a tick.

    hz: ticks per second
    iterations: Iterations of the tick, () for the state at the start
    """
    numbers = (float(value) for value in (*state.position, *state.velocity))
    contacts = sum(iteration.hit for iteration in iterations)
    ground = (state.ground.name.lower(), *(float(value) for value in state.normal))
    return CsvRow(
        state.tick, state.tick / hz, *numbers, *ground, contacts, len(iterations), "; ".join(map(iteration_text, iterations))
    )


def csv_of(rows):
    """Return the CSV text of Rows."""
    return csv_text(CsvRow._fields, ([repr(value) if isinstance(value, float) else value for value in row] for row in rows))


def rows_from(text):
    """Parse a tuple of Rows from a CSV text. Raises ValueError if the text is damaged, or if its ticks do not count from 0."""
    lines = csv_lines(CsvRow._fields, text)
    rows = tuple(CsvRow(*(kind(value) for kind, value in zip(TYPES, line, strict=True))) for line in lines)
    if not rows or [row.tick for row in rows] != list(range(len(rows))):
        raise ValueError("its ticks are not counted from 0")
    return rows


class FigureRow(NamedTuple):
    """A figure (a named number) of the Readout of an exhibit, in a tick in which its value changed.

    tick: number of the tick
    exhibit: name of the exhibit
    figure: name of the figure
    value: the new number with all digits, as text, because nan does not equal itself
    """

    tick: int
    exhibit: str
    figure: str
    value: str

    def __str__(self):
        return f"{self.exhibit}: {self.figure} is {self.value}"


def figures_of(run):
    """Return the FigureRows of a CaseRun as a tuple. It is empty for a level without exhibits."""
    rows, latest = [], {}
    for record in run.records:
        for exhibit, readout in record.lab.readouts.items() if record.lab else ():
            for figure, number in readout.figures.items():
                value = repr(float(number))
                if latest.get((exhibit, figure)) != value:
                    latest[exhibit, figure] = value
                    rows.append(FigureRow(record.after.tick, exhibit, figure, value))
    return tuple(rows)


def figures_csv(rows):
    """Return the CSV text of FigureRows."""
    return csv_text(FigureRow._fields, rows)


def figures_from(text):
    """Parse a tuple of FigureRows from a CSV text. Raises ValueError if the text is damaged or has no row."""
    lines = csv_lines(FigureRow._fields, text)
    rows = tuple(FigureRow(int(tick), exhibit, figure, repr(float(value))) for tick, exhibit, figure, value in lines)
    if not rows:
        raise ValueError("no figures")
    return rows
