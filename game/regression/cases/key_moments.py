"""Choose ticks of a run for pictures by its events, such as steps, bumps and landings."""

from ...collision import Pass
from ...core.vec3 import dot
from ...simulation.event_detection import EventKind, events_of

MOST = 5  # pictures of a case. Fewer: events without a picture; more: pictures that look the same
SEEN = 0.5  # least speed of a landing [m/s]. Smaller: steps and the first tick count; larger: small jumps do not


def moments(records):
    """Return 2 to MOST pairs (tick, text about what to see in its picture), sorted by tick, each tick once.

    records: all StepRecords of a run, at least three
    """
    happened = [(record, event) for record in records for event in events_of(record)]
    found = {}
    for choose in (first_step_up, top, landing, step_down, head, obstacle, take_off):
        for record, look in choose(happened):
            if len(found) < MOST:
                found.setdefault(record.tick, look)
    if len(found) < 2:
        found.setdefault(records[len(records) // 2].tick, "the middle of the run")
        found.setdefault(records[-1].tick, "the end of the run")
    return sorted(found.items())


def of_kind(happened, kind):
    """Return the pairs (StepRecord, Event) in `happened` whose event has the EventKind `kind`."""
    return [(record, event) for record, event in happened if event.kind == kind]


def first_step_up(happened):
    """Yield (StepRecord, text for its picture) of the first step up, if there is one.

    happened: all (StepRecord, Event) of the run
    """
    for record, _ in of_kind(happened, EventKind.STEPPED_UP)[:1]:
        yield record, "the first step up: the riser ends the slide, and the moves up, forward and down climb it"


def top(happened):
    """Yield (StepRecord, text for its picture) of the step up that ends highest, or nothing if there are fewer than two.

    Of equal heights the earliest step is taken.
    happened: all (StepRecord, Event) of the run
    """
    taken = of_kind(happened, EventKind.STEPPED_UP)
    if len(taken) < 2:
        return
    highest, _ = max(taken, key=lambda one: (round(height(one[0]), 6), -one[0].tick))
    steps = sum(record.tick <= highest.tick for record, _ in taken)
    yield highest, f"the top: the last of {steps} ticks that climb a step"


def height(record):
    """Return the height of the body's centre after the tick of a StepRecord, above the origin along the up direction [m]."""
    return dot(record.after.position, record.trace.up)


def step_down(happened):
    """Yield (StepRecord, text for its picture) of the first step down, if there is one.

    happened: all (StepRecord, Event) of the run
    """
    for record, _ in of_kind(happened, EventKind.STEPPED_DOWN)[:1]:
        yield record, "the first step down: the body snaps to the floor below"


def landing(happened):
    """Yield (StepRecord, text for its picture) of the fastest landing, if one is faster than SEEN.

    happened: all (StepRecord, Event) of the run
    """
    landed = [one for one in of_kind(happened, EventKind.LANDED) if one[1].amount > SEEN]
    for record, event in sorted(landed, key=lambda one: -one[1].amount)[:1]:
        yield record, f"the landing at {event.amount:.1f} m/s: the gravity pass ends on the floor"


def head(happened):
    """Yield (StepRecord, text for its picture) of the first contact of the head with a ceiling, if there is one.

    happened: all (StepRecord, Event) of the run
    """
    for record, _ in of_kind(happened, EventKind.BUMPED_HEAD)[:1]:
        yield record, "the head meets the ceiling: the contact is above, its plane faces down"


def obstacle(happened):
    """Yield (StepRecord, text for its picture) of the first contact with a steep surface in the move pass, without a step up.

    Nothing is yielded without such a contact.
    happened: all (StepRecord, Event) of the run
    """
    stepped = {record.tick for record, _ in of_kind(happened, EventKind.STEPPED_UP)}
    for record, _ in of_kind(happened, EventKind.CONTACT_BEGAN):
        if record.tick not in stepped and is_stopped(record):
            yield record, "the first bump: the sliding plane of the obstacle, and the displacement left along it"
            return


def is_stopped(record):
    """True if the move pass of a StepRecord has a contact with a surface that is too steep to stand on."""
    return any(step.pass_ == Pass.MOVE and not step.walkable for step in record.contacts)


def take_off(happened):
    """Yield (StepRecord, text for its picture) of the first jump, if there is one.

    happened: all (StepRecord, Event) of the run
    """
    for record, _ in of_kind(happened, EventKind.JUMPED)[:1]:
        yield record, "the take-off: the feet leave the floor, the arrow of the velocity points up"
