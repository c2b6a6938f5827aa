"""The pictures of a case's shots, for the comparison "picture" of the regression test.

In this package only this module, verdict.py and report_page.py import the view, and only when they draw.
"""

from io import BytesIO

import numpy as np

from ..core.input_errors import InputError
from ..core.jit import COMPILED
from .case_simulation import switches_of

SIZE = (480, 270)  # [pixels]. Smaller: overlays at a contact cannot be read; larger: too much for version control
PITCH = -0.25  # [rad] in first person, which shows the floor ahead


class NoPictures(Exception):
    """The error of a machine on which no pictures can be drawn. Its text is the reason."""


class ShotScene:
    """The scene of a level, for pictures of its cases with one size of the body. Raises NoPictures if it cannot be drawn.

    run: CaseRun, which gives the level and the size of the body
    size: (width, height) [pixels]
    progress(fraction, text): called with the fraction done, 0..1, while light is baked, or None
    """

    def __init__(self, run, size=SIZE, progress=None):
        if not COMPILED:
            raise NoPictures("compilation is off, and without it levels have no baked shadows")
        try:
            from ..pictures.photographer import Photographer

            self._photographer = Photographer(run.simulation, size, hud=False, progress=progress)
        except (InputError, ImportError) as reason:
            raise NoPictures(str(reason)) from None

    def shot(self, run, shot):
        """Return the picture of a Shot of a CaseRun, (h, w, 3) uint8."""
        return self.picture(run, shot.tick, switches_of(shot), shot)

    def picture(self, run, tick, switches, shot):
        """Return a picture (h, w, 3) uint8 of the state after a tick of a CaseRun.

        switches: the overlays in the picture, as Switches
        shot: Shot with the camera
        """
        self._photographer.set_simulation(run.simulation, switches)
        free = (shot.eye, shot.target) if shot.camera == "free" else None
        return np.asarray(self._photographer.picture(run.records[tick - 1], shot.camera == "third", PITCH, free))

    def close(self):
        """Release the renderer."""
        self._photographer.close()


def read_picture(path, title):
    """Read a picture (h, w, 3) uint8 of a golden record.

    Raises InputError that names the case `title` if the file is missing or damaged.
    """
    from PIL import Image

    try:
        with Image.open(path) as picture:
            return np.asarray(picture.convert("RGB"))
    except OSError:
        raise InputError(f"{title}: {path.name} on record is damaged; restore it, or accept it again") from None


def encoded(pixels):
    """Return the bytes of a lossless WebP file of the picture `pixels` (h, w, 3) uint8."""
    from PIL import Image

    data = BytesIO()
    Image.fromarray(pixels).save(data, "WEBP", lossless=True, quality=80, method=4)
    return data.getvalue()
