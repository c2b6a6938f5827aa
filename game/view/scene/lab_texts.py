"""Texts of exhibits in the scene: lines of text, the labels on desks, and the captions beside bodies."""

from math import degrees, inf, pi

import numpy as np
from panda3d.core import TextNode

from ...lab.exhibits.exhibit import ControlKind
from ...level.exhibit_desk_and_board import DESK_DEPTH, DESK_HIGH, DESK_LOW
from .node_placement import place
from .scenery.sign_boards import INK, PAPER, ZERO, card, sign_font

LIFT = 0.02  # [m] between the layers of a board. Less: they flicker far away; more: they part at a slant
SLANT = float(np.degrees(np.arctan2(DESK_HIGH - DESK_LOW, DESK_DEPTH)))  # [degrees] of a desk's top
MARGIN = 0.4  # of paper around a caption, in line heights


class TextLine:
    """A line of text in the scene, with letters made of polygons.

    parent: NodePath of a flat surface that faces along its -y axis. All lengths are in its units.
    at: position (x to the right, z upwards) of the line's anchor on the surface
    height: of the line
    colour: red, green, blue, opacity, each 0..1
    align: TextNode.ALeft, ACenter or ARight: the anchor is the line's left end, middle or right end
    depth: distance behind the surface, negative in front of it
    """

    def __init__(self, parent, at, height, colour=INK, align=TextNode.ALeft, depth=-2.0 * LIFT):
        self._text = TextNode("line")
        self._text.setFont(sign_font())
        self._text.setAlign(align)
        self._text.setTextColor(*colour)
        self.path = parent.attachNewNode(self._text)
        self.path.setScale(height)
        self.path.setPos(at[0], depth, at[1])
        self._height, self._shown, self._colour = height, None, None

    def show(self, text, colour=None, width=inf):
        """Show a text.

        colour: its new colour (red, green, blue, opacity), each 0..1, or None to keep the present one
        width: largest width of the text, in the parent's units; a longer text gets smaller letters
        """
        if colour is not None and colour != self._colour:
            self._colour = colour
            self._text.setTextColor(*colour)
        if text != self._shown:
            self._shown = text
            self._text.setText(text.replace("0", ZERO))
        if text:
            self.path.setScale(min(self._height, width / max(self._text.getWidth(), 1e-9)))

    @property
    def width(self):
        """The width of the shown text, in the parent's units."""
        return self._text.getWidth() * self.path.getScale().x if self._shown else 0.0


class DeskLabels:
    """The labels on the desk of an Exhibit: name and value of each control. `parent` is the NodePath to attach them to."""

    def __init__(self, exhibit, parent):
        self._exhibit, desk = exhibit, exhibit.place.desk
        self._values = []
        for number, control in enumerate(exhibit.controls):
            root = parent.attachNewNode("label")
            place(root, desk.control_place(number, len(exhibit.controls)), desk.heading)
            root.setHpr(degrees(desk.heading), SLANT - 90.0, 0.0)
            TextLine(root, (0.0, 0.225), 0.055, (0.96, 0.96, 0.94, 1.0), TextNode.ACenter, 0.035).show(control.name)
            self._values.append(TextLine(root, (0.0, -0.21), 0.05, (0.98, 0.86, 0.40, 1.0), TextNode.ACenter, 0.035))

    def show(self, values):
        """Update the shown values. `values` has a number for each control of the exhibit, in their order."""
        for label, control, value in zip(self._values, self._exhibit.controls, values):
            label.show("press" if control.kind is ControlKind.BUTTON else control.text(value))


def attach_captions(parent, drawing, exhibit):
    """Attach the captions of an exhibit, if its drawing has any: letters on paper, which can be read from both sides.

    parent: NodePath of the exhibit's frame
    drawing: module that draws the exhibit
    exhibit: Exhibit
    """
    for caption in drawing.captions(exhibit) if hasattr(drawing, "captions") else ():
        for heading in (caption.heading + pi, caption.heading):
            root = parent.attachNewNode("caption")
            place(root, caption.place, heading)
            root.setTextureOff()
            line = TextLine(root, (0.0, 0.0), caption.height, (*caption.colour, 1.0), TextNode.ACenter, -LIFT)
            line.show(caption.text)
            low, high = line.path.getTightBounds(root)
            line.path.setZ(-(low.z + high.z) / 2.0)
            wide, tall = (high.x - low.x) / 2.0 + MARGIN * caption.height, (high.z - low.z) / 2.0 + MARGIN * caption.height
            card(root, (-wide, wide, -tall, tall), PAPER, 0.0)
