"""The last rung: pictures. Averages over a whole picture cannot tell noise from a missing overlay; its worst tile can."""

from dataclasses import dataclass

import numpy as np

from ..errors import InputError

TILE = 16  # [pixels]; larger hides small things, smaller takes an edge that moved by a pixel for a catastrophe
GHOST = 0.35  # how much of the picture shines through where nothing differs
LENS = 6  # how many times larger the worst tile is shown once more
FRAME = (90, 200, 255)


@dataclass(frozen=True)
class PictureDifference:
    """pixels: how many differ; worst: mean absolute difference (0..255) of the worst tile; left, top: its corner [pixels]."""

    pixels: int
    worst: float
    left: int
    top: int

    def __str__(self):
        tile = f"x {self.left}..{self.left + TILE - 1}, y {self.top}..{self.top + TILE - 1}"
        return f"{counted(self.pixels)}, worst tile {self.worst:.3g} at {tile}"


def counted(pixels):
    return "1 pixel differs" if pixels == 1 else f"{pixels} pixels differ"


def picture_difference(actual, expected):
    """What tells two pictures apart, (h, w, 3) uint8 each; None when they are equal. InputError for two sizes."""
    if actual.shape != expected.shape:
        raise InputError(f"the picture on record is {sized(expected)} pixels, today's {sized(actual)}; accept it anew")
    apart = np.abs(actual.astype(int) - expected.astype(int))
    if not apart.any():
        return None
    means = tile_means(apart.mean(axis=2))
    row, column = np.unravel_index(means.argmax(), means.shape)
    pixels = int(apart.any(axis=2).sum())
    return PictureDifference(pixels, float(means[row, column]), int(column) * TILE, int(row) * TILE)


def sized(picture):
    return f"{picture.shape[1]}x{picture.shape[0]}"


def tile_means(values):
    """(h, w) -> (rows, columns): the mean of each tile; those at the right and lower edge may be smaller."""
    rows, columns = (np.arange(0, length, TILE) for length in values.shape)
    sums = np.add.reduceat(np.add.reduceat(values, rows, axis=0), columns, axis=1)
    heights, widths = (np.diff([*starts, length]) for starts, length in zip((rows, columns), values.shape))
    return sums / np.outer(heights, widths)


def magnified(actual, expected, difference):
    """A picture of what differs, however little: bright where it does, grey elsewhere, the worst tile framed and enlarged.

    Returns (h, w, 3) uint8.
    """
    apart = np.abs(actual.astype(float) - expected.astype(float)).max(axis=2)
    grey = np.repeat(expected.mean(axis=2, keepdims=True) * GHOST, 3, axis=2)
    glow = np.where(apart > 0, 0.35 + 0.65 * apart / apart.max(), 0.0)[..., None]
    picture = (grey * (1.0 - glow) + glow * np.array([255.0, 150.0, 40.0])).astype(np.uint8)
    left, top = difference.left, difference.top
    tile = picture[top : top + TILE, left : left + TILE].repeat(LENS, axis=0).repeat(LENS, axis=1)
    frame(picture, left - 1, top - 1, TILE + 2, TILE + 2)
    return with_lens(picture, tile, on_the_left=left > picture.shape[1] // 2)


def with_lens(picture, tile, on_the_left):
    """The enlarged tile in a lower corner, the one away from its place; pictures too small for it stay as they are."""
    height, width = tile.shape[:2]
    if picture.shape[0] < 2 * height or picture.shape[1] < 2 * width:
        return picture
    left, top = 0 if on_the_left else picture.shape[1] - width, picture.shape[0] - height
    picture[top:, left : left + width] = tile
    frame(picture, left, top, width, height)
    return picture


def frame(picture, left, top, width, height):
    """Draw a frame of one pixel, as far as it lies inside."""
    right, bottom = min(left + width, picture.shape[1]) - 1, min(top + height, picture.shape[0]) - 1
    left, top = max(left, 0), max(top, 0)
    picture[[top, bottom], left : right + 1] = FRAME
    picture[top : bottom + 1, [left, right]] = FRAME
