"""Recovery of a player that starts a tick inside something: it is moved out before it walks."""

from math import dist, hypot, inf

from ...collision import depenetrate
from ...collision.engine.entry_points import find_penetrations
from ...collision.engine.vec3 import add, along, dot
from ...collision.recovery import MOST_PLANES, shortest_push
from ..environment.oriented_body import empty_mesh, temporary_mesh
from .reach import AROUND
from .tick import DEEP

ZERO = (0.0, 0.0, 0.0)
# Pushes in one tick between surfaces on several sides. Fewer: a tick visibly ends beside the middle of a narrow gap; more only
# costs time, and 512 cost a millisecond.
PUSHES = 512
# Longest way out of a narrow wedge [least radii]. Shorter: a mover enters a body that has a way out; from 1 on the body could
# come out behind a small thing that it is in front of.
LONGEST_SLIP = 0.5
# Parts of it, after each of which the planes are found again. Fewer: a body goes past the edge at which a wedge ends; more only
# costs time.
SLIP_PARTS = 8


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

    A push that is too long is made in parts, each with the planes around its start: at the edge of a surface the wedge ends.
    Returns the same position where there is no such push, or all parts together are too long, or lead through a surface.
    """
    place, part = position, LONGEST_SLIP / SLIP_PARTS * min(near.body.radii)
    for left in range(SLIP_PARTS, 0, -1):
        push = push_out_of_all(near, place, left * part, rules)
        if push is None:
            return position
        if hypot(*push) <= left * part:
            end = add(place, push)
            return position if leads_through(near, position, end) else end
        place = along(place, push, part / hypot(*push))
    return position


def push_out_of_all(near, position, longest, rules):
    """The shortest push (3,) [m] out of all surfaces around a body, or None if there is none.

    One that is longer than `longest` [m] leads out of the first surfaces only: the others are not looked for.
    """
    push, planes = ZERO, []
    while len(planes) < MOST_PLANES:
        deepest, _, depth, normal = near.gather(add(position, push), ZERO, ZERO).penetrations()
        if deepest <= DEEP * rules.skin:
            return push
        planes.append((normal, depth + rules.skin + dot(normal, push)))
        found = shortest_push(planes)
        if found is None:
            return None
        push = tuple(found.tolist())
        if hypot(*push) > longest:
            return push
    return None
