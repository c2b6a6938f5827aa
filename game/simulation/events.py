"""What happened in a tick, for sounds and rules: worked out from its record when asked for, so that a tick costs nothing more.

A contact is told three times over: refused before it happens (Simulation.refuse, magic walls), begun and persisting while it
lasts, ended after it.
"""

from enum import IntEnum
from typing import NamedTuple

from ..collision import Pass
from ..collision.vec3 import dot, sub
from .state import Ground
from .tick.columns import LONG_AGO

STRIDE = 1.6  # [m] of way from one footstep to the next. Shorter: patter; longer: a giant's
# How far [m] the floor must drop in a tick to be a step down. Smaller: a rough floor is one; larger: low steps are silent.
STEP_DOWN = 0.05
# Upright part of the normal of what counts as a tread. Smaller: a crest of a ramp is a step down; larger: a tilted tread is none
LEVEL = 0.98
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


class Event(NamedTuple):
    """place: where in the world [m]; triangle, surface: numbers in the mesh, -1: none; volume: number in the level, -1: none

    amount: of LANDED and ENTERED the speed downwards, of FOOTSTEP the speed [m/s], of steps how far up or down in this tick [m]
    """

    kind: EventKind
    place: tuple
    triangle: int = -1
    surface: int = -1
    volume: int = -1
    amount: float = 0.0


def events_of(record):
    """The events of a StepRecord, as a list: contacts, then the body's, then those of volumes."""
    return [*contact_events(record), *body_events(record), *volume_events(record)]


# Contacts


def touched(trace):
    """{triangle: the last contact with it} of a Trace or None."""
    return {step.triangle: step for step in trace.contacts} if trace else {}


def contact_events(record):
    """One event a triangle, for those touched in this tick or in the one before."""
    now, earlier = touched(record.trace), touched(record.earlier)
    for triangle, step in now.items():
        kind = EventKind.CONTACT_PERSISTED if triangle in earlier else EventKind.CONTACT_BEGAN
        yield Event(kind, step.point, triangle, surface_of(record, triangle))
    for triangle, step in earlier.items():
        if triangle not in now:
            yield Event(EventKind.CONTACT_ENDED, step.point, triangle, surface_of(record, triangle))


def surface_of(record, triangle):
    """Number of a triangle's surface; -1 for a mover's."""
    return int(record.surfaces[triangle]) if 0 <= triangle < len(record.surfaces) else -1


# The body


def body_events(record):
    before, after = record.before, record.after
    place = after.position
    if (before.ground == Ground.FLOOR or before.coyote < LONG_AGO) and after.coyote >= LONG_AGO:
        yield Event(EventKind.JUMPED, place, *underfoot(record, record.earlier))
    yield from bumps(record)
    if before.ground != Ground.FLOOR == after.ground:
        speed = max(0.0, -dot(before.velocity, record.trace.up))
        yield Event(EventKind.LANDED, place, *underfoot(record, record.trace), amount=speed)
    yield from steps(record)
    if int(after.walked / STRIDE) > int(before.walked / STRIDE):
        speed = (after.walk[0] ** 2 + after.walk[1] ** 2) ** 0.5
        yield Event(EventKind.FOOTSTEP, place, *underfoot(record, record.trace), amount=speed)


def underfoot(record, trace):
    """(triangle, surface) of what a tick stood on last; (-1, -1): nothing."""
    standing = [step.triangle for step in trace.contacts if step.walkable] if trace else []
    return (standing[-1], surface_of(record, standing[-1])) if standing else (-1, -1)


def bumps(record):
    """The head against a ceiling that was not touched in the tick before."""
    up = record.trace.up
    for step in record.contacts:
        if step.pass_ == Pass.GRAVITY and dot(step.displacement, up) > 0.0 and dot(step.normal, up) < CEILING:
            if step.triangle not in touched(record.earlier):
                yield Event(EventKind.BUMPED_HEAD, step.point, step.triangle, surface_of(record, step.triangle))
                return


def steps(record):
    """A step up that was taken, or the floor that drops by one."""
    taken = [step for step in record.trace.steps if step.pass_ == Pass.STEP_DOWN and step.hit]
    if taken:
        height = dot(sub(taken[-1].end, record.trace.origin), record.trace.up)
        yield Event(EventKind.STEPPED_UP, record.after.position, *underfoot(record, record.trace), amount=height)
    elif record.before.ground == record.after.ground == Ground.FLOOR and dot(record.after.normal, record.trace.up) > LEVEL:
        drop = dropped(record.trace)
        if drop > STEP_DOWN >= dropped(record.earlier):
            yield Event(EventKind.STEPPED_DOWN, record.after.position, *underfoot(record, record.trace), amount=drop)


def dropped(trace):
    """How far below the end of the way the floor was found [m]."""
    felt = [step for step in trace.steps if step.pass_ == Pass.GROUND and step.hit] if trace else []
    return dot(sub(felt[-1].start, felt[-1].end), trace.up) if felt else 0.0


# Volumes


def volume_events(record):
    before, after = record.before, record.after
    place = after.position
    for number in after.inside:
        if number not in before.inside:
            yield Event(EventKind.ENTERED, place, volume=number, amount=max(0.0, -dot(before.velocity, record.trace.up)))
    for number in before.inside:
        if number not in after.inside:
            yield Event(EventKind.LEFT, place, volume=number)
    if after.ported > before.ported:
        yield Event(EventKind.PORTED, place)
    if after.checkpoint != before.checkpoint:
        yield Event(EventKind.CHECKPOINT, place, volume=after.checkpoint)
    if before.finished < 0 <= after.finished:
        yield Event(EventKind.FINISHED, place)
    if after.deaths + after.returns + after.crushed > before.deaths + before.returns + before.crushed:
        yield Event(EventKind.DIED, place)
