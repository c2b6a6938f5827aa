"""A player who stands inside of something, put there or turned into it, is brought out before he moves."""

from ..collision import depenetrate

ZERO = (0.0, 0.0, 0.0)
# How deep [m] counts as inside. Smaller: rounding at a touch counts, far from the origin; larger: what is left of it shows.
INSIDE = 1e-8


def come_out(mesh, near, body, state, rules):
    """The state with its position brought out through the nearest faces, as far as there is a way; the same when it is free."""
    if not rules.exact_contact:  # the printed listing lets bodies sink in, and is to be seen doing so
        return state
    if near.use(body, rules).gather(state.position, ZERO, ZERO).penetrations()[0] <= INSIDE:
        return state
    position, _ = depenetrate(mesh, body, state.position, rules)
    return state._replace(position=position)
