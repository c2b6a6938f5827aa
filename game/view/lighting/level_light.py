"""The light of a level: its sun, its sky and the settings of their sampling, asked for points on its surfaces."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from game.collision.engine.jit import COMPILED
from game.level import Sun
from game.view.lighting import sampling
from game.view.lighting.closed_solids import in_closed_solids
from game.view.lighting.light_rays import light_points
from game.view.lighting.mesh_rows import row_normals, row_triangles

SUN_COLOUR = (1.16, 1.06, 0.88)  # linear, on a surface square to the sun
SKY_LIGHT = ((0.30, 0.38, 0.50), (0.42, 0.45, 0.48), (0.20, 0.20, 0.20))  # linear: zenith, horizon, ground; softer than seen
AMBIENT = 0.20  # light of the second and later bounces; less: rooms go black, more: corners go flat
SUN_HALF_ANGLE = 0.030  # [rad]; the real sun has 0.005, whose shadow edges need finer cells than a lecture needs
SUN_RAYS, SKY_RAYS = 24, 48  # a point; fewer shows steps in soft shadows, more takes longer
CHUNK = 2048  # points a call: small enough for a lively progress bar
THREADS = 2  # the compiled code lets go of Python's lock


@dataclass(frozen=True)
class Lighting:
    """How finely light is sampled. footprint [m]: radius over which the sun's light is averaged, half the smallest cell."""

    sun_rays: int = SUN_RAYS
    sky_rays: int = SKY_RAYS
    footprint: float = 0.04


class LevelLight:
    """Answers how much light falls on points of a level."""

    def __init__(self, level, lighting=None):
        lighting = lighting or Lighting()
        mesh = level.mesh
        numbers = row_triangles(mesh)
        self.sun = direction_to_sun(level.sun)
        self._mesh = mesh
        self._solid = in_closed_solids(level)[numbers]
        self._faces = row_normals(level)
        colours = linear(np.array([material.colour for material in level.materials], dtype=float))
        self._albedos = np.ascontiguousarray(colours[level.surfaces[numbers]])
        self._suns = sampling.cone(self.sun, SUN_HALF_ANGLE, lighting.sun_rays)
        self._footprint = sampling.shuffled(sampling.disc(lighting.sun_rays)) * lighting.footprint
        self._hemisphere = sampling.hemisphere(lighting.sky_rays)

    def at(self, points, normals, progress=None):
        """Light at points (n, 3) with unit normals (n, 3): (light (n, 3) linear, inside (n,): share of rays that met an inside).

        progress(fraction) is called now and then.
        """
        if not COMPILED:
            return self.without_rays(normals), np.zeros(len(points))
        out = np.empty((len(points), 4))
        parts = [slice(i, i + CHUNK) for i in range(0, len(points), CHUNK)]
        with ThreadPoolExecutor(THREADS) as pool:
            for done, _ in enumerate(pool.map(lambda part: self._cast(points[part], normals[part], out[part]), parts), 1):
                if progress:
                    progress(done / len(parts))
        return out[:, :3], out[:, 3]

    def _cast(self, points, normals, out):
        light_points(
            self._mesh.nodes,
            self._mesh.corners,
            self._faces,
            self._albedos,
            np.ascontiguousarray(points),
            np.ascontiguousarray(normals),
            self._suns,
            self._footprint,
            tuple(self.sun.tolist()),
            SUN_COLOUR,
            self._hemisphere,
            np.array(SKY_LIGHT),
            AMBIENT,
            self._solid,
            out,
        )

    def without_rays(self, normals):
        """Light by direction alone, no shadows: what remains affordable when nothing is compiled. -> (n, 3) linear."""
        zenith, horizon, ground = np.array(SKY_LIGHT)
        up = normals[:, 2:]
        sky = horizon + np.maximum(up, 0.0) * (zenith - horizon) + np.maximum(-up, 0.0) * (ground - horizon)
        return 0.9 * sky + np.maximum(normals @ self.sun, 0.0)[:, None] * np.array(SUN_COLOUR)


def direction_to_sun(sun: Sun):
    """Unit vector from the level to the sun. -> (3,)."""
    flat = np.cos(sun.elevation)
    return np.array((-np.sin(sun.heading) * flat, np.cos(sun.heading) * flat, np.sin(sun.elevation)))


def unit(vectors):
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.maximum(lengths, 1e-300)


def linear(display):
    """Colours as seen (0..1) to amounts of light."""
    return np.asarray(display) ** 2.2


def seen(light):
    """Amounts of light to colours as seen, 0..1: the brightest are rolled off softly, as on film."""
    knee = 0.7
    above = np.maximum(light - knee, 0.0)
    rolled = np.where(light > knee, knee + (1.0 - knee) * (1.0 - np.exp(-above / (1.0 - knee))), light)
    return np.maximum(rolled, 0.0) ** (1 / 2.2)
