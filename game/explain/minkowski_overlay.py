"""The Minkowski view: triangles expanded by the body, the body as a point, and the distances of points from a triangle.

In ellipsoid space, a triangle expanded by the unit sphere consists of all points at most 1 from the triangle. In the world it is
expanded by the ellipsoid. The centre of the body moves along a ray, and at the contact it meets the expanded surface. Surface
inside another expanded triangle is left out. One surface remains, which is smooth between coplanar triangles.
"""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from ..collision import Feature, Nearby
from ..core.shapes import Lines, Point, Skin
from . import palette
from .minkowski_union import surface
from .spaces import body_axes
from .tick_overlay import along, contacts, corners_of, labels, normals, path, planes, velocity


class ExpandedTriangle:
    """A triangle with an area above 0, and all vectors that its distance from points needs.

    corners: (3, 3)
    normal: unit normal (3,). The corners are counter-clockwise seen from its tip.
    sides: (3, 3), vectors from each corner to the next
    inwards: (3, 3), vectors in the plane that point inside, perpendicular to the sides and as long as these
    middle: (3,), centroid; low, high: (3,), ends of the bounding box
    """

    def __init__(self, corners):
        self.corners, self.sides = corners, np.roll(corners, -1, axis=0) - corners
        normal = np.cross(self.sides[0], self.sides[1])
        self.normal = normal / np.linalg.norm(normal)
        self.inwards = np.cross(self.normal, self.sides)
        self.middle, self.low, self.high = corners.mean(axis=0), corners.min(axis=0), corners.max(axis=0)
        self._rows = np.concatenate([self.sides, self.inwards, -2.0 * corners]).T
        offsets = [(corners * self.sides).sum(axis=1), (corners * self.inwards).sum(axis=1), -(corners**2).sum(axis=1)]
        self._centre, self._half = (self.low + self.high) / 2.0, (self.high - self.low) / 2.0
        self._offsets, self._squared = np.concatenate(offsets), (self.sides**2).sum(axis=1)

    def in_box(self, points, margin):
        """Return a mask (n,) of the points (n, 3) that are in the triangle's bounding box, enlarged by `margin` on every side."""
        within = np.abs(points - self._centre) < self._half + margin
        return within[:, 0] & within[:, 1] & within[:, 2]

    def nearest(self, points):
        """Return the point (n, 3) of the triangle that is nearest to each of the points (n, 3)."""
        products = points @ self._rows - self._offsets
        along, over, away = products[:, :3], products[:, 3:6], products[:, 6:]
        part = np.minimum(np.maximum(along / self._squared, 0.0), 1.0)
        side = (away - part * (2.0 * along - part * self._squared)).argmin(axis=1)  # squared distances minus |point|^2
        places = self.corners[side] + part[np.arange(len(points)), side, None] * self.sides[side]
        foot = points - ((points - self.corners[0]) @ self.normal)[:, None] * self.normal
        within = (over[:, 0] >= 0.0) & (over[:, 1] >= 0.0) & (over[:, 2] >= 0.0)
        return np.where(within[:, None], foot, places)

    def measure(self, points):
        """Return the distances (n,) of points (n, 3), and the unit vectors (n, 3) to them from the triangle's nearest points.

        The vector is zero for a point on the triangle.
        """
        offset = points - self.nearest(points)
        distance = np.sqrt(np.einsum("nx,nx->n", offset, offset))
        return distance, offset / np.maximum(distance, 1e-300)[:, None]

    def away(self, points):
        """Return the unit vectors (..., 3) to points (..., 3) from their nearest points of the triangle."""
        return self.measure(points.reshape(-1, 3))[1].reshape(points.shape)


MOST, FEW = 64, 6  # triangles to expand: while time is paused, and while it runs. Fewer: holes; more: slower
REACH = 2.4  # [radii] drawn around the body's centre. Smaller: too little to recognise; larger: the surface hides the level
STEP = 0.6  # [radii] of the grid of centres for the union. Smaller: calculated more often; larger: more of the union is not drawn
OPACITY, FADE = 0.6, 0.2  # FADE: the outermost part of the reach, in which opacity drops to 0
SUN, SHADE = np.array((0.30, -0.45, 0.84)), 0.35  # direction to the light, and the brightness of faces turned away from it
LINE, THIN, THICK = (0.95, 0.96, 0.97), 0.003, 0.007  # thin where one feature ends, thick where two expanded triangles meet


def build_minkowski(record, sim, switches, most=MOST, more=None):
    """Return the shapes of a tick in the Minkowski view: its overlays, the expanded triangles, and the body's centre as a Point.

    The list is empty without a trace.
    record: TickRecord
    sim: Simulation that made the record
    switches: Switches of the overlays
    most: largest number of triangles to expand; the nearest are chosen
    more: number of triangles to expand beyond those of earlier calls, or None for all. The surface then grows from call to call.
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
    iterations = tuple(AtCentre(iteration) for iteration in record.trace.iterations)
    trace = SimpleNamespace(iterations=iterations, candidates=record.trace.candidates)
    point = SimpleNamespace(trace=trace, tick=record.tick, before=record.before, after=record.after)
    shapes = [shape for wanted, build in builders if wanted for shape in build(point, sim)]
    return [*expanded_triangles(record, sim, most, more), *shapes, Point(record.after.position, palette.BODY, 0.035)]


class AtCentre:
    """A Iteration whose contact point is replaced by the body's centre at the contact."""

    def __init__(self, iteration):
        self._step, self.point = iteration, along(iteration.start, iteration.displacement, iteration.fraction)

    def __getattr__(self, name):
        return getattr(self._step, name)


