"""Light of sun and sky at points of a level, which share a pattern of rays, so that neighbours differ smoothly."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...core.jit import is_interpreted
from ...core.vec3 import VectorLike, triangle_normals
from ...level import Level, Sun
from .ray_traced_light import LIFT, Lights, Surfaces, borders_of_field, light_points, points_in_field, triangles_seen
from .shading_mesh import in_closed_solids, row_normals, row_triangles, triangle_albedos

GOLDEN_ANGLE = np.pi * (3.0 - np.sqrt(5.0))


def disc(count: int) -> np.ndarray:
    """Return points (count, 2) spread evenly on the unit disc, along Vogel's sunflower spiral. The outermost points are last."""
    index = np.arange(count)
    radius, angle = np.sqrt((index + 0.5) / count), index * GOLDEN_ANGLE
    return np.column_stack((radius * np.cos(angle), radius * np.sin(angle)))


def hemisphere(count: int) -> np.ndarray:
    """Return unit directions (count, 3) around +z with a density proportional to their cosine (Malley's method)."""
    flat = disc(count)
    return np.column_stack((flat, np.sqrt(1.0 - (flat**2).sum(axis=1))))


def cone(axis: VectorLike, half_angle: float, count: int) -> np.ndarray:
    """Return unit directions (count, 3) spread evenly within `half_angle` [rad] of a unit vector. The outermost ones are last."""
    axis = np.asarray(axis, dtype=float)
    first = np.cross((0.0, 0.0, 1.0) if abs(axis[2]) < 0.7 else (0.0, 1.0, 0.0), axis)
    first /= np.linalg.norm(first)
    offsets = disc(count) * np.tan(half_angle)
    directions = axis + offsets[:, :1] * first + offsets[:, 1:] * np.cross(axis, first)
    return directions / np.linalg.norm(directions, axis=1, keepdims=True)


SUN_COLOUR = (1.16, 1.06, 0.88)  # linear, on a surface at right angles to the sun
SKY_LIGHT = ((0.30, 0.38, 0.50), (0.42, 0.45, 0.48), (0.20, 0.20, 0.20))  # linear: zenith, horizon, ground; softer than drawn
AMBIENT = 0.20  # light of the second and later bounces. Less: rooms go black; more: corners go flat
SUN_HALF_ANGLE = 0.012  # [rad]; the real sun has 0.005. Smaller: edges of far shadows are as hard as those of near ones
SUN_RAYS, SKY_RAYS = 24, 48  # for each point. Fewer: steps in soft shadows; more: takes longer
INSET = 0.002  # [m] triangles are smaller by this when crossing surfaces are looked for. Larger: gaps at borders of solids
CHUNK = 2048  # points for each call. Larger: the progress bar jumps; smaller: more calls
THREADS = 2  # the compiled code releases Python's lock


Share = Callable[[float], None]  # gets the finished fraction 0..1, several times


@dataclass(frozen=True)
class Sampling:
    sun_rays: int = SUN_RAYS
    sky_rays: int = SKY_RAYS


class PointLight(NamedTuple):
    """The light at n points: linear sky (n, 3), visible share of the sun (n,), share of rays inside a solid (n,)."""

    sky: np.ndarray
    sun: np.ndarray
    inside: np.ndarray


