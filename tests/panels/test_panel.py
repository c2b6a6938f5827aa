"""The mechanism of all panels: drawn when data differ, emptied by None, hidden and shown without being drawn again."""

import pytest
from panda3d.core import NodePath

import game.app.game  # noqa: F401, it imports all panels
from game.panels.panel import ALWAYS_SHOWN, ORDER, Panel, PanelGroup

SIZE = (1280, 720)


class Counted(Panel):
    NAME = "message"

    def __init__(self, parent):
        super().__init__(parent, SIZE)
        self.drawn = []

    def draw(self, canvas, data):
        self.drawn.append(data)
        canvas.text(data, 0, 0)


def test_a_panel_is_drawn_only_when_its_data_differ():
    panel = Counted(NodePath("window"))
    assert not panel.visible
    for text in ("one", "one", "two", "two"):
        panel.show(text)
    assert panel.drawn == ["one", "two"] and panel.visible
    assert panel.canvas.root.getNumChildren() == 1, "the text before is gone"
    panel.show(None)
    assert not panel.visible and panel.canvas.root.getNumChildren() == 0
    panel.show("two")
    assert panel.drawn == ["one", "two", "two"]


def test_hiding_a_panel_keeps_what_is_drawn():
    panel = Counted(NodePath("window"))
    panel.show("one")
    panel.visible = False
    panel.show("one")
    assert not panel.visible
    panel.visible = True
    assert panel.visible and panel.drawn == ["one"]


def test_a_group_is_hidden_and_removed_as_one():
    window = NodePath("window")
    one, other = Counted(window), Counted(window)
    group = PanelGroup(one, other)
    one.show("one")
    assert group.visible
    group.visible = False
    assert one.canvas.root.isHidden() and other.canvas.root.isHidden() and not group.visible
    group.remove()
    assert window.getNumChildren() == 0


@pytest.mark.parametrize("members", [{}, {"NAME": "sid"}], ids=["none", "unknown"])
def test_a_panel_of_no_rank_is_refused(members):
    """It was hidden by none and hid none, and nothing was said."""
    with pytest.raises(TypeError, match="neither in ORDER nor in ALWAYS_SHOWN"):
        type("New", (Panel,), members)


def names_in_game(panel):
    own = {panel.NAME} if panel.__module__.startswith("game.") else set()
    return own.union(*map(names_in_game, panel.__subclasses__()))


def test_each_name_of_a_rank_is_that_of_a_panel():
    assert names_in_game(Panel) == {"", *ALWAYS_SHOWN, *(name for names in ORDER for name in names)}
