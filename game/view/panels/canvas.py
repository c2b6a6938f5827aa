"""The canvas of a panel: sharp text, boxes and curves in pixels, and their colours.

Positions are (x, y) from the top left corner, y downwards. Their unit, written [units], is one pixel in a window 720 pixels high,
and grows with the window.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from panda3d.core import (
    CardMaker,
    DynamicTextFont,
    SamplerState,
    TextNode,
    Texture,
    TextureStage,
    TransparencyAttrib,
)
from PIL import Image

from ..scene.geometry_nodes import triangles_node
from .svg_card import svg_card

FONTS = Path(__file__).resolve().parents[3] / "assets" / "fonts"
REFERENCE_HEIGHT = 720  # [pixels] of a window whose units are pixels
SMALLEST = 0.75  # [pixels] least length of a unit. Smaller: text cannot be read
# (width, height) [units] that menus need: larger text would not fit. SCROLLED: for the panels beside the picture, which scroll
NEEDED, SCROLLED = (1000, 560), (640, 360)
TEXT_SIZE = "text-size"

INK = (0.93, 0.95, 0.97, 1.0)
DIM = (0.60, 0.66, 0.73, 1.0)
ACCENT = (0.97, 0.66, 0.20, 1.0)
RED = (0.93, 0.26, 0.22, 1.0)
PANEL = (0.06, 0.08, 0.11, 1.0)  # translucent: signs of the level shine through the text
LINE = (0.80, 0.87, 0.95, 0.16)
FOCUS = (0.97, 0.66, 0.20, 0.20)
SHADE = (0.04, 0.05, 0.08, 0.38)

CAP, CAP_SIDE, CAP_INK = (0.90, 0.91, 0.93, 1.0), (0.45, 0.49, 0.55, 1.0), (0.10, 0.12, 0.16, 1.0)  # of keys
CAP_HEIGHT, CAP_SPACE = 1.55, 0.75  # height of a key's cap, and the space beside its letters, in sizes of the letters

SMALL, NORMAL, LARGE, TITLE = 14, 16, 21, 40  # smaller than 14: not readable in a window 720 lines high
LINE_HEIGHT = 1.4  # of the text size
FACES = {  # (monospaced, bold): file
    (False, False): "SourceSans3-Regular.ttf",
    (False, True): "SourceSans3-SemiBold.ttf",
    (True, False): "JetBrainsMono-Regular.ttf",
    (True, True): "JetBrainsMono-Bold.ttf",
}
SIGNS = frozenset("◀▶✕§Ψ◎◆◊⇑↑↓▲▼■✓")  # only the monospaced face has them all


class TextStyle(NamedTuple):
    """The size, colour and font of a text.

    size: of its letters [units]
    colour: red, green, blue, opacity, each 0..1
    bold: True for thick letters
    mono: True for the monospaced font, for numbers and code
    """

    size: float = NORMAL
    colour: tuple = INK
    bold: bool = False
    mono: bool = False

    def pixels(self, scale):
        """Return the size of the letters as a whole number of pixels. `scale` is the length of a unit [pixels]."""
        return round(self.size * scale)


TEXT = TextStyle()
NOTE, ASIDE = TextStyle(SMALL), TextStyle(SMALL, DIM)
HEADLINE, HEADING = TextStyle(LARGE, bold=True), TextStyle(NORMAL, ACCENT, bold=True)
CODE = TextStyle(SMALL, mono=True)


@cache
def font(pixels, bold, mono):
    """Return the DynamicTextFont for letters of exactly one size, so that each texel becomes a pixel.

    pixels: size of the letters [pixels]
    bold: True for thick letters
    mono: True for the monospaced font
    """
    face = DynamicTextFont(str(FONTS / FACES[mono, bold]))
    face.setPixelsPerUnit(pixels)
    face.setPointSize(10)
    face.setMinfilter(SamplerState.FT_nearest)
    face.setMagfilter(SamplerState.FT_nearest)
    face.setNativeAntialias(True)
    face.setPageSize(256, 256)
    face.setLineHeight(round(LINE_HEIGHT * pixels) / pixels)  # whole pixels, or every other line would be blurred
    return face


def font_of(content, style, pixels):
    """Return the DynamicTextFont for the text `content` in a TextStyle. `pixels` is the size of the letters [pixels].

    A text with a special sign, such as an arrow, gets the monospaced font, because only that font has these signs.
    """
    return font(pixels, style.bold, style.mono or not SIGNS.isdisjoint(content))


def unit_of(size, text_size, needed=NEEDED):
    """Return the length of a unit [pixels] in a window. It grows with the text size as long as the panels fit.

    size: (width, height) of the window [pixels]
    text_size: factor, 1 is normal
    needed: (width, height) [units] that must fit in the window
    """
    unit = max(SMALLEST, size[1] / REFERENCE_HEIGHT)
    most = min(have / need for have, need in zip(size, needed))
    return max(unit, min(unit * text_size, most)) if text_size > 1.0 else unit


class Canvas:
    """A transparent drawing area over the picture, as large as the window.

    parent: NodePath `pixel2d`, or the overlay of a Studio (a picture without a window). Its text size scales the canvas.
    size: (width, height) of the window [pixels]
    name: name of the node. `panel_priority` finds the canvas by it.
    sort: canvases with a larger number are drawn later
    needed: (width, height) [units] that must fit in the window with larger text
    scale: length of a unit [pixels]
    width, height: of the window [units]
    """

    def __init__(self, parent, size, name="canvas", sort=0, needed=NEEDED):
        self.root = parent.attachNewNode(name, sort)
        self.root.setBin("unsorted", 0)  # drawn in the order of adding
        self.root.setDepthTest(False)
        self.root.setDepthWrite(False)
        self._pixels = size
        self.scale = unit_of(size, text_size_of(parent), needed)
        self.width, self.height = size[0] / self.scale, size[1] / self.scale

    def zoom(self, factor):
        """Multiply the length of a unit by `factor` for all later drawing."""
        self.scale *= factor
        self.width, self.height = self._pixels[0] / self.scale, self._pixels[1] / self.scale

    def text(self, content, x, y, style=TEXT, align="left"):
        """Draw a text, and return its NodePath.

        content: the text, which may have several lines
        x: left end, middle or right end of its lines [units], for align "left", "centre" or "right"
        y: top of the first line [units]
        style: TextStyle
        """
        pixels = style.pixels(self.scale)
        node = TextNode("text")
        node.setFont(font_of(content, style, pixels))
        node.setAlign({"left": TextNode.ALeft, "centre": TextNode.ACenter, "right": TextNode.ARight}[align])
        node.setTextColor(*style.colour)
        node.setText(content)
        path = self.root.attachNewNode(node)
        path.setScale(pixels)
        path.setPos(round(x * self.scale), 0, -round(y * self.scale) - round(0.98 * pixels))
        return path

    def box(self, x, y, width, height, colour, order=0):
        """Draw a filled rectangle with upper left corner (x, y), and return its NodePath. Lengths are in [units].

        colour: red, green, blue, opacity, each 0..1
        order: a number below 0 draws it behind all earlier drawing
        """
        card = CardMaker("box")
        left, top, s = round(x * self.scale), round(y * self.scale), self.scale
        card.setFrame(left, left + max(1, round(width * s)), -top - max(1, round(height * s)), -top)
        path = self.root.attachNewNode(card.generate(), order)
        path.setColor(*colour)
        path.setTransparency(TransparencyAttrib.MAlpha)
        return path

    def image(self, texture, x, y, width, height, brightness=1.0):
        """Draw a Texture in a rectangle with upper left corner (x, y). Lengths are in [units].

        brightness: factor of its colours, 0..1
        """
        path = self.box(x, y, width, height, (brightness, brightness, brightness, 1.0))
        path.setTexture(texture)
        # Half a pixel inside its edges, because the software renderer wraps the texture there.
        across, down = 1.0 / texture.getXSize(), 1.0 / texture.getYSize()
        path.setTexScale(TextureStage.getDefault(), 1.0 - across, 1.0 - down)
        path.setTexOffset(TextureStage.getDefault(), across / 2.0, down / 2.0)

    def cap_width(self, name, size):
        """Return the width of a key cap [units].

        name: name of the key
        size: of the letters [units]"""
        return max(self.text_width(name, TextStyle(size, bold=True)) + CAP_SPACE * size, CAP_HEIGHT * size)

    def key_cap(self, name, x, y, size=NORMAL):
        """Draw the name of a key on a key cap with upper left corner (x, y). Return the cap's width. Lengths are in [units].

        size: of the letters
        """
        style = TextStyle(size, CAP_INK, bold=True)
        width, height = self.cap_width(name, size), CAP_HEIGHT * size
        self.box(x, y, width, height + 3, CAP_SIDE)
        self.box(x + 1, y + 1, width - 2, height - 1, CAP)
        self.text(name, x + width / 2 - 1, y + (height - LINE_HEIGHT * size) / 2, style, align="centre")
        return width

    def curve(self, points, width, colour):
        """Draw a line through points ((x, y), ...) [units] that run from left to right, as one node.

        width: of the line [units]
        colour: (3,) red, green, blue, each 0..1
        """
        if len(points) < 2:
            return
        centres = np.array([(x * self.scale, 0.0, -y * self.scale) for x, y in points])
        across = np.diff(centres, axis=0)[:, (2, 1, 0)] * (-1.0, 0.0, 1.0)
        sides = across * (0.5 * width * self.scale / np.maximum(np.linalg.norm(across, axis=1), 1e-9))[:, None]
        corners = np.stack([centres[:-1] - sides, centres[1:] - sides, centres[1:] + sides, centres[:-1] + sides], axis=1)
        quads = 4 * np.arange(len(across))[:, None] + (0, 1, 2, 0, 2, 3)
        colours = np.tile(np.array([*colour, 1.0]) * 255, (4 * len(across), 1)).astype(np.uint8)
        path = self.root.attachNewNode(triangles_node("curve", corners.reshape(-1, 3), colours, quads))
        path.setTwoSided(True)

    def picture(self, svg, x, y, width):
        """Draw an SVG with upper left corner (x, y), and return its NodePath. Lengths are in [units].

        svg: the text of the SVG file
        width: of the picture; the height follows from the SVG's proportions
        """
        ink = "#" + "".join(f"{round(255 * part):02x}" for part in INK[:3])
        return svg_card(self.root, svg, round(x * self.scale), round(y * self.scale), max(1, round(width * self.scale)), ink)

    def panel(self, x, y, width, height, order=0):
        """Draw a dark box with upper left corner (x, y), and a line in the accent colour at its left side.

        Lengths are in [units].

        order: a number below 0 draws it behind all earlier drawing
        """
        self.box(x, y, width, height, PANEL, order)
        self.box(x, y, 3, height, ACCENT, order)

    def text_width(self, content, style=TEXT):
        """Return the width of the widest line of the text `content` in a TextStyle [units]."""
        pixels = style.pixels(self.scale)
        return max(line_width(line, style, pixels) for line in content.split("\n")) / self.scale

    def clear(self):
        for child in self.root.getChildren():
            child.removeNode()

    def remove(self):
        self.root.removeNode()


@cache
def texture_of(picture):
    """Return a Path, or the PIL image that a function returns, as a Texture with sides that are powers of two."""
    image = (Image.open(picture) if isinstance(picture, Path) else picture()).convert("RGBA")
    image = image.resize([1 << (side - 1).bit_length() for side in image.size])  # the software renderer takes no others
    texture = Texture("picture")
    texture.setup2dTexture(*image.size, Texture.TUnsignedByte, Texture.FRgba)
    texture.setRamImageAs(image.transpose(Image.Transpose.FLIP_TOP_BOTTOM).tobytes(), "RGBA")
    texture.setMinfilter(SamplerState.FT_linear)
    texture.setMagfilter(SamplerState.FT_linear)
    texture.setWrapU(SamplerState.WM_clamp)
    texture.setWrapV(SamplerState.WM_clamp)
    return texture


def text_size_of(root):
    return float(root.getNetTag(TEXT_SIZE) or 1.0)


def set_text_size(root, size):
    """Set the text size of all canvases made later under the NodePath `root`. size: factor, 1 is normal, 1.5 suits a projector"""
    root.setTag(TEXT_SIZE, str(size))


@lru_cache(maxsize=4096)
def line_width(line, style, pixels):
    """Return the width of a line of text in a TextStyle [pixels]. `pixels` is the size of the letters [pixels]."""
    node = TextNode("measure")
    node.setFont(font_of(line, style, pixels))
    return node.calcWidth(line) * pixels


def set_text(path, content):
    """Set the text of a NodePath with a TextNode to `content`.

    An unchanged text is skipped, because each change costs a layout.
    """
    node = path.node()
    if node.getText() != content:
        node.setText(content)
