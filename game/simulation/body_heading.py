"""The heading of the player's body in a tick, and space for a body of another shape. (Crouching: game/player/body_shape.py.)

A body whose width and depth differ turns with the view, with the rule turn_body. Beside a wall the turn also pushes the body out
of the wall. Only the view turns if no free position is near.

Arguments of most functions: `nearby` gathers the obstacles around the body, and dt is the length of the tick [s].
"""

from __future__ import annotations

from math import dist, pi, remainder
from typing import TYPE_CHECKING

from ..collision import Ellipsoid, Nearby, Rules
from ..collision.entry_points import find_penetrations
from ..core.vec3 import ZERO
from ..player.body_shape import DEEP
from ..player.player_params import PlayerParams
from ..player.player_state import PlayerState
from .oriented_body import ellipsoid
from .recovery import recovered_position

if TYPE_CHECKING:
    from .simulation import Simulation

SHOULDERING = 6.0  # [rad/s] fastest turn beside a wall. Smaller: the body lags behind the view; larger: it jumps off the wall
LONGEST_PUSH_OUT = 2.0  # [of the body's growth]. Smaller: no turning in corners; larger: a visible leap out of them


def body_of(state: PlayerState, params: PlayerParams, rules: Rules) -> Ellipsoid:
    """Return the Ellipsoid of a player in a PlayerState. Equal bodies are the same object, while they are in the cache."""
    rx, ry, _ = params.radii
    turns = rules.turn_body and rx != ry  # a round body is the same at every heading, to the bit
    return ellipsoid(params.at(state.crouched).radii, body_heading(state) if turns else 0.0)


def body_heading(state: PlayerState) -> float:
    """Return the heading of the body [rad] in a PlayerState. It is the view's heading unless the body had no space to turn."""
    return state.heading if state.facing is None else state.facing


def turn_body(nearby: Nearby, state: PlayerState, heading: float, params: PlayerParams, rules: Rules, dt: float) -> PlayerState:
    """Return the PlayerState with a new heading [rad], and with the body turned to it as far as there is space.

    A body that does not fit at the new heading turns by at most SHOULDERING * dt, and is pushed out of obstacles. It keeps its
    old direction if the push is too long or does not free it.
    """
    facing = body_heading(state)
    before = state.replace(heading=heading, facing=facing)
    there = before.replace(facing=None)
    if facing == heading or fits(nearby, there, before, params, rules):
        return there
    away = remainder(heading - facing, pi)  # after half a turn it is the same body
    turned = max(-SHOULDERING * dt, min(away, SHOULDERING * dt))
    there = before.replace(facing=facing + turned) if turned != away else there
    return push_out(nearby, there, before, abs(turned), params, rules)


def push_out(
    nearby: Nearby, there: PlayerState, before: PlayerState, turned: float, params: PlayerParams, rules: Rules
) -> PlayerState:
    """Return `there`, pushed out of obstacles, or `before` if it does not fit or the push is too long for the turn [rad]."""
    if fits(nearby, there, before, params, rules):
        return there
    outside = recovered_position(nearby.use(body_of(there, params, rules), rules), there.position, rules)
    grown = abs(params.radii[0] - params.radii[1]) * turned
    pushed = there.replace(position=outside)
    near_enough = dist(outside, there.position) <= LONGEST_PUSH_OUT * grown + 2.0 * params.skin
    return pushed if near_enough and fits(nearby, pushed, before, params, rules) else before


def fits(nearby: Nearby, there: PlayerState, here: PlayerState, params: PlayerParams, rules: Rules) -> bool:
    """True if the player `there` is outside obstacles, or no deeper in them than `here`: in the mesh, and in movers."""
    depths = depths_of(nearby, there, params, rules)
    if max(depths) <= DEEP * rules.skin:
        return True
    return all(new <= max(old, DEEP * rules.skin) for new, old in zip(depths, depths_of(nearby, here, params, rules)))


def depths_of(nearby: Nearby, state: PlayerState, params: PlayerParams, rules: Rules) -> tuple[float, float]:
    """Return the deepest penetrations [m] into the mesh and into movers, negative for a gap, -inf without a triangle nearby."""
    nearby.use(body_of(state, params, rules), rules).gather(state.position, ZERO, ZERO)
    candidates, stands = nearby.candidates[: nearby.count], nearby.triangles() < nearby.static_count
    parts = candidates[stands], candidates[~stands]
    mesh, movers = (find_penetrations.with_same_types(part, len(part), nearby.settings, False)[0] for part in parts)
    return mesh, movers


def depth_of(nearby: Nearby, state: PlayerState, params: PlayerParams, rules: Rules) -> float:
    """Return the deepest penetration [m] of the player in a PlayerState. It is negative for a gap, -inf without a triangle."""
    return nearby.use(body_of(state, params, rules), rules).depth(state.position)


def has_room(sim: Simulation, state: PlayerState, params: PlayerParams | None) -> bool:
    """True if the body has space for the shape of `params`, after a displacement of at most twice the growth of its radii.

    It always has for None, and for a player whose up is not +z, because such a player is pushed out afterwards.
    """
    if params is None or params.radii == sim.params.radii or state.frame is not None:
        return True
    taller = params.at(state.crouched).feet - sim.params.at(state.crouched).feet
    x, y, z = state.position
    there = state.replace(position=(x, y, z + taller))
    if depth_of(sim.nearby, there, params, sim.rules) <= DEEP * sim.rules.skin:
        return True
    outside = recovered_position(sim.nearby, there.position, sim.rules)
    grown = max(abs(new - old) for new, old in zip(params.radii, sim.params.radii))
    pushed = there.replace(position=outside)
    return (
        dist(outside, there.position) <= 2.0 * grown and depth_of(sim.nearby, pushed, params, sim.rules) <= DEEP * sim.rules.skin
    )
