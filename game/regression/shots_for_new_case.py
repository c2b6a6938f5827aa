"""The choice of shots for a new case: the ticks of a run that are worth a picture, and cameras with free sight."""

from collections.abc import Iterator, Sequence

import numpy as np

from ..collision import Pass, TriangleMesh
from ..core.elementary_functions import cos, sin
from ..core.vec3 import Vector, add, cross, dot, scale, sub
from ..level.contents.level import FREE, THIRD, Shot
from ..simulation import Event, PlayerState, TickRecord
from ..simulation.event_detection import EventKind, events_of
from .case_simulation import CaseRun

Happened = Sequence[tuple[TickRecord, Event]]  # all events of a run
Look = tuple[TickRecord, str]  # a record and the text for its picture
MOST = 5  # pictures of a case. Fewer: events without a picture; more: pictures that look the same
SEEN = 0.5  # least speed of a landing [m/s]. Smaller: steps and the first tick count; larger: small jumps do not


def moments(records: Sequence[TickRecord]) -> list[tuple[int, str]]:
    """Return 2 to MOST pairs (tick, text about what to see in its picture) of at least three records, sorted."""
    happened = [(record, event) for record in records for event in events_of(record)]
    found: dict[int, str] = {}
    for choose in (first_step_up, top, landing, step_down, head, obstacle, take_off):
        for record, look in choose(happened):
            if len(found) < MOST:
                found.setdefault(record.tick, look)
    if len(found) < 2:
        found.setdefault(records[len(records) // 2].tick, "the middle of the run")
        found.setdefault(records[-1].tick, "the end of the run")
    return sorted(found.items())


def of_kind(happened: Happened, kind: EventKind) -> Happened:
    return [(record, event) for record, event in happened if event.kind == kind]


def first_step_up(happened: Happened) -> Iterator[Look]:
    for record, _ in of_kind(happened, EventKind.STEPPED_UP)[:1]:
        yield record, "the first step up: the riser ends the slide, and the moves up, forward and down climb it"


def top(happened: Happened) -> Iterator[Look]:
    """Yield the step up that ends highest, the earliest of equal ones, or nothing if there are fewer than two."""
    taken = of_kind(happened, EventKind.STEPPED_UP)
    if len(taken) < 2:
        return
    highest, _ = max(taken, key=lambda one: (round(height(one[0]), 6), -one[0].tick))
    steps = sum(record.tick <= highest.tick for record, _ in taken)
    yield highest, f"the top: the last of {steps} ticks that climb a step"


def height(record: TickRecord) -> float:
    """Return the height of the body's centre after a tick, above the origin along the up direction [m]."""
    return dot(record.after.position, record.trace.up)


def step_down(happened: Happened) -> Iterator[Look]:
    for record, _ in of_kind(happened, EventKind.STEPPED_DOWN)[:1]:
        yield record, "the first step down: the body snaps to the floor below"


def landing(happened: Happened) -> Iterator[Look]:
    landed = [one for one in of_kind(happened, EventKind.LANDED) if one[1].amount > SEEN]
    for record, event in sorted(landed, key=lambda one: -one[1].amount)[:1]:
        yield record, f"the landing at {event.amount:.1f} m/s: the gravity pass ends on the floor"


def head(happened: Happened) -> Iterator[Look]:
    for record, _ in of_kind(happened, EventKind.BUMPED_HEAD)[:1]:
        yield record, "the head meets the ceiling: the contact is above, its plane faces down"


def obstacle(happened: Happened) -> Iterator[Look]:
    """Yield the first contact with a steep surface in the move pass, without a step up, if there is one."""
    stepped = {record.tick for record, _ in of_kind(happened, EventKind.STEPPED_UP)}
    for record, _ in of_kind(happened, EventKind.CONTACT_BEGAN):
        if record.tick not in stepped and any(touch.pass_ == Pass.MOVE and not touch.walkable for touch in record.contacts):
            yield record, "the first bump: the sliding plane of the obstacle, and the displacement left along it"
            return


def take_off(happened: Happened) -> Iterator[Look]:
    for record, _ in of_kind(happened, EventKind.JUMPED)[:1]:
        yield record, "the take-off: the feet leave the floor, the arrow of the velocity points up"


# Position of a camera relative to the player's centre [m]: to the side, behind, above. Smaller: a step is cut off; larger: a
# contact is too small.
ASIDE, BEHIND, ABOVE = 2.7, 0.95, 0.7
BEYOND = 1.1  # factor of the camera's distance that must be free. Nearer 1: cameras in walls; larger: no shot in narrow places


def shot_of(run: CaseRun, tick: int, look: str) -> Shot:
    """Return a shot after a tick of a run, from the side, or from behind if that is blocked or the player tilted."""
    state = run.records[tick - 1].after
    if state.frame is None:
        for side in (ASIDE, -ASIDE):
            eye = eye_beside(state, side)
            if is_seen(run.level.mesh, eye, state.position):
                return Shot(tick, look, FREE, rounded(eye), rounded(state.position))
    return Shot(tick, look, THIRD)


def eye_beside(state: PlayerState, side: float) -> Vector:
    """Return a camera position [m] beside the player, BEHIND it and ABOVE it. side: to the player's right [m], negative: left"""
    forward = (-sin(state.heading), cos(state.heading), 0.0)
    right = cross(forward, (0.0, 0.0, 1.0))
    return add(add(state.position, scale(right, side)), add(scale(forward, -BEHIND), (0.0, 0.0, ABOVE)))


def is_seen(mesh: TriangleMesh, eye: Vector, target: Vector) -> bool:
    """True if no triangle is between a target and a point a little beyond the camera position `eye` [m]."""
    return not np.isfinite(mesh.raycast(np.array([target]), np.array([sub(eye, target)]), BEYOND)).any()


def rounded(position: Vector) -> Vector:
    x, y, z = (round(part, 2) + 0.0 for part in position)
    return x, y, z
