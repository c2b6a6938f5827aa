"""Base motion: a mover carries the player that stands on it. A player that leaves the mover keeps the mover's velocity."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from ..collision.rules import walkable_cosine
from ..core.right_forward_up_frame import own_to_world, up_of
from ..core.vec3 import ZERO, Vector, add, dot, scale, sub
from ..player.player_state import Ground, PlayerState
from .intent_and_tick_record import NO_RIDE, Ride
from .oriented_body import OrientedBody
from .pushing import AmongMovers, MoverContact, mover_rules, push
from .recovery import move_out_of_mover, mover_containing

if TYPE_CHECKING:
    from ..player.obstacles_and_one_way_walls import MovingTriangles
    from .compiled_tick_driver import PlayerRows
    from .movers import Movers
    from .world import World


class BaseMotion(NamedTuple):
    """The motion that a player gets when it leaves the movers in a tick."""

    velocity: Vector = ZERO  # velocity (3,) [m/s] of the mover under the player at the player, zero without one
    contacts: tuple[MoverContact, ...] = ()  # of any movers that pushed the player, except from below


STILL = BaseMotion()  # of a player that no mover carried or pushed


def carry_player(
    world: World, rows: PlayerRows, i: int, before: PlayerState, refused: Collection[int]
) -> tuple[BaseMotion | None, Ride, MovingTriangles | None]:
    """Apply the movers' part of a tick: they move, carry player i and push it. They rest while the player moves by itself.

    refused: numbers of movers that the player passes through
    The last result is the triangles of the movers near the player. Without a mover near or under it the result is (None, NO_RIDE,
    None). Otherwise the carried player is in the driver's `prepared`.
    """
    movers, params, tick = world.movers, world.params, before.tick + 1
    assert movers is not None
    numbers = world.driver.prepare_carried(rows, i)
    if numbers and refused:
        numbers = [number for number in numbers if number not in refused]
    if numbers is None or not numbers and before.ground_body < 0:
        return None, NO_RIDE, None
    carried, velocity, reach, turn = world.driver.carried()
    start, body = before.position, OrientedBody(world.body_in(before), before.frame)
    position, crusher, contacts = carry_and_push(world, numbers, body, start, carried, tick)
    displacement = sub(position, start)
    if hypot(*displacement) > 0.5 * min(params.radii):  # other movers are near the player now
        numbers = [number for number in movers.near(position, reach, tick) if number not in refused]
    world.driver.move_prepared(position)
    # A mover that pushes from below is a floor: the player lands on it, and it carries the player.
    up, floor = up_of(before.frame), walkable_cosine(params.max_slope)
    base = BaseMotion(velocity, tuple(contact for contact in contacts if dot(contact.normal, up) < floor))
    ride = Ride(displacement, turn, crusher, tuple(contacts))
    return base, ride, movers.triangles(numbers, tick) if numbers else None


def carry_and_push(
    world: World, numbers: Sequence[int], body: OrientedBody, start: Vector, displacement: Vector, tick: int
) -> tuple[Vector, int | None, list[MoverContact]]:
    """Carry a body by a displacement [m], and let the movers `numbers` push it, which move from tick - 1 to this tick.

    Returns (position [m], number of the mover that crushes the body or None, contacts).
    """
    movers, params = world.movers, world.params
    assert movers is not None
    rules = mover_rules(params.skin, params.max_slope, params.step_up)
    among = AmongMovers(movers, numbers, world.mesh, body, tick, rules)
    start = move_out_of_mover(among._replace(tick=tick - 1), start)
    end = start if displacement == ZERO else body.slide(world.mesh, start, add(start, displacement), rules)
    end, crusher, contacts, met = push(among, start, end)
    return end, mover_containing(movers, met, end, tick) if crusher is None else crusher, contacts


def store_base(movers: Movers, before: PlayerState, state: PlayerState, base: BaseMotion) -> PlayerState:
    """Return the PlayerState after a tick, with the mover under the player. It is `state` if nothing changes.

    A player that leaves a mover gets the mover's velocity. A player that is off the floor becomes at least as fast as the
    movers that pushed it. `stood` becomes a position on a mover only if there is no earlier one: the mover may be gone when the
    player respawns.
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
    """Return the fraction 0..1 of a tick of dt [s] that was left when the player landed. state: at the end of the tick

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
    walk = own_to_world(state.frame, (*state.walk, 0.0))
    missing = contact.speed - dot(state.fall, contact.normal) - max(dot(walk, contact.normal), 0.0)
    return add_velocity(state, scale(contact.normal, missing)) if missing > 0.0 else state


def add_velocity(state: PlayerState, velocity: Vector) -> PlayerState:
    return state.replace(fall=add(state.fall, velocity), velocity=add(state.velocity, velocity)) if velocity != ZERO else state
