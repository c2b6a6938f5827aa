"""Table of a run for comparisons: the player's motion after every tick, and the contacts and iterations of the tick.

It is written as CSV with all digits, so equal tables mean equal bits.
"""

import csv
from io import StringIO
from typing import NamedTuple

from ...overlay.hud_text import step_text


class Row(NamedTuple):
    """One tick: centre [m], velocity [m/s], ground (floor, steep or air) and its normal; story: its iterations in short"""

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
        return self.x, self.y, self.z


TYPES = tuple(Row.__annotations__[name] for name in Row._fields)
MOTION = ("x", "y", "z", "vx", "vy", "vz", "ground", "nx", "ny", "nz")  # compared on the rung of the trajectory
TRACED = ("contacts", "iterations", "story")  # compared on the rung of the trace
UNITS = dict.fromkeys("xyz", " m") | dict.fromkeys(("vx", "vy", "vz"), " m/s")


def trajectory_of(run):
    """The rows of a run as a tuple, from tick 0 on."""
    hz = run.simulation.hz
    first = row_of(run.records[0].before, hz, ())
    return (first, *(row_of(record.after, hz, record.trace.steps) for record in run.records))


def row_of(state, hz, steps):
    numbers = (float(value) for value in (*state.position, *state.velocity))
    contacts = sum(step.hit for step in steps)
    ground = (state.ground.name.lower(), *(float(value) for value in state.normal))
    return Row(state.tick, state.tick / hz, *numbers, *ground, contacts, len(steps), "; ".join(map(step_text, steps)))


def csv_of(rows):
    """The table as text."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Row._fields)
    writer.writerows([repr(value) if isinstance(value, float) else value for value in row] for row in rows)
    return text.getvalue()


def rows_from(text):
    """Parse the rows of a table. Raises ValueError."""
    head, *lines = csv.reader(StringIO(text))
    if tuple(head) != Row._fields or not text.endswith("\n"):
        raise ValueError("other columns, or cut short")
    rows = tuple(Row(*(kind(value) for kind, value in zip(TYPES, line, strict=True))) for line in lines)
    if not rows or [row.tick for row in rows] != list(range(len(rows))):
        raise ValueError("its ticks are not counted from 0")
    return rows
