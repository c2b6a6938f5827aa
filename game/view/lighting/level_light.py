"""The light at points of a level: its sun, its sky, and how finely both are sampled."""

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
SUN_RAYS, SKY_RAYS = 24, 48  # a point. Fewer: steps in soft shadows; more: takes longer
CHUNK = 2048  # points a call. Larger: the progress bar jumps; smaller: more calls
THREADS = 2  # the compiled code releases Python's lock


@dataclass(frozen=True)
class Sampling:
    """Rays a point."""

    sun_rays: int = SUN_RAYS
    sky_rays: int = SKY_RAYS


class PointLight(NamedTuple):
    """Light at n points. sky (n, 3): from the sky and other surfaces, linear; sun (n,): visible share of the sun;
    inside (n,): share of rays that hit a closed solid from its inside"""

    sky: np.ndarray
    sun: np.ndarray
    inside: np.ndarray


class LevelLight:
    """The light of a level: `at` computes it for points on its surfaces. sun: unit vector to the sun (3,)

    plain: light by direction alone, without shadows; threads: that cast rays, 1: the caller's
    is_plain: True where no rays are cast
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
        """The PointLight at points (n, 3) [m] with unit normals (n, 3). progress(fraction) is called from time to time."""
        if self.is_plain:
            return PointLight(self.without_rays(normals), np.ones(len(points)), np.zeros(len(points)))
        out = np.empty((len(points), 5))
        self._cast(light_points, (), (points, normals), out, progress)
        return PointLight(out[:, :3], out[:, 3], out[:, 4])

    def sunlight(self, normals, visible):
        """Linear light of the sun on surfaces with unit normals (n, 3) that see a share (n,) of it. -> (n, 3)."""
        return (self.facing(normals) * visible)[:, None] * np.array(SUN_COLOUR)

    def facing(self, normals):
        """Cosine of the angle to the sun, 0 for surfaces turned away from it. normals (n, 3) -> (n,)."""
        return np.maximum(normals @ self.sun, 0.0)

    def in_field(self, field, points, normals):
        """True where points (n, 3) belong to a field, such as `light_rays.LIT`. -> (n,) bool."""
        out = np.empty(len(points), dtype=bool)
        self._cast(points_in_field, (field,), (points, normals), out)
        return out

    def borders(self, field, inner, outer, normals):
        """The part of the way from points inside a field to points outside of it, at which it ends. all (n, 3) -> (n,)."""
        out = np.empty(len(inner))
        self._cast(borders_of_field, (field,), (inner, outer, normals), out)
        return out

    def _cast(self, function, extra, arrays, out, progress=None):
        """Call a compiled function for chunks of arrays (n, ...), in threads."""

        def cast(part):
            function(self._surfaces, self._lights, *extra, *(np.ascontiguousarray(array[part]) for array in arrays), out[part])

        parts = [slice(i, i + CHUNK) for i in range(0, len(out), CHUNK)]
        with ThreadPoolExecutor(self._threads) as pool:
            for done, _ in enumerate((pool.map if self._threads > 1 else map)(cast, parts), 1):
                if progress:
                    progress(done / len(parts))

    def without_rays(self, normals):
        """Light of the sky by direction alone: all that is affordable without compiled code. -> (n, 3) linear."""
        zenith, horizon, ground = np.array(SKY_LIGHT)
        up = normals[:, 2:]
        return 0.9 * (horizon + np.maximum(up, 0.0) * (zenith - horizon) + np.maximum(-up, 0.0) * (ground - horizon))


def direction_to_sun(sun: Sun):
    """Unit vector from the level to the sun. -> (3,)."""
    flat = np.cos(sun.elevation)
    return np.array((-np.sin(sun.heading) * flat, np.cos(sun.heading) * flat, np.sin(sun.elevation)))


def tone_map(light):
    """Linear amounts of light to display colours 0..1. The brightest are compressed smoothly, as on film."""
    knee = 0.7
    above = np.maximum(light - knee, 0.0)
    rolled = np.where(light > knee, knee + (1.0 - knee) * (1.0 - np.exp(-above / (1.0 - knee))), light)
    return np.maximum(rolled, 0.0) ** (1 / 2.2)
