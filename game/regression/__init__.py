"""Comparison of the player's motion with golden records, in numbers, text and pictures.

A case is a level and a script, with ticks that get a picture (game/level/contents/level.py). `python main.py check` calls
`check`, `accept` or `add_case`.

check_command     compares or accepts cases in parallel processes and writes the report
add_case_command  `check --add`: a recording as a case, with shots of ticks with events, from cameras with free sight
case_simulation   runs a case
golden_records    the stored texts and pictures, and the tables of ticks and figures as CSV text
case_pictures     pictures of shots and of the report, and the difference of two pictures
first_difference  the first difference on each rung of the ladder, in the order of their cost
verdict           the verdict on a case: the kind of its difference, and the inputs that differ from those on record
report_page       the report, an HTML page, with charts
"""

from .add_case_command import add_case
from .check_command import accept, check

__all__ = ["accept", "add_case", "check"]
