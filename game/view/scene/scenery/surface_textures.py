"""Textures of surfaces: computed grey patterns that multiply a material's colour. A texture is 4 m wide and repeats."""

from functools import cache

import numpy as np
from panda3d.core import PTAUchar, SamplerState, Texture

METRES = 4  # side of a picture. Smaller: the repetition shows; larger: costs memory
PIXELS = 256  # per metre; a power of two
LINE = 0.012  # [m] half width of the lines at whole metres
FINE_LINE = 0.004  # [m] half width of those at quarters
SHARP_LEVELS = 3  # mipmaps of full contrast. More: flicker far away; fewer: lines fade near the player
VARIATION = 0.035  # how much lighter or darker single tiles are


@cache
def pattern_texture(pattern, renderer="gl"):
    """Return the Texture of a pattern, METRES wide. The same call returns the same object.

    pattern: "grid", "checker", "stripes" or "plain"
    renderer: "tiny", "gl" or "llvmpipe"
    """
    pixels = np.clip(PATTERNS[pattern](), 0.0, 1.0)
    texture = Texture(pattern)
    texture.setup2dTexture(pixels.shape[1], pixels.shape[0], Texture.TUnsignedByte, Texture.FLuminance)
    for level, smaller in enumerate(fading_mipmaps(pixels)):
        texture.setRamMipmapImage(level, PTAUchar(smaller.tobytes()))
    texture.setWrapU(SamplerState.WMRepeat)
    texture.setWrapV(SamplerState.WMRepeat)
    texture.setMagfilter(SamplerState.FTLinear)
    # Between mipmap levels the software renderer distorts colours: there only the nearest one is used.
    texture.setMinfilter(SamplerState.FTLinearMipmapNearest if renderer == "tiny" else SamplerState.FTLinearMipmapLinear)
    texture.setAnisotropicDegree(8 if renderer == "gl" else 1)
    return texture


def fading_mipmaps(pixels):
    """Yield the mipmaps of a picture, uint8, from (n, n) down to (1, 1). Each has half the side length of the one before.

    pixels: (n, n) brightness, 0..1, where n is a power of two
    Small mipmaps also lose contrast. So lines fade at large distances and flat angles, where they would flicker.
    """
    level, mean = 0, pixels.mean()
    while True:
        contrast = 0.72 ** max(0, level - SHARP_LEVELS)
        yield np.round((mean + contrast * (pixels - mean)) * 255).astype(np.uint8)
        if len(pixels) == 1:
            return
        pixels = pixels.reshape(len(pixels) // 2, 2, -1, 2).mean(axis=(1, 3))
        level += 1


def metres():
    """Return the coordinates of the texture's pixel centres [m]: u (1, n) across and v (n, 1) up."""
    along = (np.arange(METRES * PIXELS) + 0.5) / PIXELS
    return along[None, :], along[:, None]


def tiles(seed=7):
    """Return the brightness (n, n), 0..1, of tiles 1 m wide. Each tile has a constant random brightness a little below 1.

    seed: of the random numbers
    """
    random = np.random.default_rng(seed)
    each = 1.0 - VARIATION * random.random((METRES, METRES))
    return np.kron(each, np.ones((PIXELS, PIXELS)))


def lines(step, half_width, depth):
    """Return the brightness (n, n), 0..1, of lines at multiples of `step` [m], with edges one pixel soft.

    half_width: of a line [m]
    depth: loss of brightness on a line, 0..1
    """
    darkness = [coverage(np.abs((along + step / 2) % step - step / 2), half_width) for along in metres()]
    return 1.0 - depth * np.maximum(*darkness)


def coverage(distance, half_width):
    """Return the share 0..1 of each pixel that a line covers.

    distance: from the pixel's centre to the middle of the line [m], of any shape
    half_width: of the line [m]
    """
    return np.clip((half_width - distance) * PIXELS + 0.5, 0.0, 1.0)


def grid():
    return tiles() * np.minimum(lines(1.0, LINE, 0.30), lines(0.25, FINE_LINE, 0.07))


def checker():
    u, v = metres()
    dark = (np.floor(u) + np.floor(v)) % 2
    return tiles() * (1.0 - 0.10 * dark) * lines(0.25, FINE_LINE, 0.05)


def stripes():
    u, v = metres()
    wave = np.abs(((u + v) % 0.5) - 0.25)
    return tiles() * (1.0 - 0.16 * np.clip((wave - 0.125) * PIXELS + 0.5, 0.0, 1.0))


def plain():
    return tiles()


PATTERNS = {"grid": grid, "checker": checker, "stripes": stripes, "plain": plain}
