"""Where somebody is put who did not walk there: at the spawn, a checkpoint, behind a portal, where he last stood.

On that side of the ground which is open, whatever gravity wants there, and in no mover: beside those that are there just now.
"""

from itertools import chain
from math import cos, inf, pi, sin

from ...collision import Ellipsoid, sweep
from ...collision.engine.frames import WORLD, frame_at, up_of
from ...collision.engine.vec3 import UP, along, cross, dot, normalise, sub
from ..environment.orientation import above
from ..environment.oriented_body import Stance
from .point_in_mesh import solid_around
from .pushing import INSIDE, deepest, rules_of_movers

# How far [of his height] the feet may be from the ground that they are to stand on. Smaller: a point a little too deep is under
# the floor; larger: what is on the other side of a thin floor counts.
NEAR = 0.1
# Places tried around a mover and above it, half a body apart. Fewer: who is put into a large one is crushed; more: far away
RINGS, WAYS, STOREYS = 8, 8, 6


def standing_at(mesh, feet, up, params):
    """Where the centre is [m] of whoever is put with his feet there [m], where gravity pulls against `up`.

    A point on ground that is none to him, as on the floor of a room in which up is down, is where he touches it.
    """
    normal = None if up == UP else ground_at(mesh, feet, up, params)
    if normal is None or dot(normal, up) > 0.0:
        return above(feet, up, params)
    stance = Stance(Ellipsoid(params.radii), frame_at(up))
    return along(feet, normal, stance.half_extent(normal) + params.skin)


def ground_at(mesh, feet, up, params):
    """The normal of the surface on which a point is, as the level's file has it; None: it is on none."""
    probe, reach = Ellipsoid((params.skin,) * 3), NEAR * params.feet
    for way in (up, UP):
        hit = sweep(mesh, probe, along(feet, way, reach), tuple(-2.0 * reach * part for part in way))
        if hit is not None:
            a, b, c = mesh.vertices[mesh.triangles[hit.triangle]].tolist()
            return normalise(cross(sub(b, a), sub(c, a)))
    return None


def in_no_mover(movers, mesh, stance, position, tick, params):
    """The nearest place to a position [m] where no mover is at a tick: beside them on the ground, or else above them.

    The position itself where no such place is near.
    """
    numbers = movers.near(position, ((RINGS + 2) * max(params.radii),) * 3, tick)
    rules = rules_of_movers(params.skin, params.max_slope, params.step_up)
    if is_free(movers, numbers, stance, position, tick, rules):
        return position
    rings = (on_ground(mesh, stance, place, params) for place in beside(stance, position, max(params.radii[:2])))
    for place in chain(rings, above_it(stance, position, params.feet)):
        if place and is_open(mesh, stance, position, place, rules) and is_free(movers, numbers, stance, place, tick, rules):
            return place
    return position


def beside(stance, position, apart):
    """Places in rings around a position [m], the nearest first."""
    right, forward, _ = stance.frame or WORLD
    for ring in range(1, RINGS + 1):
        for way in range(WAYS):
            angle = 2.0 * pi * way / WAYS
            yield along(along(position, right, ring * apart * sin(angle)), forward, ring * apart * cos(angle))


def above_it(stance, position, apart):
    """Places above a position [m], the nearest first."""
    for storey in range(1, STOREYS + 1):
        yield along(position, up_of(stance.frame), storey * apart)


def is_free(movers, numbers, stance, position, tick, rules):
    """Is a body there in none of these movers?"""
    depth, _ = deepest(movers, numbers, stance, position, tick, rules)
    return depth <= INSIDE and solid_around(movers, numbers, position, tick) is None


def is_open(mesh, stance, start, end, rules):
    """Is a body at `end` in nothing that stands, and nothing of that between it and `start`?"""
    way = sub(end, start)
    return mesh.raycast([start], [way], 1.0)[0] > 1.0 and stance.depth(mesh, end, rules) <= INSIDE


def on_ground(mesh, stance, position, params):
    """Where he is a little above the ground that is there, at most a step lower or higher; None where there is none."""
    up = up_of(stance.frame)
    depth = float(mesh.raycast([position], [[-part for part in up]], params.feet + max(params.step_down, params.step_up))[0])
    return along(position, up, (1.0 + NEAR) * params.feet - depth) if depth < inf else None
