"""Placement after a teleport: at the spawn, a checkpoint, a portal's exit or the last safe position.

The player is placed on the front side of the ground, for any direction of gravity, and beside movers.
"""

from itertools import chain
from math import inf, pi

from ...collision import Ellipsoid, sweep
from ...collision.engine.elementary_functions import cos, sin
from ...collision.engine.right_forward_up_frame import WORLD, frame_at, up_of
from ...collision.engine.vec3 import UP, along, cross, dot, normalise, sub
from ..movers.interior_recovery import mover_containing
from ..movers.pushing import TOUCHING, deepest_overlap, mover_rules
from .oriented_collider import OrientedBody

# Allowed distance [of half the body's height] of the feet from the ground below them. Smaller: a point a little too deep
# is under the floor; larger: the other side of a thin floor counts.
GROUND_TOLERANCE = 0.1
# Positions tried around a mover and above it, half a body apart. Fewer: a player placed in a large one is crushed; more: the
# player may be placed far away.
RINGS, DIRECTIONS, HEIGHTS = 8, 8, 6


def standing_position(mesh, feet, up, params):
    """Return the centre (3,) [m] of a player placed with its feet at a point (3,) [m].

    mesh: TriangleMesh of the level
    up: unit vector (3,) against gravity
    params: PlayerParams
    The feet are one skin above the point. But if the triangle there faces downwards, the body touches the point from the side of
    the triangle's normal. With `up` = +z this is not checked.
    """
    normal = None if up == UP else surface_normal_at(mesh, feet, up, params)
    if normal is None or dot(normal, up) > 0.0:
        return centre_above(feet, up, params)
    body = OrientedBody(Ellipsoid(params.radii), frame_at(up))
    return along(feet, normal, body.half_extent(normal) + params.skin)


def centre_above(feet, up, params):
    """Return the centre (3,) [m] of a player with its feet one skin above `feet` (3,) [m], a point of the floor.

    up: unit vector (3,) against gravity
    params: PlayerParams
    """
    return along(along(feet, up, params.feet), up, params.skin)


def surface_normal_at(mesh, feet, up, params):
    """Return the unit normal (3,) of the triangle at the feet (3,) [m], by its winding, or None if no triangle is near.

    mesh: TriangleMesh of the level; up: unit vector (3,) against gravity; params: PlayerParams
    """
    probe, reach = Ellipsoid((params.skin,) * 3), GROUND_TOLERANCE * params.feet
    for direction in (up, UP):
        hit = sweep(mesh, probe, along(feet, direction, reach), tuple(-2.0 * reach * part for part in direction))
        if hit is not None:
            a, b, c = mesh.vertices[mesh.triangles[hit.triangle]].tolist()
            return normalise(cross(sub(b, a), sub(c, a)))
    return None


def position_outside_movers(movers, mesh, body, position, tick, params):
    """Return a position (3,) [m] at which a body overlaps no mover at a tick.

    Positions on the ground around `position` are tried first, the nearest first, then positions above it.

    movers: Movers; mesh: TriangleMesh of the level; body: OrientedBody; params: PlayerParams
    position: centre of the body (3,) [m], which is returned if it is free itself, or if no free position is found
    """
    numbers = movers.near(position, ((RINGS + 2) * max(params.radii),) * 3, tick)
    rules = mover_rules(params.skin, params.max_slope, params.step_up)
    if is_free(movers, numbers, body, position, tick, rules):
        return position
    rings = ring_positions(body.frame or WORLD, position, max(params.radii[:2]))
    on_ground = (ground_position(mesh, body, place, params) for place in rings)
    for place in chain(on_ground, positions_above(body, position, params.feet)):
        if place and is_reachable(mesh, body, position, place, rules) and is_free(movers, numbers, body, place, tick, rules):
            return place
    return position


def ring_positions(frame, position, spacing):
    """Yield positions (3,) [m] in rings around a position, the nearest first, in the plane of a frame's right and forward.

    spacing: distance between two rings [m]
    """
    right, forward, _ = frame
    for ring in range(1, RINGS + 1):
        for direction in range(DIRECTIONS):
            angle = 2.0 * pi * direction / DIRECTIONS
            yield along(along(position, right, ring * spacing * sin(angle)), forward, ring * spacing * cos(angle))


def positions_above(body, position, spacing):
    """Yield positions (3,) [m] above a position along an OrientedBody's up, nearest first, at multiples of `spacing` [m]."""
    for number in range(1, HEIGHTS + 1):
        yield along(position, up_of(body.frame), number * spacing)


def is_free(movers, numbers, body, position, tick, rules):
    """True if a body at a position (3,) [m] overlaps none of the movers `numbers` at a tick, and has its centre inside none.

    movers: Movers; body: OrientedBody; rules: as from `mover_rules`
    """
    depth, _ = deepest_overlap(movers, numbers, body, position, tick, rules)
    return depth <= TOUCHING and mover_containing(movers, numbers, position, tick) is None


def is_reachable(mesh, body, start, end, rules):
    """True if a body at `end` is free of the level's mesh, and no triangle of the mesh lies between `end` and `start`.

    mesh: TriangleMesh; body: OrientedBody; start, end: (3,) [m]; rules: Rules
    """
    displacement = sub(end, start)
    return mesh.raycast([start], [displacement], 1.0)[0] > 1.0 and body.depth(mesh, end, rules) <= TOUCHING


def ground_position(mesh, body, position, params):
    """Return the centre (3,) [m] of a body that was moved from `position` (3,) [m] along its up to a little above the ground.

    Returns None if there is no ground below the centre, or if the ground is more than a step below the feet.
    mesh: TriangleMesh; body: OrientedBody; params: PlayerParams
    """
    up = up_of(body.frame)
    depth = float(mesh.raycast([position], [[-part for part in up]], params.feet + max(params.step_down, params.step_up))[0])
    return along(position, up, (1.0 + GROUND_TOLERANCE) * params.feet - depth) if depth < inf else None
