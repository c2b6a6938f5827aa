"""Vector pictures on a canvas: an SVG becomes a texture with one texel for each pixel, so that letters are sharp."""

from functools import lru_cache
from io import BytesIO

import numpy as np
from panda3d.core import CardMaker, SamplerState, Texture, TransparencyAttrib
from PIL import Image

ASIDE = 0.25  # [texels] shift of the samples. 0 or 0.5: they lie on the border of two texels, and lines are doubled
KEPT = 32  # pictures in the cache. Fewer: a page that scrolls is drawn from its SVG again and again; more: some megabytes


@lru_cache(KEPT)
def pixels_of(svg, width, ink):
    """Render an SVG. Return its pixels (height, width, 4) uint8, top row first.

    svg: the text of the SVG file
    width: [pixels]
    ink: "#rrggbb", for lines in the SVG's "currentColor"
    """
    import resvg_py  # here: only lessons need it

    inked = svg.replace("currentColor", ink)
    png = resvg_py.svg_to_bytes(svg_string=inked, width=width)
    return np.asarray(Image.open(BytesIO(bytes(png))).convert("RGBA"))


def svg_card(parent, svg, corner, width, ink, view=None):
    """Draw an SVG on a card under the NodePath `parent`. Return the card's NodePath.

    svg: the text of the SVG file
    corner: (x, y) of the upper left corner [pixels], y downwards
    width: [pixels]
    ink: "#rrggbb", for lines in the SVG's "currentColor"
    view: (top, bottom) y [pixels]: the part of the picture above and below is cut off. None draws all.
    """
    pixels, (x, y) = pixels_of(svg, width, ink), corner
    if view:
        first, end = max(view[0] - y, 0), max(view[1] - y, 0)
        pixels, y = pixels[first:end], y + first
    height = pixels.shape[0]
    # Tiny needs powers of two, and repeats a picture that fills its texture beyond the border.
    sides = [1 << side.bit_length() for side in (width, height)]
    padded = np.zeros((sides[1], sides[0], 4), np.uint8)
    padded[sides[1] - height :, : pixels.shape[1]] = pixels
    texture = Texture("svg")
    texture.setup2dTexture(*sides, Texture.T_unsigned_byte, Texture.F_rgba)
    texture.setRamImageAs(np.ascontiguousarray(padded[::-1]).tobytes(), "RGBA")
    for choose in (texture.setMinfilter, texture.setMagfilter):
        choose(SamplerState.FT_nearest)
    card = CardMaker("svg")
    card.setFrame(x, x + width, -y - height, -y)
    left, low = -ASIDE / sides[0], ASIDE / sides[1]
    card.setUvRange((left, low), (left + width / sides[0], low + height / sides[1]))
    path = parent.attachNewNode(card.generate())
    path.setTexture(texture)
    path.setTransparency(TransparencyAttrib.MAlpha)
    return path
