"""Which moments of a run are worth a picture: where it first touches something, where most, a step down, its top, a landing."""

from ..collision import Pass
from ..simulation import Ground

AIRBORNE = 5  # ticks; shorter flights are no jump, and where they end no landing
DROP = 0.05  # [m] in one tick on the floor; less is a slope walked down quickly
RISE = 0.3  # [m]; lower is no climb, and has no top worth a picture


def moments(records):
    """[(tick, what to look for)] in the order of time, each tick once. records: all StepRecords of a run."""
    found = {}
    for tick, look in (first_contact(records), busiest(records), step_down(records), top(records), landing(records)):
        if tick is not None:
            found.setdefault(tick, look)
    return sorted(found.items()) or [(records[-1].tick, "where he stands at the end")]


def touched(record):
    """How much a tick touches on the way: contacts that are not those of merely standing."""
    return sum(step.hit for step in record.trace.steps if step.pass_ not in (Pass.GRAVITY, Pass.GROUND))


def first_contact(records):
    tick = next((record.tick for record in records if touched(record)), None)
    return tick, "the first contact on the way: its plane, and which way he goes on"


def busiest(records):
    """The middle one of the ticks with the most contacts."""
    most = max(map(touched, records))
    ticks = [record.tick for record in records if touched(record) == most] if most else []
    return ticks[len(ticks) // 2] if ticks else None, f"{most} contacts on the way in one tick"


def step_down(records):
    """The first tick that follows the floor down by a step."""
    for record in records:
        grounds = record.before.ground, record.after.ground
        if grounds == (Ground.FLOOR, Ground.FLOOR) and record.before.position[2] - record.after.position[2] > DROP:
            return record.tick, "the step down: he stays on the floor"
    return None, ""


def top(records):
    """The tick in which he gets as high as he ever does, on the floor."""
    floor = [record for record in records if record.after.ground == Ground.FLOOR]
    if not floor or max(record.after.position[2] for record in floor) - records[0].before.position[2] < RISE:
        return None, ""
    return max(floor, key=lambda record: (round(record.after.position[2], 6), -record.tick)).tick, "the top: he stands on it"


def landing(records):
    """The first tick on the ground after a flight."""
    flight = 0
    for record in records:
        if record.after.ground != Ground.AIR and flight >= AIRBORNE:
            return record.tick, "the landing: the plane is that of the ground"
        flight = flight + 1 if record.after.ground == Ground.AIR else 0
    return None, ""
