"""The sky is around the camera, wherever it is."""

import numpy as np
import pytest

from game.level import load_level
from game.pictures.offscreen import Studio
from game.scene.sky import follow_camera, sky_dome


@pytest.mark.parametrize("place", [(0.0, 0.0, 2.0), (-300.0, -164.0, 8.0), (0.0, 5000.0, 50.0)])
def test_the_sky_is_drawn_far_from_the_origin(place):
    """Farther from the origin than the dome's radius, and with the back to the origin, the dome was taken for out of view."""
    with Studio((64, 48)) as studio:
        sky = sky_dome(load_level("stairs"))
        sky.reparentTo(studio.scene)
        follow_camera(sky, studio.camera)
        for heading in (0.0, np.pi / 2, np.pi, -np.pi / 2):
            studio.aim(place, heading, 0.3)
            assert len(np.unique(studio.pixels().reshape(-1, 3), axis=0)) > 10, "a gradient, not one colour"
