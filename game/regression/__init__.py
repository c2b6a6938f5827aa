"""Comparison of the player's motion with golden records, in numbers, text and pictures.

A case is a level and a script, with ticks that get a picture (game/level/contents/level.py). `python main.py check` calls
`check`, `accept` or `add_case`.

check_command      compares or accepts cases and writes the report
add_case_command   `check --add`
case_simulation    runs a case
recording_to_case  a recording as a case: its pictures chosen by events, its TOML table
parallel_jobs      the levels of a check in parallel processes
tick_table_csv     positions and iterations of every tick, and figures of the lab's exhibits, as CSV text
golden_records     the stored texts and pictures
shot_rendering     pictures of shots
first_difference   all comparisons, in the order of their cost
image_diff         the difference of two pictures
verdict            the verdict on a case, and the inputs that differ from those on record
report_page        the report, an HTML page
charts             charts of a run
"""

from .add_case_command import add_case
from .check_command import accept, check

__all__ = ["accept", "add_case", "check"]