def expanded_triangles(record, sim, most=MOST, more=None):
    """Return [Skin, Lines, Lines] in the world: the surface that the body's centre cannot cross, its seams and its creases.

    The list is empty far from all triangles. `surface` of minkowski_union.py says what seams and creases are.
    record: TickRecord
    sim: Simulation that made the record
    most, more: as in `build_minkowski`
    """
    space = Espace(record.body, record.after.frame)
    middle = space.enter(record.after.position)
    about = tuple((np.round(middle / STEP) * STEP).tolist())
    triangles = triangles_near(record, sim, space, about)
    if len(triangles) == 0:  # in the air, far from all triangles
        return []
    hiding, most = triangles[: 2 * most], min(most, len(triangles))
    found = surfaces_so_far(hiding.tobytes(), about)
    solids, count = [ExpandedTriangle(one) for one in hiding], most if more is None else min(len(found) + more, most)
    found += [surface(own, solids, np.array(about), REACH + STEP) for own in range(len(found), count)]
    pieces, features, normals, seams, creases = (np.concatenate(group) for group in zip(*found[:most]))
    clear = (1.0 - FADE) * REACH  # beyond, lines without a surface would crowd the picture
    near = [lines[np.linalg.norm(lines.mean(axis=1) - middle, axis=1) < clear] for lines in (seams, creases)]
    skin = Skin(space.leave(pieces), painted(pieces, features, normals, space, middle), is_solid=True)
    return [skin, *(Lines(space.leave(lines), LINE, width) for lines, width in zip(near, (THIN, THICK)))]


@lru_cache(maxsize=16)
def surfaces_so_far(corners, about):
    """Return the stored list of surfaces for these arguments. It is empty at the first call, and the caller appends to it.

    The arguments stay the same while the body stays in one cell of the grid, and no triangle near it moves.
    corners: (n, 3, 3) in eSpace of the triangles that can hide each other, the nearest first, as bytes
    about: grid point (3,) in eSpace that is nearest to the body's centre
    """
    return []


class Espace:
    """The map between the world and ellipsoid space, in which lengths are in radii along the body's axes.

    The solver puts the origin of eSpace at the start of the tick. Here it is the origin of the world.
    body: Ellipsoid
    frame: (3, 3), rows right, forward and up of the player, or None if its up is +z
    """

    def __init__(self, body, frame):
        self._axes, self._radii = body_axes(body.heading, frame), np.array(body.radii)

    def enter(self, places):
        """Transform positions (..., 3) from the world [m] to eSpace [radii]."""
        return np.asarray(places) @ self._axes.T / self._radii

    def leave(self, places):
        """Transform positions (..., 3) from eSpace [radii] to the world [m]."""
        return places * self._radii @ self._axes

    def normals(self, normals):
        """Transform unit normals (..., 3) from eSpace to unit normals of the world."""
        mapped = normals / self._radii @ self._axes
        return mapped / np.linalg.norm(mapped, axis=-1, keepdims=True)


def triangles_near(record, sim, space, about):
    """Return the corners (n, 3, 3) in eSpace of the triangles around the point `about` (3,) in eSpace, the nearest first.

    Triangles at a distance of REACH + STEP + 2 or more are left out.
    record: TickRecord; sim: Simulation that made the record; space: Espace
    """
    corners = space.enter(corners_of(sim, near_numbers(record, sim), record.tick))
    away = np.array([ExpandedTriangle(one).measure(np.array([about]))[0][0] for one in corners])
    nearest = np.argsort(away, kind="stable")
    return corners[nearest[away[nearest] < REACH + STEP + 2.0]]


def near_numbers(record, sim):
    """Return the numbers (n,) of the triangles near the body at the end of the tick, including those of movers.

    Their bounding boxes overlap a cube around the body's centre.
    record: TickRecord; sim: Simulation that made the record
    """
    position, sides = record.after.position, ((REACH + STEP + 2.0) * max(record.body.radii),) * 3
    near = Nearby(sim.mesh)
    if sim.movers:
        near.mover_triangles = sim.movers.triangles(sim.movers.near(position, sides, record.tick), record.tick)
    near.gather(position, tuple(-side for side in sides), sides)
    return near.triangles()


def painted(pieces, features, normals, space, middle):
    """Return the colour and opacity of each corner of facets, (n, 3, 4).

    The colour is that of the facet's feature, shaded by the normal in the world. The opacity is 0 from REACH on, and full
    nearer to `middle` than the outermost part FADE.
    pieces: facets (n, 3, 3) in eSpace; normals: unit normals at their corners (n, 3, 3) in eSpace
    features: (n,) numbers of the Feature that touches the body there
    space: Espace; middle: body's centre (3,) in eSpace
    """
    light = SHADE + (1.0 - SHADE) * np.clip(space.normals(normals) @ SUN, 0.0, 1.0)
    away = np.linalg.norm(pieces - middle, axis=2) / REACH
    colours = np.empty((*away.shape, 4))
    colours[..., :3] = np.array([palette.FEATURES[feature] for feature in Feature])[features][:, None] * light[..., None]
    colours[..., 3] = OPACITY * np.clip((1.0 - away) / FADE, 0.0, 1.0)
    return colours
