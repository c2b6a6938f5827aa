"""Riding: who stands on a mover is carried with it, on its arc, and keeps its velocity when he leaves it."""

from math import hypot
from typing import NamedTuple

from ..collision.frame import up_of
from ..collision.vec3 import along, dot
from .pushing import push, rules_of_movers
from .solid import let_out, solid_around
from .stance import Stance, minus, plus
from .state import Ground, Ride

STILL = Ride()
ZERO = (0.0, 0.0, 0.0)
# How much faster than a free fall [m/s] the ground may drop away and still be followed. Smaller: a lift that turns round in
# one tick throws off whoever stands on it; larger: one that falls drags him along.
KNEES = 1.5


class Carried(NamedTuple):
    """way: of the tick with the mover stood on [m]; turn: of that mover [rad]; velocity: of the mover where he stands [m/s]"""

    way: tuple = ZERO
    turn: float = 0.0
    velocity: tuple = ZERO


def ridden(movers, near, mesh, body, before, params):
    """The movers' part of a tick: they move, carry the player and push him, and stand still for the rest of it.

    near: a Nearby, which is told their triangles. Returns (state, Carried, Ride)
    """
    rules, stance = rules_of_movers(params.skin, params.max_slope, params.step_up), Stance(body, before.frame)
    tick, (state, carried) = before.tick + 1, carry(movers, before, params)
    reach = reach_of(params, state, carried.way, 1.0 / movers.hz)
    numbers = movers.near(before.position, reach, tick)
    start = let_out(movers, numbers, mesh, stance, before.position, tick - 1, rules)
    position = start if carried.way == ZERO else stance.slid(mesh, start, plus(start, carried.way), rules)
    position, crusher = push(movers, numbers, mesh, stance, start, position, tick, rules)
    crusher = solid_around(movers, numbers, position, tick) if crusher is None else crusher
    ride = Ride(minus(position, before.position), carried.turn, crusher)
    if hypot(*ride.displacement) > max(params.radii):  # other movers are near him now
        numbers = movers.near(position, reach, tick)
    near.moving = movers.triangles(numbers, tick)
    return state._replace(position=position, heading=state.heading + carried.turn), carried, ride


def reach_of(params, state, way, dt):
    """How far from the player [m] anything can matter to him in a tick."""
    speed = hypot(*state.fall) + hypot(*state.walk) + params.speed + params.run_speed + params.jump_speed
    return 2.0 * max(params.radii) + params.step_up + params.step_down + speed * dt + hypot(*way)


def carry(movers, state, params):
    """The tick of the mover that the player stands on: (the state, Carried); in the air when it drops away under him."""
    number, tick = state.ground_body, state.tick + 1
    if number < 0 or state.ground != Ground.FLOOR:
        return state, Carried()
    old, new = movers.pose(number, tick - 1), movers.pose(number, tick)
    way = tuple(b - a for a, b in zip(state.position, new.to_world(old.to_own(state.position))))
    velocity, up = tuple(part * movers.hz for part in way), up_of(state.frame)
    rising, rose = dot(velocity, up), dot(velocity_at(movers, number, tick - 1, state.position), up)
    loose = max(0.0, state.loose + rose - rising - params.gravity / movers.hz)
    if loose > KNEES:
        fall = along(velocity, up, rose + state.loose - rising)
        return state._replace(ground=Ground.AIR, ground_body=-1, loose=0.0, fall=fall), Carried()
    return state._replace(loose=loose), Carried(way, turn_of(movers, number, old, new, up), velocity)


def turn_of(movers, number, old, new, up):
    """How far a rider's view turns with the mover [rad]: about his own up, as far as that is the mover's axis."""
    return (new.heading - old.heading) * up[2] if movers.all[number].turns_view else 0.0


def velocity_at(movers, number, tick, end):
    """Of the tick that led to `tick`, what of the mover is at `end` then [m/s]."""
    old, new = movers.pose(number, tick - 1), movers.pose(number, tick)
    return tuple((b - a) * movers.hz for a, b in zip(old.to_world(new.to_own(end)), end))


def settled(movers, before, state, carried, touched):
    """The state at the end of a tick, told what it stands on; who has left a mover keeps its velocity.

    before: the state at its start; touched: triangle of its last contact, or -1
    Where one `stood` a mover may be gone: it is no place to come back to
    """
    if state.ground == Ground.FLOOR:
        body = movers.owner(touched)
        stood = state.stood if body < 0 else before.stood or state.stood
        return state._replace(ground_body=body, loose=state.loose if body == state.ground_body else 0.0, stood=stood)
    if state.ground_body < 0:
        return state
    fall, velocity = (tuple(a + b for a, b in zip(own, carried.velocity)) for own in (state.fall, state.velocity))
    return state._replace(ground_body=-1, loose=0.0, fall=fall, velocity=velocity)
