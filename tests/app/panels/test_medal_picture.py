"""Medals: their pictures differ, and are drawn instead of their names before a time."""

from itertools import combinations

import numpy as np
import pytest
from panda3d.core import NodePath, TextNode

from game.app.panels.race_panels import MEDAL_ICONS, MEDAL_PICTURES, draw_value
from game.panels.canvas import Canvas
from game.panels.theme import TextStyle
from game.simulation.race_clock_and_medals import MEDALS

STYLE = TextStyle(14)


def drawn(value):
    """(texts, number of pictures, width) of a value on a canvas of 800 x 600."""
    canvas = Canvas(NodePath("window"), (800, 600))
    width = draw_value(canvas, value, 500, 100, STYLE)
    texts = [path.node().getText() for path in canvas.root.findAllMatches("**/+TextNode") if isinstance(path.node(), TextNode)]
    return texts, len(canvas.root.findAllTextures()), width


def test_every_medal_has_a_large_and_a_small_picture_of_its_own():
    assert set(MEDAL_PICTURES) == set(MEDAL_ICONS) == set(MEDALS)
    assert [make().size for make in MEDAL_ICONS.values()] == [(32, 32)] * 3
    for pictures in (MEDAL_PICTURES, MEDAL_ICONS):
        colours = [np.asarray(make(), float)[..., :3].mean(axis=(0, 1)) for make in pictures.values()]
        assert all(np.abs(a - b).max() > 5.0 for a, b in combinations(colours, 2))


@pytest.mark.parametrize("medal", MEDALS)
def test_a_medal_is_drawn_instead_of_its_name(medal):
    texts, pictures, width = drawn(f"{medal} 0:28.72")
    assert (texts, pictures) == (["0:28.72"], 1) and width > drawn("0:28.72")[2]


@pytest.mark.parametrize("value", ["race", "best 1:02.35", "1 of 2 marks", "", "golden"])
def test_other_values_are_text(value):
    assert drawn(value)[:2] == ([value], 0)
