"""Lessons for tests of each page: the tables of their files for the names of tests, and each lesson read once.

To read a lesson means to set its formulas. So no file of tests does that while tests are collected.
"""

import tomllib
from functools import cache

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES
from game.lesson.library_and_page_runs import LESSONS

lesson_of = cache(load_lesson)


@cache
def lesson_table(name):
    """Return the table of a lesson, as in its file."""
    return tomllib.loads((LESSONS / f"{name}.toml").read_text(encoding="utf-8"))


def page_tables(name):
    return lesson_table(name)["pages"]


def page_of(name, number):
    """Return the Page of a lesson. number: from 1"""
    return lesson_of(name).pages[number - 1]


@cache
def run_of(name, number):
    """Return the Run of a page of a lesson, which is played once. number: from 1"""
    return play(page_of(name, number))


def measured(measure, name, number, **keys):
    """Return what a measure with these keys returns for the run of a page. number: from 1"""
    return MEASURES[measure](**keys)(run_of(name, number))


def word_count(page):
    """Return the number of words of a Page to read: of the text, the exercise, what to look for; not of a question or a task."""
    return len(" ".join([page.text, page.shot.look, page.exercise]).split())
