"""The last rung: drawing named moments, and where those on record lie. The only place that asks view for anything."""

from io import BytesIO

import numpy as np

from ..collision.engine.jit import COMPILED
from ..errors import InputError
from .run_case import switches_of

SIZE = (480, 270)  # [pixels]; small enough to be kept under version control, large enough for what is drawn at a contact
PITCH = -0.25  # [rad] of the first person: the way ahead and the floor before it


class NoPictures(Exception):
    """Why no pictures can be drawn here."""


class Scene:
    """A level made ready for pictures, of whichever of its cases comes next. Raises NoPictures where it cannot be.

    walked: Walked; size: (width, height) [pixels]; progress(fraction, text): called while light is baked
    """

    def __init__(self, walked, size=SIZE, progress=None):
        if not COMPILED:
            raise NoPictures("nothing is compiled here, and then levels are lit without shadows")
        try:
            from ..view.pictures.photographer import Photographer

            self._photographer = Photographer(walked.simulation, size, hud=False, progress=progress)
        except (InputError, ImportError) as reason:
            raise NoPictures(str(reason)) from None

    def shot(self, walked, shot):
        """The picture of a shot, (h, w, 3) uint8."""
        return self.picture(walked, shot.tick, switches_of(shot), shot)

    def picture(self, walked, tick, switches, shot):
        """A picture after a tick; shot: where the camera is."""
        self._photographer.watch(walked.simulation, switches)
        free = (shot.eye, shot.target) if shot.camera == "free" else None
        return np.asarray(self._photographer.picture(walked.records[tick - 1], shot.camera == "third", PITCH, free))

    def close(self):
        self._photographer.close()


def read_picture(path, title):
    """A picture on record (h, w, 3) uint8. InputError when it is no picture."""
    from PIL import Image

    try:
        with Image.open(path) as picture:
            return np.asarray(picture.convert("RGB"))
    except OSError:
        raise InputError(f"{title}: {path.name} on record is damaged; bring it back, or accept it anew") from None


def encoded(pixels):
    """The bytes of a WebP file of an array (h, w, 3) uint8, without loss."""
    from PIL import Image

    data = BytesIO()
    Image.fromarray(pixels).save(data, "WEBP", lossless=True, quality=80, method=4)
    return data.getvalue()
