"""The image textures of a level's materials, decoded. Surfaces with the same picture share it, and the total size is limited."""

import io
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from PIL import Image

from ...level import Material
from ...level.contents.mesh_pictures_and_colours import Picture

MOST_SIDE = {"tiny": 1024, "gl": 2048, "llvmpipe": 1024}  # [pixels]. More: memory, and the software renderer misses its cache
MOST_PIXELS = 12_000_000  # of all pictures of a level. Fewer: many pictures get blurred; more: 50 MB for each 12 million
PREVIEW = 16  # [pixels] side of the picture whose mean colours light rays


def level_pictures(materials: Sequence[Material], renderer: str) -> dict[Picture, np.ndarray]:
    """Return the pixels (height, width, 4) uint8, lowest row first, of the pictures that a renderer can show."""
    pictures = dict.fromkeys(one.finish.picture for one in materials if one.finish and one.finish.picture)
    sharp = {one.finish.picture for one in materials if one.finish and one.finish.is_sharp}
    opened = {picture: found for picture in pictures if (found := open_picture(picture))}
    most = MOST_SIDE[renderer]
    while sum(np.prod(side_lengths(image.size, most)) for image in opened.values()) > MOST_PIXELS:
        most //= 2
    decoded = {picture: pixels(image, side_lengths(image.size, most), picture in sharp) for picture, image in opened.items()}
    whole = {picture: drawn for picture, drawn in decoded.items() if drawn is not None}
    for picture, drawn in whole.items():
        if picture.cut:
            drawn[..., 3] = opacity(picture.cut, (drawn.shape[1], drawn.shape[0]), picture in sharp)
    return whole


@lru_cache(maxsize=2)
def mean_colours(materials: tuple[Material, ...]) -> np.ndarray:
    """Return the mean linear colour (n, 3) of each material's picture, or white for a material without a readable picture."""
    found = np.ones((len(materials), 3))
    means = {}
    for number, material in enumerate(materials):
        picture = material.finish.picture if material.finish else None
        if picture and picture not in means:
            image = open_picture(picture)
            small = None if image is None else pixels(image, (PREVIEW, PREVIEW), False)
            means[picture] = np.ones(3) if small is None else ((small[..., :3] / 255.0) ** 2.2).mean(axis=(0, 1))
        if picture:
            found[number] = means[picture]
    return found


def open_picture(picture: Picture) -> Image.Image | None:
    """Return the image of a mesh file's picture, or None if it is no image. Only the header is read."""
    try:
        return Image.open(io.BytesIO(picture.data), formats=("PNG", "JPEG", "WEBP", "BMP", "TGA", "GIF"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def opacity(picture: Picture, size: tuple[int, int], is_sharp: bool) -> np.ndarray:
    """Return a picture's alpha, or brightness without one, as opacity (height, width) uint8, 255 if it is damaged."""
    image = open_picture(picture)
    found = None if image is None else pixels(image, size, is_sharp)
    if image is None or found is None:
        return np.full((size[1], size[0]), 255, np.uint8)
    return found[..., 3] if image.has_transparency_data else np.asarray(Image.fromarray(found).convert("L"))


def side_lengths(size: tuple[int, int], most: int) -> tuple[int, int]:
    """Return (width, height) [pixels] at which a picture is stored: powers of two near `size`, each at most `most`."""
    width, height = (min(most, 1 << max(0, round(float(np.log2(length))))) for length in size)
    return width, height


def pixels(image: Image.Image, size: tuple[int, int], is_sharp: bool) -> np.ndarray | None:
    """Return the pixels of an image of a size, (height, width, 4) uint8, lowest row first, or None if it is damaged."""
    try:
        image.draft("RGB", size)  # a JPEG is read at the nearest larger size
        image = image.convert("RGBA").resize(size, Image.Resampling.NEAREST if is_sharp else Image.Resampling.BOX)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return np.asarray(image)[::-1].copy()
