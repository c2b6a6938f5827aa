"""Events of a tick, for sounds and game rules. They are computed from a record on request, so they do not slow down a tick.

A contact has three kinds of events: begun, persisted and ended. Triangles that `Simulation.refuse` or a one-way wall excludes
have no contacts.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from ..collision import Pass
from ..core.vec3 import ZERO, dot, hypot, length, sub
from ..player.player_state import LONG_AGO, Ground, PlayerState

if TYPE_CHECKING:
    from ..collision import Iteration, Trace
    from ..core.vec3 import Vector
    from .intent_and_tick_record import TickRecord
    from .pushing import MoverContact

STRIDE = 8.0 / 9.0  # distance between footsteps [body heights]. Shorter: patter; longer: the steps of a giant
# Least drop of the floor in a tick that is a step down [body heights]. Smaller: rough floors have steps; larger: low steps are
# silent.
LEAST_STEP_DOWN = 1.0 / 36.0
# Least upward part of a tread's normal. Smaller: the crest of a ramp is a step down; larger: tilted treads are not steps.
UPRIGHT = 0.98
SAME_SPEED = 1e-3  # part of a speed. Smaller: rounding bumps the head again and again; larger: a slow mover cannot bump it
CEILING = -0.2  # largest upward part of a ceiling's normal. Nearer 0: a wall that leans over bumps the head


class EventKind(IntEnum):
    CONTACT_BEGAN = 0
    CONTACT_PERSISTED = 1
    CONTACT_ENDED = 2
    JUMPED = 3
    BUMPED_HEAD = 4
    LANDED = 5
    STEPPED_UP = 6
    STEPPED_DOWN = 7
    FOOTSTEP = 8
    ENTERED = 9
    LEFT = 10
    PORTED = 11
    CHECKPOINT = 12
    FINISHED = 13
    DIED = 14
    PUSHED = 15


class Event(NamedTuple):
    """An event of a tick.

    `amount` depends on the kind. For LANDED it is the downward speed relative to the ground, and for ENTERED the downward
    speed before the tick, both at least 0. For FOOTSTEP it is the walking speed, and for PUSHED the speed of the mover or of
    the push. For steps it is the height climbed or dropped in this tick. For all other kinds it is 0.
    """

    kind: EventKind
    place: Vector  # position in the world (3,) [m]: the point of a contact, or the player's centre
    triangle: int = -1  # number of the touched triangle, which belongs to the mesh, a mover or an exhibit's body, or -1
    surface: int = -1  # number of the triangle's surface, for the mesh only, or -1
    volume: int = -1  # index of the volume in the level, or -1
    amount: float = 0.0  # speed [m/s] or height [m], see above
    mover: int = -1  # number of the mover, or -1
    normal: Vector = ZERO  # unit normal of a contact, towards the player


def events_of(record: TickRecord) -> list[Event]:
    """Return the events of a TickRecord: of contacts, then of the body, then of volumes, then of the course."""
    return [*contact_events(record), *body_events(record), *volume_events(record), *course_events(record)]


# Contacts


def last_contacts(trace: Trace | None) -> dict[int, Iteration]:
    """Return {triangle number: Iteration of its last contact} of a Trace, or {} for None."""
    return {iteration.triangle: iteration for iteration in trace.contacts} if trace else {}


def contact_events(record: TickRecord) -> Iterator[Event]:
    """Yield a contact event for each triangle that was touched in the TickRecord's tick or in the tick before."""
    now, earlier = last_contacts(record.trace), last_contacts(record.earlier)
    for triangle, iteration in now.items():
        kind = EventKind.CONTACT_PERSISTED if triangle in earlier else EventKind.CONTACT_BEGAN
        yield event_at(kind, iteration.point, record, triangle)._replace(normal=iteration.normal)
    for triangle, iteration in earlier.items():
        if triangle not in now:
            yield event_at(EventKind.CONTACT_ENDED, iteration.point, record, triangle)._replace(normal=iteration.normal)


def event_at(kind: EventKind, place: Vector, record: TickRecord, triangle: int, amount: float = 0.0) -> Event:
    """Return the Event of a kind at a triangle, or at none (-1). At a mover's it has the mover's number and no surface."""
    if triangle >= len(record.surfaces):
        return Event(kind, place, triangle, amount=amount, mover=record.movers.owner(triangle) if record.movers else -1)
    return Event(kind, place, triangle, int(record.surfaces[triangle]) if triangle >= 0 else -1, amount=amount)


# The body


def body_events(record: TickRecord) -> Iterator[Event]:
    """Yield the events of the body: jump, head bump, pushes, landing, a step up or down, and a footstep."""
    before, after, place = record.before, record.after, record.after.position
    if (before.ground == Ground.FLOOR or before.coyote < LONG_AGO) and after.coyote >= LONG_AGO:
        yield event_at(EventKind.JUMPED, place, record, underfoot(record.earlier))
    yield from bumps(record)
    yield from pushes(record)
    if before.ground != Ground.FLOOR and after.ground == Ground.FLOOR:
        yield event_at(EventKind.LANDED, place, record, underfoot(record.trace), landing_speed(record))
    yield from steps_up(record)
    if strides(after, record) > strides(before, record):
        speed = hypot(*after.walk)
        yield event_at(EventKind.FOOTSTEP, place, record, underfoot(record.trace), speed)


