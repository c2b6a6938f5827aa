"""Lessons: pages of text, each with a run of the simulation that shows it and measurements that test its claims.

lesson                      the records of a lesson: pages, claims, questions
lesson_file                 the reader of a lesson's TOML file
claim_and_question_schema   its tables of claims and questions
drawing_table_schema        its table of a page's drawing
rules_choice_schema         the collision rules that a page chooses
task                        something to do on a page, which the game notices
library                     lessons by name, and the levels that only lessons use
page_simulation             the run of a page and of its twins
course                      a folder: the drawings and measures of each lesson, in a file of the same name as its text
tools                       a folder: what draws and measures, and the drawings and measures that lessons share
scene_mark_schema           the keys of named points, discs, arrows and outlines in the scene
scene_mark_shapes           their shapes, at places of the page's run
paper_and_lecture_headings  the headings of the paper and of the other sources
"""

from .lesson import Lesson, Page
from .library import lesson_names, lesson_summaries, level_of, load_lesson, names_by_number
from .page_simulation import Run, intents_of, play, simulation_of

__all__ = [
    "Lesson", "Page", "Run", "intents_of", "lesson_names", "lesson_summaries", "level_of", "load_lesson", "names_by_number",
    "play", "simulation_of",
]  # fmt: skip
