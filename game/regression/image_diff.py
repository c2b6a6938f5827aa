"""Compare pictures by their worst tile.

A missing overlay clearly changes a tile's mean, but hardly the mean of the whole picture.
"""

from dataclasses import dataclass

import numpy as np

from ..core.input_errors import InputError

TILE = 16  # [pixels]. Smaller: an edge that moved by one pixel looks like a large change; larger: small changes are hidden
FADE = 0.35  # brightness of equal pixels. Smaller: the scene is not recognised; larger: differences do not stand out
MAGNIFICATION = 6  # of the worst tile. Smaller: single pixels are not seen; larger: the tile hides the picture
FRAME = (90, 200, 255)


@dataclass(frozen=True)
class PictureDifference:
    """The difference between two pictures.

    pixels: number of different pixels
    worst: mean absolute difference of the worst tile, 0..255
    left, top: upper left corner of the worst tile [pixels]
    """

    pixels: int
    worst: float
    left: int
    top: int

    def __str__(self):
        tile = f"x {self.left}..{self.left + TILE - 1}, y {self.top}..{self.top + TILE - 1}"
        return f"{counted(self.pixels)}, worst tile {self.worst:.3g} at {tile}"


def counted(pixels):
    """Return the number of different pixels as text."""
    return "1 pixel differs" if pixels == 1 else f"{pixels} pixels differ"


def picture_difference(actual, expected):
    """Return the PictureDifference of two pictures (h, w, 3) uint8, or None if they are equal.

    Raises InputError for different sizes.
    """
    if actual.shape != expected.shape:
        raise InputError(f"the picture on record is {sized(expected)} pixels, today's {sized(actual)}; accept it again")
    difference = np.abs(actual.astype(int) - expected.astype(int))
    if not difference.any():
        return None
    means = tile_means(difference.mean(axis=2))
    row, column = np.unravel_index(means.argmax(), means.shape)
    pixels = int(difference.any(axis=2).sum())
    return PictureDifference(pixels, float(means[row, column]), int(column) * TILE, int(row) * TILE)


def sized(picture):
    """Return the size of a picture as text "WIDTHxHEIGHT"."""
    return f"{picture.shape[1]}x{picture.shape[0]}"


def tile_means(values):
    """Return the tiles' means (rows, columns) of an array (h, w). Tiles at the right and lower edge may be smaller."""
    rows, columns = (np.arange(0, length, TILE) for length in values.shape)
    sums = np.add.reduceat(np.add.reduceat(values, rows, axis=0), columns, axis=1)
    heights, widths = (np.diff([*starts, length]) for starts, length in zip((rows, columns), values.shape))
    return sums / np.outer(heights, widths)


def magnified(actual, expected, difference):
    """Return a picture (h, w, 3) uint8 of all differences, bright on grey, with the worst tile framed and enlarged.

    actual, expected: pictures (h, w, 3) uint8
    difference: their PictureDifference
    """
    change = np.abs(actual.astype(float) - expected.astype(float)).max(axis=2)
    grey = np.repeat(expected.mean(axis=2, keepdims=True) * FADE, 3, axis=2)
    glow = np.where(change > 0, 0.35 + 0.65 * change / change.max(), 0.0)[..., None]
    picture = (grey * (1.0 - glow) + glow * np.array([255.0, 150.0, 40.0])).astype(np.uint8)
    left, top = difference.left, difference.top
    tile = picture[top : top + TILE, left : left + TILE].repeat(MAGNIFICATION, axis=0).repeat(MAGNIFICATION, axis=1)
    frame(picture, left - 1, top - 1, TILE + 2, TILE + 2)
    return with_inset(picture, tile, on_the_left=left > picture.shape[1] // 2)


def with_inset(picture, tile, on_the_left):
    """Draw the enlarged tile into a lower corner of the picture, and return the same array.

    A picture that is less than twice as wide or high as the tile stays unchanged.
    picture, tile: (h, w, 3) uint8
    on_the_left: True for the lower left corner
    """
    height, width = tile.shape[:2]
    if picture.shape[0] < 2 * height or picture.shape[1] < 2 * width:
        return picture
    left, top = 0 if on_the_left else picture.shape[1] - width, picture.shape[0] - height
    picture[top:, left : left + width] = tile
    frame(picture, left, top, width, height)
    return picture


def frame(picture, left, top, width, height):
    """Draw the edge of a rectangle, one pixel wide, into a picture (h, w, 3) uint8. The rectangle is clipped to the picture.

    left, top: upper left pixel of the rectangle
    width, height: size of the rectangle [pixels]
    """
    right, bottom = min(left + width, picture.shape[1]) - 1, min(top + height, picture.shape[0]) - 1
    left, top = max(left, 0), max(top, 0)
    picture[[top, bottom], left : right + 1] = FRAME
    picture[top : bottom + 1, [left, right]] = FRAME
