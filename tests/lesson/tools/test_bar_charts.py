"""Bars are as long as their values."""

import numpy as np
import pytest

from game.explain import palette
from game.lesson.course import DRAWINGS
from game.lesson.tools.svg_canvas import BODY, hex_of
from tests.lesson.svg_parts import parts
from tests.lesson_pages import run_of


def test_bars_are_as_long_as_their_values():
    rows = (("one", 10.0), ("two", 5.0))
    first, second = parts(DRAWINGS["bars"](rows=rows)(None), "polygon")[:2]
    lengths = [np.ptp([float(place.split(",")[0]) for place in bar.get("points").split()]) for bar in (first, second)]
    assert lengths[0] == pytest.approx(2.0 * lengths[1], abs=0.02)


def test_bars_of_twins_have_the_colours_of_the_bodies():
    run = run_of("climbing", 4)
    fills = [part.get("fill") for part in parts(run.page.drawing(run), "polygon")]
    assert fills == [BODY, *map(hex_of, palette.TWINS)]
