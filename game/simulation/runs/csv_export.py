"""A run as a table for spreadsheets and plots, with one row for each tick."""

import csv
from io import StringIO

from ...core.safe_files import write_file
from ..tick_input_and_output import PlayerState

COLUMNS = "tick,time,x,y,z,vx,vy,vz,ground,nx,ny,nz,contacts,iterations".split(",")
MARK = ",".join(COLUMNS)  # in the head of every such table


def write_csv(history, hz, path):
    """Write a run as a CSV file: a header, a row for the state before the first record, and a row for each record.

    history: sequence of StepRecords, usually from the start on; without any, only the header is written
    hz: ticks per second
    path: of the file
    Raises InputError if the file cannot be written, or exists and is not such a table.
    """
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    if history:
        writer.writerow(row(history[0].before, hz, 0, 0))
    writer.writerows(row(r.after, hz, len(r.contacts), len(r.trace.steps)) for r in history)
    write_file(path, text.getvalue(), MARK)


def row(state: PlayerState, hz, contacts, iterations):
    """Return a list of the values of a row, in the order of COLUMNS.

    state: PlayerState; hz: ticks per second; contacts, iterations: numbers of contacts and iterations in the tick
    """
    numbers = (*state.position, *state.velocity)
    places = (state.tick, state.tick / hz, *numbers, state.ground.name.lower(), *state.normal)
    return [repr(float(x)) if isinstance(x, float) else x for x in places] + [contacts, iterations]
