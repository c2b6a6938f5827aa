"""Recovery of a player that starts a tick inside something: it is moved out before it walks."""

from math import dist, inf

from ...collision import depenetrate
from ...collision.engine.entry_points import find_penetrations
from ..environment.oriented_body import empty_mesh, temporary_mesh
from .reach import AROUND
from .tick import DEEP

ZERO = (0.0, 0.0, 0.0)
# Pushes in one tick between surfaces on several sides. Fewer: a tick visibly ends beside the middle of a narrow gap; more only
# costs time, and 512 cost a millisecond.
PUSHES = 512


def come_out(near, position, rules):
    """Position of a body after it is moved out through the nearest faces, or as far out as possible.

    near: a Nearby that uses the body
    """
    turned = near.mesh is empty_mesh()
    outside, free = depenetrate(temporary_mesh(*near.moving) if turned else near.mesh, near.body, position, rules)
    farthest = (AROUND - 1.0) * max(near.body.radii[:2]) if turned else inf  # beyond, not all was gathered
    if not free or outside == position or dist(position, outside) > farthest or leads_through(near, position, outside):
        return squeezed_out(near, position, rules)
    return outside


def leads_through(near, start, end):
    """True if a surface lies between the start and the end of the centre's path."""
    length = dist(start, end)
    direction = tuple((b - a) / length for a, b in zip(start, end))
    return near.ray(start, direction, length) < inf


def squeezed_out(near, position, rules):
    """Position of a body after many short pushes, each away from the nearest surface.

    Between two surfaces that lean together the pushes add up to a path out of the gap. No push is longer than half of the gap, so
    the centre stays on its side of every surface. A body that cannot get out stays in place if movers alone squeeze it. So movers
    do not push it into the level.
    """
    place = position
    for _ in range(PUSHES):
        deepest, nearest, depth, normal = near.gather(place, ZERO, ZERO).penetrations()
        if deepest <= DEEP * rules.skin:
            return place
        way = min(depth + rules.skin, 0.5 * nearest * min(near.body.radii))
        place = tuple(p + n * way for p, n in zip(place, normal))
    near.gather(position, ZERO, ZERO)
    standing = near.candidates[: near.count][near.triangles() < near.standing]
    in_what_stands = find_penetrations(standing, len(standing), near.settings)[0] > DEEP * rules.skin
    return place if in_what_stands else position
