"""The light at points of a level, from its sun and sky, and the number of samples of both."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from game.collision.engine.jit import is_interpreted
from game.level import Sun
from game.view.lighting import sampling
from game.view.lighting.closed_solids import in_closed_solids
from game.view.lighting.light_rays import Lights, Surfaces, light_points
from game.view.lighting.ray_hit_triangles import row_normals, row_triangles

SUN_COLOUR = (1.16, 1.06, 0.88)  # linear, on a surface at right angles to the sun
SKY_LIGHT = ((0.30, 0.38, 0.50), (0.42, 0.45, 0.48), (0.20, 0.20, 0.20))  # linear: zenith, horizon, ground; softer than drawn
AMBIENT = 0.20  # light of the second and later bounces. Less: rooms go black; more: corners go flat
SUN_HALF_ANGLE = 0.030  # [rad]; the real sun has 0.005, whose shadow edges need finer cells than a lecture needs
SUN_RAYS, SKY_RAYS = 24, 48  # a point. Fewer: steps in soft shadows; more: takes longer
CHUNK = 2048  # points a call. Larger: the progress bar jumps; smaller: more calls
THREADS = 2  # the compiled code releases Python's lock


@dataclass(frozen=True)
class Sampling:
    """Numbers of rays for each point. footprint [m]: radius over which sunlight is averaged, half the smallest cell"""

    sun_rays: int = SUN_RAYS
    sky_rays: int = SKY_RAYS
    footprint: float = 0.04


class LevelLight:
    """The light of a level: `at` computes it for points on its surfaces. sun: unit vector to the sun (3,)

    plain: light by direction alone, without shadows
    """

    def __init__(self, level, counts=Sampling(), plain=False):
        self._plain = plain or is_interpreted()
        mesh = level.mesh
        numbers = row_triangles(mesh)
        self.sun = direction_to_sun(level.sun)
        albedos = to_linear(np.array([material.colour for material in level.materials], dtype=float))[level.surfaces[numbers]]
        solid = in_closed_solids(level)[numbers]
        self._surfaces = Surfaces(mesh.nodes, mesh.corners, row_normals(level), np.ascontiguousarray(albedos), solid)
        self._lights = Lights(
            sun=tuple(self.sun.tolist()),
            sun_colour=SUN_COLOUR,
            sky=np.array(SKY_LIGHT),
            ambient=AMBIENT,
            sun_samples=sampling.cone(self.sun, SUN_HALF_ANGLE, counts.sun_rays),
            footprint=sampling.shuffled(sampling.disc(counts.sun_rays)) * counts.footprint,
            sky_samples=sampling.hemisphere(counts.sky_rays),
        )

    def at(self, points, normals, progress=None):
        """The light at points (n, 3) [m] with unit normals (n, 3). progress(fraction): called from time to time

        Returns (light (n, 3) linear, buried (n,): share of rays that hit a closed solid from its inside).
        """
        if self._plain:
            return self.without_rays(normals), np.zeros(len(points))
        out = np.empty((len(points), 4))

        def cast(part):
            own = np.ascontiguousarray(points[part]), np.ascontiguousarray(normals[part])
            light_points(self._surfaces, self._lights, *own, out[part])

        parts = [slice(i, i + CHUNK) for i in range(0, len(points), CHUNK)]
        with ThreadPoolExecutor(THREADS) as pool:
            for done, _ in enumerate(pool.map(cast, parts), 1):
                if progress:
                    progress(done / len(parts))
        return out[:, :3], out[:, 3]

    def without_rays(self, normals):
        """The light (n, 3) linear by the direction of the surface alone, without shadows. It is used if rays are not compiled."""
        zenith, horizon, ground = np.array(SKY_LIGHT)
        up = normals[:, 2:]
        sky = horizon + np.maximum(up, 0.0) * (zenith - horizon) + np.maximum(-up, 0.0) * (ground - horizon)
        return 0.9 * sky + np.maximum(normals @ self.sun, 0.0)[:, None] * np.array(SUN_COLOUR)


def direction_to_sun(sun: Sun):
    """The unit vector (3,) from the level to the sun."""
    flat = np.cos(sun.elevation)
    return np.array((-np.sin(sun.heading) * flat, np.cos(sun.heading) * flat, np.sin(sun.elevation)))


def unit(vectors):
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.maximum(lengths, 1e-300)


def to_linear(display):
    """Convert display colours 0..1 to linear amounts of light."""
    return np.asarray(display) ** 2.2


def tone_map(light):
    """Convert linear amounts of light to display colours 0..1. Very bright light is compressed smoothly."""
    knee = 0.7
    above = np.maximum(light - knee, 0.0)
    rolled = np.where(light > knee, knee + (1.0 - knee) * (1.0 - np.exp(-above / (1.0 - knee))), light)
    return np.maximum(rolled, 0.0) ** (1 / 2.2)
