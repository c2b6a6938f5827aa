"""Recovery of a player that starts a tick inside something: it is moved out before it walks."""

from math import dist, hypot, inf

from ...collision import depenetrate
from ...collision.engine.entry_points import find_penetrations
from ...collision.engine.vec3 import add, dot, sub
from ...collision.recovery import MOST_PLANES, shortest_push
from ..environment.oriented_body import empty_mesh, temporary_mesh
from .obstacles import AROUND
from .tick import DEEP

ZERO = (0.0, 0.0, 0.0)
# Pushes in one tick between surfaces on several sides. Fewer: a tick visibly ends beside the middle of a narrow gap; more only
# costs time, and 512 cost a millisecond.
PUSHES = 512
# Length of one push out of a narrow wedge [least radii]. Shorter: a mover enters a body that has a way out; from 1 on the body
# could come out behind a small thing that it is in front of.
LONGEST_SLIP = 0.5


def come_out(near, position, rules):
    """Position of a body after it is moved out through the nearest faces, or as far out as possible.

    near: a Nearby that uses the body
    """
    turned = near.mesh is empty_mesh()
    outside, free = depenetrate(temporary_mesh(*near.moving) if turned else near.mesh, near.body, position, rules)
    farthest = (AROUND - 1.0) * max(near.body.radii[:2]) if turned else inf  # beyond, not all was gathered
    if outside != position and (dist(position, outside) > farthest or leads_through(near, position, outside)):
        free = False
    return squeezed_out(near, outside if free else position, rules)  # out of what stands it may still be in a mover


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
    return place if in_what_stands else slipped_out(near, position, rules)


def slipped_out(near, position, rules):
    """Out along a wedge so narrow that single pushes gain too little: by the shortest push out of all its planes at once.

    Returns the same position where there is no such push, or it is too long, or leads through a surface.
    """
    place, planes = position, []
    while len(planes) < MOST_PLANES:
        deepest, _, depth, normal = near.gather(place, ZERO, ZERO).penetrations()
        if deepest <= DEEP * rules.skin:
            return position if place == position or leads_through(near, position, place) else place
        planes.append((normal, depth + rules.skin + dot(normal, sub(place, position))))
        push = shortest_push(planes)
        if push is None or hypot(*push) > LONGEST_SLIP * min(near.body.radii):
            return position
        place = add(position, tuple(push.tolist()))
    return position
