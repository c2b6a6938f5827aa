"""Lessons: the lecture as data. Pages of text, each with the run that shows it and the measurements that hold it to the truth."""

from .lesson import Lesson, Page
from .library import lesson_names, level_of, load_lesson
from .page_run import Run, intents_of, play, simulation_of

__all__ = ["Lesson", "Page", "Run", "intents_of", "lesson_names", "level_of", "load_lesson", "play", "simulation_of"]
