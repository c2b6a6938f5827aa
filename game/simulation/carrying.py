"""Base motion: a mover carries the player that stands on it. A player that leaves the mover keeps the mover's velocity."""

from __future__ import annotations

from functools import lru_cache
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ..collision.rules import walkable_cosine
from ..core.right_forward_up_frame import to_world, up_of
from ..core.vec3 import add, along, dot, scale, sub
from ..player.oriented_collider import OrientedBody
from ..player.player_state import Ground
from ..player.triangles_in_reach import reach_of_any
from .tick_input_and_output import NO_RIDE, Ride

if TYPE_CHECKING:
    from ..player.oriented_collider import OrientedBody
from .pushing import AmongMovers, move_out_of_mover, mover_containing, mover_rules, push

ZERO = (0.0, 0.0, 0.0)
# How much faster than a free fall the ground may drop under a player that follows it. The excess is the speed of a fall through
# this part of half the body's height, 1.5 m/s. Smaller: a lift that reverses within one tick throws the player off; larger: a
# falling lift drags the player along.
FALL_TOLERANCE = 0.1274


class BaseMotion(NamedTuple):
    """The motion of the mover under the player in one tick. The first three values are zero without such a mover.

    displacement: displacement (3,) [m] of the player with the mover
    turn: rotation of the player's view [rad], counter-clockwise about its up, or 0 if the mover does not turn the view
    velocity: velocity of the mover at the player (3,) [m/s]
    contacts: MoverContacts of any movers that pushed the player, except from below
    """

    displacement: tuple = ZERO
    turn: float = 0.0
    velocity: tuple = ZERO
    contacts: tuple = ()


STILL = BaseMotion()  # of a player that no mover carried or pushed


def carry_player(world, before, gravity, refused=()):
    """Apply the movers' part of a tick: they move, carry the player and push it. They rest while the player moves by itself.

    world: World
    before: PlayerState at the tick's start
    gravity: mean acceleration of the player downwards in the tick [m/s2], as in Forces
    refused: numbers of movers that the player passes through
    Returns (PlayerState, BaseMotion, Ride, triangles of the movers near the player). The triangles are those of
    `Movers.triangles`, or None. Without a mover near or under the player the result is (`before`, None, NO_RIDE, None).
    """
    movers, params, tick = world.movers, world.params, before.tick + 1
    state, base = base_motion(movers, before, gravity, sqrt(2.0 * params.gravity * FALL_TOLERANCE * params.feet))
    reach = mover_reach(params, state, base.displacement, movers)

    def near_movers(position):
        """Return the numbers of the movers, except refused ones, that can affect a player at a position (3,) [m]."""
        return [number for number in movers.near(position, reach, tick) if number not in refused]

    numbers = near_movers(before.position)
    if not numbers and before.ground_body < 0:
        return before, None, NO_RIDE, None
    body = OrientedBody(world.body_in(before), before.frame)
    position, crusher, contacts = carry_and_push(world, numbers, body, before.position, base.displacement, tick)
    ride = Ride(sub(position, before.position), base.turn, crusher, tuple(contacts))
    if hypot(*ride.displacement) > 0.5 * min(params.radii):  # other movers are near the player now
        numbers = near_movers(position)
    # A mover that pushes from below is a floor: the player lands on it, and it carries the player.
    if contacts:
        up, floor = up_of(before.frame), walkable_cosine(params.max_slope)
        base = base._replace(contacts=tuple(contact for contact in contacts if dot(contact.normal, up) < floor))
    moved = state.replace(position=position, heading=state.heading + base.turn)
    return moved, base, ride, movers.triangles(numbers, tick)


def carry_and_push(world, numbers, body, start, displacement, tick):
    """Carry a body by a displacement (3,) [m], and let movers push it.

    world: World; numbers: numbers of the movers near the body
    body: OrientedBody; start: its centre (3,) [m]
    tick: the movers move from tick - 1 to this tick
    Returns (position (3,) [m], number of the mover that crushes the body or None, list of MoverContacts).
    """
    params = world.params
    rules = mover_rules(params.skin, params.max_slope, params.step_up)
    among = AmongMovers(world.movers, numbers, world.mesh, body, tick, rules)
    start = move_out_of_mover(among._replace(tick=tick - 1), start)
    end = start if displacement == ZERO else body.slide(world.mesh, start, add(start, displacement), rules)
    end, crusher, contacts, mover_numbers = push(among, start, end)
    return end, mover_containing(world.movers, mover_numbers, end, tick) if crusher is None else crusher, contacts


def mover_reach(params, state, displacement, movers):
    """Return the distances (3,) [m] from the player along x, y and z within which a mover can affect the player's tick.

    params: PlayerParams; state: PlayerState; movers: Movers
    displacement: motion of the mover under the player (3,) [m]
    """
    speed = 2.0 * (hypot(*state.fall) + hypot(*state.flow))
    most = movers.fastest / movers.hz + hypot(*displacement)
    aside, high = kept_reach(params, hypot(*state.walk), speed, movers.hz)
    aside, high = aside + most, high + most
    return (aside, aside, high) if state.frame is None else (max(aside, high),) * 3


@lru_cache(maxsize=64)
def kept_reach(params, walk, speed, hz):
    """Return the result of `reach_of_any` as plain floats, because numpy's are slow. Most ticks repeat the last one's speeds."""
    aside, high = reach_of_any(params, walk, speed, params.gravity, 1.0 / hz)
    return float(aside), float(high)


