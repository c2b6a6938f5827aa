"""The pictures of a level's materials, decoded: shared by all surfaces that show them, and of bounded size."""

import io
from functools import lru_cache

import numpy as np
from PIL import Image

MOST_SIDE = {"tiny": 1024, "gl": 2048, "llvmpipe": 1024}  # [pixels]. More: memory, and the software renderer misses its cache
MOST_PIXELS = 12_000_000  # of all pictures of a level. Fewer: many pictures get blurred; more: 50 MB for each 12 million
PREVIEW = 16  # [pixels] side of the picture whose mean colours light rays


def level_pictures(materials, renderer):
    """{Picture: (height, width, 4) uint8, lowest row first} of materials; without those that cannot be decoded."""
    pictures = dict.fromkeys(one.finish.picture for one in materials if one.finish and one.finish.picture)
    sharp = {one.finish.picture for one in materials if one.finish and one.finish.is_sharp}
    opened = {picture: found for picture in pictures if (found := opened_picture(picture))}
    most = MOST_SIDE[renderer]
    while sum(np.prod(side_lengths(image.size, most)) for image in opened.values()) > MOST_PIXELS:
        most //= 2
    decoded = {picture: pixels(image, side_lengths(image.size, most), picture in sharp) for picture, image in opened.items()}
    return {picture: found for picture, found in decoded.items() if found is not None}


@lru_cache(maxsize=2)
def mean_colours(materials):
    """(n, 3) mean linear colour of the picture of each material, 1 without a picture."""
    found = np.ones((len(materials), 3))
    means = {}
    for number, material in enumerate(materials):
        picture = material.finish.picture if material.finish else None
        if picture and picture not in means:
            image = opened_picture(picture)
            small = None if image is None else pixels(image, (PREVIEW, PREVIEW), False)
            means[picture] = np.ones(3) if small is None else ((small[..., :3] / 255.0) ** 2.2).mean(axis=(0, 1))
        if picture:
            found[number] = means[picture]
    return found


def opened_picture(picture):
    """The PIL image of a Picture, of which only the head is read; None if it is no picture."""
    try:
        return Image.open(io.BytesIO(picture.data), formats=("PNG", "JPEG", "WEBP", "BMP", "TGA", "GIF"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def side_lengths(size, most):
    """(width, height) of a picture as it is kept: powers of two, each at most `most`."""
    return tuple(min(most, 1 << max(0, round(float(np.log2(length))))) for length in size)


def pixels(image, size, is_sharp):
    """(height, width, 4) uint8 of an image at another size, lowest row first; None if the file is damaged."""
    try:
        image.draft("RGB", size)  # a JPEG is read at the nearest larger size
        image = image.convert("RGBA").resize(size, Image.Resampling.NEAREST if is_sharp else Image.Resampling.BOX)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return np.asarray(image)[::-1].copy()
