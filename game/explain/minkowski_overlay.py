"""The Minkowski view: triangles expanded by the body, and the body as a point.

In ellipsoid space, a triangle expanded by the unit sphere consists of all points at most 1 from the triangle. The centre of the
body moves along a ray, and at the contact it meets the expanded surface. Surface inside another expanded triangle is left out.
"""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from ..collision import Ellipsoid, Feature, Iteration, Nearby
from ..core.right_forward_up_frame import Frame
from ..core.shapes import Lines, Point, Shape, Skin
from ..core.vec3 import Vector, VectorLike, along
from ..simulation import Simulation, TickRecord
from . import palette
from .minkowski_union import ExpandedTriangle, Surface, surface
from .spaces import body_axes
from .tick_overlay import Switches, contacts, corners_of, labels, normals, path, planes, velocity

MOST, FEW = 64, 6  # triangles to expand: while time is paused, and while it runs. Fewer: holes; more: slower
REACH = 2.4  # [radii] drawn around the body's centre. Smaller: too little to recognise; larger: the surface hides the level
GRID = 0.6  # [radii] spacing of the centres for the union. Smaller: calculated more often; larger: more of the union is not drawn
OPACITY, FADE = 0.6, 0.2  # FADE: the outermost part of the reach, in which opacity drops to 0
SUN, SHADE = np.array((0.30, -0.45, 0.84)), 0.35  # direction to the light, and the brightness of faces turned away from it
LINE, THIN, THICK = (0.95, 0.96, 0.97), 0.003, 0.007  # thin where one feature ends, thick where two expanded triangles meet


def build_minkowski(
    record: TickRecord, sim: Simulation, switches: Switches, most: int = MOST, more: int | None = None
) -> list[Shape]:
    """Return a tick's shapes in the Minkowski view: its overlays, expanded triangles, and the body's centre as a Point.

    most: number of triangles to expand, the nearest; more: number to expand beyond those of earlier calls, or None for all
    """
    builders = (
        (switches.planes, planes),
        (True, path),
        (switches.normals, normals),
        (True, contacts),
        (switches.velocity, velocity),
        (switches.labels, labels),
    )
    iterations = tuple(AtCentre(iteration) for iteration in record.trace.iterations)
    trace, met = SimpleNamespace(iterations=iterations), tuple(iteration for iteration in iterations if iteration.hit)
    point = SimpleNamespace(trace=trace, contacts=met, before=record.before, after=record.after)
    shapes = [shape for wanted, build in builders if wanted for shape in build(cast(TickRecord, point), sim)]
    return [*expanded_triangles(record, sim, most, more), *shapes, Point(record.after.position, palette.BODY, 0.035)]


class AtCentre:
    """An Iteration whose contact point is replaced by the body's centre at the contact."""

    def __init__(self, iteration: Iteration):
        self._iteration, self.point = iteration, along(iteration.start, iteration.displacement, iteration.fraction)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._iteration, name)


def expanded_triangles(record: TickRecord, sim: Simulation, most: int = MOST, more: int | None = None) -> list[Shape]:
    """Return [Skin, Lines, Lines] in the world, or []: the surface that the centre cannot cross, its seams and creases."""
    space = Espace(record.body, record.after.frame)
    middle = space.enter(record.after.position)
    about = tuple((np.round(middle / GRID) * GRID).tolist())
    triangles = triangles_near(record, sim, space, about)
    if len(triangles) == 0:  # in the air, far from all triangles
        return []
    hiding, most = triangles[: 2 * most], min(most, len(triangles))
    found = surfaces_so_far(hiding.tobytes(), about)
    solids, count = [ExpandedTriangle(one) for one in hiding], most if more is None else min(len(found) + more, most)
    found += [surface(own, solids, np.array(about), REACH + GRID) for own in range(len(found), count)]
    pieces, features, normals, seams, creases = (np.concatenate(group) for group in zip(*found[:most]))
    clear = (1.0 - FADE) * REACH  # beyond, lines without a surface would crowd the picture
    near = [lines[np.linalg.norm(lines.mean(axis=1) - middle, axis=1) < clear] for lines in (seams, creases)]
    skin = Skin(space.leave(pieces), painted(pieces, features, normals, space, middle), is_solid=True)
    return [skin, *(Lines(space.leave(lines), LINE, width) for lines, width in zip(near, (THIN, THICK)))]


