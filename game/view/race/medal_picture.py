"""The pictures of medals: a disc on a ribbon, large on the card with a run's results, and small before a time."""

from functools import partial

import numpy as np
from PIL import Image

from ..panels.canvas.canvas import texture_of
from ..panels.canvas.theme import LINE_HEIGHT

SIDE, SMALL_SIDE, FINE = 96, 32, 4  # sides of the large and small picture [pixels]; samples for each pixel along each axis
ICON = 1.5  # side of a medal before a text, in text sizes
RIBBON, EDGE = (0.20, 0.42, 0.78), 0.86  # colour; radius of the raised rim, as a fraction of the disc's
COLOURS = {"gold": (0.97, 0.80, 0.28), "silver": (0.80, 0.85, 0.90), "bronze": (0.85, 0.56, 0.33)}


def medal_picture(colour, side):
    """Return a medal as a square RGBA image of PIL with a transparent background.

    colour: red, green, blue, each 0..1
    side: of the picture [pixels]
    """
    y, x = (np.mgrid[: side * FINE, : side * FINE] + 0.5) / (side * FINE)
    picture = np.zeros((*x.shape, 4))
    for lean in (-1.0, 1.0):
        picture[(np.abs(x - 0.5 - lean * (0.42 - y) * 0.55) < 0.11) & (y < 0.5)] = (*RIBBON, 1.0)
    distance = np.hypot(x - 0.5, y - 0.64) / 0.33
    shine = 0.80 + 0.20 * np.clip((0.64 - y + 0.5 - x) / 0.33, -1.0, 1.0)
    shine = np.where(np.abs(distance - EDGE) < 0.04, 0.62, shine)
    disc = distance < 1.0
    picture[disc] = np.concatenate((np.array(colour) * shine[..., None], np.ones((*x.shape, 1))), axis=-1)[disc]
    blocks = picture.reshape(side, FINE, side, FINE, 4)
    alpha = blocks[..., 3:].mean(axis=(1, 3))
    shown = (blocks[..., :3] * blocks[..., 3:]).sum(axis=(1, 3)) / np.maximum(blocks[..., 3:].sum(axis=(1, 3)), 1.0)
    return Image.fromarray((np.concatenate((shown, alpha), axis=-1) * 255).round().astype(np.uint8), "RGBA")


MEDAL_PICTURES = {name: partial(medal_picture, colour, SIDE) for name, colour in COLOURS.items()}
MEDAL_ICONS = {name: partial(medal_picture, colour, SMALL_SIDE) for name, colour in COLOURS.items()}


def draw_value(canvas, value, right, y, style):
    """Draw a text that ends at x = `right`. If it begins with the name of a medal, the medal is drawn instead of the name.

    Return the width of text and medal. Lengths are in [units].

    value: the text, such as "gold 0:28.72"
    y: top of the text
    style: TextStyle
    """
    medal, _, rest = value.partition(" ")
    if medal not in MEDAL_ICONS:
        canvas.text(value, right, y, style, align="right")
        return canvas.text_width(value, style)
    canvas.text(rest, right, y, style, align="right")
    width, icon = canvas.text_width(rest, style), ICON * style.size
    canvas.image(texture_of(MEDAL_ICONS[medal]), right - width - icon - 3, y + (LINE_HEIGHT * style.size - icon) / 2, icon, icon)
    return width + icon + 3
