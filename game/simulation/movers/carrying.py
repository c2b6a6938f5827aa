"""Riding: who stands on a mover is carried with it, on its arc, and keeps its velocity when he leaves it."""

from math import cos, hypot, sqrt
from typing import NamedTuple

from ...collision.engine.frames import to_world, up_of
from ...collision.engine.vec3 import add, along, dot, scale, sub
from ..environment.oriented_body import Stance
from ..player.reach import reach_of_any
from ..state import Ground, Ride
from .point_in_mesh import let_out, solid_around
from .pushing import push, rules_of_movers

STILL = Ride()
ZERO = (0.0, 0.0, 0.0)
# How much faster than a free fall the ground may drop away and still be followed, as the part of half his height that he falls
# through until he is so fast. Smaller: a lift that turns round in one tick throws off whoever stands on it; larger: one that
# falls drags him along. It comes to 1.5 m/s.
KNEES = 0.1274


class Carried(NamedTuple):
    """way: of the tick with the mover stood on [m]; turn: of that mover [rad]; velocity: of the mover where he stands [m/s]

    blows: of movers that pushed him
    """

    way: tuple = ZERO
    turn: float = 0.0
    velocity: tuple = ZERO
    blows: tuple = ()


def ridden(movers, near, mesh, body, before, params, gravity, refused=()):
    """The movers' part of a tick: they move, carry the player and push him, and stand still for the rest of it.

    near: a Nearby, which is told their triangles; gravity: where he is [m/s2]; refused: numbers of those that he passes through.
    Returns (state, Carried, Ride)
    """
    tick, (state, carried) = before.tick + 1, carry(movers, before, gravity, give(params))
    reach = reach_of(params, state, carried.way, movers)
    numbers, stance = without(movers.near(before.position, reach, tick), refused), Stance(body, before.frame)
    position, crusher, blows = moved(movers, numbers, mesh, stance, before.position, carried.way, tick, params)
    ride = Ride(sub(position, before.position), carried.turn, crusher, tuple(blows))
    if hypot(*ride.displacement) > 0.5 * min(params.radii):  # other movers are near him now
        numbers = without(movers.near(position, reach, tick), refused)
    near.moving = movers.triangles(numbers, tick)
    carried = carried._replace(blows=from_aside(blows, before.frame, params))
    return state._replace(position=position, heading=state.heading + carried.turn), carried, ride


def without(numbers, refused):
    return [number for number in numbers if number not in refused] if refused else numbers


def moved(movers, numbers, mesh, stance, start, way, tick, params):
    """Where a body is carried by `way` [m], and pushed by these movers. Returns (position, crusher or None, Blows)."""
    rules = rules_of_movers(params.skin, params.max_slope, params.step_up)
    start = let_out(movers, numbers, mesh, stance, start, tick - 1, rules)
    end = start if way == ZERO else stance.slid(mesh, start, add(start, way), rules)
    end, crusher, blows, near = push(movers, numbers, mesh, stance, start, end, tick, rules)
    return end, solid_around(movers, near, end, tick) if crusher is None else crusher, blows


def from_aside(blows, frame, params):
    """Those Blows that are no floor's: on what comes from below he lands, and it carries him."""
    return tuple(blow for blow in blows if dot(blow.normal, up_of(frame)) < cos(params.max_slope))


def reach_of(params, state, way, movers):
    """How far from the player, along the world's axes (3,) [m], anything can matter to him in a tick."""
    speed = 2.0 * (hypot(*state.fall) + hypot(*state.flow))
    ways = movers.fastest / movers.hz + hypot(*way)
    aside, high = (far + ways for far in reach_of_any(params, hypot(*state.walk), speed, params.gravity, 1.0 / movers.hz))
    return (aside, aside, high) if state.frame is None else (max(aside, high),) * 3


