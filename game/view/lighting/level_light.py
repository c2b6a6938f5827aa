"""The light of sun and sky at points of a level, and the number of rays that measure it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from game.collision.engine.jit import is_interpreted
from game.level import Sun
from game.view.lighting import sampling
from game.view.lighting.light_rays import Lights, Surfaces, borders_of_field, light_points, points_in_field
from game.view.lighting.mesh.closed_solids import in_closed_solids
from game.view.lighting.mesh.facets import triangle_albedos
from game.view.lighting.ray_hit_triangles import row_normals, row_triangles

SUN_COLOUR = (1.16, 1.06, 0.88)  # linear, on a surface at right angles to the sun
SKY_LIGHT = ((0.30, 0.38, 0.50), (0.42, 0.45, 0.48), (0.20, 0.20, 0.20))  # linear: zenith, horizon, ground; softer than drawn
AMBIENT = 0.20  # light of the second and later bounces. Less: rooms go black; more: corners go flat
SUN_HALF_ANGLE = 0.012  # [rad]; the real sun has 0.005. Smaller: edges of far shadows are as hard as those of near ones
SUN_RAYS, SKY_RAYS = 24, 48  # for each point. Fewer: steps in soft shadows; more: takes longer
CHUNK = 2048  # points for each call. Larger: the progress bar jumps; smaller: more calls
THREADS = 2  # the compiled code releases Python's lock


@dataclass(frozen=True)
class Sampling:
    """The numbers of rays to the sun and to the sky for each point."""

    sun_rays: int = SUN_RAYS
    sky_rays: int = SKY_RAYS


class PointLight(NamedTuple):
    """The light at n points.

    sky: (n, 3) linear light from the sky and other surfaces
    sun: (n,) visible share of the sun, 0..1
    inside: (n,) share of rays that hit a closed solid from its inside
    """

    sky: np.ndarray
    sun: np.ndarray
    inside: np.ndarray


class LevelLight:
    """The light of a level, computed by `at` for points on its surfaces.

    counts: Sampling
    plain: True for light by direction alone, without shadows
    threads: number of threads that cast rays
    sun: unit vector to the sun (3,)
    is_plain: True if no rays are cast
    """

    def __init__(self, level, counts=Sampling(), plain=False, threads=THREADS):
        self.is_plain = plain or is_interpreted()
        mesh, self._threads = level.mesh, threads
        numbers = row_triangles(mesh)
        self.sun = direction_to_sun(level.sun)
        albedos = triangle_albedos(level)[numbers]
        solid = in_closed_solids(level)[numbers]
        self._surfaces = Surfaces(mesh.nodes, mesh.corners, row_normals(level), np.ascontiguousarray(albedos), solid)
        self._lights = Lights(
            sun=tuple(self.sun.tolist()),
            sun_colour=SUN_COLOUR,
            sky=np.array(SKY_LIGHT),
            ambient=AMBIENT,
            sun_samples=sampling.cone(self.sun, SUN_HALF_ANGLE, counts.sun_rays),
            sky_samples=sampling.hemisphere(counts.sky_rays),
        )

    def at(self, points, normals, progress=None):
        """Return the PointLight at points (n, 3) [m] with unit normals (n, 3). `progress(fraction)` is called from time to time.
        """
        if self.is_plain:
            return PointLight(self.without_rays(normals), np.ones(len(points)), np.zeros(len(points)))
        out = np.empty((len(points), 5))
        self._cast(light_points, (), (points, normals), out, progress)
        return PointLight(out[:, :3], out[:, 3], out[:, 4])

    def sunlight(self, normals, visible):
        """Return the linear light (n, 3) of the sun on surfaces with unit normals (n, 3) that see a share (n,) of the sun."""
        return (self.facing(normals) * visible)[:, None] * np.array(SUN_COLOUR)

    def facing(self, normals):
        """Return the cosine (n,) of the angle between unit normals (n, 3) and the sun, 0 for surfaces turned away from it."""
        return np.maximum(normals @ self.sun, 0.0)

    def in_field(self, field, points, normals):
        """Return a mask (n,) of the points (n, 3) [m] with unit normals (n, 3) that belong to a field, such as `light_rays.LIT`.
        """
        out = np.empty(len(points), dtype=bool)
        self._cast(points_in_field, (field,), (points, normals), out)
        return out

    def borders(self, field, inner, outer, normals):
        """Return the fraction (n,) of the way from points inside a field to points outside, at which the field ends.

        inner, outer, normals: (n, 3)
        """
        out = np.empty(len(inner))
        self._cast(borders_of_field, (field,), (inner, outer, normals), out)
        return out

    def _cast(self, function, extra, arrays, out, progress=None):
        """Call a compiled function for chunks of arrays (n, ...), in threads, and write its results to `out`."""

        def cast(part):
            function(self._surfaces, self._lights, *extra, *(np.ascontiguousarray(array[part]) for array in arrays), out[part])

        parts = [slice(i, i + CHUNK) for i in range(0, len(out), CHUNK)]
        with ThreadPoolExecutor(self._threads) as pool:
            for done, _ in enumerate((pool.map if self._threads > 1 else map)(cast, parts), 1):
                if progress:
                    progress(done / len(parts))

    def without_rays(self, normals):
        """Return the linear light (n, 3) of the sky for unit normals (n, 3), without rays."""
        zenith, horizon, ground = np.array(SKY_LIGHT)
        up = normals[:, 2:]
        return 0.9 * (horizon + np.maximum(up, 0.0) * (zenith - horizon) + np.maximum(-up, 0.0) * (ground - horizon))


def direction_to_sun(sun: Sun):
    """Return the unit vector (3,) from the level to the sun."""
    flat = np.cos(sun.elevation)
    return np.array((-np.sin(sun.heading) * flat, np.cos(sun.heading) * flat, np.sin(sun.elevation)))


def tone_map(light):
    """Convert linear amounts of light to display colours 0..1. The brightest are compressed smoothly, as on film."""
    knee = 0.7
    above = np.maximum(light - knee, 0.0)
    rolled = np.where(light > knee, knee + (1.0 - knee) * (1.0 - np.exp(-above / (1.0 - knee))), light)
    return np.maximum(rolled, 0.0) ** (1 / 2.2)
