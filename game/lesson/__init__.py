"""Lessons: pages of text, each with a run of the simulation that shows it and measurements that test its claims.

library_and_page_runs  lessons by name, the levels that only lessons use, and the runs of pages and their twins
document_claims        the claims of the source documents: the pages that show them, and their figures, printed and measured
lesson_file            the reader of a lesson's TOML file
course                 a folder: the drawings and measures of each lesson, in a file of the same name as its text
tools                  a folder: the records of lessons, what draws and measures, and what lessons share of it
scene_mark_shapes      the shapes of named points, discs, arrows and outlines in the scene, at places of a page's run
"""

from .library_and_page_runs import (
    intents_of,
    lesson_names,
    lesson_summaries,
    level_of,
    load_lesson,
    names_by_number,
    play,
    simulation_of,
)
from .tools.lesson_records import Lesson, Page, Run

__all__ = [
    "Lesson", "Page", "Run", "intents_of", "lesson_names", "lesson_summaries", "level_of", "load_lesson", "names_by_number",
    "play", "simulation_of",
]  # fmt: skip
