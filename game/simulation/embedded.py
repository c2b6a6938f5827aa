"""A player who stands inside of something, put there or turned into it, is brought out before he moves."""

from math import dist, inf

from ..collision import depenetrate

ZERO = (0.0, 0.0, 0.0)
# How deep [m] counts as inside. Smaller: rounding at a touch counts, far from the origin; larger: what is left of it shows.
INSIDE = 1e-8
# Pushes a tick between surfaces on several sides. Fewer: takes more ticks; more only costs time.
PUSHES = 128


def come_out(near, state, rules):
    """The state with its position brought out through the nearest faces, as far as there is a way; the same when it is free.

    near: a Nearby that has gathered around the state's position
    """
    if not rules.exact_contact:  # the printed listing lets bodies sink in, and is to be seen doing so
        return state
    if near.penetrations()[0] <= INSIDE:
        return state
    position, free = depenetrate(near.mesh, near.body, state.position, rules)
    if not free or position == state.position or leads_through(near, state.position, position):
        position = squeezed_out(near, state.position, rules)
    return state._replace(position=position)


def leads_through(near, start, end):
    """Would the centre pass through a surface on its way out?"""
    length = dist(start, end)
    direction = tuple((b - a) / length for a, b in zip(start, end))
    return near.ray(start, direction, length) < inf


def squeezed_out(near, position, rules):
    """Away from the nearest surface, bit by bit: between two that lean together the pushes add up to the way out of their gap.

    No push is longer than half of the gap, so that the centre stays on its side of every surface.
    """
    for _ in range(PUSHES):
        deepest, nearest, depth, normal = near.gather(position, ZERO, ZERO).penetrations()
        if deepest <= INSIDE:
            break
        way = min(depth + rules.skin, 0.5 * nearest * min(near.body.radii))
        position = tuple(p + n * way for p, n in zip(position, normal))
    return position
