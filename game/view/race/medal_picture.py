"""The picture of a medal on the card with a run's results: a disc on a ribbon."""

from functools import partial

import numpy as np
from PIL import Image

SIDE, FINE = 96, 4  # side of the picture [pixels]; samples for each pixel along each axis
RIBBON, EDGE = (0.20, 0.42, 0.78), 0.86  # colour; radius of the raised rim, as a fraction of the disc's
COLOURS = {"gold": (0.97, 0.80, 0.28), "silver": (0.80, 0.85, 0.90), "bronze": (0.85, 0.56, 0.33)}


def medal_picture(colour):
    """Return a medal as a square RGBA image of PIL with a transparent background. `colour` is (red, green, blue), each 0..1."""
    y, x = (np.mgrid[: SIDE * FINE, : SIDE * FINE] + 0.5) / (SIDE * FINE)
    picture = np.zeros((*x.shape, 4))
    for side in (-1.0, 1.0):
        picture[(np.abs(x - 0.5 - side * (0.42 - y) * 0.55) < 0.11) & (y < 0.5)] = (*RIBBON, 1.0)
    distance = np.hypot(x - 0.5, y - 0.64) / 0.33
    shine = 0.80 + 0.20 * np.clip((0.64 - y + 0.5 - x) / 0.33, -1.0, 1.0)
    shine = np.where(np.abs(distance - EDGE) < 0.04, 0.62, shine)
    disc = distance < 1.0
    picture[disc] = np.concatenate((np.array(colour) * shine[..., None], np.ones((*x.shape, 1))), axis=-1)[disc]
    blocks = picture.reshape(SIDE, FINE, SIDE, FINE, 4)
    alpha = blocks[..., 3:].mean(axis=(1, 3))
    shown = (blocks[..., :3] * blocks[..., 3:]).sum(axis=(1, 3)) / np.maximum(blocks[..., 3:].sum(axis=(1, 3)), 1.0)
    return Image.fromarray((np.concatenate((shown, alpha), axis=-1) * 255).round().astype(np.uint8), "RGBA")


MEDAL_PICTURES = {name: partial(medal_picture, colour) for name, colour in COLOURS.items()}
