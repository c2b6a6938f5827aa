"""The drawing tools of all panels: fonts and widths of texts, lines that fit, boxes, pictures from SVG, key caps.

Positions are (x, y) from the top left corner, y downwards. Their unit, written [units], is one pixel in a window 720 pixels high,
and grows with the window. A hint is a text of pairs with at least three spaces between them: keys, two spaces and their effect,
or words without a key. "{pause}" is the key of the action pause, as the user chose it (bindings.py).
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
from panda3d.core import CardMaker, DynamicTextFont, NodePath, SamplerState, TextNode, Texture, TextureStage, TransparencyAttrib
from PIL import Image

from ..core.font_characters import shown_in
from ..core.shapes import Colour, Rgba
from ..explain.palette import hex_of
from ..scene.geometry_nodes import triangles_node
from .bindings import ChosenKeys, name_keys
from .theme import ACCENT, INK, LINE_HEIGHT, NEEDED, NOTE, PANEL, SMALL, TEXT, Size, TextStyle, unit_of

FONTS = Path(__file__).resolve().parents[2] / "assets" / "fonts"
FACES = {  # (monospaced, bold): file
    (False, False): "SourceSans3-Regular.ttf",
    (False, True): "SourceSans3-SemiBold.ttf",
    (True, False): "JetBrainsMono-Regular.ttf",
    (True, True): "JetBrainsMono-Bold.ttf",
}
SAMPLES = 4  # of each pixel of a picture along each axis. Fewer: jagged edges
SIGNS = frozenset("✕◎")  # only the monospaced face has them


@cache
def font(pixels: int, bold: bool, mono: bool) -> DynamicTextFont:
    """Return the font for letters of exactly one size [pixels], so that each texel becomes a pixel."""
    face = DynamicTextFont(str(FONTS / FACES[mono, bold]))
    face.setPixelsPerUnit(pixels)
    face.setPointSize(10)
    face.setMinfilter(SamplerState.FT_nearest)
    face.setMagfilter(SamplerState.FT_nearest)
    face.setNativeAntialias(True)
    face.setPageSize(256, 256)
    face.setLineHeight(round(LINE_HEIGHT * pixels) / pixels)  # whole pixels, or every other line would be blurred
    return face


def font_of(content: str, style: TextStyle, pixels: int) -> DynamicTextFont:
    return font(pixels, style.bold, is_mono(content, style))


def is_mono(content: str, style: TextStyle) -> bool:
    return style.mono or not SIGNS.isdisjoint(content)


def known_letters(content: str, style: TextStyle) -> str:
    """Return the text as its font can show it: with a mark for each character that the font lacks."""
    return shown_in(content, FACES[is_mono(content, style), style.bold])


@lru_cache(maxsize=4096)
def line_width(line: str, style: TextStyle, pixels: int) -> float:
    node = TextNode("measure")
    node.setFont(font_of(line, style, pixels))
    return node.calcWidth(known_letters(line, style)) * pixels


TEXEL_SHIFT = 0.25  # [texels] shift of the samples. 0 or 0.5: they lie on the border of two texels, and lines are doubled
KEPT = 32  # pictures in the cache. Fewer: a page that scrolls is drawn from its SVG again and again; more: some megabytes


@lru_cache(KEPT)
def pixels_of(svg: str, width: int, ink: str) -> np.ndarray:
    """Render an SVG `width` [pixels] wide, with lines in `ink` "#rrggbb". Return (height, width, 4) uint8, top row first."""
    import resvg_py  # here: only lessons need it

    inked = svg.replace("currentColor", ink)
    png = resvg_py.svg_to_bytes(svg_string=inked, width=width)
    return np.asarray(Image.open(BytesIO(bytes(png))).convert("RGBA"))


TEXT_SIZE, KEYS = "text-size", "keys"  # tags of the NodePath above all canvases
CAP, CAP_SIDE, CAP_INK = (0.90, 0.91, 0.93, 1.0), (0.45, 0.49, 0.55, 1.0), (0.10, 0.12, 0.16, 1.0)  # of keys
CAP_HEIGHT, CAP_SPACE = 1.55, 0.75  # height of a key's cap, and the space beside its letters, in sizes of the letters


class Canvas:
    """A transparent drawing area over the picture, as large as the window of `size` [pixels].

    parent: NodePath `pixel2d`, or the overlay of a Studio. Its text size scales the canvas, so that `needed` [units] still fit.
    name: by which `hide_overlapped` finds it; sort: larger is drawn later; width, height: of the window [units]
    """

    def __init__(self, parent: NodePath, size: Size, name: str = "canvas", sort: int = 0, needed: tuple[int, int] = NEEDED):
        self.root = parent.attachNewNode(name, sort)
        self.root.setBin("unsorted", 0)  # drawn in the order of adding
        self.root.setDepthTest(False)
        self.root.setDepthWrite(False)
        self._pixels = size
        self.scale = unit_of(size, text_size_of(parent), needed)  # length of a unit [pixels]
        self.width, self.height = size[0] / self.scale, size[1] / self.scale
        self._chosen_keys = parent.getNetPythonTag(KEYS) or {}

    def zoom(self, factor: float) -> None:
        self.scale *= factor
        self.width, self.height = self._pixels[0] / self.scale, self._pixels[1] / self.scale

    def text(self, content: str, x: float, y: float, style: TextStyle = TEXT, align: str = "left") -> NodePath:
        """Draw lines of text from the top `y`, with the left end, middle or right end at `x` [units]. {pause} names that key."""
        content, pixels = name_keys(content, self._chosen_keys), style.pixels(self.scale)
        node = TextNode("text")
        node.setFont(font_of(content, style, pixels))
        node.setAlign({"left": TextNode.ALeft, "centre": TextNode.ACenter, "right": TextNode.ARight}[align])
        node.setTextColor(*style.colour)
        node.setText(known_letters(content, style))
        path = self.root.attachNewNode(node)
        path.setScale(pixels)
        path.setPos(round(x * self.scale), 0, -round(y * self.scale) - round(0.98 * pixels))
        return path

    def box(self, x: float, y: float, width: float, height: float, colour: Rgba, order: int = 0) -> NodePath:
        """Draw a filled rectangle with upper left corner (x, y) [units]. An `order` below 0 draws it behind earlier drawing."""
        card = CardMaker("box")
        left, top, s = round(x * self.scale), round(y * self.scale), self.scale
        card.setFrame(left, left + max(1, round(width * s)), -top - max(1, round(height * s)), -top)
        path = self.root.attachNewNode(card.generate(), order)
        path.setColor(*colour)
        path.setTransparency(TransparencyAttrib.MAlpha)
        return path

    def image(self, texture: Texture, x: float, y: float, width: float, height: float, brightness: float = 1.0) -> None:
        """Draw a Texture in a rectangle with upper left corner (x, y) [units]. `brightness` is a factor of its colours, 0..1."""
        path = self.box(x, y, width, height, (brightness, brightness, brightness, 1.0))
        path.setTexture(texture)
        # Half a pixel inside its edges, because the software renderer wraps the texture there.
        across, down = 1.0 / texture.getXSize(), 1.0 / texture.getYSize()
        path.setTexScale(TextureStage.getDefault(), 1.0 - across, 1.0 - down)
        path.setTexOffset(TextureStage.getDefault(), across / 2.0, down / 2.0)

    def cap_width(self, name: str, size: float) -> float:
        return max(self.text_width(name, TextStyle(size, bold=True)) + CAP_SPACE * size, CAP_HEIGHT * size)

    def key_cap(self, name: str, x: float, y: float, size: float) -> float:
        """Draw the name of a key on a cap with upper left corner (x, y), and return its width. Lengths are in [units]."""
        style = TextStyle(size, CAP_INK, bold=True)
        width, height = self.cap_width(name, size), CAP_HEIGHT * size
        self.box(x, y, width, height + 3, CAP_SIDE)
        self.box(x + 1, y + 1, width - 2, height - 1, CAP)
        self.text(name, x + width / 2 - 1, y + (height - LINE_HEIGHT * size) / 2, style, align="centre")
        return width

    def curve(self, points: Sequence[tuple[float, float]], width: float, colour: Colour) -> None:
        """Draw a line through points ((x, y), ...) [units] as one node. Fewer than two points draw nothing."""
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

    def picture(self, svg: str, x: float, y: float, width: float, view: tuple[float, float] | None = None) -> NodePath:
        """Draw an SVG with upper left corner (x, y) and a width [units], cut off beyond `view` (top, bottom) [units]."""
        left, top, wide = round(x * self.scale), round(y * self.scale), max(1, round(width * self.scale))
        pixels = pixels_of(svg, wide, hex_of(INK[:3]))
        if view:
            first, end = (max(round(edge * self.scale) - top, 0) for edge in view)
            pixels, top = pixels[first:end], top + first
        height = pixels.shape[0]
        # Tiny needs powers of two, and repeats a picture that fills its texture beyond the border.
        sides = [1 << side.bit_length() for side in (wide, height)]
        padded = np.zeros((sides[1], sides[0], 4), np.uint8)
        padded[sides[1] - height :, : pixels.shape[1]] = pixels
        texture = Texture("svg")
        texture.setup2dTexture(*sides, Texture.T_unsigned_byte, Texture.F_rgba)
        texture.setRamImageAs(np.ascontiguousarray(padded[::-1]).tobytes(), "RGBA")
        texture.setMinfilter(SamplerState.FT_nearest)
        texture.setMagfilter(SamplerState.FT_nearest)
        card = CardMaker("svg")
        card.setFrame(left, left + wide, -top - height, -top)
        across, low = -TEXEL_SHIFT / sides[0], TEXEL_SHIFT / sides[1]
        card.setUvRange((across, low), (across + wide / sides[0], low + height / sides[1]))
        path = self.root.attachNewNode(card.generate())
        path.setTexture(texture)
        path.setTransparency(TransparencyAttrib.MAlpha)
        return path

    def panel(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a dark box with a line in the accent colour at its left side."""
        self.box(x, y, width, height, PANEL)
        self.box(x, y, 3, height, ACCENT)

    def text_width(self, content: str, style: TextStyle = TEXT) -> float:
        content = name_keys(content, self._chosen_keys)
        pixels = style.pixels(self.scale)
        return max(line_width(line, style, pixels) for line in content.split("\n")) / self.scale

    def clear(self) -> None:
        for child in self.root.getChildren():
            child.removeNode()

    def remove(self) -> None:
        self.root.removeNode()


