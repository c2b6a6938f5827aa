"""The panel of the hand: a crosshair near a desk, and the words about a control."""

from types import SimpleNamespace

import pytest
from panda3d.core import NodePath, TextNode

from game.view.panels.pointed_control_panel import HandView

HEAD, ROWS = ("", "printed", "ours"), (("energy, each step x", "1.394784", "1.394783"),)
WORDS = ("rate   60 steps/s", "steps of time a second", "Wheel  turn")


@pytest.mark.parametrize("is_near, words, shown", [(False, (), []), (True, (), []), (True, WORDS, list(WORDS))])
def test_it_shows_the_words_of_what_the_hand_points_at(is_near, words, shown):
    root, hand = NodePath("pixel2d"), SimpleNamespace(is_near=is_near, texts=words, rows=(HEAD, *ROWS) if words else ())
    view = HandView(hand, SimpleNamespace(screen=SimpleNamespace(middle=(0.5, 0.5))))
    view.build(root, (1280, 720))
    view.update(True)
    texts = [path.node().getText() for path in root.findAllMatches("**/+TextNode") if isinstance(path.node(), TextNode)]
    assert sorted(text for text in texts if text in (*WORDS[:2], "turn")) == sorted([*shown[:2], *["turn"] * bool(shown)])
    shown_rows = [*HEAD[1:], *ROWS[0]]
    assert [text for text in shown_rows if text in texts] == (shown_rows if words else []), "numbers and their names"
    assert bool(root.findAllMatches("**/+GeomNode")) == is_near
    view.remove()
