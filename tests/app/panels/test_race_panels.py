"""The clock of a timed run."""

import pytest
from panda3d.core import NodePath

from game.app.panels.race_panels import HEIGHT, TOP, Clock, ClockPanel
from game.panels.canvas import set_text_size
from game.panels.panel import rectangles_of

GAP = 2.0  # [units] least distance between the ribbons and the line above


@pytest.mark.parametrize("text_size", [1.0, 1.25])
def test_the_medals_do_not_touch_the_line_above_and_lie_in_the_panel(text_size):
    root = NodePath("pixel2d")
    set_text_size(root, text_size)
    panel = ClockPanel(root, (1280, 720))
    panel.show(Clock("0:04.17", (1.0, 1.0, 1.0, 1.0), None, "first run   checkpoint 0 of 2", ("gold 0:55", "silver 1:15")))
    scale, parts = panel.canvas.scale, list(panel.canvas.root.getChildren())
    line = next(part for part in parts if part.getName() == "text" and part.node().getText().startswith("first run"))
    medals = [part for part in parts if part.hasTexture()]
    ((_, _, _, lower_end),) = rectangles_of(root, line)
    places = [place for medal in medals for place in rectangles_of(root, medal)]
    assert len(places) == 2 and all(top >= lower_end + GAP * scale for _, _, top, _ in places)
    assert all(bottom <= (TOP + HEIGHT) * scale for *_, bottom in places)