def carry(movers, state, gravity, knees):
    """The tick of the mover that the player stands on: (the state, Carried); in the air when it drops away under him.

    knees: how much faster than a free fall it may [m/s]
    """
    number, tick = state.ground_body, state.tick + 1
    if number < 0 or state.ground != Ground.FLOOR:
        return state, Carried()
    old, new, up = movers.pose(number, tick - 1), movers.pose(number, tick), up_of(state.frame)
    place = add(state.position, missed(movers, state, up))
    end = new.to_world(old.to_own(place))
    way, velocity = sub(end, state.position), movers.velocity(number, tick, end)
    rising, rose = dot(velocity, up), dot(movers.velocity(number, tick - 1, state.position), up)
    loose = max(0.0, state.loose + rose - rising - max(gravity, 0.0) / movers.hz)
    if loose > knees:
        fall = along(velocity, up, rose + state.loose - rising)
        return state._replace(ground=Ground.AIR, ground_body=-1, loose=0.0, late=0.0, fall=fall), Carried()
    return state._replace(loose=loose, late=0.0), Carried(way, turn_of(movers, number, old, new, up), velocity)


def give(params):
    """How much faster than a free fall [m/s] his knees follow what drops away under him."""
    return sqrt(2.0 * params.gravity * KNEES * params.feet)


def missed(movers, state, up):
    """The way [m] that the mover carried others along since he landed on it, within the tick that ended."""
    if state.late == 0.0:
        return ZERO
    then, now = (movers.pose(state.ground_body, state.tick - part) for part in (state.late, 0.0))
    way = sub(now.to_world(then.to_own(state.position)), state.position)
    return along(way, up, -dot(way, up))


def turn_of(movers, number, old, new, up):
    """How far a rider's view turns with the mover [rad]: about his own up, as far as that is the mover's axis."""
    return (new.heading - old.heading) * up[2] if movers.all[number].turns_view else 0.0


def settled(movers, before, start, state, carried, touched, gravity):
    """The state at the end of a tick, told what it stands on; who has left a mover, or was struck by one, has its velocity.

    before: the state at its beginning; start: once movers had moved; touched: triangle of its last contact, or -1; gravity: there
    [m/s2]. Where one `stood` a mover may be gone: it is no place to come back to
    """
    if state.ground == Ground.FLOOR:
        body = movers.owner(touched)
        stood = state.stood if body < 0 else before.stood or state.stood
        late = lateness(start, state, gravity, 1.0 / movers.hz) if body >= 0 and start.ground != Ground.FLOOR else 0.0
        loose = state.loose if body == state.ground_body else 0.0
        return state._replace(ground_body=body, loose=loose, stood=stood, late=late)
    gained = carried.velocity if state.ground_body >= 0 else ZERO
    state = faster(state, gained)._replace(ground_body=-1, loose=0.0, late=0.0)
    for blow in carried.blows:
        state = struck(state, blow)
    return state


def lateness(start, state, gravity, dt):
    """The part of a tick of dt [s] that was left when a fall from `start` ended on the floor, 0..1; 0 for who was put there."""
    if start.fall == ZERO:
        return 0.0
    up = up_of(state.frame)
    whole = (0.5 * gravity * dt - dot(start.fall, up)) * dt
    fallen = dot(sub(start.position, state.position), up)
    return min(max(1.0 - fallen / whole, 0.0), 1.0) if whole > 0.0 else 0.0


def struck(state, blow):
    """The state of a player in the air whom a mover has struck: no slower than it, along its normal."""
    walk = to_world(state.frame, (*state.walk, 0.0))
    missing = blow.speed - dot(state.fall, blow.normal) - max(dot(walk, blow.normal), 0.0)
    return faster(state, scale(blow.normal, missing)) if missing > 0.0 else state


def faster(state, velocity):
    """The state with so much more of falling velocity [m/s]."""
    return state._replace(fall=add(state.fall, velocity), velocity=add(state.velocity, velocity)) if velocity != ZERO else state
