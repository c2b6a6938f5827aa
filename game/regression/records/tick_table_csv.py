"""The table of a run for comparisons: motion, contacts and iterations of every tick.

It is written as CSV with all digits, so equal tables mean equal bits.
"""

from typing import NamedTuple

from ...explain.hud_text import step_text
from .csv_writing_and_parsing import csv_lines, csv_text


class Row(NamedTuple):
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


TYPES = tuple(Row.__annotations__[name] for name in Row._fields)
MOTION = ("x", "y", "z", "vx", "vy", "vz", "ground", "nx", "ny", "nz")  # compared on the rung "trajectory"
TRACED = ("contacts", "iterations", "story")  # compared on the rung "trace"
UNITS = dict.fromkeys("xyz", " m") | dict.fromkeys(("vx", "vy", "vz"), " m/s")


def trajectory_of(run):
    """Return the Rows of a CaseRun as a tuple, from tick 0 on."""
    hz = run.simulation.hz
    first = row_of(run.records[0].before, hz, ())
    return (first, *(row_of(record.after, hz, record.trace.steps) for record in run.records))


def row_of(state, hz, steps):
    """Return the Row of a PlayerState after a tick.

    hz: ticks per second
    steps: TraceSteps of the tick, () for the state at the start
    """
    numbers = (float(value) for value in (*state.position, *state.velocity))
    contacts = sum(step.hit for step in steps)
    ground = (state.ground.name.lower(), *(float(value) for value in state.normal))
    return Row(state.tick, state.tick / hz, *numbers, *ground, contacts, len(steps), "; ".join(map(step_text, steps)))


def csv_of(rows):
    """Return the CSV text of Rows."""
    return csv_text(Row._fields, ([repr(value) if isinstance(value, float) else value for value in row] for row in rows))


def rows_from(text):
    """Parse a tuple of Rows from a CSV text. Raises ValueError if the text is damaged, or if its ticks do not count from 0."""
    lines = csv_lines(Row._fields, text)
    rows = tuple(Row(*(kind(value) for kind, value in zip(TYPES, line, strict=True))) for line in lines)
    if not rows or [row.tick for row in rows] != list(range(len(rows))):
        raise ValueError("its ticks are not counted from 0")
    return rows
