"""The player's body as it is in a tick: how far he is crouched, and where he turns it. It changes only to what fits.

Crouching keeps the feet where they are. A body wider than deep turns with the view; beside a wall it is pushed out as it turns,
step by step, and where there is no way out its turn is refused, while the view goes on.
"""

from functools import lru_cache
from math import dist, pi, remainder

from ...collision import Ellipsoid
from .embedded_start import come_out
from .tick import DEEP

SHOULDERING = 6.0  # [rad/s] at most, turning beside a wall. Slower: the body stays behind the view; faster: seen to leap from it
FARTHEST = 2.0  # times its growth that a turn may push it. Less: it does not turn in corners; more: seen to leap out of them
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
    if params.radii[0] != params.radii[1] and rules.turn_body:
        state = turn(near, state, state.heading if intent.heading is None else float(intent.heading), params, rules, dt)
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


def turn(near, state, heading, params, rules, dt):
    """Turn the body to a heading [rad]: at once where it fits, else as far as one tick allows, out of what it turns into."""
    before = state._replace(heading=heading, facing=body_heading(state))
    there = before._replace(facing=None)
    if before.facing == heading or fits(near, there, before, params, rules):
        return there
    away = remainder(heading - before.facing, pi)  # turned half round it is the same body
    turned = max(-SHOULDERING * dt, min(away, SHOULDERING * dt))
    there = before._replace(facing=before.facing + turned) if turned != away else there
    return pushed_out(near, there, before, abs(turned), params, rules)


def pushed_out(near, there, before, turned, params, rules):
    """The state of a body turned so far [rad], out of what it turned into, but no farther than it grew; else that before."""
    if fits(near, there, before, params, rules):
        return there
    outside = come_out(near.use(body_of(there, params, rules), rules), there.position, rules)
    grown = abs(params.radii[0] - params.radii[1]) * turned
    pushed = there._replace(position=outside)
    near_enough = dist(outside, there.position) <= FARTHEST * grown + 2.0 * params.skin
    return pushed if near_enough and fits(near, pushed, before, params, rules) else before


def fits(near, there, here, params, rules):
    """Is the player in nothing there, or at least not deeper than he is here?"""
    depth = depth_of(near, there, params, rules)
    return depth <= DEEP * rules.skin or depth <= depth_of(near, here, params, rules)


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
    if depth_of(sim.near, there, params, sim.rules) <= DEEP * sim.rules.skin:
        return True
    outside = come_out(sim.near, there.position, sim.rules)
    grown = max(abs(new - old) for new, old in zip(params.radii, sim.params.radii))
    pushed = there._replace(position=outside)
    return dist(outside, there.position) <= 2.0 * grown and depth_of(sim.near, pushed, params, sim.rules) <= DEEP * sim.rules.skin
