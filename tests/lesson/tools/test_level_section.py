"""The section of a level, and the ground along a path."""

from game.lesson.course import DRAWINGS
from game.lesson.tools.level_section import line_in_box, surfaces_of, within
from game.lesson.tools.svg_canvas import AFTER
from tests.lesson.svg_parts import parts
from tests.lesson_pages import run_of


def test_lines_are_clipped_to_a_square():
    lines = [((-2.0, 0.0), (2.0, 0.0)), ((0.5, -3.0), (0.5, 0.5)), ((3.0, -1.0), (3.0, 1.0))]
    assert within(lines, (0.0, 0.0), 1.0) == [[(-1.0, 0.0), (1.0, 0.0)], [(0.5, -1.0), (0.5, 0.5)]]


def test_the_path_marks_as_many_ticks_in_the_air_as_the_page_says():
    dots = [part.get("fill") for part in parts(DRAWINGS["ground_path"]()(run_of("climbing", 2)), "circle")]
    assert (dots.count(AFTER), len(dots)) == (25, 47)


def test_the_ground_is_the_highest_line_above_each_place():
    floor, tread, gap = [(0.0, 0.0), (2.0, 0.0)], [(1.0, 0.5), (2.0, 0.5)], [(3.0, 1.0), (4.0, 2.0)]
    first = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (2.0, 0.5)]
    assert surfaces_of([floor, tread, gap]) == [first, [(3.0, 1.0), (4.0, 2.0)]]


def test_a_line_is_clipped_to_a_box():
    box = (0.0, 0.0, 2.0, 1.0)
    assert line_in_box([(-1.0, 0.5), (3.0, 0.5)], box) == [(0.0, 0.5), (2.0, 0.5)]
    assert line_in_box([(1.0, -1.0), (1.0, 0.25)], box) == [(1.0, 0.0), (1.0, 0.25)]
    assert line_in_box([(0.0, 2.0), (2.0, 2.0)], box) is None and line_in_box([(3.0, 0.0), (4.0, 1.0)], box) is None