def strides(state: PlayerState, record: TickRecord) -> int:
    """Return the number of footsteps since the start of the run. On a belt or a mover only the player's own walking counts."""
    return int(state.walked / (STRIDE * 2.0 * record.params.feet))


def landing_speed(record: TickRecord) -> float:
    """Return the speed [m/s], at least 0, of a landing: the player's before the tick, relative to a lift that rises."""
    after, up = record.after, record.trace.up
    rising = 0.0
    if record.movers is not None and after.ground_body >= 0:
        rising = dot(record.movers.velocity(after.ground_body, record.tick, after.position), up)
    return max(0.0, rising - dot(record.before.velocity, up))


def underfoot(trace: Trace | None) -> int:
    """Return the number of the triangle of the last walkable contact in a tick's Trace, or -1 without one or for None."""
    return next((iteration.triangle for iteration in reversed(trace.contacts) if iteration.walkable), -1) if trace else -1


def bumps(record: TickRecord) -> Iterator[Event]:
    """Yield at most one head bump: on a ceiling, or by a mover from above, that was not touched in the tick before."""
    up = record.trace.up
    for iteration in record.contacts:
        if iteration.pass_ == Pass.GRAVITY and dot(iteration.displacement, up) > 0.0 and dot(iteration.normal, up) < CEILING:
            if iteration.triangle not in last_contacts(record.earlier):
                yield event_at(EventKind.BUMPED_HEAD, iteration.point, record, iteration.triangle)
                return
    if record.movers is not None and record.ride.contacts:
        touching = {record.movers.owner(triangle) for triangle in last_contacts(record.earlier)}
        for contact in record.ride.contacts:
            if dot(contact.normal, up) < CEILING and contact.mover not in touching and is_faster(contact, record.before):
                yield Event(EventKind.BUMPED_HEAD, record.after.position, mover=contact.mover)
                return


def is_faster(contact: MoverContact, state: PlayerState) -> bool:
    """True if the mover of a contact is faster along the contact's normal than the player was in a PlayerState."""
    return dot(state.velocity, contact.normal) < contact.speed - SAME_SPEED * abs(contact.speed)


def pushes(record: TickRecord) -> Iterator[Event]:
    """Yield an event for each mover that pushes the player in the tick, and one if exhibits do (LabRecord.push)."""
    for mover, speed in {contact.mover: contact.speed for contact in record.ride.contacts}.items():
        yield Event(EventKind.PUSHED, record.after.position, mover=mover, amount=speed)
    if record.lab is not None and any(record.lab.push):
        yield Event(EventKind.PUSHED, record.after.position, amount=length(record.lab.push))


def steps_up(record: TickRecord) -> Iterator[Event]:
    """Yield at most one event: a step up that the player climbed in the tick, or a step down that it followed."""
    taken = [iteration for iteration in record.trace.iterations if iteration.pass_ == Pass.STEP_DOWN and iteration.hit]
    if taken:
        height = dot(sub(taken[-1].end, record.trace.origin), record.trace.up)
        yield event_at(EventKind.STEPPED_UP, record.after.position, record, underfoot(record.trace), height)
    elif record.before.ground == record.after.ground == Ground.FLOOR and dot(record.after.normal, record.trace.up) > UPRIGHT:
        drop, least = drop_height(record.trace), LEAST_STEP_DOWN * 2.0 * record.params.feet
        if drop > least >= drop_height(record.earlier):
            yield event_at(EventKind.STEPPED_DOWN, record.after.position, record, underfoot(record.trace), drop)


def drop_height(trace: Trace | None) -> float:
    """Return the distance [m] that the gravity pass moves against the player's up. Return 0 without a trace or such a pass."""
    falls = [fall for fall in trace.iterations if fall.pass_ in (Pass.GRAVITY, Pass.GROUND)] if trace else []
    return dot(sub(falls[0].start, falls[-1].end), trace.up) if trace and falls else 0.0


# Volumes


def volume_events(record: TickRecord) -> Iterator[Event]:
    """Yield an event for each volume that the player entered, then for each volume that it left, in a TickRecord's tick."""
    was, now, place = record.before.inside, record.after.inside, record.after.position
    for number in now:
        if number not in was:
            speed = max(0.0, -dot(record.before.velocity, record.trace.up))
            yield Event(EventKind.ENTERED, place, volume=number, amount=speed)
    for number in was:
        if number not in now:
            yield Event(EventKind.LEFT, place, volume=number)


def course_events(record: TickRecord) -> Iterator[Event]:
    """Yield the events of portals, checkpoints, the finish, and respawns."""
    before, after = record.before, record.after
    place = after.position
    if after.ported > before.ported:
        yield Event(EventKind.PORTED, place)
    if after.checkpoint != before.checkpoint:
        yield Event(EventKind.CHECKPOINT, place, volume=after.checkpoint)
    if before.finished < 0 <= after.finished:
        yield Event(EventKind.FINISHED, place)
    if after.deaths + after.returns + after.crushed > before.deaths + before.returns + before.crushed:
        yield Event(EventKind.DIED, place)
