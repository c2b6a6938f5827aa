"""Lessons: the lecture as data. Each page has a text, a run that shows it, and measurements that test its claims.

lesson          what a lesson is: pages, claims, questions
lesson_file     a file (TOML) -> Lesson; claim_table, drawing_table and rules_table read its tables
library         lessons by name, and their own levels
page_run        the run of a page and of its twins
measures        the numbers that a page may claim
drawings        side views and diagrams with letters, drawn from the run
formula         LaTeX as vector pictures
paper_sections  the headings of the paper
"""

from .lesson import Lesson, Page
from .library import lesson_names, level_of, load_lesson
from .page_run import Run, intents_of, play, simulation_of

__all__ = ["Lesson", "Page", "Run", "intents_of", "lesson_names", "level_of", "load_lesson", "play", "simulation_of"]
