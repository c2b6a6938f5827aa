"""The side panel in a window with large text: no hole is left where a drawing or a plot does not fit."""

import pytest
from panda3d.core import GeomVertexReader, NodePath

from game.explain.twin_paths_and_distances import DistancePlot
from game.lesson.tools.latex_to_svg import Svg
from game.panels.canvas import set_text_size
from game.panels.side_panel import ABOVE, MORE, PADDING, Sheet, SidePanel
from game.panels.text_column_layout import (
    FIGURE_HEIGHT,
    MORE_HEIGHT,
    SMALLEST_IN_NARROW,
    SMALLEST_PICTURE,
    Block,
    picture_heights,
    text_block,
)

SIZE, LINES, HEIGHT = (1194, 672), 16, 200.0
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#fff"/></svg>'
DRAWING = Block(picture=Svg(SVG, 300.0, HEIGHT), is_drawing=True)
PLOT = Block(figure=DistancePlot((), 1.0, 1.0, 0.5, ()))


@pytest.fixture
def panel():
    root = NodePath("pixel2d")
    set_text_size(root, 1.25)
    return SidePanel(root, SIZE)


def lines_of(count):
    """Blocks with one line of text each."""
    return tuple(text_block(f"line {number}", action=number) for number in range(count))


def shown_lines(panel):
    """The numbers of the lines in view."""
    return [action for *_, action in panel._places]


def test_a_short_panel_ends_with_its_text_and_leaves_the_picture_below_free(panel):
    """With time stopped, a third of the window was dark for two lines."""
    x, foot, covered = SIZE[0] - 30, (text_block("foot"),), {}
    for is_short, count in ((True, 2), (True, 60), (False, 2)):
        panel.show(Sheet(lines_of(count), foot, is_short=is_short))
        covered[is_short, count] = sum(panel.covers(x, y) for y in range(SIZE[1]))
        low, _ = panel.canvas.root.getTightBounds(panel.canvas.root.getParent())
        assert -low.z >= covered[is_short, count] - 1
        assert count > 2 or len(shown_lines(panel)) == count
    assert covered[True, 2] < 0.3 * covered[False, 2] and covered[True, 60] == covered[False, 2]


@pytest.mark.parametrize("block, full", [(DRAWING, HEIGHT), (PLOT, FIGURE_HEIGHT)])
def test_a_drawing_and_a_plot_shrink_to_the_room_that_is_left(panel, block, full):
    lines = lines_of(LINES)
    panel.show(Sheet(lines))
    panel.show(Sheet((*lines, block)))
    assert panel._hidden == 0.0 and panel.bottom - PADDING < PADDING + LINES * 22 + full


def test_lines_are_tight_only_if_the_text_does_not_fit_otherwise(panel):
    def heights(count):
        panel.show(Sheet(lines_of(count)))
        return {bottom - top for top, bottom, *_ in panel._places}

    most = int((panel.bottom - 2 * PADDING) // 22)
    assert heights(most) == {22.0} and panel._hidden == 0.0
    assert heights(most + 2) == {19.0} and panel._hidden == 0.0
    assert heights(13 * most // 10) == {19.0} and panel._hidden > 0.0
    assert heights(2 * most) == {22.0} and panel._hidden > 0.0, "it must be scrolled far anyway"


@pytest.mark.parametrize("block, full", [(DRAWING, HEIGHT), (PLOT, FIGURE_HEIGHT)])
def test_a_text_that_scrolls_anyway_has_no_hole_before_the_drawing(panel, block, full):
    lines, before = lines_of(40), LINES * 22 // 19  # tight lines
    panel.show(Sheet((*lines[:before], block._replace(action="picture"), *lines[before:])))
    assert panel._hidden > 0.0 and shown_lines(panel)[-1] == "picture"
    ((top, bottom, *_),) = (place for place in panel._places if place[-1] == "picture")
    assert SMALLEST_PICTURE * full <= bottom - top < full


def test_the_focus_is_in_view_until_the_user_scrolls(panel):
    lines = list(lines_of(60))
    lines[40] = lines[40]._replace(is_focus=True)
    panel.show(Sheet(tuple(lines)))
    assert shown_lines(panel)[-1] == 40
    for _ in range(40):
        panel.scroll(1)
    assert shown_lines(panel)[0] == 0


@pytest.mark.parametrize("turns", (-3, -4, -5))
def test_a_drawing_that_is_partly_in_view_is_drawn_up_to_the_edge_of_the_view(panel, turns):
    """It was left out, with a hole of 200 units in its place."""
    panel.show(Sheet((*lines_of(8), DRAWING, *lines_of(40)), head=lines_of(1)))
    panel.scroll(turns)
    card, scale = panel.canvas.root.find("**/svg"), panel.canvas.scale
    low, high = card.getTightBounds()
    title, line_below, *_ = sorted(panel._places)
    assert 0 < high.z - low.z < HEIGHT * scale  # the part above the view is cut off
    assert -high.z == pytest.approx((title[1] + MORE_HEIGHT) * scale, abs=1)
    assert -low.z == pytest.approx(line_below[0] * scale, abs=1)
    uv = GeomVertexReader(card.node().getGeom(0).getVertexData(), "texcoord")
    rows = [uv.getData2().y for _ in range(4)]
    assert (max(rows) - min(rows)) * card.getTexture().getYSize() == pytest.approx(high.z - low.z)


def test_a_mark_says_that_there_is_text_above(panel):
    def texts():
        return [path.node().getText() for path in panel.canvas.root.findAllMatches("**/+TextNode")]

    panel.show(Sheet(lines_of(60)))
    assert ABOVE not in texts() and MORE in texts()
    panel.scroll(-100)
    assert ABOVE in texts() and MORE not in texts()


def test_the_title_is_in_view_while_the_text_below_it_scrolls(panel):
    """With large text the inspector begins at the line that decided, and did not show its own title."""
    head = text_block("the title", action="title")
    blocks = tuple(block._replace(is_focus=number == 40) for number, block in enumerate(lines_of(60)))
    panel.show(Sheet(blocks, head=(head,)))
    for turns in (0, -100, 10):
        panel.scroll(turns)
        places = sorted(panel._places)
        assert places[0][-1] == "title" and places[1][0] >= places[0][1] + MORE_HEIGHT and panel._scrolled > 0.0


def test_the_text_begins_at_its_start_under_another_title(panel):
    panel.show(Sheet(lines_of(60), head=lines_of(1)))
    panel.scroll(-5)
    panel.show(Sheet(lines_of(60), head=lines_of(1)))
    assert panel._scrolled > 0.0
    panel.show(Sheet(lines_of(60), head=lines_of(2)))
    assert panel._scrolled == 0.0


def test_a_drawing_in_a_narrow_column_shrinks_less():
    """In a window of 560 x 660 pixels the letters of a drawing covered it: it had shrunk twice."""
    for width, least in ((300.0, SMALLEST_PICTURE), (400.0, SMALLEST_PICTURE), (150.0, SMALLEST_IN_NARROW), (60.0, 0.2)):
        assert picture_heights(DRAWING, width) == (pytest.approx(HEIGHT * min(width / 300.0, 1.0)), pytest.approx(HEIGHT * least))
