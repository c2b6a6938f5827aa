"""Bodies of a crowd that are far away: of each only its outline, a flat polygon turned to the eye. From afar none can tell."""

import numpy as np

from .crowd_bodies import Filled

AROUND = 10  # corners. Fewer: gems; more: two thousand take longer
BRIGHT, GRADIENT = 0.78, 0.24  # light from above, as on the other bodies


class Outlines(Filled):
    """radii: of each body [m]; colours: (n, 3) 0..1 of all of them"""

    def __init__(self, radii, colours):
        angles = (np.arange(AROUND) + 0.5) * (2.0 * np.pi / AROUND)
        self._rim, self._squared = np.stack([np.cos(angles), np.sin(angles)], axis=1), np.square(radii)
        fan = [(0, k, k + 1) for k in range(1, AROUND - 1)]
        super().__init__(colours[:, None] * (BRIGHT + GRADIENT * self._rim[:, 1, None]), np.array(fan), len(colours))

    def draw(self, numbers, centres, axes, eye):
        """Only these. numbers (k,): of bodies; centres (n, 3) [m] and axes (n, 3, 3) of all; eye (3,) [m]"""
        axes, places = axes[numbers], centres[numbers]
        away = places - eye
        across = np.cross(away, axes[:, 2])
        sides = np.stack([across, np.cross(across, away)], axis=1)
        sides /= np.linalg.norm(sides, axis=2, keepdims=True)
        sides *= np.sqrt((np.einsum("ksi,kai->ksa", sides, axes) ** 2 * self._squared).sum(axis=2))[..., None]
        self._fill(numbers, self._rim @ sides + places[:, None])
