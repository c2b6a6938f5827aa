"""The pictures of a run: which ticks are worth one, drawing them, and where those on record lie."""

import re

import numpy as np

from ..collision import Pass
from ..collision.jit import COMPILED
from ..errors import InputError
from ..overlay import Switches
from .golden import Shot

SIZE = (480, 270)  # [pixels]; small enough to be kept under version control, large enough for what is drawn at a contact
PITCH = -0.25  # [rad] of the first person: the way ahead and the floor before it
KINDS = (("third", True), ("first", False), ("third", False))  # from behind with overlays, the player's eyes, from behind


class NoPictures(Exception):
    """Why no pictures can be drawn here."""


def chosen_shots(records):
    """One Shot from each part of the run, at the tick at which most was touched on the way, the last of equals."""
    edges = [len(records) * number // len(KINDS) for number in range(len(KINDS) + 1)]
    parts = [records[low:high] for low, high in zip(edges, edges[1:])]
    return [Shot(max(reversed(part), key=touched).tick, *kind) for part, kind in zip(parts, KINDS) if part]


def touched(record):
    """How much a tick has to show: contacts on the way, not those of merely standing."""
    return sum(step.hit for step in record.trace.steps if step.pass_ not in (Pass.GRAVITY, Pass.GROUND))


def draw(simulation, records, shots, progress, size):
    """The pictures of these shots, a list of arrays (h, w, 3) uint8: the only place that asks view for anything.

    shots: those whose tick is among the records; size: (width, height) [pixels]
    progress(fraction, text): called while light is baked
    Raises NoPictures where the renderer cannot start, or could only draw something else.
    """
    if not COMPILED:
        raise NoPictures("nothing is compiled here, and then levels are lit without shadows")
    try:
        from ..view.photographer import Photographer

        pictures = {}
        for overlays in sorted({shot.overlays for shot in shots}):
            switches = Switches() if overlays else Switches.none()
            with Photographer(simulation, size, switches, hud=False, progress=progress) as photographer:
                for shot in (shot for shot in shots if shot.overlays == overlays):
                    picture = photographer.picture(records[shot.tick - 1], shot.person == "third", PITCH)
                    pictures[shot] = np.asarray(picture)
    except (InputError, ImportError) as reason:
        raise NoPictures(str(reason)) from None
    return [pictures[shot] for shot in shots]


def picture_path(folder, level, shot):
    return folder / f"{level}-{shot.tick}.webp"


def read_picture(folder, level, shot):
    """A picture on record (h, w, 3) uint8. InputError when it is missing or no picture."""
    from PIL import Image

    path = picture_path(folder, level, shot)
    try:
        with Image.open(path) as picture:
            return np.asarray(picture.convert("RGB"))
    except OSError as problem:
        reason = "is missing" if isinstance(problem, FileNotFoundError) else "cannot be read"
        raise InputError(f"{path.name}: the picture on record {reason}; run `python main.py check {level} --update`") from None


def write_picture(path, pixels):
    """Write an array (h, w, 3) uint8, without loss in any format that allows it. Returns the path."""
    from PIL import Image

    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(pixels).save(path, lossless=True, quality=100, method=6)
    return path


def forget_pictures(folder, level):
    """Delete all pictures on record of a level."""
    for path in folder.glob("*.webp"):
        if re.fullmatch(re.escape(level) + r"-\d+", path.stem):
            path.unlink()
