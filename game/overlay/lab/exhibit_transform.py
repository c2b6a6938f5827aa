"""The map from an exhibit's frame to the world, with the methods of Space that `mapped` calls."""

from math import cos, sin

import numpy as np


class OwnFrame:
    """The map from an exhibit's frame to the world: a rotation about z and a translation. place: ExhibitPlace of the exhibit"""

    is_world = False

    def __init__(self, place):
        c, s = cos(place.heading), sin(place.heading)
        self._axes, self._at = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]), np.array(place.at)

    def points(self, places):
        """Transform positions (..., 3) from the exhibit's frame to the world [m]."""
        return np.asarray(places, float) @ self._axes + self._at

    def normal(self, normal):
        """Rotate a unit normal (3,) from the exhibit's frame to the world."""
        return np.asarray(normal, float) @ self._axes

    def widening(self, normal):
        """Return the factor by which lengths in a plane with this unit normal grow in the world: always 1."""
        return 1.0
