"""Tables as CSV text, with "\\n" after every row on every system."""

import csv
from io import StringIO


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
