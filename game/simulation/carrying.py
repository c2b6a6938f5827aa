"""Base motion: a mover carries the player that stands on it. A player that leaves the mover keeps the mover's velocity."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..collision.rules import walkable_cosine
from ..core.right_forward_up_frame import to_world, up_of
from ..core.vec3 import Vector, add, along, dot, scale, sub
from ..player.oriented_collider import OrientedBody
from ..player.player_state import Ground, PlayerState
from ..player.triangles_in_reach import reach_of_any
from .player_params import PlayerParams
from .pushing import AmongMovers, MoverContact, move_out_of_mover, mover_containing, mover_rules, push
from .tick_input_and_output import NO_RIDE, Ride

if TYPE_CHECKING:
    from .mover_poses_and_queries import Movers
    from .world_and_player_tick import World

ZERO = (0.0, 0.0, 0.0)
new = tuple.__new__  # a NamedTuple's own constructor takes twice as long
# How much faster than a free fall the ground may drop under a player that follows it. The excess is the speed of a fall through
# this part of half the body's height, 1.5 m/s. Smaller: a lift that reverses within one tick throws the player off; larger: a
# falling lift drags the player along.
FALL_TOLERANCE = 0.1274


class BaseMotion(NamedTuple):
    """The motion of the mover under the player in one tick. The first three values are zero without such a mover.

    turn: rotation of the player's view [rad], counter-clockwise about its up, or 0 if the mover does not turn the view
    """

    displacement: Vector = ZERO  # displacement (3,) [m] of the player with the mover
    turn: float = 0.0
    velocity: Vector = ZERO  # velocity of the mover at the player (3,) [m/s]
    contacts: tuple[MoverContact, ...] = ()  # of any movers that pushed the player, except from below


STILL = BaseMotion()  # of a player that no mover carried or pushed


def carry_player(
    world: World, before: PlayerState, gravity: float, refused: Collection[int] = ()
) -> tuple[PlayerState, BaseMotion | None, Ride, tuple[np.ndarray, np.ndarray] | None]:
    """Apply the movers' part of a tick: they move, carry the player and push it. They rest while the player moves by itself.

    gravity: mean acceleration of the player downwards in the tick [m/s2], as in Forces
    refused: numbers of movers that the player passes through
    The last result is the triangles of the movers near the player, as `Movers.triangles` returns them. Without a mover near or
    under the player the result is (`before`, None, NO_RIDE, None).
    """
    movers, params, tick = world.movers, world.params, before.tick + 1
    assert movers is not None
    base, changes = base_motion(movers, before, gravity, sqrt(2.0 * params.gravity * FALL_TOLERANCE * params.feet))
    start, reach = before.position, mover_reach(params, before, changes.get("fall", before.fall), base.displacement, movers)
    numbers = movers.near(start, reach, tick)
    if refused:
        numbers = [number for number in numbers if number not in refused]
    if not numbers and before.ground_body < 0:
        return before, None, NO_RIDE, None
    body = OrientedBody(world.body_in(before), before.frame)
    position, crusher, contacts = carry_and_push(world, numbers, body, start, base.displacement, tick)
    displacement = sub(position, start)
    if hypot(*displacement) > 0.5 * min(params.radii):  # other movers are near the player now
        numbers = [number for number in movers.near(position, reach, tick) if number not in refused]
    # A mover that pushes from below is a floor: the player lands on it, and it carries the player.
    if contacts:
        up, floor = up_of(before.frame), walkable_cosine(params.max_slope)
        base = base._replace(contacts=tuple(contact for contact in contacts if dot(contact.normal, up) < floor))
    moved = before.replace(position=position, heading=before.heading + base.turn, **changes)
    ride = new(Ride, (displacement, base.turn, crusher, tuple(contacts)))
    return moved, base, ride, movers.triangles(numbers, tick) if numbers else None


def carry_and_push(
    world: World, numbers: Sequence[int], body: OrientedBody, start: Vector, displacement: Vector, tick: int
) -> tuple[Vector, int | None, list[MoverContact]]:
    """Carry a body with its centre at `start` (3,) [m] by a displacement (3,) [m], and let movers push it.

    numbers: of the movers near the body, which move from tick - 1 to this tick
    Returns (position (3,) [m], number of the mover that crushes the body or None, contacts).
    """
    movers, params = world.movers, world.params
    assert movers is not None
    rules = mover_rules(params.skin, params.max_slope, params.step_up)
    start = move_out_of_mover(new(AmongMovers, (movers, numbers, world.mesh, body, tick - 1, rules)), start)
    end = start if displacement == ZERO else body.slide(world.mesh, start, add(start, displacement), rules)
    end, crusher, contacts, met = push(new(AmongMovers, (movers, numbers, world.mesh, body, tick, rules)), start, end)
    return end, mover_containing(movers, met, end, tick) if crusher is None else crusher, contacts


def mover_reach(params: PlayerParams, state: PlayerState, fall: Vector, displacement: Vector, movers: Movers) -> Vector:
    """Return the distances (3,) [m] from the player along x, y and z within which a mover can affect the player's tick.

    fall: velocity of the player's fall (3,) [m/s]; displacement: motion of the mover under the player (3,) [m]
    """
    walk, speed = hypot(*state.walk), 2.0 * (hypot(*fall) + hypot(*state.flow))
    most = movers.fastest / movers.hz + hypot(*displacement)
    call = params, walk, speed, movers.hz
    if call != movers.reach_call:  # most ticks repeat the last one's speeds, and `reach_of_any` takes 5 us
        aside, high = reach_of_any(params, walk, speed, params.gravity, 1.0 / movers.hz)
        movers.reach_call, movers.reach = call, (float(aside), float(high))
    aside, high = movers.reach[0] + most, movers.reach[1] + most
    return (aside, aside, high) if state.frame is None else (max(aside, high),) * 3


def base_motion(movers: Movers, state: PlayerState, gravity: float, fall_tolerance: float) -> tuple[BaseMotion, dict[str, Any]]:
    """Return the BaseMotion of the player for the coming tick, and the changes of its state: values of fields by name.

    For a player that does not stand on a mover the BaseMotion is zero, and nothing changes.

    gravity: mean acceleration of the player downwards in the tick [m/s2], as in Forces
    fall_tolerance: the player follows a mover that falls faster than a free fall by at most this speed [m/s]. From a faster
    mover the player lifts off: it is in the air, and the BaseMotion is zero.
    """
    number, tick = state.ground_body, state.tick + 1
    if number < 0 or state.ground != Ground.FLOOR:
        return STILL, {}
    old, now, up, position = movers.pose(number, tick - 1), movers.pose(number, tick), up_of(state.frame), state.position
    end = now.to_world(old.to_own(add(position, missed_motion(movers, state, up) if state.late != 0.0 else ZERO)))
    displacement, velocity = sub(end, position), movers.velocity_between(number, old, now, tick, end)
    rising, rose = dot(velocity, up), dot(movers.velocity(number, tick - 1, position), up)
    loose = max(0.0, state.loose + rose - rising - max(gravity, 0.0) / movers.hz)
    if loose > fall_tolerance:
        fall = along(velocity, up, rose + state.loose - rising)
        return STILL, {"ground": Ground.AIR, "ground_body": -1, "loose": 0.0, "late": 0.0, "fall": fall}
    # The view turns with the mover as far as the player's up is the mover's axis.
    turn = (now.heading - old.heading) * up[2] if movers.all[number].turns_view else 0.0
    changes = {"loose": loose, "late": 0.0} if loose != state.loose or state.late != 0.0 else {}
    return new(BaseMotion, (displacement, turn, velocity, ())), changes


def missed_motion(movers: Movers, state: PlayerState, up: Vector) -> Vector:
    """Return the displacement (3,) [m] of a mover, at the player's position, from the player's landing to the end of that tick.

    The component along `up` is removed.
    """
    then, now = (movers.pose(state.ground_body, state.tick - part) for part in (state.late, 0.0))
    displacement = sub(now.to_world(then.to_own(state.position)), state.position)
    return along(displacement, up, -dot(displacement, up))


def store_base(movers: Movers, before: PlayerState, state: PlayerState, base: BaseMotion) -> PlayerState:
    """Return the PlayerState after a tick, with the mover under the player. It is `state` if nothing changes.

    A player that leaves a mover gets the mover's velocity. A player that is off the floor becomes at least as fast as the
    movers that pushed it.
    before: at the tick's start; state: at its end
    `stood` becomes a position on a mover only if there is no earlier one: the mover may be gone when the player respawns.
    """
    if state.ground == Ground.FLOOR:
        number = movers.owner(state.touched)
        stood, posture = state.stood, state.stood_crouched
        if number >= 0 and before.stood is not None:
            stood, posture = before.stood, before.stood_crouched
        late = fraction_left(state, 1.0 / movers.hz) if number >= 0 and state.start_ground != Ground.FLOOR else 0.0
        loose = state.loose if number == state.ground_body else 0.0
        found = {"ground_body": number, "loose": loose, "stood": stood, "stood_crouched": posture, "late": late}
        changes = {name: value for name, value in found.items() if value != getattr(state, name)}  # each takes 0.4 us
        return state.replace(**changes) if changes else state
    gained = base.velocity if state.ground_body >= 0 else ZERO
    state = add_velocity(state, gained)
    if (state.ground_body, state.loose, state.late) != (-1, 0.0, 0.0):
        state = state.replace(ground_body=-1, loose=0.0, late=0.0)
    for contact in base.contacts:
        state = accelerate_by_contact(state, contact)
    return state


def fraction_left(state: PlayerState, dt: float) -> float:
    """Return the fraction of a tick of dt [s], 0..1, that was left when the player landed. state: at the end of the tick

    It is 0 if `start_fall` is zero, or if the whole tick without a landing would not lead down.
    """
    if state.start_fall == ZERO:
        return 0.0
    up = up_of(state.frame)
    whole = (0.5 * state.gravity * dt - dot(state.start_fall, up)) * dt
    fallen = dot(sub(state.pivot, state.position), up)
    return min(max(1.0 - fallen / whole, 0.0), 1.0) if whole > 0.0 else 0.0


def accelerate_by_contact(state: PlayerState, contact: MoverContact) -> PlayerState:
    """Return the PlayerState of a player off the floor, at least as fast as a contact's mover along the contact's normal."""
    walk = to_world(state.frame, (*state.walk, 0.0))
    missing = contact.speed - dot(state.fall, contact.normal) - max(dot(walk, contact.normal), 0.0)
    return add_velocity(state, scale(contact.normal, missing)) if missing > 0.0 else state


def add_velocity(state: PlayerState, velocity: Vector) -> PlayerState:
    return state.replace(fall=add(state.fall, velocity), velocity=add(state.velocity, velocity)) if velocity != ZERO else state