class LevelLight:
    """The light of a level, computed by `at` for points on its surfaces.

    plain: True for light of surface directions alone; is_plain: also if interpreted; threads: that cast rays; sun: unit vector
    (3,)
    """

    def __init__(self, level: Level, counts: Sampling = Sampling(), plain: bool = False, threads: int = THREADS):
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
            sun_samples=cone(self.sun, SUN_HALF_ANGLE, counts.sun_rays),
            sky_samples=hemisphere(counts.sky_rays),
        )

    def at(self, points: np.ndarray, normals: np.ndarray, progress: Share | None = None) -> PointLight:
        """Return the light at surface points (n, 3) [m] with unit normals (n, 3). Plain light has sun everywhere."""
        if self.is_plain:
            return PointLight(self.without_rays(normals), np.ones(len(points)), np.zeros(len(points)))
        out = np.empty((len(points), 5))
        self._cast(light_points, (), (points, normals), out, progress)
        return PointLight(out[:, :3], out[:, 3], out[:, 4])

    def sunlight(self, normals: np.ndarray, visible_share: np.ndarray) -> np.ndarray:
        """Return the linear light (n, 3) of the sun on unit normals (n, 3), by the share of the disc (n,) that is seen."""
        return (self.facing(normals) * visible_share)[:, None] * np.array(SUN_COLOUR)

    def facing(self, normals: np.ndarray) -> np.ndarray:
        return np.maximum(normals @ self.sun, 0.0)

    def in_field(self, field: int, points: np.ndarray, normals: np.ndarray) -> np.ndarray:
        """Return a mask (n,) of the points (n, 3) [m], on surfaces of normals (n, 3), that are in a field of light."""
        out = np.empty(len(points), dtype=bool)
        self._cast(points_in_field, (field,), (points, normals), out)
        return out

    def borders(self, field: int, inner: np.ndarray, outer: np.ndarray, normals: np.ndarray) -> np.ndarray:
        """Return the fractions (n,) of segments, from the inner end, at which a field ends, as `borders_of_field`."""
        out = np.empty(len(inner))
        self._cast(borders_of_field, (field,), (inner, outer, normals), out)
        return out

    def may_be_visible(self, corners: np.ndarray, normals: np.ndarray) -> np.ndarray:
        """Return a mask (n,), False for triangles (n, 3, 3) [m] that are hidden on the side of their normals (n, 3)."""
        lifted = reduced(corners, INSET) + LIFT * normals[:, None]
        out = np.empty(len(corners), dtype=bool)
        self._cast(triangles_seen, (), (lifted.reshape(-1, 9), normals), out)
        return out

    def _cast(
        self,
        function: Callable[..., None],
        extra: tuple[int, ...],
        arrays: tuple[np.ndarray, ...],
        out: np.ndarray,
        progress: Share | None = None,
    ) -> None:
        """Call a compiled function with `extra` for n rows of input arrays and `out`, cut into chunks for threads."""

        def cast(part: slice) -> None:
            function(self._surfaces, self._lights, *extra, *(np.ascontiguousarray(array[part]) for array in arrays), out[part])

        parts = [slice(i, i + CHUNK) for i in range(0, len(out), CHUNK)]
        with ThreadPoolExecutor(self._threads) as pool:
            for done, _ in enumerate((pool.map if self._threads > 1 else map)(cast, parts), 1):
                if progress:
                    progress(done / len(parts))

    def without_rays(self, normals: np.ndarray) -> np.ndarray:
        """Return the linear light (n, 3) of an open sky and ground on surfaces with unit normals (n, 3), without ray casts."""
        zenith, horizon, ground = np.array(SKY_LIGHT)
        up = normals[:, 2:]
        return 0.9 * (horizon + np.maximum(up, 0.0) * (zenith - horizon) + np.maximum(-up, 0.0) * (ground - horizon))


def reduced(corners: np.ndarray, distance: float) -> np.ndarray:
    """Return triangles (n, 3, 3) [m], scaled to their incentres by `distance` [m], at most half of the incircle's radius."""
    opposite = np.linalg.norm(corners[:, (2, 0, 1)] - corners[:, (1, 2, 0)], axis=2)
    around = np.maximum(opposite.sum(axis=1), 1e-300)
    centres = np.einsum("nk,nkj->nj", opposite, corners) / around[:, None]
    radii = np.linalg.norm(triangle_normals(corners), axis=1) / around
    shares = np.minimum(distance / np.maximum(radii, 1e-300), 0.5)
    return corners + shares[:, None, None] * (centres[:, None] - corners)


def direction_to_sun(sun: Sun) -> np.ndarray:
    """Return the unit vector (3,) from the level to the sun. Heading 0 is +y; a positive heading turns to the left."""
    flat = np.cos(sun.elevation)
    return np.array((-np.sin(sun.heading) * flat, np.cos(sun.heading) * flat, np.sin(sun.elevation)))


def tone_map(light: np.ndarray) -> np.ndarray:
    """Convert linear light (any shape) to display colours 0..1. Values above 0.7 are compressed smoothly, as on film."""
    knee = 0.7
    above = np.maximum(light - knee, 0.0)
    rolled = np.where(light > knee, knee + (1.0 - knee) * (1.0 - np.exp(-above / (1.0 - knee))), light)
    return np.maximum(rolled, 0.0) ** (1 / 2.2)