def set_chosen_keys(root: NodePath, changed: ChosenKeys) -> None:
    root.setPythonTag(KEYS, changed)


@cache
def texture_of(picture: Path | Callable[[], Image.Image]) -> Texture:
    """Return the Texture of an image file, or of the image that a function returns. Its sides are powers of two."""
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


def smoothed(samples: np.ndarray, most: float) -> Image.Image:
    """Return the RGBA image of samples (SAMPLES h, SAMPLES w, 4) from 0 to `most`, as the mean of each pixel's opaque samples."""
    blocks = samples.reshape(len(samples) // SAMPLES, SAMPLES, -1, SAMPLES, 4)
    alpha = blocks[..., 3:].mean(axis=(1, 3))
    opaque = np.maximum(blocks[..., 3:].sum(axis=(1, 3)), 1.0)
    colour = (blocks[..., :3] * blocks[..., 3:]).sum(axis=(1, 3)) / opaque
    return Image.fromarray((np.concatenate((colour, alpha), axis=-1) * (255.0 / most)).round().astype(np.uint8), "RGBA")


def text_size_of(root: NodePath) -> float:
    return float(root.getNetTag(TEXT_SIZE) or 1.0)


def set_text_size(root: NodePath, size: float) -> None:
    root.setTag(TEXT_SIZE, str(size))


NARROWER = 20  # [units] by which `balance_lines` reduces the width of lines


def balance_lines(canvas: Canvas, text: str, width: float) -> list[str]:
    """Break a text in the style TEXT as `wrap_to_width` does, and balance the lengths of the lines."""
    lines, words = wrap_to_width(canvas, text, width), len(text.split())
    while 1 < len(lines) < words and len(narrower := wrap_to_width(canvas, text, width - NARROWER)) == len(lines):
        lines, width = narrower, width - NARROWER
    return lines


def wrap_to_width(canvas: Canvas, text: str, width: float, style: TextStyle = TEXT) -> list[str]:
    """Break a text at spaces into lines of at most a width [units]. A longer word gets a line of its own."""
    return wrap_text(text, lambda line: canvas.text_width(line, style) <= width)


def wrap_text(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Break a text at spaces into lines that fit. A word that does not fit gets a line of its own."""
    lines = [""]
    for word in filter(None, re.split("[ \n]", text)):  # not at a space of NO_BREAK
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and not fits(longer):
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def shortened(canvas: Canvas, text: str, width: float, style: TextStyle) -> str:
    """Return a text that is cut, and then ends with dots, if it is wider than a width [units]."""
    while canvas.text_width(text, style) > width and len(text) > 2:
        text = text[:-2] + "…"
    return text


CAP_GAP, PAIR_GAP = 5, 18  # [units] after a cap; between two pairs


def pairs_of(hint: str) -> list[tuple[tuple[str, ...], str]]:
    """Split a hint into pairs [((name of a key, ...), effect), ...]."""
    pairs = [pair.rpartition("  ") for pair in re.split(" {3,}", hint)]
    return [(tuple(filter(None, keys.split(" "))), does) for keys, _, does in pairs]


def draw_hint(canvas: Canvas, hint: str, x: float, y: float, style: TextStyle = NOTE) -> None:
    """Draw a hint as key caps with words. (x, y) is the upper left corner of the first cap [units]."""
    for keys, does in pairs_of(hint):
        for key in keys:
            x += canvas.key_cap(key, x, y, SMALL) + CAP_GAP
        canvas.text(does, x, y + 1, style)
        x += canvas.text_width(does, style) + PAIR_GAP


def hint_lines(canvas: Canvas, hint: str, width: float) -> list[str]:
    """Break a hint between its pairs into lines of at most a width [units]."""
    lines: list[str] = []
    for pair in re.split(" {3,}", hint):
        longer = f"{lines[-1]}    {pair}" if lines else pair
        lines = [*lines[:-1], longer] if hint_width(canvas, longer) <= width else [*lines, pair]
    return lines


def hint_width(canvas: Canvas, hint: str) -> float:
    pairs = pairs_of(hint)
    caps = sum(canvas.cap_width(key, SMALL) + CAP_GAP for keys, _ in pairs for key in keys)
    return caps + sum(canvas.text_width(does, NOTE) for _, does in pairs) + PAIR_GAP * (len(pairs) - 1)
