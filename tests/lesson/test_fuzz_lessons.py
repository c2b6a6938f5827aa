"""Mutated lessons: pages, or one line."""

from game.lesson.lesson_file import read_lesson
from tests.tools.fuzzing import answers, cases, mutated

LESSON = b'''title = "Walls"
order = 9
about = "About walls."
level = "corners"
[[pages]]
title = "Two walls"
section = "4.2"
text = """
A corner with {many} iterations.

And more.
"""
rules = "fauerby"
script = "60 heading=3 forward=1"
spawn = [0.55, -0.5, 0.0]
claims = [{ name = "many", figure = "6", measure = "iterations" }]
shot = { tick = 50, look = "Look at it.", camera = "third", overlays = ["ellipsoid", "contacts"] }
exercise = "Go on."
[[pages]]
title = "One wall"
section = "F"
text = "Text."
slower = 4
set = { speed = 4 }
shot = { tick = 1, look = "Look." }
'''


def test_lessons(tmp_path):
    path = tmp_path / "lesson.toml"

    def read(content):
        path.write_bytes(content)
        read_lesson(path)

    read(LESSON)
    good, bad = answers(cases("lesson"), lambda chance: mutated(chance, LESSON), read)
    assert bad > good / 20
