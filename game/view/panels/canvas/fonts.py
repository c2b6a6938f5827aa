"""The fonts of all panels, and the widths of texts in them."""

from functools import cache, lru_cache
from pathlib import Path

from panda3d.core import DynamicTextFont, SamplerState, TextNode

from .theme import LINE_HEIGHT

FONTS = Path(__file__).resolve().parents[4] / "assets" / "fonts"
FACES = {  # (monospaced, bold): file
    (False, False): "SourceSans3-Regular.ttf",
    (False, True): "SourceSans3-SemiBold.ttf",
    (True, False): "JetBrainsMono-Regular.ttf",
    (True, True): "JetBrainsMono-Bold.ttf",
}
SIGNS = frozenset("◀▶✕§Ψ◎◆◊⇑↑↓▲▼■✓")  # only the monospaced face has them all


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


@lru_cache(maxsize=4096)
def line_width(line, style, pixels):
    """Return the width of a line of text in a TextStyle [pixels]. `pixels` is the size of the letters [pixels]."""
    node = TextNode("measure")
    node.setFont(font_of(line, style, pixels))
    return node.calcWidth(line) * pixels
