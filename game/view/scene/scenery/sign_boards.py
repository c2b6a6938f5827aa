"""Signs: dark letters on light boards in the level."""

from functools import cache
from math import pi
from pathlib import Path

from panda3d.core import CardMaker, Filename, FontPool, NodePath, TextFont, TextNode, Vec4

from game.collision.engine.orientation_frame import frame_at

from ..node_placement import place

INK, PAPER, RIM = Vec4(0.12, 0.13, 0.15, 1), Vec4(0.95, 0.93, 0.87, 1), Vec4(0.20, 0.21, 0.24, 1)
MARGIN = 0.45  # of paper around the text, in line heights
RIM_WIDTH = 0.10  # in line heights
LIFT = 0.012  # [m] between layers. Less: flicker far away
FONT = Path(__file__).parents[4] / "assets" / "fonts" / "JetBrainsMono-Bold.ttf"


def sign_boards(level):
    """All signs of a level under one node."""
    root = NodePath("signs")
    font = sign_font()
    for sign in level.signs:
        board(sign, font).reparentTo(root)
    return root


@cache
def sign_font():
    """The shipped font with letters as polygons, which are sharp at any distance in both renderers."""
    font = FontPool.loadFont(Filename.fromOsSpecific(str(FONT)).getFullpath())
    font.setRenderMode(TextFont.RMPolygon)
    return font


def board(sign, font):
    text = TextNode("sign")
    text.setFont(font)
    text.setText(sign.text)
    text.setAlign(TextNode.ACenter)
    text.setTextColor(INK)
    path = NodePath("sign")
    left, right, bottom, top = text.getLeft(), text.getRight(), text.getBottom(), text.getTop()
    middle = (bottom + top) / 2
    letters = path.attachNewNode(text.generate())
    letters.setPos(0, -2 * LIFT / sign.height, -middle)
    frame = (left - MARGIN, right + MARGIN, bottom - middle - MARGIN, top - middle + MARGIN)
    card(path, frame, PAPER, -LIFT / sign.height)
    card(path, tuple(side + RIM_WIDTH * (1 if side > 0 else -1) for side in frame), RIM, 0.0).setTwoSided(True)
    place(path, sign.position, sign.heading + pi, frame=frame_at(sign.upwards))  # Panda3D's text is read looking along +y
    path.setScale(sign.height)
    return path


def card(parent, frame, colour, depth):
    maker = CardMaker("board")
    maker.setFrame(*frame)
    maker.setColor(colour)
    made = parent.attachNewNode(maker.generate())
    made.setY(depth)
    return made
