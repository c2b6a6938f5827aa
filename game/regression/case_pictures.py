"""The pictures of a case: drawn, read, written, and compared by their worst tile. Pictures are (h, w, 3) uint8.

A case has a picture of each of its shots. The report also has a contact sheet of the run, and a section and a scene at the first
difference. Only this module and report_page.py import what draws, and only when they draw.
"""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np

from ..core.input_errors import InputError
from ..core.jit import COMPILED
from ..core.vec3 import Vector
from ..explain.tick_overlay import Switches
from ..level.contents.level import FIRST, FREE, SECTION, Shot
from .case_simulation import CaseRun

TILE = 16  # [pixels]. Smaller: an edge that moved by one pixel looks like a large change; larger: small changes are hidden
FADE = 0.35  # brightness of equal pixels. Smaller: the scene is not recognised; larger: differences do not stand out
MAGNIFICATION = 6  # of the worst tile. Smaller: single pixels are not seen; larger: the tile hides the picture
FRAME = (90, 200, 255)


@dataclass(frozen=True)
class PictureDifference:
    """The number of different pixels, and the mean difference, 0..255, and upper left corner of the worst tile."""

    pixels: int
    worst: float
    left: int
    top: int

    def __str__(self) -> str:
        tile = f"x {self.left}..{self.left + TILE - 1}, y {self.top}..{self.top + TILE - 1}"
        return f"{counted(self.pixels)}, worst tile {self.worst:.3g} at {tile}"


def counted(pixels: int) -> str:
    return "1 pixel differs" if pixels == 1 else f"{pixels} pixels differ"


def picture_difference(actual: np.ndarray, expected: np.ndarray) -> PictureDifference | None:
    """Return the difference of two pictures, or None if they are equal. Raises InputError for different sizes."""
    if actual.shape != expected.shape:
        raise InputError(f"the picture on record is {sized(expected)} pixels, today's {sized(actual)}; accept it again")
    difference = np.abs(actual.astype(int) - expected.astype(int))
    if not difference.any():
        return None
    means = tile_means(difference.mean(axis=2))
    row, column = np.unravel_index(means.argmax(), means.shape)
    pixels = int(difference.any(axis=2).sum())
    return PictureDifference(pixels, float(means[row, column]), int(column) * TILE, int(row) * TILE)


def sized(picture: np.ndarray) -> str:
    return f"{picture.shape[1]}x{picture.shape[0]}"


def tile_means(values: np.ndarray) -> np.ndarray:
    """Return the tiles' means (rows, columns) of an array (h, w). Tiles at the right and lower edge may be smaller."""
    rows, columns = (np.arange(0, length, TILE) for length in values.shape)
    sums = np.add.reduceat(np.add.reduceat(values, rows, axis=0), columns, axis=1)
    heights, widths = (np.diff([*starts, length]) for starts, length in zip((rows, columns), values.shape))
    return sums / np.outer(heights, widths)