def base_motion(movers, state, gravity, fall_tolerance):
    """Return (PlayerState, BaseMotion) of the player for the coming tick. The position in the PlayerState is unchanged.

    The whole state is unchanged and the BaseMotion is zero for a player that does not stand on a mover.

    movers: Movers; state: PlayerState before the tick
    gravity: mean acceleration of the player downwards in the tick [m/s2], as in Forces
    fall_tolerance: the player follows a mover that falls faster than a free fall by at most this speed [m/s]. From a faster
    mover the player lifts off: the returned player is in the air, and the BaseMotion is zero.
    """
    number, tick = state.ground_body, state.tick + 1
    if number < 0 or state.ground != Ground.FLOOR:
        return state, BaseMotion()
    old, new, up = movers.pose(number, tick - 1), movers.pose(number, tick), up_of(state.frame)
    place = add(state.position, missed_motion(movers, state, up))
    end = new.to_world(old.to_own(place))
    displacement, velocity = sub(end, state.position), movers.velocity(number, tick, end)
    rising, rose = dot(velocity, up), dot(movers.velocity(number, tick - 1, state.position), up)
    loose = max(0.0, state.loose + rose - rising - max(gravity, 0.0) / movers.hz)
    if loose > fall_tolerance:
        fall = along(velocity, up, rose + state.loose - rising)
        return state.replace(ground=Ground.AIR, ground_body=-1, loose=0.0, late=0.0, fall=fall), BaseMotion()
    # The view turns with the mover as far as the player's up is the mover's axis.
    turn = (new.heading - old.heading) * up[2] if movers.all[number].turns_view else 0.0
    if loose != state.loose or state.late != 0.0:  # a change takes 6 us
        state = state.replace(loose=loose, late=0.0)
    return state, BaseMotion(displacement, turn, velocity)


def missed_motion(movers, state, up):
    """Return the displacement (3,) [m] of a mover, at the player's position, from the player's landing to the end of that tick.

    The component along `up` is removed. The result is zero if the player did not land on a mover in the last tick.
    movers: Movers; state: PlayerState after the landing; up: the player's up, unit vector (3,)
    """
    if state.late == 0.0:
        return ZERO
    then, now = (movers.pose(state.ground_body, state.tick - part) for part in (state.late, 0.0))
    displacement = sub(now.to_world(then.to_own(state.position)), state.position)
    return along(displacement, up, -dot(displacement, up))


def store_base(movers, before, state, base):
    """Return the PlayerState after a tick, with the mover under the player. It is `state` if nothing changes.

    A player that leaves a mover gets the mover's velocity. A player that is off the floor becomes at least as fast as the
    movers that pushed it.
    movers: Movers
    before: PlayerState at the tick's start; state: PlayerState at its end
    base: BaseMotion
    `stood` becomes a position on a mover only if there is no earlier one: the mover may be gone when the player respawns.
    """
    if state.ground == Ground.FLOOR:
        number = movers.owner(state.touched)
        stood, posture = state.stood, state.stood_crouched
        if number >= 0 and before.stood is not None:
            stood, posture = before.stood, before.stood_crouched
        late = fraction_left(state, 1.0 / movers.hz) if number >= 0 and state.start_ground != Ground.FLOOR else 0.0
        loose = state.loose if number == state.ground_body else 0.0
        old = state.ground_body, state.loose, state.stood, state.stood_crouched, state.late
        if (number, loose, stood, posture, late) == old:
            return state
        return state.replace(ground_body=number, loose=loose, stood=stood, stood_crouched=posture, late=late)
    gained = base.velocity if state.ground_body >= 0 else ZERO
    state = add_velocity(state, gained)
    if (state.ground_body, state.loose, state.late) != (-1, 0.0, 0.0):
        state = state.replace(ground_body=-1, loose=0.0, late=0.0)
    for contact in base.contacts:
        state = accelerate_by_contact(state, contact)
    return state


def fraction_left(state, dt):
    """Return the fraction of a tick, 0..1, that was left when the player landed.

    It is 0 if `start_fall` is zero, or if the whole tick without a landing would not lead down.

    state: PlayerState at the end of the tick; dt: length of the tick [s]
    """
    if state.start_fall == ZERO:
        return 0.0
    up = up_of(state.frame)
    whole = (0.5 * state.gravity * dt - dot(state.start_fall, up)) * dt
    fallen = dot(sub(state.pivot, state.position), up)
    return min(max(1.0 - fallen / whole, 0.0), 1.0) if whole > 0.0 else 0.0


def accelerate_by_contact(state, contact):
    """Return the PlayerState of a player off the floor, at least as fast as a contact's mover along the contact's normal.

    state: PlayerState before this change; contact: MoverContact
    """
    walk = to_world(state.frame, (*state.walk, 0.0))
    missing = contact.speed - dot(state.fall, contact.normal) - max(dot(walk, contact.normal), 0.0)
    return add_velocity(state, scale(contact.normal, missing)) if missing > 0.0 else state


def add_velocity(state, velocity):
    """Return a PlayerState with a velocity (3,) [m/s] added to its fall and to its velocity."""
    return state.replace(fall=add(state.fall, velocity), velocity=add(state.velocity, velocity)) if velocity != ZERO else state
