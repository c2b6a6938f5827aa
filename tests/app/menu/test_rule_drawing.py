"""The drawing beside a rule: inside its rectangle, with both values, for every rule and window."""

import pytest
from panda3d.core import NodePath

from game.app.menu.rules_and_overlays_pages import clip_line, draw_rule, number_text, outline
from game.collision import Rules
from game.explain.rule_explanations import effect_of
from game.panels.canvas import Canvas


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 600)])
@pytest.mark.parametrize("rule", Rules.SWITCHES)
def test_it_stays_in_its_rectangle_and_names_both_values(rule, size):
    canvas = Canvas(NodePath("window"), size)
    left, top, width, height = canvas.width - 340, 48, 320, canvas.height - 200
    draw_rule(canvas, left, top, width, height, rule)
    low, high = canvas.root.getTightBounds()
    edges = [edge / canvas.scale for edge in (low.x, high.x, -high.z, -low.z)]
    assert edges[0] >= left - 1 and edges[1] <= left + width + 1 and edges[2] >= top - 1 and edges[3] <= top + height + 1
    texts = [path.node().getText() for path in canvas.root.findAllMatches("**/+TextNode")]
    assert {"on", "off", *map(number_text, effect_of(rule).values)} <= set(texts)


def test_a_narrow_rectangle_stays_empty():
    canvas = Canvas(NodePath("window"), (640, 360))
    draw_rule(canvas, 600, 48, 200, 200, "climb_steps")
    assert canvas.root.getNumChildren() == 0


def test_lines_are_cut_at_the_rectangle():
    low, high = (0.0, 0.0), (2.0, 1.0)
    assert clip_line((-1.0, 0.5), (3.0, 0.5), low, high) == ((0.0, 0.5), (2.0, 0.5))
    assert clip_line((1.0, -3.0), (1.0, 5.0), low, high) == ((1.0, 0.0), (1.0, 1.0))
    assert clip_line((0.5, 0.5), (1.0, 0.75), low, high) == ((0.5, 0.5), (1.0, 0.75))
    assert clip_line((-1.0, 2.0), (3.0, 2.0), low, high) is None and clip_line((3.0, 0.0), (4.0, 1.0), low, high) is None


def test_the_outline_of_a_body_touches_its_lowest_and_highest_point():
    points = outline((1.0, 2.0), 0.4, 0.9)
    heights, across = [z for _, z in points], [y for y, _ in points]
    assert (min(heights), max(heights)) == pytest.approx((2.0, 3.8)) and points[0] == pytest.approx(points[-1])
    assert (min(across), max(across)) == pytest.approx((0.6, 1.4))
