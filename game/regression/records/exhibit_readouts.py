"""The figures of the lab's exhibits during a run: a table with a row for each figure that a tick has changed.

It is written as CSV with all digits, so equal tables mean equal bits.
"""

from typing import NamedTuple

from .csv_writing_and_parsing import csv_lines, csv_text


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
