"""Comparison of the player's motion with golden records, in numbers, text and pictures.

A case is a level and a script, with ticks that get a picture (game/level/regression_case.py). `python main.py check` calls
`check`, `accept` or `add_case`.

check_command  compares or accepts cases and writes the report
cases          cases: run one, choose its pictures, add one
parallel_jobs  the levels of a check in parallel processes
records        the record of a run: tables, texts, pictures; the golden records
comparisons    what is compared: path, contacts, trace, pictures; the verdict on a case
report         the report, an HTML page
"""

from .cases.add_case_command import add_case
from .check_command import accept, check

__all__ = ["accept", "add_case", "check"]
