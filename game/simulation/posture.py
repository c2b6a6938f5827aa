"""The player's body as it is in a tick: how far he is crouched, and where he turns it. It changes only to what fits.

Crouching keeps the feet where they are. A body wider than deep turns with the view; beside a wall it is pushed out as it turns,
and where there is no way out its turn is refused, while the view goes on.
"""

from functools import lru_cache
from math import dist

from ..collision import Ellipsoid
from .embedded import come_out
from .tick import DEEP

ROUNDING = 1e-9  # part of crouching that a tick does more. Less: a last tick for the last digit; more: seen in the time it takes


def body_of(state, params, rules):
    """The Ellipsoid of a player in this state."""
    rx, ry, _ = params.radii
    turns = rules.turn_body and rx != ry  # a round body is the same at every heading, to the bit
    return ellipsoid(params.at(state.crouched).radii, body_heading(state) if turns else 0.0)


@lru_cache(maxsize=64)
def ellipsoid(radii, heading):
    """The same object for the same body: whoever uses it sees that nothing has changed."""
    return Ellipsoid(radii, heading)


def body_heading(state):
    """Where the body is turned [rad]: to where he looks, unless it could not follow."""
    return state.heading if state.facing is None else state.facing


def take_posture(near, state, intent, params, rules, dt):
    """The state before a tick, with the body that the intent asks for as far as there is room. near: Nearby of the mesh"""
    if (1.0 if intent.crouch else 0.0) != state.crouched:
        state = crouch(near, state, intent, params, rules, dt)
    if params.radii[0] != params.radii[1] and rules.turn_body and intent.heading is not None:
        state = turn(near, state, float(intent.heading), params, rules)
    return state


def crouch(near, state, intent, params, rules, dt):
    """One tick of going down or of standing up. The feet stay; on a slope, where a lower body is rounder, the centre may."""
    change = dt / params.crouch_time + ROUNDING if params.crouch_time > dt else 1.0
    crouched = min(state.crouched + change, 1.0) if intent.crouch else max(state.crouched - change, 0.0)
    lower = params.at(state.crouched).feet - params.at(crouched).feet
    x, y, z = state.position
    there = state._replace(position=(x, y, z - lower), crouched=crouched)
    if fits(near, there, state, params, rules):
        return there
    return state._replace(crouched=crouched) if intent.crouch else state


def turn(near, state, heading, params, rules):
    """Turn the body to a heading [rad], out of what it turns into; or leave it as it is."""
    before = state._replace(facing=body_heading(state))
    there = state._replace(heading=heading, facing=None)
    if before.facing == heading or fits(near, there, before, params, rules):
        return there
    outside = come_out(near.use(body_of(there, params, rules), rules), there.position, rules)
    pushed = there._replace(position=outside)
    return pushed if fits(near, pushed, before, params, rules) else before._replace(heading=heading)


def fits(near, there, here, params, rules):
    """Is the player in nothing there, or at least not deeper than he is here?"""
    depth = depth_of(near, there, params, rules)
    return depth <= DEEP or depth <= depth_of(near, here, params, rules)


def depth_of(near, state, params, rules):
    """How deep [m] he is inside of something."""
    return near.use(body_of(state, params, rules), rules).depth(state.position)


def has_room(sim, state, params):
    """Can a player in this state have another shape, feet where they are, pushed aside no farther than he grows?

    sim: Simulation; params: PlayerParams, None: none are wanted. Who stands turned round is taken at his word, and pushed out.
    """
    if params is None or params.radii == sim.params.radii or state.frame is not None:
        return True
    taller = params.at(state.crouched).feet - sim.params.at(state.crouched).feet
    x, y, z = state.position
    there = state._replace(position=(x, y, z + taller))
    if depth_of(sim.near, there, params, sim.rules) <= DEEP:
        return True
    outside = come_out(sim.near, there.position, sim.rules)
    grown = max(abs(new - old) for new, old in zip(params.radii, sim.params.radii))
    pushed = there._replace(position=outside)
    return dist(outside, there.position) <= 2.0 * grown and depth_of(sim.near, pushed, params, sim.rules) <= DEEP
