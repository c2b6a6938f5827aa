"""The other way to see a sweep: the triangles grown by the body, and the body shrunk to a point (their Minkowski sum).

In ellipsoid space a triangle grown by the unit sphere is all that is nearer to it than 1; mapped back to the world it is grown by
the ellipsoid. The centre of the body moves along a ray, and meets the grown surface where it is at the contact. What is inside
another grown triangle is left out, so that one sees what the centre sees: one surface, smooth where triangles meet in the flat.
"""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from game.collision import Feature, Nearby
from game.collision.columns import MESH_TRIANGLE

from .. import palette
from ..shapes import Lines, Point, Skin
from ..spaces import body_axes
from ..tick_overlay import along, contacts, corners_of, labels, normals, path, planes, velocity
from .minkowski_union import union
from .triangle_cutting import Triangle

MOST, FEW = 64, 6  # triangles to grow: of a moment looked at, and while time runs. Fewer: holes; more: slower
REACH = 2.4  # [radii] around the body's centre that is drawn. Smaller: one does not see where one is; larger: it hides the level
STEP = 0.6  # [radii] between the places about which it is worked out. Smaller: oftener; larger: more that is not seen
OPACITY, FADE = 0.6, 0.2  # and the last part of the reach, in which it fades
SUN, SHADE = np.array((0.30, -0.45, 0.84)), 0.35  # where the light comes from that makes it look round, and what is left without
LINE, THIN, THICK = (0.95, 0.96, 0.97), 0.003, 0.007  # where a feature ends; where two grown triangles meet


def build_minkowski(record, sim, switches, most=MOST):
    """The shapes of one tick for a body that is a point: as build_overlay's, with what it grew instead of the body.

    most: how many triangles to grow, the nearest
    """
    if record.trace is None:
        return []
    builders = (
        (switches.planes, planes),
        (True, path),
        (switches.normals, normals),
        (True, contacts),
        (switches.velocity, velocity),
        (switches.labels, labels),
    )
    point = of_a_point(record)
    shapes = [shape for wanted, build in builders if wanted for shape in build(point, sim)]
    return [*grown(record, sim, most), *shapes, Point(record.after.position, palette.BODY, 0.035)]


def of_a_point(record):
    """The record with each contact where the body's centre was."""
    steps = tuple(AtCentre(step) for step in record.trace.steps)
    trace = SimpleNamespace(steps=steps, candidates=record.trace.candidates)
    return SimpleNamespace(trace=trace, tick=record.tick, before=record.before, after=record.after)


class AtCentre:
    """A step of the trace whose contact point is the centre at the contact."""

    def __init__(self, step):
        self._step, self.point = step, along(step.start, step.displacement, step.fraction)

    def __getattr__(self, name):
        return getattr(self._step, name)


def grown(record, sim, most=MOST):
    """The surface that the centre cannot cross, and the lines on it."""
    space = Espace(record.body, record.after.frame)
    middle = space.enter(record.after.position)
    about = tuple((np.round(middle / STEP) * STEP).tolist())
    triangles = triangles_near(record, sim, space, about)
    if len(triangles) == 0:  # in the air, far from everything
        return []
    pieces, features, normals, seams, creases = grown_once(triangles[: 2 * most].tobytes(), about, most)
    near = [lines[np.linalg.norm(lines.mean(axis=1) - middle, axis=1) < REACH] for lines in (seams, creases)]
    skin = Skin(space.leave(pieces), painted(pieces, features, normals, space, middle))
    return [skin, *(Lines(space.leave(lines), LINE, width) for lines, width in zip(near, (THIN, THICK)))]


@lru_cache(maxsize=16)
def grown_once(triangles, about, most):
    """What `union` finds: the same as long as the body stays near a place. triangles: corners (n, 3, 3) in bytes; about (3,)"""
    corners = np.frombuffer(triangles).reshape(-1, 3, 3)
    return union([Triangle(one) for one in corners], most, np.array(about), REACH + STEP)


class Espace:
    """The solver's own eSpace: lengths in radii along the body's axes. Counted from the world's origin, not from the tick's."""

    def __init__(self, body, frame):
        self._axes, self._radii = body_axes(body.heading, frame), np.array(body.radii)

    def enter(self, places):
        """(..., 3) [m] -> (..., 3) [radii]"""
        return np.asarray(places) @ self._axes.T / self._radii

    def leave(self, places):
        return places * self._radii @ self._axes

    def normals(self, normals):
        """eSpace normals (..., 3) -> unit normals of the world."""
        bent = normals / self._radii @ self._axes
        return bent / np.linalg.norm(bent, axis=-1, keepdims=True)


def triangles_near(record, sim, space, about):
    """The corners (n, 3, 3) in eSpace of the triangles around a place in it, the nearest first."""
    corners = space.enter(corners_of(sim, near_numbers(record, sim), record.tick))
    away = np.array([Triangle(one).measure(np.array([about]))[0][0] for one in corners])
    nearest = np.argsort(away, kind="stable")
    return corners[nearest[away[nearest] < REACH + STEP + 2.0]]


def near_numbers(record, sim):
    """Numbers of all triangles around the body, of movers as well."""
    position, sides = record.after.position, ((REACH + STEP + 2.0) * max(record.body.radii),) * 3
    near = Nearby(sim.mesh)
    if sim.movers:
        near.moving = sim.movers.triangles(sim.movers.near(position, sides, record.tick), record.tick)
    near.gather(position, tuple(-side for side in sides), sides)
    return near.candidates[: near.count, MESH_TRIANGLE].astype(np.int64)


def painted(pieces, features, normals, space, middle):
    """Colours (n, 3, 4) of facets of eSpace: of the feature that a contact there is with, lit, fading outwards."""
    light = SHADE + (1.0 - SHADE) * np.clip(space.normals(normals) @ SUN, 0.0, 1.0)
    away = np.linalg.norm(pieces - middle, axis=2) / REACH
    colours = np.empty((*away.shape, 4))
    colours[..., :3] = np.array([palette.FEATURES[feature] for feature in Feature])[features][:, None] * light[..., None]
    colours[..., 3] = OPACITY * np.clip((1.0 - away) / FADE, 0.0, 1.0)
    return colours