def magnified(actual: np.ndarray, expected: np.ndarray, difference: PictureDifference) -> np.ndarray:
    """Return a picture of all differences, bright on grey, with the worst tile framed and enlarged."""
    change = np.abs(actual.astype(float) - expected.astype(float)).max(axis=2)
    grey = np.repeat(expected.mean(axis=2, keepdims=True) * FADE, 3, axis=2)
    glow = np.where(change > 0, 0.35 + 0.65 * change / change.max(), 0.0)[..., None]
    picture = (grey * (1.0 - glow) + glow * np.array([255.0, 150.0, 40.0])).astype(np.uint8)
    left, top = difference.left, difference.top
    tile = picture[top : top + TILE, left : left + TILE].repeat(MAGNIFICATION, axis=0).repeat(MAGNIFICATION, axis=1)
    frame(picture, left - 1, top - 1, TILE + 2, TILE + 2)
    return with_inset(picture, tile, on_the_left=left > picture.shape[1] // 2)


def with_inset(picture: np.ndarray, tile: np.ndarray, on_the_left: bool) -> np.ndarray:
    """Draw the enlarged tile into a lower corner of the picture, if that is twice as large, and return the array."""
    height, width = tile.shape[:2]
    if picture.shape[0] < 2 * height or picture.shape[1] < 2 * width:
        return picture
    left, top = 0 if on_the_left else picture.shape[1] - width, picture.shape[0] - height
    picture[top:, left : left + width] = tile
    frame(picture, left, top, width, height)
    return picture


def frame(picture: np.ndarray, left: int, top: int, width: int, height: int) -> None:
    """Draw the edge of a rectangle [pixels], one pixel wide, into a picture. The rectangle is clipped to the picture."""
    right, bottom = min(left + width, picture.shape[1]) - 1, min(top + height, picture.shape[0]) - 1
    left, top = max(left, 0), max(top, 0)
    picture[[top, bottom], left : right + 1] = FRAME
    picture[top : bottom + 1, [left, right]] = FRAME


SIZE = (480, 270)  # [pixels]. Smaller: overlays at a contact cannot be read; larger: too much for version control
PITCH = -0.25  # [rad] in first person, which shows the floor ahead


class NoPictures(Exception):
    pass


class ShotScene:
    """The scene of a level, for pictures of its cases with one size of the body. Raises NoPictures if it cannot be drawn."""

    def __init__(self, run: CaseRun):
        if not COMPILED:
            raise NoPictures("compilation is off, and without it levels have no baked shadows")
        try:
            from ..pictures.photographer import Photographer, PictureView

            self._photographer = Photographer(run.simulation, SIZE, hud=False, view=PictureView(has_grain=False))
        except (InputError, ImportError) as reason:
            raise NoPictures(str(reason)) from None

    def shot(self, run: CaseRun, shot: Shot) -> np.ndarray:
        return self.picture(run, shot.tick, Switches.only(shot.overlays), shot)

    def picture(self, run: CaseRun, tick: int, switches: Switches, shot: Shot) -> np.ndarray:
        self._photographer.set_simulation(run.simulation, switches)
        record = run.records[tick - 1]
        if shot.camera == SECTION and record.trace.iterations:
            return np.asarray(self._photographer.section(record))
        free = (shot.eye, shot.target) if shot.camera == FREE and shot.eye and shot.target else None
        return np.asarray(self._photographer.picture(record, shot.camera != FIRST, PITCH, free))

    def close(self) -> None:
        self._photographer.close()


def read_picture(path: Path, title: str) -> np.ndarray:
    """Read a picture of a golden record. Raises InputError that names the case `title` if the file is missing or damaged."""
    from PIL import Image

    try:
        with Image.open(path) as picture:
            return np.asarray(picture.convert("RGB"))
    except OSError:
        raise InputError(f"{title}: {path.name} on record is damaged; restore it, or accept it again") from None


def encoded(pixels: np.ndarray) -> bytes:
    """Return the bytes of a lossless WebP file."""
    from PIL import Image

    data = BytesIO()
    Image.fromarray(pixels).save(data, "WEBP", lossless=True, quality=80, method=2)
    return data.getvalue()


SHEET = 5  # frames of a contact sheet. Fewer: parts of the run are missing; more: they do not fit side by side
SHRUNK = 2  # reduction of pictures in a contact sheet. Smaller: a large page; larger: the player is not seen


def draw_pictures(
    run: CaseRun, scene_for: Callable[[CaseRun], ShotScene]
) -> tuple[dict[str, np.ndarray], tuple[tuple[int, np.ndarray], ...], str]:
    """Return ({name of the shot: (h, w, 3) uint8}, frames of the contact sheet, why pictures are missing or "")."""
    try:
        scene = scene_for(run)
    except NoPictures as reason:
        return {}, (), str(reason)
    return {shot.name: scene.shot(run, shot) for shot in run.case.shots}, sheet_frames(run, scene), ""


def section_at(run: CaseRun, tick: int, scene_for: Callable[[CaseRun], ShotScene]) -> tuple[int, np.ndarray] | None:
    """Return (tick, (h, w, 3) uint8) of the section through the first contact of a tick, or None for a tick without one."""
    if not 0 < tick <= len(run.records) or not run.records[tick - 1].contacts:
        return None
    return tick, scene_for(run).shot(run, Shot(tick, "", SECTION))


BEFORE, AFTER = 30, 60  # ticks of a scene around a difference. More: a large page; fewer: one does not see where both lead


def scene_around(run: CaseRun, recorded: list[Vector], tick: int) -> str:
    """Return the scene of the ticks around the first different one, packed: the new path, and places on record [m]."""
    from ..web.scene_data import Packer, packed_scenes
    from ..web.tick_scenes import scene_of_ticks

    records = run.records[max(0, min(tick, len(run.records)) - 1 - BEFORE) : tick + AFTER]
    packer = Packer()
    scene = scene_of_ticks(records, run.simulation, packer, recorded=recorded)
    return packed_scenes([scene], packer)


def sheet_frames(run: CaseRun, scene: ShotScene) -> tuple[tuple[int, np.ndarray], ...]:
    """Return at most SHEET frames (tick, (h, w, 3) uint8): small pictures of a run from behind, at even intervals."""
    ticks = sorted({round(number * len(run.records) / SHEET) for number in range(1, SHEET + 1)} - {0})
    behind = Shot(0, "")
    return tuple((tick, shrunk(scene.picture(run, tick, Switches(), behind))) for tick in ticks)


def shrunk(pixels: np.ndarray) -> np.ndarray:
    """Return a picture (h, w, 3) uint8 reduced by SHRUNK, by the mean of each whole block."""
    from ..pictures.offscreen import block_sums

    height, width = (length // SHRUNK * SHRUNK for length in pixels.shape[:2])
    return (block_sums(pixels[:height, :width], SHRUNK) // SHRUNK**2).astype(np.uint8)
