"""The last rung: pictures. Averages over a whole picture cannot tell noise from a missing overlay; its worst tile can."""

from dataclasses import dataclass

import numpy as np

from ..errors import InputError

TILE = 16  # [pixels]; larger hides small things, smaller takes an edge that moved by a pixel for a catastrophe
GHOST = 0.35  # how much of the picture shines through where nothing differs


@dataclass(frozen=True)
class PictureDifference:
    """pixels: how many differ; worst: mean absolute difference (0..255) of the worst tile; left, top: its corner [pixels]."""

    pixels: int
    worst: float
    left: int
    top: int

    def __str__(self):
        tile = f"x {self.left}..{self.left + TILE - 1}, y {self.top}..{self.top + TILE - 1}"
        return f"{self.pixels} pixel{'s' * (self.pixels != 1)} differ, worst tile {self.worst:.3g} at {tile}"


def picture_difference(actual, expected):
    """What tells two pictures apart, (h, w, 3) uint8 each; None when they are equal. InputError for two sizes."""
    if actual.shape != expected.shape:
        raise InputError(f"the picture on record is {sized(expected)} pixels, today's {sized(actual)}; run check --update")
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
    """A picture of what differs: bright where it does, however little; grey elsewhere; the worst tile framed. (h, w, 3)."""
    apart = np.abs(actual.astype(float) - expected.astype(float)).max(axis=2)
    grey = np.repeat(expected.mean(axis=2, keepdims=True) * GHOST, 3, axis=2)
    glow = np.where(apart > 0, 0.35 + 0.65 * apart / apart.max(), 0.0)[..., None]
    picture = (grey * (1.0 - glow) + glow * np.array([255.0, 150.0, 40.0])).astype(np.uint8)
    return framed(picture, difference)


def framed(picture, difference):
    """The worst tile, with a frame of one pixel around it."""
    height, width = picture.shape[:2]
    left, top = max(difference.left - 1, 0), max(difference.top - 1, 0)
    right, bottom = min(difference.left + TILE, width - 1), min(difference.top + TILE, height - 1)
    picture[[top, bottom], left : right + 1] = picture[top : bottom + 1, [left, right]] = (90, 200, 255)
    return picture
