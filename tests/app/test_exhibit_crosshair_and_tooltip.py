"""The panel of the hand: a crosshair near a desk, and the words about a control."""

from types import SimpleNamespace

import pytest
from panda3d.core import NodePath, TextNode

from game.app.exhibit_interaction import HandText, HandView
from game.panels.canvas import set_text_size
from game.panels.hud_panel import MessagePanel
from game.panels.panel import hide_overlapped, rectangles_of

HEAD, ROWS = ("", "printed", "ours"), (("energy, each step x", "1.394784", "1.394783"),)
CONTROL = HandText("rate   60 steps/s", ("steps of time a second",), "Wheel  turn", (HEAD, *ROWS))
BOARD = HandText("Five methods", ("Grey moves exactly.", "Explicit is never stable."), "", (HEAD, *ROWS))


@pytest.mark.parametrize("is_near, text", [(False, None), (True, None), (True, CONTROL), (False, BOARD)])
def test_it_shows_the_text_of_what_the_hand_points_at(is_near, text):
    root, hand = NodePath("pixel2d"), SimpleNamespace(is_near=is_near, text=text, board=0 if text is BOARD else None)
    view = HandView(hand, SimpleNamespace(screen=SimpleNamespace(middle=(0.5, 0.5))))
    view.build(root, (1280, 720))
    view.update(True)
    texts = [path.node().getText() for path in root.findAllMatches("**/+TextNode") if isinstance(path.node(), TextNode)]
    expected = [text.title, *text.lines, *HEAD[1:], *ROWS[0], *["turn"] * bool(text.keys)] if text else []
    assert sorted(word for word in texts if word and word not in ("Wheel",)) == sorted(expected)
    assert bool(root.findAllMatches("**/+GeomNode")) == bool(is_near or text)
    view.remove()


def test_a_message_in_the_place_of_the_text_hides_it_but_not_the_crosshair():
    root, hand, size = NodePath("pixel2d"), SimpleNamespace(is_near=True, text=CONTROL), (1194, 672)
    set_text_size(root, 1.25)
    view, message = HandView(hand, SimpleNamespace(screen=SimpleNamespace(middle=(0.5, 0.5)))), MessagePanel(root, size)
    view.build(root, size)
    for text, visible in (("You found the race wall: 2 of 3 golden marks. " * 3, {"dot", "message"}), (None, {"dot", "desk"})):
        view.refresh(True)
        message.show(text and (text, 0.0, 1.0, 1.0))
        hide_overlapped(root, size[1])
        assert {panel.getName() for panel in root.getChildren() if rectangles_of(root, panel) and not panel.isHidden()} == visible
    view.remove()
