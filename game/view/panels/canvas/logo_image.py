"""The game's logo: the ellipsoid on its sliding plane. It is drawn beside the name, and is the window's icon."""

import numpy as np
from PIL import Image

FINE = 4  # samples for each pixel along each axis. Fewer: jagged edges
BODY, LIGHT, PLANE, LINE = (238, 118, 32), (255, 214, 150), (70, 150, 235), (24, 32, 46)  # red, green, blue
CENTRE, RADII = (0.5, 0.40), (0.20, 0.36)  # of the ellipse, in fractions of the picture
SLOPE, TOUCH, THICK = -0.38, 0.725, 0.075  # of the plane: slope of its line; y below the ellipse's centre; thickness. It ends
# above the lower edge: the software renderer would repeat its end at the upper edge.


def logo(pixels=128):
    """Return the logo as a square RGBA image of PIL with a transparent background. `pixels` is the length of its side."""
    y, x = (np.mgrid[: pixels * FINE, : pixels * FINE] + 0.5) / (pixels * FINE)
    colours = np.zeros((*x.shape, 4))
    below = y - (TOUCH + SLOPE * (x - CENTRE[0]))
    colours[(below > 0.0) & (below < THICK) & (np.abs(x - 0.5) < 0.46)] = (*PLANE, 255)
    across, along = (x - CENTRE[0]) / RADII[0], (y - CENTRE[1]) / RADII[1]
    distance = np.hypot(across, along)
    inside = distance < 1.0
    shine = np.clip(1.0 - np.hypot(across + 0.35, along + 0.45), 0.0, 1.0)[..., None]
    shade = 0.72 + 0.28 * np.clip(-along - 0.4 * across, -1.0, 1.0)[..., None]
    body = np.array(BODY) * shade * (1.0 - shine) + np.array(LIGHT) * shine
    colours[inside] = np.concatenate((body, np.full((*x.shape, 1), 255.0)), axis=-1)[inside]
    visor = inside & (np.abs(along + 0.42) < 0.13) & (across > -0.1)
    colours[visor] = (*LINE, 255)
    blocks = colours.reshape(pixels, FINE, pixels, FINE, 4)
    alpha = blocks[..., 3:].mean(axis=(1, 3))
    colour = (blocks[..., :3] * blocks[..., 3:]).sum(axis=(1, 3)) / np.maximum(blocks[..., 3:].sum(axis=(1, 3)), 1.0)
    return Image.fromarray(np.concatenate((colour, alpha), axis=-1).round().astype(np.uint8), "RGBA")
