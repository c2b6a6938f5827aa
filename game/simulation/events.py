"""What happened in a tick, for sounds and rules: worked out from its record when asked for, so that a tick costs nothing more.

A contact is told three times over: refused before it happens (Simulation.refuse, magic walls), begun and persisting while it
lasts, ended after it.
"""

from enum import IntEnum
from typing import NamedTuple

from ..collision import Pass
from ..collision.engine.vec3 import dot, sub
from .player.columns import LONG_AGO
from .state import Ground

STRIDE = 8.0 / 9.0  # [of his height] of way from one footstep to the next. Shorter: patter; longer: a giant's
# How far [of his height] the floor must drop in a tick to be a step down. Smaller: a rough floor is one; larger: low steps are
# silent.
STEP_DOWN = 1.0 / 36.0
# Upright part of the normal of what counts as a tread. Smaller: a crest of a ramp is a step down; larger: a tilted tread is none
LEVEL = 0.98
SAME_SPEED = 1e-3  # part of a speed. Smaller: rounding bumps his head again and again; larger: a slow lid is none
CEILING = -0.2  # upright part of the normal of what a head bumps against: below it. Nearer 0: a wall that leans over bumps


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
    """place: where in the world [m]; triangle, surface: numbers in the mesh, -1: none; volume: number in the level, -1: none

    amount: of LANDED the speed at which he met what he stands on, of ENTERED the speed downwards, of FOOTSTEP his own, of PUSHED
    the mover's [m/s], of steps how far up or down in this tick [m]; mover: whose triangle it is, or which pushed, -1: none
    normal: unit, towards the player, of contacts; (0, 0, 0) of others
    """

    kind: EventKind
    place: tuple
    triangle: int = -1
    surface: int = -1
    volume: int = -1
    amount: float = 0.0
    mover: int = -1
    normal: tuple = (0.0, 0.0, 0.0)


def events_of(record):
    """The events of a StepRecord, as a list: contacts, then the body's, then those of volumes, then those of the way through."""
    return [*contact_events(record), *body_events(record), *volume_events(record), *course_events(record)]


# Contacts


def touched(trace):
    """{triangle: the last contact with it} of a Trace or None."""
    return {step.triangle: step for step in trace.contacts} if trace else {}


def contact_events(record):
    """One event a triangle, for those touched in this tick or in the one before."""
    now, earlier = touched(record.trace), touched(record.earlier)
    for triangle, step in now.items():
        kind = EventKind.CONTACT_PERSISTED if triangle in earlier else EventKind.CONTACT_BEGAN
        yield at_triangle(kind, step.point, record, triangle)._replace(normal=step.normal)
    for triangle, step in earlier.items():
        if triangle not in now:
            yield at_triangle(EventKind.CONTACT_ENDED, step.point, record, triangle)._replace(normal=step.normal)


def at_triangle(kind, place, record, triangle, amount=0.0):
    """An Event at a triangle, -1: at none; a mover's has no surface, but whose it is."""
    if triangle >= len(record.surfaces):
        return Event(kind, place, triangle, amount=amount, mover=record.movers.owner(triangle))
    return Event(kind, place, triangle, int(record.surfaces[triangle]) if triangle >= 0 else -1, amount=amount)


# The body


def body_events(record):
    """A jump, a bump, being pushed, a landing, steps and footsteps."""
    before, after, place = record.before, record.after, record.after.position
    if (before.ground == Ground.FLOOR or before.coyote < LONG_AGO) and after.coyote >= LONG_AGO:
        yield at_triangle(EventKind.JUMPED, place, record, underfoot(record.earlier))
    yield from bumps(record)
    yield from pushes(record)
    if before.ground != Ground.FLOOR == after.ground:
        yield at_triangle(EventKind.LANDED, place, record, underfoot(record.trace), landing_speed(record))
    yield from steps(record)
    if strides(after, record) > strides(before, record):
        speed = (after.walk[0] ** 2 + after.walk[1] ** 2) ** 0.5
        yield at_triangle(EventKind.FOOTSTEP, place, record, underfoot(record.trace), speed)


def strides(state, record):
    """How many footsteps a player has made since the start; on a belt or a mover by what he walks himself."""
    return int(state.walked / (STRIDE * 2.0 * record.params.feet))


def landing_speed(record):
    """How fast he came down on what he stands on [m/s]: a lift that rises meets him, one that sinks gives way."""
    after, up = record.after, record.trace.up
    rising = 0.0
    if after.ground_body >= 0:
        rising = dot(record.movers.velocity(after.ground_body, record.tick, after.position), up)
    return max(0.0, rising - dot(record.before.velocity, up))


def underfoot(trace):
    """The triangle that a tick stood on last; -1: none."""
    return next((step.triangle for step in reversed(trace.contacts) if step.walkable), -1) if trace else -1


def bumps(record):
    """The head against a ceiling that was not touched in the tick before, or against a mover that comes down on it."""
    up = record.trace.up
    for step in record.contacts:
        if step.pass_ == Pass.GRAVITY and dot(step.displacement, up) > 0.0 and dot(step.normal, up) < CEILING:
            if step.triangle not in touched(record.earlier):
                yield at_triangle(EventKind.BUMPED_HEAD, step.point, record, step.triangle)
                return
    if record.ride.blows:
        touching = {record.movers.owner(triangle) for triangle in touched(record.earlier)}
        for blow in record.ride.blows:
            if dot(blow.normal, up) < CEILING and blow.mover not in touching and outruns(blow, record.before):
                yield Event(EventKind.BUMPED_HEAD, record.after.position, mover=blow.mover)
                return


def outruns(blow, state):
    """Did a mover come at him faster than he went before it?"""
    return dot(state.velocity, blow.normal) < blow.speed - SAME_SPEED * abs(blow.speed)


def pushes(record):
    """Movers that push him out of their way, each once a tick."""
    for mover, speed in {blow.mover: blow.speed for blow in record.ride.blows}.items():
        yield Event(EventKind.PUSHED, record.after.position, mover=mover, amount=speed)


def steps(record):
    """A step up that was taken, or the floor that drops by one."""
    taken = [step for step in record.trace.steps if step.pass_ == Pass.STEP_DOWN and step.hit]
    if taken:
        height = dot(sub(taken[-1].end, record.trace.origin), record.trace.up)
        yield at_triangle(EventKind.STEPPED_UP, record.after.position, record, underfoot(record.trace), height)
    elif record.before.ground == record.after.ground == Ground.FLOOR and dot(record.after.normal, record.trace.up) > LEVEL:
        drop, least = dropped(record.trace), STEP_DOWN * 2.0 * record.params.feet
        if drop > least >= dropped(record.earlier):
            yield at_triangle(EventKind.STEPPED_DOWN, record.after.position, record, underfoot(record.trace), drop)


def dropped(trace):
    """How far below the end of the way the floor was found [m]."""
    felt = [step for step in trace.steps if step.pass_ == Pass.GROUND and step.hit] if trace else []
    return dot(sub(felt[-1].start, felt[-1].end), trace.up) if felt else 0.0


# Volumes


def volume_events(record):
    """Those entered and left."""
    was, now, place = record.before.inside, record.after.inside, record.after.position
    for number in now:
        if number not in was:
            speed = max(0.0, -dot(record.before.velocity, record.trace.up))
            yield Event(EventKind.ENTERED, place, volume=number, amount=speed)
    for number in was:
        if number not in now:
            yield Event(EventKind.LEFT, place, volume=number)


def course_events(record):
    """Portals, checkpoints, the finish, and being put back."""
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