@lru_cache(maxsize=16)
def surfaces_so_far(corners: bytes, about: Vector) -> list[Surface]:
    """Return the stored list of surfaces, empty at first, which the caller appends to.

    It stays while the body stays in one cell of the grid, and no triangle near it moves. corners: (n, 3, 3) in eSpace of the
    triangles that can hide each other, the nearest first, as bytes; about: grid point in eSpace nearest to the body's centre
    """
    return []


class Espace:
    """The map between the world and ellipsoid space, in radii along the body's axes. Both have the world's origin."""

    def __init__(self, body: Ellipsoid, frame: Frame | None):
        self._axes, self._radii = body_axes(body.heading, frame), np.array(body.radii)

    def enter(self, places: VectorLike) -> np.ndarray:
        """Transform positions (..., 3) from the world [m] to eSpace [radii]."""
        return np.asarray(places) @ self._axes.T / self._radii

    def leave(self, places: np.ndarray) -> np.ndarray:
        """Transform positions (..., 3) from eSpace [radii] to the world [m]."""
        return places * self._radii @ self._axes

    def normals(self, normals: np.ndarray) -> np.ndarray:
        """Transform unit normals (..., 3) from eSpace to unit normals of the world."""
        mapped = normals / self._radii @ self._axes
        return mapped / np.linalg.norm(mapped, axis=-1, keepdims=True)


def triangles_near(record: TickRecord, sim: Simulation, space: Espace, about: Vector) -> np.ndarray:
    """Return the corners (n, 3, 3) in eSpace of the triangles nearer than REACH + GRID + 2 to a point, the nearest first."""
    corners = space.enter(corners_of(sim, near_numbers(record, sim), record.tick))
    away = np.array([ExpandedTriangle(one).measure(np.array([about]))[0][0] for one in corners])
    nearest = np.argsort(away, kind="stable")
    return corners[nearest[away[nearest] < REACH + GRID + 2.0]]


def near_numbers(record: TickRecord, sim: Simulation) -> np.ndarray:
    """Return the numbers (n,) of the triangles whose boxes overlap a cube around the body's centre, including movers'."""
    position, sides = record.after.position, ((REACH + GRID + 2.0) * max(record.body.radii),) * 3
    near = Nearby(sim.mesh)
    if sim.movers and (numbers := sim.movers.near(position, sides, record.tick)):
        near.mover_triangles = sim.movers.triangles(numbers, record.tick)
    near.gather(position, tuple(-side for side in sides), sides)
    return near.triangles()


def painted(pieces: np.ndarray, features: np.ndarray, normals: np.ndarray, space: Espace, middle: np.ndarray) -> np.ndarray:
    """Return the colour and opacity (n, 3, 4) of the corners of facets: the feature's, shaded by the normal in the world.

    The opacity falls to 0 at REACH. pieces, normals, middle: facets (n, 3, 3), normals (n, 3, 3), body's centre (3,), in eSpace
    """
    light = SHADE + (1.0 - SHADE) * np.clip(space.normals(normals) @ SUN, 0.0, 1.0)
    away = np.linalg.norm(pieces - middle, axis=2) / REACH
    colours = np.empty((*away.shape, 4))
    colours[..., :3] = np.array([palette.FEATURES[feature] for feature in Feature])[features][:, None] * light[..., None]
    colours[..., 3] = OPACITY * np.clip((1.0 - away) / FADE, 0.0, 1.0)
    return colours
